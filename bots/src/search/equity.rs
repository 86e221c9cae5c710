//! What the end of a hand is worth: the chance to win the match from there.
//!
//! P(seat wins) = exp(u(seat)) / Σ exp(u), with u linear in what the standing holds for the seat. The
//! weights maximise the likelihood of who won matches of three `heuristic` players who err now and
//! then, over the standings after all their hands. They lie in the file `equity.json` of each game,
//! written by
//! `research equity` at commit 523d0a7.
//!
//! Who deals next is left out: it is settled before the hand, so it hardly moves what to do in it, and
//! what it is worth depends on the order of the contracts. (With it the mean logarithm of the chance
//! given to who won rises from −0.851 to −0.842 in 9-2-5, and by less than 0.001 in the others.)

use threehand_engine::{Outcome, Seat};

use crate::knowledge::Knowledge;
use crate::opinion::Unit;

/// What a bot plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stakes {
    /// The chance to win the match; the points of the hand where the game has no equity.
    Match,
    /// The points of the hand, more than the others get.
    Points,
}

impl Stakes {
    /// What the worth counts.
    pub(super) const fn unit<G: Knowledge>(self) -> Unit {
        match self {
            Self::Match if !G::FEATURES.is_empty() => Unit::Chance,
            _ => Unit::Points,
        }
    }

    /// What the end of a hand is worth to a seat.
    pub(super) fn worth<G: Knowledge>(
        self,
        rules: &G,
        outcome: &Outcome<G::Standing>,
        seat: Seat,
    ) -> f64 {
        if self == Self::Match && !G::FEATURES.is_empty() {
            return rules.equity(outcome)[seat];
        }
        let others = outcome.points[seat.left()] + outcome.points[seat.right()];
        f64::from(rules.win().gain(2 * outcome.points[seat] - others))
    }
}
