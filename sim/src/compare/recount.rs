//! What the tables of a comparison tell of one another.

use super::Compare;
use super::study::Study;
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use threehand_bots::Knowledge;

pub(super) fn recount<G: Knowledge>(
    _compare: &Compare<'_, G>,
    _held: &Held,
) -> Result<Recount<Study>, Fault> {
    Ok(Recount::of(None, "by its other tables"))
}
