//! Which seats saw an action.

use threehand_engine::scene::cards_said;
use threehand_engine::{CardSet, Scene, Seat};
use threehand_play::DynHand;

/// Whether `seat` saw an action, by its scenes before and after it: it took the action itself, or it knows
/// where the cards lie now, or a fact of the scene names them.
pub(crate) fn saw(
    seat: Seat,
    (hand, who, action): (&dyn DynHand, Seat, usize),
    (before, after): (&Scene, &Scene),
) -> bool {
    let cards = cards_said(&hand.say(action));
    let in_facts = |scene: &Scene| -> CardSet {
        let cards = scene.facts.iter().flat_map(|fact| fact.pile.cards.0.iter().copied());
        cards.collect()
    };
    let known = || after.placed() | (in_facts(after) - in_facts(before));
    seat == who
        || (hand.is_seen_by_all(action) || !cards.is_empty()) && (cards - known()).is_empty()
}

/// The words for an action that a seat did not see, with no card named: `lay away a card`.
pub(crate) fn unseen(words: &str) -> String {
    let word = |word: &str| match cards_said(word).is_empty() {
        true => word.to_owned(),
        false => "a card".to_owned(),
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The winner of a trick that ends between two scenes, and whether a card was played to it.
pub(crate) fn trick_between(before: &Scene, after: &Scene) -> (Option<Seat>, bool) {
    let count = |scene: &Scene| scene.trick.iter().map(|lay| lay.cards.0.len()).sum::<usize>();
    let has_ended = after.last != before.last;
    let winner = after.last.as_ref().filter(|_| has_ended).map(|last| last.winner);
    (winner, has_ended || count(after) > count(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_seen_names_no_card() {
        assert_eq!(unseen("give ♣9 to seat 2"), "give a card to seat 2");
        assert_eq!(unseen("call hearts ♥"), "call hearts ♥");
    }
}
