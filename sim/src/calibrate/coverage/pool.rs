//! A pool of blocks that stands for the world: what all of its blocks come to is the truth, and a run is
//! blocks drawn from the pool (B. Efron, "Bootstrap methods: another look at the jackknife", 1979).

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use threehand_engine::{Stream, below};

use super::promise::{Figure, Promise};
use crate::stats::Estimate;
use threehand_play::Seeds;

/// What a command says of a figure.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    /// An interval; no end where the command prints none.
    Interval(Estimate),
    /// A claim that is false, made or not.
    Claim(bool),
}

/// What was found of one promise in one run after so many blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing was printed.
    Nothing,
    /// The interval holds the truth; nothing false was claimed.
    Kept,
    /// The interval lies below the truth.
    Below,
    /// The interval lies above the truth, or something false was claimed.
    Above,
}

impl Shown {
    fn against(self, truth: f64) -> Found {
        let Self::Interval(Estimate { lo, hi, .. }) = self else {
            return if let Self::Claim(true) = self { Found::Above } else { Found::Kept };
        };
        // What rounding leaves of an end that is the truth itself is no miss.
        let near = 1e-9 * truth.abs().max(1e-3);
        match (lo, hi) {
            (None, None) => Found::Nothing,
            (_, Some(hi)) if hi < truth - near => Found::Below,
            (Some(lo), _) if lo > truth + near => Found::Above,
            _ => Found::Kept,
        }
    }
}

/// The truth of each figure, as the whole pool has it.
pub(super) type Truth = BTreeMap<Figure, f64>;

/// A command whose figures are checked: what it plays, what it sums, and what it shows.
pub(super) trait Command: Sync {
    /// What it plays.
    type Block: Send + Sync;
    /// What it sums.
    type Sums;

    /// Plays a block of the pool.
    fn play(&self, number: u64) -> Self::Block;
    /// Who failed in a block, if a bot did.
    fn failed(&self, block: &Self::Block) -> Option<&str>;
    /// No blocks yet of a run from this pool.
    fn start<'p>(&self, pool: impl Iterator<Item = &'p Self::Block>) -> Self::Sums
    where
        Self::Block: 'p;
    /// Adds the block that was drawn at this place, whose weights in a bootstrap come from `luck`.
    fn add(&self, sums: &mut Self::Sums, place: u64, block: &Self::Block, luck: Stream);
    /// Makes of the sums of the pool those of a world without end of such blocks, where a figure takes off what chance
    /// adds to it.
    fn without_end(&self, sums: &mut Self::Sums) {
        let _ = sums;
    }
    /// Shows each figure; what is claimed is held against the truth, which is not known yet of the pool itself.
    fn show(&self, sums: &Self::Sums, truth: &Truth, each: &mut dyn FnMut(Figure, Shown));
    /// The name of a figure.
    fn name(&self, figure: Figure) -> String;
}

/// The pool of a command.
pub(super) struct Pool<C: Command> {
    command: C,
    seeds: Seeds,
    blocks: Vec<OnceLock<C::Block>>,
    /// How many blocks somebody has begun to play.
    begun: AtomicUsize,
    truth: OnceLock<Truth>,
}

/// A pool of whichever command.
pub(super) trait Drawn: Sync {
    /// Plays the pool if it has not been played yet; every thread that comes takes part.
    fn fill(&self);
    /// The promises that are looked at: what each is about, and its figure's name.
    fn promises(&self) -> Vec<(Promise, String)>;
    /// What run `number` finds of each promise after each of these numbers of blocks, which rise.
    fn run(&self, number: u64, after: &[u64]) -> Vec<Vec<Found>>;
    /// Who failed in the pool, if a bot did.
    fn failed(&self) -> Option<String>;
}

impl<C: Command> Pool<C> {
    pub(super) fn new(command: C, seed: u64, size: u64) -> Self {
        let blocks = (0..size).map(|_| OnceLock::new()).collect();
        Self {
            command,
            seeds: Seeds(seed),
            blocks,
            begun: AtomicUsize::new(0),
            truth: OnceLock::new(),
        }
    }

    fn block(&self, number: usize) -> &C::Block {
        self.blocks[number].get_or_init(|| self.command.play(number as u64))
    }

    fn blocks(&self) -> impl Iterator<Item = &C::Block> {
        (0..self.blocks.len()).map(|number| self.block(number))
    }

    fn truth(&self) -> &Truth {
        self.fill();
        self.truth.get_or_init(|| {
            let mut sums = self.command.start(self.blocks());
            for (number, block) in (0..).zip(self.blocks()) {
                self.command.add(&mut sums, number, block, self.seeds.bootstrap(number));
            }
            self.command.without_end(&mut sums);
            let mut truth = Truth::new();
            self.command.show(&sums, &Truth::new(), &mut |figure, shown| {
                let value = match shown {
                    Shown::Interval(estimate) => estimate.mean,
                    Shown::Claim(_) => 0.0,
                };
                truth.insert(figure, value);
            });
            truth
        })
    }
}

impl<C: Command> Drawn for Pool<C> {
    fn fill(&self) {
        loop {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            if number >= self.blocks.len() {
                return;
            }
            self.block(number);
        }
    }

    fn promises(&self) -> Vec<(Promise, String)> {
        let named = |figure: &Figure| (figure.promise, self.command.name(*figure));
        self.truth().keys().map(named).collect()
    }

