//! Figures in a unit, rounded for a reader.

use indicatif::HumanCount;
use maud::{Markup, html};

use super::sheet::{Estimated, Figure};
use crate::terminal::number::{percent, signed};

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A share, in percent.
    Share,
    /// A difference of shares, in percentage points.
    ShareDifference,
    /// A number with its sign, as points are.
    Signed,
    /// A number that is rarely below 0.
    Plain,
    Rating,
    /// A whole number.
    Whole,
    /// A p-value.
    Chance,
}

impl Unit {
    /// A value as text, with its unit.
    pub(super) fn text(self, value: f64) -> String {
        match self {
            Self::Share => format!("{}\u{a0}%", percent(value)),
            _ => self.bare(value),
        }
    }

    /// The same without its unit.
    pub(super) fn bare(self, value: f64) -> String {
        let text = match self {
            Self::Share => percent(value),
            Self::ShareDifference => signed(100.0 * value, 1),
            Self::Signed => signed(value, 2),
            Self::Plain => signed(value, 2).trim_start_matches('+').to_owned(),
            Self::Rating => signed(value, 0),
            Self::Whole => HumanCount(value.max(0.0) as u64).to_string(),
            Self::Chance if value < 0.001 => "< 0.001".to_owned(),
            Self::Chance => format!("{value:.3}"),
        };
        text.trim().to_owned()
    }

    /// The factor from a value to the number that is shown.
    pub(super) const fn scale(self) -> f64 {
        match self {
            Self::Share | Self::ShareDifference => 100.0,
            _ => 1.0,
        }
    }

    /// A figure that carries the cell of the run's table.
    pub(super) fn show(self, figure: &Figure) -> Markup {
        html! { data value=(figure.raw) { (self.text(figure.value)) } }
    }

    /// A figure with its interval, or a dash.
    pub(super) fn estimate(self, estimated: Option<&Estimated>) -> Markup {
        let Some(Estimated { mean, lo, hi }) = estimated else { return html! { "–" } };
        let end = |figure: &Figure| html! { data value=(figure.raw) { (self.bare(figure.value)) } };
        html! {
            (self.show(mean))
            @match (lo, hi) {
                (Some(lo), Some(hi)) => { " " span.interval { "(" (end(lo)) " to " (end(hi)) ")" } }
                (Some(lo), None) => { " " span.interval { "(" (end(lo)) " or more)" } }
                (None, Some(hi)) => { " " span.interval { "(" (end(hi)) " or less)" } }
                (None, None) => {}
            }
        }
    }
}

/// A text in which a number is never parted from its sign or its unit.
pub(super) fn glued(text: &str) -> String {
    text.replace("± ", "±\u{a0}").replace(" %", "\u{a0}%")
}
