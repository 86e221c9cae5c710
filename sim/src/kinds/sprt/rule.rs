//! Which test decides, and of what.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use clap::ValueEnum;
use serde::Serialize;
use threehand_stats::{Bounds, DifferenceScale, ETest, Hypotheses, MIN_BLOCKS, Sprt, TestDecision};

use crate::play::duel::DuelBlock;
use crate::terminal::number::signed;

/// Which test decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    /// The sequential probability ratio test: the fewest blocks for small effects.
    #[default]
    Sprt,
    /// A test by betting, true for any distribution of blocks: the fewest blocks for large effects.
    E,
}

/// What two bots are compared in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// The share of matches won.
    #[default]
    Share,
    /// The final score.
    Score,
}

impl TestKind {
    /// Its name on the command line.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Sprt => "sprt",
            Self::E => "e",
        }
    }
}

/// Up to how many percentage points a bot is not better, and from how many on it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    pub(super) lo: f64,
    pub(super) hi: f64,
}

impl Points {
    /// The default of `--test e`.
    pub(super) const USUAL: Self = Self { lo: 0.0, hi: 2.0 };

    pub(super) fn bounds(self) -> Bounds {
        Bounds::Mean(self.lo / 100.0, self.hi / 100.0)
    }
}

impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let points = text.split_once(',').and_then(|(lo, hi)| {
            Some(Self { lo: lo.trim().parse().ok()?, hi: hi.trim().parse().ok()? })
        });
        points.ok_or_else(|| "it is two numbers of points, such as 0,2".to_owned())
    }
}

impl Display for Points {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.lo, self.hi)
    }
}

/// A question: the test, the compared quantity and the hypotheses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) test: TestKind,
    pub(crate) on: Quantity,
    pub(crate) hypotheses: Hypotheses,
}

impl Question {
    /// The two hypotheses in words: "not better" and "better".
    pub(super) fn bounds_in_words(&self) -> [String; 2] {
        match self.hypotheses.bounds {
            Bounds::T(t0, t1) => [format!("t ≤ {t0}"), format!("t ≥ {t1}")],
            Bounds::Mean(lo, hi) => [
                format!("a difference ≤ {} percentage points", points(lo)),
                format!("one ≥ {}", points(hi)),
            ],
        }
    }
}

/// A bound as typed, in percentage points.
pub(super) fn points(share: f64) -> String {
    format!("{}", (1e6 * share).round() / 1e4).replace('-', "−")
}

/// The test that decides, with its evidence.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    Sprt(Sprt),
    E(ETest),
}

impl Rule {
    /// The rule for a question that was found to fit its test.
    pub(crate) fn new(question: Question) -> Self {
        let Question { test, on, hypotheses } = question;
        match (test, hypotheses.bounds) {
            (TestKind::E, Bounds::Mean(lo, hi)) => {
                let range = (-DuelBlock::MOST, DuelBlock::MOST);
                Self::E(ETest::new((lo, hi), range, hypotheses))
            }
            _ => Self::Sprt(Sprt::new(hypotheses, on.scale())),
        }
    }

    /// Adds a block; returns the decision, if there is one.
    pub(crate) fn add(&mut self, on: Quantity, block: &DuelBlock) -> Option<TestDecision> {
        match self {
            Self::Sprt(sprt) => sprt.add(on.difference(block)),
            Self::E(e_test) => e_test.add(block.difference() as f64 / DuelBlock::UNIT),
        }
    }

    /// The evidence and what it has to reach, for a reader.
    pub(super) fn standing(&self, hypotheses: &Hypotheses) -> String {
        match self {
            Self::Sprt(sprt) => format!(
                "LLR {}, bounds {} and {} from {MIN_BLOCKS} blocks on",
                shown(sprt.llr()),
                signed(hypotheses.lower(), 2),
                signed(hypotheses.upper(), 2)
            ),
            Self::E(e_test) => capitals(e_test),
        }
    }
}

/// What a capital of 1 has become by betting on each answer, of what decides.
pub(super) fn capitals(e_test: &ETest) -> String {
    let ([better, not], [enough, enough_not]) = (e_test.capitals(), e_test.enough());
    format!(
        "capital {better:.2} of {enough:.0} on \"better\", {not:.2} of {enough_not:.0} on \"not better\""
    )
}

/// Evidence for a reader.
pub(super) fn shown(llr: Option<f64>) -> String {
    llr.map_or_else(|| "–".to_owned(), |llr| signed(llr, 2).trim().to_owned())
}

impl Quantity {
    /// Its name on the command line.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Score => "score",
        }
    }

    /// The scale of its differences.
    pub(super) const fn scale(self) -> DifferenceScale {
        match self {
            Self::Share => DuelBlock::SHARES,
            Self::Score => DifferenceScale { step: 1.0, most: 0.0, unit: DuelBlock::SEATS },
        }
    }

    /// A block's difference on this scale.
    pub(crate) const fn difference(self, block: &DuelBlock) -> i64 {
        match self {
            Self::Share => block.difference(),
            Self::Score => block.score_difference(),
        }
    }
}
