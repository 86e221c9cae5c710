//! 9-2-5.

mod all_worlds;
mod bridge;
mod common;
mod invariants;
mod slow;
mod worlds;

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::Action;
use threehand_engine::testing::{Trial, Trials};
use threehand_engine::{Hand as _, View};

use crate::every_game::Tested;
use crate::met::Met;

impl Tested for NineTwoFive {
    type Table = slow::Table;

    const CASES: &'static str = include_str!("../../data/cases/nine_two_five.txt");
    const PLAYTHROUGHS: (&'static str, &'static [usize]) =
        (include_str!("../../data/playthroughs/nine_two_five.jsonl"), &[0, 11]);
    const POSITIONS: &'static str = include_str!("../../data/perft/nine_two_five.txt");
    const VERBS: &'static [&'static str] = &["discard", "give", "keep", "play", "trump"];
    const PHASES: usize = 5;
    const DUE: &'static [(&'static str, u64)] = &[
        ("matches", 20_000),
        ("two givers", 10_000),
        ("two receivers", 10_000),
        ("kept", 10_000),
        ("latched", 200),
        ("tied, not latched", 200),
        ("unbled", 2_000),
        ("ended", 10_000),
    ];

    fn random_hands(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize).rules(common::random_rules)
    }

    fn trials(hands: u64) -> Trials<Self> {
        Self::random_hands(hands).standing(common::start_of_match)
    }

    fn note(
        met: &mut Met<&'static str>,
        trial: &Trial<'_, Self>,
        slow: &slow::Table,
        action: Option<Action>,
    ) {
        if let Some(action) = action {
            met.add_if(action == Action::Keep, "kept");
            if trial.actions.is_empty() {
                let last = slow.before.last.unwrap_or([0; 3]);
                met.add_if(slow.givers.len() == 2, "two givers");
                let receivers = last.iter().filter(|&&delta| delta < 0).count();
                met.add_if(receivers == 2, "two receivers");
            }
            return;
        }
        let (_, next, over) = slow.end().expect("the hand is over");
        let tied = !over && next.scores.iter().any(|score| score.abs() >= slow.rules.target);
        met.add_if(next.latched, "latched");
        met.add_if(tied && !next.latched, "tied, not latched");
        met.add_if(over, "ended");
        met.add_if(trial.number() == 0, "matches");
        let due = slow.before.last.is_some_and(|last| last != [0; 3]);
        let unbled = slow.rules.unbled_no_trump && !slow.rules.trump_after_bleed;
        if unbled && due && slow.trump == Some(None) {
            assert!(slow.given.is_empty());
            met.add("unbled");
        }
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
