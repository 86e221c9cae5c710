//! Choices compared over the same worlds; those that have clearly fallen behind are given up.

use threehand_engine::below;

use crate::bot::BotRng;

/// After so many worlds, and each time that they have doubled, choices are given up.
const FIRST_LOOK: usize = 8;

/// What each choice was worth in each world.
#[derive(Clone, Debug, Default)]
pub(super) struct Comparison {
    choices: usize,
    /// World by world, one a choice.
    values: Vec<f64>,
    worlds: usize,
    contenders: Vec<usize>,
    /// The choices that were given up, each after so many worlds.
    given_up: Vec<(usize, usize)>,
}

impl Comparison {
    /// Forgets all, for so many new choices.
    pub(super) fn start(&mut self, choices: usize) {
        self.choices = choices;
        self.values.clear();
        self.worlds = 0;
        self.given_up.clear();
        self.contenders.clear();
        self.contenders.extend(0..choices);
    }

    /// The choices that are not given up.
    pub(super) fn contenders(&self) -> &[usize] {
        &self.contenders
    }

    /// How many worlds there were.
    pub(super) fn count(&self) -> usize {
        self.worlds
    }

    /// Whether the next world is one of this share of all, spread evenly over them and rounded down.
    pub(super) fn is_in_share(&self, share: f64) -> bool {
        let before = |worlds: usize| (worlds as f64 * share).floor();
        before(self.worlds + 1) > before(self.worlds)
    }

    /// Adds a world: `value` is asked for what each contender is worth in it.
    pub(super) fn add(&mut self, mut value: impl FnMut(usize) -> f64) {
        let start = self.values.len();
        self.values.resize(start + self.choices, 0.0);
        for &choice in &self.contenders {
            self.values[start + choice] = value(choice);
        }
        self.worlds += 1;
    }

