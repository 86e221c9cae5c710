//! What came out: the table of all promises, and what a person reads.

use std::fmt::Write as _;

use indicatif::HumanCount;
use serde_json::{Value, json};

use super::counts::{Cell, Counts, Kept};
use super::promise::{BAND, DUE, Promise};
use super::settings::CoverageSettings;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::tables::{Rows, Table, row};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, plural};

/// As many broken promises are told of by name.
const TOLD: usize = 5;

/// What came out.
#[derive(Clone, Copy)]
pub(super) struct CoverageOutcome<'a> {
    pub(super) game: &'static str,
    /// What the rules are called, or the variants that are compared.
    pub(super) variant: &'a str,
    pub(super) bots: &'a str,
    pub(super) settings: &'a CoverageSettings,
    pub(super) after: &'a [u64],
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
        kept: &'a str,
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
            rows.put(CoverageRow {
                game: self.game,
                variant: self.variant,
                promise: cell.promise.word(),
                figure: &cell.figure,
                blocks: cell.blocks,
                runs: self.counts.runs,
                printed: cell.printed,
                missed: cell.missed(),
                missed_below: cell.below,
                missed_above: cell.above,
                missed_share: cell.share(self.counts.runs),
                lo: cell.interval(self.counts.runs).map(|(lo, _)| lo),
                hi: cell.interval(self.counts.runs).map(|(_, hi)| hi),
                due: DUE,
                kept: cell.kept(self.counts.runs).word(),
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
        let worst =
            cells.iter().filter_map(|cell| cell.share(self.counts.runs)).reduce(f64::max)?;
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
        let least = |cell: &Cell| cell.interval(self.counts.runs).map_or(0.0, |(lo, _)| lo);
        broken.sort_by(|a, b| least(b).total_cmp(&least(a)));
        broken
    }

    fn table(&self) -> String {
        let head = [words("promise"), numbers("figures").goes(1)].into_iter();
        let after = self.after.iter().map(|&blocks| numbers(plural(blocks, "block")));
        let mut grid = Grid::new(head.chain(after));
        for kind in self.kinds() {
            let found: Vec<_> =
                self.after.iter().map(|&blocks| self.of_kind(kind, blocks)).collect();
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

    fn text(&self) -> String {
        format!(
            "{}\nIn percent, the runs whose 95 % interval misses the truth, or in which something wrong is said: of \
             all figures, and in brackets of the worst one. {:.0} are due.\n{}",
            self.table(),
            100.0 * DUE,
            self.conclusion(),
        )
    }

    /// How many promises are kept, and which ones are broken.
    fn conclusion(&self) -> String {
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
            let (lo, hi) = cell.interval(self.counts.runs).unwrap_or_default();
            let _ = writeln!(
                text,
                "Broken after {}: {}, {}, in {} % ({} to {}).",
                plural(cell.blocks, "block"),
                cell.promise.told(),
                cell.figure,
                percent(cell.share(self.counts.runs).unwrap_or_default()),
                percent(lo),
                percent(hi),
            );
        }
        if broken.len() > TOLD {
            let _ = writeln!(text, "The others are in --json and in coverage.csv.");
        }
        text
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
            self.after.iter().map(move |&blocks| {
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
            "game": self.game,
            "variant": self.variant,
            "bots": self.settings.bots,
            "pool": self.settings.pool,
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
            "{} · {} · {} from a pool of {} · {}{}",
            self.variant,
            self.bots,
            plural(self.counts.runs, "run"),
            plural(self.settings.pool, "block"),
            sitting.end_of_line(self.settings.stage.seed),
            self.text(),
        )
    }

    fn answer(&self) -> String {
        self.conclusion()
    }

    fn can_be_told(&self) -> bool {
        self.counts.runs > 0
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        Vec::new()
    }
}
