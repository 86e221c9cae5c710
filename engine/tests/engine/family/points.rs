//! What the points of a hand come to.

use threehand_engine::games::Family;
use threehand_engine::testing::{Trials, checks};

use super::{file, game};

fn sums(file: &str, hands: u64) -> Vec<i32> {
    let mut sums = Vec::new();
    Trials::<Family>::of(game(file), hands as usize).each(|trial| {
        sums.push(trial.finish().points.0.iter().sum());
    });
    sums.sort_unstable();
    sums.dedup();
    sums
}

#[test]
fn points_over_and_under_contracts_that_make_all_tricks_sum_to_nothing() {
    for name in ["three-two-five", "three-five-eight", "sergeant-major"] {
        let game = game(file(name));
        Trials::<Family>::of(game, checks(10_000) as usize).under(game).each(|trial| {
            assert_eq!(trial.finish().points.0.iter().sum::<i32>(), 0);
        });
    }
}

#[test]
fn hearts_are_26_points_a_hand_or_52_if_one_seat_takes_all() {
    assert_eq!(sums(file("hearts"), checks(100_000).max(4_000)), [26, 52]);
    // Of five cards each: one seat takes all of them now and then.
    let few = "format = 1\nname = \"few\"\ncards.ranks = \"TJQKA\"\ncards.suits = \"HSC\"\n\
               deal.hand = 5\nscore.cards = { H = 1, QS = 13 }\nscore.all = { others = 18 }\n\
               match.hands = 1\nmatch.tie = \"shared\"";
    assert_eq!(sums(few, 3_000), [18, 36]);
}
