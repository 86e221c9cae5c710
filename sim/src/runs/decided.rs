//! How many of its shards a run needs, where the first of them decide what it asks.

use threehand_play::Catalog;

use crate::experiment::contract::{Settings, Stop};
use crate::folder::manifest::Written;
use crate::folder::run_folder::sums_of_shard;
use crate::games::named::game_named;
use crate::terminal::failure::Failure;

/// How many shards decide a run of these settings, of its first shards in their order, which have finished; `None` if
/// these do not.
///
/// # Errors
/// If a shard does not hold what it should.
pub(super) fn decided(
    catalog: &Catalog<'_>,
    settings: &dyn Settings,
    shards: &[&Written],
) -> Result<Option<usize>, Failure> {
    if !settings.kind().may_decide {
        return Ok(None);
    }
    let experiment = settings.prepare(game_named(catalog, &settings.stage().game)?)?;
    let mut fold = experiment.fold();
    for (count, shard) in (1..).zip(shards) {
        let ((part, _), _) = sums_of_shard(&shard.dir, &*fold)?;
        fold.join(part, &shard.dir)?;
        if matches!(fold.stop(), Some(Stop::Decided)) {
            return Ok(Some(count));
        }
    }
    Ok(None)
}

/// What is said of the other shards of a run that so many have decided.
pub(super) fn told(needed: usize, count: u64) -> String {
    format!("the first {needed} of {count} shards decide: no other is needed")
}
