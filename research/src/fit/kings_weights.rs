//! Fits what things weigh for `heuristic` at Three Kings.
//!
//! All weights are moved at once by chance, and by as much to the other side; each of the two plays
//! single hands against two players with the weights as they stand, on the same cards, and the
//! difference in its chance to win the match says where to go (evolution strategies, with the steps
//! of Adam). The fit starts from the weights in the sources, and the mean over the last two fifths of
//! its steps is what comes of it.
//!
//! T. Salimans et al., "Evolution Strategies as a Scalable Alternative to Reinforcement Learning"
//! (2017); D. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization" (2015).

use std::io::Write;

use indicatif::HumanCount;
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
use threehand_bots::games::three_kings::Heuristic;
use threehand_bots::games::three_kings::heuristic::weights::{FITTED, NAMES, WEIGHTS};
use threehand_bots::{BotRng, Knowledge as _, Maker, Registry, play_out};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::Standing;
use threehand_engine::{Game as _, Seat};

use crate::fit::sources;
use crate::lab::Failure;
use crate::matches::{deal, first_dealer, hand_against, play_match, shares_won, three_of};
use crate::sample::mean;
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research kings-weights --steps 100
  research kings-weights --write

The weights in the sources are moved step by step, all at once, to where hands are won. The line at \
the end says how many matches one player with the new weights wins against two with the old ones.";

/// Directions a step, and hands in each.
const DIRECTIONS: u64 = 40;
const HANDS: u64 = 60;
/// Matches whose standings are what hands start from.
const STANDINGS: u64 = 3_000;
/// How far a step goes at first, and at last, in units of how far the weights are tried.
const PACE: [f64; 2] = [0.06, 0.012];
/// How much of the last steps goes on in the mean of the slope, and in that of its square.
const KEPT: [f64; 2] = [0.9, 0.99];
/// Who plays the matches that the hands start in.
const TABLE: &str = "heuristic:epsilon=0.05";

/// A fit as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Steps of the fit
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// Blocks of three matches that show what the new weights are worth
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    blocks: u64,
    /// Write the weights to bots/src/games/three_kings/heuristic/weights.json
    #[arg(long)]
    write: bool,
}

type Weights = [f32; WEIGHTS];

/// Fits the weights, and writes them with what they are worth.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let bots = lab.bots::<ThreeKings>();
    let table = bots.maker(&bots.spec(TABLE).map_err(Failure::usage)?);
    let weights = fit(args.steps, &standings(&table));
    let mut at = 0;
    for &(name, count, _) in NAMES {
        writeln!(out, "{name:<12} {:5.2?}", &weights[at..at + count])?;
        at += count;
    }
    let bots = || (Heuristic::weighing(&weights), Heuristic::weighing(&FITTED));
    let won = shares_won(&ThreeKings::default(), Purpose::TrialDecks, args.blocks, bots);
    let share = 100.0 * mean(won.into_iter());
    let matches = HumanCount(3 * args.blocks);
    writeln!(out, "one against two of those before: {share:.1} % of {matches} matches")?;
    if args.write {
        sources::write(ThreeKings::NAME, "heuristic/weights.json", &weights.map(f64::from))?;
    }
    Ok(())
}

/// The mean of the weights over the last two fifths of so many steps.
fn fit(steps: u32, standings: &[Standing]) -> Weights {
    let tried: Vec<f32> = NAMES.iter().flat_map(|&(_, n, by)| std::iter::repeat_n(by, n)).collect();
    let mut rng = BotRng::seed_from_u64(1);
    let mut weights = FITTED;
    let (mut slopes, mut squares, mut sums) = ([0.0; WEIGHTS], [0.0; WEIGHTS], [0.0; WEIGHTS]);
    let mut counted = 0;
    for step in 1..=steps {
        let directions: Vec<Weights> =
            (0..DIRECTIONS).map(|_| std::array::from_fn(|_| bell(&mut rng))).collect();
        let first = u64::from(step - 1) * DIRECTIONS;
        let better: Vec<f64> = (first..)
            .zip(&directions)
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|(number, direction)| {
                let moved =
                    |sign| std::array::from_fn(|i| weights[i] + sign * direction[i] * tried[i]);
                advantage(number, &moved(1.0), &moved(-1.0), &weights, standings)
            })
            .collect();
        let mut slope = [0.0; WEIGHTS];
        for (direction, better) in directions.iter().zip(better) {
            for (slope, along) in slope.iter_mut().zip(direction) {
                *slope += better * f64::from(*along);
            }
        }
        let done = f64::from(step) / f64::from(steps);
        let pace = PACE[0] + (PACE[1] - PACE[0]) * done;
        for i in 0..WEIGHTS {
            slopes[i] = KEPT[0] * slopes[i] + (1.0 - KEPT[0]) * slope[i];
            squares[i] = KEPT[1] * squares[i] + (1.0 - KEPT[1]) * slope[i] * slope[i];
            let grown = KEPT.map(|kept| 1.0 - kept.powi(step as i32));
            let mean = slopes[i] / grown[0];
            let spread = (squares[i] / grown[1]).sqrt() + 1e-9;
            weights[i] += (pace * mean / spread) as f32 * tried[i];
        }
        if done > 0.6 {
            counted += 1;
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += f64::from(weight);
            }
        }
    }
    sums.map(|sum| (sum / f64::from(counted)) as f32)
}

/// About normal, with mean 0 and variance 1.
fn bell(rng: &mut BotRng) -> f32 {
    (0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.0
}

/// By how many hands one player does better `there` than `back`, in the hands of this direction.
fn advantage(
    direction: u64,
    there: &Weights,
    back: &Weights,
    weights: &Weights,
    standings: &[Standing],
) -> f64 {
    let mut better = 0.0;
    for hand in direction * HANDS + 1..=(direction + 1) * HANDS {
        let standing = &standings[(hand % standings.len() as u64) as usize];
        let seat = Seat::cyclic((hand % 3) as usize);
        let chance = |one| {
            let deck = Purpose::WeightDecks.deck(hand, 0);
            let bots = (Heuristic::weighing(one), Heuristic::weighing(weights));
            let rules = ThreeKings::default();
            rules.equity(&hand_against(&rules, standing, deck, seat, bots))[seat]
        };
        better += chance(there);
        better -= chance(back);
    }
    better
}

/// The standings at which the hands of matches of absent-minded players began.
fn standings(table: &Maker<'_, ThreeKings>) -> Vec<Standing> {
    let of_match = |number| {
        let mut bots = three_of(table);
        let mut rng = BotRng::seed_from_u64(number);
        let mut standings = Vec::new();
        play_match(&ThreeKings::default(), first_dealer(number), |hand, standing| {
            standings.push(*standing);
            let deck = Purpose::StandingDecks.deck(number, hand);
            let mut hand = deal(&ThreeKings::default(), standing, deck);
            play_out(&mut hand, |seat, view| bots[seat].decide(view, &mut rng))
        });
        standings
    };
    let matches: Vec<_> = (0..STANDINGS).into_par_iter().map(of_match).collect();
    matches.concat()
}
