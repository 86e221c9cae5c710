//! A pool of blocks that stands for the world: what all of its blocks come to is the truth, and a run consists of
//! blocks drawn from the pool (B. Efron, "Bootstrap methods: another look at the jackknife", 1979).

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use threehand_engine::{BySeat, Stream, below};
use threehand_play::Seeds;
use threehand_play::referee::Watch;
use threehand_stats::Estimate;

use super::cells::{Cell, Counts, place};
use super::outcome::CalibrateOutcome;
use super::promise::Subject;
use super::{Calibrate, plan};
use crate::experiment::contract::{
    Block, Fold, Outcome, Plan, Play, Probe, SavedSums, Stop, json_of,
};
use crate::terminal::failure::Failure;

/// The true value of each figure, which is that of all blocks of the pool.
pub(super) type Truth = BTreeMap<Subject, f64>;

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
    fn start(&self, pool: &[&Self::Block]) -> Self::Sums;
    /// Adds the block that was drawn at this place, with its bootstrap weights from `luck`.
    fn add(&self, sums: &mut Self::Sums, place: u64, block: &Self::Block, luck: Stream);
    /// Makes the sums of the pool those of infinitely many such blocks, for figures that subtract the part of chance.
    fn without_end(&self, sums: &mut Self::Sums) {
        let _ = sums;
    }
    /// The figures with their intervals. Claims are held against the truth, which is empty while the truth itself is
    /// computed.
    fn shown(&self, sums: &Self::Sums, truth: &Truth) -> Vec<(Subject, Option<Estimate>)>;
    /// The name of a figure.
    fn name(&self, figure: Subject) -> String;
}

/// The pool of a command.
pub(super) struct Pool<C: Command> {
    command: C,
    seeds: Seeds,
    blocks: Vec<OnceLock<C::Block>>,
    /// How many blocks some thread has begun to play.
    begun: AtomicUsize,
    /// How long playing took, in seconds.
    seconds: OnceLock<f64>,
    truth: OnceLock<Truth>,
}

/// A pool of any command.
pub(super) trait Drawn: Sync {
    /// The counts of one run, looked at after each of these numbers of blocks, which rise. The first call plays the pool;
    /// every calling thread takes part.
    fn run(&self, number: u64, after: &[u64]) -> Counts;
    /// The name of a bot that failed in the pool.
    fn failed(&self) -> Option<String>;
    /// How long the pool took to play, in seconds.
    fn seconds(&self) -> f64;
}

impl<C: Command> Pool<C> {
    pub(super) fn new(command: C, seeds: Seeds, size: u64) -> Self {
        let blocks = (0..size).map(|_| OnceLock::new()).collect();
        let (begun, seconds, truth) = (AtomicUsize::new(0), OnceLock::new(), OnceLock::new());
        Self { command, seeds, blocks, begun, seconds, truth }
    }

    fn blocks(&self) -> Vec<&C::Block> {
        let begun = Instant::now();
        let block =
            |number: usize| self.blocks[number].get_or_init(|| self.command.play(number as u64));
        loop {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            if number >= self.blocks.len() {
                break;
            }
            block(number);
        }
        let blocks = (0..self.blocks.len()).map(block).collect();
        self.seconds.get_or_init(|| begun.elapsed().as_secs_f64());
        blocks
    }

    fn truth(&self, pool: &[&C::Block]) -> &Truth {
        self.truth.get_or_init(|| {
            let mut sums = self.command.start(pool);
            for (number, block) in (0..).zip(pool) {
                self.command.add(&mut sums, number, block, self.seeds.bootstrap(number));
            }
            self.command.without_end(&mut sums);
            let figures = self.command.shown(&sums, &Truth::new()).into_iter();
            figures.filter_map(|(figure, found)| Some((figure, found?.mean))).collect()
        })
    }
}

