//! The sums of a comparison counted again from the values of its blocks.

use super::{Compare, CompareFold};
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::compare::block_values::BLOCK_VALUES;
use crate::settings::stage::Stage;
use crate::stats::{QUANTILE_REPLICATES, poisson_weights};
use crate::terminal::number::plural;

/// Keys of the sums that the values of blocks do not determine.
const UNKNOWN: [&str; 5] = ["distributions", "hands", "truncated", "forfeits", "failures"];

/// Counts a comparison again from `block_values.csv`, if the run wrote it.
pub(super) fn recount<'s>(compare: &'s Compare<'s>, held: &mut Held) -> Result<Recount<'s>, Fault> {
    let numbers = held.numbers(&compare.blocks);
    let Some((rows, file)) = compare.rows.as_ref().zip(held.files[0].as_mut()) else {
        return Ok(Recount::without_rows());
    };
    let mut fold = CompareFold { of: compare, study: compare.study() };
    let Stage { max_hands, .. } = compare.settings.stage;
    for number in numbers {
        let weights = poisson_weights(compare.seeds().bootstrap(number), QUANTILE_REPLICATES);
        fold.study.add(&rows.read(file, number, weights, max_hands)?);
    }
    let blocks = plural(fold.study.blocks(), "block");
    let mut recount = Recount::of(Box::new(fold), "by the blocks");
    recount.unknown = UNKNOWN.to_vec();
    recount.checked.push(format!(
        "{BLOCK_VALUES}: every row of {blocks} is there once, with what a block can come to"
    ));
    recount.unchecked.push(
        "how the matches were played, since a comparison keeps no rows of them; the distributions, the number \
         of hands, and the matches that were truncated or forfeited, which are taken from the kept sums"
            .to_owned(),
    );
    Ok(recount)
}
