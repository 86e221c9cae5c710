//! How many of its shards a run needs, where the first of them decide what it asks.

use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use crate::experiment::contract::{Design, Stop, Sums as _};
use crate::folder::manifest::Written;
use crate::folder::run_folder::sums_of_shard;
use crate::games::named::with_named_game;
use crate::terminal::failure::Failure;

/// How many shards decide a run of these settings, of its first shards in their order, which have finished; `None` if
/// these do not.
///
/// # Errors
/// If a shard does not hold what it should.
pub(super) fn decided<D: Design>(
    lab: &impl Registry,
    settings: &D,
    shards: &[&Written],
) -> Result<Option<usize>, Failure> {
    if !D::MAY_DECIDE {
        return Ok(None);
    }
    with_named_game(lab, settings.stage().game.as_str(), Decided { settings, shards })?
}

struct Decided<'a, D> {
    settings: &'a D,
    shards: &'a [&'a Written],
}

impl<D: Design> Visitor for Decided<'_, D> {
    type Output = Result<Option<usize>, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let experiment = self.settings.clone().prepare(bots)?;
        let mut sums = experiment.start();
        for (count, shard) in (1..).zip(self.shards) {
            let (part, _) = sums_of_shard(&shard.dir, experiment.start().note())?;
            experiment.join(&mut sums, &part, &shard.dir)?;
            if matches!(experiment.stop(&sums), Some(Stop::Decided)) {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }
}

/// What is said of the other shards of a run that so many have decided.
pub(super) fn told(needed: usize, count: u64) -> String {
    format!("the first {needed} of {count} shards decide: no other is needed")
}
