//! Three-Legged Kitty.

mod bridge;
mod common;
mod invariants;
mod options;
mod oracle;
mod perft;
mod rules;
mod slow;
mod worlds;

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::testing::Trials;
use threehand_engine::{Hand as _, View};

use crate::every_game::Tested;

impl Tested for ThreeLeggedKitty {
    type Table = slow::Table;

    const PLAYTHROUGHS: (&'static str, &'static [usize]) =
        (include_str!("../../data/playthroughs/three_legged_kitty.jsonl"), &[0, 8, 9]);
    const POSITIONS: &'static str = include_str!("../../data/perft/three_legged_kitty.txt");
    const VERBS: &'static [&'static str] =
        &["bid", "enough", "pass", "pay", "play", "stray", "take"];
    const PHASES: usize = 6;

    fn random_hands(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize).rules(common::quick_rules)
    }

    fn trials(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize)
            .rules(common::random_rules)
            .standing(common::start_of_match)
            .choose(common::random_action)
    }

    fn assert_fits(view: &View<'_, Self>, hand: &Self::Hand) {
        for other in [view.seat().left(), view.seat().right()] {
            let cards = hand.view(other).cards();
            assert_eq!(cards.len(), view.hand_size(other));
            assert_eq!(hand.view(other).dealt().len(), 10);
            assert!(cards.contains_all(view.open(other)));
            assert!((view.hidden() | view.open(other)).contains_all(cards));
            let may_hold = view.may_hold(other);
            assert!(may_hold.contains_all(cards), "{other} holds {cards}: {view:?}");
        }
    }
}
