//! Decisions to learn from.

use threehand_bots::learned::Labels;

/// Decisions, each with its inputs and the labels of what was legal.
#[derive(Clone, Default)]
pub(super) struct Samples {
    inputs: Vec<u16>,
    labels: Vec<Labels>,
    ends: Vec<Ends>,
    /// What is known beside.
    pub(super) known: Vec<Known>,
}

/// Where what belongs to a decision ends.
#[derive(Clone, Copy, Default)]
struct Ends {
    seen: u32,
    inputs: u32,
    labels: u32,
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
    /// The inputs that were on of what the seat saw.
    pub(super) seen: &'a [u16],
    /// The same and, where a [critic](super::critic) learns too, those of the cards of the others.
    pub(super) open: &'a [u16],
    /// The labels of what was legal.
    pub(super) labels: &'a [Labels],
    /// What is known beside.
    pub(super) known: Known,
}

impl Samples {
    /// Adds a decision: of the inputs the first so many are of what the seat saw.
    pub(super) fn push(&mut self, inputs: &[u16], seen: usize, labels: &[Labels], known: Known) {
        let seen = (self.inputs.len() + seen) as u32;
        self.inputs.extend_from_slice(inputs);
        self.labels.extend_from_slice(labels);
        let (inputs, labels) = (self.inputs.len() as u32, self.labels.len() as u32);
        self.ends.push(Ends { seen, inputs, labels });
        self.known.push(known);
    }

    /// Adds others.
    pub(super) fn append(&mut self, other: &Self) {
        let (inputs, labels) = (self.inputs.len() as u32, self.labels.len() as u32);
        self.inputs.extend_from_slice(&other.inputs);
        self.labels.extend_from_slice(&other.labels);
        self.ends.extend(other.ends.iter().map(|ends| Ends {
            seen: inputs + ends.seen,
            inputs: inputs + ends.inputs,
            labels: labels + ends.labels,
        }));
        self.known.extend_from_slice(&other.known);
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The decision of this number.
    pub(super) fn get(&self, number: usize) -> Sample<'_> {
        let first = number.checked_sub(1).map_or(Ends::default(), |before| self.ends[before]);
        let ends = self.ends[number];
        let [begin, seen, end] = [first.inputs, ends.seen, ends.inputs].map(|at| at as usize);
        Sample {
            seen: &self.inputs[begin..seen],
            open: &self.inputs[begin..end],
            labels: &self.labels[first.labels as usize..ends.labels as usize],
            known: self.known[number],
        }
    }
}
