//! Cards as a network knows them: by the part that their suit plays and by how many cards are above them.

use threehand_engine::{Card, CardSet, Suit};

/// How many places a suit has.
pub const RANKS: usize = 13;

/// The place of each card for a network: suits that do the same have the same slot, and of each suit only the cards
/// that count have places.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    slots: [u8; 4],
    counting: CardSet,
}

impl Places {
    /// Puts the suits into the slots from `first` up, the one that `weigh` makes heaviest first, but `apart`, if there
    /// is such a suit, into slot 0. Of each suit the cards of `counting` are counted.
    #[inline(always)]
    pub fn new(
        counting: CardSet,
        first: usize,
        apart: Option<Suit>,
        weigh: impl Fn(Suit) -> u32,
    ) -> Self {
        // The suit itself is in the last bits, so that no two weigh the same.
        let mut suits = Suit::ALL.map(|suit| weigh(suit) << 2 | suit.index() as u32);
        suits.sort_unstable_by(|a, b| b.cmp(a));
        let mut slots = [0; 4];
        let mut next = first as u8;
        for weight in suits {
            let suit = weight as usize & 3;
            if apart.is_none_or(|apart| apart.index() != suit) {
                slots[suit] = next;
                next += 1;
            }
        }
        Self { slots, counting }
    }

    /// The slot of a suit.
    #[inline(always)]
    pub const fn slot(&self, suit: Suit) -> usize {
        self.slots[suit.index()] as usize
    }

    /// The place of a card: [`RANKS`] places a slot, and in them by how many of the counted cards are above it.
    #[inline(always)]
    pub const fn place(&self, card: Card) -> usize {
        self.slot(card.suit()) * RANKS + self.counting.above(card).len()
    }

    /// The cards that are counted, from the highest of each suit down, each with its place.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(usize, Card)) {
        for suit in Suit::ALL {
            let first = self.slot(suit) * RANKS;
            let cards = self.counting.of(suit);
            let last = cards.len();
            for (below, card) in cards.iter().enumerate() {
                visit(first + last - 1 - below, card);
            }
        }
    }
}

/// How a suit weighs by these cards of it: by their number, and where that is the same by their ranks.
#[inline(always)]
pub fn by_length(cards: CardSet, suit: Suit) -> u32 {
    (cards.of(suit).len() as u32) << 13 | u32::from(cards.ranks(suit))
}
