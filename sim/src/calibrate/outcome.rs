//! What came out of a calibration: the promises and what became of them, in tables, in JSON and for a reader.

use std::fmt::Write as _;

use indicatif::HumanCount;
use serde_json::{Value, json};

use super::Calibrate;
use super::cells::{BAND, Cell, Kept};
use super::fold::{CalibrateFold, Progress};
use super::promise::{MISSES, Promise};
use super::trial::Trial;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::play::duel::Duel;
use crate::stats::{Estimate, TestDecision, UniformityTest};
use crate::tables::Table;
use crate::tables::column::{Columns, Documented};
use crate::tables::shape::{Shape, Shaped};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, plural};

/// The most broken promises that are named.
const NAMED: usize = 5;

/// A run of a calibration, by its number.
type RunRow<'a> = (&'a Calibrate<'a>, u64, &'a Trial);
/// A promise of a calibration.
type PromiseRow<'a> = (&'a CalibrateOutcome<'a>, &'a Judged);

/// `runs.csv`: runs on fresh cards, from this number on.
pub(super) fn runs_table<'a>(of: &'a Calibrate<'a>, first: u64, trials: &'a [Trial]) -> Table<'a> {
    let rows = move || (first..).zip(trials).map(move |(run, trial)| (of, run, trial));
    Table::new("runs.csv", run_columns(), rows)
}

fn run_columns<'a>() -> Columns<'a, RunRow<'a>> {
    Columns::<RunRow<'a>>::new()
        .game(|row| row.0.game)
        .variant(|row| &row.0.variant)
        .column("bot", "", "the bot, which plays itself", |row| row.0.bot())
        .column("run", "", "the number of the run", |row| row.1)
        .column("blocks", "blocks", "blocks of the run", |row| row.2.blocks())
        .column("difference", "share", DIFFERENCE, |row| row.2.difference())
        .column("p", "", "its p-value", |row| row.2.p())
        .column("missed", "", "whether the interval misses 0", |row| row.2.place().is_ne())
        .column("sprt", "", "decision of `sprt`", |row| TestDecision::word(row.2.decision))
        .column("sprt_blocks", "blocks", "blocks that `sprt` looked at", |row| row.2.tested)
        .column("anytime_missed", "", ANYTIME_MISSED, |row| row.2.strays)
}

const DIFFERENCE: &str = "difference of the two names' win shares, of which 0 is true";
const ANYTIME_MISSED: &str = "whether the confidence sequence missed 0 after some block";

fn columns_of_fresh<'a>() -> Columns<'a, PromiseRow<'a>> {
    let kept = |kept| (kept != Kept::Nothing).then_some(kept == Kept::Yes);
    Columns::<PromiseRow<'a>>::new()
        .game(|row| row.0.of.game)
        .variant(|row| &row.0.of.variant)
        .column("bot", "", "the bot, which plays itself", |row| row.0.of.bot())
        .column("runs", "runs", "number of runs", |row| row.0.runs)
        .column("blocks", "blocks", "blocks of each run", |row| row.1.cell.blocks)
        .column("promise", "", FRESH_PROMISES, |row| row.1.cell.promise.word())
        .column("due", "share", "how often the error may occur", |row| row.1.due)
        .note("for `ks_p` the least p allowed")
        .column("count", "runs", "how often it occurred", |row| row.1.count())
        .column("found", "share", "`count` divided by `runs`", |row| row.1.mean())
        .note("for `ks_p` the p")
        .column("lo", "share", "lower end of the 95 % interval of `found`", |row| row.1.share?.lo)
        .column("hi", "share", "its upper end", |row| row.1.share?.hi)
        .column("kept", "", "whether the promise was kept", move |row| kept(row.1.kept))
}

const FRESH_PROMISES: &str =
    "`interval_misses`, `sprt_false_positives`, `anytime_misses` or `ks_p`";

