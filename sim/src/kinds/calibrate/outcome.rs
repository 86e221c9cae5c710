//! What came out of a calibration: the promises and what became of them.

use std::fmt::Write as _;
use std::path::Path;

use indicatif::HumanCount;
use serde_json::Value;
use threehand_stats::{Estimate, TestDecision, UniformityTest};

use super::Calibrate;
use super::cells::{BAND, Cell, Kept};
use super::fresh::Progress;
use super::promise::{MISSES, Promise};
use super::summary;
use super::tables::{columns_of_fresh, columns_of_pool, runs_table};
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::status::RunStatus;
use crate::play::duel::DuelBlock;
use crate::tables::column::Columns;
use crate::tables::page::PageContent;
use crate::terminal::grid::{Grid, GridCell, words};
use crate::terminal::listener::TableRows;
use crate::terminal::number::plural;
use crate::terminal::unit::Unit;

/// The most broken promises that are named.
const NAMED: usize = 5;

/// A promise about a figure, and what became of it.
pub(super) struct Judged {
    pub(super) cell: Cell,
    /// How often it may be broken; of p-values the least p.
    pub(super) due: f64,
    /// How often it was broken; of p-values their p.
    pub(super) share: Option<Estimate>,
    pub(super) kept: Kept,
}

impl Judged {
    /// The runs that broke it; `None` of p-values.
    pub(super) fn count(&self) -> Option<u64> {
        (self.cell.promise != Promise::EvenPValues).then(|| self.cell.missed())
    }

    pub(super) fn mean(&self) -> Option<f64> {
        self.share.map(|share| share.mean)
    }
}

/// What came out of a calibration.
pub(super) struct CalibrateOutcome<'a> {
    pub(super) of: &'a Calibrate,
    pub(super) runs: u64,
    pub(super) judged: Vec<Judged>,
    /// What else is known of runs on fresh cards: their sums, and whether their p-values are uniform.
    pub(super) fresh: Option<(&'a Progress, Option<UniformityTest>)>,
}

impl<'a> CalibrateOutcome<'a> {
    pub(super) fn new(
        of: &'a Calibrate,
        runs: u64,
        cells: Vec<Cell>,
        fresh: Option<&'a Progress>,
    ) -> Self {
        let judge = |cell: Cell| {
            let (due, share) = (of.due(cell.promise), cell.share(runs));
            let kept = match share.and_then(|share| share.lo.zip(share.hi)) {
                Some((lo, hi)) if fresh.is_some() => {
                    Kept::of(lo <= due && (cell.promise.is_bound() || due <= hi))
                }
                _ => cell.kept(runs),
            };
            Judged { cell, due, share, kept }
        };
        let mut judged: Vec<_> = cells.into_iter().map(judge).collect();
        let fresh = fresh.map(|note| (note, note.runs.evenness()));
        if let Some((_, evenness)) = fresh {
            let cell = Cell::new(Promise::EvenPValues, String::new(), of.after[0]);
            let kept = evenness.map_or(Kept::Nothing, |ks| Kept::of(ks.p >= MISSES));
            judged.push(Judged { cell, due: MISSES, share: evenness.map(|ks| ks.p.into()), kept });
        }
        Self { of, runs, judged, fresh }
    }

    /// How many promises came to this.
    pub(super) fn count(&self, kept: Kept) -> u64 {
        self.judged.iter().filter(|judged| judged.kept == kept).count() as u64
    }

    /// The broken promises, the worst first.
    pub(super) fn broken(&self) -> Vec<&Judged> {
        let broken = self.judged.iter().filter(|judged| judged.kept == Kept::No);
        let mut broken: Vec<_> = broken.collect();
        let least = |judged: &Judged| judged.share.and_then(|share| share.lo).unwrap_or(0.0);
        broken.sort_by(|a, b| least(b).total_cmp(&least(a)));
        broken
    }

    /// The kinds of promise, in their order.
    pub(super) fn kinds(&self) -> Vec<Promise> {
        let mut kinds: Vec<_> = self.judged.iter().map(|judged| judged.cell.promise).collect();
        kinds.dedup();
        kinds
    }

    /// The promises of this kind after so many blocks that anything is known of, by figure.
    pub(super) fn figures(&self, kind: Promise, blocks: u64) -> Vec<&Judged> {
        let is_one = |cell: &Cell| cell.promise == kind && cell.blocks == blocks;
        let known = |judged: &&Judged| judged.share.is_some() && is_one(&judged.cell);
        self.judged.iter().filter(known).collect()
    }

    /// The share of broken promises over these figures, and the greatest of one figure.
    pub(super) fn over(&self, figures: &[&Judged]) -> Option<(f64, f64)> {
        let missed = || figures.iter().map(|judged| judged.cell.missed());
        let all = self.runs * figures.len() as u64;
        let worst = missed().max()? as f64 / self.runs as f64;
        Some((missed().sum::<u64>() as f64 / all as f64, worst))
    }

    /// How often such promises were broken: of several figures the mean, with the worst in brackets.
    fn broken_share(&self, figures: &[&Judged]) -> GridCell {
        match (figures, self.over(figures)) {
            ([one], _) => Unit::Share.cell(one.share),
            (_, Some((mean, worst))) => GridCell::MeanAndWorst(Unit::Share, mean, worst),
            _ => GridCell::Missing,
        }
    }

