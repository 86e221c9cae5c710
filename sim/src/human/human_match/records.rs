//! The records of a match with a person.

use anyhow::Context as _;
use threehand_engine::record::{Forfeit, Record};

use super::HumanMatch;
use crate::records::file::write_records;
use crate::terminal::failure::Failure;

impl HumanMatch<'_> {
    /// The record of this hand. A hand that is not over ends with a forfeit.
    pub(super) fn record(&self) -> Record {
        let place = (self.match_number, 0, self.done.len());
        let record = self
            .hand
            .record(place, self.setup.names(|player| player.who.to_string()))
            .expect("the hand was dealt");
        let left = || Forfeit { seat: self.setup.seat, reason: "left the table".to_owned() };
        let forfeit = self.hand.turn().map(|_| self.failure.clone().unwrap_or_else(left));
        Record { taken_back: self.taken_back, forfeit, ..record }
    }

    /// Writes the records so far, if they are wanted.
    pub(super) fn write_records(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.setup.records else { return Ok(()) };
        let mut lines = self.finished.clone();
        self.record().write_line(&mut lines);
        let written = write_records(path, &lines);
        if !self.has_written && written.is_err() {
            // An empty file would keep the command from being given again.
            let _ = std::fs::remove_file(path);
        }
        written.with_context(|| path.display().to_string())?;
        self.has_written = true;
        Ok(())
    }
}
