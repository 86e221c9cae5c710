//! A position to be solved, as a person asks for it: its value and that of every action.

use std::fmt::{self, Write};

use threehand_engine::games::three_legged_kitty::Strain;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{BySeat, Game, Seat, Suit, Trump};

use super::notation::{BadPosition, Contract, Setting, Who, Words};
use super::{Aim, Aims, EachAlone, OneAgainstTwo, Position};

/// A game whose endings can be solved with all hands open.
pub trait Solvable: Game {
    /// What a position of it says beside the hands, with what it means.
    const SETTINGS: &'static [Setting] = &[];

    /// The position of a line such as `AQ..2. K3..A. 54..3. trump=NT`.
    fn puzzle(_line: &str) -> Result<Puzzle, BadPosition> {
        Err(BadPosition::NoSolver(Self::NAME))
    }
}

const LEAD: Setting = ("lead", "who leads, or has led to the trick on the table");
const TRICK: Setting = ("trick", "the cards on the table, the one led first, such as KS,3S");

impl Solvable for NineTwoFive {
    const SETTINGS: &'static [Setting] = &[("trump", "C, D, H, S or NT"), LEAD, TRICK];

    fn puzzle(line: &str) -> Result<Puzzle, BadPosition> {
        let words = Words::read(Self::NAME, Self::SETTINGS, line)?;
        let leader = words.find("lead")?.map_or(Seat::P0, |Who(seat)| seat);
        let position = words.position(words.need("trump")?, leader, 16)?;
        Ok(Puzzle { game: Self::NAME, position, alone: None })
    }
}

impl Solvable for ThreeLeggedKitty {
    const SETTINGS: &'static [Setting] = &[
        ("contract", "the Cat's bid, such as 5NT or 3Null"),
        ("cat", "the Cat's seat, 0, 1 or 2"),
        LEAD,
        TRICK,
    ];

    fn puzzle(line: &str) -> Result<Puzzle, BadPosition> {
        let words = Words::read(Self::NAME, Self::SETTINGS, line)?;
        let (Contract(bid), Who(cat)) = (words.need("contract")?, words.need("cat")?);
        let (trump, aim) = match bid.strain() {
            Strain::Null => (Trump::None, Aim::Few),
            Strain::NoTrump => (Trump::None, Aim::Many),
            Strain::Suit(suit) => (Trump::Suit(suit), Aim::Many),
        };
        let leader = words.find("lead")?.map_or(cat, |Who(seat)| seat);
        let position = words.position(trump, leader, 10)?;
        Ok(Puzzle { game: Self::NAME, position, alone: Some((cat, aim)) })
    }
}

impl Solvable for ThreeKings {}

/// A position to be solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    game: &'static str,
    position: Position,
    /// Who stands alone against the two others, and what he is after; else each is for itself.
    alone: Option<(Seat, Aim)>,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Tricks that the one gets.
    One(u8),
    /// Tricks that each seat gets.
    Each(BySeat<u8>),
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

impl Puzzle {
    /// The game's name.
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// Who is to move.
    pub fn turn(&self) -> Seat {
        self.position.trick().turn()
    }

    /// Tricks that nobody has won yet.
    pub fn tricks_left(&self) -> usize {
        self.position.tricks_left()
    }

    /// Who stands alone against the two others.
    pub fn alone(&self) -> Option<Seat> {
        self.alone.map(|(seat, _)| seat)
    }

    /// Whether solving it takes longer than one likes to wait.
    pub fn is_long(&self) -> bool {
        self.alone.is_none() && self.tricks_left() > 10
    }

    /// Solves it.
    pub fn solve(&self) -> Solution {
        let name = |card| format!("play {card}");
        match self.alone {
            Some((one, aim)) => {
                let mut solver = OneAgainstTwo::new();
                let value = Value::One(solver.tricks(&self.position, one, aim));
                let each = solver.each(&self.position, one, aim);
                let actions = each.map(|(card, tricks)| (name(card), Value::One(tricks))).collect();
                Solution { value, actions, nodes: solver.nodes() }
            }
            None => {
                let room = if self.tricks_left() > 8 { 20 } else { 14 };
                let mut solver = EachAlone::with_room(room);
                let aims = Aims::tricks(self.tricks_left());
                let value = Value::Each(solver.tricks(&self.position, &aims));
                let each = solver.each(&self.position, &aims);
                let actions =
                    each.map(|(card, tricks)| (name(card), Value::Each(tricks))).collect();
                Solution { value, actions, nodes: solver.nodes() }
            }
        }
    }
}

impl fmt::Display for Puzzle {
    /// The position as a person reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trump = match (self.position.trump(), self.alone) {
            (_, Some((_, Aim::Few))) => "Null".to_owned(),
            (Trump::None, _) => "no trump".to_owned(),
            (Trump::Suit(suit), _) => format!("trump {}", suit.symbol()),
        };
        let left = match self.tricks_left() {
            1 => "1 trick".to_owned(),
            n => format!("{n} tricks"),
        };
        let cat = self.alone().map_or_else(String::new, |seat| format!(" · seat {seat} alone"));
        writeln!(f, "{} · {trump}{cat} · {left} left · seat {} to play", self.game, self.turn())?;
        for (seat, hand) in self.position.hands().iter() {
            let mut line = format!("  seat {seat}");
            for suit in Suit::ALL.into_iter().rev() {
                let ranks: String =
                    hand.of(suit).iter().rev().map(|card| card.rank().letter()).collect();
                let ranks = if ranks.is_empty() { "–" } else { &ranks };
                let _ = write!(line, "   {} {ranks:<7}", suit.symbol());
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let table = self.position.trick().plays();
        let table: Vec<_> = table.map(|(seat, card)| format!("{seat} {card}")).collect();
        if !table.is_empty() {
            writeln!(f, "  on the table: {}", table.join(", "))?;
        }
        Ok(())
    }
}