fn columns_of_pool<'a>() -> Columns<'a, PromiseRow<'a>> {
    Columns::<PromiseRow<'a>>::new()
        .game(|row| row.0.of.game)
        .column("variant", "", "the rules, or the compared variants", |row| &*row.0.of.variant)
        .column("promise", "", POOL_PROMISES, |row| row.1.cell.promise.word())
        .note(POOL_CLAIMS)
        .column("figure", "", FIGURE, |row| &*row.1.cell.figure)
        .column("blocks", "blocks", "blocks of each run", |row| row.1.cell.blocks)
        .column("runs", "runs", "number of runs", |row| row.0.runs)
        .column("printed", "runs", "runs with an interval", |row| row.1.cell.printed)
        .note("of answers and verdicts all runs")
        .column("missed", "runs", "runs that miss the truth", |row| row.1.cell.missed())
        .column("missed_below", "runs", "those with an interval below it", |row| row.1.cell.below)
        .column("missed_above", "runs", "those with one above it", |row| row.1.cell.above)
        .note("or with a false answer or verdict")
        .column("missed_share", "share", "`missed` divided by `runs`", |row| row.1.mean())
        .note("a run without an interval counts as right")
        .column("lo", "share", "lower end of its exact 95 % interval", |row| row.1.share?.lo)
        .column("hi", "share", "its upper end", |row| row.1.share?.hi)
        .column("due", "share", "the share that is due, 0.05", |row| row.1.due)
        .column("kept", "", "`yes` if `lo` and `hi` lie between 3 and 7 %", |row| row.1.kept)
        .note(KEPT)
}

const POOL_PROMISES: &str = "the kind of interval, such as `win_share` or `difference_mean`";
const POOL_CLAIMS: &str = "with `_any_stop` a confidence sequence; `sprt_better` and the like: a false answer; `same`: two \
     one-sided tests against a margin that equals the truth; `direction`: a verdict of the wrong sign";
const FIGURE: &str = "the bot, the two bots, or the measure with variants and bot";
const KEPT: &str = "for an upper bound: below 7 %; `no` if above, `wide` if below, `unsure` if more runs are needed, \
     `nothing` if no interval was ever printed";

/// The figures of `runs.csv` and `calibration.csv`.
pub(super) fn figures_of_fresh() -> Vec<(&'static str, Documented)> {
    vec![
        ("runs.csv", run_columns().documented()),
        ("calibration.csv", columns_of_fresh().documented()),
    ]
}

/// The figures of `coverage.csv`.
pub(super) fn figures_of_pool() -> Vec<(&'static str, Documented)> {
    vec![("coverage.csv", columns_of_pool().documented())]
}

impl Shaped for Kept {
    fn shape() -> Shape {
        Shape::Text
    }
}

/// A promise about a figure, and what became of it.
struct Judged {
    cell: Cell,
    /// How often it may be broken; of p-values the least p.
    due: f64,
    /// How often it was broken; of p-values their p.
    share: Option<Estimate>,
    kept: Kept,
}

impl Judged {
    /// The runs that broke it; `None` of p-values.
    fn count(&self) -> Option<u64> {
        (self.cell.promise != Promise::EvenPValues).then(|| self.cell.missed())
    }

    fn mean(&self) -> Option<f64> {
        self.share.map(|share| share.mean)
    }

    /// The share in percent, with this unit and its interval.
    fn text(&self, unit: &str) -> String {
        match self.share {
            Some(Estimate { mean, lo: Some(lo), hi: Some(hi), .. }) => {
                format!("{}{unit} ({} to {})", percent(mean), percent(lo), percent(hi))
            }
            Some(Estimate { mean, .. }) => format!("{}{unit}", percent(mean)),
            None => "–".to_owned(),
        }
    }
}

/// What came out of a calibration.
pub(super) struct CalibrateOutcome<'a> {
    of: &'a Calibrate<'a>,
    note: &'a Progress,
    runs: u64,
    judged: Vec<Judged>,
    /// Whether the p-values are uniform, of runs on fresh cards.
    evenness: Option<UniformityTest>,
}

impl<'a> CalibrateOutcome<'a> {
    pub(super) fn new(fold: &'a CalibrateFold<'a>) -> Self {
        let (of, note, runs) = (fold.of, &fold.note, fold.runs());
        let judge = |cell: Cell| {
            let (due, share, bound) =
                (of.due(cell.promise), cell.share(runs), cell.promise.is_bound());
            let kept = match share {
                Some(Estimate { lo: Some(lo), hi: Some(hi), .. }) if of.is_fresh() => {
                    if lo <= due && (bound || due <= hi) { Kept::Yes } else { Kept::No }
                }
                _ => cell.kept(runs),
            };
            Judged { cell, due, share, kept }
        };
        let mut judged: Vec<_> = fold.cells().into_iter().map(judge).collect();
        let evenness = note.runs.evenness();
        if of.is_fresh() {
            let cell = Cell::new(Promise::EvenPValues, String::new(), of.each());
            let even = |ks: UniformityTest| Estimate { mean: ks.p, se: None, lo: None, hi: None };
            let kept = evenness
                .map_or(Kept::Nothing, |ks| if ks.p < MISSES { Kept::No } else { Kept::Yes });
            judged.push(Judged { cell, due: MISSES, share: evenness.map(even), kept });
        }
        Self { of, note, runs, judged, evenness }
    }

