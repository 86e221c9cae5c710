//! Steps down the slope, by D. Kingma and J. Ba, "Adam: a method for stochastic optimization" (2014).

use rayon::prelude::*;
use threehand_bots::BotRng;
use threehand_engine::below;

use super::floats::{Floats, Units};
use super::samples::{Sample, Samples};

/// In how many parts the slope of a batch is summed up: the same at any number of threads.
const PARTS: usize = 4;
/// Times that the decisions of a round are gone through.
pub(super) const PASSES: usize = 2;
const MEAN: f32 = 0.9;
const SPREAD: f32 = 0.999;
const LEAST: f32 = 1e-8;

/// Puts decisions into an order of chance.
pub(super) fn shuffle(order: &mut [u32], rng: &mut BotRng) {
    for place in (1..order.len()).rev() {
        order.swap(place, below(rng, place + 1));
    }
}

/// What is remembered of the slopes so far.
pub(super) struct Steps {
    mean: Vec<f32>,
    spread: Vec<f32>,
    taken: i32,
    parts: Vec<Vec<f32>>,
}

impl Steps {
    /// Before the first step.
    pub(super) fn new(floats: &Floats) -> Self {
        let nothing = vec![0.0; floats.all.len()];
        let parts = vec![nothing.clone(); PARTS];
        Self { mean: nothing.clone(), spread: nothing, taken: 0, parts }
    }

    /// Takes a step for the decisions of these numbers. The network is told `told` of each, and `moved` says by how
    /// much what is lost moves with each label of a decision.
    pub(super) fn take(
        &mut self,
        floats: &mut Floats,
        samples: &Samples,
        batch: &[u32],
        rate: f32,
        told: impl for<'a> Fn(&Sample<'a>) -> &'a [u16] + Sync,
        moved: impl Fn(&Floats, &Sample<'_>, &Units, &mut Vec<(usize, f32)>) + Sync,
    ) {
        let size = batch.len().div_ceil(PARTS);
        self.parts.par_iter_mut().zip(batch.par_chunks(size)).for_each(|(slope, batch)| {
            slope.fill(0.0);
            let mut labels = Vec::new();
            for &number in batch {
                let sample = samples.get(number as usize);
                let inputs = told(&sample);
                let units = floats.sense(inputs);
                labels.clear();
                moved(floats, &sample, &units, &mut labels);
                floats.slope(inputs, &units, &labels, slope);
            }
        });
        let used = batch.len().div_ceil(size);
        self.taken += 1;
        let by = 1.0 / batch.len() as f32;
        let (mean_by, spread_by) = (1.0 - MEAN.powi(self.taken), 1.0 - SPREAD.powi(self.taken));
        let parts = &self.parts[..used];
        let chunk = 1 << 14;
        let weights = floats.all.par_chunks_mut(chunk);
        let memory = self.mean.par_chunks_mut(chunk).zip(self.spread.par_chunks_mut(chunk));
        weights.zip(memory).enumerate().for_each(|(number, (weights, (mean, spread)))| {
            for place in 0..weights.len() {
                let at = number * chunk + place;
                let slope = parts.iter().map(|part| part[at]).sum::<f32>() * by;
                mean[place] = MEAN * mean[place] + (1.0 - MEAN) * slope;
                spread[place] = SPREAD * spread[place] + (1.0 - SPREAD) * slope * slope;
                let step = mean[place] / mean_by / ((spread[place] / spread_by).sqrt() + LEAST);
                weights[place] -= rate * step;
            }
        });
        floats.bound();
    }
}
