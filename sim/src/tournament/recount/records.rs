//! A match made again from its records: on the cards of the seed, by the rules.

use threehand_engine::record::Record;
use threehand_play::{Decks, MatchRow};

use super::super::Tournament;
use super::Place;
use crate::audit::fault::Fault;
use crate::audit::held::HeldFile;

/// Reads the records of a match up to its end; returns the match that they come to, and how many hands it has.
pub(super) fn read(
    tournament: &Tournament<'_>,
    (number, lineup): Place,
    decks: &mut Decks,
    file: &mut HeldFile,
) -> Result<(MatchRow, u64), Fault> {
    let mut recorded = tournament.arena.recorded(number, lineup);
    loop {
        let hand = recorded.hands();
        let line =
            file.due_line(|| format!("hand {hand} of match {number}, line-up {}", lineup.0))?;
        let fault = |told: String| file.fault(line.number, told);
        let record = parse(&line.bytes).map_err(fault)?;
        let (due, is_over) = recorded.push(&record, decks).map_err(fault)?;
        let mut due = serde_json::to_vec(&due).map_err(|error| fault(error.to_string()))?;
        due.push(b'\n');
        file.compare(&[line], &due, "by the rules")?;
        if is_over {
            return Ok((recorded.row(), recorded.hands() as u64));
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
