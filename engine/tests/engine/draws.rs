//! Whether counts are as chance has them, and worlds are drawn so.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::AddAssign;

use threehand_engine::{Game, Hand as _, Seat, Stream, Worlds as _, below};

/// Pearson's chi-square of some counts, or of many such taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ChiSquare {
    /// The squares of what the counts are off, each over the count that was to be expected.
    pub(crate) sum: f64,
    /// Its degrees of freedom, which are its mean if all is by chance.
    pub(crate) freedom: f64,
}

impl ChiSquare {
    /// Of counts, each with what was to be expected; they sum to the same.
    pub(crate) fn of(counts: impl IntoIterator<Item = (u32, f64)>) -> Self {
        let mut all = Self { sum: 0.0, freedom: -1.0 };
        for (count, expected) in counts {
            all += Self { sum: (f64::from(count) - expected).powi(2) / expected, freedom: 1.0 };
        }
        all
    }

    /// How far it lies above its mean, in standard deviations (Wilson and Hilferty, "The
    /// distribution of chi-square", 1931); nothing where there was but one way to count.
    pub(crate) fn excess(self) -> f64 {
        if self.freedom <= 0.0 {
            return 0.0;
        }
        let spread = 2.0 / (9.0 * self.freedom);
        ((self.sum / self.freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
    }
}

impl AddAssign for ChiSquare {
    fn add_assign(&mut self, other: Self) {
        self.sum += other.sum;
        self.freedom += other.freedom;
    }
}

/// Draws worlds of a view and counts them by a list of all that there are: none may be drawn that
/// is not in the list, and the count is the list's length.
///
/// `key` identifies a world. There are `each` draws for each world of the list; where it
/// has more than 300, worlds are counted in 300 bins, so that a position takes 9,000 draws at the
/// most if `each` is 30. The result is to be asked for its
/// [excess](ChiSquare::excess): by itself, and added to those of other positions.
///
/// # Panics
/// If the list is not what the sampler draws, or lacks the true hand.
pub(crate) fn compare_draws<G: Game, K: Hash + Eq + Debug>(
    hand: &G::Hand,
    seat: Seat,
    all: Vec<K>,
    key: impl Fn(&G::Hand) -> K,
    each: usize,
    rng: &mut Stream,
) -> ChiSquare {
    let view = hand.view(seat);
    let worlds = G::Worlds::of(&view);
    let length = all.len();
    if let Some(count) = worlds.count() {
        assert_eq!(count, length as f64, "the count of worlds: {view:?}");
    }
    let numbers: HashMap<K, usize> = all.into_iter().zip(0..).collect();
    assert_eq!(numbers.len(), length, "the list has a world twice: {view:?}");
    assert!(numbers.contains_key(&key(hand)), "the true hand is a world: {view:?}");
    let bins = length.min(300);
    let draws = each * bins;
    let mut counts = vec![0_u32; bins];
    for _ in 0..draws {
        let world = key(&worlds.draw(rng));
        let number = numbers.get(&world);
        counts[number.unwrap_or_else(|| panic!("{world:?} is no world: {view:?}")) % bins] += 1;
    }
    ChiSquare::of(counts.iter().enumerate().map(|(bin, &count)| {
        let in_bin = (length - bin).div_ceil(bins);
        (count, draws as f64 * in_bin as f64 / length as f64)
    }))
}

#[test]
fn even_counts_have_no_excess_and_uneven_ones_have() {
    let mut rng = Stream::new([5, 0, 0, 0]);
    let mut counts = [0; 100];
    (0..10_000).for_each(|_| counts[below(&mut rng, 100)] += 1);
    let even = ChiSquare::of(counts.map(|count| (count, 100.0)));
    assert!(even.freedom == 99.0 && even.excess().abs() < 4.0, "{even:?}");
    (0..100).for_each(|_| counts[0] += 1);
    let uneven = ChiSquare::of(counts.map(|count| (count, 101.0)));
    assert!(uneven.excess() > 5.0, "{uneven:?}");
}
