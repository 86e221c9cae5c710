//! A network in floating point, while it learns.

use rand::{Rng, SeedableRng as _};
use threehand_bots::BotRng;
use threehand_bots::learned::{
    HIDDEN, Labels, Layout, Learned, Network, ONE, SECOND, UNITS, WEIGHT,
};
use threehand_engine::fraction;

/// The greatest weight of the first layer: sums of all inputs that are on stay within 16 bits.
const MOST: f32 = 1.25;
/// The greatest weight of the other layers.
const MOST_LATER: f32 = 31.0;

/// All weights and biases, in the order of a network's file: three layers of weights, then their biases.
#[derive(Clone)]
pub(super) struct Floats {
    layout: Layout,
    pub(super) all: Vec<f32>,
}

/// The units of a network for a view.
#[derive(Clone, Copy)]
pub(super) struct Units([f32; UNITS]);

impl Floats {
    /// A network of small random weights.
    pub(super) fn new(inputs: usize, labels: usize, seed: u64) -> Self {
        let layout = Layout { inputs, labels };
        let (weights, biases) = layout.counts();
        let mut rng = BotRng::seed_from_u64(seed);
        let mut all = vec![0.0; weights + biases];
        let (first, rest) = all.split_at_mut(inputs * HIDDEN);
        let (second, rest) = rest.split_at_mut(HIDDEN * SECOND);
        // About 80 inputs are on, and about half of the units.
        fill(first, 0.12, &mut rng);
        fill(second, 0.2, &mut rng);
        fill(&mut rest[..labels * UNITS], 0.05, &mut rng);
        let mut floats = Self { layout, all };
        let at = floats.biases();
        floats.all[at..at + HIDDEN + SECOND].fill(0.3);
        floats
    }

    /// The weights of a network, to go on from.
    pub(super) fn of(network: &Network) -> Self {
        let layout = network.layout();
        let (weights, biases) = network.weights();
        let mut floats = Self { layout, all: Vec::new() };
        let weights = weights.iter().enumerate();
        let weights = weights.map(|(at, &weight)| f32::from(weight) / weight_scale(layout, at));
        floats.all.extend(weights);
        let biases = biases.iter().enumerate();
        floats.all.extend(biases.map(|(place, &bias)| bias as f32 / bias_scale(place)));
        floats
    }

    /// The same network with more inputs and labels after its own, which have no weight yet.
    pub(super) fn with_more(mut self, inputs: usize, labels: usize) -> Self {
        let own = self.layout;
        let (more_inputs, more_labels) = (inputs - own.inputs, labels - own.labels);
        // From the end, so that the places before stay.
        for (place, more) in [
            (self.biases() + UNITS + own.labels, more_labels),
            (self.labels() + own.labels * UNITS, more_labels * UNITS),
            (self.second(), more_inputs * HIDDEN),
        ] {
            self.all.splice(place..place, std::iter::repeat_n(0.0, more));
        }
        self.layout = Layout { inputs, labels };
        self
    }

    /// The file of the network, in integers.
    pub(super) fn file<G: Learned>(&self, made: &str) -> Vec<u8> {
        let (weights, biases) = self.all.split_at(self.biases());
        let weights = weights.iter().enumerate();
        let weights = weights.map(|(at, &weight)| weight * weight_scale(self.layout, at));
        let biases = biases.iter().enumerate().map(|(place, &bias)| bias * bias_scale(place));
        let weights: Vec<_> = weights.map(|weight| weight.round() as i16).collect();
        let biases: Vec<_> = biases.map(|bias| bias.round() as i32).collect();
        Network::write::<G>(self.layout, made, &weights, &biases)
    }

    /// The network in integers, to play with.
    pub(super) fn network<G: Learned>(&self) -> Network {
        Network::read::<G>(&self.file::<G>("to play with")).expect("it was just written")
    }

    pub(super) const fn layout(&self) -> Layout {
        self.layout
    }

    const fn second(&self) -> usize {
        self.layout.inputs * HIDDEN
    }

    const fn labels(&self) -> usize {
        self.second() + HIDDEN * SECOND
    }

    const fn biases(&self) -> usize {
        self.layout.counts().0
    }

    /// The units for these inputs.
    pub(super) fn sense(&self, on: &[u16]) -> Units {
        let biases = &self.all[self.biases()..];
        let mut first: [f32; HIDDEN] = biases[..HIDDEN].try_into().expect("so many units");
        let rows = self.all.as_chunks::<HIDDEN>().0;
        for &input in on {
            for (unit, weight) in first.iter_mut().zip(&rows[usize::from(input)]) {
                *unit += weight;
            }
        }
        let first = first.map(|unit| unit.clamp(0.0, 1.0));
        let mut units = [0.0; UNITS];
        units[..HIDDEN].copy_from_slice(&first);
        let rows = self.all[self.second()..].as_chunks::<HIDDEN>().0;
        for (place, unit) in units[HIDDEN..].iter_mut().enumerate() {
            *unit = (biases[HIDDEN + place] + dot(&rows[place], &first)).clamp(0.0, 1.0);
        }
        Units(units)
    }

    /// The output of a label; after the last label, the expected result.
    pub(super) fn speaks_for(&self, units: &Units, label: usize) -> f32 {
        let row = &self.all[self.labels()..].as_chunks::<UNITS>().0[label];
        self.all[self.biases() + UNITS + label] + dot(row, &units.0)
    }

    /// The sum of the outputs of an action's labels.
    pub(super) fn speak_for(&self, units: &Units, labels: &Labels) -> f32 {
        labels.iter().map(|&label| self.speaks_for(units, label.into())).sum()
    }

