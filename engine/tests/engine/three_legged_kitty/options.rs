//! Every option of Three-Legged Kitty, each of its values at work.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Illegal, Standing};
use threehand_engine::record::Record;
use threehand_engine::{
    BySeat, Card, CardSet, Deck, Game, Hand as _, Legal as _, Outcome, Standing as _, Stream,
};

use super::common::{
    P0, P1, P2, bid, call, cards, deal, pay_lowest, phase, play, play_randomly, rules, shuffled,
    standing,
};

type Hand = <ThreeLeggedKitty as Game>::Hand;

/// A hand under these rules that seat 2 deals, so that seat 0 calls first.
fn start(words: &str) -> Hand {
    let rules = rules(words);
    rules.start(&rules.first_standing(P2), &deal(["", "", ""]))
}

/// The end of a hand after these scores in which the Cat, seat 0, makes 1C or fails in 10C.
fn end(words: &str, scores: [i32; 3], makes: bool) -> Outcome<Standing> {
    let rules = rules(words);
    let mut rng = Stream::new([4, 0, 2, 3]);
    loop {
        let mut hand = rules.start(&standing(P2, scores), &shuffled(&rules, &mut rng));
        call(&mut hand, if makes { "1C - -" } else { "10C - -" });
        play_randomly(&mut hand, &mut rng, |_| true);
        let bid = hand.contract(P0).unwrap();
        if bid.is_made_with(hand.tricks()[P0]) == makes {
            return hand.outcome().unwrap();
        }
    }
}

#[test]
fn a_match_ends_at_the_target_exactly_and_not_a_point_before() {
    for (words, target) in [("", 30), ("target=5", 5), ("target=20", 20), ("target=200", 200)] {
        for (short, over) in [(0, true), (1, false)] {
            // Made: a point more. Failed: five more for each of the others, of whom one leads.
            let made = end(words, [target - 1 - short, 0, 0], true);
            assert_eq!(made.standing.scores()[P0], target - short);
            assert_eq!(made.over, over, "{words}: {short} short");
            assert_eq!(rules(words).reach(&made.standing).top, over);
            if target - 5 - short >= 0 {
                let others = [0, target - 5 - short, 0];
                assert_eq!(end(words, others, false).over, over && target > 5, "{words}");
            }
        }
    }
}

#[test]
fn a_cat_who_fails_brings_each_of_the_others_the_fail_points() {
    for (words, points) in
        [("", 5), ("fail_points=0", 0), ("fail_points=3", 3), ("fail_points=20", 20)]
    {
        let end = end(words, [29, 25, 28], false);
        assert_eq!(end.points, BySeat([0, points, points]), "{words}");
        assert_eq!(end.standing.scores(), BySeat([29, 25 + points, 28 + points]));
        assert_eq!(end.over, points > 1, "{words}");
    }
    // A Cat who makes his bid scores its number whatever a failure brings.
    assert_eq!(end("fail_points=0", [0; 3], true).points, BySeat([1, 0, 0]));
}

#[test]
fn opening_cost_is_the_number_or_one_card() {
    for (words, cost) in [("", 7), ("opening_cost=from_zero", 7), ("opening_cost=flat_one", 1)] {
        let mut hand = start(words);
        assert_eq!(hand.legal().len(), 59, "any bid can be paid for at the start");
        play(&mut hand, "pass, bid 7H");
        assert_eq!(hand.view(P1).still_to_pay(), cost, "{words}");
        pay_lowest(&mut hand);
        // A later bid costs its difference under both.
        play(&mut hand, "bid 9C");
        assert_eq!(hand.view(P2).still_to_pay(), 2, "{words}");
    }
}

