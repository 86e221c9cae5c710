//! The figures of a comparison: the columns of its tables, and the keys of its summary for programs.

use std::cmp::Ordering;

use threehand_stats::{Estimate, Heterogeneity};

use super::figures::{Figure, distributions as counted};
use super::findings::{Comparison, Pair, Test};
use crate::tables::column::{Columns, Documented};
use crate::tables::shape::Named;
use crate::terminal::listener::TableRows;

/// A variant played by a bot.
#[derive(Clone, Copy)]
pub(crate) struct Cell<'a> {
    of: &'a Comparison<'a>,
    variant: usize,
    rung: usize,
}

impl<'a> Cell<'a> {
    /// The figures that are defined, with their values.
    pub(crate) fn values(self) -> impl Iterator<Item = (&'a Figure, Estimate)> {
        let values = &self.of.values[self.variant][self.rung];
        let figures = self.of.design.figures.iter().zip(values);
        figures.filter_map(|(figure, value)| Some((figure, (*value)?)))
    }

    pub(super) fn counted(self) -> impl Iterator<Item = Counted<'a>> {
        let counted = counted(self.of.design.game);
        let shares = self.of.study.of_cell(self.rung, self.variant);
        counted.into_iter().zip(shares).flat_map(move |(quantity, counted)| {
            let shares = counted.shares();
            shares.map(move |(value, count, share)| Counted {
                cell: self,
                quantity,
                value,
                count,
                share,
            })
        })
    }
}

/// The columns that name a cell, for rows that hold one.
fn of_cell<'a, R: 'a>(table: &'static str, cell: fn(&R) -> Cell<'a>) -> Columns<'a, R> {
    Columns::of(table)
        .column("game", move |row| cell(row).of.design.game.name())
        .only_csv()
        .column("variant", move |row| {
            let Cell { of, variant, .. } = cell(row);
            of.design.variants[variant].as_str()
        })
        .column("bot", move |row| {
            let Cell { of, rung, .. } = cell(row);
            of.design.rungs[rung].label.as_str()
        })
        .column("blocks", move |row| cell(row).of.study.blocks)
}

/// `characters.csv`: the value of a figure under a variant, played by a bot.
pub(crate) fn characters<'a>() -> Columns<'a, (Cell<'a>, &'a Figure, Estimate)> {
    of_cell("characters.csv", |row: &(Cell<'a>, &'a Figure, Estimate)| row.0)
        .column("measure", |row| row.1.name.as_str())
        .column("value", |row| row.2)
}

/// A value of what is counted value by value.
#[derive(Clone, Copy)]
pub(super) struct Counted<'a> {
    cell: Cell<'a>,
    quantity: &'static str,
    value: usize,
    count: i64,
    share: Estimate,
}

/// `distributions.csv`: how often a quantity had a value under a variant, played by a bot.
pub(super) fn distributions<'a>() -> Columns<'a, Counted<'a>> {
    of_cell("distributions.csv", |row: &Counted<'a>| row.cell)
        .column("quantity", |row| row.quantity)
        .column("value", |row| row.value)
        .column("count", |row| row.count)
        .column("share", |row| row.share)
}

/// The verdict of all bots on a figure of two variants.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    of: &'a Comparison<'a>,
    pair: &'a Pair,
    figure: usize,
}

impl<'a> Judged<'a> {
    fn variant(&self, variant: usize) -> &'a str {
        &self.of.design.variants[variant]
    }

    fn measure(&self) -> &'a str {
        &self.of.design.figures[self.figure].name
    }

    fn margin(&self) -> Option<f64> {
        self.of.design.margins[self.figure]
    }

    fn went(&self, sign: Ordering) -> Vec<&'a str> {
        self.of.went(self.pair, self.figure, sign)
    }

    /// The smallest and the largest difference of the rungs with a test.
    fn range(&self) -> Option<(f64, f64)> {
        self.pair.range(self.figure, |sign| sign.is_some())
    }

    fn differing(&self) -> (Option<Heterogeneity>, Option<f64>) {
        self.pair.differing[self.figure]
    }
}

/// The columns that name two variants, for rows that hold a verdict.
fn of_pair<'a, R: 'a>(table: &'static str, judged: fn(&R) -> Judged<'a>) -> Columns<'a, R> {
    let a = move |row: &R| judged(row).variant(judged(row).pair.a);
    let b = move |row: &R| judged(row).variant(judged(row).pair.b);
    Columns::of(table)
        .column("game", move |row| judged(row).of.design.game.name())
        .only_csv()
        .column("a", a)
        .column("b", b)
}

/// The difference of a figure between two variants, played by a bot.
#[derive(Clone, Copy)]
pub(super) struct Difference<'a> {
    judged: Judged<'a>,
    rung: usize,
    test: Test,
}

