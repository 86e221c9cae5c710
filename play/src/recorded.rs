//! The recorded hands of a match, checked by the rules and the cards of the seed.

use serde_json::{Map, Value};
use threehand_bots::Knowledge;
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Played};

use crate::arena::TypedArena;
use crate::forfeit::Forfeit;
use crate::row::MatchRow;
use crate::table::{Decks, Match, Table};

/// The first field of a record that says what was done. The fields before it say how the hand started.
const FIRST_DEED: &str = "actions";

/// Checks the recorded hands of a match, one after the other. Returns the record that is due there, with the
/// actions as they are written, and the match once it is over; or the first difference from what the seed and the rules
/// give.
pub type Recorded<'a> =
    Box<dyn FnMut(&Record, &mut Decks) -> Result<(Record, Option<RecordedMatch>), String> + 'a>;

/// A match that was recorded.
pub struct RecordedMatch {
    /// Its row.
    pub row: MatchRow,
    /// The decisions that were made.
    pub decisions: u64,
}

pub(crate) fn recorded<'a, G: Knowledge>(
    arena: &'a TypedArena<'a, G>,
    number: u64,
    lineup: (usize, BySeat<usize>),
) -> Recorded<'a> {
    let Table { rules, seeds, max_hands, .. } = &arena.table;
    let standing = rules.first_standing(seeds.first_dealer(number));
    let mut played = Match { hands: Vec::new(), standing, truncated: false, forfeit: None };
    Box::new(move |record, decks| {
        let hand = played.hands.len();
        let deal = rules.deal(&played.standing, &decks.of_hand(hand));
        let opening = Played::new(*rules, played.standing, deal);
        same_start(record, &arena.hand_record((number, lineup, hand), &opening))?;
        let replayed = record.replay_of(rules).map_err(|fault| fault.to_string())?;
        let outcome = replayed.outcome;
        played.hands.push(replayed);
        if let Some(outcome) = outcome {
            played.standing = outcome.standing;
            played.truncated = !outcome.over && played.hands.len() == *max_hands;
            unless_same(
                "truncated",
                &record.truncated.into(),
                &played.truncated.into(),
                "max_hands",
            )?;
        }
        played.forfeit = record.forfeit.clone().map(Forfeit::from);
        // Actions may be written in more than one way, where a game joins some on a line.
        let due = arena.record(number, lineup, &played, hand);
        let due = Record { actions: record.actions.clone(), ..due };
        let is_over = outcome.is_none_or(|outcome| outcome.over) || played.truncated;
        let whole = || RecordedMatch {
            row: played.row(lineup.0, true),
            decisions: played.hands.iter().map(|hand| hand.actions.len() as u64).sum(),
        };
        Ok((due, is_over.then(whole)))
    })
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
