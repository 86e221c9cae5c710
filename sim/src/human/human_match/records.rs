//! The records of a match with a person.

use anyhow::Context as _;
use threehand_engine::record::{Forfeit, Record};
use threehand_play::DynHand;

use super::HumanMatch;
use crate::atomic_write::write_whole;
use crate::terminal::failure::Failure;

impl HumanMatch<'_> {
    /// The record of a hand of this number.
    pub(super) fn record(&self, hand: &dyn DynHand, number: usize, taken_back: u32) -> Record {
        let record = hand.record((self.match_number, 0, number), self.specs.clone());
        Record { taken_back, ..record.expect("the hand was dealt") }
    }

    /// The lines of the records so far. A hand that is not over ends with a forfeit.
    pub(super) fn lines(&self) -> String {
        let done = self.done.iter().enumerate();
        let done = done.map(|(number, (hand, back))| self.record(&**hand, number, *back));
        let mut last = self.record(&*self.hand, self.done.len(), self.taken_back);
        if self.hand.turn().is_some() {
            let (seat, reason) = (self.setup.seat, "left the table".to_owned());
            let left = || Forfeit { seat, reason };
            last.forfeit = Some(self.failure.clone().unwrap_or_else(left));
        }
        let line =
            |record| serde_json::to_string(&record).expect("a record has a JSON text") + "\n";
        self.finished.clone() + &done.chain([last]).map(line).collect::<String>()
    }

    /// Writes the records so far, if they are wanted.
    pub(super) fn write_records(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.setup.records else { return Ok(()) };
        let written = write_whole(path, self.lines().as_bytes());
        if !self.has_written && written.is_err() {
            // An empty file would keep the command from being given again.
            let _ = std::fs::remove_file(path);
        }
        written.with_context(|| path.display().to_string())?;
        self.has_written = true;
        Ok(())
    }
}
