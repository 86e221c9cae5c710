//! The puzzles: there are enough of them, and the stronger a bot, the more it finds.

use std::collections::HashSet;

use threehand_bots::puzzles::{Proof, of_game};
use threehand_bots::testing::proofs::{share_found, with_proof};
use threehand_bots::{AnyKind, Bots, Knowledge, Registry, Visitor};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{Hand, Legal};

use crate::LAB;

#[derive(Clone)]
struct ThereAreEnough;

impl Visitor for ThereAreEnough {
    type Output = ();

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) {
        let puzzles = of_game::<G>();
        assert!(puzzles.len() >= 25, "{}", puzzles.len());
        assert!(with_proof::<G>(Proof::Playouts).count() >= 8);
        let names: HashSet<_> = puzzles.iter().map(|puzzle| &puzzle.line.name).collect();
        let reasons: HashSet<_> = puzzles.iter().map(|puzzle| &puzzle.line.why).collect();
        let different = [names.len(), reasons.len()];
        assert_eq!(different, [puzzles.len(); 2], "a name or a reason comes twice");
        for puzzle in &puzzles {
            let right = puzzle.line.right.len();
            assert!(right > 0 && right < puzzle.hand.legal().len(), "{}", puzzle.line.name);
        }
    }
}

#[test]
fn each_game_has_25_puzzles_and_eight_that_are_no_endings() {
    LAB.each_game(ThereAreEnough);
}

/// A bot of each kind that searches, with little to search by.
fn searching() -> Vec<String> {
    let budget = |kind: &dyn AnyKind| {
        let budgets = [("worlds", "8"), ("iterations", "200")];
        let has = |name| kind.parameters().iter().any(|parameter| parameter.name() == name);
        let (name, n) = budgets.into_iter().find(|&(name, _)| has(name))?;
        Some(format!("{}:{name}={n}", kind.name()))
    };
    LAB.kinds().into_iter().filter_map(budget).collect()
}

fn stronger_bots_find_more<G: Knowledge>() {
    let bots = LAB.bots::<G>();
    let share = |name: &str| share_found(&bots, of_game(), name, 20);
    let [random, greedy, heuristic] = ["random", "greedy", "heuristic"].map(share);
    assert!(random < greedy && greedy < heuristic, "{random} {greedy} {heuristic}");
    for spec in searching() {
        let found = share_found(&bots, of_game(), &spec, 1);
        assert!(found >= heuristic, "{spec}: {found}, heuristic: {heuristic}");
    }
}

#[test]
fn stronger_bots_find_more_at_9_2_5() {
    stronger_bots_find_more::<NineTwoFive>();
}

#[test]
fn stronger_bots_find_more_at_three_legged_kitty() {
    stronger_bots_find_more::<ThreeLeggedKitty>();
}

#[test]
fn stronger_bots_find_more_at_three_kings() {
    stronger_bots_find_more::<ThreeKings>();
}
