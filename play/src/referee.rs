//! The referee, who is at the table where a limit was asked for: the referee watches what is asked of
//! bots, and rules that a bot that takes too long or too much memory forfeits its match.
//!
//! Time and memory are no functions of the seed. So the referee's rulings are kept: when a block is played again, a
//! bot that was ruled out at a question is not asked it, and the block comes out the same.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use threehand_bots::BotFailure;
use threehand_engine::Seat;

use crate::panics::caught;
use crate::stopwatch::Stopwatch;

/// How long a bot that has forfeited may take to come back after all. Beyond that it is taken to be lost.
const GRACE: Duration = Duration::from_millis(500);

/// That a bot forfeits its match at a question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ruling {
    /// The block.
    pub block: u64,
    /// The match, counted in the block.
    #[serde(rename = "match")]
    pub number: u64,
    /// The question, counted in the match: the three bots are made, decide in turn, and are put away.
    pub question: u64,
    /// The seat of the bot.
    pub seat: Seat,
    /// Why.
    #[serde(rename = "reason", serialize_with = "as_reason", deserialize_with = "of_reason")]
    pub failure: BotFailure,
}

fn as_reason<S: Serializer>(failure: &BotFailure, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(failure)
}

fn of_reason<'de, D: Deserializer<'de>>(from: D) -> Result<BotFailure, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

/// What a bot may take for an answer; nothing said is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Seconds.
    pub seconds: Option<u64>,
    /// Megabytes of memory, which are the whole process's: no two questions may be open at a time.
    pub megabytes: Option<u64>,
}

impl Limits {
    /// How a bot fails that passes the limit of time, and that of memory.
    pub fn failures(&self) -> [Option<BotFailure>; 2] {
        let time = |most| BotFailure::TimedOut(format!("the {most} s allowed"));
        let memory = |most| BotFailure::TookMemory(format!("the {most} MB allowed"));
        [self.seconds.map(time), self.megabytes.map(memory)]
    }
}

/// The referee of a run.
pub struct Referee {
    limits: Limits,
    /// How a bot fails that passes the limit of time, and that of memory.
    failures: [Option<BotFailure>; 2],
    rulings: Mutex<Rulings>,
    chairs: Mutex<Vec<Arc<Mutex<Chair>>>>,
    stopwatch: Option<Arc<Stopwatch>>,
}

/// All rulings in their order, whether there are some that were not handed out yet, and those of before that a match has
/// met.
#[derive(Default)]
struct Rulings {
    all: Vec<Ruling>,
    fresh: bool,
    applied: BTreeSet<Ruling>,
}

/// A block that is being played.
struct Chair {
    block: u64,
    /// Matches that were begun.
    matches: u64,
    /// Questions of the match so far.
    questions: u64,
    asked: Option<Asked>,
}

/// A question that has not been answered yet.
struct Asked {
    seat: Seat,
    /// For how long the question has been seen to be open.
    open: Option<Duration>,
    /// Why the bot has forfeited its match by now.
    ruled: Option<BotFailure>,
}

/// What the referee sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// All is in order, or will be.
    Order,
    /// A bot does not come back, or holds memory that only the end of the process frees.
    Lost,
}

impl Referee {
    /// A referee who keeps these limits, and has ruled so before.
    pub fn new(limits: Limits, rulings: Vec<Ruling>) -> Self {
        let rulings = Mutex::new(Rulings { all: rulings, ..Rulings::default() });
        let (failures, chairs) = (limits.failures(), Mutex::default());
        Self { limits, failures, rulings, chairs, stopwatch: None }
    }

    /// A referee without limits who times what bots decide.
    pub fn with_stopwatch(stopwatch: Arc<Stopwatch>) -> Self {
        let stopwatch = Some(stopwatch);
        Self { stopwatch, ..Self::new(Limits::default(), Vec::new()) }
    }

