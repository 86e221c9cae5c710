//! Three Kings.

mod bridge;
mod common;
mod invariants;
mod options;
mod oracle;
mod page;
mod perft;
mod rules;
mod sets;
mod slow;
mod slow_melds;
mod slow_sets;
mod whole_worlds;
mod worlds;

use threehand_engine::games::ThreeKings;
use threehand_engine::testing::Trials;
use threehand_engine::{Hand as _, View};

use crate::every_game::Tested;

impl Tested for ThreeKings {
    type Table = slow::Table;

    const PLAYTHROUGHS: (&'static str, &'static [usize]) =
        (include_str!("../../data/playthroughs/three_kings.jsonl"), &[0, 11]);
    const POSITIONS: &'static str = include_str!("../../data/perft/three_kings.txt");
    const VERBS: &'static [&'static str] =
        &["decline", "exchange", "play", "predict", "throw", "upcard"];
    const PHASES: usize = 5;

    fn random_hands(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize)
    }

    fn trials(hands: u64) -> Trials<Self> {
        Self::random_hands(hands)
            .standing(common::start_of_match)
            .choose(common::melds_in_some_hands)
    }

    fn assert_fits(view: &View<'_, Self>, hand: &Self::Hand) {
        for other in [view.seat().left(), view.seat().right()] {
            let cards = hand.view(other).cards();
            assert_eq!(cards.len(), view.hand_size(other));
            let may_hold = view.may_hold(other);
            assert!(may_hold.contains_all(cards), "{other} holds {cards}: {view:?}");
        }
    }
}
