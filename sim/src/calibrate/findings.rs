//! What a calibration found: promises and what became of them, and the JSON summary.

use serde_json::{Value, json};

use super::trial::{Calibration, MISSES, Share};
use crate::stats::{Hypotheses, TestDecision};

/// What a calibration found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Findings<'a> {
    /// The game.
    pub(super) game: &'a str,
    /// What its rules are called.
    pub(super) variant: &'a str,
    /// The bot.
    pub(super) bot: &'a str,
    /// Blocks a run.
    pub(super) blocks: u64,
    /// What the sequential test was asked.
    pub(super) hypotheses: Hypotheses,
    /// The runs.
    pub(super) calibration: &'a Calibration,
}

/// A promise about a share, and what became of the promise.
pub(super) struct Promise {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) due: f64,
    /// Whether less often is as good.
    pub(super) at_most: bool,
    pub(super) share: Share,
}

impl Promise {
    pub(super) fn is_kept(&self) -> bool {
        let (lo, hi) = self.share.interval();
        lo <= self.due && (self.at_most || self.due <= hi)
    }
}

impl Findings<'_> {
    pub(super) fn promises(&self) -> [Promise; 3] {
        let calibration = self.calibration;
        [
            Promise {
                name: "interval_misses",
                text: "95 % intervals that miss 0",
                due: MISSES,
                at_most: false,
                share: calibration.misses(),
            },
            Promise {
                name: "sprt_false_positives",
                text: "sprt says \"better\"",
                due: self.hypotheses.alpha,
                at_most: true,
                share: calibration.decided(Some(TestDecision::Better)),
            },
            Promise {
                name: "anytime_misses",
                text: "intervals for any stop that ever miss 0",
                due: MISSES,
                at_most: true,
                share: calibration.strays(),
            },
        ]
    }

    /// How many runs.
    pub(super) fn runs(&self) -> u64 {
        self.calibration.trials().len() as u64
    }

    /// The summary as one JSON object.
    pub(super) fn json(&self) -> Value {
        let calibration = self.calibration;
        let [misses, better, strays] = self.promises();
        let with_interval = |share: Share| {
            let (lo, hi) = share.interval();
            json!({ "mean": share.mean(), "lo": lo, "hi": hi })
        };
        let ks = calibration.evenness();
        let tested = calibration.tested();
        json!({
            "game": self.game,
            "variant": self.variant,
            "bot": self.bot,
            "runs": self.runs(),
            "blocks": self.blocks,
            "interval_misses": misses.share.count,
            "expected_misses": MISSES * self.runs() as f64,
            "miss_share": with_interval(misses.share),
            "sprt_false_positives": better.share.count,
            "sprt_false_positive_share": with_interval(better.share),
            "sprt_not_better": calibration.decided(Some(TestDecision::NotBetter)).count,
            "sprt_undecided": calibration.decided(None).count,
            "sprt_blocks": tested.mean,
            "t0": self.hypotheses.bounds.ends().0,
            "t1": self.hypotheses.bounds.ends().1,
            "alpha": self.hypotheses.alpha,
            "beta": self.hypotheses.beta,
            "anytime_misses": strays.share.count,
            "ks_d": ks.map(|ks| ks.distance),
            "ks_p": ks.map(|ks| ks.p),
            "lattice_d": calibration.lattice(),
        })
    }
}