    /// How many promises came to this.
    fn count(&self, kept: Kept) -> u64 {
        self.judged.iter().filter(|judged| judged.kept == kept).count() as u64
    }

    /// The broken promises, the worst first.
    fn broken(&self) -> Vec<&Judged> {
        let broken = self.judged.iter().filter(|judged| judged.kept == Kept::No);
        let mut broken: Vec<_> = broken.collect();
        let least = |judged: &Judged| judged.share.and_then(|share| share.lo).unwrap_or(0.0);
        broken.sort_by(|a, b| least(b).total_cmp(&least(a)));
        broken
    }

    /// The kinds of promise, in their order.
    fn kinds(&self) -> Vec<Promise> {
        let mut kinds: Vec<_> = self.judged.iter().map(|judged| judged.cell.promise).collect();
        kinds.dedup();
        kinds
    }

    /// The promises of this kind after so many blocks that anything is known of, by figure.
    fn figures(&self, kind: Promise, blocks: u64) -> Vec<&Judged> {
        let is_one = |cell: &Cell| cell.promise == kind && cell.blocks == blocks;
        let known = |judged: &&Judged| judged.share.is_some() && is_one(&judged.cell);
        self.judged.iter().filter(known).collect()
    }

    /// The share of broken promises over these figures, and the greatest of one figure.
    fn over(&self, figures: &[&Judged]) -> Option<(f64, f64)> {
        let missed = || figures.iter().map(|judged| judged.cell.missed());
        let all = self.runs * figures.len() as u64;
        let worst = missed().max()? as f64 / self.runs as f64;
        Some((missed().sum::<u64>() as f64 / all as f64, worst))
    }

    fn table(&self) -> String {
        let head = [words("promise"), numbers("figures").goes(1), numbers("due").goes(1)];
        let looks = self.of.after.iter().map(|&blocks| numbers(plural(blocks, "block")).bares(2));
        let mut grid = Grid::new(head.into_iter().chain(looks));
        for kind in self.kinds() {
            let looks: Vec<_> =
                self.of.after.iter().map(|&blocks| self.figures(kind, blocks)).collect();
            let figures = looks.iter().map(Vec::len).max().unwrap_or(0);
            let sign = match kind {
                Promise::EvenPValues => "≥ ",
                _ if kind.is_bound() => "≤ ",
                _ => "",
            };
            let due = format!("{sign}{}", percent(self.of.due(kind)));
            let shares = looks.iter().map(|figures| match (&figures[..], self.over(figures)) {
                ([one], _) => one.text(""),
                (_, Some((mean, worst))) => format!("{} ({})", percent(mean), percent(worst)),
                (_, None) => "–".to_owned(),
            });
            let row = [kind.label().to_owned(), figures.to_string(), due].into_iter().chain(shares);
            grid.row(row);
        }
        grid.text()
    }
}

