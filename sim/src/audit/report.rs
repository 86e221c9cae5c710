//! What an audit found right, and what it could not check.

use std::io::Write as _;
use std::path::PathBuf;

use serde_json::json;

use super::held::AGAIN;
use crate::terminal::number::plural;

/// What an audit found right, and what it could not check.
pub struct Report {
    pub(super) dir: PathBuf,
    pub(super) run: String,
    pub(super) finished: bool,
    pub(super) blocks: u64,
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
    pub fn print(&self, json: bool) -> anyhow::Result<()> {
        let (hands, matches) = self.replayed;
        let mut out = anstream::stdout();
        if json {
            let report = json!({
                "hands": hands,
                "matches": matches,
                "run": self.run,
                "finished": self.finished,
                "blocks": self.blocks,
                "again": self.again,
                "checked": self.checked,
                "unchecked": self.unchecked,
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        let (dir, blocks) = (self.dir.display(), plural(self.blocks, "block"));
        if self.finished {
            writeln!(out, "{dir}: nothing is wrong with this {} of {blocks}", self.run)?;
        } else {
            let run = &self.run;
            let first = format!("the first {blocks}, which progress.json has noted");
            writeln!(out, "{dir}: an unfinished {run}; nothing is wrong with {first}")?;
        }
        for checked in &self.checked {
            writeln!(out, "  right: {checked}")?;
        }
        for unchecked in &self.unchecked {
            writeln!(out, "  not checked: {unchecked}")?;
        }
        Ok(())
    }
}

/// `a, b and c`.
pub(super) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}
