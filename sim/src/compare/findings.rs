//! What a comparison of rule variants found: its tests and verdicts, and the JSON summary.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::study::Study;
use crate::play::players::Player;
use crate::stats::{Estimate, LEVEL, Paired, RUNGS, Verdict, holm};

/// A difference between two variants on one rung.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    /// What was found.
    pub paired: Paired,
    /// Its p-value, corrected for all tests on the rung; `None` without a spread.
    pub p_adjusted: Option<f64>,
}

impl Test {
    /// Its direction, `Equal` if it is not significant; `None` if it could not be tested.
    pub(super) fn sign(&self) -> Option<Ordering> {
        let significant = self.p_adjusted? < LEVEL;
        let sign = self.paired.estimate.mean.partial_cmp(&0.0)?;
        Some(if significant { sign } else { Ordering::Equal })
    }
}

/// Two variants, and what was found of each figure on each rung.
pub(super) struct Pair {
    /// The first variant.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// By figure, then by rung.
    pub tests: Vec<Vec<Option<Test>>>,
}

impl Pair {
    /// The directions of a figure by rung.
    pub(super) fn signs(&self, figure: usize) -> Vec<Option<Ordering>> {
        self.tests[figure].iter().map(|test| test.as_ref().and_then(Test::sign)).collect()
    }

    /// The verdict on a figure.
    pub(super) fn verdict(&self, figure: usize) -> Verdict {
        Verdict::of(&self.signs(figure))
    }
}

/// All that a comparison came to.
pub(super) struct Comparison<'a> {
    /// The game.
    pub game: &'static str,
    /// The names of the variants.
    pub variants: &'a [String],
    /// The bots, weakest first.
    pub rungs: &'a [Player],
    /// The sums.
    pub study: &'a Study,
    /// How many blocks.
    pub blocks: u64,
    /// The value of each figure, by variant, then by rung.
    pub values: Vec<Vec<Vec<Option<Estimate>>>>,
    /// What is counted value by value, by variant, then by rung.
    pub shares: Vec<Vec<Vec<Shares>>>,
    /// Each two variants.
    pub pairs: Vec<Pair>,
}

/// The values that came up of what is counted value by value: how often, and their share.
pub(super) type Shares = Vec<(usize, i64, Estimate)>;

/// Where the figures of a comparison come from.
pub(super) trait Source {
    /// A figure on a variant, played by a rung; `None` where it is not defined.
    fn value(&self, rung: usize, variant: usize, figure: usize) -> Option<Estimate>;
    /// A figure on variant `a` less that on `b`; `None` where it is not defined.
    fn difference(&self, rung: usize, a: usize, b: usize, figure: usize) -> Option<Paired>;
    /// What is counted value by value, on a variant, played by a rung.
    fn shares(&self, rung: usize, variant: usize, number: usize) -> Shares;
}

impl Source for Study {
    fn value(&self, rung: usize, variant: usize, figure: usize) -> Option<Estimate> {
        self.value(rung, variant, figure)
    }

    fn difference(&self, rung: usize, a: usize, b: usize, figure: usize) -> Option<Paired> {
        self.difference(rung, a, b, figure)
    }

    fn shares(&self, rung: usize, variant: usize, number: usize) -> Shares {
        self.distribution(rung, variant, number).shares().collect()
    }
}

impl<'a> Comparison<'a> {
    /// Tests each two variants on every figure, corrected over all tests of a rung.
    pub(super) fn new(
        game: &'static str,
        variants: &'a [String],
        rungs: &'a [Player],
        study: &'a Study,
    ) -> Self {
        Self::of(game, (variants, rungs), study, study.blocks(), study)
    }

    /// The same of figures that come from elsewhere than the sums.
    pub(super) fn of(
        game: &'static str,
        (variants, rungs): (&'a [String], &'a [Player]),
        study: &'a Study,
        blocks: u64,
        source: &impl Source,
    ) -> Self {
        let figures = study.figures.len();
        let mut pairs = Vec::new();
        for a in 0..variants.len() {
            for b in a + 1..variants.len() {
                pairs.push(Pair { a, b, tests: vec![vec![None; rungs.len()]; figures] });
            }
        }
        for rung in 0..rungs.len() {
            let found: Vec<Option<Paired>> = pairs
                .iter()
                .flat_map(|pair| (0..figures).map(|f| source.difference(rung, pair.a, pair.b, f)))
                .collect();
            let p: Vec<_> = found.iter().map(|paired| paired.and_then(|paired| paired.p)).collect();
            for (test, (paired, p_adjusted)) in found.into_iter().zip(holm(&p)).enumerate() {
                pairs[test / figures].tests[test % figures][rung] =
                    paired.map(|paired| Test { paired, p_adjusted });
            }
        }
        let of_rung = |v, rung| (0..figures).map(|f| source.value(rung, v, f)).collect();
        let of_variant = |v| (0..rungs.len()).map(|rung| of_rung(v, rung)).collect();
        let values = (0..variants.len()).map(of_variant).collect();
        let counted = 0..study.distributions.len();
        let of_rung = |v, rung| counted.clone().map(|n| source.shares(rung, v, n)).collect();
        let of_variant = |v| (0..rungs.len()).map(|rung| of_rung(v, rung)).collect();
        let shares = (0..variants.len()).map(of_variant).collect();
        Self { game, variants, rungs, study, blocks, values, shares, pairs }
    }

