//! `bench`: how fast the engine, the simulator and the bots are on this machine.

mod baseline;
mod machine;
mod solves;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use serde_json::json;
use threehand_engine::BySeat;
use threehand_play::{Catalog, DynGame, Keep, Player, Seeds, Subject};

use self::baseline::{Baseline, Ratio};
use self::machine::Machine;
use self::solves::Solves;
use crate::games::named::game_named;
use crate::play::schedule::{Format, Schedule};
use crate::stats::{RATING_REPLICATES, Tally, poisson_weights};
use crate::tables::export::Exports;
use crate::tables::{Rows, Table, row};
use crate::terminal::failure::{Failure, heard};
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_json, say};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand bench
  threehand bench --game three-kings
  threehand bench --json > figures.json
  threehand bench --baseline figures.json

All on one thread. A playout plays a hand at random as search does; play is the same through the \
checked rules with their history; hand and match are random bots through the whole simulator.";

/// Benchmarks as typed.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Only this game: see `threehand list games` [default: all]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Rounds, each of 20 ms or a little more for every subject; figures are medians over them
    #[arg(long, value_name = "N", default_value_t = 21, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,
    /// Write the figures to a file, as its ending says: .md, .csv or .json
    #[arg(long, value_name = "FILE")]
    pub export: Vec<String>,
    /// What `bench --json` printed before: each figure is told as so many times that
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Print the figures as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// How long one sample of a subject is meant to take.
const SAMPLE: Duration = Duration::from_millis(20);

/// Times every subject of the games that were asked for and prints a table.
pub fn run(catalog: &Catalog<'_>, args: &BenchArgs) -> Result<(), Failure> {
    let exports = Exports::read(&args.export, &[BENCH], BENCH, None)?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let games: Vec<&dyn DynGame> = match &args.game {
        Some(game) => vec![game_named(catalog, game)?],
        None => catalog.games().collect(),
    };
    let mut measured: Vec<Measured<'_>> =
        games.iter().flat_map(|game| subjects(*game)).map(Measured::new).collect();
    let mut all_solves: Vec<Solves> =
        games.iter().flat_map(|game| Solves::of_game(*game)).collect();
    if !args.quiet && !args.json {
        say(&format!(
            "{} in turn, {}, then the exact solvers: up to half a minute a game",
            plural(measured.len() as u64, "subject"),
            plural(args.rounds.into(), "round"),
        ));
    }
    // All in turn, so that a machine that slows down for a while slows each a little.
    let share = SAMPLE * u32::from(args.rounds) * 2;
    for _ in 0..args.rounds {
        measured.iter_mut().for_each(|measured| measured.sample_within(share));
    }
    let mut figures: Vec<_> = measured.iter().map(Measured::figure).collect();
    figures.extend(solves(&mut all_solves));
    let machine = Machine::this();
    if args.json {
        let json = |figure: &Figure| figure.json(baseline.as_ref());
        let results = figures.iter().map(json).collect::<Vec<_>>();
        let json = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "optimised": !cfg!(debug_assertions),
            "cpu": machine.cpu,
            "cores": machine.cores,
            "threads": machine.threads,
            "rounds": args.rounds,
            "results": results,
        });
        heard(print_json(&json))?;
    } else {
        let optimised = if cfg!(debug_assertions) { " (not optimised)" } else { "" };
        heard(print(&format!(
            "threehand {}{optimised} · {machine} · on one thread, medians of {}\n\n{}{}",
            env!("CARGO_PKG_VERSION"),
            plural(args.rounds.into(), "round"),
            table(&figures, &games, baseline.as_ref()),
            noise(&figures),
        )))?;
    }
    exports.write(&[Box::new(Figures(&figures))])
}

/// What the solvers take, for one game or all, question by question in turn: mean and median over
/// deals.
fn solves(all: &mut [Solves]) -> Vec<Figure> {
    for _ in 0..solves::ROUNDS {
        all.iter_mut().for_each(Solves::round);
    }
    let figures = all.iter().flat_map(|solves| {
        let (mean, median) = solves.mean_and_median();
        let figure = |bench: String, ns| Figure {
            bench,
            game: solves.game,
            unit: "solve",
            ns,
            least: ns,
            quartiles: None,
            samples: solves::ROUNDS,
        };
        [
            figure(solves.name().to_owned(), mean),
            figure(format!("{} median", solves.name()), median),
        ]
    });
    figures.collect()
}

/// What is told of a subject.
struct Figure {
    bench: String,
    game: &'static str,
    unit: &'static str,
    /// Nanoseconds a unit.
    ns: f64,
    /// The same at best.
    least: f64,
    /// Between which half of the samples lie.
    quartiles: Option<(f64, f64)>,
    samples: usize,
}

