//! The recorded hands of a match, checked by the rules and the cards of the seed.

use serde_json::{Map, Value};
use threehand_bots::Knowledge;
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Played};

use crate::arena::TypedArena;
use crate::forfeit::Forfeit;
use crate::row::MatchRow;
use crate::table::{Decks, Match};

/// The first field of a record that says what was done. The fields before it say how the hand started.
const FIRST_DEED: &str = "actions";

/// The recorded hands of a match, checked one after the other.
pub trait RecordedMatch {
    /// Adds the record of the next hand. Returns the record that is due there, with the actions as they
    /// are written, and whether the match is over.
    ///
    /// # Errors
    /// The first difference from what the seed and the rules give.
    fn push(&mut self, record: &Record, decks: &mut Decks) -> Result<(Record, bool), String>;

    /// Hands so far.
    fn hands(&self) -> usize;

    /// The row of the match, with its hands.
    fn row(&self) -> MatchRow;
}

pub(crate) struct TypedMatch<'a, G: Knowledge> {
    arena: &'a TypedArena<'a, G>,
    number: u64,
    lineup: (usize, BySeat<usize>),
    played: Match<G>,
}

impl<'a, G: Knowledge> TypedMatch<'a, G> {
    pub(crate) fn new(
        arena: &'a TypedArena<'a, G>,
        number: u64,
        lineup: (usize, BySeat<usize>),
    ) -> Self {
        let standing = arena.table.rules.first_standing(arena.table.seeds.first_dealer(number));
        let played = Match { hands: Vec::new(), standing, truncated: false, forfeit: None };
        Self { arena, number, lineup, played }
    }
}

impl<G: Knowledge> RecordedMatch for TypedMatch<'_, G> {
    fn push(&mut self, record: &Record, decks: &mut Decks) -> Result<(Record, bool), String> {
        let Self { arena, number, lineup, played } = self;
        let hand = played.hands.len();
        let deal = arena.table.rules.deal(&played.standing, &decks.of_hand(hand));
        let opening = Played::new(arena.table.rules, played.standing, deal);
        same_start(record, &arena.hand_record((*number, *lineup, hand), &opening))?;
        let replayed = record.replay::<G>().map_err(|fault| fault.to_string())?;
        let outcome = replayed.outcome;
        played.hands.push(replayed);
        if let Some(outcome) = outcome {
            played.standing = outcome.standing;
            played.truncated = !outcome.over && played.hands.len() == arena.table.max_hands;
            unless_same(
                "truncated",
                &record.truncated.into(),
                &played.truncated.into(),
                "max_hands",
            )?;
        }
        played.forfeit = record.forfeit.clone().map(Forfeit::from);
        // Actions may be written in more than one way, where a game joins some on a line.
        let due = arena.record(*number, *lineup, played, hand);
        let due = Record { actions: record.actions.clone(), ..due };
        Ok((due, outcome.is_none_or(|outcome| outcome.over) || played.truncated))
    }

    fn hands(&self) -> usize {
        self.played.hands.len()
    }

    fn row(&self) -> MatchRow {
        self.played.row(self.lineup.0, true)
    }
}

/// Compares the start of a hand: its place in the run, its bots, cards and scores.
fn same_start(record: &Record, due: &Record) -> Result<(), String> {
    let start = |record: &Record| -> Map<String, Value> {
        let record = Record { actions: Vec::new(), ..record.clone() };
        match serde_json::to_value(record) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    };
    let (record, due) = (start(record), start(due));
    for (key, due) in due.iter().take_while(|(key, _)| *key != FIRST_DEED) {
        let found = record.get(key).unwrap_or(&Value::Null);
        unless_same(key, found, due, "the seed and the rules")?;
    }
    Ok(())
}

fn unless_same(key: &str, found: &Value, due: &Value, by: &str) -> Result<(), String> {
    if found == due { Ok(()) } else { Err(format!("{key} is {found}, but by {by} it is {due}")) }
}