#[test]
fn overpay_lets_more_cards_be_paid_until_enough_or_an_empty_hand() {
    let mut hand = start("overpay=false");
    play(&mut hand, "bid 1C");
    pay_lowest(&mut hand);
    assert_eq!((hand.turn(), phase(&hand)), (Some(P1), "call"));

    let mut hand = start("overpay=true");
    play(&mut hand, "bid 2C");
    for due in [2, 1] {
        assert_eq!(hand.check(Action::Enough), Err(Illegal::StillDue { seat: P0, due }));
        hand.play(hand.legal().nth(0)).unwrap();
    }
    assert_eq!(hand.legal().len(), 8 + 1);
    assert_eq!(hand.legal().nth(8), Action::Enough);
    hand.play(hand.legal().nth(0)).unwrap();
    play(&mut hand, "enough");
    assert_eq!((hand.turn(), hand.view(P1).paid(P0).len()), (Some(P1), 3));
    // Seat 1 pays all its ten cards: then nothing is left to say.
    play(&mut hand, "bid 2D");
    for _ in 0..10 {
        assert_eq!(hand.turn(), Some(P1));
        hand.play(hand.legal().nth(0)).unwrap();
    }
    assert_eq!((hand.turn(), phase(&hand)), (Some(P2), "call"));
    play(&mut hand, "pass");
    call(&mut hand, "2H");
    assert_eq!(hand.legal().iter().collect::<Vec<_>>(), [Action::Pass]);
    play(&mut hand, "pass");
    assert_eq!(hand.view(P0).cat(), Some(P0));
    assert_eq!(hand.view(P0).cards().len(), 6 + 3 + 1 + 10);
}

#[test]
fn the_first_player_may_pass_or_must_open() {
    let mut hand = start("opening=may_pass");
    assert!(hand.play(Action::Pass).is_ok());
    let mut hand = start("opening=must_open");
    assert_eq!(hand.play(Action::Pass), Err(Illegal::MustOpen));
    assert_eq!(hand.legal().len(), 58);
    call(&mut hand, "1C - -");
    assert_eq!(hand.view(P1).cat(), Some(P0));
}

#[test]
fn after_three_passes_the_next_or_the_same_player_deals() {
    for (words, dealer) in [("all_pass=next_dealer", P0), ("all_pass=same_dealer", P2)] {
        let mut hand = start(words);
        call(&mut hand, "- - -");
        assert_eq!(hand.outcome().unwrap().standing.dealer(), dealer);
        // A played hand moves the deal left under both.
        let mut hand = start(words);
        call(&mut hand, "1C - -");
        play_randomly(&mut hand, &mut Stream::new([1, 0, 2, 3]), |_| true);
        assert_eq!(hand.outcome().unwrap().standing.dealer(), P0);
    }
}

#[test]
fn the_high_bidder_is_asked_again_only_where_the_rules_say_so() {
    let mut hand = start("auction_end=two_passes");
    call(&mut hand, "3C - -");
    assert_eq!(hand.view(P0).cat(), Some(P0));

    let mut hand = start("auction_end=high_bidder_passes");
    call(&mut hand, "3C - -");
    assert_eq!((hand.view(P0).cat(), hand.turn()), (None, Some(P0)));
    call(&mut hand, "4C 4D");
    assert_eq!((hand.view(P0).cat(), hand.turn()), (None, Some(P0)));
    assert_eq!(hand.view(P1).paid(P0).len(), 3 + 1 + 1);
    call(&mut hand, "-");
    assert_eq!(hand.view(P1).contract(), Some(bid("4D")));
    assert_eq!(phase(&hand), "play");
    assert_eq!(hand.view(P1).stray(), CardSet::EMPTY);

    // Who bids after two passes is asked too; 10NT with cards left has only the pass.
    let mut hand = start("auction_end=high_bidder_passes opening_cost=flat_one");
    call(&mut hand, "- - 10NT");
    assert_eq!((hand.turn(), hand.view(P2).cards().len()), (Some(P2), 9));
    assert_eq!(hand.legal().iter().collect::<Vec<_>>(), [Action::Pass]);
    call(&mut hand, "-");
    assert_eq!(hand.view(P0).cat(), Some(P2));

    // Without a card left his pass is forced, and an action all the same.
    let mut hand = start("auction_end=high_bidder_passes");
    call(&mut hand, "10C - -");
    assert_eq!(hand.legal().iter().collect::<Vec<_>>(), [Action::Pass]);
    call(&mut hand, "-");
    assert_eq!(hand.view(P0).cat(), Some(P0));
    // Three passes without a bid end it here too.
    let mut hand = start("auction_end=high_bidder_passes");
    call(&mut hand, "- - -");
    assert!(hand.outcome().is_some());
}

