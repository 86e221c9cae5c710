//! Sets of cards.

mod ops;

use rand::Rng;

use crate::card::{Card, Suit};
use crate::select::{any_place, count_bits, nth_place};
use ops::Iter;

/// A set of cards, 8 bytes wide.
///
/// A suit fills one lane of sixteen places, two lowest and ace highest, so "the highest card of a
/// suit" is one instruction. Games where the ace is low say so in their own folder.
///
/// ```
/// use threehand_engine::{CardSet, Suit};
/// let hand: CardSet = "AS KS 9S 7H".parse()?;
/// assert_eq!(hand.of(Suit::Spades).len(), 3);
/// assert_eq!(hand.highest_of(Suit::Spades), Some("AS".parse()?));
/// assert_eq!(hand.highest_of(Suit::Clubs), None);
/// # Ok::<(), threehand_engine::NoSuchCard>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

const LANE: u64 = 0x1FFF;

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const FULL: Self = Self(LANE << 48 | LANE << 32 | LANE << 16 | LANE);

    /// All thirteen cards of a suit.
    #[inline]
    pub const fn suit(suit: Suit) -> Self {
        Self(LANE << (16 * suit as u32))
    }

    /// All thirteen cards of this card's suit.
    #[inline]
    pub(crate) const fn suit_of(card: Card) -> Self {
        Self(LANE << (card.place() & 48))
    }

    /// The set of this one card.
    #[inline]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.place())
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.place() & 1 == 1
    }

    /// Whether every card of `other` is in this set.
    #[inline]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether some card is in both sets.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.place();
    }

    /// Takes a card out, if it is there.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.place());
    }

    /// This set and `card`.
    #[must_use]
    #[inline]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.place())
    }

    /// This set without `card`.
    #[must_use]
    #[inline]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.place()))
    }

    /// The cards of one suit.
    #[must_use]
    #[inline]
    pub const fn of(self, suit: Suit) -> Self {
        Self(self.0 & Self::suit(suit).0)
    }

    /// The ranks of one suit as thirteen bits, two lowest: an index for tables of holdings.
    #[inline]
    pub const fn ranks(self, suit: Suit) -> u16 {
        (self.0 >> (16 * suit as u32) & LANE) as u16
    }

    /// Whether there is no card of the suit.
    #[inline]
    pub const fn is_void(self, suit: Suit) -> bool {
        self.of(suit).is_empty()
    }

    /// The `n`-th card, counted from 0 in the order of iteration.
    ///
    /// # Panics
    /// If there are not more than `n` cards.
    #[inline]
    pub fn nth(self, n: usize) -> Card {
        let place = if n < 64 { nth_place(self.0, n as u32) } else { 64 };
        assert!(place < 64, "the set has no such card");
        Card::at_place(place)
    }

    /// Any of the cards, each equally likely: the `below(rng, n)`-th of `n`.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub fn any<R: Rng + ?Sized>(self, rng: &mut R) -> Card {
        assert!(!self.is_empty(), "there is no card to choose");
        Card::at_place(any_place(self.0, rng))
    }

    /// [`CardSet::len`] by the processor's own instruction, where it has one.
    #[inline]
    pub(crate) fn count(self) -> usize {
        count_bits(self.0) as usize
    }

    /// A bit for each card, at its [place](Card::place).
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The set of these bits.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The first card in the order of iteration: clubs first, two first.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.is_empty() { None } else { Some(Card::at_place(self.0.trailing_zeros())) }
    }

    /// The last card in the order of iteration: spades last, ace last.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.is_empty() { None } else { Some(Card::at_place(63 - self.0.leading_zeros())) }
    }

    /// The highest card of a suit, ace high.
    #[inline]
    pub const fn highest_of(self, suit: Suit) -> Option<Card> {
        self.of(suit).last()
    }

    /// The lowest card of a suit, ace high.
    #[inline]
    pub const fn lowest_of(self, suit: Suit) -> Option<Card> {
        self.of(suit).first()
    }

    /// The cards of `card`'s suit that rank above it, ace high.
    #[must_use]
    #[inline]
    pub const fn above(self, card: Card) -> Self {
        Self(self.of(card.suit()).0 & !(u64::MAX >> (63 - card.place())))
    }

    /// The cards of `card`'s suit that rank below it, ace high.
    #[must_use]
    #[inline]
    pub const fn below(self, card: Card) -> Self {
        Self(self.of(card.suit()).0 & ((1 << card.place()) - 1))
    }

    /// The `n` highest cards of a suit, ace high; all of the suit if there are fewer.
    #[must_use]
    pub fn top(self, suit: Suit, n: usize) -> Self {
        let lane = self.of(suit);
        let mut rest = lane;
        for _ in 0..n {
            match rest.last() {
                Some(card) => rest.remove(card),
                None => break,
            }
        }
        lane - rest
    }

    /// The cards that start a run of three: the next two of the suit are in the set too. Aces are
    /// high, so Q K A is a run and A 2 3 is none.
    #[must_use]
    #[inline]
    pub const fn run_starts(self) -> Self {
        Self(self.0 & self.0 >> 1 & self.0 >> 2)
    }

    /// The cards, in the set or not, of whose rank the set has the three others.
    #[must_use]
    #[inline]
    pub const fn fourths(self) -> Self {
        let bits = self.0;
        Self(bits.rotate_left(16) & bits.rotate_left(32) & bits.rotate_left(48))
    }

    /// The cards, in the set or not, that start a run of three of which the set has just two.
    #[must_use]
    #[inline]
    pub const fn near_run_starts(self) -> Self {
        const FROM_TWO_TO_QUEEN: u64 = 0x07FF_07FF_07FF_07FF;
        Self(just_two(self.0, self.0 >> 1, self.0 >> 2) & FROM_TWO_TO_QUEEN)
    }

    /// The cards, in the set or not, of whose rank the set has just two of the three others.
    #[must_use]
    #[inline]
    pub const fn near_fourths(self) -> Self {
        let bits = self.0;
        Self(just_two(bits.rotate_left(16), bits.rotate_left(32), bits.rotate_left(48)))
    }

    /// Takes so many cards away, the lowest first, and gives them; all, if there are fewer.
    pub(crate) fn take_lowest(&mut self, count: usize) -> Self {
        let lowest: Self = self.iter().take(count).collect();
        *self -= lowest;
        lowest
    }

    /// The cards, suit by suit from clubs to spades and from two to ace.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The bits that are set in two of these, and not in the third.
