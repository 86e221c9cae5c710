//! Tables of a run, and the statistics that tests compute anew.

use std::collections::BTreeMap;
use std::path::Path;

/// A row of a table, by column.
pub(crate) type Row = BTreeMap<String, String>;

pub(crate) fn table(path: impl AsRef<Path>) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path.as_ref()).expect("a table can be read");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

/// The number in a column, which must be there.
pub(crate) fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// The number in a column; `None` if the cell is empty.
pub(crate) fn maybe(row: &Row, column: &str) -> Option<f64> {
    (!row[column].is_empty()).then(|| number(row, column))
}

pub(crate) fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{what}: {found} {expected}");
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

pub(crate) fn covariance(x: &[f64], y: &[f64]) -> f64 {
    let (mx, my) = (mean(x), mean(y));
    let products = x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my));
    products.sum::<f64>() / (x.len() as f64 - 1.0)
}

pub(crate) fn standard_error(values: &[f64]) -> f64 {
    (covariance(values, values) / values.len() as f64).sqrt()
}

/// The interval of a share with half-width `half` before it is transformed: on the scale of the logit, or, where fewer
/// than ten trials with that standard error would go one way, by Clopper and Pearson for as many trials.
pub(crate) fn interval_of_share(share: f64, half: f64) -> [f64; 2] {
    // SciPy 1.17: stats.norm.ppf(0.975) = 1.959963984540054.
    let trials = share * (1.0 - share) * (1.959_963_984_540_054 / half).powi(2);
    let (yes, no) = (trials * share, trials * (1.0 - share));
    if yes.min(no) >= 10.0 {
        let (logit, half) = ((share / (1.0 - share)).ln(), half / (share * (1.0 - share)));
        return [logit - half, logit + half].map(|x| 1.0 / (1.0 + (-x).exp()));
    }
    let end = |a: f64, b: f64, below: f64| {
        let (mut lo, mut hi) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = (lo + hi) / 2.0;
            if beta(a, b, middle) < below { lo = middle } else { hi = middle }
        }
        lo
    };
    [end(yes, no + 1.0, 0.025), end(yes + 1.0, no, 0.975)]
}

/// The distribution function of the beta distribution at `x`, from its series below `x` and above (DLMF 8.17.8).
fn beta(a: f64, b: f64, x: f64) -> f64 {
    let series = |a: f64, x: f64, whole: f64| {
        let (mut sum, mut term, mut n) = (0.0, 1.0 / a, 0.0);
        while term > 1e-18 * sum {
            sum += term;
            term *= x * (whole + n) / (a + 1.0 + n);
            n += 1.0;
        }
        sum
    };
    let (below, above) = (series(a, x, a + b), series(b, 1.0 - x, a + b));
    below / (below + above)
}