#[test]
fn with_32_cards_ten_each_are_dealt_from_the_sevens_up_and_two_set_aside() {
    let rules = rules("deck=32");
    let standing = rules.first_standing(P2);
    let pack = cards(
        "7C 8C 9C TC JC QC KC AC 7D 8D 9D TD JD QD KD AD \
         7H 8H 9H TH JH QH KH AH 7S 8S 9S TS JS QS KS AS",
    );
    assert_eq!(rules.pack(), pack);
    for key in 0..50 {
        let deck = Deck::shuffled(&mut Stream::new([key, 0, 6, 3]));
        let deal = rules.deal(&standing, &deck);
        let BySeat([a, b, c]) = deal.hands();
        let rest: CardSet = deal.rest().iter().copied().collect();
        assert_eq!([a, b, c, rest].map(CardSet::len), [10, 10, 10, 2]);
        assert_eq!(a | b | c | rest, pack);
        // The same shuffle serves both packs: the cards of the small one keep their order.
        let kept: Vec<Card> =
            deck.cards().iter().copied().filter(|&card| pack.contains(card)).collect();
        assert_eq!(deal.deck().cards(), kept);
        // The others' cards and those aside can't be told apart; no card below a seven is thought of.
        let hand = rules.start(&standing, &deal);
        assert_eq!(hand.view(P0).hidden(), pack - a);
        assert_eq!(hand.legal().len(), 59, "all bids, as with 52 cards");
    }
}

#[test]
fn a_record_of_a_32_card_hand_has_no_card_below_a_seven() {
    let lines: Vec<&str> =
        include_str!("../../data/playthroughs/three_legged_kitty.jsonl").lines().collect();
    let mut record: Record = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert!(record.replay::<ThreeLeggedKitty>().is_ok());
    assert_eq!(record.deal.rest.len(), "7C 8C".len());
    record.deal.rest.replace_range(0..2, "6C");
    let fault = record.replay::<ThreeLeggedKitty>().unwrap_err();
    assert_eq!(fault.to_string(), "deal: 6C is not in the pack of this game");
    record.deal.rest = "7C".to_owned();
    let fault = record.replay::<ThreeLeggedKitty>().unwrap_err();
    assert_eq!(fault.to_string(), "deal.rest: 1 cards, but 2 are dealt there");
}

#[test]
fn a_tie_at_the_top_is_played_on_or_shared() {
    let mut rng = Stream::new([2, 0, 2, 3]);
    for (words, shared) in [("tie=play_on", false), ("tie=shared", true)] {
        let rules = rules(words);
        let ends = |scores: [i32; 3], rng: &mut Stream| {
            // Nobody makes ten clubs at random, but to be sure.
            loop {
                let mut hand = rules.start(&standing(P2, scores), &shuffled(&rules, rng));
                call(&mut hand, "10C - -");
                play_randomly(&mut hand, rng, |_| true);
                let end = hand.outcome().unwrap();
                if end.points[P0] == 0 {
                    return end.over;
                }
            }
        };
        assert_eq!(ends([12, 25, 25], &mut rng), shared, "{words}");
        assert_eq!(ends([30, 25, 25], &mut rng), shared, "{words}: all three level");
        assert!(ends([12, 25, 24], &mut rng));
        assert!(!ends([12, 24, 24], &mut rng));
        assert!(ends([34, 24, 24], &mut rng), "one leads alone");
    }
}
