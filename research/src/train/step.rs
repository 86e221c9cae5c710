//! Gradient steps: D. Kingma and J. Ba, "Adam: a method for stochastic optimization" (2014).

use rayon::prelude::*;

use super::floats::{Floats, Units};
use super::play::Sample;

/// Parts of a batch whose slopes are summed apart: the same at any number of threads.
const PARTS: usize = 4;
/// Weights that one thread moves at a time.
const CHUNK: usize = 1 << 14;
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const LEAST: f32 = 1e-8;

/// The decaying means of slopes and of their squares.
pub(super) struct Steps {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) taken: u64,
    parts: Vec<Vec<f32>>,
}

impl Steps {
    pub(super) fn new(floats: &Floats) -> Self {
        let zeros = vec![0.0; floats.all.len()];
        let parts = vec![zeros.clone(); PARTS];
        Self { means: zeros.clone(), squares: zeros, taken: 0, parts }
    }

    /// Takes a step for a batch of decisions. `inputs` are the inputs of each, and `slopes` adds the slopes
    /// of its loss by label.
    pub(super) fn take(
        &mut self,
        floats: &mut Floats,
        batch: &[&Sample],
        rate: f32,
        inputs: impl Fn(&Sample) -> &[u16] + Sync,
        slopes: impl Fn(&Floats, &Sample, &Units, &mut Vec<(usize, f32)>) + Sync,
    ) {
        let size = batch.len().div_ceil(PARTS);
        self.parts.par_iter_mut().zip(batch.par_chunks(size)).for_each(|(sum, batch)| {
            sum.fill(0.0);
            let mut of_labels = Vec::new();
            for &sample in batch {
                let units = floats.sense(inputs(sample));
                of_labels.clear();
                slopes(floats, sample, &units, &mut of_labels);
                floats.slope(inputs(sample), &units, &of_labels, sum);
            }
        });
        let parts = &self.parts[..batch.len().div_ceil(size)];
        self.taken += 1;
        let by = 1.0 / batch.len() as f32;
        let taken = i32::try_from(self.taken).unwrap_or(i32::MAX);
        let mean_scale = 1.0 - MEAN_DECAY.powi(taken);
        let square_scale = 1.0 - SQUARE_DECAY.powi(taken);
        let moments = self.means.par_chunks_mut(CHUNK).zip(self.squares.par_chunks_mut(CHUNK));
        let chunks = floats.all.par_chunks_mut(CHUNK).zip(moments).enumerate();
        chunks.for_each(|(number, (weights, (means, squares)))| {
            for place in 0..weights.len() {
                let at = number * CHUNK + place;
                let slope = parts.iter().map(|part| part[at]).sum::<f32>() * by;
                means[place] = MEAN_DECAY * means[place] + (1.0 - MEAN_DECAY) * slope;
                squares[place] =
                    SQUARE_DECAY * squares[place] + (1.0 - SQUARE_DECAY) * slope * slope;
                let spread = (squares[place] / square_scale).sqrt() + LEAST;
                weights[place] -= rate * (means[place] / mean_scale / spread);
            }
        });
        floats.bound();
    }
}
