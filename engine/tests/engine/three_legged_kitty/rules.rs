//! Worked hands of Three-Legged Kitty, each clause of the rules by example.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Legal};
use threehand_engine::{BySeat, CardSet, Game, Hand as _, Legal as _, Outcome, Seat, Trump};

use super::common::{Hand, P0, P1, P2, bid, call, cards, cat_hand, deal, standing};
use crate::script::run;

/// A hand under the published rules that seat 2 deals, so that seat 0 (A) calls first.
fn start(hands: [&str; 3]) -> Hand {
    let rules = ThreeLeggedKitty::default();
    rules.start(&rules.first_standing(P2), &deal(hands))
}

/// The same after these calls, each bid paid with the lowest cards.
fn called(calls: &str) -> Hand {
    let mut hand = start(["", "", ""]);
    call(&mut hand, calls);
    hand
}

/// Seat 2 becomes the Cat in 5NT, all but the last pass.
const FIVE_NT: &str = "bid 1C, pay 2C, bid 1H, pay 2H, bid 2NT, pay 2D, bid 3Null, pay 3D, \
                       bid 5D, pay 2S, pay 3C, bid 5NT, pay 3H, pass";

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
    run(&mut hand, &format!("{FIVE_NT}; 1 moves; phase call; roles 3 3 3"));
    assert_eq!((hand.view(P0).cat(), hand.contract(P2)), (None, None));
    run(&mut hand, "pass; sizes 8 7 15; roles 1 2 0; counts number_bid 5; counts cards_paid 7");
    let view = hand.view(P0);
    assert_eq!((view.cat(), view.high_bid()), (Some(P2), Some((P2, bid("5NT")))));
    assert_eq!(Seat::ALL.map(|seat| hand.contract(seat)), [None, None, Some(bid("5NT"))]);
    assert_eq!(view.calls().count(), 8);
    assert_eq!(view.calls().nth(4).unwrap().paid, cards("2S 3C"));
    let paid = ["2C 3D", "2H 2S 3C", "2D 3H"].map(cards);
    assert_eq!(Seat::ALL.map(|seat| view.paid(seat)), paid);
    assert_eq!(view.kitty(), paid[0] | paid[1] | paid[2]);
    let steps = "stray 2C, stray 3D, stray 2D, stray 3C, stray 2H; 0 moves; phase take;
                 take 2C, take 3D; sizes 10 10 10; 0 sees stray to seat 1 2H 2D 3C;
                 2 moves; phase play";
    run(&mut hand, steps);
}

#[test]
fn k2_the_last_card_may_be_paid_and_then_there_is_only_a_pass() {
    let mut hand = called("5S");
    run(&mut hand, "sizes 5 10 10");
    call(&mut hand, "5NT -");
    run(&mut hand, "bid 10C");
    for due in (1..=5).rev() {
        let why = format!("seat 0 has {due} more to pay");
        run(&mut hand, &format!("0 moves; phase pay; cannot enough: {why}; any"));
    }
    run(&mut hand, "sizes 0 9 10");
    call(&mut hand, "10D");
    let steps = "sizes 0 8 10; 0 moves; only pass;
                 cannot bid 10H: 10H costs 1 cards and seat 0 holds 0; pass; sizes 0 20 10;
                 counts number_bid 10; counts cards_paid 12";
    run(&mut hand, steps);
    // Seat 2 is on the Cat's left and full: nothing to decide, and seat 0 gets all ten.
    run(&mut hand, "phase stray; any 10; sizes 10 10 10; phase play");
    assert_eq!(hand.view(P1).taken(P2), CardSet::EMPTY);
    assert_eq!((hand.view(P2).taken(P0), hand.view(P1).stray().len()), (hand.view(P1).stray(), 10));
}