    /// A row for each kind of promise.
    pub(super) fn table(&self) -> Grid {
        let after = &self.of.after;
        let columns = Columns::<Promise>::of("")
            .seen(words("promise"), |kind| kind.label().into())
            .seen(Unit::Whole.column("figures").optional().goes(1), |&kind| {
                let most = after.iter().map(|&blocks| self.figures(kind, blocks).len()).max();
                Unit::Whole.cell(most.filter(|_| self.fresh.is_none()).map(|most| most as f64))
            })
            .seen(words("due").goes(1), |&kind| {
                let sign = match kind {
                    Promise::EvenPValues => "≥ ",
                    _ if kind.is_bound() => "≤ ",
                    _ => "",
                };
                format!("{sign}{}", Unit::Share.value(self.of.due(kind))).into()
            });
        let columns = after.iter().fold(columns, |columns, &blocks| {
            let column = Unit::Share.column(plural(blocks, "block")).bares(2);
            columns.seen(column, move |&kind| self.broken_share(&self.figures(kind, blocks)))
        });
        columns.grid(self.kinds())
    }
}

impl Outcome for CalibrateOutcome<'_> {
    fn tables(&self) -> Vec<TableRows> {
        let rows = self.judged.iter().map(|judged| (self, judged));
        match self.fresh {
            None => vec![columns_of_pool().table(rows)],
            Some((note, _)) => vec![
                runs_table(self.of, self.of.runs.start, &note.runs.trials),
                columns_of_fresh().table(rows),
            ],
        }
    }

    fn headline(&self) -> &'static str {
        if self.fresh.is_some() { "calibration.csv" } else { "coverage.csv" }
    }

    fn json(&self, _: &RunStatus) -> Value {
        let json = match self.fresh {
            None => summary::of_pool().object(&self),
            Some((note, evenness)) => summary::of_fresh().object(&(self, note, evenness)),
        };
        json.into()
    }

    fn text(&self, status: &RunStatus) -> String {
        let of = self.of;
        let (blocks, hands) = self.fresh.map_or((0, 0), |(note, _)| (note.blocks(), note.hands));
        format!(
            "{} · {}{}\n{}\n{}{}",
            of.heading(self.runs, DuelBlock::matches(blocks), &plural(hands, "hand")),
            status.end_of_line(of.settings.common.seed),
            self.answer(),
            self.table().text(),
            "Runs whose interval misses the truth, or that make a false claim, with a 95 % interval; of several figures \
             the mean, and the worst in brackets.\n",
            self.notes(),
        )
    }

    fn answer(&self) -> String {
        let broken = self.broken();
        let all = format!("of {}", plural(self.judged.len() as u64, "promise"));
        let mut text = match broken.len() {
            0 => format!(
                "None {all} is broken: no interval misses the truth, and no test errs, more often than it may.\n"
            ),
            count => format!(
                "{} {all} {} broken: intervals that miss the truth, or tests that err, more often than they may.\n",
                HumanCount(count as u64),
                if count == 1 { "is" } else { "are" }
            ),
        };
        for judged in broken.iter().take(NAMED) {
            let Cell { promise, figure, blocks, .. } = &judged.cell;
            let comma = if figure.is_empty() { "" } else { ", " };
            let (blocks, label) = (plural(*blocks, "block"), promise.label());
            let _ = writeln!(
                text,
                "Broken after {blocks}: {label}{comma}{figure}: {}.",
                judged.share.map_or_else(|| "–".to_owned(), |share| Unit::Share.text(&share))
            );
        }
        if broken.len() > NAMED {
            text.push_str("The others are in --json and in coverage.csv.\n");
        }
        if self.fresh.is_none() {
            let [yes, wide, unsure, nothing] = [Kept::Yes, Kept::Wide, Kept::Unsure, Kept::Nothing]
                .map(|kept| HumanCount(self.count(kept)));
            let [least, most] = [BAND.0, BAND.1].map(|share| (100.0 * share).round());
            let _ = writeln!(
                text,
                "Kept, surely between {least} and {most} %: {yes}; wider than need be, surely below: {wide}; more runs \
                 needed: {unsure}; never printed: {nothing}."
            );
        }
        text
    }

    fn notes(&self) -> String {
        let Some((Progress { runs, .. }, Some(ks))) = self.fresh else { return String::new() };
        let count = |decision| HumanCount(runs.decided(decision));
        let is_of_steps = ks.p < MISSES && 2.0 * runs.lattice() >= ks.distance;
        format!(
            "sprt: better {}, not better {}, undecided {}; it looked at {:.0} blocks on average.\n\
             The p-values are {:.4} from uniform at most; the steps of differences alone make {:.4}{}.\n\
             Chance alone breaks the first of these promises, and the last, once in twenty.\n",
            count(Some(TestDecision::Better)),
            count(Some(TestDecision::NotBetter)),
            count(None),
            runs.tested(),
            ks.distance,
            runs.lattice(),
            if is_of_steps { ": take more blocks per run" } else { "" },
        )
    }

    fn can_be_told(&self) -> bool {
        self.runs > 0
    }

    fn page(&self, _: &Path) -> anyhow::Result<PageContent> {
        Ok(self.page_content())
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let failed = |(fresh, _): (&Progress, _)| Failed {
            bot: self.of.bot(),
            matches: fresh.forfeits,
            of: DuelBlock::matches(fresh.blocks()),
            failures: fresh.failures,
        };
        self.fresh.into_iter().map(failed).collect()
    }
}
