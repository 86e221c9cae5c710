//! The candidates of a decision: the actions worth comparing, of those that do the same one.

use threehand_engine::{Card, CardSet, Legal as _, View};

use crate::knowledge::Knowledge;

/// Puts the actions worth comparing into `candidates`; the action to take if there is nothing to
/// compare.
pub(super) fn only_candidate<G: Knowledge>(
    view: &View<'_, G>,
    candidates: &mut Vec<G::Action>,
) -> Option<G::Action> {
    candidates.clear();
    if view.legal().len() == 1 {
        return Some(view.legal().nth(0));
    }
    G::candidates(view, candidates);
    if let [only] = candidates[..] { Some(only) } else { None }
}

/// Cards of one's own between which no other card lies do the same.
pub(crate) struct Alike {
    pub(crate) own: CardSet,
    /// The cards that others may still hold, or that lie in the trick.
    pub(crate) apart: CardSet,
}

impl Alike {
    /// Whether no higher card of one's own does the same.
    pub(crate) fn is_highest(&self, card: Card) -> bool {
        let next = self.own.above(card).first();
        next.is_none_or(|above| self.apart.below(above).meets(self.apart.above(card)))
    }

    /// Whether no lower card of one's own does the same.
    pub(crate) fn is_lowest(&self, card: Card) -> bool {
        let next = self.own.below(card).last();
        next.is_none_or(|below| self.apart.above(below).meets(self.apart.below(card)))
    }
}
