//! The figures of a comparison: the columns of its tables, and the keys of its summary for programs.

use std::cmp::Ordering;

use super::figures::{Figure, distributions as counted};
use super::findings::{Comparison, Pair, Test};
use crate::stats::{Estimate, Heterogeneity};
use crate::tables::column::{Columns, Documented};
use crate::tables::shape::Named;

/// The unit of a figure whose unit is that of its measure.
const OWN: &str = "the measure's";

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
fn of_cell<'a, R: 'a>(cell: fn(&R) -> Cell<'a>) -> Columns<'a, R> {
    Columns::new()
        .game(move |row| cell(row).of.design.game.name())
        .only_csv()
        .column("variant", "", "the variant", move |row| {
            let Cell { of, variant, .. } = cell(row);
            of.design.variants[variant].as_str()
        })
        .column("bot", "", BOT, move |row| {
            let Cell { of, rung, .. } = cell(row);
            of.design.rungs[rung].label.as_str()
        })
        .blocks(move |row| cell(row).of.study.blocks)
}

const BOT: &str = "the bot in all three seats";

/// `characters.csv`: the value of a figure under a variant, played by a bot.
pub(crate) fn characters<'a>() -> Columns<'a, (Cell<'a>, &'a Figure, Estimate)> {
    of_cell(|row: &(Cell<'a>, &'a Figure, Estimate)| row.0)
        .column("measure", "", "the measure", |row| row.1.name.as_str())
        .column("value", OWN, "its value under that variant with that bot", |row| row.2)
        .note(
            "the [interval](statistics.md#intervals) is empty if it rests on too few \
             blocks",
        )
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
    of_cell(|row: &Counted<'a>| row.cell)
        .column("quantity", "", "the counted quantity", |row| row.quantity)
        .note(
            "`hands` of a match, its `largest_swing`, and counts of the game, such as \
             `bled_to_dealer`",
        )
        .column("value", "the quantity's", "one of its values", |row| row.value)
        .column("count", "", "how often that value occurred", |row| row.count)
        .column("share", "share", "`count` divided by the number of all values", |row| row.share)
        .note("with an [interval](statistics.md#intervals) that allows for rare values")
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
fn of_pair<'a, R: 'a>(judged: fn(&R) -> Judged<'a>) -> Columns<'a, R> {
    let a = move |row: &R| judged(row).variant(judged(row).pair.a);
    let b = move |row: &R| judged(row).variant(judged(row).pair.b);
    Columns::new()
        .game(move |row| judged(row).of.design.game.name())
        .only_csv()
        .column("a", "", "the first variant", a)
        .column("b", "", "the second variant", b)
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
    of_pair(|row: &Difference<'a>| row.judged)
        .column("bot", "", BOT, |row| row.judged.of.design.rungs[row.rung].label.as_str())
        .blocks(|row| row.judged.of.study.blocks)
        .only_csv()
        .column("measure", "", "the measure", |row| row.judged.measure())
        .key("metric")
        .column("difference", OWN, "its value under `a` minus its value under `b`", |row| {
            row.test.paired.estimate
        })
        .note(
            "the interval and `p` are empty if they [rest on too few \
             blocks](statistics.md#when-no-interval-is-printed)",
        )
        .column("p", "", "probability of such a difference if there were none", |row| {
            row.test.paired.p
        })
        .note("of one at least as large, in either direction")
        .column("p_adjusted", "", "`p` after Holm's correction over all tests of the bot", |row| {
            row.test.p_adjusted
        })
        .note("see [Holm's correction](statistics.md#holms-correction)")
        .column("rho", "", "correlation of the two variants over blocks", |row| row.test.paired.rho)
        .note(
            "see [what the same cards were \
             worth](statistics.md#what-the-same-cards-were-worth)",
        )
        .column(
            "variance_ratio",
            "",
            "how many times as many blocks separate cards would take",
            |row| row.test.paired.variance_ratio,
        )
        .column(
            "no_more_than",
            OWN,
            "the size of the interval's end that is farther from 0",
            |row| row.test.paired.estimate.no_more_than(),
        )
        .column("margin", OWN, MARGIN, |row| row.judged.margin())
        .only_csv()
        .column("p_same", "", "p-value of two one-sided tests against the margin", |row| {
            row.test.p_same
        })
        .note("see [comparing rule variants](statistics.md#comparing-rule-variants)")
        .column(
            "p_same_adjusted",
            "",
            "`p_same` after Holm's correction over all margins of the bot",
            |row| row.test.p_same_adjusted,
        )
        .column("adjusted", OWN, "the difference without the luck of the deals", |row| {
            row.test.paired.adjusted.map(|adjusted| adjusted.estimate)
        })
        .ends("adjusted_")
        .note(
            "for means over hands, from 100 blocks on; see [the luck of the \
             deals](statistics.md#the-luck-of-the-deals)",
        )
        .column(
            "worth",
            "",
            "how many times as many blocks `difference` needs for that error",
            |row| row.test.paired.adjusted.map(|adjusted| adjusted.worth),
        )
        .note("below 1 the correction gained nothing")
}

/// `verdicts.csv`, and `verdicts` of `--json`.
pub(super) fn verdicts<'a>() -> Columns<'a, Judged<'a>> {
    of_pair(|row: &Judged<'a>| *row)
        .column("measure", "", "the measure", Judged::measure)
        .key("metric")
        .column("verdict", "", "the verdict on `a` against `b`", |row| {
            Comparison::words(row.pair.verdict(row.figure))
        })
        .note(
            "`higher`, `lower` (it holds), `higher on too few rungs`, `lower on too few \
             rungs`, `depends on the bots`, `the same within the margin`, `no difference \
             shows` or `not tested`: see [comparing rule \
             variants](statistics.md#comparing-rule-variants)",
        )
        .column("rungs", "rungs", "the number of rungs with a test", |row| {
            row.pair.signs(row.figure).iter().flatten().count()
        })
        .column("higher_on", "", "the bots with which `a` is significantly higher", |row| {
            row.went(Ordering::Greater)
        })
        .note("separated by blanks")
        .column("lower_on", "", "the bots with which `a` is significantly lower", |row| {
            row.went(Ordering::Less)
        })
        .note("separated by blanks")
        .column("smallest", OWN, "the smallest difference of the rungs with a test", |row| {
            row.range().map(|(smallest, _)| smallest)
        })
        .column("largest", OWN, "the largest difference of the rungs with a test", |row| {
            row.range().map(|(_, largest)| largest)
        })
        .column("no_more_than", OWN, "the widest of the rungs' `no_more_than`", |row| {
            row.pair.no_more_than(row.figure)
        })
        .only_json()
        .column("margin", OWN, MARGIN, Judged::margin)
        .only_json()
        .column("heterogeneity_q", "", "Cochran's Q of the rungs' differences", |row| {
            row.differing().0.map(|found| found.q)
        })
        .note("see [comparing rule variants](statistics.md#comparing-rule-variants)")
        .column("heterogeneity_p", "", "its p-value", |row| row.differing().0.map(|found| found.p))
        .column(
            "heterogeneity_p_adjusted",
            "",
            "that p-value after Holm's correction over all pairs and measures",
            |row| row.differing().1,
        )
}

const MARGIN: &str = "the margin of that measure, if `--margin` named one";

/// `variants` of `--json`.
pub(crate) fn cells<'a>() -> Columns<'a, Cell<'a>> {
    of_cell(|cell: &Cell<'a>| *cell).column("metrics", OWN, "the value of each measure", |cell| {
        Named(cell.values().map(|(f, value)| (f.name.clone(), value)).collect())
    })
}

/// The keys of `--json`.
pub(super) fn summary<'a>() -> Columns<'a, &'a Comparison<'a>> {
    Columns::<&'a Comparison<'a>>::new()
        .game(|of| of.design.game.name())
        .column("matches", "matches", "matches played", |of| of.study.matches)
        .column("hands", "hands", "finished hands", |of| of.study.hands)
        .column("truncated", "matches", "matches that `--max-hands` ended", |of| of.study.truncated)
        .rows("variants", "each variant with each bot", cells(), |of| of.cells().collect())
        .rows("verdicts", "the verdict on each measure of two variants", verdicts(), |of| {
            of.judged().collect()
        })
        .rows(
            "pairs",
            "the difference of each measure between two variants, by bot",
            differences(),
            |of| of.differences().collect(),
        )
}

/// The figures of the tables.
pub(super) fn figures() -> Vec<(&'static str, Documented)> {
    vec![
        ("characters.csv", characters().documented()),
        ("distributions.csv", distributions().documented()),
        ("differences.csv", differences().documented()),
        ("verdicts.csv", verdicts().documented()),
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
