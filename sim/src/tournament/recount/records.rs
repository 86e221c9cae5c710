//! A match made again from its records: on the cards of the seed, by the rules.

use serde_json::{Map, Value};
use threehand_bots::Knowledge;
use threehand_engine::record::Record;

use super::super::Tournament;
use super::{Place, unless_same};
use crate::audit::fault::Fault;
use crate::audit::held::HeldFile;
use crate::play::forfeit::Forfeit;
use crate::play::seeds::Seeds;
use crate::play::table::{Decks, Match};

/// The first field of a record that says what was done; those before the field say how the hand
/// started.
const FIRST_DEED: &str = "actions";

/// Reads the records of a match up to its end, and plays the match again by them.
pub(super) fn read<G: Knowledge>(
    tournament: &Tournament<'_, G>,
    place: Place,
    decks: &mut Decks,
    file: &mut HeldFile,
) -> Result<Match<G>, Fault> {
    let (number, lineup) = place;
    let (rules, stage) = (&tournament.rules, &tournament.settings.stage);
    let standing = rules.first_standing(Seeds(stage.seed).first_dealer(number));
    let mut played = Match { hands: Vec::new(), standing, truncated: false, forfeit: None };
    loop {
        let hand = played.hands.len();
        let line =
            file.due_line(|| format!("hand {hand} of match {number}, line-up {}", lineup.0))?;
        let fault = |told: String| file.fault(line.number, told);
        let record = parse(&line.bytes).map_err(fault)?;
        let deal = rules.deal(&played.standing, &decks.of_hand(hand));
        let opening = tournament.rows.opening(number, lineup, hand, &played.standing, &deal);
        same_start(&record, &opening).map_err(fault)?;
        let replayed = record.replay::<G>().map_err(|departs| fault(departs.to_string()))?;
        let outcome = replayed.outcome;
        played.hands.push(replayed);
        if let Some(outcome) = outcome {
            played.standing = outcome.standing;
            played.truncated = !outcome.over && played.hands.len() as u64 == stage.max_hands;
            unless_same("truncated", &record.truncated, &played.truncated, "by max_hands")
                .map_err(fault)?;
        }
        played.forfeit = record.forfeit.map(Forfeit::from);
        // Actions may be written in more than one way, where a game joins some on a line.
        let due = tournament.rows.record(number, lineup, &played, hand);
        let due = Record { actions: record.actions, ..due };
        let mut due = serde_json::to_vec(&due).map_err(|error| fault(error.to_string()))?;
        due.push(b'\n');
        file.compare(&[line], &due, "by the rules")?;
        if outcome.is_none_or(|outcome| outcome.over) || played.truncated {
            return Ok(played);
        }
    }
}

fn parse(line: &[u8]) -> Result<Record, String> {
    serde_json::from_slice(line).map_err(|error| {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        format!("column {}: {what}", error.column())
    })
}

/// Sees to it that a hand starts as it should: in its place of the run, with its bots, cards and
/// scores.
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
        unless_same(key, found, due, "by the seed and the rules")?;
    }
    Ok(())
}
