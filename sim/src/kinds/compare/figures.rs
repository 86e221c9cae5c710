//! The figures of a comparison: their names, and how each is shown.

use super::measures::{Group, Measure};
use crate::stats::{PairedDifference, RoleDispersion, ValueRange};
use crate::terminal::unit::Unit;

/// A figure of the study: a name, and how the figure is shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    /// Its name, as written in every file.
    pub name: String,
    /// What the figure is, in a line.
    pub meaning: String,
    /// What it is counted in.
    pub unit: &'static str,
    /// What more of it means.
    pub direction: String,
    /// What the figure is about.
    pub group: Group,
    /// The role whose mean points it is.
    pub role: Option<&'static str>,
    /// Where its values can lie.
    pub range: ValueRange,
    /// The distribution of its values, if they are lengths of matches.
    pub lengths: Option<usize>,
    pub(super) source: Source,
}

impl Figure {
    /// Whether two variants are tested for a difference in it.
    pub(crate) fn is_tested(&self) -> bool {
        !matches!(self.source, Source::Greatest(_))
    }

    /// Whether the figure is a share.
    pub(crate) fn is_share(&self) -> bool {
        self.range == ValueRange::SHARE
    }

    /// How its values are shown.
    pub(super) fn unit_of_values(&self) -> Unit {
        if self.is_share() { Unit::Share } else { Unit::Plain }
    }

    /// How differences between its values are shown.
    pub(super) fn unit_of_differences(&self) -> Unit {
        if self.is_share() { Unit::ShareDifference } else { Unit::Signed }
    }

    /// A difference in it between two variants, whose interval ends where such differences do.
    pub(crate) fn difference(&self, paired: PairedDifference) -> PairedDifference {
        PairedDifference { estimate: paired.estimate.cut(self.range.of_differences()), ..paired }
    }
}

/// Where a figure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A measure, and the weight of one match or hand in it.
    Measure(usize, i64),
    /// How uneven the roles are.
    Uneven(RoleDispersion),
    /// A percentile of the lengths of matches.
    Length(u64),
    /// The greatest value of a distribution: the greatest value has no interval, and is not tested.
    Greatest(usize),
}

/// The figures of these measures. Those of distributions stand beside the means that they belong to.
pub(super) fn figures(measures: &[Measure], distributions: &[&str]) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    for (number, measure) in measures.iter().enumerate() {
        let Measure { name, meaning, group, .. } = measure;
        let counted = distributions.iter().position(|counted| counted == name);
        let is_length = name == "hands";
        let figure = |name: &str, meaning: &str, source| Figure {
            name: name.to_owned(),
            meaning: meaning.to_owned(),
            unit: measure.unit,
            direction: "neither".to_owned(),
            group: *group,
            role: None,
            range: measure.range,
            lengths: counted.filter(|_| is_length),
            source,
        };
        let ends_points = figures.last().is_some_and(|last| last.group == Group::Points);
        if ends_points && *group != Group::Points {
            figures.extend(UNEVENNESS.map(|(name, meaning, dispersion)| Figure {
                unit: "points",
                direction: "lower is more even".to_owned(),
                group: Group::Points,
                range: ValueRange::Above(0.0),
                lengths: None,
                ..figure(name, meaning, Source::Uneven(dispersion))
            }));
        }
        let (role, direction) = (measure.role, measure.direction.clone());
        let source = Source::Measure(number, measure.weight);
        figures.push(Figure { role, direction, ..figure(name, meaning, source) });
        if is_length {
            let median = "median of hands a match";
            figures.push(figure("hands_median", median, Source::Length(50)));
            let p95 = "95th percentile of hands a match";
            figures.push(figure("hands_p95", p95, Source::Length(95)));
        }
        if let Some(of) = counted {
            let (name, meaning) = (format!("{name}_max"), format!("most: {meaning}"));
            figures.push(figure(&name, &meaning, Source::Greatest(of)));
        }
    }
    figures
}

/// How uneven the roles are.
const UNEVENNESS: [(&str, &str, RoleDispersion); 2] = [
    ("role_spread", "best role less worst, points a hand", RoleDispersion::Spread),
    ("unevenness", "unevenness of the roles, points a hand", RoleDispersion::RootMeanSquare),
];
