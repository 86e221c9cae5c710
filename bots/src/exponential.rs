//! The exponential function in software: a processor with other instructions has the same digits.

/// e to the power of `x`, rounded once.
pub(crate) fn exp(x: f32) -> f32 {
    libm::exp(f64::from(x)) as f32
}

/// The chance with these log odds.
pub(crate) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + exp(-logit))
}
