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
    /// For each choice what is taken off its mean at most.
    handicaps: Vec<f64>,
    /// World by world, one a choice.
    values: Vec<f64>,
    worlds: usize,
    contenders: Vec<usize>,
}

/// By how much one choice is better than another, with the standard error.
struct Difference {
    mean: f64,
    error: f64,
}

impl Comparison {
    /// Forgets all. There is a new choice for each handicap, the most that is taken off its mean.
    pub(super) fn start(&mut self, handicaps: impl Iterator<Item = f64>) {
        self.handicaps.clear();
        self.handicaps.extend(handicaps);
        self.values.clear();
        self.worlds = 0;
        self.contenders.clear();
        self.contenders.extend(0..self.handicaps.len());
    }

    /// The choices that are not given up.
    pub(super) fn contenders(&self) -> &[usize] {
        &self.contenders
    }

    /// Adds a world: `value` is asked for what each contender is worth in it.
    pub(super) fn add(&mut self, mut value: impl FnMut(usize) -> f64) {
        let start = self.values.len();
        self.values.resize(start + self.handicaps.len(), 0.0);
        for &choice in &self.contenders {
            self.values[start + choice] = value(choice);
        }
        self.worlds += 1;
        if self.worlds >= FIRST_LOOK && self.worlds.is_power_of_two() {
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

    /// The contender of the highest worth, the first of equals, and its worth.
    fn leader(&self) -> Option<(usize, f64)> {
        let worths = self.contenders.iter().map(|&choice| (choice, self.worth(choice)));
        worths.fold(None, |best, next| match best {
            Some((_, worth)) if worth >= next.1 => best,
            _ => Some(next),
        })
    }

    /// What the choice came to in all worlds together.
    fn sum(&self, choice: usize) -> f64 {
        self.values_of(choice).sum()
    }

    fn values_of(&self, choice: usize) -> impl Iterator<Item = f64> {
        self.values.chunks_exact(self.handicaps.len()).map(move |row| row[choice])
    }

    /// The mean of a choice, less its handicap.
    fn worth(&self, choice: usize) -> f64 {
        self.sum(choice) / self.worlds as f64 - self.handicap(choice)
    }

    /// What is taken off the mean of a choice: all of its handicap if it comes to one of two things
    /// as often as to the other, nothing if it comes to the same in all worlds; between these in
    /// proportion to the variance.
    fn handicap(&self, choice: usize) -> f64 {
        let most = self.handicaps[choice];
        if most == 0.0 {
            return 0.0;
        }
        let low = self.values_of(choice).fold(f64::INFINITY, f64::min);
        let range = self.values_of(choice).fold(low, f64::max) - low;
        if range == 0.0 {
            return 0.0;
        }
        let n = self.worlds as f64;
        let mean = self.sum(choice) / n;
        let squares: f64 = self.values_of(choice).map(|value| (value - mean).powi(2)).sum();
        most * 4.0 * squares / (n * range * range)
    }

    /// How much better `one` is than `other`; both are contenders.
    fn difference(&self, one: usize, other: usize) -> Difference {
        let n = self.worlds as f64;
        let mean = (self.sum(one) - self.sum(other)) / n;
        let rows = self.values.chunks_exact(self.handicaps.len());
        let squares: f64 = rows.map(|row| (row[one] - row[other] - mean).powi(2)).sum();
        Difference {
            mean: mean - (self.handicap(one) - self.handicap(other)),
            error: (squares / (n * (n - 1.0).max(1.0))).sqrt(),
        }
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
        let equals = || self.contenders.iter().filter(|&&choice| self.worth(choice) == best);
        let ties = equals().count();
        let chosen = if ties == 1 { 0 } else { below(rng, ties) };
        equals().nth(chosen).copied().unwrap_or(leader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::bot_rng;

    /// Compares choices in 60 worlds; `value` of world and choice.
    fn compared(choices: usize, value: impl Fn(usize, usize) -> f64) -> Comparison {
        handicapped(&vec![0.0; choices], value)
    }

    /// Compares choices in 60 worlds, with a handicap for each.
    fn handicapped(handicaps: &[f64], value: impl Fn(usize, usize) -> f64) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.start(handicaps.iter().copied());
        for world in 0..60 {
            comparison.add(|choice| value(world, choice));
        }
        comparison
    }

    #[test]
    fn a_choice_that_is_clearly_behind_is_given_up() {
        // The middle one loses a point in three worlds of four, the last in one of four by turns.
        let comparison = compared(3, |world, choice| match choice {
            1 if world % 4 > 0 => 0.0,
            2 if world % 8 == 0 => 0.0,
            2 if world % 8 == 4 => 2.0,
            _ => 1.0,
        });
        assert_eq!(comparison.contenders(), [0, 2]);
    }

    #[test]
    fn the_first_choice_stands_while_the_gain_may_be_chance() {
        let value = |world: usize, choice: usize| {
            (choice * [5, 0, 0, 0, 0, 0, 0, 0][world % 8]) as f64
                - (choice * usize::from(world == 3)) as f64
        };
        let mut rng = bot_rng([1; 32]);
        let comparison = compared(2, value);
        let Difference { mean, error } = comparison.difference(1, 0);
        assert!(mean > 2.0 * error && mean < 3.5 * error, "{mean} {error}");
        assert_eq!(comparison.best(0, 2.0, &mut rng), 1);
        assert_eq!(comparison.best(0, 3.5, &mut rng), 0);
        assert_eq!(comparison.best(1, 3.5, &mut rng), 1);
    }

    #[test]
    fn among_equals_the_first_choice_stands_whatever_the_doubt() {
        let comparison = compared(4, |world, _| world as f64);
        for first in 0..4 {
            assert_eq!(comparison.best(first, 0.0, &mut bot_rng([1; 32])), first);
        }
    }

    #[test]
    fn among_equals_that_beat_the_first_choice_each_is_as_likely() {
        let comparison = compared(4, |_, choice| f64::from(u8::from(choice > 0)));
        let mut rng = bot_rng([2; 32]);
        let mut counts = [0_u32; 4];
        for _ in 0..3_000 {
            counts[comparison.best(0, 0.0, &mut rng)] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|&count| count.abs_diff(1_000) < 130), "{counts:?}");
    }

    #[test]
    fn a_handicap_weighs_as_far_as_it_is_open_what_a_choice_comes_to() {
        let kinds: [(&[f64], f64); 4] = [
            (&[0.5], 0.0),
            (&[0.1, 1.0], 0.2),
            (&[0.0, 0.5, 0.5, 0.5, 0.5, 1.0], 0.2 / 3.0),
            (&[0.0, 0.0, 0.0, 1.0], 0.15),
        ];
        for (values, handicap) in kinds {
            let alone = handicapped(&[0.2], |world, _| values[world % values.len()]);
            assert!(
                (alone.handicap(0) - handicap).abs() < 1e-9,
                "{values:?} {}",
                alone.handicap(0)
            );
        }
        // One of two things, 0.05 better on average than what is certain.
        let leader = |handicap| {
            let value = |world: usize, choice: usize| [[0.5, 0.1], [0.5, 1.0]][world % 2][choice];
            handicapped(&[0.3, handicap], value).leader().map(|(choice, _)| choice)
        };
        assert_eq!((leader(0.04), leader(0.06)), (Some(1), Some(0)));
    }
}
