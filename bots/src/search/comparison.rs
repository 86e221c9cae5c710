//! Choices compared over the same worlds; those that have clearly fallen behind are given up.

use threehand_engine::below;

use crate::bot::BotRng;

/// How many standard errors behind the leader a choice is given up.
const BEHIND: f64 = 2.5;
/// After so many worlds, and each time that they have doubled, choices are given up.
const FIRST_LOOK: usize = 8;

/// What each choice was worth in each world.
#[derive(Clone, Debug, Default)]
pub(super) struct Comparison {
    choices: usize,
    /// World by world, one a choice.
    values: Vec<f64>,
    /// How much each world counts.
    weights: Vec<f64>,
    contenders: Vec<usize>,
}

/// By how much one choice is better than another, with the standard error.
struct Difference {
    mean: f64,
    error: f64,
}

impl Comparison {
    /// Forgets all, for so many new choices.
    pub(super) fn start(&mut self, choices: usize) {
        self.choices = choices;
        self.values.clear();
        self.weights.clear();
        self.contenders.clear();
        self.contenders.extend(0..choices);
    }

    /// The choices that are not given up.
    pub(super) fn contenders(&self) -> &[usize] {
        &self.contenders
    }

    /// Adds a world that counts `weight`: `value` is asked for each contender's worth in it.
    pub(super) fn add(&mut self, weight: f64, mut value: impl FnMut(usize) -> f64) {
        let start = self.values.len();
        self.values.resize(start + self.choices, 0.0);
        for &choice in &self.contenders {
            self.values[start + choice] = value(choice);
        }
        self.weights.push(weight);
        let worlds = self.weights.len();
        if worlds >= FIRST_LOOK && worlds.is_power_of_two() {
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        let Some((leader, _)) = self.leader() else { return };
        let mut contenders = std::mem::take(&mut self.contenders);
        contenders.retain(|&choice| {
            let Difference { mean, error } = self.difference(leader, choice);
            mean <= BEHIND * error
        });
        self.contenders = contenders;
    }

    /// The contender with the highest mean, the first of equals, and that mean's sum.
    fn leader(&self) -> Option<(usize, f64)> {
        let sums = self.contenders.iter().map(|&choice| (choice, self.sum(choice)));
        sums.fold(None, |best, next| match best {
            Some((_, sum)) if sum >= next.1 => best,
            _ => Some(next),
        })
    }

    fn rows(&self) -> impl Iterator<Item = (&[f64], f64)> {
        self.values.chunks_exact(self.choices).zip(self.weights.iter().copied())
    }

    fn sum(&self, choice: usize) -> f64 {
        self.rows().map(|(row, weight)| weight * row[choice]).sum()
    }

    /// How much better `one` is than `other`; both are contenders.
    fn difference(&self, one: usize, other: usize) -> Difference {
        let total: f64 = self.weights.iter().sum();
        let mean = (self.sum(one) - self.sum(other)) / total;
        let squares: f64 = self
            .rows()
            .map(|(row, weight)| (weight * (row[one] - row[other] - mean)).powi(2))
            .sum();
        let n = self.weights.len() as f64;
        Difference { mean, error: (squares * n / (n - 1.0).max(1.0)).sqrt() / total }
    }

    /// The best choice, each of equals as likely; but `first` unless that is better by more than
    /// `doubt` standard errors.
    pub(super) fn best(&self, first: usize, doubt: f64, rng: &mut BotRng) -> usize {
        let Some((leader, best)) = self.leader() else { return first };
        if self.contenders.contains(&first) {
            let Difference { mean, error } = self.difference(leader, first);
            if mean <= doubt * error {
                return first;
            }
        }
        let equals = || self.contenders.iter().filter(|&&choice| self.sum(choice) == best);
        let ties = equals().count();
        let chosen = if ties == 1 { 0 } else { below(rng, ties) };
        equals().nth(chosen).copied().unwrap_or(leader)
    }
}