    /// The verdict as written in every file.
    pub(super) fn words(verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Holds(Ordering::Greater) => "higher",
            Verdict::Holds(_) => "lower",
            Verdict::TooFewRungs(Ordering::Greater) => "higher on too few rungs",
            Verdict::TooFewRungs(_) => "lower on too few rungs",
            Verdict::DependsOnTheBots => "depends on the bots",
            Verdict::NoDifference => "no difference shows",
            Verdict::NotTested => "not tested",
        }
    }

    /// The rungs on which a figure went in this direction.
    pub(super) fn went(&self, pair: &Pair, figure: usize, sign: Ordering) -> Vec<&str> {
        let signs = pair.signs(figure).into_iter().zip(self.rungs);
        signs.filter(|(s, _)| *s == Some(sign)).map(|(_, rung)| rung.label.as_str()).collect()
    }

    /// Calls `each` with every difference that is defined: pair, figure, rung, test.
    pub(super) fn each_test(&self, mut each: impl FnMut(&Pair, usize, usize, &Test)) {
        for pair in &self.pairs {
            for (figure, by_rung) in pair.tests.iter().enumerate() {
                for (rung, test) in by_rung.iter().enumerate() {
                    if let Some(test) = test {
                        each(pair, figure, rung, test);
                    }
                }
            }
        }
    }

    /// Calls `each` with every figure that is defined for a pair on some rung, and its verdict.
    pub(super) fn each_verdict(&self, mut each: impl FnMut(&Pair, usize, Verdict)) {
        for pair in &self.pairs {
            for (figure, by_rung) in pair.tests.iter().enumerate() {
                if by_rung.iter().any(Option::is_some) {
                    each(pair, figure, pair.verdict(figure));
                }
            }
        }
    }

    /// The summary as one JSON object.
    pub(super) fn json(&self) -> Value {
        let mut variants = Vec::new();
        for (v, variant) in self.variants.iter().enumerate() {
            for (rung, player) in self.rungs.iter().enumerate() {
                let figures = self.study.figures.iter().enumerate();
                let metrics: Map<String, Value> = figures
                    .filter_map(|(f, figure)| {
                        Some((figure.name.clone(), json!(self.values[v][rung][f]?)))
                    })
                    .collect();
                variants.push(json!({
                    "variant": variant,
                    "bot": player.label,
                    "blocks": self.study.blocks(),
                    "metrics": metrics,
                }));
            }
        }
        let mut verdicts = Vec::new();
        self.each_verdict(|pair, figure, verdict| {
            verdicts.push(json!({
                "a": self.variants[pair.a],
                "b": self.variants[pair.b],
                "metric": self.study.figures[figure].name,
                "verdict": Self::words(verdict),
                "rungs": pair.signs(figure).iter().flatten().count(),
                "higher_on": self.went(pair, figure, Ordering::Greater),
                "lower_on": self.went(pair, figure, Ordering::Less),
            }));
        });
        let mut pairs = Vec::new();
        self.each_test(|pair, figure, rung, test| {
            let Estimate { mean, se, lo, hi } = test.paired.estimate;
            pairs.push(json!({
                "a": self.variants[pair.a],
                "b": self.variants[pair.b],
                "bot": self.rungs[rung].label,
                "metric": self.study.figures[figure].name,
                "difference": mean,
                "se": se,
                "lo": lo,
                "hi": hi,
                "p": test.paired.p,
                "p_adjusted": test.p_adjusted,
                "rho": test.paired.rho,
                "variance_ratio": test.paired.variance_ratio,
            }));
        });
        json!({
            "game": self.game,
            "matches": self.study.matches(),
            "hands": self.study.hands(),
            "truncated": self.study.truncated(),
            "variants": variants,
            "verdicts": verdicts,
            "pairs": pairs,
        })
    }

    /// What a verdict says, for a reader.
    pub(super) fn sentence(&self, pair: &Pair, figure: usize) -> String {
        let signs = pair.signs(figure);
        let tested = signs.iter().flatten().count();
        let same = signs.iter().flatten().filter(|sign| **sign != Ordering::Equal).count();
        match pair.verdict(figure) {
            Verdict::Holds(_) => format!("holds on {same} of {tested} rungs"),
            Verdict::TooFewRungs(_) => {
                format!("on {same} of {tested}: a verdict takes {RUNGS} rungs")
            }
            verdict => Self::words(verdict).to_owned(),
        }
    }
}
