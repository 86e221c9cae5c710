//! What playing a card to a trick is: whether it wins, how cheaply, and what it leaves.

use threehand_engine::{Card, CardSet, Suit, Trick, Trump};

/// How many labels [`how`] has.
pub const HOW: usize = LEADS + 2 * FOLLOWS;
/// How many labels [`low`] has.
pub const LOW: usize = 3 * 2 * 4 * 6;

/// As a lead: by the cards above that others may hold, and by how many of the suit the seat has.
const LEADS: usize = 5 * 5;
/// As the second or third card: whether it wins as it lies and is the cheapest such card of its suit, by the cards
/// above.
const FOLLOWS: usize = 4 * 4;

/// How the card does in the trick.
#[inline]
pub fn how(card: Card, own: CardSet, unseen: CardSet, trick: &Trick, trump: Trump) -> usize {
    let above = unseen.above(card).len();
    if trick.is_empty() {
        return above.min(4) * 5 + own.of(card.suit()).len().min(5) - 1;
    }
    let wins = trick.is_beaten_by(card, trump);
    let lower = own.below(card).last();
    let cheapest = lower.is_none_or(|lower| wins && !trick.is_beaten_by(lower, trump));
    let kind = usize::from(wins) * 2 + usize::from(cheapest);
    LEADS + (trick.len() - 1) * FOLLOWS + kind * 4 + above.min(3)
}

/// How low the card is among the seat's own of the suit, and how many these are.
#[inline]
pub fn low(card: Card, own: CardSet, led: Option<Suit>, kind: usize) -> usize {
    let suit = card.suit();
    let to_led = led.map_or(0, |led| if led == suit { 1 } else { 2 });
    let below = own.below(card).len().min(3);
    ((to_led * 2 + kind) * 4 + below) * 6 + own.of(suit).len().clamp(1, 6) - 1
}
