//! Hands that are played to learn from, and the trial of what was learned.

use threehand_bots::BotRng;
use threehand_bots::learned::{Inputs, Labels, Learned, Places, Policy};
use threehand_engine::{BySeat, Hand as _, Legal as _, Outcome, Seat, fraction};

use super::floats::Floats;
use super::samples::{Known, Samples};
use crate::matches::shares_won;
use crate::sample::mean_and_error;
use crate::streams::Purpose;

/// How many units of what is expected a match is worth: more than one, so that small differences are learned.
pub(super) const MATCH: f64 = 8.0;

/// What a hand brought each seat: by how much its chance to win the match grew.
pub(super) fn brought<G: Learned>(
    rules: &G,
    before: &BySeat<f64>,
    outcome: &Outcome<G::Standing>,
) -> BySeat<f32> {
    let after = rules.equity(outcome);
    BySeat::from_fn(|seat| ((after[seat] - before[seat]) * MATCH) as f32)
}

/// Each seat's chance to win the match before a hand.
pub(super) fn before<G: Learned>(rules: &G, standing: G::Standing) -> BySeat<f64> {
    rules.equity(&Outcome { points: BySeat([0; 3]), standing, over: false })
}

/// Senses a view: the inputs, and the labels of what is legal in the order of the legal actions. Says where the cards
/// were put.
pub(super) fn sense<G: Learned>(
    hand: &G::Hand,
    seat: Seat,
    inputs: &mut Inputs,
    labels: &mut Vec<Labels>,
) -> Places {
    let view = hand.view(seat);
    *inputs = Inputs::new();
    let places = G::sense(&view, inputs);
    labels.clear();
    labels.extend(view.legal().iter().map(G::labels(&view, &places)));
    places
}

/// How likely the network makes each of these labels.
pub(super) fn likely(
    floats: &Floats,
    units: &super::floats::Units,
    labels: &[Labels],
    out: &mut Vec<f32>,
) {
    out.clear();
    out.extend(labels.iter().map(|labels| floats.speak_for(units, labels)));
    to_chances(out);
}

/// Turns how much speaks for each of several choices into how likely each is.
pub(super) fn to_chances(speaks: &mut [f32]) {
    let most = speaks.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for chance in speaks.iter_mut() {
        *chance = (*chance - most).exp();
        sum += *chance;
    }
    for chance in speaks.iter_mut() {
        *chance /= sum;
    }
}

/// The logarithm of how likely something is.
pub(super) fn log(chance: f32) -> f32 {
    chance.max(1e-9).ln()
}

/// How much these chances leave open: their entropy.
pub(super) fn open(chances: &[f32]) -> f32 {
    chances.iter().map(|&chance| -chance * log(chance)).sum()
}

/// What a wrong expectation weighs beside a choice.
pub(super) const EXPECTATION: f32 = 0.5;

/// Which of these, each as likely as said.
pub(super) fn draw(chances: &[f32], rng: &mut BotRng) -> usize {
    let mut left = fraction(rng) as f32;
    for (place, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return place;
        }
    }
    chances.len() - 1
}

/// What part of the way a gain is taken from what was expected next, and not from what came.
const TRUST: f32 = 0.9;

/// Says of the decisions of a seat, the earliest first, what they came to and gained.
pub(super) fn settle(samples: &mut Samples, own: &[usize], came: f32) {
    let mut gain = 0.0;
    let mut next = came;
    for (later, &number) in own.iter().rev().enumerate() {
        let known = &mut samples.known[number];
        let step = next - known.expected;
        gain = if later == 0 { step } else { step + TRUST * gain };
        known.gain = gain;
        known.came = known.expected + gain;
        next = known.expected;
    }
}

/// Nothing known yet but what was chosen.
pub(super) fn chosen(chosen: usize, likely: f32, expected: f32) -> Known {
    Known { chosen: chosen as u16, likely, expected, came: 0.0, gain: 0.0 }
}

/// The share of matches that the network wins against two `heuristic`, and its standard error.
pub(super) fn trial<G: Learned>(floats: &Floats, blocks: u64) -> (f64, f64) {
    let network = &floats.network::<G>();
    let heuristic = || G::heuristic().expect("the game has a `heuristic`");
    let bots = || (Policy::new(&network), heuristic());
    let shares = shares_won(&G::default(), Purpose::TrainTrial, blocks, bots);
    mean_and_error(&shares)
}
