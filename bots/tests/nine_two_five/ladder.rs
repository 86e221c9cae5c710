//! Each rung of the ladder earns its place: one of it against two of the rung below.
//!
//! Parity is 1/3. The bars are those of the ladder; 300 blocks of three matches have a standard
//! error of about 0.016, and the steps lie many of them above.

use threehand_bots::testing::win_share;
use threehand_bots::{Lab, Registry};
use threehand_engine::games::NineTwoFive;
use threehand_engine::options;

fn share_won(rules: &NineTwoFive, one: &str, two: &str, blocks: u32) -> f64 {
    win_share(&Lab::standard().bots(), rules, one, two, blocks)
}

#[test]
fn greedy_beats_two_random_at_9_2_5() {
    let share = share_won(&NineTwoFive::default(), "greedy", "random", 300);
    assert!(share > 0.5, "{share}");
}

#[test]
fn heuristic_beats_two_greedy_at_9_2_5() {
    let share = share_won(&NineTwoFive::default(), "heuristic", "greedy", 300);
    assert!(share > 0.75, "{share}");
}

#[test]
fn heuristic_beats_two_greedy_by_all_the_rules_that_have_names() {
    for contracts in ["9-5-2", "8-3-5", "9-3-4", "8-4-4"] {
        let rules: NineTwoFive = options::rules([("contracts", contracts)]).unwrap();
        let share = share_won(&rules, "heuristic", "greedy", 100);
        assert!(share > 0.6, "{contracts}: {share}");
    }
}

#[test]
fn absent_mindedness_costs_matches() {
    let rules = NineTwoFive::default();
    let share = share_won(&rules, "heuristic:epsilon=0.3", "heuristic", 300);
    assert!(share < 0.25, "{share}");
}
