//! The time that a piece of work takes, and how it is shown.

use std::path::Path;

use anyhow::Context as _;
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use threehand_stats::median;

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
    /// The ends of the 95 % interval of that ratio.
    baseline_lo: Option<f64>,
    baseline_hi: Option<f64>,
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

    /// The time divided by that of the figure of the same name, if there is one.
    pub(super) fn ratio(&self, baseline: &[Self]) -> Option<f64> {
        let is_same = |then: &&Self| then.game == self.game && then.bench == self.bench;
        let then = baseline.iter().find(is_same)?.ns_per_unit;
        (then > 0.0 && then.is_finite()).then(|| self.ns_per_unit / then)
    }

    /// The figure with its ratio to that of another time. The ratio has no interval: the machine may have been slower then.
    pub(super) fn against_baseline(self, baseline: &[Self]) -> Self {
        Self { baseline_ratio: self.ratio(baseline), ..self }
    }

    /// The figure of rounds, with the median of the ratios to another program's times in the same rounds.
    pub(super) fn of_rounds(rounds: &[(Self, Option<f64>)]) -> Option<Self> {
        let (Self { bench, game, unit, .. }, _) = rounds.first()?;
        let times: Vec<f64> = rounds.iter().map(|(figure, _)| figure.ns_per_unit).collect();
        let ratio = median(rounds.iter().filter_map(|(_, ratio)| *ratio).collect());
        Some(Self {
            baseline_ratio: ratio.map(|it| it.mean),
            baseline_lo: ratio.and_then(|it| it.lo),
            baseline_hi: ratio.and_then(|it| it.hi),
            ..Self::of_samples(bench, game, unit, &times)
        })
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
    let said = || path.display().to_string();
    figures(&read_file(path, "file of figures", LONGEST).with_context(said)?).with_context(said)
}

/// The figures in what `bench --json` prints.
///
/// # Errors
/// If the bytes are no such thing.
pub(super) fn figures(bytes: &[u8]) -> anyhow::Result<Vec<Figure>> {
    #[derive(Deserialize)]
    struct Figures {
        results: Vec<Figure>,
    }
    let read = serde_json::from_slice::<Figures>(bytes);
    Ok(read.context("this is not what bench --json prints")?.results)
}

/// A table for each game: what was timed, the time it takes, and how many fit in a second; with the ratios under a heading,
/// if there are any.
pub(super) fn table(figures: &[Figure], ratios: Option<&str>) -> String {
    let mut text = String::new();
    for game in figures.chunk_by(|a, b| a.game == b.game) {
        let mut columns = vec![words(&game[0].game), words("a"), numbers("takes")];
        columns.extend(ratios.map(numbers));
        columns.extend(["spread", "at best", "in a second"].map(numbers));
        let mut grid = Grid::new(columns);
        for figure in game {
            let mut row = vec![figure.bench.clone(), figure.unit.clone(), time(figure.ns_per_unit)];
            row.extend(ratios.map(|_| ratio(figure)));
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
    let ends = figure.baseline_lo.zip(figure.baseline_hi);
    let ends = ends.map(|(lo, hi)| format!(" ({lo:.3} to {hi:.3})"));
    let ratio = |ratio| format!("{ratio:.3}{}", ends.unwrap_or_default());
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
        let text = br#"{"results":[{"bench":"deal","game":"a","ns_per_unit":100.0,"samples":25},
            {"bench":"old","game":"a","ns_per_unit":0.0,"samples":5}]}"#;
        let baseline = figures(text).unwrap();
        assert!(figures(b"{}").is_err());
        let ratio = |bench: &str| {
            let figure = Figure::new(bench.to_owned(), "a", "deal", 150.0, 1);
            let compared = figure.against_baseline(&baseline);
            assert_eq!((compared.baseline_lo, compared.baseline_hi), (None, None));
            compared.baseline_ratio
        };
        assert_eq!(["deal", "old", "new"].map(ratio), [Some(1.5), None, None]);
    }

    #[test]
    fn a_slow_round_moves_both_times_and_not_their_ratio() {
        let round = |(slow, ratio)| {
            let figure = Figure::new("deal".to_owned(), "a", "deal", 100.0 * slow, 1);
            (figure, Some(ratio))
        };
        let rounds = [(1.0, 0.9), (9.0, 0.91), (1.0, 0.89), (1.0, 0.92), (1.0, 0.88), (9.0, 5.0)];
        let figure = Figure::of_rounds(&rounds.map(round)).unwrap();
        assert_eq!(figure.baseline_ratio, Some(f64::midpoint(0.9, 0.91)));
        assert_eq!((figure.baseline_lo, figure.baseline_hi), (Some(0.88), Some(5.0)));
        assert_eq!((figure.ns_per_unit, figure.samples), (100.0, 6));
        assert!(Figure::of_rounds(&[]).is_none());
    }
}
