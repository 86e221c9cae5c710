//! What studies of the rules ask of finished hands of Three-Legged Kitty: contracts kept, ends of the scale reached,
//! and the game's quantities, from the worked cases of the rules.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::testing::quantity;
use threehand_engine::{Game as _, Hand as _, Reach, Seat, Stream};

use super::common::{Hand, P0, P2, call, deal, play_randomly, shuffled, standing};

const NONE: Reach = Reach { top: false, bottom: false };
const TOP: Reach = Reach { top: true, bottom: false };

fn kept(hand: &Hand) -> [Option<bool>; 3] {
    Seat::ALL.map(|seat| hand.kept(seat))
}

fn reach(hand: &Hand) -> Reach {
    hand.rules().reach(&hand.outcome().expect("the hand is over").standing)
}

/// A hand in which seat 0 is the Cat with this bid and takes so many tricks.
fn cat_with(text: &str, tricks: u8) -> Hand {
    let rules = ThreeLeggedKitty::default();
    let mut rng = Stream::new([6, 0, 9, 3]);
    for _ in 0..100_000 {
        let mut hand = rules.start(&rules.first_standing(P2), &shuffled(&rules, &mut rng));
        call(&mut hand, &format!("{text} - -"));
        play_randomly(&mut hand, &mut rng, |_| true);
        if hand.tricks()[P0] == tricks {
            return hand;
        }
    }
    panic!("no hand with {tricks} tricks found");
}

#[test]
fn in_three_legged_kitty_only_the_cat_has_something_to_keep() {
    // K6.
    for (bid, tricks, expected) in [
        ("4H", 3, false),
        ("4H", 4, true),
        ("4H", 7, true),
        ("3Null", 5, true),
        ("3Null", 6, false),
        ("8Null", 1, false),
        ("8Null", 0, true),
    ] {
        assert_eq!(kept(&cat_with(bid, tricks)), [Some(expected), None, None], "{bid} {tricks}");
    }
}

#[test]
fn in_three_legged_kitty_bids_payments_and_passed_out_hands_are_counted() {
    let rules = ThreeLeggedKitty::default();
    for (calls, number, paid) in [
        // K1, K2 and K4.
        ("1C 1H 2NT 3Null 5D 5NT - -", 5, 7),
        ("5S 5NT - 10C 10D -", 10, 12),
        ("- - 1Null", 1, 1),
    ] {
        let mut hand = rules.start(&rules.first_standing(P2), &deal(["", "", ""]));
        call(&mut hand, calls);
        play_randomly(&mut hand, &mut Stream::new([1, 0, 9, 3]), |_| true);
        assert!(hand.outcome().is_some());
        assert_eq!(quantity::<ThreeLeggedKitty>("number_bid", &hand), Some(number), "{calls}");
        assert_eq!(quantity::<ThreeLeggedKitty>("cards_paid", &hand), Some(paid), "{calls}");
        assert_eq!(quantity::<ThreeLeggedKitty>("passed_out", &hand), Some(0), "{calls}");
    }
    let mut hand = rules.start(&rules.first_standing(P2), &deal(["", "", ""]));
    call(&mut hand, "- - -");
    assert_eq!(quantity::<ThreeLeggedKitty>("number_bid", &hand), None);
    assert_eq!(quantity::<ThreeLeggedKitty>("cards_paid", &hand), Some(0));
    assert_eq!(quantity::<ThreeLeggedKitty>("passed_out", &hand), Some(1));
    assert_eq!(kept(&hand), [None; 3]);
}

#[test]
fn in_three_legged_kitty_the_scale_has_no_bottom() {
    let rules = ThreeLeggedKitty::default();
    // K8: the Cat, seat 0, fails.
    for (scores, expected) in [([29, 25, 27], TOP), ([29, 26, 26], TOP), ([0, 24, 24], NONE)] {
        let mut rng = Stream::new([8, 0, 9, 3]);
        let failed = std::iter::repeat_with(|| {
            let mut hand = rules.start(&standing(P2, scores), &shuffled(&rules, &mut rng));
            call(&mut hand, "10C - -");
            play_randomly(&mut hand, &mut rng, |_| true);
            hand
        })
        .find(|hand| hand.outcome().expect("it is over").points[P0] == 0);
        assert_eq!(reach(&failed.expect("10C fails at random")), expected, "{scores:?}");
    }
}
