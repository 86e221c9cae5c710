//! The kinds of experiment that there are.

use crate::experiment::contract::Kind;
use crate::folder::place::TALLY;

/// All kinds of experiment.
pub const KINDS: [&Kind; 5] = [
    &crate::tournament::KIND,
    &crate::compare::KIND,
    &crate::sprt::KIND,
    &crate::calibrate::KIND,
    &crate::calibrate::coverage::KIND,
];

/// The kind of experiment of this subcommand.
pub fn kind(command: &str) -> Option<&'static Kind> {
    KINDS.into_iter().find(|kind| kind.command == command)
}

/// The names of all files that any run may leave its results in.
pub fn results() -> Vec<&'static str> {
    let of_kinds = KINDS.into_iter().flat_map(|kind| kind.results);
    of_kinds.copied().chain([TALLY]).collect()
}