const fn just_two(a: u64, b: u64, c: u64) -> u64 {
    (a & (b ^ c)) | (!a & b & c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::checks;
    use crate::{Stream, below};

    /// Calls `check` with random sets of every size, and the indices of their cards in order.
    fn with_sets(mut check: impl FnMut(CardSet, &[usize])) {
        for key in 0..checks(13_000) {
            let mut rng = Stream::new([key, 0, 1, 3]);
            let mut indices: Vec<_> = (0..Card::COUNT).collect();
            while indices.len() > key as usize % (Card::COUNT + 1) {
                indices.remove(below(&mut rng, indices.len()));
            }
            check(indices.iter().map(|&i| Card::from_index(i)).collect(), &indices);
        }
    }

    fn list(set: CardSet) -> Vec<usize> {
        set.iter().map(Card::index).collect()
    }

    #[test]
    fn a_set_is_the_sorted_list_of_its_cards() {
        with_sets(|set, indices| {
            assert_eq!(set.len(), indices.len());
            assert_eq!(list(set), indices);
            assert!(set.iter().rev().map(Card::index).eq(indices.iter().rev().copied()));
            for (n, &i) in indices.iter().enumerate() {
                assert_eq!(set.nth(n).index(), i);
            }
            assert_eq!(set.to_string().parse(), Ok(set));
            assert_eq!((!set).len(), 52 - indices.len());
        });
    }

    #[test]
    fn above_below_and_top_agree_with_the_list() {
        with_sets(|set, indices| {
            for card in Card::all() {
                let at = card.index();
                let suit: Vec<_> = indices.iter().copied().filter(|i| i / 13 == at / 13).collect();
                let below = suit.iter().filter(|&&i| i < at).count();
                let above = below + usize::from(set.contains(card));
                assert_eq!(
                    set.ranks(card.suit()),
                    suit.iter().fold(0, |bits, i| bits | 1 << (i % 13))
                );
                assert_eq!(list(set.above(card)), suit[above..]);
                assert_eq!(list(set.below(card)), suit[..below]);
                for n in 0..5 {
                    assert_eq!(list(set.top(card.suit(), n)), suit[suit.len().saturating_sub(n)..]);
                }
            }
        });
    }

    #[test]
    fn runs_and_fourths_agree_with_the_list() {
        with_sets(|set, indices| {
            let has = |i: usize| indices.contains(&i);
            let of_run =
                |i: usize| if i % 13 <= 10 { (i..i + 3).filter(|&i| has(i)).count() } else { 0 };
            let of_rank = |i: usize| (1..4).filter(|suits| has((i + 13 * suits) % 52)).count();
            let where_it_is = |count: &dyn Fn(usize) -> usize, due| -> Vec<_> {
                (0..52).filter(|&i| count(i) == due).collect()
            };
            assert_eq!(list(set.run_starts()), where_it_is(&of_run, 3));
            assert_eq!(list(set.near_run_starts()), where_it_is(&of_run, 2));
            assert_eq!(list(set.fourths()), where_it_is(&of_rank, 3));
            assert_eq!(list(set.near_fourths()), where_it_is(&of_rank, 2));
        });
    }
}
