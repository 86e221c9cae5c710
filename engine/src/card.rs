//! Cards: rank, suit and their text.

use std::fmt;
use std::str::FromStr;

/// A suit. Suits have no order of their own: each game says how its suits rank, if they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// The four suits, in the order in which cards are indexed.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// 0 to 3, in the order of [`Suit::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// `♣`, `♦`, `♥` or `♠`.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// A rank. Ranks have no order of their own: in some games the ace is high, in others low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// The thirteen ranks, from two to ace.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// 0 (two) to 12 (ace).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `2` to `9`, `T`, `J`, `Q`, `K` or `A`.
    pub const fn letter(self) -> char {
        RANK_LETTERS[self as usize] as char
    }
}

const RANK_LETTERS: &[u8; 13] = b"23456789TJQKA";

/// One of the 52 cards.
///
/// The text of a card is rank then suit, ten is `T`:
/// ```
/// use threehand_engine::{Card, Rank, Suit};
/// let card: Card = "TD".parse()?;
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Diamonds));
/// assert_eq!(card.to_string(), "TD");
/// # Ok::<(), threehand_engine::NoSuchCard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card(u8);

impl Card {
    /// How many cards there are; [`Card::index`] is below it.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self((suit as u8) << 4 | rank as u8)
    }

    /// The card's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4 & 3) as usize]
    }

    /// The card's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 & 15) as usize]
    }

    /// 0 (two of clubs) to 51 (ace of spades), suit by suit.
    pub const fn index(self) -> usize {
        self.suit().index() * 13 + self.rank().index()
    }

    /// The card of this index.
    ///
    /// # Panics
    /// If `index` is 52 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "a card's index is below 52");
        Self::new(Rank::ALL[index % 13], Suit::ALL[index / 13])
    }

    /// All 52 cards, in the order of their indices.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The index of its suit.
    #[inline]
    pub(crate) const fn lane(self) -> u8 {
        self.0 >> 4
    }

    /// Where the card stands in a [`CardSet`](crate::CardSet): 16 places a suit.
    #[inline]
    pub(crate) const fn place(self) -> u32 {
        self.0 as u32
    }

    /// The card that stands at this place of a [`CardSet`](crate::CardSet).
    #[inline]
    pub(crate) const fn at_place(place: u32) -> Self {
        Self(place as u8)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char(self.rank().letter())?;
        f.write_char(self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text names no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no card: a rank of 23456789TJQKA, then a suit of CDHS")]
pub struct NoSuchCard(pub String);

impl FromStr for Card {
    type Err = NoSuchCard;

    fn from_str(text: &str) -> Result<Self, NoSuchCard> {
        let card = || {
            let &[rank, suit] = text.as_bytes() else {
                return None;
            };
            let rank = RANK_LETTERS.iter().position(|&l| l == rank)?;
            let suit = Suit::ALL.into_iter().find(|s| s.letter() == char::from(suit))?;
            Some(Self::new(Rank::ALL[rank], suit))
        };
        card().ok_or_else(|| NoSuchCard(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_its_text_and_its_index() {
        for (i, card) in Card::all().enumerate() {
            assert_eq!(card.index(), i);
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }

    #[test]
    fn what_is_no_card_is_refused_by_name() {
        for text in ["", "A", "1S", "10S", "as", "SA", "A♠", "XX"] {
            assert_eq!(text.parse::<Card>(), Err(NoSuchCard(text.to_owned())));
        }
    }
}
