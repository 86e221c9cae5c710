//! What the page of a sequential test shows.

use std::path::Path;

use threehand_stats::{Estimate, MIN_BLOCKS};

use super::TestFold;
use super::evidence::{Step, steps};
use super::outcome::columns;
use super::rule::TestKind;
use crate::tables::page::{Chart, Curve, PageContent, PageTable, Plot};
use crate::terminal::number::plural;

const METHOD: [&str; 2] = [
    "The two bots played blocks until the answer was clear, and no more. A block is the cards of one match, hand after \
     hand, played once under every line-up of the two bots. A sequential test is made for looking at the results after \
     every block: it stops once the evidence is beyond one of its bounds, and it errs no more \
     often than it was asked to.",
    "The interval for any stop holds the true difference whenever one stops. The ordinary interval is right only if the \
     number of blocks was settled beforehand; after a stop that depends on the results it lies on average too far from 0.",
];

impl TestFold<'_> {
    /// The content of the page of the run in this folder.
    pub(super) fn page_content(&self, dir: &Path) -> anyhow::Result<PageContent> {
        let [a, b] = self.bots();
        let blocks = plural(self.evidence.blocks(), "block");
        let (blocks, steps) = match self.test.settings.shard {
            Some(shard) => (format!("{blocks}, part {shard} of a test"), Vec::new()),
            None => (blocks, steps(self.test.evidence(), dir, self.evidence.blocks())?),
        };
        Ok(PageContent {
            title: format!("Is {a} better than {b}?"),
            facts: vec![self.test.variant.clone(), blocks],
            verdicts: None,
            tables: vec![PageTable::new(
                "The test in figures",
                "Differences are in percentage points, with 95 % intervals.",
                columns().grid([self]).turned(),
            )],
            charts: self.charts(&steps),
            method: METHOD.map(str::to_owned).to_vec(),
            terms: &[
                "Block",
                "Line-up",
                "SPRT",
                "t",
                "Win share",
                "Confidence sequence",
                "Interval",
            ],
        })
    }

    /// How the evidence grew, and how the difference became known.
    fn charts(&self, steps: &[Step]) -> Vec<Chart> {
        let hypotheses = self.test.question.hypotheses;
        let curve = |axis: &str, scale, bounds, y: &dyn Fn(&Step) -> Option<Estimate>| {
            let points = (1..).zip(steps).filter_map(|(block, step)| Some((block, y(step)?)));
            let axes = ["blocks".to_owned(), axis.to_owned()];
            vec![Plot::Curve(Curve { points: points.collect(), axes, scale, bounds })]
        };
        let evidence = |name: &str, (title, note): (&str, &str), axis: &str, of: usize, bounds| {
            let curve = curve(axis, 1.0, bounds, &|step| Some(step.evidence[of]?.into()));
            Chart::of(name, title, note, curve)
        };
        let mut charts = match self.test.question.test {
            TestKind::Sprt => {
                let bounds =
                    vec![(hypotheses.upper(), "better"), (hypotheses.lower(), "not better")];
                let axis = "evidence (log-likelihood ratio)";
                let note = format!(
                    "The test stops where the curve is beyond a bound, after {MIN_BLOCKS} blocks at the earliest, and only if \
                     two more blocks of the other kind would not bring it back."
                );
                vec![evidence("evidence", ("How the evidence grew", &note), axis, 0, bounds)]
            }
            TestKind::E => {
                let claims = [("better", hypotheses.alpha), ("not better", hypotheses.beta)];
                let claims = (0..).zip(claims).map(|(of, (claim, error))| {
                    let name = format!("capital-{}", claim.replace(' ', "-"));
                    let title = format!("How the capital bet on \"{claim}\" grew");
                    let axis = format!("logarithm of the capital bet on \"{claim}\"");
                    let note = "The test stops where the curve crosses a bound.";
                    evidence(&name, (&title, note), &axis, of, vec![(-libm::log(error), claim)])
                });
                claims.collect()
            }
        };
        charts.push(Chart::of(
            "difference",
            "How the difference became known",
            "The mean difference so far, with the 95 % interval that holds whenever one stops.",
            curve(
                "difference of win shares, in percentage points",
                100.0,
                vec![(0.0, "no difference")],
                &|step| Some(step.difference),
            ),
        ));
        charts.into_iter().flatten().collect()
    }
}
