//! Each rung of the ladder earns its place: one of it against two of the rung below.
//!
//! Parity is 1/3. The bars are those of the ladder; 300 blocks of three matches have a standard
//! error of about 0.016, and the steps lie many of them above.

mod common;

use common::{LAB, share_won};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::games::NineTwoFive;
use threehand_engine::options;

#[test]
fn greedy_beats_two_random_at_9_2_5() {
    let share = share_won(&NineTwoFive::default(), "greedy", "random", 300, 1);
    assert!(share > 0.5, "{share}");
}

#[test]
fn heuristic_beats_two_greedy_at_9_2_5() {
    let share = share_won(&NineTwoFive::default(), "heuristic", "greedy", 300, 1);
    assert!(share > 0.75, "{share}");
}

#[test]
fn heuristic_beats_two_greedy_by_all_the_rules_that_have_names() {
    for contracts in ["9-5-2", "8-3-5", "9-3-4", "8-4-4"] {
        let rules: NineTwoFive = options::rules([("contracts", contracts)]).unwrap();
        let share = share_won(&rules, "heuristic", "greedy", 100, 1);
        assert!(share > 0.6, "{contracts}: {share}");
    }
}

#[test]
fn pimc_beats_two_heuristic_though_it_looks_at_few_worlds() {
    for game in LAB.games() {
        let share = LAB.with_game(game, Step { one: "pimc:worlds=8", two: "heuristic", blocks: 8 });
        assert!(share.is_some_and(|share| share > 0.37), "{game}: {share:?}");
    }
}

/// The share that one wins against two by the default rules.
struct Step {
    one: &'static str,
    two: &'static str,
    blocks: u64,
}

impl Visitor for Step {
    type Output = f64;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> f64 {
        share_won(&G::default(), self.one, self.two, self.blocks, 1)
    }
}

#[test]
fn absent_mindedness_costs_matches() {
    let rules = NineTwoFive::default();
    let share = share_won(&rules, "heuristic:epsilon=0.3", "heuristic", 300, 1);
    assert!(share < 0.25, "{share}");
}
