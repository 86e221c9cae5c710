//! The time that a piece of work takes, and how it is shown.

use std::path::Path;

use anyhow::Context as _;
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};

use crate::io::bounded_read::read_file;
use crate::terminal::grid::{Grid, numbers, words};

/// The longest file of figures, in bytes.
const LONGEST: u64 = 1 << 24;

/// The time that a piece of work takes, as `bench --json` writes it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Figure {
    /// The piece of work, such as `playout`.
    pub(super) bench: String,
    /// Its game.
    pub(super) game: String,
    /// The unit that takes the time, such as `card`.
    #[serde(default)]
    pub(super) unit: String,
    #[serde(default)]
    per_second: f64,
    /// Nanoseconds: the median of the samples.
    pub(super) ns_per_unit: f64,
    #[serde(default)]
    ns_least: f64,
    samples: usize,
    ns_lower_quartile: Option<f64>,
    ns_upper_quartile: Option<f64>,
    /// The time divided by that of the baseline.
    baseline_ratio: Option<f64>,
    /// Half the width of the 95 % interval of that ratio.
    baseline_half_width: Option<f64>,
}

impl Figure {
    /// A time in nanoseconds from so many samples.
    pub(super) fn new(bench: String, game: &str, unit: &str, ns: f64, samples: usize) -> Self {
        Self {
            bench,
            game: game.to_owned(),
            unit: unit.to_owned(),
            per_second: 1e9 / ns,
            ns_per_unit: ns,
            ns_least: ns,
            samples,
            ..Self::default()
        }
    }

    /// The median of samples in nanoseconds, with their quartiles.
    pub(super) fn of_samples(bench: &str, game: &str, unit: &str, samples: &[f64]) -> Self {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let quartile = |share| (sorted.len() > 2).then(|| quantile(&sorted, share));
        let median = quantile(&sorted, 0.5);
        Self {
            ns_least: sorted[0],
            ns_lower_quartile: quartile(0.25),
            ns_upper_quartile: quartile(0.75),
            ..Self::new(bench.to_owned(), game, unit, median, sorted.len())
        }
    }

    /// The distance of the quartiles, as a part of the median.
    fn spread(&self) -> Option<f64> {
        Some((self.ns_upper_quartile? - self.ns_lower_quartile?) / self.ns_per_unit)
    }

    /// The standard error of the median as a part of it, as that of samples of a normal distribution with the
    /// same quartiles: √(π/2) σ / √n, where σ is their distance over 1.349.
    fn relative_error(&self) -> Option<f64> {
        Some(1.2533 * (self.spread()? / 1.349) / (self.samples as f64).sqrt())
    }

    /// Compares the figure with the one of the same name, if there is one.
    pub(super) fn compare(&mut self, baseline: &[Self]) {
        let is_same = |then: &&Self| then.game == self.game && then.bench == self.bench;
        let is_time = |then: &&Self| then.ns_per_unit > 0.0 && then.ns_per_unit.is_finite();
        let Some(then) = baseline.iter().find(is_same).filter(is_time) else { return };
        let ratio = self.ns_per_unit / then.ns_per_unit;
        let errors = self.relative_error().zip(then.relative_error());
        self.baseline_ratio = Some(ratio);
        self.baseline_half_width =
            errors.map(|(now, then)| 1.96 * ratio * (now * now + then * then).sqrt());
    }
}

/// A quantile of sorted samples, linear between them (R's type 7).
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place as usize], sorted[place.ceil() as usize]);
    below + place.fract() * (above - below)
}

/// Reads the figures that `bench --json` has printed.
///
/// # Errors
/// If the file can't be read, or is no such thing.
pub(super) fn read_baseline(path: &Path) -> anyhow::Result<Vec<Figure>> {
    #[derive(Deserialize)]
    struct Figures {
        results: Vec<Figure>,
    }
    let said = || path.display().to_string();
    let bytes = read_file(path, "file of figures", LONGEST).with_context(said)?;
    let figures: Figures = serde_json::from_slice(&bytes)
        .with_context(|| format!("{}: this is not what bench --json prints", said()))?;
    Ok(figures.results)
}

