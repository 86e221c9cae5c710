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
use crate::tables::{Rows, Table, row};
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

row! {
    /// A row for each promise, figure and number of blocks.
    CoverageRow<'a> {
        game: &'a str,
        variant: &'a str,
        promise: &'a str,
        figure: &'a str,
        blocks: u64,
        runs: u64,
        printed: u64,
        missed: u64,
        missed_below: u64,
        missed_above: u64,
        missed_share: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        due: f64,
        kept: Kept,
    }
}

impl Table for CoverageOutcome<'_> {
    fn file(&self) -> &'static str {
        "coverage.csv"
    }

    fn columns(&self) -> Vec<String> {
        CoverageRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        for cell in &self.counts.cells {
            let share = cell.share(self.counts.runs);
            let interval = share.map(Share::interval);
            rows.put(CoverageRow {
                game: self.of.game.name(),
                variant: &self.of.variant,
                promise: cell.promise.word(),
                figure: &cell.figure,
                blocks: cell.blocks,
                runs: self.counts.runs,
                printed: cell.printed,
                missed: cell.missed(),
                missed_below: cell.below,
                missed_above: cell.above,
                missed_share: share.map(Share::mean),
                lo: interval.map(|(lo, _)| lo),
                hi: interval.map(|(_, hi)| hi),
                due: MISSES,
                kept: cell.kept(self.counts.runs),
            });
        }
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
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        vec![Box::new(*self)]
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