impl Figure {
    /// How far apart the quartiles are, as a part of the median.
    fn spread(&self) -> Option<f64> {
        self.quartiles.map(|(lower, upper)| (upper - lower) / self.ns)
    }

    fn json(&self, baseline: Option<&Baseline>) -> serde_json::Value {
        let ratio = baseline.and_then(|baseline| baseline.ratio(self));
        json!({
            "bench": self.bench,
            "game": self.game,
            "unit": self.unit,
            "per_second": 1e9 / self.ns,
            "ns_per_unit": self.ns,
            "ns_least": self.least,
            "samples": self.samples,
            "ns_lower_quartile": self.quartiles.map(|(lower, _)| lower),
            "ns_upper_quartile": self.quartiles.map(|(_, upper)| upper),
            "baseline_ratio": ratio.map(|ratio| ratio.ratio),
            "baseline_half_width": ratio.and_then(|ratio| ratio.half_width),
        })
    }
}

/// The name of the table of figures.
const BENCH: &str = "bench.csv";

/// All that was told.
struct Figures<'a>(&'a [Figure]);

row! {
    /// A row a subject.
    FigureRow<'a> {
        bench: &'a str,
        game: &'a str,
        unit: &'a str,
        per_second: f64,
        ns_per_unit: f64,
        ns_least: f64,
        samples: usize,
        ns_lower_quartile: Option<f64>,
        ns_upper_quartile: Option<f64>,
    }
}

impl Table for Figures<'_> {
    fn file(&self) -> &'static str {
        BENCH
    }

    fn columns(&self) -> Vec<String> {
        FigureRow::columns()
    }

    fn rows(&self, rows: &mut Rows) {
        for figure in self.0 {
            rows.put(FigureRow {
                bench: &figure.bench,
                game: figure.game,
                unit: figure.unit,
                per_second: 1e9 / figure.ns,
                ns_per_unit: figure.ns,
                ns_least: figure.least,
                samples: figure.samples,
                ns_lower_quartile: figure.quartiles.map(|(lower, _)| lower),
                ns_upper_quartile: figure.quartiles.map(|(_, upper)| upper),
            });
        }
    }
}

/// The pieces of work of a game: its rules, whole matches, and a decision of each bot.
fn subjects(game: &dyn DynGame) -> Vec<Subject<'_>> {
    let mut all = game.subjects();
    let decisions = all.split_off(4);
    all.push(matches(game, "hand", |hands| hands));
    all.push(matches(game, "match", |_| 1));
    all.extend(decisions);
    all
}

/// Blocks of three random bots through the whole simulator; `units` of the hands of a match.
fn matches<'g>(game: &'g dyn DynGame, unit: &'static str, units: fn(u64) -> u64) -> Subject<'g> {
    const SEEDS: Seeds = Seeds(1);
    const MAX_HANDS: usize = 1000;
    let rules = game.rules(&[]).expect("no option is wrong");
    let random = Player::BuiltIn(game.spec("random").expect("every lab has `random`"));
    let arena = game.arena(&*rules, &[random.clone(), random.clone(), random], SEEDS, MAX_HANDS);
    let schedule = Schedule::new(Format::Triples, 3).expect("three bots make six line-ups");
    let mut tally = Tally::new(schedule.iter().collect(), 3, game.roles().len());
    let mut number = 0;
    Subject::new(unit, game.name(), unit, move || {
        number += 1;
        let mut decks = SEEDS.decks(number);
        let mut done = 0;
        let rows = schedule.iter().enumerate().map(|lineup: (usize, BySeat<usize>)| {
            let row = arena.play(&mut decks, lineup, Keep::default(), None);
            done += units(row.hands + u64::from(row.forfeit.is_some()));
            row
        });
        let block = rows.collect();
        tally.add(&block, &poisson_weights(SEEDS.bootstrap(number), RATING_REPLICATES));
        done
    })
}

/// A subject with its samples so far.
struct Measured<'g> {
    subject: Subject<'g>,
    /// How often it is done in a sample.
    times: u64,
    /// Nanoseconds a unit, a sample each.
    samples: Vec<f64>,
    /// What the samples took in all.
    spent: Duration,
}

impl<'g> Measured<'g> {
    /// Finds out, warming up, how often the subject is done in the time of a sample.
    fn new(mut subject: Subject<'g>) -> Self {
        let mut times = 1;
        loop {
            let start = Instant::now();
            subject.run(times);
            let elapsed = start.elapsed();
            if 4 * elapsed >= SAMPLE {
                let fits = SAMPLE.as_secs_f64() / elapsed.as_secs_f64();
                let times = ((times as f64 * fits) as u64).max(1);
                return Self { subject, times, samples: Vec::new(), spent: Duration::ZERO };
            }
            times *= 2;
        }
    }

