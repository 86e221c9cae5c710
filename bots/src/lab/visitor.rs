//! What can be done with any game of a lab.

use super::bots::Bots;
use crate::knowledge::Knowledge;

/// Something that can be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does the thing with the game `G` and the bots that play `G`.
    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output;
}
