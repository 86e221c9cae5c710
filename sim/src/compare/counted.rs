//! A comparison counted again from the values of its blocks, as far as they tell it.

use std::path::Path;

use super::Compare;
use super::block_values::BlockRows;
use super::findings::{Shares, Source};
use super::recount::Told;
use super::study::Study;
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Unknown;
use crate::settings::stage::Stage;
use crate::stats::{
    Estimate, Heterogeneity, PairedDifference, QUANTILE_REPLICATES, poisson_weights,
};
use threehand_play::Seeds;

/// What tables and sums are said to be made from.
pub(super) const BY_BLOCKS: &str = "by the blocks";

/// So many of the distributions are of numbers of which each match has one; the others are of numbers of hands.
pub(super) const OF_MATCHES: usize = 2;

/// What the values of blocks do not tell of sums, in words.
pub(super) const UNKNOWN: &str = "the distributions, the number of hands, and the matches that were truncated or forfeited, which are taken \
     as they are";

/// The same by the keys of the sums.
pub(super) fn unknown() -> Unknown {
    let keys = vec!["distributions", "hands", "truncated", "forfeits", "failures"];
    Unknown { keys, ..Unknown::default() }
}

/// Counts a comparison again from the values of its blocks, as far as they tell it.
pub(super) fn count(
    compare: &Compare<'_>,
    rows: &BlockRows,
    held: &mut Held,
) -> Result<Study, Fault> {
    let mut study = compare.study();
    let numbers = held.numbers(&compare.blocks);
    let Some(file) = &mut held.files[0] else { return Ok(study) };
    let Stage { seed, max_hands, .. } = compare.settings.stage;
    for number in numbers {
        let weights = poisson_weights(Seeds(seed).bootstrap(number), QUANTILE_REPLICATES);
        study.add(&rows.read(file, number, weights, max_hands)?);
    }
    Ok(study)
}

/// What follows from the values of blocks; and beside it what the tables tell of numbers of hands, value by value.
pub(super) struct Counted<'a> {
    pub(super) study: &'a Study,
    pub(super) told: &'a Told,
}

impl Source for Counted<'_> {
    fn value(&self, rung: usize, variant: usize, figure: usize) -> Option<Estimate> {
        let of_hands = self.study.maximum(figure).is_some_and(|of| of >= OF_MATCHES);
        let source: &dyn Source = if of_hands { self.told } else { self.study };
        source.value(rung, variant, figure)
    }

    fn difference(
        &self,
        rung: usize,
        a: usize,
        b: usize,
        figure: usize,
    ) -> Option<PairedDifference> {
        self.study.difference(rung, a, b, figure)
    }

    fn heterogeneity(&self, a: usize, b: usize, figure: usize) -> Option<Heterogeneity> {
        self.study.heterogeneity(a, b, figure)
    }

    fn shares(&self, rung: usize, variant: usize, number: usize) -> Shares {
        let source: &dyn Source = if number < OF_MATCHES { self.study } else { self.told };
        source.shares(rung, variant, number)
    }
}

impl Counted<'_> {
    /// Holds what the tables tell of numbers of hands, value by value, against how many there are and what they sum to.
    pub(super) fn hold_quantities(&self, compare: &Compare<'_>, dir: &Path) -> Result<(), Fault> {
        let Self { study, told } = self;
        for (number, quantity) in study.distributions.iter().enumerate().skip(OF_MATCHES) {
            for (rung, player) in compare.rungs.iter().enumerate() {
                for (v, variant) in compare.names.iter().enumerate() {
                    let shares = told.shares(rung, v, number);
                    let count: i128 = shares.iter().map(|(_, count, _)| i128::from(*count)).sum();
                    let of = |(value, count, _): &_| *value as i128 * i128::from(*count);
                    let sum: i128 = shares.iter().map(of).sum();
                    let due = study.count_and_sum(rung, v, quantity).map(i128::from);
                    if [count, sum] != due {
                        let [count_due, sum_due] = due;
                        let fault = format!(
                            "{variant}, {}: {quantity} has {count} values that sum to {sum}, but {BY_BLOCKS} \
                             {count_due} that sum to {sum_due}",
                            player.label
                        );
                        return Err(Fault::of(&dir.join("distributions.csv"), fault));
                    }
                }
            }
        }
        Ok(())
    }
}
