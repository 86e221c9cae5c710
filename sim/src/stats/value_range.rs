//! Where a figure can lie, and a scale without ends for it.

/// Where the truth can lie, on a scale of which Student's t is as good near an end as in the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueRange {
    /// Anywhere: the scale is that of the value.
    Any,
    /// Above an end, as a count or a standard deviation: the logarithm of the way from there.
    Above(f64),
    /// Between two ends, as a share or a correlation: the logit of the way from the one to the other, which of a
    /// correlation is twice Fisher's z (R. A. Fisher, 1921).
    Between(f64, f64),
}

impl ValueRange {
    /// A share of all.
    pub const SHARE: Self = Self::Between(0.0, 1.0);
    /// The difference of two shares, and a correlation.
    pub const EVEN: Self = Self::Between(-1.0, 1.0);

    /// Where the difference of two such values can lie.
    pub fn of_differences(self) -> Self {
        match self {
            Self::Between(lo, hi) => Self::Between(lo - hi, hi - lo),
            Self::Any | Self::Above(_) => Self::Any,
        }
    }

    /// The value on the scale, how fast the scale rises there, and the way back; `None` at an end.
    pub(super) fn scale(self, value: f64) -> Option<(f64, f64)> {
        match self {
            Self::Any => Some((value, 1.0)),
            Self::Above(lo) => (value > lo).then(|| ((value - lo).ln(), 1.0 / (value - lo))),
            Self::Between(lo, hi) => {
                let (below, above) = (value - lo, hi - value);
                let inside = below > 0.0 && above > 0.0;
                inside.then(|| ((below / above).ln(), 1.0 / below + 1.0 / above))
            }
        }
    }

    /// The value, or the end that it lies beyond.
    pub(super) fn nearest(self, value: f64) -> f64 {
        match self {
            Self::Any => value,
            Self::Above(lo) => value.max(lo),
            Self::Between(lo, hi) => value.clamp(lo, hi),
        }
    }

    /// The skewness on the scale of a mean that has this skewness as it is, by the second derivative of the scale (P. Hall,
    /// *Journal of the Royal Statistical Society* B 54, 1992). What the scale takes off beyond all there is does no harm.
    pub(super) fn skewness(self, plain: f64, mean: f64, se: f64) -> f64 {
        match self {
            Self::Above(lo) if mean > lo => (plain - 1.5 * se / (mean - lo)).max(plain.min(0.0)),
            _ => plain,
        }
    }

    /// The value that has this place on the scale.
    pub(super) fn back(self, place: f64) -> f64 {
        match self {
            Self::Any => place,
            Self::Above(lo) => lo + place.exp(),
            Self::Between(lo, hi) => lo + (hi - lo) / (1.0 + (-place).exp()),
        }
    }
}
