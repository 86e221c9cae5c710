//! Where the matches of a run are played: one game's rules, a seed, and the bots.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use threehand_bots::{BatchDecider, BotFailure, BotRng, Bots, Knowledge, Spec};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Played, Seat};

use crate::forfeit::Forfeit;
use crate::hand::{DynHand, TypedHand};
use crate::recorded::{Recorded, recorded};
use crate::referee::Watch;
use crate::row::{Keep, MatchRow};
use crate::seated::Seated;
use crate::seeds::Seeds;
use crate::table::{Decks, MakeBot, Match, Table};
use crate::view::DynView;

/// A bot of a run. The text is the spec that it was asked for as.
#[derive(Clone, Debug)]
pub enum Player {
    /// A bot of the lab.
    BuiltIn(Spec),
    /// A program that runs beside this one.
    External(Arc<dyn Program>),
    /// A bot of a run that is read and not played: this program does not have it.
    Absent {
        /// The spec that it was asked for as.
        spec: String,
        /// The spec that it played as.
        stands_for: String,
    },
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(spec) => spec.fmt(f),
            Self::External(program) => f.write_str(&program.spec()),
            Self::Absent { spec, .. } => f.write_str(spec),
        }
    }
}

impl PartialEq for Player {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// A program that plays as a bot.
pub trait Program: Any + fmt::Debug + Send + Sync {
    /// The spec that it was asked for as.
    fn spec(&self) -> String;
    /// A seat for one match under a line-up: its number, and the players by seat.
    fn sit(&self, lineup: (usize, BySeat<usize>), seat: Seat) -> Box<dyn ProgramSeat>;
}

/// A program in a seat, for one match.
pub trait ProgramSeat: Send {
    /// The index of the action that it chooses, legal or not.
    ///
    /// # Errors
    /// Why there is none.
    fn decide(&mut self, view: &dyn DynView, rng: &mut BotRng) -> Result<usize, BotFailure>;
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct DueMatch {
    /// Its decks.
    pub decks: Decks,
    /// The number of the line-up, and the players by seat.
    pub lineup: (usize, BySeat<usize>),
    /// What is wanted besides the result.
    pub keep: Keep,
}

/// A match that was played on from one of its hands.
pub struct Continued {
    /// The hands from that one on. The last is unfinished if a bot failed.
    pub hands: Vec<Box<dyn DynHand>>,
    /// Whether the cap on hands ended the match.
    pub truncated: bool,
    /// The failure that ended the match.
    pub forfeit: Option<Forfeit>,
}

/// Plays matches of one game's rules between the players of a run, who go by their numbers.
pub trait Arena: Sync {
    /// Plays the match of these decks under a line-up: its number, and the players by seat. New bots sit
    /// down for each match.
    fn play(
        &self,
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
        keep: Keep,
        watch: Option<&Watch<'_>>,
    ) -> MatchRow;

    /// The most views that a player decides at once; 1 if all are asked view by view.
    fn most_at_once(&self) -> usize {
        1
    }

    /// Plays these matches side by side, each as [`Arena::play`] does.
    fn play_side_by_side(&self, matches: Vec<DueMatch>) -> Vec<MatchRow> {
        let play = |mut due: DueMatch| self.play(&mut due.decks, due.lineup, due.keep, None);
        matches.into_iter().map(play).collect()
    }

    /// Plays a match on from a hand, which has this number in its match and may have begun.
    ///
    /// # Panics
    /// If the hand is of another game.
    fn play_on(
        &self,
        hand: (usize, &dyn DynHand),
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
    ) -> Continued;