    /// Watches a block that is now played.
    pub fn watch(&self, block: u64) -> Watch<'_> {
        let of_block = |ruling: &&Ruling| ruling.block == block;
        let ruled = held(&self.rulings).all.iter().filter(of_block).cloned().collect();
        let chair = Chair { block, matches: 0, questions: 0, asked: None };
        let chair = Arc::new(Mutex::new(chair));
        held(&self.chairs).push(Arc::clone(&chair));
        Watch { referee: self, ruled, chair }
    }

    /// Looks at what is asked; the last look was `since` so long ago.
    pub fn look(&self, since: Duration) -> Sight {
        let mut sight = Sight::Order;
        let [late, large] = &self.failures;
        let is_beyond = |most| memory().is_some_and(|now| now > most);
        let too_much = large.as_ref().filter(|_| self.limits.megabytes.is_some_and(is_beyond));
        for chair in held(&self.chairs).iter() {
            let chair = &mut *held(chair);
            let Some(asked) = &mut chair.asked else { continue };
            let open = asked.open.map_or(Duration::ZERO, |open| open + since);
            asked.open = Some(open);
            let most = self.limits.seconds.map(Duration::from_secs);
            let beyond = most.and_then(|most| open.checked_sub(most));
            let too_long = late.as_ref().filter(|_| beyond.is_some());
            let Some(failure) = too_much.or(too_long) else { continue };
            if too_much.is_some() || beyond.is_some_and(|beyond| beyond >= GRACE) {
                sight = Sight::Lost;
            }
            if asked.ruled.is_none() {
                asked.ruled = Some(failure.clone());
                let (block, seat, failure) = (chair.block, asked.seat, failure.clone());
                let (number, question) = (chair.matches - 1, chair.questions - 1);
                let ruling = Ruling { block, number, question, seat, failure };
                let rulings = &mut *held(&self.rulings);
                let place = rulings.all.partition_point(|other| *other < ruling);
                rulings.all.insert(place, ruling);
                rulings.fresh = true;
            }
        }
        sight
    }

    /// The rulings of before that a match has met.
    pub fn applied(&self) -> BTreeSet<Ruling> {
        held(&self.rulings).applied.clone()
    }

    /// All rulings, if there are some that were not handed out before.
    pub fn fresh_rulings(&self) -> Option<Vec<Ruling>> {
        let rulings = &mut *held(&self.rulings);
        std::mem::take(&mut rulings.fresh).then(|| rulings.all.clone())
    }
}

/// The referee's eye on one block, for as long as the block is played.
pub struct Watch<'a> {
    referee: &'a Referee,
    /// What was ruled in the block before.
    ruled: Vec<Ruling>,
    chair: Arc<Mutex<Chair>>,
}

impl Watch<'_> {
    /// The stopwatch that times what bots decide, if there is one.
    pub(crate) fn stopwatch(&self) -> Option<&Stopwatch> {
        self.referee.stopwatch.as_deref()
    }

    /// The next match begins.
    pub(crate) fn next_match(&self) {
        let chair = &mut *held(&self.chair);
        chair.matches += 1;
        chair.questions = 0;
    }

    /// What a bot's work comes to, or why the bot failed.
    pub(crate) fn ask<T>(&self, seat: Seat, work: impl FnOnce() -> T) -> Result<T, BotFailure> {
        let (number, question) = {
            let chair = &mut *held(&self.chair);
            chair.questions += 1;
            chair.asked = Some(Asked { seat, open: None, ruled: None });
            (chair.matches - 1, chair.questions - 1)
        };
        let here = |ruling: &&Ruling| (ruling.number, ruling.question) == (number, question);
        if let Some(ruling) = self.ruled.iter().find(here) {
            held(&self.chair).asked = None;
            held(&self.referee.rulings).applied.insert(ruling.clone());
            // To drop the work may drop a bot, which is what the bot was ruled out at.
            std::mem::forget(work);
            return Err(ruling.failure.clone());
        }
        let done = caught(work);
        let asked = held(&self.chair).asked.take();
        asked.and_then(|asked| asked.ruled).map_or(done, Err)
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        held(&self.referee.chairs).retain(|chair| !Arc::ptr_eq(chair, &self.chair));
    }
}

/// The megabytes that this process holds in memory, where the system tells.
pub fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let held = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = held.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds what the referee sees")
}