    fn run(&self, number: u64, after: &[u64]) -> Vec<Vec<Found>> {
        let truth = self.truth();
        let mut sums = self.command.start(self.blocks());
        let mut draws = self.seeds.draws(number);
        let mut place = 0;
        let mut found = Vec::new();
        for &blocks in after {
            while place < blocks {
                let block = self.block(below(&mut draws, self.blocks.len()));
                self.command.add(&mut sums, place, block, self.seeds.drawn(number, place));
                place += 1;
            }
            let mut all: BTreeMap<_, _> =
                truth.keys().map(|figure| (*figure, Found::Nothing)).collect();
            self.command.show(&sums, truth, &mut |figure, shown| {
                if let Some(truth) = truth.get(&figure) {
                    all.insert(figure, shown.against(*truth));
                }
            });
            found.push(all.into_values().collect());
        }
        found
    }

    fn failed(&self) -> Option<String> {
        self.blocks().find_map(|block| self.command.failed(block)).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::super::counts::{Cell, Counts, Kept};
    use super::*;
    use crate::stats::Moments;

    /// Numbers whose mean is told with an interval that is so many times as wide as it should be, and lies so many of
    /// its widths too high.
    struct Numbers {
        wide: f64,
        high: f64,
    }

    impl Command for Numbers {
        type Block = i64;
        type Sums = Moments;

        fn play(&self, number: u64) -> i64 {
            (number * number % 101) as i64
        }

        fn failed(&self, _: &i64) -> Option<&str> {
            None
        }

        fn start<'p>(&self, _: impl Iterator<Item = &'p i64>) -> Moments {
            Moments::default()
        }

        fn add(&self, sums: &mut Moments, _: u64, block: &i64, _: Stream) {
            sums.add(*block);
        }

        fn show(&self, sums: &Moments, _: &Truth, each: &mut dyn FnMut(Figure, Shown)) {
            let Estimate { mean, se, lo, hi } = sums.estimate(1.0);
            let width = lo.zip(hi).map_or(0.0, |(lo, hi)| hi - lo);
            let moved = |end: f64| mean + self.wide * (end - mean) + self.high * width;
            let told = Estimate { mean, se, lo: lo.map(moved), hi: hi.map(moved) };
            each(Promise::Mean.of([0]), Shown::Interval(told));
        }

        fn name(&self, _: Figure) -> String {
            "number".to_owned()
        }
    }

    /// What 600 runs find of such an interval of the mean of 20 and of 60 numbers.
    fn found(wide: f64, high: f64) -> [Cell; 2] {
        let pool = Pool::new(Numbers { wide, high }, 1, 505);
        let (mut counts, after) = (Counts::default(), [20, 60]);
        for number in 0..600 {
            counts.add(&pool.run(number, &after), &after, || pool.promises());
        }
        counts.cells.try_into().expect("a promise at two numbers of blocks")
    }

    #[test]
    fn an_interval_that_is_too_narrow_is_found_out_and_a_right_one_is_not() {
        for cell in found(1.0, 0.0) {
            assert!(matches!(cell.kept(600), Kept::Yes | Kept::Unsure), "{cell:?}");
            assert_eq!(cell.printed, 600);
        }
        for cell in found(0.5, 0.0) {
            // About the chance of a t beyond half its quantile: 0.3.
            assert_eq!(cell.kept(600), Kept::No, "{cell:?}");
            assert!((120..=240).contains(&cell.missed()), "{cell:?}");
            assert!(cell.below > 30 && cell.above > 30, "{cell:?}");
        }
        for cell in found(2.0, 0.0) {
            assert_eq!(cell.kept(600), Kept::Wide, "{cell:?}");
        }
    }

    #[test]
    fn intervals_below_the_truth_and_above_it_are_told_apart() {
        for cell in found(1.0, 2.0) {
            assert!(cell.above > 570 && cell.below == 0, "{cell:?}");
        }
        for cell in found(1.0, -2.0) {
            assert!(cell.below > 570 && cell.above == 0, "{cell:?}");
        }
        let shown = |lo, hi| Shown::Interval(Estimate { mean: 0.0, se: None, lo, hi });
        assert_eq!(shown(None, None).against(1.0), Found::Nothing);
        assert_eq!(shown(None, Some(0.5)).against(1.0), Found::Below);
        assert_eq!(shown(Some(1.5), None).against(1.0), Found::Above);
        assert_eq!(shown(Some(1.0), Some(1.0)).against(1.0 + 1e-12), Found::Kept);
        assert_eq!(Shown::Claim(true).against(0.0), Found::Above);
        assert_eq!(Shown::Claim(false).against(0.0), Found::Kept);
    }

    #[test]
    fn the_truth_is_what_all_blocks_of_the_pool_come_to() {
        let pool = Pool::new(Numbers { wide: 1.0, high: 0.0 }, 1, 505);
        let sum: i64 = (0..505_i64).map(|number| number * number % 101).sum();
        let truth = pool.truth();
        assert_eq!(truth.len(), 1);
        assert!((truth[&Promise::Mean.of([0])] - sum as f64 / 505.0).abs() < 1e-12);
        assert_eq!(pool.promises(), [(Promise::Mean, "number".to_owned())]);
    }
}
