//! Tricks of single cards for a network: how a trick stands, and what playing a card to it does.

use threehand_engine::{Card, CardSet, Seat, Suit, Trick, Trump};

use super::inputs::{Group, Inputs};
use super::places::{Places, RANKS};

/// How many labels [`how`] has.
pub const HOW: usize = FOLLOWS.end();
/// How many labels [`low`] has.
pub const LOW: usize = 3 * 2 * 4 * 6;

/// A lead: by the higher cards that others may hold, and by how many cards of the suit the seat has.
const LEADS: Group = Group::first(5, 5);
/// The second or third card: whether it wins as it lies and is the cheapest such card of its suit, by the higher
/// cards that others may hold.
const FOLLOWS: Group = LEADS.then(2 * 4, 4);

/// Where a card can be, for a seat that knows of no card on the table but those of the trick.
#[derive(Clone, Copy, Debug)]
pub struct Locations {
    /// The seat's own cards.
    pub own: CardSet,
    /// The cards of the trick.
    pub trick: CardSet,
    /// The best of these.
    pub best: CardSet,
    /// The cards that the left and the right neighbour may hold.
    pub others: [CardSet; 2],
}

impl Locations {
    /// How many there are.
    pub const COUNT: usize = 7;
    /// With neither of the others, and not on the table.
    pub const NOWHERE: usize = 4;

    /// The locations with this trick of single cards.
    #[inline(always)]
    pub fn of(own: CardSet, trick: &Trick, others: [CardSet; 2]) -> Self {
        let best = trick.best().map_or(CardSet::EMPTY, |(_, card)| CardSet::only(card));
        let trick = trick.plays().fold(CardSet::EMPTY, |all, (_, card)| all.with(card));
        Self { own, trick, best, others }
    }

    /// Where the card is: with the seat, with one of the others or either, with neither, or in the trick.
    #[inline(always)]
    pub fn get(&self, card: Card) -> usize {
        if self.own.contains(card) {
            0
        } else if self.trick.contains(card) {
            if self.best.contains(card) { 5 } else { 6 }
        } else {
            match self.others.map(|other| other.contains(card)) {
                [true, false] => 1,
                [false, true] => 2,
                [true, true] => 3,
                [false, false] => Self::NOWHERE,
            }
        }
    }
}

/// The inputs for where the cards are, with so many slots for suits and so many locations; and for how the trick
/// stands.
#[inline(always)]
pub fn sense(
    inputs: &mut Inputs,
    [slots, locations]: [usize; 2],
    places: &Places,
    location: impl Fn(Card) -> usize,
    (me, trick): (Seat, &Trick),
) {
    let cards = inputs.group(slots * RANKS, locations);
    places.each(|place, card| inputs.turn_on(cards.at(place, location(card))));
    // The suit led has inputs of its own as well.
    let cards_led = inputs.group(RANKS, locations);
    let led = trick.suit();
    if let Some(led) = led {
        let first = places.slot(led) * RANKS;
        places.each(|place, card| {
            if card.suit() == led {
                inputs.turn_on(cards_led.at(place - first, location(card)));
            }
        });
    }
    let best = trick.best();
    inputs.maybe(slots, led.map(|led| places.slot(led)));
    inputs.maybe(slots, best.map(|(_, card)| places.slot(card.suit())));
    inputs.one_of(3, trick.len());
    inputs.maybe(2, best.map(|(seat, _)| seat.steps_from(me) - 1));
}

/// How the card does in the trick.
#[inline]
pub fn how(card: Card, own: CardSet, unseen: CardSet, trick: &Trick, trump: Trump) -> usize {
    let above = unseen.above(card).len();
    if trick.is_empty() {
        return LEADS.at(above.min(4), own.of(card.suit()).len().min(5) - 1);
    }
    let wins = trick.is_beaten_by(card, trump);
    let lower = own.below(card).last();
    let cheapest = lower.is_none_or(|lower| wins && !trick.is_beaten_by(lower, trump));
    let kind = usize::from(wins) * 2 + usize::from(cheapest);
    FOLLOWS.at((trick.len() - 1) * 4 + kind, above.min(3))
}

/// How low the card is among the seat's own of the suit, and how many these are.
#[inline]
pub fn low(card: Card, own: CardSet, led: Option<Suit>, kind: usize) -> usize {
    let suit = card.suit();
    let to_led = led.map_or(0, |led| if led == suit { 1 } else { 2 });
    let below = own.below(card).len().min(3);
    ((to_led * 2 + kind) * 4 + below) * 6 + own.of(suit).len().clamp(1, 6) - 1
}
