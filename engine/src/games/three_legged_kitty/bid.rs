//! Bids: a number and a type, and runs of bids.

use std::fmt;
use std::str::FromStr;

use crate::argument::arguments;
use crate::card::Suit;
use crate::trick::Trump;

/// What a bid is about: few tricks, or many with or without a trump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strain {
    /// Few tricks, without a trump.
    Null,
    /// Many tricks with this suit as trump.
    Suit(Suit),
    /// Many tricks without a trump.
    NoTrump,
}

impl Strain {
    /// The six types, lowest first: Null, clubs, diamonds, hearts, spades, no trump.
    pub const ALL: [Self; 6] = [
        Self::Null,
        Self::Suit(Suit::Clubs),
        Self::Suit(Suit::Diamonds),
        Self::Suit(Suit::Hearts),
        Self::Suit(Suit::Spades),
        Self::NoTrump,
    ];

    /// 0 to 5, in the order of [`Strain::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Null => 0,
            Self::Suit(suit) => 1 + suit.index(),
            Self::NoTrump => 5,
        }
    }

    /// What is trump when it is played.
    #[inline]
    pub const fn trump(self) -> Trump {
        match self {
            Self::Suit(suit) => Trump::Suit(suit),
            Self::Null | Self::NoTrump => Trump::None,
        }
    }
}

impl fmt::Display for Strain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("Null"),
            Self::Suit(suit) => suit.fmt(f),
            Self::NoTrump => f.write_str("NT"),
        }
    }
}

/// One of the 58 bids. The greater one is the higher one.
///
/// ```
/// use threehand_engine::games::three_legged_kitty::Bid;
/// let bid: Bid = "3Null".parse()?;
/// assert_eq!(bid.number(), 3);
/// assert_eq!(bid.most_tricks(), 5);
/// assert!(bid < "3C".parse()? && bid > "2NT".parse()?);
/// # Ok::<(), threehand_engine::games::three_legged_kitty::NoSuchBid>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid(u8);

/// Below this index all six types are there; above it `Null` is not.
const WITH_NULL: usize = 8 * 6;

impl Bid {
    /// How many bids there are; [`Bid::index`] is below it.
    pub const COUNT: usize = WITH_NULL + 2 * 5;

    /// The bid of this number, 1 to 10, and type, if there is one.
    pub const fn new(number: u8, strain: Strain) -> Option<Self> {
        let index = match (number, strain) {
            (1..=8, _) => (number as usize - 1) * 6 + strain.index(),
            (9 | 10, Strain::Suit(_) | Strain::NoTrump) => {
                WITH_NULL + (number as usize - 9) * 5 + strain.index() - 1
            }
            _ => return None,
        };
        Some(Self(index as u8))
    }

    /// 1 to 10.
    #[inline]
    pub const fn number(self) -> u8 {
        let index = self.index();
        (if index < WITH_NULL { 1 + index / 6 } else { 9 + (index - WITH_NULL) / 5 }) as u8
    }

    /// The bid's type.
    #[inline]
    pub const fn strain(self) -> Strain {
        let index = self.index();
        Strain::ALL[if index < WITH_NULL { index % 6 } else { 1 + (index - WITH_NULL) % 5 }]
    }

    /// 0 (1 Null) to 57 (10 NT), from the lowest bid up.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bid of this index.
    ///
    /// # Panics
    /// If `index` is 58 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "a bid's index is below 58");
        Self(index as u8)
    }

    /// The fewest tricks that make it.
    #[inline]
    pub const fn fewest_tricks(self) -> u8 {
        match self.strain() {
            Strain::Null => 0,
            Strain::Suit(_) | Strain::NoTrump => self.number(),
        }
    }

    /// The most tricks that make it.
    #[inline]
    pub const fn most_tricks(self) -> u8 {
        match self.strain() {
            Strain::Null => 8 - self.number(),
            Strain::Suit(_) | Strain::NoTrump => 10,
        }
    }

    /// Whether so many tricks make it.
    #[inline]
    pub const fn is_made_with(self, tricks: u8) -> bool {
        self.fewest_tricks() <= tricks && tricks <= self.most_tricks()
    }
}

arguments! {
    Bid, Self::COUNT, Self::index, |i| (i < Self::COUNT).then(|| Self::from_index(i));
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), self.strain())
    }
}

