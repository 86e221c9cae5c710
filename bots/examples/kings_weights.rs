//! Fits what things weigh for `heuristic` at Three Kings, and writes the weights to
//! `bots/src/heuristic/three_kings/weights.json`.
//!
//! ```text
//! cargo run --release -p threehand-bots --example kings_weights [STEPS]
//! ```
//!
//! All weights are moved at once by chance, and by as much to the other side; each of the two plays
//! single hands against two players with the weights as they stand, on the same cards, and the
//! difference in its chance to win the match says where to go (evolution strategies, with the steps
//! of Adam). From the weights in the file on, 4,000 steps unless said otherwise, in about six
//! minutes; the mean of the last two fifths is what is written. The line at the end says how many
//! matches one player with the new weights wins against two with those it began with.
//!
//! T. Salimans et al., "Evolution Strategies as a Scalable Alternative to Reinforcement Learning"
//! (2017); D. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization" (2015).

use std::fmt::Write as _;
use std::path::Path;

use rand::{RngExt as _, SeedableRng as _};
use threehand_bots::heuristic;
use threehand_bots::heuristic::three_kings::weights::{FITTED, NAMES, WEIGHTS};
use threehand_bots::registry::Spec;
use threehand_bots::search::MatchValue as _;
use threehand_bots::{Bot, BotRng, play_out};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Standing};
use threehand_engine::{BySeat, Deal, Deck, Game as _, Outcome, Seat, Stream, View};

/// Directions a step, and hands in each.
const DIRECTIONS: usize = 40;
const HANDS: u64 = 60;
/// How far a step goes at first, and at last, in units of how far the weights are tried.
const PACE: [f64; 2] = [0.06, 0.012];
/// How much of the last steps goes on in the mean of the slope, and in that of its square.
const KEPT: [f64; 2] = [0.9, 0.99];

type Weights = [f32; WEIGHTS];

fn main() {
    let steps = std::env::args().nth(1).map_or(4_000, |n| n.parse().expect("a whole number"));
    assert!(steps > 0, "nothing is fitted without a step");
    let weights = fit(steps);
    let mut at = 0;
    for &(name, count, _) in NAMES {
        println!("{name:<12} {:5.2?}", &weights[at..at + count]);
        at += count;
    }
    let won = matches(&weights, &FITTED, 5_000);
    println!("one against two of those before: {:.1} % of 15,000 matches", 100.0 * won);
    let mut text = String::from("[");
    for (at, weight) in weights.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        write!(text, "{comma}{weight:.4}").expect("a String takes all");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/heuristic/three_kings");
    std::fs::write(folder.join("weights.json"), text + "]\n").expect("the sources can be written");
}

/// The mean of the weights over the last two fifths of so many steps.
fn fit(steps: u32) -> Weights {
    let tried: Vec<f32> = NAMES.iter().flat_map(|&(_, n, by)| std::iter::repeat_n(by, n)).collect();
    let standings = standings(3_000);
    let mut rng = BotRng::seed_from_u64(1);
    let mut weights = FITTED;
    let (mut slopes, mut squares, mut sums) = ([0.0; WEIGHTS], [0.0; WEIGHTS], [0.0; WEIGHTS]);
    let (mut hand, mut counted) = (0, 0);
    for step in 1..=steps {
        let mut slope = [0.0; WEIGHTS];
        for _ in 0..DIRECTIONS {
            let direction: [f32; WEIGHTS] = std::array::from_fn(|_| bell(&mut rng));
            let moved = |sign| std::array::from_fn(|i| weights[i] + sign * direction[i] * tried[i]);
            let (there, back): (Weights, Weights) = (moved(1.0), moved(-1.0));
            let mut better = 0.0;
            for _ in 0..HANDS {
                hand += 1;
                let standing = &standings[(hand % standings.len() as u64) as usize];
                better += chance(standing, &there, &weights, hand);
                better -= chance(standing, &back, &weights, hand);
            }
            for (slope, along) in slope.iter_mut().zip(direction) {
                *slope += better * f64::from(along);
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

/// The standings at which the hands of so many matches of absent-minded players began.
fn standings(matches: u64) -> Vec<Standing> {
    let rules = ThreeKings::default();
    let spec: Spec = "heuristic:epsilon=0.05".parse().expect("a spec");
    let mut standings = Vec::new();
    for number in 0..matches {
        let mut bots = BySeat::from_fn(|_| spec.make(&rules));
        let mut rng = BotRng::seed_from_u64(number);
        let mut standing = rules.first_standing(Seat::from_number(number as usize % 3));
        for hand in 0.. {
            standings.push(standing);
            let deck = Deck::shuffled(&mut Stream::new([20, number, hand, 0]));
            let outcome = play(&standing, deck, |seat, view| bots[seat].decide(view, &mut rng));
            standing = outcome.standing;
            if outcome.over {
                break;
            }
        }
    }
    standings
}

/// Plays a hand.
fn play(
    standing: &Standing,
    deck: Deck,
    decide: impl FnMut(Seat, &View<'_, ThreeKings>) -> Action,
) -> Outcome<Standing> {
    let rules = ThreeKings::default();
    play_out(&mut rules.start(standing, &Deal::new(deck, rules.hand_sizes(standing))), decide)
}

/// Plays a hand with one player in this seat against two of another kind.
fn one_against_two(
    standing: &Standing,
    deck: Deck,
    seat: Seat,
    one: &Weights,
    two: &Weights,
) -> Outcome<Standing> {
    let (mut one, mut two) =
        (heuristic::ThreeKings::weighing(one), heuristic::ThreeKings::weighing(two));
    let mut rng = BotRng::seed_from_u64(0);
    play(standing, deck, |turn, view| {
        if turn == seat { one.decide(view, &mut rng) } else { two.decide(view, &mut rng) }
    })
}

/// The chance of one player to win the match after the hand of this number.
fn chance(standing: &Standing, one: &Weights, two: &Weights, number: u64) -> f64 {
    let deck = Deck::shuffled(&mut Stream::new([21, number, 0, 0]));
    let seat = Seat::from_number(number as usize % 3);
    ThreeKings::chances(&one_against_two(standing, deck, seat, one, two))[seat]
}

/// The share of matches that one player wins, in each seat on the same cards.
fn matches(one: &Weights, two: &Weights, blocks: u64) -> f64 {
    let mut won = 0.0;
    for block in 0..blocks {
        for seat in Seat::ALL {
            let mut standing =
                ThreeKings::default().first_standing(Seat::from_number(block as usize % 3));
            for hand in 0.. {
                let deck = Deck::shuffled(&mut Stream::new([22, block, hand, 0]));
                let outcome = one_against_two(&standing, deck, seat, one, two);
                standing = outcome.standing;
                if outcome.over {
                    won += ThreeKings::chances(&outcome)[seat];
                    break;
                }
            }
        }
    }
    won / (3 * blocks) as f64
}