    /// Adds the slope of the loss by each weight to `slope`, given its slopes by the outputs of labels
    /// (back propagation).
    pub(super) fn slope(
        &self,
        on: &[u16],
        Units(units): &Units,
        of_labels: &[(usize, f32)],
        slope: &mut [f32],
    ) {
        let mut back = [0.0; UNITS];
        for &(label, by) in of_labels {
            let row = self.labels() + label * UNITS;
            slope[self.biases() + UNITS + label] += by;
            add(&mut slope[row..row + UNITS], by, units);
            add(&mut back, by, &self.all[row..row + UNITS]);
        }
        let (first, second) = back.split_at_mut(HIDDEN);
        for (place, &by) in second.iter().enumerate() {
            let by = within(by, units[HIDDEN + place]);
            if by != 0.0 {
                let row = self.second() + place * HIDDEN;
                slope[self.biases() + HIDDEN + place] += by;
                add(&mut slope[row..row + HIDDEN], by, &units[..HIDDEN]);
                add(first, by, &self.all[row..row + HIDDEN]);
            }
        }
        for (by, &unit) in first.iter_mut().zip(units) {
            *by = within(*by, unit);
        }
        add(&mut slope[self.biases()..][..HIDDEN], 1.0, first);
        for &input in on {
            let row = usize::from(input) * HIDDEN;
            add(&mut slope[row..row + HIDDEN], 1.0, first);
        }
    }

    /// Keeps all weights within the range of the integers.
    pub(super) fn bound(&mut self) {
        let (second, biases) = (self.second(), self.biases());
        for weight in &mut self.all[..second] {
            *weight = weight.clamp(-MOST, MOST);
        }
        for weight in &mut self.all[second..biases] {
            *weight = weight.clamp(-MOST_LATER, MOST_LATER);
        }
        let first = biases..biases + HIDDEN;
        for bias in &mut self.all[first] {
            *bias = bias.clamp(-4.0, 4.0);
        }
    }
}

/// The integer weight of 1.0 at this place.
fn weight_scale(layout: Layout, place: usize) -> f32 {
    if place < layout.inputs * HIDDEN { f32::from(ONE) } else { WEIGHT as f32 }
}

/// The integer bias of 1.0 at this place.
fn bias_scale(place: usize) -> f32 {
    if place < HIDDEN { f32::from(ONE) } else { f32::from(ONE) * WEIGHT as f32 }
}

/// The slope by a unit, which is 0 where a clamped unit would move further out.
fn within(by: f32, unit: f32) -> f32 {
    if (unit > 0.0 || by < 0.0) && (unit < 1.0 || by > 0.0) { by } else { 0.0 }
}

/// Random numbers from `-most` to `most`.
fn fill(numbers: &mut [f32], most: f32, rng: &mut impl Rng) {
    for number in numbers {
        *number = (fraction(rng) as f32 * 2.0 - 1.0) * most;
    }
}

/// Adds so much of `row` to `sum`.
#[inline]
fn add(sum: &mut [f32], by: f32, row: &[f32]) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += by * weight;
    }
}

/// The sum of products, in eight lanes whatever the processor.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use threehand_engine::below;
    use threehand_engine::games::NineTwoFive;

    use super::*;

    /// A network of chance, and inputs for it.
    fn network() -> (Floats, Vec<u16>) {
        let floats = Floats::new(400, NineTwoFive::LABELS, 3);
        let mut rng = BotRng::seed_from_u64(5);
        let on = (0..60).map(|n| n * 6 + below(&mut rng, 6) as u16).collect();
        (floats, on)
    }

    #[test]
    fn whole_numbers_say_what_floating_point_says() {
        let (floats, on) = network();
        let whole = Network::read::<NineTwoFive>(&floats.file::<NineTwoFive>("by chance"));
        let whole = whole.expect("a network");
        let (units, other) = (floats.sense(&on), whole.sense(&on));
        for label in 0..NineTwoFive::LABELS {
            let [a, b] = [
                floats.speaks_for(&units, label),
                whole.speak_for(&other, &[label as u16]) as f32 / (f32::from(ONE) * WEIGHT as f32),
            ];
            assert!((a - b).abs() < 0.05, "label {label}: {a} {b}");
        }
    }

    #[test]
    fn the_slope_is_what_a_small_step_changes() {
        let (mut floats, on) = network();
        // With weights so small no unit is cut off.
        let biases = floats.biases();
        floats.all[..biases].iter_mut().for_each(|weight| *weight *= 0.2);
        let of_labels = [(3, 1.0), (70, -0.5), (NineTwoFive::LABELS, 0.25)];
        let lost = |floats: &Floats| -> f64 {
            let units = floats.sense(&on);
            let by_label = of_labels
                .iter()
                .map(|&(label, by)| f64::from(by * floats.speaks_for(&units, label)));
            by_label.sum()
        };
        let mut slope = vec![0.0; floats.all.len()];
        floats.slope(&on, &floats.sense(&on), &of_labels, &mut slope);
        let mut rng = BotRng::seed_from_u64(1);
        for _ in 0..2_000 {
            let place = below(&mut rng, slope.len());
            let (mut up, mut down) = (floats.clone(), floats.clone());
            up.all[place] += 0.03;
            down.all[place] -= 0.03;
            let change = (lost(&up) - lost(&down)) / 0.06;
            let predicted = f64::from(slope[place]);
            let wrong = (change - predicted).abs();
            assert!(wrong < 1e-4 + 0.02 * predicted.abs(), "weight {place}: {change} {predicted}");
        }
        assert!(slope.iter().filter(|&&by| by != 0.0).count() > 10_000);
    }
}
