//! Fits match equity: what standings say of who will win the match.
//!
//! Three `heuristic` players who err now and then play matches. The weights maximise the likelihood
//! of the winners, by Newton's method, over the standings after all hands but the last. Every fifth
//! match is kept apart, to see how well its winner is foretold.

use std::io::Write;

use rayon::prelude::*;
use threehand_bots::MOST_FEATURES;
use threehand_bots::{Bots, Knowledge, Maker, Registry, Visitor, bot_rng, play_out};
use threehand_engine::{BySeat, Seat};

use crate::fit::{least_squares::solve, sources};
use crate::lab::Failure;
use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research equity
  research equity --matches 2000
  research equity --write

The table says how well the winners of matches that were kept apart are foretold, as the mean \
logarithm of the chance given to who won, beside that of a guess; then what each feature weighs.";

/// Who plays: now and then at random, so that standings of all kinds come up.
const PLAYER: &str = "heuristic:epsilon=0.02";
/// One in so many matches is kept apart.
const KEPT_APART: u64 = 5;

/// A fit as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Matches of each game
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(30..=1 << 24))]
    matches: u64,
    /// Write the weights to bots/src/games/…/equity.json
    #[arg(long)]
    write: bool,
}

/// Fits the weights of every game, and writes the table.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "game                 standings   ln 1/3   foretold")?;
    for game in lab.games() {
        lab.with_game(game, Fit { args, out }).transpose()?;
    }
    Ok(())
}

struct Fit<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

/// What spoke for each seat at some point of a match, and each seat's share of winning it.
struct Example {
    features: BySeat<[f64; MOST_FEATURES]>,
    won: BySeat<f64>,
}

impl Visitor for Fit<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let player = bots.maker(&bots.spec(PLAYER).map_err(Failure::usage)?);
        let matches: Vec<_> =
            (0..self.args.matches).into_par_iter().map(|number| play(&player, number)).collect();
        let (mut seen, mut kept_apart) = (Vec::new(), Vec::new());
        for (number, examples) in (0..).zip(matches) {
            let place = if number % KEPT_APART == 0 { &mut kept_apart } else { &mut seen };
            place.extend(examples);
        }
        let weights = most_likely(&seen, G::FEATURES.len());
        let foretold = likelihood(&weights, &kept_apart);
        let (name, count, guess) = (G::NAME, seen.len(), (1.0_f64 / 3.0).ln());
        writeln!(self.out, "{name:<20} {count:>9} {guess:>8.4} {foretold:>10.4}")?;
        for (name, weight) in G::FEATURES.iter().zip(&weights) {
            writeln!(self.out, "    {name:<28} {weight:>8.4}")?;
        }
        if self.args.write {
            sources::write(G::NAME, "equity.json", &weights)?;
        }
        Ok(())
    }
}

/// A match: an example after every hand but the last.
fn play<G: Knowledge>(player: &Maker<'_, G>, number: u64) -> Vec<Example> {
    let mut bots = three_of(player);
    let mut rng = bot_rng(std::array::from_fn(|i| (number >> (8 * (i % 8))) as u8));
    let mut points = Vec::new();
    let end = play_match(&G::default(), first_dealer(number), |hand, standing| {
        if hand > 0 {
            points.push(BySeat::from_fn(|seat| G::default().features(standing, seat)));
        }
        let mut hand = deal(&G::default(), standing, Purpose::EquityDecks.deck(number, hand));
        play_out(&mut hand, |seat, view| bots[seat].decide(view, &mut rng))
    });
    let won = G::default().equity(&end);
    points.into_iter().map(|features| Example { features, won }).collect()
}

/// What the weights give each seat.
fn chances(weights: &[f64], example: &Example) -> BySeat<f64> {
    let promise = example.features.map(|features| {
        let terms = features.into_iter().zip(weights);
        terms.map(|(feature, weight)| feature * weight).sum::<f64>().exp()
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
                let terms = Seat::ALL.map(|seat| chances[seat] * example.features[seat][i]);
                terms.into_iter().sum::<f64>()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newtons_steps_find_the_weight_that_made_the_chances() {
        // One feature that is 1 for the first seat alone: with weight w its chance is e^w / (e^w + 2).
        let features = BySeat([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0; 6], [0.0; 6]]);
        let won = BySeat([0.6, 0.3, 0.1]);
        let weights = most_likely(&[Example { features, won }], 1);
        assert!((weights[0] - 3.0_f64.ln()).abs() < 1e-9, "{weights:?}");
        assert!((chances(&weights, &Example { features, won })[Seat::P0] - 0.6).abs() < 1e-9);
    }
}
