//! What studies of the rules ask of finished hands of 9-2-5: contracts kept, ends of the scale reached,
//! and the game's quantities, from the worked cases of the rules.

use threehand_engine::games::NineTwoFive;
use threehand_engine::testing::quantity;
use threehand_engine::{Game as _, Hand as _, Reach, Seat, Stream, Trump};

use super::common::{
    Hand, P0, P1, P2, after, hand_with_tricks, play, play_randomly, rules, shuffled, standing,
    start_play,
};

const NONE: Reach = Reach { top: false, bottom: false };
const TOP: Reach = Reach { top: true, bottom: false };
const BOTTOM: Reach = Reach { top: false, bottom: true };
const BOTH: Reach = Reach { top: true, bottom: true };

fn kept(hand: &Hand) -> [Option<bool>; 3] {
    Seat::ALL.map(|seat| hand.kept(seat))
}

fn reach(hand: &Hand) -> Reach {
    hand.rules().reach(&hand.outcome().expect("the hand is over").standing)
}

#[test]
fn in_9_2_5_a_contract_is_kept_with_as_many_tricks_or_more() {
    let game = NineTwoFive::default();
    let first = game.first_standing(P0);
    for (tricks, expected) in [
        // N1, N6 and N4; then each exactly, and 9 too few by one.
        ([8, 5, 3], [false, true, false]),
        ([4, 0, 12], [false, false, true]),
        ([4, 5, 7], [false, true, true]),
        ([9, 2, 5], [true, true, true]),
        ([8, 3, 5], [false, true, true]),
    ] {
        let hand = hand_with_tricks(&game, &first, tricks);
        assert_eq!(kept(&hand), expected.map(Some), "{tricks:?}");
    }
    let hand = game.start(&first, &shuffled(&mut Stream::new([1, 1, 9, 925])));
    assert_eq!(kept(&hand), [None; 3], "the hand is not over");
    // N5's rules: 9, then 5, then 2.
    let other = rules("contracts=9-5-2");
    let hand = hand_with_tricks(&other, &first, [8, 5, 3]);
    assert_eq!(kept(&hand), [Some(false), Some(true), Some(true)]);
}

#[test]
fn in_9_2_5_both_ends_of_the_scale_can_be_reached_in_one_hand() {
    let game = NineTwoFive::default();
    for (scores, tricks, expected) in [
        // N7 twice, and N8, which is not over.
        ([12, -3, -9], [13, 0, 3], TOP),
        ([6, 8, -14], [10, 3, 3], BOTTOM),
        ([7, 10, -17], [10, 0, 6], BOTTOM),
        ([12, -13, 1], [13, 0, 3], BOTH),
        ([12, -12, 0], [11, 0, 5], NONE),
    ] {
        let before = standing(P0, scores, None, false);
        let hand = hand_with_tricks(&game, &before, tricks);
        assert_eq!(reach(&hand), expected, "{scores:?} {tricks:?}");
    }
}

#[test]
fn in_9_2_5_the_cards_bled_to_the_dealer_are_counted_in_hands_with_a_bleed() {
    let bled_to_dealer = |hand: &Hand| quantity::<NineTwoFive>("bled_to_dealer", hand);
    let mut rng = Stream::new([2, 1, 9, 925]);
    let end = |hand: &mut Hand, rng: &mut Stream| play_randomly(hand, rng, |_| true);
    // N1 and N6: the dealer P1 gives to both others, and is bled his deficit of two.
    for (deltas, expected) in [([-1, 3, -2], 0), ([-5, -2, 7], 2), ([3, -1, -2], 1)] {
        for _ in 0..20 {
            let mut hand = NineTwoFive::default().start(&after(P1, deltas), &shuffled(&mut rng));
            end(&mut hand, &mut rng);
            assert_eq!(bled_to_dealer(&hand), Some(expected), "{deltas:?}");
        }
    }
    // N6 where a receiver may get any number: all seven.
    let free = rules("bleed_cap=free");
    let mut hand = free.start(&after(P1, [-5, -2, 7]), &shuffled(&mut rng));
    play(&mut hand, "trump NT");
    for _ in 0..7 {
        let card = hand.view(P2).cards().first().expect("a card");
        play(&mut hand, &format!("give {card} 1"));
    }
    end(&mut hand, &mut rng);
    assert_eq!(bled_to_dealer(&hand), Some(7));
    // No bleed in the first hand, nor after all contracts were made.
    let game = NineTwoFive::default();
    for standing in [game.first_standing(P1), after(P1, [0; 3])] {
        let mut hand = game.start(&standing, &shuffled(&mut rng));
        start_play(&mut hand, Trump::None);
        end(&mut hand, &mut rng);
        assert_eq!(bled_to_dealer(&hand), None);
    }
}
