//! What studies of the rules ask of finished hands of Three Kings: contracts kept, ends of the scale reached,
//! and the game's quantities, from the worked cases of the rules.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::Prediction;
use threehand_engine::testing::{checks, quantity};
use threehand_engine::{BySeat, Game as _, Hand as _, Reach, Seat, Standing as _, Stream};

use super::common::{
    BEFORE, Before, Hand, P0, P1, P2, last_trick, meld_often, play, random_standing, shuffled,
};

const NONE: Reach = Reach { top: false, bottom: false };
const TOP: Reach = Reach { top: true, bottom: false };

fn kept(hand: &Hand) -> [Option<bool>; 3] {
    Seat::ALL.map(|seat| hand.kept(seat))
}

fn reach(hand: &Hand) -> Reach {
    hand.rules().reach(&hand.outcome().expect("the hand is over").standing)
}

/// A last trick played out, with nothing but single cards before it.
fn king_hand(
    left: [&str; 3],
    leader: Seat,
    prediction: Option<(Seat, Prediction)>,
    scores: [i32; 3],
    before: Before,
) -> Hand {
    let case = last_trick("", left, leader, prediction, |_| true);
    let mut hand = case.at(scores, before);
    let plays = leader.around().map(|seat| format!("play {}", left[seat.number()]));
    play(&mut hand, &plays.join(", "));
    hand
}

#[test]
fn in_three_kings_who_predicted_has_kept_it_or_not_and_nobody_else() {
    let said = |seat, prediction| Some((seat, prediction));
    for (left, prediction, expected) in [
        // T6: an ace led to the last trick that wins, and one that loses; then T7.
        (["AD", "KS", "2H"], None, [None; 3]),
        (["AD", "KS", "2H"], said(P0, Prediction::Last), [Some(true), None, None]),
        (["AD", "KS", "2H"], said(P0, Prediction::Ace), [Some(true), None, None]),
        (["AD", "2D", "2H"], said(P0, Prediction::Ace), [Some(false), None, None]),
        (["KS", "2D", "2H"], said(P0, Prediction::Ace), [Some(false), None, None]),
        (["KS", "2D", "2H"], said(P0, Prediction::Last), [Some(true), None, None]),
        (["AS", "2D", "2H"], said(P1, Prediction::Ace), [None, Some(false), None]),
    ] {
        let hand = king_hand(left, P0, prediction, [0; 3], BEFORE);
        assert_eq!(kept(&hand), expected, "{left:?} {prediction:?}");
        let predicted = u8::from(prediction.is_some());
        assert_eq!(quantity::<ThreeKings>("predicted", &hand), Some(predicted));
        assert_eq!(quantity::<ThreeKings>("melds_led", &hand), Some(0));
    }
}

#[test]
fn in_three_kings_a_hand_is_shorter_by_two_tricks_for_each_meld_led() {
    // T9: the last trick is led with a meld, after single cards alone.
    let hand = king_hand(["3S 4S 5S", "2C 2D 2H", "TC TD TH"], P2, None, [14, 14, 3], BEFORE);
    assert_eq!(quantity::<ThreeKings>("melds_led", &hand), Some(1));
    let rules = ThreeKings::default();
    let mut seen = [0; 6];
    for key in 0..checks(3_000).max(300) {
        let mut rng = Stream::new([key, 2, 9, 3]);
        let standing = random_standing(&rules, &mut rng);
        let mut hand = rules.start(&standing, &shuffled(&rules, &standing, &mut rng));
        while hand.turn().is_some() {
            let action = meld_often(&hand, &mut rng);
            hand.play(action).expect("it is legal");
        }
        let melds = quantity::<ThreeKings>("melds_led", &hand).expect("always asked");
        assert_eq!(hand.tricks().0.iter().sum::<u8>(), 17 - 2 * melds);
        seen[usize::from(melds)] += 1;
    }
    assert!(seen[..4].iter().all(|&hands| hands > 0), "{seen:?}");
}

#[test]
fn in_three_kings_the_scale_ends_with_three_game_points() {
    let left = ["KD", "2D", "2H"];
    for (scores, game_points, expected) in [
        ([13, 4, -20], [2, 2, 0], TOP),
        ([13, 4, -20], [1, 2, 0], NONE),
        ([12, 4, -20], [2, 2, 0], NONE),
    ] {
        let hand = king_hand(left, P0, None, scores, Before { game_points, ..BEFORE });
        assert_eq!(reach(&hand), expected, "{scores:?} {game_points:?}");
    }
    let over = king_hand(left, P0, None, [13, 4, 0], Before { game_points: [2; 3], ..BEFORE });
    assert_eq!(over.outcome().expect("it is over").standing.match_scores(), BySeat([3, 2, 2]));
}
