//! What is known of a game holds, and a hand can be gone through again from its deal.

use threehand_bots::testing::{self, Trials};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use crate::LAB;

/// What is to be checked.
#[derive(Clone)]
enum Known {
    All,
    Candidates,
    Past,
    Equity,
    Endgame,
}

impl Visitor for Known {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let trials = |hands| Trials::new(hands).seed(21).hands_of_a_match(30);
        match self {
            Self::All => testing::knowledge(bots, &Trials::new(50)),
            Self::Candidates => testing::candidates::<G>(&trials(1_000)),
            Self::Past => {
                let asked = testing::past::<G>(&trials(200));
                assert!(asked > 2_000, "{}: {asked}", G::NAME);
            }
            Self::Equity => testing::equity::<G>(&trials(3_000)),
            Self::Endgame => {
                let solved = testing::endgame::<G>(&trials(300));
                assert!(solved > 100, "{}: {solved}", G::NAME);
            }
        }
    }
}

#[test]
fn what_is_known_of_each_game_holds() {
    LAB.each_game(Known::All);
}

#[test]
fn candidates_are_legal_actions_in_order() {
    LAB.each_game(Known::Candidates);
}

#[test]
fn a_hand_or_a_world_gone_through_again_comes_to_the_same() {
    LAB.each_game(Known::Past);
}

#[test]
fn equities_sum_to_one_and_end_with_the_match() {
    LAB.each_game(Known::Equity);
}

#[test]
fn what_is_solved_does_not_contradict_what_is_played() {
    LAB.each_game(Known::Endgame);
}