/// A table for each game: what was timed, the time it takes, and how many fit in a second.
pub(super) fn table(figures: &[Figure], is_compared: bool) -> String {
    let mut text = String::new();
    for game in figures.chunk_by(|a, b| a.game == b.game) {
        let mut columns = vec![words(&game[0].game), words("a"), numbers("takes")];
        columns.extend(is_compared.then(|| numbers("times the baseline")));
        columns.extend(["spread", "at best", "in a second"].map(numbers));
        let mut grid = Grid::new(columns);
        for figure in game {
            let mut row = vec![figure.bench.clone(), figure.unit.clone(), time(figure.ns_per_unit)];
            row.extend(is_compared.then(|| ratio(figure)));
            let spread = figure.spread().map(|spread| format!("{:.0} %", 100.0 * spread));
            row.extend([spread.unwrap_or_default(), time(figure.ns_least)]);
            row.push(HumanCount(figure.per_second as u64).to_string());
            grid.row(row);
        }
        text.push_str(&grid.text());
        text.push('\n');
    }
    text + "The spread is the width of the middle half of the samples, as a part of the median.\n"
}

fn ratio(figure: &Figure) -> String {
    let half_width = figure.baseline_half_width.map(|half| format!(" ± {half:.2}"));
    let ratio = |ratio| format!("{ratio:.2}{}", half_width.unwrap_or_default());
    figure.baseline_ratio.map_or_else(|| "new".to_owned(), ratio)
}

/// `3.05 ns`, `153 ns`, `12.3 µs`, `1.20 ms`.
fn time(ns: f64) -> String {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];
    let fits = |&(_, size): &(&str, f64)| ns < 999.5 * size;
    let (unit, size) = units.into_iter().find(fits).unwrap_or(("s", 1e9));
    let value = ns / size;
    let decimals = usize::from(value < 9.995) + usize::from(value < 99.95);
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        for (ns, text) in [
            (3.049, "3.05 ns"),
            (9.996, "10.0 ns"),
            (153.4, "153 ns"),
            (999.7, "1.00 µs"),
            (12_345.0, "12.3 µs"),
            (1_200_000.0, "1.20 ms"),
            (3.5e12, "3500 s"),
        ] {
            assert_eq!(time(ns), text);
        }
    }

    #[test]
    fn the_median_lies_in_the_middle_and_quartiles_beside_it() {
        let of = |samples: &[f64]| {
            let figure = Figure::of_samples("nothing", "no game", "time", samples);
            let quartiles = figure.ns_lower_quartile.zip(figure.ns_upper_quartile);
            (figure.ns_per_unit, figure.ns_least, quartiles)
        };
        assert_eq!(of(&[5.0, 1.0, 3.0]), (3.0, 1.0, Some((2.0, 4.0))));
        assert_eq!(of(&[4.0, 1.0, 9.0, 2.0]), (3.0, 1.0, Some((1.75, 5.25))));
        assert_eq!(of(&[4.0]), (4.0, 4.0, None));
    }

    #[test]
    fn a_figure_is_compared_with_that_of_its_name() {
        let path = std::env::temp_dir().join(format!("baseline-{}.json", std::process::id()));
        let text = r#"{"results":[{"bench":"deal","game":"a","ns_per_unit":100.0,
            "ns_lower_quartile":98.0,"ns_upper_quartile":102.0,"samples":25},
            {"bench":"old","game":"a","ns_per_unit":50.0,"samples":5}]}"#;
        std::fs::write(&path, text).unwrap();
        let baseline = read_baseline(&path).unwrap();
        std::fs::write(&path, "{}").unwrap();
        assert!(read_baseline(&path).is_err());
        std::fs::remove_file(&path).unwrap();
        let compared = |bench: &str, ns: f64| {
            let mut figure = Figure {
                ns_lower_quartile: Some(0.98 * ns),
                ns_upper_quartile: Some(1.02 * ns),
                ..Figure::new(bench.to_owned(), "a", "deal", ns, 25)
            };
            figure.compare(&baseline);
            (figure.baseline_ratio, figure.baseline_half_width)
        };
        let (ratio, half_width) = compared("deal", 150.0);
        assert!((ratio.unwrap() - 1.5).abs() < 1e-12);
        // 4 % between the quartiles: σ 2.965 %, error 0.743 %, of both 1.051 %, times 1.96 · 1.5.
        assert!((half_width.unwrap() - 0.030_9).abs() < 1e-4, "{half_width:?}");
        assert_eq!(compared("old", 25.0), (Some(0.5), None));
        assert_eq!(compared("new", 25.0), (None, None));
    }
}
