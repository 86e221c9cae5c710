//! Fits what things weigh for `heuristic` at 9-2-5 to other orders of contracts, and measures what that
//! gains: is a study of orders with the bot as it is unfair to one of them?

use std::io::Write;

use anyhow::anyhow;
use rand::RngExt as _;
use rayon::prelude::*;
use threehand_bots::games::nine_two_five::Heuristic;
use threehand_bots::games::nine_two_five::heuristic::weights::{FITTED, Weights};
use threehand_bots::{Bot as _, BotRng, play_out};
use threehand_engine::games::NineTwoFive;
use threehand_engine::{Legal as _, Seat, Standing as _, options};

use crate::fit::playing_on::{Fitted, fit};
use crate::lab::{Failure, t_quantile};
use crate::matches::{deal, first_dealer, play_match, shares_won};
use crate::sample::{Figure, mean_and_error};
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research order-weights --contracts 9-5-2 --matches 500 --blocks 1000
  research order-weights --contracts 9-2-5,9-5-2,8-4-4
  research order-weights --contracts 9-2-5 --disturbed 0.5

The table is CSV. `won` is the share of matches that one fitted player wins against two as they are, \
in each seat on the same cards: a third is parity. `won_from_first` is the same against two that are \
fitted to the first order: what it gains to know the order. Points and unevenness are those of three of a kind. \
lo and hi are ends of 95 % intervals over blocks of three matches, or over matches, by Student's t.";

/// A fit as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Orders of contracts, such as 9-5-2
    #[arg(long, value_name = "ORDER,…", value_delimiter = ',', required = true)]
    contracts: Vec<String>,
    /// Matches of the fit
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(10..=1_000_000))]
    matches: u64,
    /// Blocks of three matches that show what the new weights are worth, and matches of three of a kind
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    blocks: u64,
    /// How far weights are moved by chance before the fit, in parts of each: a test of what it finds again
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    disturbed: f32,
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "0 to 1".to_owned())
}

/// Fits the weights to each order, and writes what that is worth.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let read = |contracts: &String| {
        let rules = options::rules::<NineTwoFive>([("contracts", contracts.as_str())]);
        rules.map_err(|error| Failure::usage(anyhow!("--contracts: {error}")))
    };
    let orders: Vec<_> = args.contracts.iter().map(read).collect::<Result<_, _>>()?;
    writeln!(out, "order,disturbed,bots,measure,n,value,lo,hi")?;
    let start = disturbed(args.disturbed);
    let fits: Vec<_> = orders.iter().map(|order| fit(order, &start, args.matches)).collect();
    for ((rules, name), fitted) in orders.iter().zip(&args.contracts).zip(&fits) {
        for Row { bots, measure, n, value, half_width } in
            measured(rules, fitted, &fits[0], &start, args)
        {
            let disturbed = args.disturbed;
            write!(out, "{name},{disturbed},{bots},{measure},{n},{value:.5}")?;
            match half_width {
                Some(half) => writeln!(out, ",{:.5},{:.5}", value - half, value + half)?,
                None => writeln!(out, ",,")?,
            }
        }
    }
    Ok(())
}

/// A line of the table.
struct Row {
    bots: &'static str,
    measure: &'static str,
    n: u64,
    value: f64,
    half_width: Option<f64>,
}

const BEFORE: &str = "before the fit";
const AS_IT_IS: &str = "as it is";
const FIT: &str = "fitted";
const LESS: &str = "fitted less as it is";

/// What a fit is worth under its order; `first` is that to the first order.
fn measured(
    rules: &NineTwoFive,
    fitted: &Fitted,
    first: &Fitted,
    start: &Weights,
    args: &Args,
) -> Vec<Row> {
    let Fitted { weights, decisions, errors: [before, after] } = fitted;
    let mut rows = vec![Row {
        bots: FIT,
        measure: "foretold_better",
        n: *decisions,
        value: 1.0 - after / before,
        half_width: None,
    }];
    let mut won = |named, measure, one: &Weights, two: &Weights| {
        let bots = || (Heuristic::weighing(one), Heuristic::weighing(two));
        let shares = shares_won(rules, Purpose::TrialDecks, args.blocks, bots);
        let (value, error) = mean_and_error(&shares);
        let half_width = Some(t_quantile(args.blocks) * error);
        rows.push(Row { bots: named, measure, n: args.blocks, value, half_width });
    };
    if args.disturbed != 0.0 {
        won(BEFORE, "won", start, &FITTED);
    }
    won(FIT, "won", weights, &FITTED);
    if !std::ptr::eq(fitted, first) {
        won(FIT, "won_from_first", weights, &first.weights);
    }
    let [as_it_is, fitted] =
        [&FITTED, weights].map(|weights| Matches::of(rules, args.blocks, weights));
    rows.push(Row {
        bots: LESS,
        measure: "decides_otherwise",
        n: fitted.decisions,
        value: fitted.otherwise as f64 / fitted.decisions as f64,
        half_width: None,
    });
    for (measure, of) in MEASURES {
        let [before, after] = [&as_it_is, &fitted].map(|matches| of(&as_it_is, matches));
        let less = after.less(&before);
        for (bots, figure) in [(AS_IT_IS, before), (FIT, after), (LESS, less)] {
            let (n, half_width) = (args.blocks, Some(figure.half_width()));
            rows.push(Row { bots, measure, n, value: figure.value, half_width });
        }
    }
    rows
}

