//! What came out of a calibration: promises and what became of them, in tables, in JSON and for a reader.

use std::fmt::Write as _;

use indicatif::HumanCount;
use serde_json::{Value, json};

use super::Calibrate;
use super::fold::Progress;
use super::share::{MISSES, Share};
use super::trial::Trial;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::play::duel::Duel;
use crate::stats::TestDecision;
use crate::tables::Table;
use crate::tables::column::{Columns, Documented};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, plural};

/// P-values are even enough with a p of no less than this.
const EVEN: f64 = 0.05;

/// A run of a calibration: its number, and what came of it.
type RunRow<'a> = (&'a Calibrate<'a>, u64, &'a Trial);

/// `runs.csv`: what each run came to, of which the first has this number.
pub(super) fn runs_table<'a>(of: &'a Calibrate<'a>, first: u64, trials: &'a [Trial]) -> Table<'a> {
    let rows = move || (first..).zip(trials).map(move |(run, trial)| (of, run, trial));
    Table::new("runs.csv", run_columns(), rows)
}

fn run_columns<'a>() -> Columns<'a, RunRow<'a>> {
    Columns::<RunRow<'a>>::new()
        .game(|row| row.0.game.name())
        .variant(|row| row.0.variant.as_str())
        .column("bot", "", "the bot, which plays against itself", |row| row.0.bot())
        .column("run", "", "the number of the run", |row| row.1)
        .column("blocks", "blocks", "the blocks of the run", |row| row.2.blocks())
        .column("difference", "share", "difference of the two names' win shares", |row| {
            row.2.difference()
        })
        .column("p", "", "its p-value", |row| row.2.p())
        .column("missed", "", "whether the interval misses 0, the true value", |row| row.2.misses())
        .column("sprt", "", "the decision of `sprt`", |row| TestDecision::word(row.2.decision))
        .column("sprt_blocks", "blocks", "blocks that `sprt` used", |row| row.2.tested)
        .column(
            "anytime_missed",
            "",
            "whether the confidence sequence missed 0 after some block",
            |row| row.2.strays,
        )
}

/// What was promised, and what was found.
struct PromiseRow<'a> {
    of: CalibrateOutcome<'a>,
    promise: &'static str,
    due: f64,
    share: Option<Share>,
    found: Option<f64>,
    kept: Option<bool>,
}

fn promise_columns<'a>() -> Columns<'a, PromiseRow<'a>> {
    Columns::<PromiseRow<'a>>::new()
        .game(|row| row.of.of.game.name())
        .variant(|row| row.of.of.variant.as_str())
        .column("bot", "", "the bot, which plays against itself", |row| row.of.of.bot())
        .column("runs", "runs", "the number of runs", |row| row.of.runs())
        .column("blocks", "blocks", "the blocks of each run", |row| row.of.of.settings.blocks)
        .column(
            "promise",
            "",
            "`interval_misses`, `sprt_false_positives`, `anytime_misses` or `ks_p`",
            |row| row.promise,
        )
        .column("due", "share", "how often the error may occur", |row| row.due)
        .note("for `ks_p` the smallest p allowed")
        .column("count", "runs", "how often the error occurred", |row| {
            row.share.map(|share| share.count)
        })
        .column("found", "share", "`count` divided by `runs`", |row| row.found)
        .note("for `ks_p` the p")
        .column("lo", "share", "lower end of the 95 % interval of `found`", |row| {
            row.share.map(|share| share.interval().0)
        })
        .column("hi", "share", "upper end of the 95 % interval of `found`", |row| {
            row.share.map(|share| share.interval().1)
        })
        .column("kept", "", "whether the promise was kept", |row| row.kept)
}

/// What came out of a calibration.
#[derive(Clone, Copy)]
pub(super) struct CalibrateOutcome<'a> {
    pub(super) of: &'a Calibrate<'a>,
    pub(super) note: &'a Progress,
}

/// The figures of the tables.
pub(super) fn figures() -> Vec<(&'static str, Documented)> {
    vec![
        ("runs.csv", run_columns().documented()),
        ("calibration.csv", promise_columns().documented()),
    ]
}

/// A promise about a share, and what became of the promise.
struct Promise {
    name: &'static str,
    text: &'static str,
    due: f64,
    /// Whether less often is as good.
    at_most: bool,
    share: Share,
}

impl Promise {
    fn is_kept(&self) -> bool {
        let (lo, hi) = self.share.interval();
        lo <= self.due && (self.at_most || self.due <= hi)
    }
}

