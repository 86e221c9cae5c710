//! Figures in their unit, rounded for a reader.

use indicatif::HumanCount;
use threehand_stats::Estimate;

use super::number::signed;

/// How a figure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, in percent.
    Share,
    /// A difference of shares, in percentage points.
    ShareDifference,
    /// A number with its sign, as points are.
    Signed,
    /// A number that is rarely below 0.
    Plain,
    /// A rating or a difference of ratings, in whole points.
    Rating,
    /// A whole number.
    Whole,
    /// A p-value.
    Chance,
}

impl Unit {
    /// The factor from a value to the number that is shown.
    pub const fn scale(self) -> f64 {
        match self {
            Self::Share | Self::ShareDifference => 100.0,
            _ => 1.0,
        }
    }

    const fn decimals(self) -> usize {
        match self {
            Self::Share | Self::ShareDifference => 1,
            Self::Signed | Self::Plain => 2,
            Self::Rating | Self::Whole => 0,
            Self::Chance => 3,
        }
    }

    /// A value without its unit, with this many decimals.
    fn number(self, value: f64, decimals: usize) -> String {
        match self {
            Self::Whole => HumanCount(value.max(0.0) as u64).to_string(),
            Self::Chance if value < 0.001 => "< 0.001".to_owned(),
            Self::Share | Self::Plain | Self::Chance => {
                let number = signed(self.scale() * value, decimals);
                number.trim_start_matches([' ', '+']).to_owned()
            }
            _ => signed(self.scale() * value, decimals).trim_start().to_owned(),
        }
    }

    /// A value without its unit.
    pub fn bare(self, value: f64) -> String {
        self.number(value, self.decimals())
    }

    /// The unit after a number.
    const fn end(self) -> &'static str {
        if matches!(self, Self::Share) { " %" } else { "" }
    }

    /// A value with its unit.
    pub fn value(self, value: f64) -> String {
        self.bare(value) + self.end()
    }

    /// The interval of an estimate by its ends, `(96.1 to 99.8)`; `None` if it has none.
    pub fn interval(self, estimate: &Estimate) -> Option<String> {
        let end = |end: f64| self.bare(end);
        match (estimate.lo.map(end), estimate.hi.map(end)) {
            (Some(lo), Some(hi)) => Some(format!("({lo} to {hi})")),
            (Some(lo), None) => Some(format!("({lo} or more)")),
            (None, Some(hi)) => Some(format!("({hi} or less)")),
            (None, None) => None,
        }
    }

    /// A figure with its interval: `61.2 % ± 1.0`, with one more decimal where the error would be 0. An uneven interval, or
    /// that of a rating, is shown by its ends: `99.2 % (96.1 to 99.8)`.
    pub fn text(self, estimate: &Estimate) -> String {
        let (mean, unit) = (estimate.mean, self.end());
        if estimate.is_even() && self != Self::Rating {
            let half = self.scale() * estimate.half_width().unwrap_or_default();
            let usual = self.decimals();
            let decimals = usual + usize::from(half < 0.5 * 0.1_f64.powi(usual as i32));
            return format!("{}{unit} ± {half:.decimals$}", self.number(mean, decimals));
        }
        let interval = self.interval(estimate).map(|interval| format!(" {interval}"));
        self.value(mean) + &interval.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_shown_in_its_unit_and_with_its_interval() {
        let of = |mean, lo, hi| Estimate { mean, se: None, lo, hi };
        for (unit, estimate, text) in [
            (Unit::Share, of(0.612, Some(0.602), Some(0.622)), "61.2 % ± 1.0"),
            (Unit::Share, of(0.6123, Some(0.6119), Some(0.6127)), "61.23 % ± 0.04"),
            (Unit::Share, of(0.992, Some(0.961), Some(0.998)), "99.2 % (96.1 to 99.8)"),
            (Unit::Share, of(0.0, None, Some(0.116)), "0.0 % (11.6 or less)"),
            (Unit::ShareDifference, of(-0.1, None, None), "−10.0"),
            (Unit::Signed, of(1.21, Some(1.17), Some(1.25)), "+1.21 ± 0.04"),
            (Unit::Plain, of(0.0, Some(-0.1), Some(0.1)), "0.00 ± 0.10"),
            (Unit::Rating, of(182.0, Some(171.0), Some(194.0)), "+182 (+171 to +194)"),
            (Unit::Whole, of(1_000.0, None, None), "1,000"),
            (Unit::Chance, of(1e-9, None, None), "< 0.001"),
        ] {
            assert_eq!(unit.text(&estimate), text);
        }
    }
}