/// The weights as they are, each moved by chance by about so large a part of itself.
fn disturbed(by: f32) -> Weights {
    let mut rng = Purpose::OrderStart.generator(0, 0);
    FITTED.map(|weight| weight * (1.0 + by * (2.0 * rng.random::<f32>() - 1.0)))
}

/// Matches of three players of a kind: the mean points of each role, and what each match adds to its error.
struct Matches {
    points: [Figure; 3],
    /// Decisions between two actions or more, and those which a player with the weights as they are would have taken otherwise.
    decisions: u64,
    otherwise: u64,
}

/// What a match brought: its hands, and the points of each role.
struct Played {
    hands: f64,
    points: [f64; 3],
    decisions: u64,
    otherwise: u64,
}

impl Matches {
    fn of(rules: &NineTwoFive, matches: u64, weights: &Weights) -> Self {
        let played: Vec<Played> =
            (0..matches).into_par_iter().map(|number| play(rules, number, weights)).collect();
        let points = [0, 1, 2].map(|role| {
            let pairs: Vec<_> = played.iter().map(|of| (of.hands, of.points[role])).collect();
            Figure::ratio(&pairs).expect("matches have hands")
        });
        let sum = |of: fn(&Played) -> u64| played.iter().map(of).sum();
        Self {
            points,
            decisions: sum(|played| played.decisions),
            otherwise: sum(|played| played.otherwise),
        }
    }
}

fn play(rules: &NineTwoFive, number: u64, weights: &Weights) -> Played {
    let mut rng = Purpose::Luck.generator(number, 0);
    let (mut bot, mut as_it_is) = (Heuristic::weighing(weights), Heuristic::default());
    let mut played = Played { hands: 0.0, points: [0.0; 3], decisions: 0, otherwise: 0 };
    play_match(rules, first_dealer(number), |hand, standing| {
        let deck = Purpose::TrialDecks.deck(number, hand);
        let end = play_out(&mut deal(rules, standing, deck), |_, view| {
            let other = as_it_is.decide(view, &mut BotRng::clone(&rng));
            let action = bot.decide(view, &mut rng);
            played.decisions += u64::from(view.legal().iter().nth(1).is_some());
            played.otherwise += u64::from(action != other);
            action
        });
        played.hands += 1.0;
        for seat in Seat::ALL {
            played.points[seat.steps_from(standing.dealer())] += f64::from(end.points[seat]);
        }
        end
    });
    played
}

/// A sum of figures, each so many times, but for this value.
fn sum(value: f64, figures: &[Figure; 3], times: [f64; 3]) -> Figure {
    let add = |number: usize| {
        figures.iter().zip(times).map(|(figure, times)| times * figure.adds[number]).sum()
    };
    Figure { value, adds: (0..figures[0].adds.len()).map(add).collect() }
}

/// A figure of matches, with those of the bot as it is beside them.
type Measure = fn(&Matches, &Matches) -> Figure;

const MEASURES: [(&str, Measure); 5] = [
    ("points_dealer", |_, matches| matches.points[0].clone()),
    ("points_left", |_, matches| matches.points[1].clone()),
    ("points_right", |_, matches| matches.points[2].clone()),
    ("role_spread", role_spread),
    ("unevenness", |_, matches| unevenness(matches)),
];

/// The points of the role that is best with the bot as it is, less those of the worst.
fn role_spread(as_it_is: &Matches, matches: &Matches) -> Figure {
    let mut roles = [0, 1, 2];
    roles.sort_by(|&a, &b| as_it_is.points[a].value.total_cmp(&as_it_is.points[b].value));
    let mut times = [0.0; 3];
    (times[roles[0]], times[roles[2]]) = (-1.0, 1.0);
    let value = matches.points.iter().zip(times).map(|(figure, times)| times * figure.value).sum();
    sum(value, &matches.points, times)
}

/// The root of the mean square of the points by role, which come to 0 together.
fn unevenness(matches: &Matches) -> Figure {
    let points = matches.points.each_ref().map(|figure| figure.value);
    let value = (points.iter().map(|points| points * points).sum::<f64>() / 3.0).sqrt();
    sum(value, &matches.points, points.map(|points| points / (3.0 * value)))
}