impl Outcome for CalibrateOutcome<'_> {
    fn tables(&self) -> Vec<Table<'_>> {
        let rows = move || self.judged.iter().map(move |judged| (self, judged));
        let (of, trials) = (self.of, &self.note.runs.trials);
        if of.is_fresh() {
            let promises = Table::new(self.headline(), columns_of_fresh(), rows);
            vec![runs_table(of, of.runs.start, trials), promises]
        } else {
            vec![Table::new(self.headline(), columns_of_pool(), rows)]
        }
    }

    fn headline(&self) -> &'static str {
        if self.of.is_fresh() { "calibration.csv" } else { "coverage.csv" }
    }

    fn json(&self, _: &Sitting) -> Value {
        if self.of.is_fresh() { self.json_of_fresh() } else { self.json_of_pool() }
    }

    fn text(&self, sitting: &Sitting) -> String {
        let (of, note) = (self.of, self.note);
        let (matches, hands) = (Duel::matches(note.blocks()), plural(note.hands, "hand"));
        format!(
            "{} · {}{}\n{}\n{}{}",
            of.heading(self.runs, matches, &hands),
            sitting.end_of_line(of.settings.stage.seed),
            self.answer(),
            self.table(),
            "In percent: runs whose interval misses the truth, or that make a false claim, with a 95 % interval; of \
             several figures the mean, and in parentheses the worst.\n",
            self.notes(),
        )
    }

    fn answer(&self) -> String {
        let broken = self.broken();
        let all = format!("of {}", plural(self.judged.len() as u64, "promise"));
        let mut text = match broken.len() {
            0 => format!("None {all} is broken.\n"),
            1 => format!("1 {all} is broken.\n"),
            count => format!("{} {all} are broken.\n", HumanCount(count as u64)),
        };
        for judged in broken.iter().take(NAMED) {
            let Cell { promise, figure, blocks, .. } = &judged.cell;
            let comma = if figure.is_empty() { "" } else { ", " };
            let (blocks, label) = (plural(*blocks, "block"), promise.label());
            let _ = writeln!(
                text,
                "Broken after {blocks}: {label}{comma}{figure}: {}.",
                judged.text(" %")
            );
        }
        if broken.len() > NAMED {
            text.push_str("The others are in --json and in coverage.csv.\n");
        }
        if !self.of.is_fresh() {
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
        let Some(ks) = self.evenness else { return String::new() };
        let (runs, even) = (&self.note.runs, ks.p >= MISSES);
        let count = |decision| HumanCount(runs.decided(decision));
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
            if even || 2.0 * runs.lattice() < ks.distance {
                ""
            } else {
                ": take more blocks per run"
            },
        )
    }

    fn can_be_told(&self) -> bool {
        self.runs > 0
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Progress { forfeits: matches, failures, .. } = *self.note;
        vec![Failed { bot: self.of.bot(), matches, failures }]
    }
}

impl CalibrateOutcome<'_> {
    fn json_of_fresh(&self) -> Value {
        let (of, note) = (self.of, self.note);
        let [misses, better, strays, _] = &self.judged[..] else { unreachable!("four promises") };
        let share = |judged: &Judged| {
            judged.share.map(|share| json!({ "mean": share.mean, "lo": share.lo, "hi": share.hi }))
        };
        let ks = self.evenness;
        let (t0, t1) = of.hypotheses.bounds.ends();
        json!({
            "game": of.game,
            "variant": of.variant,
            "bot": of.bot(),
            "runs": self.runs,
            "blocks": of.after[0],
            "interval_misses": misses.cell.missed(),
            "expected_misses": MISSES * self.runs as f64,
            "miss_share": share(misses),
            "sprt_false_positives": better.cell.missed(),
            "sprt_false_positive_share": share(better),
            "sprt_not_better": note.runs.decided(Some(TestDecision::NotBetter)),
            "sprt_undecided": note.runs.decided(None),
            "sprt_blocks": note.runs.tested(),
            "t0": t0,
            "t1": t1,
            "alpha": of.hypotheses.alpha,
            "beta": of.hypotheses.beta,
            "anytime_misses": strays.cell.missed(),
            "ks_d": ks.map(|ks| ks.distance),
            "ks_p": ks.map(|ks| ks.p),
            "lattice_d": note.runs.lattice(),
            "hands": note.hands,
            "forfeits": note.forfeits,
        })
    }

    fn json_of_pool(&self) -> Value {
        let kinds = self.kinds().into_iter().flat_map(|kind| {
            self.of.after.iter().map(move |&blocks| {
                let figures = self.figures(kind, blocks);
                let over = self.over(&figures);
                json!({
                    "promise": kind.word(),
                    "blocks": blocks,
                    "figures": figures.len(),
                    "missed_share": over.map(|(mean, _)| mean),
                    "worst": over.map(|(_, worst)| worst),
                })
            })
        });
        let broken = self.broken().into_iter().map(|Judged { cell, .. }| {
            json!({
                "promise": cell.promise.word(),
                "figure": cell.figure,
                "blocks": cell.blocks,
                "printed": cell.printed,
                "missed": cell.missed(),
            })
        });
        json!({
            "game": self.of.game,
            "variant": self.of.variant,
            "bots": self.of.settings.bots,
            "pool": self.of.settings.pool,
            "runs": self.runs,
            "promises": self.judged.len(),
            "kept": self.count(Kept::Yes),
            "broken": self.count(Kept::No),
            "wide": self.count(Kept::Wide),
            "unsure": self.count(Kept::Unsure),
            "nothing": self.count(Kept::Nothing),
            "kinds": kinds.collect::<Vec<_>>(),
            "broken_promises": broken.collect::<Vec<_>>(),
        })
    }
}
