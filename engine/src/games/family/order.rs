//! The order of the cards in play.

use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;
use crate::trick::Trump;

/// How the pack's cards rank. A hand is played with cards renamed so that the lowest rank is a two
/// and the first suit clubs; in most packs no card changes its name.
#[derive(Clone, Debug)]
pub struct Order {
    /// Whether no card changes its name.
    is_natural: bool,
    /// For each place of a [`CardSet`], the card in play.
    in_play: [Card; 64],
    /// For each place of a card in play, the card itself.
    named: [Card; 64],
    suits: [Suit; 4],
    suits_in_play: [Suit; 4],
}

impl Order {
    pub(super) fn of(ranks: &[Rank], suits: &[Suit]) -> Self {
        // No card stands at the last place.
        let nowhere = Card::at_place(63);
        let rising = ranks.is_sorted_by_key(|rank| rank.index());
        let is_natural = rising && suits.is_sorted_by_key(|suit| suit.index());
        let mut order = Self {
            is_natural,
            in_play: [nowhere; 64],
            named: [nowhere; 64],
            suits: Suit::ALL,
            suits_in_play: Suit::ALL,
        };
        for (i, &suit) in suits.iter().enumerate() {
            let suit_in_play = if is_natural { suit } else { Suit::ALL[i] };
            order.suits[suit_in_play.index()] = suit;
            order.suits_in_play[suit.index()] = suit_in_play;
            for (j, &rank) in ranks.iter().enumerate() {
                let rank_in_play = if is_natural { rank } else { Rank::ALL[j] };
                let (card, in_play) =
                    (Card::new(rank, suit), Card::new(rank_in_play, suit_in_play));
                order.in_play[card.place() as usize] = in_play;
                order.named[in_play.place() as usize] = card;
            }
        }
        order
    }

    /// Whether no card changes its name.
    #[inline]
    pub const fn is_natural(&self) -> bool {
        self.is_natural
    }

    /// The card in play; for a card that is not in the pack, one that nobody holds.
    #[inline]
    pub const fn in_play(&self, card: Card) -> Card {
        self.in_play[(card.place() & 63) as usize]
    }

    /// The card's own name.
    #[inline]
    pub const fn named(&self, in_play: Card) -> Card {
        self.named[(in_play.place() & 63) as usize]
    }

    /// These cards in play.
    #[inline]
    pub fn all_in_play(&self, cards: CardSet) -> CardSet {
        if self.is_natural { cards } else { cards.iter().map(|card| self.in_play(card)).collect() }
    }

    /// The names of these cards.
    #[inline]
    pub fn all_named(&self, in_play: CardSet) -> CardSet {
        if self.is_natural {
            in_play
        } else {
            in_play.iter().map(|card| self.named(card)).collect()
        }
    }

    #[inline]
    pub(super) const fn suit_in_play(&self, suit: Suit) -> Suit {
        self.suits_in_play[suit.index()]
    }

    #[inline]
    pub(super) const fn suit_named(&self, in_play: Suit) -> Suit {
        self.suits[in_play.index()]
    }

    /// The trump in play.
    #[inline]
    pub const fn trump_in_play(&self, trump: Trump) -> Trump {
        match trump {
            Trump::Suit(suit) => Trump::Suit(self.suit_in_play(suit)),
            Trump::None => Trump::None,
        }
    }

    #[inline]
    pub(super) const fn trump_named(&self, in_play: Trump) -> Trump {
        match in_play {
            Trump::Suit(suit) => Trump::Suit(self.suit_named(suit)),
            Trump::None => Trump::None,
        }
    }
}
