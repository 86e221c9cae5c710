//! Correction for multiple tests.

/// The p-values with Holm's correction: those below α are significant with a family-wise error rate of at most α, for any
/// dependence. `None` is no test.
pub fn holm(p: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> =
        p.iter().enumerate().filter_map(|(i, p)| Some((i, (*p)?))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let tests = order.len();
    let mut adjusted = vec![None; p.len()];
    let mut greatest = 0.0_f64;
    for (rank, (i, p)) in order.into_iter().enumerate() {
        greatest = greatest.max(((tests - rank) as f64 * p).min(1.0));
        adjusted[i] = Some(greatest);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correction_is_that_of_its_definition() {
        // By the definition of R's p.adjust(p, "holm"), pmin(1, cummax((n - i + 1) * sort(p))):
        // 4 × 0.005, 3 × 0.01, 2 × 0.03, and 1 × 0.04, which is raised to what comes before it.
        let p = [Some(0.01), None, Some(0.04), Some(0.03), Some(0.005)];
        let expected = [Some(0.03), None, Some(0.06), Some(0.06), Some(0.02)];
        for (found, expected) in holm(&p).into_iter().zip(expected) {
            assert_eq!(found.is_some(), expected.is_some());
            assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-15);
        }
        // statsmodels 0.15: multipletests([0.011, 0.04, 0.0007, 0.2, 0.049, 0.3], method="holm").
        let p = [0.011, 0.04, 0.000_7, 0.2, 0.049, 0.3].map(Some);
        let expected = [0.055, 0.16, 0.004_2, 0.4, 0.16, 0.4];
        for (found, expected) in holm(&p).into_iter().zip(expected) {
            assert!((found.unwrap() - expected).abs() < 1e-15, "{found:?} {expected}");
        }
        assert_eq!(holm(&[Some(0.9), Some(0.8)]), [Some(1.0), Some(1.0)]);
        assert!(holm(&[None]) == [None]);
    }
}
