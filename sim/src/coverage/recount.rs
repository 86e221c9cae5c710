//! What was measured of coverage, counted again from the counts of its own table.

use super::counts::{Cell, Counts};
use super::promise::Promise;
use super::{Coverage, CoverageFold};
use crate::audit::fault::Fault;
use crate::audit::held::{Held, HeldFile};
use crate::audit::recount::Recount;
use crate::terminal::number::plural;

const TABLE: &str = "coverage.csv";

/// Counts again, once the runs are finished.
pub(super) fn recount<'s>(coverage: &'s Coverage<'s>, held: &Held) -> Result<Recount<'s>, Fault> {
    let mut recount = Recount::of(None, "by its counts");
    let why = "how the pool was played and what each run found, of which no rows are kept; the counts of \
               coverage.csv are taken as they are";
    recount.unchecked.push(why.to_owned());
    if !held.finished() {
        return Ok(recount);
    }
    let mut file = HeldFile::table(&held.dir, TABLE)?;
    let runs = coverage.runs.end - coverage.runs.start;
    let mut counts = Counts { runs, cells: Vec::new() };
    while let Some(line) = file.next_line()? {
        let text = String::from_utf8_lossy(&line.bytes);
        let cell = read_row(text.trim_end_matches('\n'), runs, &coverage.after);
        let cell = cell
            .ok_or_else(|| file.fault(line.number, "it is no row that so many runs can come to"))?;
        counts.cells.push(cell);
    }
    let told = format!(
        "{TABLE}: {}, each with a share, an interval and a judgement that agree with its counts",
        plural(counts.cells.len() as u64, "promise")
    );
    recount.checked.push(told);
    recount.fold = Some(Box::new(CoverageFold { of: coverage, counts }));
    Ok(recount)
}

/// The counts that a row tells of.
fn read_row(row: &str, runs: u64, after: &[u64]) -> Option<Cell> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(row.as_bytes());
    let record = reader.records().next()?.ok()?;
    let number = |field: usize| record.get(field)?.parse::<u64>().ok();
    let cell = Cell {
        promise: Promise::named(record.get(2)?)?,
        figure: record.get(3)?.to_owned(),
        blocks: number(4)?,
        printed: number(6)?,
        below: number(8)?,
        above: number(9)?,
    };
    let missed = cell.below.checked_add(cell.above)?;
    let can_be = missed <= cell.printed && cell.printed <= runs && after.contains(&cell.blocks);
    (can_be && number(5)? == runs).then_some(cell)
}
