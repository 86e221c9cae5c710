//! A match made again from its records: on the cards of the seed, by the rules.

use serde_json::{Map, Value};
use threehand_bots::Knowledge;
use threehand_engine::record::Record;
use threehand_engine::{Deal, Seat};

use super::super::Tournament;
use super::{Place, unless_same};
use crate::audit::fault::Fault;
use crate::audit::held::{HeldFile, Line};
use crate::play::seeds::Seeds;
use crate::play::table::{Decks, Match};

/// The first field of a record that says what was done; those before the field say how the hand
/// started.
const FIRST_DEED: &str = "actions";

/// Reads the records of a match up to its end, and plays the match again by them; gives the lines
/// besides.
pub(super) fn read<G: Knowledge>(
    tournament: &Tournament<'_, G>,
    place: Place,
    decks: &mut Decks,
    file: &mut HeldFile,
) -> Result<(Match<G>, Vec<Line>), Fault> {
    let (number, lineup) = place;
    let (rules, stage) = (&tournament.rules, &tournament.settings.stage);
    let dealer: Seat = Seeds(stage.seed).first_dealer(number);
    let mut standing = rules.first_standing(dealer);
    let (mut hands, mut lines) = (Vec::new(), Vec::new());
    loop {
        let hand = hands.len();
        let line = file.due_line(|| {
            format!("hand {hand} of match {number}, line-up {}, is recorded", lineup.0)
        })?;
        let fault = |told: String| file.fault(line.number, told);
        let record: Record = serde_json::from_slice(&line.bytes).map_err(|error| {
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or_default();
            fault(format!("column {}: {what}", error.column()))
        })?;
        let deal = Deal::new(decks.of_hand(hand), rules.hand_sizes(&standing));
        let opening = tournament.rows.opening(number, lineup, hand, &standing, &deal);
        same_start(&record, &opening).map_err(fault)?;
        let played = record.replay::<G>().map_err(|fault_there| fault(fault_there.to_string()))?;
        lines.push(line);
        let outcome = played.outcome;
        hands.push(played);
        let Some(outcome) = outcome else {
            let forfeit = record.forfeit;
            return Ok((Match { hands, standing, truncated: false, forfeit }, lines));
        };
        standing = outcome.standing;
        let truncated = !outcome.over && hands.len() as u64 == stage.max_hands;
        let line = lines.last().map_or(0, |line| line.number);
        unless_same("truncated", &record.truncated, &truncated, "by max_hands")
            .map_err(|told| file.fault(line, told))?;
        if outcome.over || truncated {
            return Ok((Match { hands, standing, truncated, forfeit: None }, lines));
        }
    }
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
