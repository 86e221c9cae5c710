//! Hands of tricks for a network before which cards change hands: what 9-2-5 and games from files have in common.

use threehand_engine::{Card, CardSet, Seat, Suit, Trick, Trump};

use super::card_play::{self, Locations};
use super::inputs::{Group, Inputs};
use super::places::{Places, RANKS, by_length};

/// The trump, and four others.
pub const SLOTS: usize = 5;
/// The places of cards.
pub const CARDS: usize = SLOTS * RANKS;

const PLAYS: Group = Group::first(1, CARDS);
const GIFTS: Group = PLAYS.then(2, CARDS);
const DISCARDS: Group = GIFTS.then(1, CARDS);
const KEEP: Group = DISCARDS.then(1, 1);
const CALLS: Group = KEEP.then(1, SLOTS);
const HOW: Group = CALLS.then(1, card_play::HOW);
const LOW_PLAYS: Group = HOW.then(1, card_play::LOW);
const LOW_GIFTS: Group = LOW_PLAYS.then(1, card_play::LOW);
const LOW_DISCARDS: Group = LOW_GIFTS.then(1, card_play::LOW);
const UNSEEN: Group = LOW_DISCARDS.then(2, 14);
const NO_CARD: Group = UNSEEN.then(1, 1);
const RECEIVER: Group = NO_CARD.then(1, 2);
const HIGHER_GIFTS: Group = RECEIVER.then(6, 2);
// Here and below the trained networks have labels that nothing uses.
const ANY_DISCARD: Group = HIGHER_GIFTS.then(1, 5).then(1, 1);
const HIGHER_DISCARDS: Group = ANY_DISCARD.then(1, 13);
const ANY_KEEP: Group = HIGHER_DISCARDS.then(1, 6).then(1, 1);
const ANY_CALL: Group = ANY_KEEP.then(1, 1);
/// The labels of actions that both have; others come after it.
pub const COMMON: Group = ANY_CALL.then(1, 8);

/// The cards that a decision goes by, with what is trump.
#[derive(Clone, Copy, Debug)]
pub struct Cards<'a> {
    /// Whose decision it is.
    pub me: Seat,
    /// The seat's own cards.
    pub own: CardSet,
    /// The cards whose place the seat does not know.
    pub unseen: CardSet,
    /// The cards that the left and the right neighbour may hold.
    pub others: [CardSet; 2],
    /// The trick so far.
    pub trick: &'a Trick,
    /// What is trump, once it is known.
    pub trump: Option<Trump>,
}

impl Cards<'_> {
    /// Turns on the inputs for where the cards are and how the trick stands; the places of the cards.
    #[inline(always)]
    pub fn sense(&self, inputs: &mut Inputs) -> Places {
        let Self { me, own, unseen, others, trick, trump } = *self;
        let locations = Locations::of(own, trick, others);
        let counting = own | unseen | locations.trick;
        let trump = trump.and_then(Trump::suit);
        let places = Places::new(counting, 1, trump, |suit| by_length(own, suit));
        let location = |card| locations.get(card);
        card_play::sense(inputs, [SLOTS, Locations::COUNT], &places, location, (me, trick));
        places
    }

    fn kind(&self, card: Card) -> usize {
        usize::from(self.trump.is_some_and(|trump| trump.is(card)))
    }

    fn low(&self, card: Card, led: Option<Suit>) -> usize {
        card_play::low(card, self.own, led, self.kind(card))
    }

    /// The labels of playing a card.
    #[inline(always)]
    pub fn play(&self, card: Card, places: &Places) -> [usize; 4] {
        let Self { own, unseen, trick, .. } = *self;
        let trump = self.trump.unwrap_or(Trump::None);
        [
            PLAYS.at(0, places.place(card)),
            HOW.at(0, card_play::how(card, own, unseen, trick, trump)),
            LOW_PLAYS.at(0, self.low(card, trick.suit())),
            UNSEEN.at(self.kind(card), unseen.of(card.suit()).len()),
        ]
    }

    /// The labels of giving a card to another seat.
    pub fn give(&self, card: Card, to: Seat, places: &Places) -> [usize; 4] {
        let to = to.steps_from(self.me) - 1;
        let higher = self.others[to].of(card.suit()).above(card).len().min(5);
        [
            GIFTS.at(to, places.place(card)),
            RECEIVER.at(0, to),
            LOW_GIFTS.at(0, self.low(card, None)),
            HIGHER_GIFTS.at(higher, self.kind(card)),
        ]
    }

    /// The labels of laying a card away.
    pub fn discard(&self, card: Card, places: &Places) -> [usize; 4] {
        [
            DISCARDS.at(0, places.place(card)),
            ANY_DISCARD.at(0, 0),
            LOW_DISCARDS.at(0, self.low(card, None)),
            HIGHER_DISCARDS.at(0, self.unseen.of(card.suit()).above(card).len()),
        ]
    }

    /// The labels of giving no more.
    pub const fn keep() -> [usize; 4] {
        [KEEP.at(0, 0), ANY_KEEP.at(0, 0), LOW_DISCARDS.at(0, 0), NO_CARD.at(0, 0)]
    }

    /// The labels of calling a trump.
    pub fn call(trump: Trump, places: &Places) -> [usize; 4] {
        let slot = trump.suit().map_or(0, |suit| places.slot(suit));
        [CALLS.at(0, slot), ANY_CALL.at(0, 0), LOW_DISCARDS.at(0, 0), NO_CARD.at(0, 0)]
    }
}

/// Turns on the inputs for what the two others have led, played and thrown off, suit by suit.
#[inline(always)]
pub fn sense_past(
    me: Seat,
    plays: impl Iterator<Item = (Seat, Card)>,
    places: &Places,
    inputs: &mut Inputs,
) {
    // By seat and suit: cards played, tricks led, and whether it was the first suit thrown off.
    let mut played = [[0; 4]; 3];
    let mut leads = [[0; 4]; 3];
    let mut thrown = [None; 3];
    let mut led = Suit::Clubs;
    for (number, (seat, card)) in plays.enumerate() {
        let (who, suit) = (seat.steps_from(me), card.suit());
        played[who][suit.index()] += 1;
        if number % 3 == 0 {
            led = suit;
            leads[who][suit.index()] += 1;
        } else if suit != led && thrown[who].is_none() {
            thrown[who] = Some(suit);
        }
    }
    for who in 1..3 {
        let counts = |suit: Suit| [&played, &leads].map(|of| of[who][suit.index()]);
        inputs.by_suit(places, SLOTS, [6, 3], counts);
        inputs.maybe(SLOTS, thrown[who].map(|suit: Suit| places.slot(suit)));
    }
}
