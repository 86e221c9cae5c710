//! What the page of a calibration shows.

use threehand_stats::Estimate;

use super::fresh::Trial;
use super::outcome::{CalibrateOutcome, Judged};
use super::promise::Promise;
use crate::experiment::prepare::labels;
use crate::tables::page::{
    Bar, Chart, Dot, Dots, Group, Histogram, PageContent, PageTable, Panel, Plot, first_of, listed,
};
use crate::terminal::number::plural;
use crate::terminal::unit::Unit;

/// The bars of the histogram of p-values.
const BARS: usize = 20;
/// The most figures that are drawn.
const DRAWN: usize = 40;

impl CalibrateOutcome<'_> {
    /// The content of the page.
    pub(super) fn page_content(&self) -> PageContent {
        let (of, bots) = (self.of, listed(&labels(&self.of.players)));
        let (title, method) = match self.fresh.is_some() {
            true => (
                format!("{bots} against itself at {}", of.variant),
                "A bot played against itself under two names in many runs, each on cards of its own. The true difference \
                 is 0, so everything that intervals and tests find is chance. The page shows how often they were wrong, \
                 and how often they may be.",
            ),
            false => (
                format!("Do the intervals hold the truth? {bots} at {}", of.variant),
                "A pool of blocks was played once, and the values of all its blocks are the truth. Each run drew blocks \
                 from the pool, with repeats, and computed what the command would print. The page shows how often an \
                 interval missed the truth.",
            ),
        };
        let note = "Due: how often an interval may miss the truth, or a test err. Beside it how often that occurred, of all \
                    runs: of several figures the mean, and the worst in brackets.";
        PageContent {
            title,
            facts: vec![plural(self.runs, "run")],
            verdicts: None,
            tables: vec![PageTable::new("Promises", note, self.table())],
            charts: [self.misses(), self.p_values()].into_iter().flatten().collect(),
            method: vec![method.to_owned()],
            terms: &["Block", "Coverage", "Interval", "SPRT", "Confidence sequence"],
        }
    }

    /// The figures that were missed most often after the most blocks.
    fn misses(&self) -> Option<Chart> {
        let blocks = self.of.after.iter().copied().max()?;
        let drawn = |judged: &&Judged| {
            let (kind, after) = (judged.cell.promise, judged.cell.blocks);
            after == blocks && kind != Promise::EvenPValues && judged.share.is_some()
        };
        let mut rows: Vec<_> = self.judged.iter().filter(drawn).collect();
        rows.sort_by(|a, b| b.mean().unwrap_or(0.0).total_cmp(&a.mean().unwrap_or(0.0)));
        let all = rows.len();
        let mut groups: Vec<Group> = Vec::new();
        for &Judged { ref cell, due, share, .. } in rows.into_iter().take(DRAWN) {
            let Some(share) = share else { continue };
            let dot = Dot { due: Some(due), ..Dot::new(&*cell.figure, share) };
            let heading = cell.promise.label();
            match groups.iter_mut().find(|group| group.heading == heading) {
                Some(group) => group.rows.push(dot),
                None => groups.push(Group { heading: heading.to_owned(), rows: vec![dot] }),
            }
        }
        let axis = "of all runs, in percent".to_owned();
        Chart::of(
            "misses",
            format!("How often intervals and tests are wrong after {}", plural(blocks, "block")),
            format!(
                "With 95 % intervals; the upright stroke is what is due.{}",
                first_of(DRAWN, all, "figures, those that are missed most often")
            ),
            vec![Plot::Dots(Dots {
                unit: Unit::Share,
                axis,
                reference: None,
                sides: None,
                groups,
            })],
        )
    }

    /// The p-values of all runs, which would be even if all is right.
    fn p_values(&self) -> Option<Chart> {
        let trials = &self.fresh?.0.runs.trials;
        let values: Vec<f64> = trials.iter().filter_map(Trial::p).collect();
        let mut counts = [0_usize; BARS];
        for p in &values {
            counts[((p * BARS as f64) as usize).min(BARS - 1)] += 1;
        }
        let wide = 1.0 / BARS as f64;
        let bar = |(number, count): (usize, &usize)| Bar {
            from: number as f64 * wide,
            to: (number + 1) as f64 * wide,
            share: Estimate::from(*count as f64 / values.len() as f64),
        };
        let bars = counts.iter().enumerate().map(bar).collect();
        let histogram = Histogram {
            axis: "p-value of a run".to_owned(),
            is_whole: false,
            reference: Some((wide, "if even")),
            panels: vec![Panel { label: String::new(), bars }],
        };
        let note = "Where there is no difference, all p-values come up equally often.";
        let chart =
            Chart::of("p-values", "P-values of the runs", note, vec![Plot::Histogram(histogram)]);
        chart.filter(|_| values.len() > 1)
    }
}
