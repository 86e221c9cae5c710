//! What came out: the table of all promises, and what a person reads.

use std::fmt::Write as _;

use indicatif::HumanCount;
use serde_json::{Value, json};

use super::Coverage;
use super::counts::{Cell, Counts, Kept};
use super::promise::{BAND, Promise};
use crate::calibrate::share::{MISSES, Share};
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::prepare::labels;
use crate::experiment::sitting::Sitting;
use crate::tables::Table;
use crate::tables::column::{Columns, Documented};
use crate::tables::shape::{Shape, Shaped};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, plural};

/// As many broken promises are told of by name.
const TOLD: usize = 5;

/// What came out.
#[derive(Clone, Copy)]
pub(super) struct CoverageOutcome<'a> {
    pub(super) of: &'a Coverage<'a>,
    pub(super) counts: &'a Counts,
}

/// A promise, figure and number of blocks.
type CoverageRow<'a> = (CoverageOutcome<'a>, &'a Cell);

fn columns<'a>() -> Columns<'a, CoverageRow<'a>> {
    let share = |row: &CoverageRow<'a>| row.1.share(row.0.counts.runs);
    Columns::<CoverageRow<'a>>::new()
.game(|row| row.0.of.game.name())
.column("variant", "", "the name of the rules, or the compared variants", |row| {
            row.0.of.variant.as_str()
        })
.column("promise", "", "the kind of interval, such as `win_share`, `rating` or `difference_mean`", |row| row.1.promise.word())
            .note("with `_any_stop` a confidence sequence; `sprt_better` and the like: a false answer; `same`: two one-sided tests against a margin that equals the truth; `direction`: a verdict of the wrong sign")
.column("figure", "", "the bot, the two bots, or the measure with variants and bot", |row| row.1.figure.as_str())
.column("blocks", "blocks", "the number of blocks in each run", |row| row.1.blocks)
.column("runs", "runs", "the number of runs", |row| row.0.counts.runs)
.column("printed", "runs", "runs with an interval", |row| row.1.printed).note("for answers and verdicts, all runs")
.column("missed", "runs", "runs whose interval misses the truth", |row| row.1.missed())
.column("missed_below", "runs", "runs whose interval lies below the truth", |row| row.1.below)
.column("missed_above", "runs", "runs whose interval lies above the truth, and false answers and verdicts", |row| row.1.above)
.column("missed_share", "share", "`missed` divided by `runs`", move |row| share(row).map(Share::mean)).note("a run without an interval counts as right")
.column("lo", "share", "lower end of the exact 95 % interval of `missed_share`", move |row| share(row).map(|share| share.interval().0))
.column("hi", "share", "upper end of the exact 95 % interval of `missed_share`", move |row| share(row).map(|share| share.interval().1))
.column("due", "share", "the share that is due, 0.05", |_| MISSES)
.column("kept", "", "`yes` if the interval of `missed_share` lies between 3 and 7 %", |row| row.1.kept(row.0.counts.runs))
            .note("for an upper bound: below 7 %; `no` if above, `wide` if below, `unsure` if more runs are needed, `nothing` if no interval was ever printed")
}

/// The figures of `coverage.csv`.
pub(super) fn figures() -> Vec<(&'static str, Documented)> {
    vec![("coverage.csv", columns().documented())]
}

impl Shaped for Kept {
    fn shape() -> Shape {
        Shape::Text
    }
}

impl CoverageOutcome<'_> {
    /// The kinds of promise that there are, in their order.
    fn kinds(&self) -> Vec<Promise> {
        let mut kinds: Vec<_> = self.counts.cells.iter().map(|cell| cell.promise).collect();
        kinds.dedup();
        kinds
    }

    /// The share of broken promises of a kind, over all figures, and the greatest of one figure; of how many
    /// figures.
    fn of_kind(&self, kind: Promise, blocks: u64) -> Option<(f64, f64, usize)> {
        let of = |cell: &&Cell| cell.promise == kind && cell.blocks == blocks && cell.printed > 0;
        let cells: Vec<_> = self.counts.cells.iter().filter(of).collect();
        let all = self.counts.runs * cells.len() as u64;
        let missed: u64 = cells.iter().map(|cell| cell.missed()).sum();
        let shares = cells.iter().filter_map(|cell| cell.share(self.counts.runs));
        let worst = shares.map(Share::mean).reduce(f64::max)?;
        Some((missed as f64 / all as f64, worst, cells.len()))
    }

    /// How many promises were found to be so; each is judged once.
    fn judged(&self) -> impl Fn(Kept) -> usize + use<> {
        let cells = self.counts.cells.iter();
        let judged: Vec<Kept> = cells.map(|cell| cell.kept(self.counts.runs)).collect();
        move |kept| judged.iter().filter(|found| **found == kept).count()
    }

    /// The promises that are surely broken too often, the worst first.
    fn broken(&self) -> Vec<&Cell> {
        let cells = self.counts.cells.iter();
        let mut broken: Vec<_> =
            cells.filter(|cell| cell.kept(self.counts.runs) == Kept::No).collect();
        let least =
            |cell: &Cell| cell.share(self.counts.runs).map_or(0.0, |share| share.interval().0);
        broken.sort_by(|a, b| least(b).total_cmp(&least(a)));
        broken
    }

    fn table(&self) -> String {
        let head = [words("promise"), numbers("figures").goes(1)].into_iter();
        let after = self.of.after.iter().map(|&blocks| numbers(plural(blocks, "block")));
        let mut grid = Grid::new(head.chain(after));
        for kind in self.kinds() {
            let found: Vec<_> =
                self.of.after.iter().map(|&blocks| self.of_kind(kind, blocks)).collect();
            let figures = found.iter().flatten().map(|found| found.2).max().unwrap_or(0);
            let shares = found.iter().map(|found| match found {
                None => "–".to_owned(),
                Some((mean, _, 1)) => percent(*mean),
                Some((mean, worst, _)) => format!("{} ({})", percent(*mean), percent(*worst)),
            });
            let row = [kind.told().to_owned(), figures.to_string()].into_iter().chain(shares);
            grid.row(row);
        }
        grid.text()
    }
}

