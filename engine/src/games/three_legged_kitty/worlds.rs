//! The worlds that a seat of Three-Legged Kitty can't tell apart.
//!
//! Nearly all is open: bids, payments, stray and what was taken of it. What a seat can't place
//! are the cards that were dealt to the two others and never shown, and those set aside. A world
//! puts each of them in one of these three places, so that both hands get the cards they lack and
//! nobody holds a suit that he failed to follow. How full the two hands are is the state of
//! [`Paths`].

use rand::Rng;

use super::{Hand, ThreeLeggedKitty};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::hidden::Paths;
use crate::seat::Seat;
use crate::view::View;

/// The worlds of one view of Three-Legged Kitty; all are drawn equally often.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The hand with only those cards of the others that the seat can place.
    known: Hand,
    /// The cards that it can't place.
    hidden: Vec<Card>,
    /// The left neighbour and the other player.
    others: [Seat; 2],
    paths: Paths,
}

/// The answer that a card was set aside; 0 and 1 are the two others' hands.
const ASIDE: u32 = 2;

impl crate::Worlds<Hand> for Worlds {
    fn of(view: &View<'_, ThreeLeggedKitty>) -> Self {
        let [seat, left, right] = view.seat().around();
        let others = [left, right];
        let mut known = view.hand.clone();
        let hidden = known.hidden_from(seat);
        for other in others {
            known.hands[other] -= hidden;
            known.dealt[other] -= hidden;
        }
        let missing = others.map(|other| (view.hand_size(other) - known.hands[other].len()) as u64);
        let hidden: Vec<Card> = hidden.iter().collect();
        let fits = |card: Card| others.map(|other| !view.is_void(other, card.suit()));
        let fits: Vec<[bool; 2]> = hidden.iter().copied().map(fits).collect();
        let paths = Paths::count_up(
            hidden.len(),
            0,
            |question, state, way| {
                let filled = [state & 0xFF, state >> 8];
                for hand in 0..2 {
                    if filled[hand] < missing[hand] && fits[question][hand] {
                        way(hand as u32, state + (1 << (8 * hand)));
                    }
                }
                way(ASIDE, state);
            },
            |state| [state & 0xFF, state >> 8] == missing,
        );
        Self { known, hidden, others, paths }
    }

    fn count(&self) -> Option<f64> {
        Some(self.paths.total())
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Hand {
        let mut given = [CardSet::EMPTY; 2];
        self.paths.draw(rng, |question, place| {
            if place != ASIDE {
                given[place as usize].insert(self.hidden[question]);
            }
        });
        let mut world = self.known.clone();
        for (other, cards) in self.others.into_iter().zip(given) {
            world.hands[other] |= cards;
            world.dealt[other] |= cards;
        }
        world
    }
}
