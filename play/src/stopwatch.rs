//! A stopwatch beside the bots of a plan: it times their decisions, and lets them off most of these where all
//! would take too long.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Of so many decisions one is timed, once there is no time for all of them. It shares no factor with the
/// number of seats, so that all kinds of decision come up.
const ONE_OF: u64 = 7;

/// Times decisions, bot by bot.
pub struct Stopwatch {
    /// For how long all decisions are taken, and then for how long some of each bot are.
    patience: [Duration; 2],
    bots: Mutex<Vec<Times>>,
}

/// What the decisions of a bot took.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    timed: u64,
    spent: Duration,
    skipped: u64,
    /// What was spent before it was let off the first.
    before: Option<Duration>,
}

impl Stopwatch {
    /// A stopwatch that lets bots off once all of them have taken the first of these times, and lets a bot off
    /// all that is left once it has taken the second besides.
    pub fn new(patience: [Duration; 2]) -> Arc<Self> {
        Arc::new(Self { patience, bots: Mutex::default() })
    }

    /// Whether a bot is let off its next decision.
    pub fn lets_off(&self, bot: usize) -> bool {
        let bots = &mut *self.bots.lock().unwrap_or_else(PoisonError::into_inner);
        if bots.len() <= bot {
            bots.resize(bot + 1, Times::default());
        }
        let [all, some] = self.patience;
        if bots.iter().map(|times| times.spent).sum::<Duration>() < all {
            return false;
        }
        let times = &mut bots[bot];
        let before = *times.before.get_or_insert(times.spent);
        let is_due = (times.timed + times.skipped).is_multiple_of(ONE_OF);
        let is_slow = times.spent >= some * u32::try_from(times.timed).unwrap_or(u32::MAX);
        let lets_off = times.timed > 0 && (!is_due || is_slow || times.spent - before >= some);
        times.skipped += u64::from(lets_off);
        lets_off
    }

    /// Times a decision of a bot.
    pub(crate) fn time<T>(&self, bot: usize, decide: impl FnOnce() -> T) -> T {
        let asked = Instant::now();
        let decision = decide();
        self.took(bot, asked.elapsed());
        decision
    }

    /// Counts a decision of a bot that took so long.
    pub fn took(&self, bot: usize, time: Duration) {
        let times = &mut self.bots.lock().unwrap_or_else(PoisonError::into_inner)[bot];
        times.timed += 1;
        times.spent += time;
    }

    /// Decisions that were timed, and the seconds that those would have taken that bots were let off; `None`
    /// if there were none of these.
    pub fn left_out(&self) -> Option<(u64, f64)> {
        let bots = self.bots.lock().unwrap_or_else(PoisonError::into_inner);
        let mean = |times: &Times| times.spent.as_secs_f64() / times.timed.max(1) as f64;
        let seconds = bots.iter().map(|times| times.skipped as f64 * mean(times)).sum();
        let skipped: u64 = bots.iter().map(|times| times.skipped).sum();
        (skipped > 0).then(|| (bots.iter().map(|times| times.timed).sum(), seconds))
    }
}
