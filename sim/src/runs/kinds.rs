//! The kinds of experiment that there are.

use crate::experiment::contract::{ExperimentSettings as _, Kind};
use crate::kinds::calibrate;
use crate::kinds::compare::CompareSettings;
use crate::kinds::sprt::SprtSettings;
use crate::kinds::tournament::TournamentSettings;

/// All kinds of experiment.
pub const KINDS: [&Kind; 5] = [
    &TournamentSettings::KIND,
    &CompareSettings::KIND,
    &SprtSettings::KIND,
    &calibrate::KIND,
    &calibrate::POOLED,
];

/// The kind of experiment of this subcommand.
pub fn kind(command: &str) -> Option<&'static Kind> {
    KINDS.into_iter().find(|kind| kind.command == command)
}
