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
use crate::stats::{Estimate, TestDecision};
use crate::tables::{Rows, Table, row};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{percent, plural};

/// P-values are even enough with a p of no less than this.
const EVEN: f64 = 0.05;

row! {
    /// A row a run.
    RunRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        run: u64,
        blocks: u64,
        difference: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        p: Option<f64>,
        missed: bool,
        sprt: &'a str,
        sprt_blocks: u64,
        anytime_missed: bool,
    }
}

row! {
    /// A row a promise.
    PromiseRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        runs: u64,
        blocks: u64,
        promise: &'a str,
        due: f64,
        count: Option<u64>,
        found: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        kept: Option<bool>,
    }
}

/// `runs.csv`: what each run came to, of which the first has this number.
pub(super) struct Runs<'a> {
    pub(super) of: &'a Calibrate<'a>,
    pub(super) first: u64,
    pub(super) trials: &'a [Trial],
}

impl Table for Runs<'_> {
    fn file(&self) -> &'static str {
        "runs.csv"
    }

    fn columns(&self) -> Vec<String> {
        RunRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        for (run, trial) in (self.first..).zip(self.trials) {
            let Estimate { mean, se, lo, hi } = trial.difference();
            rows.put(RunRow {
                game: self.of.game.name(),
                variant: &self.of.variant,
                bot: self.of.bot(),
                run,
                blocks: trial.blocks(),
                difference: mean,
                se,
                lo,
                hi,
                p: trial.p(),
                missed: trial.misses(),
                sprt: TestDecision::word(trial.decision),
                sprt_blocks: trial.tested,
                anytime_missed: trial.strays,
            });
        }
    }
}

/// What came out of a calibration; as a table `calibration.csv`: what was promised, and what was found.
#[derive(Clone, Copy)]
pub(super) struct CalibrateOutcome<'a> {
    pub(super) of: &'a Calibrate<'a>,
    pub(super) note: &'a Progress,
}

impl Table for CalibrateOutcome<'_> {
    fn file(&self) -> &'static str {
        "calibration.csv"
    }

    fn columns(&self) -> Vec<String> {
        PromiseRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        let row = |promise, due, found, kept| PromiseRow {
            game: self.of.game.name(),
            variant: &self.of.variant,
            bot: self.of.bot(),
            runs: self.runs(),
            blocks: self.of.settings.blocks,
            promise,
            due,
            count: None,
            found,
            lo: None,
            hi: None,
            kept,
        };
        for promise in self.promises() {
            let Promise { name, due, share, .. } = promise;
            let (lo, hi) = share.interval();
            let found = row(name, due, Some(share.mean()), Some(promise.is_kept()));
            rows.put(PromiseRow { count: Some(share.count), lo: Some(lo), hi: Some(hi), ..found });
        }
        let ks = self.note.runs.evenness();
        rows.put(row("ks_p", EVEN, ks.map(|ks| ks.p), ks.map(|ks| ks.p >= EVEN)));
    }
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

impl CalibrateOutcome<'_> {
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
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        let (of, first) = (self.of, self.of.runs.start);
        vec![Box::new(Runs { of, first, trials: &self.note.runs.trials }), Box::new(*self)]
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