impl<C: Command> Drawn for Pool<C> {
    fn run(&self, number: u64, after: &[u64]) -> Counts {
        let Self { command, seeds, .. } = self;
        let pool = self.blocks();
        let truth = self.truth(&pool);
        let cells = truth.keys().flat_map(|&figure| {
            let cell = move |&blocks| Cell::new(figure.promise, command.name(figure), blocks);
            after.iter().map(move |blocks| ((figure, *blocks), cell(blocks)))
        });
        let mut cells: BTreeMap<(Subject, u64), Cell> = cells.collect();
        let mut sums = command.start(&pool);
        let mut draws = seeds.draws(number);
        let mut drawn = 0;
        for &blocks in after {
            for at in drawn..blocks {
                let block = pool[below(&mut draws, pool.len())];
                command.add(&mut sums, at, block, seeds.drawn(number, at));
            }
            drawn = blocks;
            for (figure, found) in command.shown(&sums, truth) {
                if let (Some(cell), Some(found)) = (cells.get_mut(&(figure, blocks)), found) {
                    cell.add(place(found, truth[&figure]));
                }
            }
        }
        Counts { runs: 1, cells: cells.into_values().collect() }
    }

    fn failed(&self) -> Option<String> {
        let pool = self.blocks();
        pool.into_iter().find_map(|block| self.command.failed(block)).map(str::to_owned)
    }

    fn seconds(&self) -> f64 {
        self.seconds.get().copied().unwrap_or_default()
    }
}

/// Runs that are drawn from a pool.
pub(super) struct Pooled<'a> {
    pub(super) of: Calibrate,
    pub(super) pool: Box<dyn Drawn + 'a>,
}

impl Play for Pooled<'_> {
    fn block(&self, number: u64, _: bool, _: Option<&Watch<'_>>) -> Block {
        Block::new(Vec::new(), self.pool.run(number, &self.of.after))
    }

    /// No match of a pool is watched.
    fn lineups(&self) -> Vec<BySeat<usize>> {
        Vec::new()
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        Box::new(PoolFold { of: &self.of, pool: &*self.pool, counts: Counts::default() })
    }
}

/// The counts of runs from a pool.
pub(super) struct PoolFold<'a> {
    pub(super) of: &'a Calibrate,
    pub(super) pool: &'a dyn Drawn,
    pub(super) counts: Counts,
}

impl Fold for PoolFold<'_> {
    fn blocks(&self) -> u64 {
        self.counts.runs
    }

    fn to_json(&self, pretty: bool) -> String {
        json_of(&self.counts, pretty)
    }

    fn hands(&self) -> u64 {
        0
    }

    fn add(&mut self, block: &Block) {
        self.counts.merge(block.rows());
    }

    fn restore(&mut self, saved: &SavedSums<'_>) -> anyhow::Result<()> {
        let fit = |counts: &Counts| counts.is_like(&self.counts) && counts.can_be(&self.of.after);
        self.counts.merge(&saved.read(|counts| counts.runs, fit)?);
        Ok(())
    }

    /// The first run shows whether the pool can be used.
    fn stop(&self) -> Option<Stop> {
        let failed = (self.counts.runs == 1).then(|| self.pool.failed())??;
        let why = format!("{failed} failed in the pool: take bots that play to the end");
        Some(Stop::Refused(Failure::setting("bots", why)))
    }

    fn standing(&self) -> String {
        self.of.standing(self.counts.runs, &self.counts.cells)
    }

    fn reached(&self, _: u64, _: &str) -> String {
        self.of.reached(self.counts.runs)
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        let Counts { runs, cells } = &self.counts;
        Box::new(CalibrateOutcome::new(self.of, *runs, cells.clone(), None))
    }

    fn plan(&self, probe: &Probe) -> Plan {
        plan::of_pool(self, probe)
    }
}

#[cfg(test)]
mod tests {
    use threehand_stats::Moments;

    use super::super::cells::Kept;
    use super::super::promise::Promise;
    use super::*;

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

        fn start(&self, _: &[&i64]) -> Moments {
            Moments::default()
        }

        fn add(&self, sums: &mut Moments, _: u64, block: &i64, _: Stream) {
            sums.add(*block);
        }

        fn shown(&self, sums: &Moments, _: &Truth) -> Vec<(Subject, Option<Estimate>)> {
            let Estimate { mean, se, lo, hi } = sums.estimate(1.0);
            let width = lo.zip(hi).map_or(0.0, |(lo, hi)| hi - lo);
            let moved = |end: f64| mean + self.wide * (end - mean) + self.high * width;
            let shown = Estimate { mean, se, lo: lo.map(moved), hi: hi.map(moved) };
            vec![(Promise::Mean.of([0]), Some(shown))]
        }

        fn name(&self, _: Subject) -> String {
            "number".to_owned()
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
        let truth = pool.truth(&pool.blocks())[&Promise::Mean.of([0])];
        assert!((truth - sum as f64 / 505.0).abs() < 1e-12);
    }
}
