//! What one seat may know of a hand of 9-2-5.

use std::fmt;

use super::rules::BleedView;
use super::{Exchange, Hand};
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::games::plain_tricks::plain_view;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;
use crate::trick::{Trick, Trump};

/// What a seat knows of an exchange: all see how many cards pass, few see which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bled {
    /// Who gives.
    pub giver: Seat,
    /// Who is given to, and returns as many.
    pub receiver: Seat,
    /// How many cards were given so far.
    pub count: usize,
    /// Whether they have been returned.
    pub settled: bool,
    /// The cards given and the cards returned, if the seat sees them.
    pub cards: Option<(CardSet, CardSet)>,
}

impl Hand {
    /// Whether `seat` sees the cards of an exchange.
    pub(super) fn shows(&self, exchange: &Exchange, seat: Seat) -> bool {
        exchange.giver == seat
            || exchange.receiver == seat
            || self.rules.bleed_view == BleedView::Public
    }
}

/// What one seat knows of a hand.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(super) hand: &'a Hand,
    pub(super) seat: Seat,
}

impl<'a> Known<'a> {
    plain_view!();

    /// The tricks that `seat` has to take.
    pub fn contract(&self, seat: Seat) -> u8 {
        self.hand.rules.contract(seat, self.dealer())
    }

    /// The trump, once it is named.
    #[inline]
    pub fn trump(&self) -> Option<Trump> {
        self.hand.trump
    }

    /// How many cards the giver to move still has to give.
    pub fn still_to_give(&self) -> usize {
        self.hand.bleed.giver().map_or(0, |giver| self.hand.still_to_give(giver))
    }

    /// The exchanges of the bleed, in the order in which they are made.
    #[inline]
    pub fn bled(&self) -> impl Iterator<Item = Bled> + 'a {
        let view = *self;
        view.hand.bleed.exchanges().iter().map(move |exchange| Bled {
            giver: exchange.giver,
            receiver: exchange.receiver,
            count: exchange.given.len(),
            settled: exchange.settled,
            cards: view
                .hand
                .shows(exchange, view.seat)
                .then_some((exchange.given, exchange.returned)),
        })
    }

    /// The cards that came from the kitty, for the dealer once he has taken it.
    pub fn kitty(&self) -> Option<CardSet> {
        (self.seat == self.dealer() && self.hand.kitty_taken()).then_some(self.hand.kitty)
    }

    /// The cards that the dealer laid away, for him alone.
    pub fn discards(&self) -> Option<CardSet> {
        (self.seat == self.dealer()).then_some(self.hand.discard)
    }

    /// How many cards the dealer has laid away.
    pub fn discard_count(&self) -> usize {
        self.hand.discard.len()
    }

    /// The cards that lie where the seat can't see them: in the other hands, and in the kitty or
    /// the discard.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        !(self.hand.tricks.all_played() | self.cards() | self.discards().unwrap_or_default())
    }

    /// The cards that another seat may hold, by what is known of suits it could not follow and of
    /// cards bled. It may be wider than what counting every card would leave.
    pub fn may_hold(&self, other: Seat) -> CardSet {
        let mut cards = self.unseen();
        for suit in Suit::ALL {
            if self.is_void(other, suit) {
                cards -= CardSet::suit(suit);
            }
        }
        let exchanges = self.hand.bleed.exchanges();
        for (i, exchange) in exchanges.iter().enumerate() {
            if !self.hand.shows(exchange, self.seat) {
                continue;
            }
            // A second giver may get what the receiver kept, or be giving him higher cards just now.
            let later = exchanges[i + 1..].iter().find(|e| e.receiver == exchange.receiver);
            let passed_on = match later {
                Some(later) if self.hand.shows(later, self.seat) => later.returned,
                Some(later) if later.giver == other => exchange.given,
                _ => CardSet::EMPTY,
            };
            if other != exchange.receiver {
                cards -= exchange.given - exchange.returned - passed_on;
            }
            if other != exchange.giver {
                cards -= exchange.returned;
            }
            let took_kitty = other == self.dealer() && self.hand.kitty_taken();
            let being_given = later.is_some_and(|e| !e.settled && !e.given.is_empty());
            if other == exchange.receiver && exchange.settled && !being_given && !took_kitty {
                for suit in Suit::ALL {
                    if let Some(lowest) = exchange.returned.lowest_of(suit) {
                        cards -= CardSet::suit(suit).above(lowest);
                    }
                }
            }
        }
        cards
    }
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("rules", &self.hand.rules)
            .field("standing", &self.hand.standing)
            .field("due", &self.hand.phase.words().name)
            .field("turn", &crate::Hand::turn(self.hand))
            .field("dealt", &self.dealt())
            .field("cards", &self.cards())
            .field("trump", &self.trump())
            .field("bled", &self.bled().collect::<Vec<_>>())
            .field("kitty", &self.kitty())
            .field("discards", &self.discards())
            .field("discard_count", &self.discard_count())
            .field("plays", &self.plays().collect::<Vec<_>>())
            .field("tricks", &self.tricks())
            .finish()
    }
}
