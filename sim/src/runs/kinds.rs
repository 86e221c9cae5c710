//! The kinds of experiment that there are.

use crate::calibrate::CalibrateSettings;
use crate::compare::CompareSettings;
use crate::coverage::CoverageSettings;
use crate::experiment::contract::Design;
use crate::folder::place::TALLY;
use crate::settings::Settings as _;
use crate::sprt::SprtSettings;
use crate::tournament::TournamentSettings;

/// What is done with a kind of experiment, whichever kind that is.
pub trait KindVisitor {
    /// What comes of the visit.
    type Output;

    /// Visits experiments of this design.
    fn visit<D: Design>(self) -> Self::Output;
}

/// Visits the kind of experiment whose subcommand has this name; `None` if there is none.
pub fn with_kind<V: KindVisitor>(command: &str, visitor: V) -> Option<V::Output> {
    match command {
        TournamentSettings::COMMAND => Some(visitor.visit::<TournamentSettings>()),
        CompareSettings::COMMAND => Some(visitor.visit::<CompareSettings>()),
        SprtSettings::COMMAND => Some(visitor.visit::<SprtSettings>()),
        CalibrateSettings::COMMAND => Some(visitor.visit::<CalibrateSettings>()),
        CoverageSettings::COMMAND => Some(visitor.visit::<CoverageSettings>()),
        _ => None,
    }
}

/// The names of all files that an experiment of any kind may leave its results in.
pub fn results() -> Vec<&'static str> {
    let kinds = [
        TournamentSettings::RESULTS,
        CompareSettings::RESULTS,
        SprtSettings::RESULTS,
        CalibrateSettings::RESULTS,
        CoverageSettings::RESULTS,
        &[TALLY],
    ];
    kinds.concat()
}
