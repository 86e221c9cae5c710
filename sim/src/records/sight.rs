//! Whether a seat saw what another did.

use threehand_bots::Knowledge;
use threehand_engine::scene::cards_said;
use threehand_engine::{CardSet, Scene, Seat};

/// Whether `seat` saw what was done, by its tables before and after it: it did it, or it knows where the
/// cards lie now, or was told of them.
pub(crate) fn saw<G: Knowledge>(
    seat: Seat,
    (who, action): (Seat, G::Action),
    (before, after): (&Scene, &Scene),
) -> bool {
    let cards = cards_said(&G::say(action));
    let told = |scene: &Scene| -> CardSet {
        let cards = scene.facts.iter().flat_map(|fact| fact.pile.cards.0.iter().copied());
        cards.collect()
    };
    let known = || after.placed() | (told(after) - told(before));
    seat == who || (G::is_seen_by_all(action) || !cards.is_empty()) && (cards - known()).is_empty()
}

/// Words that a seat did not see, with no card named: `lay away a card`.
pub(crate) fn unseen(words: &str) -> String {
    let word = |word: &str| match cards_said(word).is_empty() {
        true => word.to_owned(),
        false => "a card".to_owned(),
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
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