    /// Takes one more sample, unless it is slow and has had three and its share of the time.
    fn sample_within(&mut self, share: Duration) {
        if self.samples.len() >= 3 && self.spent >= share {
            return;
        }
        let start = Instant::now();
        let units = self.subject.run(self.times);
        let elapsed = start.elapsed();
        self.spent += elapsed;
        self.samples.push(elapsed.as_nanos() as f64 / units as f64);
    }

    fn figure(&self) -> Figure {
        let Subject { bench, game, unit, .. } = &self.subject;
        let mut sorted = self.samples.clone();
        sorted.sort_by(f64::total_cmp);
        let quartiles =
            (sorted.len() > 2).then(|| (quantile(&sorted, 0.25), quantile(&sorted, 0.75)));
        Figure {
            bench: bench.clone(),
            game,
            unit,
            ns: quantile(&sorted, 0.5),
            least: sorted[0],
            quartiles,
            samples: sorted.len(),
        }
    }
}

/// A quantile of sorted samples, linear between them (R's type 7).
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place as usize], sorted[place.ceil() as usize]);
    below + place.fract() * (above - below)
}

/// A spread from which on times are called noisy.
const NOISY: f64 = 0.1;

/// A line that says so where the samples of many subjects are far apart.
fn noise(figures: &[Figure]) -> String {
    let mut spreads: Vec<_> = figures.iter().filter_map(Figure::spread).collect();
    spreads.sort_by(f64::total_cmp);
    if spreads.is_empty() || quantile(&spreads, 0.5) < NOISY {
        return String::new();
    }
    format!(
        "\nThis machine is noisy now: the middle half of the samples is {:.0} % of the median wide. Ratios of one \
         run are surer than times.\n",
        100.0 * quantile(&spreads, 0.5)
    )
}

/// A block a game: what was timed, the time each takes, and how many make a second.
fn table(figures: &[Figure], games: &[&dyn DynGame], baseline: Option<&Baseline>) -> String {
    let mut text = String::new();
    let mut figures: Vec<_> = figures.iter().collect();
    figures.sort_by_key(|figure| games.iter().position(|game| game.name() == figure.game));
    for game in figures.chunk_by(|a, b| a.game == b.game) {
        let mut columns = vec![words(game[0].game), words("a"), numbers("takes")];
        columns.extend(baseline.map(|_| numbers("times the baseline")));
        columns.extend(["spread", "at best", "in a second"].map(numbers));
        let mut grid = Grid::new(columns);
        for figure in game {
            let Figure { bench, unit, ns, least, .. } = figure;
            let mut row = vec![bench.clone(), (*unit).to_owned(), time(*ns)];
            row.extend(baseline.map(|baseline| told(baseline.ratio(figure))));
            let spread = figure.spread().map(|spread| format!("{:.0} %", 100.0 * spread));
            row.extend([spread.unwrap_or_default(), time(*least)]);
            row.push(HumanCount((1e9 / ns) as u64).to_string());
            grid.row(row);
        }
        text.push_str(&grid.text());
        text.push('\n');
    }
    text += "The spread is the width of the middle half of the samples, as a part of the median.\n";
    text
}

fn told(ratio: Option<Ratio>) -> String {
    match ratio {
        None => "new".to_owned(),
        Some(Ratio { ratio, half_width: None }) => format!("{ratio:.2}"),
        Some(Ratio { ratio, half_width: Some(half) }) => format!("{ratio:.2} ± {half:.2}"),
    }
}

/// `3.05 ns`, `153 ns`, `12.3 µs`, `1.20 ms`.
fn time(ns: f64) -> String {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];
    let fits = |&(_, size): &(&str, f64)| ns < 999.5 * size;
    let (unit, size) = units.into_iter().find(fits).unwrap_or(("s", 1e9));
    let value = ns / size;
    let decimals = match value {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
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
            let subject = Subject::new("nothing", "no game", "time", || 1);
            let samples = samples.to_vec();
            let figure = Measured { subject, times: 1, samples, spent: Duration::ZERO }.figure();
            (figure.ns, figure.least, figure.quartiles)
        };
        assert_eq!(of(&[5.0, 1.0, 3.0]), (3.0, 1.0, Some((2.0, 4.0))));
        assert_eq!(of(&[4.0, 1.0, 9.0, 2.0]), (3.0, 1.0, Some((1.75, 5.25))));
        assert_eq!(of(&[4.0]), (4.0, 4.0, None));
    }

    #[test]
    fn a_noisy_machine_is_told_of() {
        let figure = |spread: f64| Figure {
            bench: String::new(),
            game: "",
            unit: "",
            ns: 100.0,
            least: 90.0,
            quartiles: Some((100.0, 100.0 + 100.0 * spread)),
            samples: 9,
        };
        assert_eq!(noise(&[figure(0.02), figure(0.5), figure(0.05)]), "");
        assert!(noise(&[figure(0.2), figure(0.5), figure(0.05)]).contains("is 20 % of the median"));
    }
}
