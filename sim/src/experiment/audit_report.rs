//! What an audit found right, and what it could not check.

use serde_json::json;

use super::contract::Recount;
use crate::files::audit::held::{AGAIN, Held};
use crate::files::manifest::Written;
use crate::files::place::FORFEITS;
use crate::terminal::failure::Failure;
use crate::terminal::number::{list, plural};
use crate::terminal::shown::shown;
use crate::terminal::stream::{print, print_json};

/// What an audit found right, and what it could not check.
pub(super) struct AuditReport<'a> {
    written: &'a Written,
    is_finished: bool,
    blocks: u64,
    /// What a block is called for a reader.
    unit: &'static str,
    again: bool,
    /// Hands and matches that were replayed by the rules.
    replayed: (u64, u64),
    checked: Vec<String>,
    unchecked: Vec<String>,
}

impl<'a> AuditReport<'a> {
    pub(super) fn new(
        written: &'a Written,
        held: &Held,
        recount: Recount<'_>,
        tables: &[&str],
        unit: &'static str,
    ) -> Self {
        let blocks = recount.fold.as_ref().map_or(held.blocks, |fold| fold.blocks());
        let Recount { by, replayed, mut checked, mut unchecked, .. } = recount;
        let again = by == AGAIN;
        let documents =
            "manifest.json says what its settings come to, and config.toml holds these settings";
        checked.insert(0, documents.to_owned());
        if again {
            let lines = "every line is what the bots play when the run is played again";
            checked.push(lines.to_owned());
        }
        if !tables.is_empty() {
            let come = if tables.len() == 1 { "is" } else { "are" };
            checked.push(format!("{} {come} what these lines come to", list(tables)));
        }
        if held.is_finished {
            checked.push("results_hash is that of the files".to_owned());
        }
        if written.dir.join(FORFEITS).exists() {
            let limits = "forfeits.json: where a bot passed a limit of time or memory";
            unchecked.push(limits.to_owned());
        }
        if !again {
            let bots =
                "whether the bots play so: --again plays the run again, and compares every line";
            unchecked.push(bots.to_owned());
        }
        let is_finished = held.is_finished;
        Self { written, is_finished, blocks, unit, again, replayed, checked, unchecked }
    }

    /// Prints the report, as one JSON object on one line or for a reader.
    pub(super) fn print(&self, json: bool) -> Result<(), Failure> {
        let run = self.written.run();
        if json {
            let (hands, matches) = self.replayed;
            return print_json(&json!({
                "hands": hands,
                "matches": matches,
                "run": run,
                "finished": self.is_finished,
                "blocks": self.blocks,
                "again": self.again,
                "checked": self.checked,
                "unchecked": self.unchecked,
            }));
        }
        let (dir, unit) = (shown(self.written.dir.display()), self.unit);
        let blocks = plural(self.blocks, unit);
        let run = match run {
            "compare" => "comparison",
            "sprt" => "test",
            "calibrate" => "calibration",
            "coverage" => "measurement of coverage",
            run => run,
        };
        let verdict = if self.is_finished {
            format!("nothing is wrong with this {run} of {blocks}")
        } else if self.blocks == 0 {
            format!("an unfinished {run}, of which no {unit} is noted yet")
        } else {
            format!(
                "an unfinished {run}; nothing is wrong with the first {blocks}, which progress.json has noted"
            )
        };
        let lines = |word: &str, lines: &[String]| -> String {
            lines.iter().map(|line| format!("  {word}: {line}\n")).collect()
        };
        let checked = lines("right", &self.checked);
        let unchecked = lines("not checked", &self.unchecked);
        print(&format!("{dir}: {verdict}\n{checked}{unchecked}"))
    }
}
