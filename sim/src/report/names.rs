//! The measures of a game for a reader.

use threehand_play::Catalog;

use super::unit::Unit;
use crate::kinds::compare::figures::Figure;
use crate::kinds::compare::measures::Group;
use crate::kinds::compare::study::Study;
use crate::stats::ValueRange;

/// A measure of a game.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// The name in files.
    pub(super) name: String,
    pub(super) meaning: String,
    pub(super) group: Group,
    /// The role whose points the measure counts.
    pub(super) role: Option<&'static str>,
    /// The unit of the values in a word.
    pub(super) counted: &'static str,
    is_share: bool,
}

impl Measure {
    /// The unit of the values.
    pub(super) const fn unit(&self) -> Unit {
        if self.is_share { Unit::Share } else { Unit::Plain }
    }

    /// The unit of differences between values.
    pub(super) const fn unit_of_difference(&self) -> Unit {
        if self.is_share { Unit::ShareDifference } else { Unit::Signed }
    }
}

/// The measures of a game in their order; none if this program does not know the game.
pub(super) fn measures(catalog: &Catalog<'_>, game: &str) -> Vec<Measure> {
    let Some(game) = catalog.game(game) else { return Vec::new() };
    let (study, _) = Study::new(game, 1, 1, None);
    let measure = |figure: &Figure| Measure {
        name: figure.name.clone(),
        meaning: alone(figure, &study.figures),
        group: figure.group,
        role: figure.role,
        counted: figure.unit,
        is_share: figure.range == ValueRange::SHARE,
    };
    study.figures.iter().map(measure).collect()
}

/// The meaning of a figure on its own, where the game's words refer to the figure before, as "their median" does.
fn alone(figure: &Figure, all: &[Figure]) -> String {
    let meaning = &figure.meaning;
    // The name of the other is the start of its name, or that of its role's points.
    let points = figure.name.replace("points_sd_", "points_");
    let is_other = |other: &&Figure| {
        other.name != figure.name
            && (points == other.name || figure.name.starts_with(&format!("{}_", other.name)))
    };
    let other = all.iter().find(is_other).map(|other| &*other.meaning);
    match (other, meaning.strip_prefix("their "), meaning.strip_prefix("the same, ")) {
        (Some(other), Some(rest), _) => {
            let what = rest.split(',').next().unwrap_or(rest);
            format!("{what} of {other}")
        }
        (Some(other), _, Some(rest)) => format!("{other}, {rest}"),
        _ => meaning.clone(),
    }
}
