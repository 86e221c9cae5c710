//! A position to be solved, as a person asks for it: its value and that of every action.

use std::fmt::{self, Write};

use threehand_engine::{BySeat, Card, CardSet, Seat, Suit, Trump};

use super::Position;

/// A position to be solved.
pub struct Problem {
    /// The game's name.
    pub game: &'static str,
    /// What the game is about in this position, in a few words.
    pub about: String,
    /// Who is to move.
    pub turn: Seat,
    /// The cards that the seats hold.
    pub hands: BySeat<CardSet>,
    /// What lies on the table, and who laid it.
    pub table: Vec<(Seat, CardSet)>,
    /// Puts the cards of a suit in their order, the highest first.
    pub order: Box<dyn Fn(CardSet) -> Vec<Card> + Send + Sync>,
    /// Whose gain the values are.
    pub seats: Vec<Seat>,
    /// What the values count.
    pub unit: &'static str,
    /// With so many cards in the hand of the seat to move, solving takes longer than one likes to wait.
    pub long: usize,
    /// Solves the problem.
    pub solve: Box<dyn Fn() -> Solution + Send + Sync>,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Tricks that the one gets.
    One(i32),
    /// Tricks or points that each seat gets.
    Each(BySeat<i32>),
}

/// A position solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// What comes of it if all play their best.
    pub value: Value,
    /// What may be done, and what comes of that.
    pub actions: Vec<(String, Value)>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solution {
    /// The actions that are as good as any for who is to move.
    pub fn best(&self) -> impl Iterator<Item = &str> {
        let best = self.actions.iter().filter(|(_, value)| *value == self.value);
        best.map(|(action, _)| action.as_str())
    }
}

impl Problem {
    /// The problem of a game of tricks in which each seat plays for its own, as `solve` solves it.
    pub(crate) fn of_tricks(
        game: &'static str,
        position: &Position,
        table: Vec<(Seat, CardSet)>,
        solve: impl Fn() -> Solution + Send + Sync + 'static,
    ) -> Self {
        Self {
            game,
            about: trump_text(position.trump()),
            turn: position.trick().turn(),
            hands: *position.hands(),
            table,
            order: Box::new(|cards| cards.iter().rev().collect()),
            seats: Seat::ALL.to_vec(),
            unit: "tricks",
            long: 11,
            solve: Box::new(solve),
        }
    }

    /// How many cards the seat to move holds: as many tricks are left, or with melds fewer.
    pub fn cards_left(&self) -> usize {
        self.hands[self.turn].len()
    }

    /// Whether solving it takes longer than one likes to wait.
    pub fn is_long(&self) -> bool {
        self.cards_left() >= self.long
    }
}

/// `trump ♣`, or `no trump`.
pub(crate) fn trump_text(trump: Trump) -> String {
    match trump {
        Trump::None => "no trump".to_owned(),
        Trump::Suit(suit) => format!("trump {}", suit.symbol()),
    }
}

impl fmt::Display for Problem {
    /// The position as a person reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, about, turn, .. } = self;
        let left = self.cards_left();
        let cards = if left == 1 { "card" } else { "cards" };
        writeln!(f, "{game} · {about} · seat {turn} to play, with {left} {cards}")?;
        let long =
            self.hands.iter().flat_map(|(_, hand)| Suit::ALL.map(|suit| hand.of(suit).len()));
        let wide = long.fold(7, usize::max);
        for (seat, hand) in self.hands.iter() {
            let mut line = format!("  seat {seat}");
            for suit in Suit::ALL.into_iter().rev() {
                let cards = (self.order)(hand.of(suit)).into_iter();
                let ranks: String = cards.map(|card| card.rank().letter()).collect();
                let ranks = if ranks.is_empty() { "–" } else { &ranks };
                let _ = write!(line, "   {} {ranks:<wide$}", suit.symbol());
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let table = self.table.iter().map(|(seat, cards)| format!("{seat} {cards}"));
        let table: Vec<_> = table.collect();
        if !table.is_empty() {
            writeln!(f, "  on the table: {}", table.join(", "))?;
        }
        Ok(())
    }
}
