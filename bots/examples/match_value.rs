//! Fits what standings say of who will win, and writes the weights to `bots/src/search/match_value/`.
//!
//! ```text
//! cargo run --release -p threehand-bots --example match_value [MATCHES]
//! ```
//!
//! Three `heuristic` players who err now and then play matches (20,000 a game unless said
//! otherwise). The weights maximise the likelihood of the winners, by Newton's method, over the
//! standings after all hands but the last. Every fifth match is kept apart; the table says how well
//! those are foretold, as the mean logarithm of the chance given to who won.

use std::fmt::Write as _;
use std::path::Path;

use threehand_bots::registry::{GAMES, Roster, Spec, Visitor, with_game};
use threehand_bots::search::MOST_FEATURES;
use threehand_bots::{BotRng, bot_rng, play_out};
use threehand_engine::{BySeat, Deal, Deck, Seat, Stream, View};

/// Who plays: now and then at random, so that standings of all kinds come up.
const PLAYER: &str = "heuristic:epsilon=0.02";

fn main() {
    let matches = std::env::args().nth(1).map_or(20_000, |n| n.parse().expect("a whole number"));
    println!("game                 standings   ln 1/3   foretold");
    for game in GAMES {
        with_game(game, Fit { matches }).expect("a game of the list");
    }
}

struct Fit {
    matches: u64,
}

/// What spoke for each seat at some point of a match, and each seat's share of winning it.
struct Example {
    features: BySeat<[f64; MOST_FEATURES]>,
    won: BySeat<f64>,
}

impl Visitor for Fit {
    type Output = ();

    fn visit<G: Roster>(self) {
        let (mut seen, mut kept_apart) = (Vec::new(), Vec::new());
        for number in 0..self.matches {
            let examples = if number % 5 == 0 { &mut kept_apart } else { &mut seen };
            examples.extend(play::<G>(number));
        }
        let weights = most_likely(&seen, G::FEATURES.len());
        let foretold = likelihood(&weights, &kept_apart);
        println!(
            "{:<20} {:>9} {:>8.4} {foretold:>10.4}",
            G::NAME,
            seen.len(),
            (1.0_f64 / 3.0).ln()
        );
        let mut text = String::from("[");
        for (name, weight) in G::FEATURES.iter().zip(weights) {
            println!("    {name:<28} {weight:>8.4}");
            let comma = if text.len() > 1 { ", " } else { "" };
            write!(text, "{comma}{weight:.4}").expect("a String takes all");
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search/match_value");
        let file = folder.join(format!("{}.json", G::NAME));
        std::fs::write(&file, text + "]\n").expect("the sources can be written");
    }
}

/// A match: an example after every hand but the last.
fn play<G: Roster>(number: u64) -> Vec<Example> {
    let rules = G::default();
    let spec: Spec = PLAYER.parse().expect("a spec");
    let mut bots = BySeat::from_fn(|_| spec.make(&rules));
    let mut rng: BotRng = bot_rng(std::array::from_fn(|i| (number >> (8 * (i % 8))) as u8));
    let mut standing = rules.first_standing(Seat::from_number(number as usize));
    let mut points = Vec::new();
    let won = loop {
        let deck =
            Deck::shuffled(&mut Stream::new([0x6d61_7463_6876, number, points.len() as u64, 0]));
        let mut hand = rules.start(&standing, &Deal::new(deck, rules.hand_sizes(&standing)));
        let decide = |seat, view: &View<'_, G>| bots[seat].decide(view, &mut rng);
        let outcome = play_out(&mut hand, decide);
        standing = outcome.standing;
        if outcome.over {
            break G::chances(&outcome);
        }
        points.push(BySeat::from_fn(|seat| G::features(&standing, seat)));
    };
    points.into_iter().map(|features| Example { features, won }).collect()
}

/// What the weights give each seat.
fn chances(weights: &[f64], example: &Example) -> BySeat<f64> {
    let promise = example.features.map(|features| {
        features
            .into_iter()
            .zip(weights)
            .map(|(feature, weight)| feature * weight)
            .sum::<f64>()
            .exp()
    });
    let sum: f64 = promise.0.iter().sum();
    promise.map(|promise| promise / sum)
}

/// The mean logarithm of the chance that was given to who won.
fn likelihood(weights: &[f64], examples: &[Example]) -> f64 {
    let of_one = |example: &Example| {
        let chances = chances(weights, example);
        Seat::ALL.map(|seat| example.won[seat] * chances[seat].ln()).into_iter().sum::<f64>()
    };
    examples.iter().map(of_one).sum::<f64>() / examples.len() as f64
}

/// The weights with the greatest likelihood: Newton's steps on a concave function.
fn most_likely(examples: &[Example], features: usize) -> Vec<f64> {
    let mut weights = vec![0.0; features];
    for _ in 0..30 {
        let mut slope = vec![0.0; features];
        let mut curvature = vec![vec![0.0; features]; features];
        for example in examples {
            let chances = chances(&weights, example);
            let mean = |i: usize| {
                Seat::ALL
                    .map(|seat| chances[seat] * example.features[seat][i])
                    .into_iter()
                    .sum::<f64>()
            };
            for i in 0..features {
                for seat in Seat::ALL {
                    let apart = example.features[seat][i] - mean(i);
                    slope[i] += (example.won[seat] - chances[seat]) * example.features[seat][i];
                    for (sum, feature) in curvature[i].iter_mut().zip(example.features[seat]) {
                        *sum += chances[seat] * apart * feature;
                    }
                }
            }
        }
        let step = solve(curvature, slope);
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight += step;
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights
}

/// The x with `matrix` x = `right`, for a symmetric matrix of positive squares.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        for below in i + 1..n {
            let factor = matrix[below][i] / matrix[i][i];
            let above = matrix[i].clone();
            for (entry, above) in matrix[below].iter_mut().zip(above) {
                *entry -= factor * above;
            }
            right[below] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}
