//! A position to be solved, as a person asks for it: its value and that of every action.

use std::fmt::{self, Write};

use threehand_engine::games::three_kings::falling;
use threehand_engine::games::three_legged_kitty::Strain;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{BySeat, Card, CardSet, Game, Seat, Suit, Trump};

use super::notation::{BadPosition, Contract, Setting, Who, Words};
use super::{Aim, Aims, EachAlone, OneAgainstTwo, Position};
use super::{KingsEnding, KingsPosition};

/// A game whose endings can be solved with all hands open.
pub trait Solvable: Game {
    /// What a position of it says beside the hands, with what it means.
    const SETTINGS: &'static [Setting];

    /// The position of a line such as `AQ..2. K3..A. 654... trump=NT`.
    fn puzzle(line: &str) -> Result<Puzzle, BadPosition>;
}

const LEAD: Setting = ("lead", "who leads, or has led to the trick on the table");
const TRICK: Setting = ("trick", "the cards on the table, the one led first, such as KS,3S");

impl Solvable for NineTwoFive {
    const SETTINGS: &'static [Setting] = &[("trump", "C, D, H, S or NT"), LEAD, TRICK];

    fn puzzle(line: &str) -> Result<Puzzle, BadPosition> {
        let words = Words::read(Self::NAME, Self::SETTINGS, line)?;
        let leader = words.find("lead")?.map_or(Seat::P0, |Who(seat)| seat);
        let position = words.position(words.need("trump")?, leader, 16)?;
        Ok(Puzzle {
            game: Self::NAME,
            question: Question::EachAlone(position),
            table: words.table(leader)?,
        })
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
        let question = Question::OneAgainstTwo(position, cat, aim);
        Ok(Puzzle { game: Self::NAME, question, table: words.table(leader)? })
    }
}

impl Solvable for ThreeKings {
    const SETTINGS: &'static [Setting] =
        &[LEAD, TRICK, ("prediction", "who said what, such as 1:last or 2:ace")];

    fn puzzle(line: &str) -> Result<Puzzle, BadPosition> {
        let rules = Self::default();
        let words = Words::read(Self::NAME, Self::SETTINGS, line)?;
        let leader = words.find("lead")?.map_or(Seat::P0, |Who(seat)| seat);
        let position = words.kings(&rules, leader)?;
        Ok(Puzzle {
            game: Self::NAME,
            question: Question::Kings(position),
            table: words.table(leader)?,
        })
    }
}

/// A position to be solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    game: &'static str,
    question: Question,
    /// What lies on the table.
    table: Vec<(Seat, CardSet)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Question {
    OneAgainstTwo(Position, Seat, Aim),
    EachAlone(Position),
    Kings(KingsPosition),
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Tricks that the one gets.
    One(i8),
    /// Tricks or points that each seat gets.
    Each(BySeat<i8>),
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
        match &self.question {
            Question::OneAgainstTwo(position, ..) | Question::EachAlone(position) => {
                position.trick().turn()
            }
            Question::Kings(position) => position.turn(),
        }
    }

    fn hands(&self) -> BySeat<CardSet> {
        match &self.question {
            Question::OneAgainstTwo(position, ..) | Question::EachAlone(position) => {
                *position.hands()
            }
            Question::Kings(position) => position.hands(),
        }
    }

    /// How many cards the seat to move holds: as many tricks are left, or with melds fewer.
    pub fn cards_left(&self) -> usize {
        self.hands()[self.turn()].len()
    }

    /// Whose gain the values are.
    pub fn seats(&self) -> Vec<Seat> {
        match self.question {
            Question::OneAgainstTwo(_, one, _) => vec![one],
            Question::EachAlone(_) | Question::Kings(_) => Seat::ALL.to_vec(),
        }
    }

    /// What the values count.
    pub const fn unit(&self) -> &'static str {
        match self.question {
            Question::OneAgainstTwo(..) | Question::EachAlone(_) => "tricks",
            Question::Kings(_) => "points",
        }
    }

    /// Whether solving it takes longer than one likes to wait.
    pub fn is_long(&self) -> bool {
        match self.question {
            Question::OneAgainstTwo(..) => false,
            Question::EachAlone(_) => self.cards_left() > 10,
            Question::Kings(_) => self.cards_left() > 7,
        }
    }

    /// Solves it.
    pub fn solve(&self) -> Solution {
        let one = |tricks| Value::One(tricks as i8);
        let each = |tricks: BySeat<u8>| Value::Each(tricks.map(|tricks| tricks as i8));
        let name = |card: Card| format!("play {card}");
        match &self.question {
            Question::OneAgainstTwo(position, seat, aim) => {
                let mut solver = OneAgainstTwo::new();
                let value = one(solver.tricks(position, *seat, *aim));
                let cards = solver.each(position, *seat, *aim);
                let actions = cards.map(|(card, tricks)| (name(card), one(tricks))).collect();
                Solution { value, actions, nodes: solver.nodes() }
            }
            Question::EachAlone(position) => {
                let mut solver = EachAlone::with_room(if self.cards_left() > 8 { 20 } else { 14 });
                let aims = Aims::tricks(position.tricks_left());
                let value = each(solver.tricks(position, &aims));
                let cards = solver.each(position, &aims);
                let actions = cards.map(|(card, tricks)| (name(card), each(tricks))).collect();
                Solution { value, actions, nodes: solver.nodes() }
            }
            Question::Kings(position) => {
                let mut solver = KingsEnding::new();
                let (best, plays) = solver.plays(&ThreeKings::default(), position);
                let name = |cards| {
                    falling(cards).fold("play".to_owned(), |name, card| format!("{name} {card}"))
                };
                let actions = plays.into_iter();
                let actions = actions.map(|(cards, end)| (name(cards), Value::Each(end.points)));
                let value = Value::Each(best.points);
                Solution { value, actions: actions.collect(), nodes: solver.nodes() }
            }
        }
    }

    /// What the game is about in this position, in a few words.
    fn about(&self) -> String {
        match &self.question {
            Question::OneAgainstTwo(_, cat, Aim::Few) => format!("Null · seat {cat} alone"),
            Question::OneAgainstTwo(position, cat, Aim::Many) => {
                format!("{} · seat {cat} alone", trump(position))
            }
            Question::EachAlone(position) => trump(position),
            Question::Kings(_) => "phase 2".to_owned(),
        }
    }
}

fn trump(position: &Position) -> String {
    match position.trump() {
        Trump::None => "no trump".to_owned(),
        Trump::Suit(suit) => format!("trump {}", suit.symbol()),
    }
}

impl fmt::Display for Puzzle {
    /// The position as a person reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, turn) = (self.cards_left(), self.turn());
        let cards = if left == 1 { "card" } else { "cards" };
        let about = self.about();
        writeln!(f, "{} · {about} · seat {turn} to play, with {left} {cards}", self.game)?;
        for (seat, hand) in self.hands().iter() {
            let mut line = format!("  seat {seat}");
            for suit in Suit::ALL.into_iter().rev() {
                let cards = hand.of(suit);
                let ranks: String = match self.question {
                    Question::Kings(_) => falling(cards).map(|card| card.rank().letter()).collect(),
                    _ => cards.iter().rev().map(|card| card.rank().letter()).collect(),
                };
                let ranks = if ranks.is_empty() { "–" } else { &ranks };
                let _ = write!(line, "   {} {ranks:<7}", suit.symbol());
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
