//! Worked hands of Three-Legged Kitty, each clause of the rules by example.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Illegal, Legal};
use threehand_engine::{
    BySeat, CardSet, Game, Hand as _, Legal as _, Outcome, Seat, Standing as _, Trump,
};

use super::common::{
    Hand, P0, P1, P2, bid, call, card, cards, deal, pay_lowest, phase, play, play_randomly, rules,
    shuffled, standing,
};

/// A hand under the published rules that seat 2 deals, so that seat 0 (A) calls first.
fn start(hands: [&str; 3]) -> Hand {
    let rules = ThreeLeggedKitty::default();
    rules.start(&rules.first_standing(P2), &deal(hands))
}

fn sizes(hand: &Hand) -> [usize; 3] {
    Seat::ALL.map(|seat| hand.view(P0).hand_size(seat))
}

const FIVE_NT: &str = "bid 1C, pay 2C, bid 1H, pay 2H, bid 2NT, pay 2D, bid 3Null, pay 3D, \
                       bid 5D, pay 2S, pay 3C, bid 5NT, pay 3H, pass, pass";

/// The deal behind [`FIVE_NT`].
fn five_nt_deal() -> Hand {
    start([
        "2C 3D 4C 5C 6C 7C 8C 9C TC JC",
        "2H 2S 3C 4S 5S 6S 7S 8S 9S TS",
        "2D 3H AS KS QS AH AD AC 4H 5D",
    ])
}

#[test]
fn k1_an_auction_is_paid_step_by_step_and_ends_with_two_passes() {
    let mut hand = five_nt_deal();
    let before_the_end = FIVE_NT.strip_suffix(", pass").unwrap();
    play(&mut hand, before_the_end);
    assert_eq!((hand.turn(), phase(&hand)), (Some(P1), "call"));
    assert_eq!(hand.view(P0).cat(), None);
    assert_eq!(hand.contract(P2), None);
    assert_eq!(Seat::ALL.map(|seat| ThreeLeggedKitty::ROLES[hand.role(seat)]), ["out"; 3]);
    play(&mut hand, "pass");
    let view = hand.view(P0);
    assert_eq!(view.cat(), Some(P2));
    assert_eq!(view.high_bid(), Some((P2, bid("5NT"))));
    assert_eq!(Seat::ALL.map(|seat| view.paid(seat).len()), [2, 3, 2]);
    assert_eq!(view.kitty().len(), 7);
    assert_eq!(sizes(&hand), [8, 7, 15]);
    assert_eq!(view.calls().count(), 8);
    let paid: Vec<CardSet> = view.calls().map(|call| call.paid).collect();
    assert_eq!(paid[4], cards("2S 3C"));
    assert_eq!(hand.contract(P2), Some(bid("5NT")));
    assert_eq!(hand.contract(P0), None);
    let roles = Seat::ALL.map(|seat| ThreeLeggedKitty::ROLES[hand.role(seat)]);
    assert_eq!(roles, ["left", "right", "cat"]);
    play(&mut hand, "stray 2C, stray 3D, stray 2D, stray 3C, stray 2H");
    assert_eq!((hand.turn(), phase(&hand)), (Some(P0), "take"));
    play(&mut hand, "take 2C, take 3D");
    assert_eq!(hand.view(P0).taken(P1).len(), 3);
    assert_eq!(sizes(&hand), [10; 3]);
    assert_eq!((hand.turn(), phase(&hand)), (Some(P2), "play"));
}

#[test]
fn k2_the_last_card_may_be_paid_and_then_there_is_only_a_pass() {
    let mut hand = start(["", "", ""]);
    call(&mut hand, "5S");
    assert_eq!(sizes(&hand), [5, 10, 10]);
    call(&mut hand, "5NT -");
    play(&mut hand, "bid 10C");
    for _ in 0..5 {
        assert_eq!((hand.turn(), phase(&hand)), (Some(P0), "pay"));
        assert!(!hand.legal().contains(Action::Enough));
        let Action::Pay(card) = hand.legal().nth(0) else { panic!("a payment") };
        play(&mut hand, &format!("pay {card}"));
    }
    assert_eq!(sizes(&hand), [0, 9, 10]);
    call(&mut hand, "10D");
    assert_eq!(sizes(&hand), [0, 8, 10]);
    assert_eq!(hand.turn(), Some(P0));
    assert_eq!(hand.legal().iter().collect::<Vec<_>>(), [Action::Pass]);
    let too_dear = Illegal::TooDear { seat: P0, bid: bid("10H"), cost: 1, cards: 0 };
    assert_eq!(hand.check(Action::Bid(bid("10H"))), Err(too_dear));
    play(&mut hand, "pass");
    let view = hand.view(P1);
    assert_eq!((view.cat(), view.kitty().len(), view.cards().len()), (Some(P1), 12, 20));
    while let Legal::Stray(cards) = hand.legal() {
        hand.play(Action::Stray(cards.nth(0))).unwrap();
    }
    // Seat 2 is on the Cat's left and full: nothing to decide, and seat 0 gets all ten.
    assert_eq!(hand.view(P1).stray().len(), 10);
    assert_eq!(hand.view(P1).taken(P2), CardSet::EMPTY);
    assert_eq!(hand.view(P2).taken(P0), hand.view(P1).stray());
    assert_eq!((sizes(&hand), phase(&hand)), ([10; 3], "play"));
}

