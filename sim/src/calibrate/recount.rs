//! A calibration counted again from the rows of its runs: sums are whole numbers, so a mean and its
//! error tell them.

use std::path::Path;

use super::trial::Trial;
use super::{Calibrate, CalibrateFold};
use crate::audit::fault::Fault;
use crate::audit::held::{Held, HeldFile};
use crate::audit::recount::Recount;
use crate::experiment::contract::Fold as _;
use crate::stats::TestDecision;
use crate::terminal::number::plural;

const RUNS: &str = "runs.csv";

/// Counts a calibration again from `runs.csv`, once it is finished.
pub(super) fn recount<'s>(calibrate: &'s Calibrate<'s>, held: &Held) -> Result<Recount<'s>, Fault> {
    let mut recount = Recount::of(None, "by runs.csv");
    recount
        .unchecked
        .push("how the matches were played, since a calibration keeps no rows of them; the differences of runs.csv are taken as they are".to_owned());
    if !held.finished() {
        return Ok(recount);
    }
    let fold = read(calibrate, &held.dir)?;
    let runs = plural(fold.played.note.runs.trials().len() as u64, "run");
    let told = format!("{RUNS}: {runs}, each with an interval, a p-value and a verdict that agree");
    recount.checked.push(told);
    recount.unknown.keys.extend(["hands", "forfeits", "failures"]);
    recount.fold = Some(Box::new(fold));
    Ok(recount)
}

fn read<'s>(calibrate: &'s Calibrate<'s>, dir: &Path) -> Result<CalibrateFold<'s>, Fault> {
    let mut fold = CalibrateFold::new(calibrate);
    let mut file = HeldFile::table(dir, RUNS)?;
    for run in calibrate.runs.clone() {
        let line = file.due_line(|| format!("run {run}"))?;
        let text = String::from_utf8_lossy(&line.bytes);
        let trial = read_row(text.trim_end_matches('\n'), calibrate.settings.blocks);
        let trial = trial.ok_or_else(|| {
            file.fault(line.number, "it is no row that a run of so many blocks can come to")
        })?;
        fold.played.note.runs.add(trial);
        if fold.stop().is_some() {
            let told = "the bot plays too much alike to be calibrated";
            return Err(file.fault(line.number, told));
        }
    }
    Ok(fold)
}

/// The run that a row tells of. The row that is made of the run again tells whether that is so.
fn read_row(row: &str, blocks: u64) -> Option<Trial> {
    let mut fields = row.rsplitn(10, ',').take(9).collect::<Vec<_>>();
    fields.reverse();
    let [difference, se, _, _, _, _, sprt, tested, strays] = fields[..] else { return None };
    let se = if se.is_empty() { None } else { Some(se.parse().ok()?) };
    let decisions = [None, Some(TestDecision::Better), Some(TestDecision::NotBetter)];
    let decision = decisions.into_iter().find(|&decision| TestDecision::word(decision) == sprt)?;
    let tested: u64 = tested.parse().ok()?;
    let is_whole = decision.is_some() || tested == blocks;
    if !is_whole || !(1..=blocks).contains(&tested) {
        return None;
    }
    Trial::told(blocks, difference.parse().ok()?, se, (decision, tested), strays == "true")
}
