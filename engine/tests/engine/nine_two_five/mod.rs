//! 9-2-5.

mod all_worlds;
mod bridge;
mod common;
mod invariants;
mod options;
mod oracle;
mod perft;
mod rules;
mod slow;
mod worlds;

use threehand_engine::games::NineTwoFive;
use threehand_engine::testing::Trials;
use threehand_engine::{Hand as _, View};

use crate::every_game::Tested;

impl Tested for NineTwoFive {
    type Table = slow::Table;

    const PLAYTHROUGHS: (&'static str, &'static [usize]) =
        (include_str!("../../data/playthroughs/nine_two_five.jsonl"), &[0, 11]);
    const POSITIONS: &'static str = include_str!("../../data/perft/nine_two_five.txt");
    const VERBS: &'static [&'static str] = &["discard", "give", "keep", "play", "trump"];
    const PHASES: usize = 5;

    fn random_hands(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize).rules(common::random_rules)
    }

    fn trials(hands: u64) -> Trials<Self> {
        Self::random_hands(hands).standing(common::start_of_match)
    }

    fn assert_fits(view: &View<'_, Self>, hand: &Self::Hand) {
        for other in [view.seat().left(), view.seat().right()] {
            let cards = hand.view(other).cards();
            assert_eq!(cards.len(), view.hand_size(other));
            assert_eq!(hand.view(other).dealt().len(), 16);
            assert!(view.unseen().contains_all(cards));
            let may_hold = view.may_hold(other);
            assert!(may_hold.contains_all(cards), "{other} holds {cards}: {view:?}");
        }
    }
}
