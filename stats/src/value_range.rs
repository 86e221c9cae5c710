//! The range of a parameter, and an unbounded scale for it.

/// The range of a parameter, with a transformation to a scale without ends on which Student's t holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueRange {
    /// All numbers: no transformation.
    Any,
    /// Above an end, as of a count or a standard deviation: the logarithm of the distance from it.
    Above(f64),
    /// Between two ends, as of a share or a correlation: the logit, which for a correlation is twice Fisher's z
    /// (R. A. Fisher, 1921).
    Between(f64, f64),
}

impl ValueRange {
    /// That of a share.
    pub const SHARE: Self = Self::Between(0.0, 1.0);
    /// That of a correlation, and of the difference of two shares.
    pub const EVEN: Self = Self::Between(-1.0, 1.0);

    /// The range of the difference of two such values.
    pub fn of_differences(self) -> Self {
        match self {
            Self::Between(lo, hi) => Self::Between(lo - hi, hi - lo),
            Self::Any | Self::Above(_) => Self::Any,
        }
    }

    /// The transformed value, and the derivative there; `None` at an end.
    pub(super) fn scale(self, value: f64) -> Option<(f64, f64)> {
        match self {
            Self::Any => Some((value, 1.0)),
            Self::Above(lo) => (value > lo).then(|| (libm::log(value - lo), 1.0 / (value - lo))),
            Self::Between(lo, hi) => {
                let (below, above) = (value - lo, hi - value);
                let inside = below > 0.0 && above > 0.0;
                inside.then(|| (libm::log(below / above), 1.0 / below + 1.0 / above))
            }
        }
    }

    /// The value, or the end beyond which it lies.
    pub(super) fn nearest(self, value: f64) -> f64 {
        match self {
            Self::Any => value,
            Self::Above(lo) => value.max(lo),
            Self::Between(lo, hi) => value.clamp(lo, hi),
        }
    }

    /// The skewness of a mean on the scale, from the plain one and the second derivative of the transformation (P. Hall,
    /// *Journal of the Royal Statistical Society* B 54, 1992). A positive one
    /// falls to 0 at most.
    pub(super) fn skewness(self, plain: f64, mean: f64, se: f64) -> f64 {
        match self {
            Self::Above(lo) if mean > lo => (plain - 1.5 * se / (mean - lo)).max(plain.min(0.0)),
            _ => plain,
        }
    }

    /// The inverse transformation.
    pub(super) fn back(self, place: f64) -> f64 {
        match self {
            Self::Any => place,
            Self::Above(lo) => lo + libm::exp(place),
            Self::Between(lo, hi) => lo + (hi - lo) / (1.0 + libm::exp(-place)),
        }
    }
}