    /// Starts to check recorded hands: those of the match of this number under a line-up.
    fn recorded(&self, number: u64, lineup: (usize, BySeat<usize>)) -> Recorded<'_>;
}

pub(crate) struct TypedArena<'a, G: Knowledge> {
    pub(crate) table: Table<'a, G>,
    specs: Vec<String>,
    /// By player what decides many views at once, if it is not asked view by view.
    deciders: Vec<Option<Arc<dyn BatchDecider>>>,
}

impl<'a, G: Knowledge> TypedArena<'a, G> {
    pub(crate) fn new(
        bots: &'a Bots<G>,
        rules: G,
        players: &[Player],
        (seeds, max_hands): (Seeds, usize),
    ) -> Self {
        let maker = |player: &Player| -> MakeBot<'a, G> {
            match player {
                Player::BuiltIn(spec) => {
                    let make = bots.maker(spec);
                    Box::new(move |_, _| Seated::Bot(make()))
                }
                Player::External(program) => {
                    let program = Arc::clone(program);
                    Box::new(move |lineup, seat| Seated::Program(program.sit(lineup, seat)))
                }
                Player::Absent { .. } => Box::new(|_, _| {
                    Seated::Failed(BotFailure::GaveUp("this program does not have it".to_owned()))
                }),
            }
        };
        let decider = |player: &Player| match player {
            Player::BuiltIn(spec) => bots.decider(spec),
            Player::External(_) | Player::Absent { .. } => None,
        };
        Self {
            specs: players.iter().map(Player::to_string).collect(),
            deciders: players.iter().map(decider).collect(),
            table: Table { rules, seeds, max_hands, bots: players.iter().map(maker).collect() },
        }
    }

    /// The row of a match.
    fn row(
        &self,
        number: u64,
        lineup: (usize, BySeat<usize>),
        keep: Keep,
        played: &Match<G>,
    ) -> MatchRow {
        let mut row = played.row(lineup.0, keep.hands);
        if keep.records {
            let record = |hand| self.record(number, lineup, played, hand);
            row.records = (0..played.hands.len()).map(record).collect();
        }
        row
    }

    /// The record of a hand of a match.
    pub(crate) fn record(
        &self,
        number: u64,
        lineup: (usize, BySeat<usize>),
        played: &Match<G>,
        hand: usize,
    ) -> Record {
        let last = hand + 1 == played.hands.len();
        Record {
            truncated: last && played.truncated,
            forfeit: played.forfeit.as_ref().filter(|_| last).map(Forfeit::record),
            ..self.hand_record((number, lineup, hand), &played.hands[hand])
        }
    }

    /// The record of a hand in this place, as far as it was played.
    pub(crate) fn hand_record(
        &self,
        (number, (lineup, seated), hand): (u64, (usize, BySeat<usize>), usize),
        played: &Played<G>,
    ) -> Record {
        let bots = BySeat::from_fn(|seat| self.specs[seated[seat]].clone());
        Record::of(played, (number, lineup, hand), bots)
    }
}

impl<G: Knowledge> Arena for TypedArena<'_, G> {
    fn play(
        &self,
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
        keep: Keep,
        watch: Option<&Watch<'_>>,
    ) -> MatchRow {
        let played = self.table.play(decks, lineup, keep.records, watch);
        self.row(decks.number(), lineup, keep, &played)
    }

    fn most_at_once(&self) -> usize {
        self.deciders.iter().flatten().map(|decider| decider.most()).max().unwrap_or(1)
    }

    fn play_side_by_side(&self, matches: Vec<DueMatch>) -> Vec<MatchRow> {
        let played = self.table.play_side_by_side(&self.deciders, matches);
        let row = |(DueMatch { decks, lineup, keep }, played)| {
            self.row(decks.number(), lineup, keep, &played)
        };
        played.map(row).collect()
    }

    fn play_on(
        &self,
        (number, hand): (usize, &dyn DynHand),
        decks: &mut Decks,
        lineup: (usize, BySeat<usize>),
    ) -> Continued {
        let typed = (hand as &dyn Any).downcast_ref::<TypedHand<G>>();
        let begun = (number, typed.expect("the hand is of this game").to_play_on());
        let Match { hands, truncated, forfeit, .. } =
            self.table.play_on(begun, decks, lineup, true, None);
        let hands =
            hands.into_iter().map(|hand| Box::new(TypedHand::Dealt(hand)) as Box<dyn DynHand>);
        Continued { hands: hands.collect(), truncated, forfeit }
    }

    fn recorded(&self, number: u64, lineup: (usize, BySeat<usize>)) -> Recorded<'_> {
        recorded(self, number, lineup)
    }
}