/// `differences.csv`, and `pairs` of `--json`.
pub(super) fn differences<'a>() -> Columns<'a, Difference<'a>> {
    of_pair("differences.csv", |row: &Difference<'a>| row.judged)
        .column("bot", |row| row.judged.of.design.rungs[row.rung].label.as_str())
        .column("blocks", |row| row.judged.of.study.blocks)
        .only_csv()
        .column("measure", |row| row.judged.measure())
        .key("metric")
        .column("difference", |row| row.test.paired.estimate)
        .column("p", |row| row.test.paired.p)
        .column("p_adjusted", |row| row.test.p_adjusted)
        .column("rho", |row| row.test.paired.rho)
        .column("variance_ratio", |row| row.test.paired.variance_ratio)
        .column("no_more_than", |row| row.test.paired.estimate.no_more_than())
        .column("margin", |row| row.judged.margin())
        .only_csv()
        .column("p_same", |row| row.test.p_same)
        .column("p_same_adjusted", |row| row.test.p_same_adjusted)
        .column("adjusted", |row| row.test.paired.adjusted.map(|adjusted| adjusted.estimate))
        .ends("adjusted_")
        .column("worth", |row| row.test.paired.adjusted.map(|adjusted| adjusted.worth))
}

/// `verdicts.csv`, and `verdicts` of `--json`.
pub(super) fn verdicts<'a>() -> Columns<'a, Judged<'a>> {
    of_pair("verdicts.csv", |row: &Judged<'a>| *row)
        .column("measure", Judged::measure)
        .key("metric")
        .column("verdict", |row| Comparison::words(row.pair.verdict(row.figure)))
        .column("rungs", |row| row.pair.signs(row.figure).iter().flatten().count())
        .column("higher_on", |row| row.went(Ordering::Greater))
        .column("lower_on", |row| row.went(Ordering::Less))
        .column("smallest", |row| row.range().map(|(smallest, _)| smallest))
        .column("largest", |row| row.range().map(|(_, largest)| largest))
        .column("no_more_than", |row| row.pair.no_more_than(row.figure))
        .only_json()
        .column("margin", Judged::margin)
        .only_json()
        .column("heterogeneity_q", |row| row.differing().0.map(|found| found.q))
        .column("heterogeneity_p", |row| row.differing().0.map(|found| found.p))
        .column("heterogeneity_p_adjusted", |row| row.differing().1)
}

/// `variants` of `--json`.
pub(crate) fn cells<'a>() -> Columns<'a, Cell<'a>> {
    of_cell("variants", |cell: &Cell<'a>| *cell).column("metrics", |cell| {
        Named(cell.values().map(|(f, value)| (f.name.clone(), value)).collect())
    })
}

/// The keys of `--json`.
pub(super) fn summary<'a>() -> Columns<'a, &'a Comparison<'a>> {
    Columns::<&'a Comparison<'a>>::of("compare")
        .column("game", |of| of.design.game.name())
        .column("matches", |of| of.study.matches)
        .column("hands", |of| of.study.hands)
        .column("truncated", |of| of.study.truncated)
        .rows("variants", cells(), |of| of.cells().collect())
        .rows("verdicts", verdicts(), |of| of.judged().collect())
        .rows("pairs", differences(), |of| of.differences().collect())
}

/// The figures of the tables.
pub(super) fn figures() -> Vec<(&'static str, Documented)> {
    vec![
        characters().documented(),
        distributions().documented(),
        differences().documented(),
        verdicts().documented(),
    ]
}

impl<'a> Comparison<'a> {
    /// Each variant with each bot.
    pub(crate) fn cells(&'a self) -> impl Iterator<Item = Cell<'a>> {
        let rungs = 0..self.design.rungs.len();
        (0..self.design.variants.len()).flat_map(move |variant| {
            rungs.clone().map(move |rung| Cell { of: self, variant, rung })
        })
    }

    /// `characters.csv`.
    pub(crate) fn characters(&self) -> TableRows {
        let values = self
            .cells()
            .flat_map(|cell| cell.values().map(move |(figure, value)| (cell, figure, value)));
        characters().table(values)
    }

    pub(super) fn judged(&'a self) -> impl Iterator<Item = Judged<'a>> {
        self.verdicts().map(move |(pair, figure, _)| Judged { of: self, pair, figure })
    }

    pub(super) fn differences(&'a self) -> impl Iterator<Item = Difference<'a>> {
        self.judged().flat_map(|judged| {
            let tests = judged.pair.tests[judged.figure].iter().enumerate();
            tests.filter_map(move |(rung, test)| Some(Difference { judged, rung, test: (*test)? }))
        })
    }
}
