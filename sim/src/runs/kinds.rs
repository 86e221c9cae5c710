//! The kinds of experiment that there are.

use crate::experiment::contract::Kind;
use crate::kinds::{calibrate, compare, sprt, tournament};

/// All kinds of experiment.
pub static KINDS: [&Kind; 5] =
    [&tournament::KIND, &compare::KIND, &sprt::KIND, &calibrate::KIND, &calibrate::POOLED];

/// The kind of experiment of this subcommand.
pub fn kind(command: &str) -> Option<&'static Kind> {
    KINDS.into_iter().find(|kind| kind.command == command)
}
