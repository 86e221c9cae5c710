//! What bots make of the options of Three Kings: match equity in proportion, and predictions side by
//! side.

use rand::SeedableRng;
use serde_json::json;
use threehand_bots::games::three_kings::Heuristic;
use threehand_bots::testing::deal;
use threehand_bots::{Bot, BotRng, Knowledge};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Legal, Prediction, Standing};
use threehand_engine::testing::{checks, rules};
use threehand_engine::{BySeat, Game, Hand as _, Outcome, Seat, Standing as _, Stream};

/// The chances to win the match under these rules from here.
fn equity(words: &str, scores: [i32; 3], pending: [i32; 3], game_points: [i32; 3]) -> [f64; 3] {
    let carry = json!({
        "pending": pending, "game_points": game_points, "last_trick_winner": 0,
    });
    let carry = carry.as_object().expect("an object");
    let standing = Standing::from_record(Seat::P0, BySeat(scores), carry).expect("a standing");
    let game: ThreeKings = rules(words);
    game.equity(&Outcome { points: BySeat([0; 3]), standing, over: false }).0
}

#[test]
fn points_count_for_a_match_in_proportion_to_those_that_end_a_set_and_the_match() {
    let near = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    let published = equity("", [10, 4, -2], [-5, 0, 0], [1, 2, 0]);
    let longer = equity("set_points=30", [20, 8, -4], [-10, 0, 0], [1, 2, 0]);
    assert!(near(published, longer), "{published:?} {longer:?}");
    assert!(!near(published, equity("set_points=30", [10, 4, -2], [-5, 0, 0], [1, 2, 0])));
    // Two of six game points are one of three; the last set is the one after five of six.
    let third = equity("", [10, 4, -2], [0; 3], [1, 0, 0]);
    assert!(near(third, equity("game_points=6", [10, 4, -2], [0; 3], [2, 0, 0])));
    assert!(!near(third, equity("game_points=6", [10, 4, -2], [0; 3], [1, 0, 0])));
    // A single game point is to be won: all play for the last set, and points alone count.
    let [ahead, behind, last] = equity("game_points=1", [10, 4, -2], [0; 3], [0; 3]);
    assert!(ahead > behind && behind > last, "{ahead} {behind} {last}");
}

#[test]
fn heuristic_predicts_what_is_left_to_predict() {
    let count = checks(1_500).max(300);
    let (mut second, mut said) = (0, [0; 2]);
    for words in ["prediction_slots=separate", "prediction_slots=separate set_points=40"] {
        let game: ThreeKings = rules(words);
        let mut luck = BotRng::seed_from_u64(4);
        for key in 0..count {
            let standing = game.first_standing(Seat::P0);
            let mut hand = deal(&game, &standing, &mut Stream::new([key, 1, 12, 3]));
            while let Some(seat) = hand.turn() {
                if let Legal::Predict(open) = hand.legal() {
                    second += u64::from(open.iter().count() == 1);
                }
                let action = Heuristic.decide(&hand.view(seat), &mut luck);
                hand.play(action).expect("it is legal");
            }
            for (_, prediction) in hand.view(Seat::P0).predictions().iter() {
                said[usize::from(prediction == Prediction::Ace)] += 1;
            }
        }
    }
    assert!(second > count / 15 && said[0] > count / 30, "{second} asked after another, {said:?}");
}
