//! Figures of an earlier `bench --json`, to hold those of now against.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;

use super::Figure;
use crate::capped::read;

/// The longest file of figures, in bytes.
const LONGEST: u64 = 1 << 24;

/// The figures of an earlier run.
#[derive(Default)]
pub(super) struct Baseline(BTreeMap<(String, String), Then>);

/// A file of figures.
#[derive(Deserialize)]
struct Told {
    results: Vec<Then>,
}

/// A figure of an earlier run.
#[derive(Clone, Deserialize)]
struct Then {
    bench: String,
    game: String,
    ns_per_unit: f64,
    #[serde(default)]
    ns_lower_quartile: Option<f64>,
    #[serde(default)]
    ns_upper_quartile: Option<f64>,
    samples: usize,
}

/// How many times as long something takes as it did then, and half a 95 % interval of that, where the samples
/// tell it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ratio {
    pub(super) ratio: f64,
    pub(super) half_width: Option<f64>,
}

impl Baseline {
    /// Reads what `bench --json` has printed.
    ///
    /// # Errors
    /// If the file can't be read, or is no such thing.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let said = || path.display().to_string();
        let file = File::open(path).with_context(said)?;
        let bytes = read(file, "file of figures", LONGEST).with_context(said)?;
        let told: Told = serde_json::from_slice(&bytes)
            .with_context(|| format!("{}: this is not what bench --json prints", said()))?;
        let key = |then: &Then| (then.game.clone(), then.bench.clone());
        Ok(Self(told.results.into_iter().map(|then| (key(&then), then)).collect()))
    }

    /// A figure against that of the same name; `None` if there was none.
    pub(super) fn ratio(&self, now: &Figure) -> Option<Ratio> {
        let then = self.0.get(&(now.game.to_owned(), now.bench.clone()))?;
        if !(then.ns_per_unit > 0.0 && then.ns_per_unit.is_finite()) {
            return None;
        }
        let ratio = now.ns / then.ns_per_unit;
        let quartiles = then.ns_lower_quartile.zip(then.ns_upper_quartile);
        let before = error_of_median(then.ns_per_unit, quartiles, then.samples);
        let here = error_of_median(now.ns, now.quartiles, now.samples);
        let half_width = here.zip(before).map(|(a, b)| 1.96 * ratio * a.hypot(b));
        Some(Ratio { ratio, half_width })
    }
}

/// The standard error of a median as a part of it, as that of samples of a normal distribution with the same
/// quartiles: √(π/2) σ / √n, where σ is their distance over 1.349.
fn error_of_median(median: f64, quartiles: Option<(f64, f64)>, samples: usize) -> Option<f64> {
    let (lower, upper) = quartiles?;
    let sigma = (upper - lower) / 1.349;
    Some(1.2533 * sigma / (samples as f64).sqrt() / median)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_held_against_that_of_its_name() {
        let path = std::env::temp_dir().join(format!("baseline-{}.json", std::process::id()));
        let text = r#"{"results":[{"bench":"deal","game":"a","ns_per_unit":100.0,
            "ns_lower_quartile":98.0,"ns_upper_quartile":102.0,"samples":25},
            {"bench":"old","game":"a","ns_per_unit":50.0,"samples":5}]}"#;
        std::fs::write(&path, text).unwrap();
        let baseline = Baseline::read(&path).unwrap();
        std::fs::write(&path, "{}").unwrap();
        assert!(Baseline::read(&path).is_err());
        std::fs::remove_file(&path).unwrap();
        let figure = |bench: &str, ns: f64| Figure {
            bench: bench.to_owned(),
            game: "a",
            unit: "deal",
            ns,
            least: ns,
            quartiles: Some((0.98 * ns, 1.02 * ns)),
            samples: 25,
        };
        let deal = baseline.ratio(&figure("deal", 150.0)).unwrap();
        assert!((deal.ratio - 1.5).abs() < 1e-12);
        // 4 % between the quartiles: σ 2.965 %, error 0.743 %, of both 1.051 %, times 1.96 · 1.5.
        assert!((deal.half_width.unwrap() - 0.030_9).abs() < 1e-4, "{deal:?}");
        assert_eq!(baseline.ratio(&figure("old", 25.0)).unwrap().half_width, None);
        assert_eq!(baseline.ratio(&figure("new", 25.0)), None);
    }
}
