//! What a seat of 8-5-3 knows, and the worlds that this leaves possible.

use std::fmt;

use rand::Rng;
use threehand_engine::{BySeat, Card, CardSet, Deals, Seat, Standing as _, Trick, Trump, View};

use super::{EightFiveThree, Hand};

/// What one seat knows of a hand.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    hand: &'a Hand,
    seat: Seat,
}

impl<'a> Known<'a> {
    pub(super) const fn of(hand: &'a Hand, seat: Seat) -> Self {
        Self { hand, seat }
    }

    /// The cards in the seat's hand now.
    pub fn cards(&self) -> CardSet {
        self.hand.hands[self.seat]
    }

    /// The trump, once it is named.
    pub fn trump(&self) -> Option<Trump> {
        self.hand.trump
    }

    /// The trick being played.
    pub fn trick(&self) -> &'a Trick {
        &self.hand.trick
    }

    /// How many cards a seat holds.
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.hand.hands[seat].len()
    }

    /// All cards played, in order, with who played them.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + 'a {
        self.hand.plays.iter().copied()
    }

    /// How many cards the dealer has laid away.
    pub fn laid_away(&self) -> usize {
        self.hand.discard.len()
    }

    /// The cards that the dealer laid away, for him alone.
    pub fn discard(&self) -> Option<CardSet> {
        (self.seat == self.hand.standing.dealer()).then_some(self.hand.discard)
    }

    /// The cards that the seat can't see: in other hands, in the kitty or in the discard.
    pub fn unseen(&self) -> CardSet {
        let played: CardSet = self.hand.plays.iter().map(|&(_, card)| card).collect();
        !(played | self.cards() | self.discard().unwrap_or_default())
    }
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known")
            .field("seat", &self.seat)
            .field("rules", &self.hand.rules)
            .field("standing", &self.hand.standing)
            .field("cards", &self.cards())
            .field("trump", &self.trump())
            .field("laid_away", &self.hand.discard.len())
            .field("discard", &self.discard())
            .field("plays", &self.hand.plays)
            .finish()
    }
}

/// The worlds of a view: two hands that are not seen, and the cards that lie aside.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The hand without the cards that are not seen.
    hand: Hand,
    seat: Seat,
    deals: Deals<3>,
}

impl threehand_engine::Worlds<Hand> for Worlds {
    fn of(view: &View<'_, EightFiveThree>) -> Self {
        let (hand, seat) = (view.hand, view.seat());
        let others = [seat.left(), seat.right()];
        let [left, right] = others.map(|other| hand.hands[other].len());
        let aside = if view.discard().is_some() { CardSet::EMPTY } else { hand.discard };
        let sizes = [left, right, (hand.kitty | aside).len()];
        let [left, right] = others.map(|other| !hand.void[other]);
        let deals = Deals::new(view.unseen(), sizes, [left, right, CardSet::FULL]);
        let mut hand = hand.clone();
        hand.hands = BySeat::from_fn(|s| if s == seat { hand.hands[s] } else { CardSet::EMPTY });
        (hand.kitty, hand.discard) = (CardSet::EMPTY, view.discard().unwrap_or_default());
        Self { hand, seat, deals }
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand {
        let [left, right, aside] = self.deals.draw(rng);
        let mut world = self.hand.clone();
        world.hands[self.seat.left()] = left;
        world.hands[self.seat.right()] = right;
        if world.trump.is_none() {
            world.kitty = aside;
        } else if self.seat != world.standing.dealer() {
            world.discard = aside;
        }
        world
    }

    fn count(&self) -> Option<f64> {
        Some(self.deals.count())
    }
}
