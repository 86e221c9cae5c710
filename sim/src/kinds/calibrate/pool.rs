//! A pool of blocks that stands for the world: what all of its blocks come to is the truth, and a run consists of
//! blocks drawn from the pool (B. Efron, "Bootstrap methods: another look at the jackknife", 1979).

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use threehand_engine::{Stream, below};
use threehand_play::Seeds;

use super::cells::{Cell, Counts, Shown};
use super::promise::Figure;

/// The true value of each figure, which is that of all blocks of the pool, with its name.
#[derive(Default)]
pub(super) struct Truth(BTreeMap<Figure, (f64, String)>);

impl Truth {
    /// The true value of a figure, once it is known.
    pub(super) fn value(&self, figure: Figure) -> Option<f64> {
        self.0.get(&figure).map(|(value, _)| *value)
    }
}

/// Takes a figure, its name, and what is shown of it.
pub(super) type Each<'e> = dyn FnMut(Figure, &dyn Fn() -> String, Shown) + 'e;

/// A command whose figures are checked: what it plays, what it sums, and what it shows.
pub(super) trait Command: Sync {
    /// What it plays.
    type Block: Send + Sync;
    /// What it sums.
    type Sums;

    /// Plays a block of the pool.
    fn play(&self, number: u64) -> Self::Block;
    /// The name of the bot that failed in a block.
    fn failed(&self, block: &Self::Block) -> Option<&str>;
    /// The sums of no blocks, of a run from this pool.
    fn start<'p>(&self, pool: impl Iterator<Item = &'p Self::Block>) -> Self::Sums
    where
        Self::Block: 'p;
    /// Adds the block that was drawn at this place, with its bootstrap weights from `luck`.
    fn add(&self, sums: &mut Self::Sums, place: u64, block: &Self::Block, luck: Stream);
    /// Makes the sums of the pool those of infinitely many such blocks, for figures that subtract the part of chance.
    fn without_end(&self, sums: &mut Self::Sums) {
        let _ = sums;
    }
    /// Shows each figure. Claims are held against the truth, which is empty while the truth itself is computed.
    fn show(&self, sums: &Self::Sums, truth: &Truth, each: &mut Each<'_>);
}

/// The pool of a command.
pub(super) struct Pool<C: Command> {
    command: C,
    seeds: Seeds,
    blocks: Vec<OnceLock<C::Block>>,
    /// How many blocks some thread has begun to play.
    begun: AtomicUsize,
    truth: OnceLock<Truth>,
}

/// A pool of any command.
pub(super) trait Drawn: Sync {
    /// Plays the pool if it has not been played yet; every calling thread takes part.
    fn fill(&self);
    /// The counts of one run, looked at after each of these numbers of blocks, which rise.
    fn run(&self, number: u64, after: &[u64]) -> Counts;
    /// The name of a bot that failed in the pool.
    fn failed(&self) -> Option<String>;
}

impl<C: Command> Pool<C> {
    pub(super) fn new(command: C, seeds: Seeds, size: u64) -> Self {
        let blocks = (0..size).map(|_| OnceLock::new()).collect();
        Self { command, seeds, blocks, begun: AtomicUsize::new(0), truth: OnceLock::new() }
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
            let mut truth = Truth::default();
            self.command.show(&sums, &Truth::default(), &mut |figure, name, shown| {
                let value = match shown {
                    Shown::Interval(estimate) => estimate.mean,
                    Shown::Claim(_) => 0.0,
                };
                truth.0.insert(figure, (value, name()));
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

    fn run(&self, number: u64, after: &[u64]) -> Counts {
        let truth = self.truth();
        let cells = truth.0.iter().flat_map(|(&figure, (_, name))| {
            let cell =
                move |&blocks| ((figure, blocks), Cell::new(figure.promise, name.clone(), blocks));
            after.iter().map(cell)
        });
        let mut cells: BTreeMap<(Figure, u64), Cell> = cells.collect();
        let mut sums = self.command.start(self.blocks());
        let mut draws = self.seeds.draws(number);
        let mut place = 0;
        for &blocks in after {
            while place < blocks {
                let block = self.block(below(&mut draws, self.blocks.len()));
                self.command.add(&mut sums, place, block, self.seeds.drawn(number, place));
                place += 1;
            }
            self.command.show(&sums, truth, &mut |figure, _, shown| {
                if let (Some(cell), Some(truth)) =
                    (cells.get_mut(&(figure, blocks)), truth.value(figure))
                {
                    cell.add(shown.against(truth));
                }
            });
        }
        Counts { runs: 1, cells: cells.into_values().collect() }
    }

    fn failed(&self) -> Option<String> {
        self.blocks().find_map(|block| self.command.failed(block)).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Kept;
    use super::super::promise::Promise;
    use super::*;
    use crate::stats::{Estimate, Moments};

    /// Numbers whose mean is shown with an interval that is so many times as wide as it should be, and lies so many of
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

        fn show(&self, sums: &Moments, _: &Truth, each: &mut Each<'_>) {
            let Estimate { mean, se, lo, hi } = sums.estimate(1.0);
            let width = lo.zip(hi).map_or(0.0, |(lo, hi)| hi - lo);
            let moved = |end: f64| mean + self.wide * (end - mean) + self.high * width;
            let shown = Estimate { mean, se, lo: lo.map(moved), hi: hi.map(moved) };
            each(Promise::Mean.of([0]), &|| "number".to_owned(), Shown::Interval(shown));
        }
    }

    fn pool(wide: f64, high: f64) -> Pool<Numbers> {
        Pool::new(Numbers { wide, high }, Seeds(1), 505)
    }

    /// What 600 runs find of such an interval of the mean of 20 and of 60 numbers.
    fn found(wide: f64, high: f64) -> Vec<Cell> {
        let (pool, mut counts) = (pool(wide, high), Counts::default());
        (0..600).for_each(|number| counts.merge(&pool.run(number, &[20, 60])));
        assert_eq!((counts.runs, counts.cells.len()), (600, 2));
        assert!(counts.cells.iter().all(|cell| cell.figure == "number" && cell.printed == 600));
        counts.cells
    }

    #[test]
    fn intervals_that_are_too_narrow_too_wide_or_aside_are_found_out() {
        for cell in found(1.0, 0.0) {
            assert!(matches!(cell.kept(600), Kept::Yes | Kept::Unsure), "{cell:?}");
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
        for cell in found(1.0, 2.0) {
            assert!(cell.above > 570 && cell.below == 0, "{cell:?}");
        }
        for cell in found(1.0, -2.0) {
            assert!(cell.below > 570 && cell.above == 0, "{cell:?}");
        }
    }

    #[test]
    fn the_truth_is_what_all_blocks_of_the_pool_come_to() {
        let pool = pool(1.0, 0.0);
        let sum: i64 = (0..505_i64).map(|number| number * number % 101).sum();
        let truth = pool.truth().value(Promise::Mean.of([0]));
        assert!((truth.unwrap() - sum as f64 / 505.0).abs() < 1e-12);
    }
}