impl<'a> CalibrateOutcome<'a> {
    /// The rows of `calibration.csv`.
    fn promise_rows(self) -> impl Iterator<Item = PromiseRow<'a>> {
        let ks = self.note.runs.evenness();
        let of_share = move |promise: Promise| PromiseRow {
            of: self,
            promise: promise.name,
            due: promise.due,
            share: Some(promise.share),
            found: Some(promise.share.mean()),
            kept: Some(promise.is_kept()),
        };
        let even = PromiseRow {
            of: self,
            promise: "ks_p",
            due: EVEN,
            share: None,
            found: ks.map(|ks| ks.p),
            kept: ks.map(|ks| ks.p >= EVEN),
        };
        self.promises().into_iter().map(of_share).chain([even])
    }

    fn promises(&self) -> [Promise; 3] {
        let runs = &self.note.runs;
        [
            Promise {
                name: "interval_misses",
                text: "95 % intervals that miss 0",
                due: MISSES,
                at_most: false,
                share: runs.share(Trial::misses),
            },
            Promise {
                name: "sprt_false_positives",
                text: "sprt says \"better\"",
                due: self.of.hypotheses.alpha,
                at_most: true,
                share: runs.decided(Some(TestDecision::Better)),
            },
            Promise {
                name: "anytime_misses",
                text: "intervals for any stop that ever miss 0",
                due: MISSES,
                at_most: true,
                share: runs.share(|trial| trial.strays),
            },
        ]
    }

    /// How many runs.
    fn runs(&self) -> u64 {
        self.note.runs.trials.len() as u64
    }

    fn table(&self) -> String {
        let figures = ["due", "found", "95 %", "kept"].map(numbers);
        let mut grid = Grid::new(std::iter::once(words("promise")).chain(figures));
        let word = |kept| if kept { "yes" } else { "no" };
        for promise in self.promises() {
            let (lo, hi) = promise.share.interval();
            grid.row([
                promise.text.to_owned(),
                format!("{}{} %", if promise.at_most { "≤ " } else { "" }, percent(promise.due)),
                format!("{} %", percent(promise.share.mean())),
                format!("{} to {}", percent(lo), percent(hi)),
                word(promise.is_kept()).to_owned(),
            ]);
        }
        if let Some(ks) = self.note.runs.evenness() {
            grid.row([
                "even p-values: p of Kolmogorov, Smirnov".to_owned(),
                format!("≥ {EVEN}"),
                format!("{:.3}", ks.p),
                String::new(),
                word(ks.p >= EVEN).to_owned(),
            ]);
        }
        grid.text()
    }
}

impl Outcome for CalibrateOutcome<'_> {
    fn tables(&self) -> Vec<Table<'_>> {
        let rows = move || self.promise_rows();
        vec![
            runs_table(self.of, self.of.runs.start, &self.note.runs.trials),
            Table::new("calibration.csv", promise_columns(), rows),
        ]
    }

    fn headline(&self) -> &'static str {
        "calibration.csv"
    }

    fn json(&self, _: &Sitting) -> Value {
        let (of, note) = (self.of, self.note);
        let [misses, better, strays] = self.promises();
        let with_interval = |share: Share| {
            let (lo, hi) = share.interval();
            json!({ "mean": share.mean(), "lo": lo, "hi": hi })
        };
        let ks = note.runs.evenness();
        let (t0, t1) = of.hypotheses.bounds.ends();
        json!({
            "game": of.game.name(),
            "variant": of.variant,
            "bot": of.bot(),
            "runs": self.runs(),
            "blocks": of.settings.blocks,
            "interval_misses": misses.share.count,
            "expected_misses": MISSES * self.runs() as f64,
            "miss_share": with_interval(misses.share),
            "sprt_false_positives": better.share.count,
            "sprt_false_positive_share": with_interval(better.share),
            "sprt_not_better": note.runs.decided(Some(TestDecision::NotBetter)).count,
            "sprt_undecided": note.runs.decided(None).count,
            "sprt_blocks": note.runs.tested().mean,
            "t0": t0,
            "t1": t1,
            "alpha": of.hypotheses.alpha,
            "beta": of.hypotheses.beta,
            "anytime_misses": strays.share.count,
            "ks_d": ks.map(|ks| ks.distance),
            "ks_p": ks.map(|ks| ks.p),
            "lattice_d": note.runs.lattice(),
            "hands": note.hands,
            "forfeits": note.forfeits,
        })
    }

    fn text(&self, sitting: &Sitting) -> String {
        format!(
            "{} · {} against itself · {} of {} = {}, {} · {}{}\n{}\n{}",
            self.of.variant,
            self.of.bot(),
            plural(self.runs(), "run"),
            plural(self.of.settings.blocks, "block"),
            plural(Duel::matches(self.note.blocks()), "match"),
            plural(self.note.hands, "hand"),
            sitting.end_of_line(self.of.settings.stage.seed),
            self.answer(),
            self.table(),
            self.notes(),
        )
    }

    /// Which promises were kept.
    fn answer(&self) -> String {
        let promises = self.promises();
        let broken = promises.iter().filter(|promise| !promise.is_kept());
        let mut broken: Vec<_> = broken.map(|promise| promise.text).collect();
        let ks = self.note.runs.evenness();
        broken.extend(ks.filter(|ks| ks.p < EVEN).map(|_| "even p-values"));
        match broken.len() {
            0 => "Every promise is kept.\n".to_owned(),
            1 => format!("One promise is not kept: {}.\n", broken[0]),
            count => format!("{count} promises are not kept: {}.\n", broken.join(", ")),
        }
    }

    /// What the table means in words.
    fn notes(&self) -> String {
        let runs = &self.note.runs;
        let (t0, t1) = self.of.hypotheses.bounds.ends();
        let count = |decision| HumanCount(runs.decided(decision).count);
        let mut text = format!(
            "sprt, t ≤ {t0} against t ≥ {t1}: better {}, not better {}, undecided after {} blocks \
             {}; it looked at {:.0} blocks on average.\n",
            count(Some(TestDecision::Better)),
            count(Some(TestDecision::NotBetter)),
            HumanCount(self.of.settings.blocks),
            count(None),
            runs.tested().mean,
        );
        if let Some(ks) = runs.evenness() {
            let few = ks.p < EVEN && runs.lattice() > ks.distance / 2.0;
            let _ = writeln!(
                text,
                "The p-values are {:.4} from even at most; that differences come in steps makes \
                 {:.4} alone{}.",
                ks.distance,
                runs.lattice(),
                if few { ": take more blocks a run" } else { "" },
            );
        }
        text.push_str(
            "Kept: what is due lies in the 95 % interval of what was found. For the first line and \
             the last, chance alone says no once in twenty.\n",
        );
        text
    }

    fn can_be_told(&self) -> bool {
        self.runs() > 0
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Progress { forfeits: matches, failures, .. } = *self.note;
        vec![Failed { bot: self.of.bot(), matches, failures }]
    }
}
