//! All that a seat knows of a hand, in words and numbers, for bots that are no Rust.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::action::Legal as _;
use crate::game::{Game, Hand};
use crate::json;
use crate::options;
use crate::scene::Scene;
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;
use crate::view::View;

/// All that a seat knows of a hand: it needs nothing from before to be understood.
///
/// It is made of a [`View`], so it names no card that the seat does not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The game's name.
    pub game: String,
    /// The options that differ from the game's defaults.
    #[serde(deserialize_with = "json::object")]
    pub rules: Map<String, Value>,
    /// Goes up when a ruling changes.
    pub rules_version: u32,
    /// Whose view it is.
    pub seat: Seat,
    /// Who dealt.
    pub dealer: Seat,
    /// Scores before the hand.
    pub scores: BySeat<i32>,
    /// What else came over from the hand before, as a record has it.
    #[serde(deserialize_with = "json::object")]
    pub carry: Map<String, Value>,
    /// What is to be decided: `play`; empty in a game that does not name its phases.
    pub phase: String,
    /// Whose decision is next; `None` once the hand is over.
    pub turn: Option<Seat>,
    /// The lines of the record so far, with `?` for each card that the seat has not seen. What one
    /// seat chose together, such as the cards that it discards, stands in the order of the cards.
    pub history: Vec<String>,
    /// What the seat may do now, in the words of a record; nothing if it is another's turn.
    pub legal: Vec<String>,
    /// The table: hands, trick and what else lies there.
    pub table: Scene,
}

/// The words for a phase of a hand.
#[derive(Clone, Copy)]
pub(crate) struct PhaseWords {
    /// What is to be decided: `play`.
    pub(crate) name: &'static str,
    /// What the seat to move is to do: `play a card`.
    pub(crate) due: &'static str,
    /// What a new player has to know for that, in a few sentences.
    pub(crate) rule: &'static str,
}

impl PhaseWords {
    /// Nothing is to be decided any more.
    pub(crate) const OVER: Self =
        Self { name: "nothing", due: "do nothing", rule: "The hand is over." };
}

/// The record of a hand so far as a seat knows it, from [`Game::recall`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recalled {
    /// What is to be decided: `play`.
    pub phase: &'static str,
    /// What a new player has to know for that, in a few sentences.
    pub rule: &'static str,
    /// The lines of the record so far, with `?` for each card that the seat has not seen.
    pub lines: Vec<String>,
}

impl Recalled {
    /// Nothing so far, in a phase of these words.
    pub(crate) const fn at(phase: PhaseWords) -> Self {
        Self { phase: phase.name, rule: phase.rule, lines: Vec::new() }
    }

    /// Adds a line.
    pub fn line(&mut self, seat: Seat, words: impl Display) {
        self.lines.push(format!("{seat} {words}"));
    }
}

impl Seen {
    pub(crate) fn of<G: Game>(hand: &G::Hand, view: &View<'_, G>) -> Self {
        let standing = hand.standing();
        let recalled = G::recall(view);
        let legal = match hand.turn() == Some(view.seat()) {
            true => view.legal().iter().map(|action| action.to_string()).collect(),
            false => Vec::new(),
        };
        Self {
            game: hand.rules().name().to_owned(),
            rules: options::to_json(hand.rules()),
            rules_version: G::RULES_VERSION,
            seat: view.seat(),
            dealer: standing.dealer(),
            scores: standing.scores(),
            carry: standing.carry(),
            phase: recalled.phase.to_owned(),
            turn: hand.turn(),
            history: recalled.lines,
            legal,
            table: Scene::of(hand, view),
        }
    }
}
