//! Decisions to learn from, and the trial of a network.

use rand::Rng;
use threehand_bots::Maker;
use threehand_bots::learned::{Inputs, Labels, Learned, Places, Policy};
use threehand_engine::{BySeat, Hand as _, Legal as _, Outcome, Seat, below, fraction};
use threehand_stats::t_quantile;

use super::floats::{Floats, Units};
use crate::matches::shares_won;
use crate::sample::mean_and_error;
use crate::streams::Purpose;

/// A match in units of what a network learns: more than one, so that small differences are learned.
pub(super) const MATCH: f64 = 8.0;
/// The weight of a wrong expectation beside a choice.
const EXPECTATION: f32 = 0.5;
/// The part of a gain that is taken from the next expectation, and not from the result (the λ of GAE).
const TRUST: f32 = 0.9;

/// A decision to learn from.
pub(super) struct Sample {
    /// The inputs that are on: those that the seat sees, then those of the others' cards.
    pub(super) inputs: Vec<u16>,
    pub(super) seen: usize,
    /// The labels of the legal actions.
    pub(super) labels: Vec<Labels>,
    /// The place of the chosen action.
    pub(super) chosen: usize,
    /// The logarithm of its probability.
    pub(super) log_chance: f32,
    /// The result that the seat expected, and the result.
    pub(super) expected: f32,
    pub(super) result: f32,
    /// The result beyond the expected one.
    pub(super) gain: f32,
    /// The probability that each legal action should have, if a teacher says so.
    pub(super) targets: Vec<f32>,
}

impl Sample {
    /// A decision whose first `seen` inputs are those that the seat sees; the result is not known yet.
    pub(super) fn new(inputs: &[u16], seen: usize, labels: &[Labels], chosen: usize) -> Self {
        let (inputs, labels) = (inputs.to_vec(), labels.to_vec());
        let [log_chance, expected, result, gain] = [0.0; 4];
        let targets = Vec::new();
        Self { inputs, seen, labels, chosen, log_chance, expected, result, gain, targets }
    }

    /// The inputs that the seat sees.
    pub(super) fn seen(&self) -> &[u16] {
        &self.inputs[..self.seen]
    }

    /// The inputs with all cards open.
    pub(super) fn open(&self) -> &[u16] {
        &self.inputs
    }

    /// Adds the slopes of a decision: `by` of each legal action's place, and that of the wrong expectation.
    pub(super) fn slopes(
        &self,
        floats: &Floats,
        units: &Units,
        by: impl Fn(usize) -> f32,
        slopes: &mut Vec<(usize, f32)>,
    ) {
        for (place, labels) in self.labels.iter().enumerate() {
            let by = by(place);
            slopes.extend(labels.map(|label| (label.into(), by)));
        }
        let value = floats.layout().labels;
        let wrong = floats.speaks_for(units, value) - self.result;
        slopes.push((value, EXPECTATION * wrong));
    }
}

/// Each seat's chance to win the match from a standing.
pub(super) fn chances_before<G: Learned>(rules: &G, standing: G::Standing) -> BySeat<f64> {
    rules.equity(&Outcome { points: BySeat([0; 3]), standing, over: false })
}

/// The result of a hand for each seat: the growth of its chance to win the match.
pub(super) fn results<G: Learned>(
    rules: &G,
    before: &BySeat<f64>,
    outcome: &Outcome<G::Standing>,
) -> BySeat<f32> {
    let after = rules.equity(outcome);
    BySeat::from_fn(|seat| ((after[seat] - before[seat]) * MATCH) as f32)
}

/// Writes the results and gains of the decisions of a seat, from its earliest to its last.
pub(super) fn settle(samples: &mut [Sample], own: &[usize], result: f32) {
    let (mut gain, mut next) = (0.0, result);
    for &number in own.iter().rev() {
        let sample = &mut samples[number];
        gain = next - sample.expected + TRUST * gain;
        (sample.gain, sample.result) = (gain, sample.expected + gain);
        next = sample.expected;
    }
}

/// Fills in the inputs of a view, and the labels of its legal actions in their order.
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

/// The probabilities that a network gives to the actions of these labels.
pub(super) fn chances(floats: &Floats, units: &Units, labels: &[Labels]) -> Vec<f32> {
    softmax(labels.iter().map(|labels| floats.speak_for(units, labels)).collect())
}

pub(super) fn softmax(mut chances: Vec<f32>) -> Vec<f32> {
    let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for chance in &mut chances {
        *chance = libm::expf(*chance - most);
        sum += *chance;
    }
    for chance in &mut chances {
        *chance /= sum;
    }
    chances
}

pub(super) fn log(chance: f32) -> f32 {
    libm::logf(chance.max(1e-9))
}

pub(super) fn entropy(chances: &[f32]) -> f32 {
    chances.iter().map(|&chance| -chance * log(chance)).sum()
}

/// A random place, by its probability.
pub(super) fn draw(chances: &[f32], rng: &mut impl Rng) -> usize {
    let mut left = fraction(rng) as f32;
    for (place, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return place;
        }
    }
    chances.len() - 1
}

/// Shuffles decisions.
pub(super) fn shuffle<T>(order: &mut [T], rng: &mut impl Rng) {
    for place in (1..order.len()).rev() {
        order.swap(place, below(rng, place + 1));
    }
}

/// The share of matches that the network wins against two of a bot, and half its 95 % interval.
pub(super) fn trial<G: Learned>(
    game: &G,
    floats: &Floats,
    two: &Maker<'_, G>,
    blocks: u64,
) -> (f64, f64) {
    let network = &floats.network::<G>();
    let bots = |seat| {
        BySeat::from_fn(|other| match other == seat {
            true => Box::new(Policy::new(&network)),
            false => two(),
        })
    };
    let (share, error) = mean_and_error(&shares_won(game, Purpose::TrainTrial, blocks, bots));
    (share, t_quantile(blocks) * error)
}
