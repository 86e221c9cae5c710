//! Decisions to learn from.

use threehand_bots::learned::Labels;

/// Decisions, each with its inputs and the labels of what was legal.
#[derive(Clone, Default)]
pub(super) struct Samples {
    inputs: Vec<u16>,
    labels: Vec<Labels>,
    ends: Vec<(u32, u32)>,
    /// What is known beside.
    pub(super) known: Vec<Known>,
}

/// What is known of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Which of the legal labels was chosen.
    pub(super) chosen: u16,
    /// The logarithm of how likely the choice was.
    pub(super) likely: f32,
    /// What the seat expected.
    pub(super) expected: f32,
    /// What it came to.
    pub(super) came: f32,
    /// By how much the choice was better than expected.
    pub(super) gain: f32,
}

/// A decision to learn from.
pub(super) struct Sample<'a> {
    /// The inputs that were on.
    pub(super) inputs: &'a [u16],
    /// The labels of what was legal.
    pub(super) labels: &'a [Labels],
    /// What is known beside.
    pub(super) known: Known,
}

impl Samples {
    /// Adds a decision.
    pub(super) fn push(&mut self, inputs: &[u16], labels: &[Labels], known: Known) {
        self.inputs.extend_from_slice(inputs);
        self.labels.extend_from_slice(labels);
        self.ends.push((self.inputs.len() as u32, self.labels.len() as u32));
        self.known.push(known);
    }

    /// Adds others.
    pub(super) fn append(&mut self, other: &Self) {
        let (inputs, labels) = (self.inputs.len() as u32, self.labels.len() as u32);
        self.inputs.extend_from_slice(&other.inputs);
        self.labels.extend_from_slice(&other.labels);
        self.ends.extend(other.ends.iter().map(|&(input, label)| (inputs + input, labels + label)));
        self.known.extend_from_slice(&other.known);
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The decision of this number.
    pub(super) fn get(&self, number: usize) -> Sample<'_> {
        let (inputs, labels) = if number == 0 { (0, 0) } else { self.ends[number - 1] };
        let (inputs_end, labels_end) = self.ends[number];
        Sample {
            inputs: &self.inputs[inputs as usize..inputs_end as usize],
            labels: &self.labels[labels as usize..labels_end as usize],
            known: self.known[number],
        }
    }
}
