//! What an audit found right, and what it could not check.

use std::path::PathBuf;

use serde_json::json;

use super::held::AGAIN;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::shown::shown;
use crate::terminal::stream::{print, print_json};

/// What an audit found right, and what it could not check.
pub struct Report {
    pub(super) dir: PathBuf,
    pub(super) run: String,
    pub(super) finished: bool,
    pub(super) blocks: u64,
    /// What a block is called for a reader.
    pub(super) unit: &'static str,
    pub(super) again: bool,
    /// Hands and matches that were replayed by the rules.
    pub(super) replayed: (u64, u64),
    pub(super) checked: Vec<String>,
    pub(super) unchecked: Vec<String>,
}

impl Report {
    /// Adds what is to be said of documents, tables and hash, once all are right.
    pub(super) fn tell_tables(&mut self, tables: &[&str], by: &str) {
        let documents =
            "manifest.json says what its settings come to, and config.toml holds these settings";
        self.checked.insert(0, documents.to_owned());
        if by == AGAIN {
            let lines = "every line is what the bots play when the run is played again";
            self.checked.push(lines.to_owned());
        }
        if !tables.is_empty() {
            let come = if tables.len() == 1 {
                "is what these lines come"
            } else {
                "are what these lines come"
            };
            self.checked.push(format!("{} {come} to", list(tables)));
        }
        if self.finished {
            self.checked.push("results_hash is that of the files".to_owned());
        }
        if !self.again {
            let bots =
                "whether the bots play so: --again plays the run again, and compares every line";
            self.unchecked.push(bots.to_owned());
        }
    }

    /// Prints the report, as one JSON object on one line or for a reader.
    ///
    /// # Errors
    /// If nothing can be printed.
    pub fn print(&self, json: bool) -> Result<(), Failure> {
        let (hands, matches) = self.replayed;
        if json {
            return print_json(&json!({
                "hands": hands,
                "matches": matches,
                "run": self.run,
                "finished": self.finished,
                "blocks": self.blocks,
                "again": self.again,
                "checked": self.checked,
                "unchecked": self.unchecked,
            }));
        }
        let (dir, unit) = (shown(self.dir.display()), self.unit);
        let blocks = plural(self.blocks, unit);
        let run = match self.run.as_str() {
            "compare" => "comparison",
            "sprt" => "test",
            "calibrate" => "calibration",
            "coverage" => "measurement of coverage",
            run => run,
        };
        let mut text = if self.finished {
            format!(
                "{dir}: nothing is wrong with this {run} of {blocks}
"
            )
        } else if self.blocks == 0 {
            format!(
                "{dir}: an unfinished {run}, of which no {unit} is noted yet
"
            )
        } else {
            let first = format!("the first {blocks}, which progress.json has noted");
            format!("{dir}: an unfinished {run}; nothing is wrong with {first}\n")
        };
        for checked in &self.checked {
            text += &format!("  right: {checked}\n");
        }
        for unchecked in &self.unchecked {
            text += &format!("  not checked: {unchecked}\n");
        }
        print(&text)
    }
}

/// `a, b and c`.
pub fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}
