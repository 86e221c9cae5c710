//! Cards from their texts.

use crate::card::Card;
use crate::card_set::CardSet;

/// The card of this text, such as `TD`.
///
/// # Panics
/// If there is no such card.
pub fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The cards of this text, such as `KS 9S 4S`.
///
/// # Panics
/// If these are not cards.
pub fn cards(text: &str) -> CardSet {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}