    /// Gives up the contenders that are behind the leader by more than `behind` standard errors, if it is time to look;
    /// `first` only once it is also behind by more than `threshold` of them.
    pub(super) fn give_up(&mut self, behind: f64, first: usize, threshold: f64) {
        if self.worlds < FIRST_LOOK || !self.worlds.is_power_of_two() {
            return;
        }
        let Some((leader, _)) = self.leader() else { return };
        let mut contenders = std::mem::take(&mut self.contenders);
        let mut given_up = std::mem::take(&mut self.given_up);
        contenders.retain(|&choice| {
            let (mean, error) = self.difference(leader, choice);
            let behind = if choice == first { threshold.max(behind) } else { behind };
            let stays = mean <= error * behind;
            if !stays {
                given_up.push((choice, self.worlds));
            }
            stays
        });
        self.given_up = given_up;
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

    /// What a contender was worth on average.
    pub(super) fn mean(&self, choice: usize) -> f64 {
        self.sum(choice) / self.worlds as f64
    }

    fn sum(&self, choice: usize) -> f64 {
        self.values.chunks_exact(self.choices).map(|row| row[choice]).sum()
    }

    /// How much better `one` is than `other`, and the standard error; both are contenders.
    fn difference(&self, one: usize, other: usize) -> (f64, f64) {
        self.difference_over(self.worlds, one, other)
    }

    /// How much better `one` is than `other` in the first worlds, in which both were tried.
    fn difference_over(&self, worlds: usize, one: usize, other: usize) -> (f64, f64) {
        let n = worlds as f64;
        let rows = || self.values.chunks_exact(self.choices).take(worlds);
        let sum = |choice: usize| rows().map(|row| row[choice]).sum::<f64>();
        let mean = (sum(one) - sum(other)) / n;
        let squares: f64 = rows().map(|row| (row[one] - row[other] - mean).powi(2)).sum();
        (mean, (squares / (n * (n - 1.0).max(1.0))).sqrt())
    }

    /// In how many worlds a choice was tried.
    pub(super) fn worlds(&self, choice: usize) -> usize {
        let given_up = self.given_up.iter().find(|(other, _)| *other == choice);
        given_up.map_or(self.worlds, |&(_, worlds)| worlds)
    }

    /// How much better a contender is than a choice in the worlds in which both were tried, and the
    /// standard error, if there are two.
    pub(super) fn loss(&self, contender: usize, choice: usize) -> (f64, Option<f64>) {
        let worlds = self.worlds(choice);
        let (mean, error) = self.difference_over(worlds, contender, choice);
        (mean, (worlds > 1).then_some(error))
    }

    /// The best choice, each of equals as likely; but `first` unless that is better by more than
    /// `threshold` standard errors.
    pub(super) fn best(&self, first: usize, threshold: f64, rng: &mut BotRng) -> usize {
        let Some((leader, best)) = self.leader() else { return first };
        if self.contenders.contains(&first) {
            let (mean, error) = self.difference(leader, first);
            if mean <= threshold * error {
                return first;
            }
        }
        self.any_like((leader, best), rng)
    }

    /// The best contender, each of equals as likely.
    ///
    /// # Panics
    /// If nothing is compared.
    pub(super) fn any_leader(&self, rng: &mut BotRng) -> usize {
        self.any_like(self.leader().expect("something is compared"), rng)
    }

    /// A contender with the same sum as this one; of several, each is as likely.
    fn any_like(&self, (contender, sum): (usize, f64), rng: &mut BotRng) -> usize {
        let mut equals = self.contenders.iter().filter(|&&choice| self.sum(choice) == sum);
        let ties = equals.clone().count();
        let chosen = if ties < 2 { 0 } else { below(rng, ties) };
        equals.nth(chosen).copied().unwrap_or(contender)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::bot_rng;

    /// Compares choices in 60 worlds; `value` of world and choice.
    fn compared(choices: usize, value: impl Fn(usize, usize) -> f64) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.start(choices);
        for world in 0..60 {
            comparison.add(|choice| value(world, choice));
            comparison.give_up(2.5, 0, 0.0);
        }
        comparison
    }

    #[test]
    fn a_share_of_the_worlds_is_spread_over_them() {
        let taken = |share: f64| {
            let worlds = (0..20).map(|worlds| Comparison { worlds, ..Comparison::default() });
            worlds.filter(|comparison| comparison.is_in_share(share)).count()
        };
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(taken), [0, 5, 10, 20]);
        let next = |worlds| Comparison { worlds, ..Comparison::default() }.is_in_share(0.5);
        assert_eq!([0, 1, 2, 3].map(next), [false, true, false, true]);
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
    fn what_was_given_up_is_held_against_the_worlds_in_which_it_was_tried() {
        // The last is given up after 8 worlds, in which it lost 3 and now and then 4.
        let comparison = compared(3, |world, choice| match choice {
            2 => -3.0 - f64::from(u8::from(world == 4)),
            1 => [1.0, -1.0][world % 2],
            _ => 0.0,
        });
        assert_eq!(comparison.given_up, [(2, 8)]);
        let (loss, error) = comparison.loss(0, 2);
        assert!((loss - 25.0 / 8.0).abs() < 1e-12, "{loss}");
        // Seven at 3 and one at 4: a variance of 1/8, over eight worlds.
        assert!((error.unwrap() - 0.125).abs() < 1e-12, "{error:?}");
        assert_eq!(comparison.loss(0, 0), (0.0, Some(0.0)));
        assert_eq!(comparison.loss(0, 1).0, 0.0);
    }

    #[test]
    fn the_first_choice_stands_while_the_gain_may_be_chance() {
        let value = |world: usize, choice: usize| {
            (choice * [5, 0, 0, 0, 0, 0, 0, 0][world % 8]) as f64
                - (choice * usize::from(world == 3)) as f64
        };
        let mut rng = bot_rng([1; 32]);
        let comparison = compared(2, value);
        let (mean, error) = comparison.difference(1, 0);
        assert!(mean > 2.0 * error && mean < 3.5 * error, "{mean} {error}");
        assert_eq!(comparison.best(0, 2.0, &mut rng), 1);
        assert_eq!(comparison.best(0, 3.5, &mut rng), 0);
        assert_eq!(comparison.best(1, 3.5, &mut rng), 1);
    }

    #[test]
    fn the_first_choice_is_not_given_up_within_the_threshold() {
        let value = |world: usize, choice: usize| (choice * (1 + world % 3)) as f64;
        let behind_with = |threshold| {
            let mut comparison = Comparison::default();
            comparison.start(2);
            for world in 0..64 {
                comparison.add(|choice| value(world, choice));
                comparison.give_up(2.5, 0, threshold);
            }
            comparison.best(0, threshold, &mut bot_rng([1; 32]))
        };
        assert_eq!(behind_with(0.0), 1);
        assert_eq!(behind_with(100.0), 0);
    }

    #[test]
    fn among_equals_the_first_choice_stands_whatever_the_threshold() {
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
}