#[test]
fn k3_what_can_be_bid_depends_on_the_cards_left() {
    let rules = ThreeLeggedKitty::default();
    let mut hand = start(["", "", ""]);
    call(&mut hand, "3Null 3C - 3D 3H 3S 3NT 4Null 4C 4D 4H 4S 5D");
    assert_eq!((hand.turn(), hand.view(P0).cards().len()), (Some(P0), 2));
    let Legal::Call { pass: true, bids } = hand.legal() else { panic!("a call") };
    let texts: Vec<String> = bids.iter().map(|bid| bid.to_string()).collect();
    let due = "5H 5S 5NT 6Null 6C 6D 6H 6S 6NT 7Null 7C 7D 7H 7S 7NT";
    assert_eq!(texts.join(" "), due);
    let high = Some(bid("5D"));
    let costs: Vec<u8> = bids.iter().map(|bid| rules.cost(bid, high)).collect();
    assert_eq!(costs, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    let too_dear = Illegal::TooDear { seat: P0, bid: bid("8Null"), cost: 3, cards: 2 };
    assert_eq!(hand.check(Action::Bid(bid("8Null"))), Err(too_dear));
    let not_higher = Illegal::NotHigher { bid: bid("5D"), high: bid("5D") };
    assert_eq!(hand.check(Action::Bid(bid("5D"))), Err(not_higher));
    // 9 bids with 2 cards to choose from, 6 with the one pair, and the pass: 25 ways.
    let ways: usize = costs.iter().map(|&cost| if cost == 1 { 2 } else { 1 }).sum();
    assert_eq!(ways + 1, 25);
}

#[test]
fn k3_over_8nt_comes_9c_for_one_card() {
    let mut hand = start(["", "", ""]);
    call(&mut hand, "8NT");
    assert_eq!(hand.legal().nth(1), Action::Bid(bid("9C")));
    play(&mut hand, "bid 9C");
    assert_eq!(hand.view(P1).still_to_pay(), 1);
    assert!("bid 9Null".parse::<Action>().is_err());
    assert!("bid 10Null".parse::<Action>().is_err());
}

#[test]
fn k4_a_bid_after_two_passes_ends_the_auction_at_once() {
    let mut hand = start(["", "", ""]);
    call(&mut hand, "- - 1Null");
    let view = hand.view(P2);
    assert_eq!((view.cat(), view.kitty().len(), view.cards().len()), (Some(P2), 1, 10));
    assert_eq!(view.stray(), CardSet::EMPTY);
    assert_eq!((phase(&hand), hand.turn()), ("play", Some(P2)));
    assert_eq!(Seat::ALL.map(|seat| hand.view(seat).cards() == hand.view(seat).dealt()), [true; 3]);
}

#[test]
fn k4_three_passes_score_nothing_and_the_deal_moves_left() {
    let rules = ThreeLeggedKitty::default();
    let mut hand = rules.start(&standing(P2, [7, 0, 29]), &deal(["", "", ""]));
    call(&mut hand, "- - -");
    assert_eq!((hand.turn(), hand.legal().len()), (None, 0));
    let end = hand.outcome().unwrap();
    assert_eq!(
        end,
        Outcome { points: BySeat([0; 3]), standing: standing(P0, [7, 0, 29]), over: false }
    );
    assert_eq!(hand.role(P1), 3);
    assert_eq!(hand.contract(P1), None);
    assert_eq!(hand.play(Action::Pass), Err(Illegal::HandIsOver));
}

#[test]
fn k5_the_stray_is_shared_out_in_the_open() {
    let mut hand = five_nt_deal();
    play(&mut hand, FIVE_NT);
    assert_eq!(hand.view(P2).paid(P0), cards("2C 3D"));
    assert_eq!(hand.view(P2).paid(P1), cards("2H 2S 3C"));
    assert_eq!(hand.view(P2).paid(P2), cards("2D 3H"));
    play(&mut hand, "stray 2C, stray 3D, stray 2H, stray 3C, stray 2D");
    assert_eq!(hand.view(P2).cards(), cards("AS KS QS AH AD AC 4H 5D 2S 3H"));
    assert_eq!(hand.view(P0).stray(), cards("2C 3D 2H 3C 2D"));
    assert_eq!(hand.view(P1).open(P2), cards("2S 3H"));
    // Two of five, one card an action: 5 ways to begin, 4 to go on, C(5, 2) = 10 pairs.
    assert_eq!(hand.legal(), Legal::Take(cards("2C 3D 2H 3C 2D")));
    play(&mut hand, "take 2H");
    assert_eq!(hand.legal(), Legal::Take(cards("2C 3D 3C 2D")));
    assert_eq!(hand.play(Action::Take(card("2H"))), Err(Illegal::NotStray(card("2H"))));
    play(&mut hand, "take 2D");
    assert_eq!(hand.view(P2).open(P0), cards("2H 2D"));
    assert_eq!(hand.view(P2).open(P1), cards("2C 3C 3D"));
    assert_eq!((hand.turn(), phase(&hand)), (Some(P2), "play"));
    assert_eq!(hand.view(P2).may_hold(P0), cards("2H 2D") | hand.view(P2).hidden());
    // A kitty card that is played is no longer known to be held.
    play(&mut hand, "play 2S");
    assert_eq!(hand.view(P0).open(P2), cards("3H"));
}

/// The points by seat of the Cat (seat 0) and the others for a bid and a number of tricks.
fn points(text: &str, tricks: u8) -> [i32; 3] {
    let rules = ThreeLeggedKitty::default();
    let mut rng = threehand_engine::Stream::new([6, 0, 1, 3]);
    for _ in 0..100_000 {
        let mut hand = rules.start(&rules.first_standing(P2), &shuffled(&rules, &mut rng));
        call(&mut hand, &format!("{text} - -"));
        play_randomly(&mut hand, &mut rng, |_| true);
        if hand.tricks()[P0] == tricks {
            assert_eq!(hand.tricks().0.iter().sum::<u8>(), 10);
            return hand.outcome().unwrap().points.0;
        }
    }
    panic!("no hand with {tricks} tricks found");
}

#[test]
fn k6_a_made_bid_scores_its_number_and_a_failed_one_five_for_each_opponent() {
    assert_eq!(points("4H", 3), [0, 5, 5]);
    assert_eq!(points("4H", 4), [4, 0, 0]);
    assert_eq!(points("4H", 7), [4, 0, 0]);
    assert_eq!(points("3Null", 5), [3, 0, 0]);
    assert_eq!(points("3Null", 6), [0, 5, 5]);
    assert_eq!(points("8Null", 1), [0, 5, 5]);
    assert_eq!(points("8Null", 0), [8, 0, 0]);
    assert_eq!(points("1Null", 7), [1, 0, 0]);
    assert_eq!(points("1NT", 0), [0, 5, 5]);
}

/// The first trick of `AC 2H KC` with seat 0 as Cat in this bid.
fn trick_with(contract: &str) -> Hand {
    let mut hand = start([
        "AC 2C 3C 4C 2D 3D 4D 5D 6D 7D",
        "2H 3H 4H 5H 2S 3S 4S 5S 6S 7S",
        "KC QC JC TC KD QD JD TD 9D 8D",
    ]);
    play(&mut hand, &format!("bid {contract}"));
    pay_lowest(&mut hand);
    play(&mut hand, "pass, pass");
    assert_eq!(phase(&hand), "play");
    play(&mut hand, "play AC");
    let must = Illegal::MustFollow { seat: P2, suit: card("KC").suit(), card: card("KD") };
    play(&mut hand, "play 2H");
    assert_eq!(hand.play(Action::Play(card("KD"))), Err(must));
    assert_eq!(
        hand.play(Action::Play(card("AS"))),
        Err(Illegal::NotHeld { seat: P2, card: card("AS") })
    );
    play(&mut hand, "play KC");
    hand
}

#[test]
fn k7_a_trump_wins_a_trick_and_in_null_there_is_none() {
    let hand = trick_with("4H");
    assert_eq!(hand.tricks(), BySeat([0, 1, 0]));
    assert_eq!(hand.turn(), Some(P1));
    assert!(hand.view(P0).is_void(P1, card("AC").suit()));
    let hand = trick_with("4Null");
    assert_eq!(hand.view(P0).trump(), Trump::None);
    assert_eq!(hand.tricks(), BySeat([1, 0, 0]));
    assert_eq!(hand.turn(), Some(P0));
    assert_eq!(trick_with("4NT").tricks(), BySeat([1, 0, 0]));
}

/// How a match with these scores goes on when the Cat (seat 0) fails.
fn after_a_failure(words: &str, scores: [i32; 3]) -> (BySeat<i32>, bool) {
    let rules = rules(words);
    let mut rng = threehand_engine::Stream::new([8, 0, 1, 3]);
    loop {
        let mut hand = rules.start(&standing(P2, scores), &shuffled(&rules, &mut rng));
        call(&mut hand, "10C - -");
        play_randomly(&mut hand, &mut rng, |_| true);
        let end = hand.outcome().unwrap();
        if end.points[P0] == 0 {
            return (end.standing.scores(), end.over);
        }
    }
}

#[test]
fn k8_of_two_who_cross_thirty_the_higher_wins_and_equals_play_on() {
    assert_eq!(after_a_failure("", [29, 25, 27]), (BySeat([29, 30, 32]), true));
    assert_eq!(after_a_failure("", [29, 26, 26]), (BySeat([29, 31, 31]), false));
    assert_eq!(after_a_failure("", [34, 29, 29]), (BySeat([34; 3]), false));
    assert_eq!(after_a_failure("", [0, 24, 24]), (BySeat([0, 29, 29]), false));
    assert_eq!(after_a_failure("tie=shared", [29, 26, 26]), (BySeat([29, 31, 31]), true));
    assert_eq!(after_a_failure("tie=shared", [29, 25, 27]), (BySeat([29, 30, 32]), true));
    assert_eq!(after_a_failure("tie=shared", [0, 24, 24]), (BySeat([0, 29, 29]), false));
}

#[test]
fn an_overbid_player_is_not_asked_again_once_he_has_passed() {
    // A bids, B passes, C bids, A raises, C passes: B is not waited for.
    let mut hand = start(["", "", ""]);
    call(&mut hand, "1C - 1D 1H -");
    assert_eq!(hand.view(P0).cat(), Some(P0));
}

#[test]
fn thirty_cards_can_be_paid_and_come_back_to_all_three() {
    // K = N + S = 10 + 20: every step of one number, and twenty raises within a number.
    let mut hand = start(["", "", ""]);
    let calls = "1Null 1C 1D 1H 1S 1NT 2Null 2C 2D 2H 2S 2NT 3Null 3C 3D 3H 3S 3NT 4Null 4C 4D \
                 5Null 5C 6Null 7Null 8Null 8C 9C 9D 10C";
    call(&mut hand, calls);
    assert_eq!(sizes(&hand), [0; 3]);
    for _ in 0..2 {
        assert_eq!(hand.legal().iter().collect::<Vec<_>>(), [Action::Pass]);
        play(&mut hand, "pass");
    }
    assert_eq!(hand.view(P0).cat(), Some(P2));
    assert_eq!(hand.view(P2).cards().len(), 30);
    play_randomly(&mut hand, &mut threehand_engine::Stream::new([9, 0, 1, 3]), |_| true);
    assert_eq!(hand.tricks().0.iter().sum::<u8>(), 10);
}

#[test]
fn what_is_not_to_be_done_now_is_refused_with_its_reason() {
    let mut hand = start(["2C", "3C", "4C"]);
    let not_now = |due| Err(Illegal::NotNow { turn: P0, due });
    assert_eq!(hand.play(Action::Play(card("2C"))), not_now("bid or pass"));
    play(&mut hand, "bid 2D");
    assert_eq!(hand.play(Action::Pass), not_now("pay"));
    assert_eq!(
        hand.play(Action::Pay(card("3C"))),
        Err(Illegal::NotHeld { seat: P0, card: card("3C") })
    );
    assert_eq!(hand.play(Action::Enough), Err(Illegal::StillDue { seat: P0, due: 2 }));
    pay_lowest(&mut hand);
    call(&mut hand, "2H");
    call(&mut hand, "- -");
    let turn = hand.turn().unwrap();
    assert_eq!((turn, phase(&hand)), (P1, "stray"));
    assert_eq!(
        hand.play(Action::Take(card("2C"))),
        Err(Illegal::NotNow { turn, due: "stray a card" })
    );
}
