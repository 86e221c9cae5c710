//! The shuffled pack, and how it is shared out.

use rand::Rng;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::random::below;
use crate::seat::{BySeat, Seat};

/// The 52 cards in the order of their indices.
const IN_ORDER: [Card; Card::COUNT] = {
    let mut cards = [Card::from_index(0); Card::COUNT];
    let mut index = 1;
    while index < Card::COUNT {
        cards[index] = Card::from_index(index);
        index += 1;
    }
    cards
};

/// The 52 cards in some order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck([Card; Card::COUNT]);

impl Deck {
    /// A uniformly random order, by Fisher and Yates, the last place first.
    ///
    /// The order is the project's own and never changes: the same stream gives the same deck in
    /// every version.
    pub fn shuffled<R: Rng>(rng: &mut R) -> Self {
        let mut cards = IN_ORDER;
        for last in (1..Card::COUNT).rev() {
            cards.swap(last, below(rng, last + 1));
        }
        Self(cards)
    }

    /// The deck of these cards in this order, if they are the 52 cards once each; else the first
    /// card that comes twice, or `None` where there are not 52.
    pub fn of(cards: &[Card]) -> Result<Self, Option<Card>> {
        let mut seen = CardSet::EMPTY;
        for &card in cards {
            if seen.contains(card) {
                return Err(Some(card));
            }
            seen.insert(card);
        }
        cards.try_into().map(Self).map_err(|_| None)
    }

    /// The cards, first dealt first.
    pub const fn cards(&self) -> &[Card; Card::COUNT] {
        &self.0
    }
}

/// A deck shared out: seat 0's cards first, then seat 1's, seat 2's, then the rest.
///
/// The shares go by seat number and not from the dealer's left, so that a deck gives every seat
/// the same cards whoever deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    deck: Deck,
    sizes: BySeat<usize>,
}

impl Deal {
    /// Gives each seat its number of cards off the deck.
    ///
    /// # Panics
    /// If the sizes come to more than 52.
    pub fn new(deck: Deck, sizes: BySeat<usize>) -> Self {
        assert!(sizes.0.iter().sum::<usize>() <= Card::COUNT, "no more than 52 cards to deal");
        Self { deck, sizes }
    }

    /// The deal of these hands, each lowest card first, and this rest.
    ///
    /// # Panics
    /// If they are not 52 different cards.
    pub fn of(hands: BySeat<CardSet>, rest: impl IntoIterator<Item = Card>) -> Self {
        let mut cards = [Card::from_index(0); Card::COUNT];
        let mut len = 0;
        for card in hands.0.into_iter().flat_map(CardSet::iter).chain(rest) {
            cards[len] = card;
            len += 1;
        }
        let deck = Deck::of(&cards[..len]).expect("52 different cards");
        Self::new(deck, hands.map(CardSet::len))
    }

    /// The deck that was shared out.
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many cards each seat got.
    pub const fn sizes(&self) -> BySeat<usize> {
        self.sizes
    }

    /// A seat's cards, in the order of the deck.
    pub fn hand(&self, seat: Seat) -> &[Card] {
        let start = self.sizes.0[..seat.number()].iter().sum();
        &self.deck.0[start..][..self.sizes[seat]]
    }

    /// The cards that no seat got, in the order of the deck.
    pub fn rest(&self) -> &[Card] {
        &self.deck.0[self.sizes.0.iter().sum()..]
    }

    /// Each seat's cards as a set.
    pub fn hands(&self) -> BySeat<CardSet> {
        BySeat::from_fn(|seat| self.hand(seat).iter().copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    #[test]
    fn the_shuffle_never_changes() {
        let deck = Deck::shuffled(&mut Stream::new([1, 2, 3, 4]));
        let text: Vec<_> = deck.cards().iter().map(Card::to_string).collect();
        assert_eq!(text.join(" "), include_str!("../tests/data/golden_deck.txt").trim());
    }

    #[test]
    fn every_card_comes_to_every_place_equally_often() {
        let mut rng = Stream::new([5, 0, 0, 0]);
        let mut counts = [[0_u32; 52]; 52];
        for _ in 0..52_000 {
            for (place, card) in Deck::shuffled(&mut rng).cards().iter().enumerate() {
                counts[place][card.index()] += 1;
            }
        }
        // 1,000 expected in each of 2,704 cells, standard deviation 31.3: five and a half of them.
        assert!(counts.iter().flatten().all(|c| c.abs_diff(1_000) < 172));
    }

    #[test]
    fn a_deck_is_52_different_cards() {
        let mut cards: Vec<_> = Card::all().collect();
        assert!(Deck::of(&cards).is_ok());
        assert_eq!(Deck::of(&cards[1..]), Err(None));
        cards[7] = cards[3];
        assert_eq!(Deck::of(&cards), Err(Some(cards[3])));
    }

    #[test]
    fn a_deal_shares_out_the_whole_deck() {
        let deck = Deck::shuffled(&mut Stream::new([6, 0, 0, 0]));
        let deal = Deal::new(deck, BySeat([9, 10, 9]));
        let shared: Vec<_> =
            Seat::ALL.iter().flat_map(|&s| deal.hand(s)).chain(deal.rest()).copied().collect();
        assert_eq!(shared, deck.cards());
        assert_eq!(deal.rest().len(), 24);
        assert_eq!(deal.hands().map(CardSet::len), BySeat([9, 10, 9]));
    }
}