impl Outcome for CoverageOutcome<'_> {
    fn tables(&self) -> Vec<Table<'_>> {
        let rows = move || self.counts.cells.iter().map(move |cell| (*self, cell));
        vec![Table::new("coverage.csv", columns(), rows)]
    }

    fn headline(&self) -> &'static str {
        "coverage.csv"
    }

    fn json(&self, _: &Sitting) -> Value {
        let kinds = self.kinds().into_iter().flat_map(|kind| {
            self.of.after.iter().map(move |&blocks| {
                let found = self.of_kind(kind, blocks);
                json!({
                    "promise": kind.word(),
                    "blocks": blocks,
                    "figures": found.map_or(0, |found| found.2),
                    "missed_share": found.map(|found| found.0),
                    "worst": found.map(|found| found.1),
                })
            })
        });
        let broken = self.broken().into_iter().map(|cell| {
            json!({
                "promise": cell.promise.word(),
                "figure": cell.figure,
                "blocks": cell.blocks,
                "printed": cell.printed,
                "missed": cell.missed(),
            })
        });
        let judged = self.judged();
        json!({
            "game": self.of.game.name(),
            "variant": self.of.variant,
            "bots": self.of.settings.bots,
            "pool": self.of.settings.pool,
            "runs": self.counts.runs,
            "promises": self.counts.cells.len(),
            "kept": judged(Kept::Yes),
            "broken": judged(Kept::No),
            "wide": judged(Kept::Wide),
            "unsure": judged(Kept::Unsure),
            "nothing": judged(Kept::Nothing),
            "kinds": kinds.collect::<Vec<_>>(),
            "broken_promises": broken.collect::<Vec<_>>(),
        })
    }

    fn text(&self, sitting: &Sitting) -> String {
        format!(
            "{} · {} · {} from a pool of {} · {}{}\nIn percent, the runs whose 95 % interval misses the truth, or \
             in which something wrong is said: of all figures, and in brackets of the worst one. {:.0} are due.\n{}",
            self.of.variant,
            labels(&self.of.players).join(", "),
            plural(self.counts.runs, "run"),
            plural(self.of.settings.pool, "block"),
            sitting.end_of_line(self.of.settings.stage.seed),
            self.table(),
            100.0 * MISSES,
            self.answer(),
        )
    }

    /// How many promises are kept, and which ones are broken.
    fn answer(&self) -> String {
        let mut text = String::new();
        let (least, most) = BAND;
        let band = format!("{:.0} and {:.0} %", 100.0 * least, 100.0 * most);
        let judged = self.judged();
        let count = |kept| HumanCount(judged(kept) as u64);
        let _ = writeln!(
            text,
            "Of {} promises {} are kept (surely between {band}), {} are broken (surely above), {} are \
             wider than need be (surely below), {} take more runs to tell, and {} were never printed.",
            HumanCount(self.counts.cells.len() as u64),
            count(Kept::Yes),
            count(Kept::No),
            count(Kept::Wide),
            count(Kept::Unsure),
            count(Kept::Nothing),
        );
        let broken = self.broken();
        for cell in broken.iter().take(TOLD) {
            let share = Share { count: cell.missed(), of: self.counts.runs };
            let (lo, hi) = share.interval();
            let _ = writeln!(
                text,
                "Broken after {}: {}, {}, in {} % ({} to {}).",
                plural(cell.blocks, "block"),
                cell.promise.told(),
                cell.figure,
                percent(share.mean()),
                percent(lo),
                percent(hi),
            );
        }
        if broken.len() > TOLD {
            let _ = writeln!(text, "The others are in --json and in coverage.csv.");
        }
        text
    }

    fn can_be_told(&self) -> bool {
        self.counts.runs > 0
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        Vec::new()
    }
}