#[test]
fn k3_what_can_be_bid_depends_on_the_cards_left() {
    let rules = ThreeLeggedKitty::default();
    let mut hand = called("3Null 3C - 3D 3H 3S 3NT 4Null 4C 4D 4H 4S 5D");
    let due = "5H 5S 5NT 6Null 6C 6D 6H 6S 6NT 7Null 7C 7D 7H 7S 7NT";
    let bids: Vec<_> = due.split(' ').map(|bid| format!("bid {bid}")).collect();
    let steps = format!(
        "0 moves; sizes 2 4 10; only pass, {};
         cannot bid 8Null: 8Null costs 3 cards and seat 0 holds 2;
         cannot bid 5D: 5D does not go beyond 5D",
        bids.join(", ")
    );
    run(&mut hand, &steps);
    // 9 bids with 2 cards to choose from, 6 with the one pair, and the pass: 25 ways.
    let costs = due.split(' ').map(|text| rules.cost(bid(text), Some(bid("5D"))));
    assert_eq!(costs.collect::<Vec<_>>(), [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    // Over 8NT comes 9C for one card.
    let mut hand = called("8NT");
    assert_eq!(hand.legal().nth(1), Action::Bid(bid("9C")));
    run(&mut hand, "bid 9C");
    assert_eq!(hand.view(P1).still_to_pay(), 1);
    assert!(["bid 9Null", "bid 10Null"].iter().all(|text| text.parse::<Action>().is_err()));
}

#[test]
fn k4_a_bid_after_two_passes_ends_the_auction_at_once_and_three_passes_score_nothing() {
    let mut hand = called("- - 1Null");
    let steps = "sizes 10 10 10; phase play; 2 moves; counts number_bid 1; counts cards_paid 1";
    run(&mut hand, steps);
    let view = hand.view(P2);
    assert_eq!((view.cat(), view.kitty().len(), view.stray()), (Some(P2), 1, CardSet::EMPTY));
    assert!(Seat::ALL.iter().all(|&seat| hand.view(seat).cards() == hand.view(seat).dealt()));

    let rules = ThreeLeggedKitty::default();
    let mut hand = rules.start(&standing(P2, [7, 0, 29]), &deal(["", "", ""]));
    let steps = "pass, pass, pass; over; 0 actions; roles 3 3 3; kept - - -;
                 cannot pass: the hand is over;
                 counts number_bid -; counts cards_paid 0; counts passed_out 1";
    run(&mut hand, steps);
    let end = Outcome { points: BySeat([0; 3]), standing: standing(P0, [7, 0, 29]), over: false };
    assert_eq!((hand.outcome(), hand.contract(P1)), (Some(end), None));
}

#[test]
fn k5_the_stray_is_shared_out_in_the_open() {
    let mut hand = five_nt_deal();
    let steps = format!(
        "{FIVE_NT}, pass; stray 2C, stray 3D, stray 2H, stray 3C, stray 2D;
         2 holds AS KS QS AH AD AC 4H 5D 2S 3H; 1 sees stray from seat 2 2H 3D 2D 3C 2C"
    );
    run(&mut hand, &steps);
    assert_eq!(hand.view(P1).open(P2), cards("2S 3H"));
    // Two of five, one card an action: 5 ways to begin, 4 to go on, C(5, 2) = 10 pairs.
    assert_eq!(hand.legal(), Legal::Take(cards("2C 3D 2H 3C 2D")));
    let steps = "take 2H; only take 2C, take 3C, take 2D, take 3D;
                 cannot take 2H: 2H is no stray card that can be taken; take 2D; 2 moves; phase play";
    run(&mut hand, steps);
    assert_eq!(hand.view(P2).open(P0), cards("2H 2D"));
    assert_eq!(hand.view(P2).open(P1), cards("2C 3C 3D"));
    assert_eq!(hand.view(P2).may_hold(P0), cards("2H 2D") | hand.view(P2).hidden());
    // A kitty card that is played is no longer known to be held.
    run(&mut hand, "play 2S");
    assert_eq!(hand.view(P0).open(P2), cards("3H"));
}

#[test]
fn k6_a_made_bid_scores_its_number_and_a_failed_one_five_for_each_opponent() {
    for (bid, tricks, end) in [
        ("4H", 3, "kept no - -; points 0 5 5"),
        ("4H", 4, "kept yes - -; points 4 0 0"),
        ("4H", 7, "kept yes - -; points 4 0 0"),
        ("3Null", 5, "kept yes - -; points 3 0 0"),
        ("3Null", 6, "kept no - -; points 0 5 5"),
        ("8Null", 1, "kept no - -; points 0 5 5"),
        ("8Null", 0, "kept yes - -; points 8 0 0"),
        ("1Null", 7, "kept yes - -; points 1 0 0"),
        ("1NT", 0, "kept no - -; points 0 5 5"),
    ] {
        let mut hand = cat_hand("", [0; 3], bid, |taken| taken == tricks);
        assert_eq!(hand.tricks().0.iter().sum::<u8>(), 10);
        run(&mut hand, &format!("{end}; counts passed_out 0"));
    }
}

#[test]
fn k7_a_trump_wins_a_trick_and_in_null_there_is_none() {
    for (contract, end) in [
        ("4H", "tricks 0 1 0; 1 moves"),
        ("4Null", "tricks 1 0 0; 0 moves"),
        ("4NT", "tricks 1 0 0; 0 moves"),
    ] {
        let mut hand = start([
            "AC 2C 3C 4C 2D 3D 4D 5D 6D 7D",
            "2H 3H 4H 5H 2S 3S 4S 5S 6S 7S",
            "KC QC JC TC KD QD JD TD 9D 8D",
        ]);
        call(&mut hand, &format!("{contract} - -"));
        let steps = format!(
            "phase play; play AC, play 2H;
             cannot play KD: seat 2 holds C and must follow with it, not play KD;
             cannot play AS: seat 2 does not hold AS; play KC; {end}"
        );
        run(&mut hand, &steps);
        assert!(hand.view(P0).is_void(P1, "AC".parse::<threehand_engine::Card>().unwrap().suit()));
        assert_eq!(hand.view(P0).trump() == Trump::None, contract != "4H");
    }
}

#[test]
fn k8_of_two_who_cross_thirty_the_higher_wins_and_equals_play_on_or_share() {
    // The Cat fails.
    for (scores, end, shared) in [
        ([29, 25, 27], "29 30 32; ends; reaches top", "ends"),
        ([29, 26, 26], "29 31 31; goes on; reaches top", "ends"),
        ([34, 29, 29], "34 34 34; goes on; reaches top", "ends"),
        ([0, 24, 24], "0 29 29; goes on; reaches nothing", "goes on"),
        ([12, 25, 25], "12 30 30; goes on", "ends"),
        ([12, 25, 24], "12 30 29; ends", "ends"),
        ([34, 24, 24], "34 29 29; ends", "ends"),
    ] {
        run(&mut cat_hand("", scores, "10C", |taken| taken < 10), &format!("scores {end}"));
        run(&mut cat_hand("tie=shared", scores, "10C", |taken| taken < 10), shared);
    }
}

#[test]
fn an_overbid_player_is_not_asked_again_once_he_has_passed() {
    // A bids, B passes, C bids, A raises, C passes: B is not waited for.
    assert_eq!(called("1C - 1D 1H -").view(P0).cat(), Some(P0));
}

#[test]
fn thirty_cards_can_be_paid_and_come_back_to_all_three() {
    // K = N + S = 10 + 20: every step of one number, and twenty raises within a number.
    let mut hand = called(
        "1Null 1C 1D 1H 1S 1NT 2Null 2C 2D 2H 2S 2NT 3Null 3C 3D 3H 3S 3NT 4Null 4C 4D \
         5Null 5C 6Null 7Null 8Null 8C 9C 9D 10C",
    );
    let steps = "sizes 0 0 0; only pass; pass; only pass; pass; sizes 0 0 30; rest;
                 counts cards_paid 30";
    run(&mut hand, steps);
    assert_eq!(hand.view(P0).cat(), Some(P2));
    assert_eq!(hand.tricks().0.iter().sum::<u8>(), 10);
}

#[test]
fn what_is_not_to_be_done_now_is_refused_with_its_reason() {
    let mut hand = start(["2C", "3C", "4C"]);
    let steps = "cannot play 2C: seat 0 is to bid or pass now; bid 2D;
                 cannot pass: seat 0 is to pay now; cannot pay 3C: seat 0 does not hold 3C;
                 cannot enough: seat 0 has 2 more to pay; any 2";
    run(&mut hand, steps);
    call(&mut hand, "2H - -");
    run(&mut hand, "1 moves; phase stray; cannot take 2C: seat 1 is to stray a card now");
}
