//! A trick of three cards where aces are high, suit is followed and trumps beat.

use std::fmt;
use std::hint::select_unpredictable;
use std::str::FromStr;

use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::seat::Seat;

/// What beats the suit led: a suit, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trump {
    /// Cards of this suit beat all others.
    Suit(Suit),
    /// No trump: only the suit led counts.
    None,
}

impl Trump {
    /// Clubs, diamonds, hearts, spades, no trump.
    pub const ALL: [Self; 5] = [
        Self::Suit(Suit::Clubs),
        Self::Suit(Suit::Diamonds),
        Self::Suit(Suit::Hearts),
        Self::Suit(Suit::Spades),
        Self::None,
    ];

    /// 0 to 4, in the order of [`Trump::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Suit(suit) => suit.index(),
            Self::None => 4,
        }
    }

    /// The trump suit, if there is one.
    #[inline]
    pub const fn suit(self) -> Option<Suit> {
        match self {
            Self::Suit(suit) => Some(suit),
            Self::None => None,
        }
    }

    /// Whether `card` is a trump.
    #[inline]
    pub fn is(self, card: Card) -> bool {
        self.index() == usize::from(card.lane())
    }
}

impl fmt::Display for Trump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suit(suit) => suit.fmt(f),
            Self::None => f.write_str("NT"),
        }
    }
}

/// Why a text names no trump.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no trump: C, D, H, S or NT")]
pub struct NoSuchTrump(pub String);

impl FromStr for Trump {
    type Err = NoSuchTrump;

    fn from_str(text: &str) -> Result<Self, NoSuchTrump> {
        let named = Self::ALL.into_iter().find(|trump| trump.to_string() == text);
        named.ok_or_else(|| NoSuchTrump(text.to_owned()))
    }
}

/// The cards of a trick so far, from its leader's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trick {
    leader: Seat,
    turn: Seat,
    len: u8,
    /// The [key](Trick::key) of the card that wins as it lies; 0 before a lead.
    best: u32,
    cards: [Card; 3],
    /// All cards of the suit led; none before a lead.
    led: CardSet,
}

impl Trick {
    /// A trick that `leader` is to lead.
    #[inline]
    pub const fn led_by(leader: Seat) -> Self {
        Self {
            leader,
            turn: leader,
            len: 0,
            best: 0,
            cards: [Card::from_index(0); 3],
            led: CardSet::EMPTY,
        }
    }

    /// Who leads it.
    #[inline]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// Who plays the next card; the leader again when the trick is full.
    #[inline]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// How many cards lie in it: 0 to 3.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no card lies in it.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether all three have played.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.len == 3
    }

    /// The cards with who played them, from the leader's.
    #[inline]
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        self.leader.around().into_iter().zip(self.cards).take(self.len())
    }

    /// The suit led, if a card has been.
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        (self.len > 0).then(|| self.cards[0].suit())
    }

    /// Who wins it as it lies, and with which card.
    #[inline]
    pub fn best(&self) -> Option<(Seat, Card)> {
        let card = Card::at_place(self.best >> 2 & 63);
        (self.len > 0).then(|| (self.best_seat(), card))
    }

    /// Whether `card` would beat all that lies there; a lead beats nothing at all.
    #[inline]
    pub fn is_beaten_by(&self, card: Card, trump: Trump) -> bool {
        self.is_empty() | (self.key(card, trump) >> 2 > self.best >> 2)
    }

    /// A number that is the greater the better the next player's card is: trumps over cards of the
    /// suit led over all others, then the higher card. The lowest two bits say who plays it.
    #[inline]
    fn key(&self, card: Card, trump: Trump) -> u32 {
        let class = u32::from(trump.is(card)) << 1 | u32::from(self.led.contains(card));
        class << 8 | card.place() << 2 | self.turn as u32
    }

    #[inline]
    const fn best_seat(&self) -> Seat {
        Seat::P0.after(self.best as u8 & 3)
    }

    /// The cards of `hand` that may be played to it: of the suit led if there are any, else all.
    #[inline]
    pub fn playable(&self, hand: CardSet) -> CardSet {
        let followers = hand & self.led;
        select_unpredictable(followers.is_empty(), hand, followers)
    }

    /// All cards of the suit led, if `card` does not follow it; else none.
    #[inline]
    pub(crate) fn unfollowed_by(&self, card: Card) -> CardSet {
        select_unpredictable(self.led.contains(card), CardSet::EMPTY, self.led)
    }

    /// Adds the next player's card.
    ///
    /// # Panics
    /// If the trick is full.
    #[inline]
    pub fn play(&mut self, card: Card, trump: Trump) {
        self.led = select_unpredictable(self.is_empty(), CardSet::suit_of(card), self.led);
        let key = self.key(card, trump);
        // Compared without the seats, or the compiler sees a maximum, and makes that a branch.
        self.best = select_unpredictable(key >> 2 > self.best >> 2, key, self.best);
        self.cards[self.len()] = card;
        self.len += 1;
        self.turn = self.turn.left();
    }

    /// The winner of a full trick.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.is_full().then(|| self.best_seat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn winner(leader: Seat, cards: &str, trump: &str) -> Seat {
        let trump = trump.parse().unwrap();
        let mut trick = Trick::led_by(leader);
        for card in cards.split(' ') {
            trick.play(card.parse().unwrap(), trump);
        }
        trick.winner().unwrap()
    }

    #[test]
    fn the_highest_card_of_the_suit_led_wins_without_trumps() {
        assert_eq!(winner(Seat::P1, "9C AC KC", "H"), Seat::P2);
        assert_eq!(winner(Seat::P1, "9C AD KD", "NT"), Seat::P1);
    }

    #[test]
    fn the_highest_trump_wins() {
        assert_eq!(winner(Seat::P0, "AC 2D 3D", "D"), Seat::P2);
        assert_eq!(winner(Seat::P0, "AC 3D 2D", "D"), Seat::P1);
    }

    #[test]
    fn suit_is_followed_where_it_can_be() {
        let mut trick = Trick::led_by(Seat::P2);
        let hand: CardSet = "2C 9C AD".parse().unwrap();
        assert_eq!(trick.playable(hand), hand);
        trick.play("KC".parse().unwrap(), Trump::None);
        assert_eq!(trick.turn(), Seat::P0);
        assert_eq!(trick.playable(hand), "2C 9C".parse().unwrap());
        assert_eq!(trick.playable("AD 2H".parse().unwrap()), "AD 2H".parse().unwrap());
    }
}
