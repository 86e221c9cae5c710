//! The shuffled cards, and how they are shared out.

use rand::Rng;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::random::below_32;
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

/// Cards in some order, each once: 52, or those of a smaller pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The deck; after its last card the first card of all, so that equal decks are equal.
    cards: [Card; Card::COUNT],
    len: u8,
}

impl Deck {
    /// The 52 cards in a uniformly random order, by Fisher and Yates, the last place first.
    ///
    /// The order is the project's own and never changes: the same stream gives the same deck in
    /// every version.
    pub fn shuffled<R: Rng>(rng: &mut R) -> Self {
        let mut cards = IN_ORDER;
        let mut left = Card::COUNT;
        while left > 1 {
            let drawn = below_32(rng, left as u32) as usize;
            left -= 1;
            cards.swap(left, drawn);
        }
        Self { cards, len: Card::COUNT as u8 }
    }

    /// The deck of these cards in this order.
    ///
    /// # Errors
    /// The first card that comes twice.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Result<Self, Card> {
        let mut seen = CardSet::EMPTY;
        let mut deck = Self { cards: [Card::from_index(0); Card::COUNT], len: 0 };
        for card in cards {
            if seen.contains(card) {
                return Err(card);
            }
            seen.insert(card);
            deck.cards[usize::from(deck.len)] = card;
            deck.len += 1;
        }
        Ok(deck)
    }

    /// The cards that are in `pack`, in the same order.
    ///
    /// Any order of the pack is as likely as any other if that is so of this deck.
    #[inline]
    pub fn only(&self, pack: CardSet) -> Self {
        if pack == CardSet::FULL {
            return *self;
        }
        let kept = self.cards().iter().copied().filter(|&card| pack.contains(card));
        Self::of(kept).expect("each card is in a deck once")
    }

    /// The cards, first dealt first.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
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
    /// If the sizes come to more than the cards of the deck.
    #[inline]
    pub fn new(deck: Deck, sizes: BySeat<usize>) -> Self {
        let cards = usize::from(deck.len);
        assert!(sizes.0.iter().sum::<usize>() <= cards, "no more than {cards} cards to deal");
        Self { deck, sizes }
    }

    /// The deal of these hands, each lowest card first, and this rest.
    ///
    /// # Panics
    /// If a card comes twice.
    pub fn of(hands: BySeat<CardSet>, rest: impl IntoIterator<Item = Card>) -> Self {
        let deck = Deck::of(hands.0.into_iter().flat_map(CardSet::iter).chain(rest));
        Self::new(deck.expect("each card once"), hands.map(CardSet::len))
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
    #[inline]
    pub fn hand(&self, seat: Seat) -> &[Card] {
        let start = self.sizes.0[..seat.number()].iter().sum();
        &self.deck.cards[start..][..self.sizes[seat]]
    }

    /// The cards that no seat got, in the order of the deck.
    pub fn rest(&self) -> &[Card] {
        &self.deck.cards()[self.sizes.0.iter().sum()..]
    }

    /// Each seat's cards as a set.
    #[inline]
    pub fn hands(&self) -> BySeat<CardSet> {
        BySeat::from_fn(|seat| self.hand(seat).iter().copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Suit;
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
    fn a_deck_is_of_different_cards() {
        let mut cards: Vec<_> = Card::all().collect();
        assert_eq!(Deck::of(cards.clone()).unwrap().cards(), cards);
        assert_eq!(Deck::of(cards[1..].iter().copied()).unwrap().cards(), &cards[1..]);
        cards[7] = cards[3];
        assert_eq!(Deck::of(cards.clone()), Err(cards[3]));
    }

    #[test]
    fn a_smaller_pack_keeps_the_order_of_the_deck() {
        let deck = Deck::shuffled(&mut Stream::new([7, 0, 0, 0]));
        let pack = CardSet::suit(Suit::Clubs) | CardSet::suit(Suit::Spades);
        let small = deck.only(pack);
        let place = |card: &Card| deck.cards().iter().position(|other| other == card);
        assert_eq!(small.cards().iter().copied().collect::<CardSet>(), pack);
        assert_eq!(small.cards().len(), 26);
        assert!(small.cards().is_sorted_by_key(place));
        assert_eq!(Deck::of(small.cards().iter().copied()), Ok(small));
        assert_eq!(deck.only(CardSet::FULL), deck);
        let deal = Deal::new(small, BySeat([8; 3]));
        assert_eq!((deal.rest().len(), deal.hands().map(CardSet::len)), (2, BySeat([8; 3])));
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