impl fmt::Debug for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text names no bid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no bid: 1 to 10, then C, D, H, S, NT or (up to 8) Null")]
pub struct NoSuchBid(pub String);

impl FromStr for Bid {
    type Err = NoSuchBid;

    fn from_str(text: &str) -> Result<Self, NoSuchBid> {
        let named = (0..Self::COUNT).map(Self::from_index).find(|bid| bid.to_string() == text);
        named.ok_or_else(|| NoSuchBid(text.to_owned()))
    }
}

/// A run of bids, each the next above the one before; it may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bids {
    from: u8,
    below: u8,
}

impl Bids {
    /// No bid.
    pub const NONE: Self = Self { from: 0, below: 0 };

    /// The bids above `high` (all, if there is none) with numbers up to `most`.
    #[inline]
    pub(super) const fn above(high: Option<Bid>, most: u8) -> Self {
        let from = match high {
            Some(high) => high.0 + 1,
            None => 0,
        };
        let below = match most {
            0..=8 => 6 * most,
            9 => (WITH_NULL + 5) as u8,
            _ => Self::ALL_BELOW,
        };
        if from < below { Self { from, below } } else { Self::NONE }
    }

    const ALL_BELOW: u8 = Bid::COUNT as u8;

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        (self.below - self.from) as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.from == self.below
    }

    /// Whether `bid` is one of them.
    #[inline]
    pub const fn contains(self, bid: Bid) -> bool {
        self.from <= bid.0 && bid.0 < self.below
    }

    /// The `n`-th from the lowest, counted from 0.
    ///
    /// # Panics
    /// If there are not more than `n`.
    #[inline]
    pub const fn nth(self, n: usize) -> Bid {
        assert!(n < self.len(), "there are fewer bids");
        Bid(self.from + n as u8)
    }

    /// All of them, from the lowest.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Bid> {
        (self.from..self.below).map(Bid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_58_bids_ordered_by_number_and_type() {
        let mut all = Vec::new();
        for number in 1..=10 {
            all.extend(Strain::ALL.into_iter().filter_map(|strain| Bid::new(number, strain)));
        }
        assert_eq!(all.len(), 58);
        for (i, bid) in all.into_iter().enumerate() {
            assert_eq!(bid.index(), i);
            assert_eq!(Bid::from_index(i), bid);
            assert_eq!(Bid::new(bid.number(), bid.strain()), Some(bid));
            assert_eq!(bid.to_string().parse(), Ok(bid));
        }
        let named = |text: &str| text.parse::<Bid>().unwrap();
        assert!(named("1NT") < named("2Null") && named("8NT") < named("9C"));
        assert_eq!(Bid::from_index(57), named("10NT"));
    }

    #[test]
    fn what_is_no_bid_is_refused_by_name() {
        for text in
            ["", "9Null", "10Null", "0C", "11C", "5", "NT", "5N", "5nt", "05C", "+5C", "5 C"]
        {
            assert_eq!(text.parse::<Bid>(), Err(NoSuchBid(text.to_owned())));
        }
        assert_eq!(Bid::new(9, Strain::Null), None);
        assert_eq!(Bid::new(0, Strain::NoTrump), None);
        assert_eq!(Bid::new(11, Strain::NoTrump), None);
    }

    #[test]
    fn a_run_of_bids_is_bounded_by_the_high_bid_and_by_a_number() {
        for high in (0..Bid::COUNT).map(|i| Some(Bid::from_index(i))).chain([None]) {
            for most in 0..=20 {
                let run = Bids::above(high, most);
                let due: Vec<Bid> = (0..Bid::COUNT)
                    .map(Bid::from_index)
                    .filter(|&bid| Some(bid) > high && bid.number() <= most)
                    .collect();
                assert_eq!(run.iter().collect::<Vec<_>>(), due);
                assert_eq!((run.len(), run.is_empty()), (due.len(), due.is_empty()));
                assert!(due.iter().enumerate().all(|(n, &bid)| run.nth(n) == bid));
                let all = (0..Bid::COUNT).map(Bid::from_index);
                assert!(all.into_iter().all(|bid| run.contains(bid) == due.contains(&bid)));
            }
        }
    }
}
