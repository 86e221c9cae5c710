//! The pieces of work that `bench` times.

use std::time::{Duration, Instant};

use threehand_bots::solver::{Source, Trial};
use threehand_engine::{BySeat, Seat};
use threehand_play::{DynGame, Keep, Player, Seeds, Subject};
use threehand_stats::{RATING_REPLICATES, Tally, poisson_weights};

use super::figure::Figure;
use crate::play::schedule::{Format, Schedule};

/// The cards of all pieces of work.
const SEEDS: Seeds = Seeds(1);

/// How long one sample of a piece of work is meant to take.
pub(super) const SAMPLE: Duration = Duration::from_millis(20);

/// How often each deal is solved: the best time counts.
pub(super) const SOLVER_ROUNDS: usize = 5;

/// The match numbers of the deals for the solvers start here.
const FIRST_SOLVED: u64 = 1 << 32;

/// The pieces of work of a game: its rules, full matches, and a decision of each bot.
pub(super) fn subjects(game: &dyn DynGame) -> Vec<Subject<'_>> {
    let mut all = game.subjects();
    let decisions = all.split_off(2);
    all.push(matches(game, "hand", |hands| hands));
    all.push(matches(game, "match", |_| 1));
    all.extend(decisions);
    all
}

/// Blocks of three random bots through all of the simulator; `units` of the hands of a match.
fn matches<'g>(game: &'g dyn DynGame, unit: &'static str, units: fn(u64) -> u64) -> Subject<'g> {
    const MAX_HANDS: usize = 1000;
    let rules = game.rules(&[]).expect("no option is wrong");
    let random = Player::BuiltIn(game.spec("random").expect("every lab has `random`"));
    let arena = game.arena(&*rules, &[random.clone(), random.clone(), random], SEEDS, MAX_HANDS);
    let schedule = Schedule::new(Format::Triples, 3).expect("three bots make six line-ups");
    let mut tally = Tally::new(schedule.iter().collect(), 3, game.roles().len());
    let mut number = 0;
    Subject::new(unit, game.name(), unit, move || {
        number += 1;
        let mut decks = SEEDS.decks(number);
        let mut done = 0;
        let rows = schedule.iter().enumerate().map(|lineup: (usize, BySeat<usize>)| {
            let row = arena.play(&mut decks, lineup, Keep::default(), None);
            done += units(row.hands + u64::from(row.forfeit.is_some()));
            row
        });
        let block = rows.collect();
        tally.add(&block, &poisson_weights(SEEDS.bootstrap(number), RATING_REPLICATES));
        done
    })
}

/// A piece of work with its samples so far.
pub(super) struct Measured<'g> {
    subject: Subject<'g>,
    /// How often it is done in a sample.
    times: u64,
    /// Nanoseconds a unit.
    samples: Vec<f64>,
    /// The time of all samples together.
    spent: Duration,
}

impl<'g> Measured<'g> {
    /// Finds out, warming up, how often the work is done in the time of a sample.
    pub(super) fn new(subject: Subject<'g>) -> Self {
        let mut new = Self { subject, times: 1, samples: Vec::new(), spent: Duration::ZERO };
        let mut elapsed = new.run().0;
        while 4 * elapsed < SAMPLE {
            new.times *= 2;
            elapsed = new.run().0;
        }
        let fits = SAMPLE.as_secs_f64() / elapsed.as_secs_f64();
        new.times = ((new.times as f64 * fits) as u64).max(1);
        new
    }

    /// Does the work of a sample: how long it took, and how many units it has.
    fn run(&mut self) -> (Duration, u64) {
        let start = Instant::now();
        let units = self.subject.run(self.times);
        (start.elapsed(), units)
    }

    /// Takes one more sample, unless the work is slow and has had three and its share of the time.
    pub(super) fn sample_within(&mut self, share: Duration) {
        if self.samples.len() >= 3 && self.spent >= share {
            return;
        }
        let (elapsed, units) = self.run();
        self.spent += elapsed;
        self.samples.push(elapsed.as_nanos() as f64 / units as f64);
    }

    pub(super) fn figure(&self) -> Figure {
        let Subject { bench, game, unit, .. } = &self.subject;
        Figure::of_samples(bench, game, unit, &self.samples)
    }
}

/// A question put to a solver for each of a row of random deals, with the best time of each so far.
pub(super) struct Solves {
    game: &'static str,
    trial: Trial,
    best: Vec<Duration>,
}

impl Solves {
    /// All questions of a game.
    pub(super) fn of_game(game: &dyn DynGame) -> Vec<Self> {
        let source = Source {
            deck: &|number, place| SEEDS.deck(FIRST_SOLVED + number, place),
            luck: &|number, place| SEEDS.bot(FIRST_SOLVED + number, place, Seat::P0),
        };
        let trials = game.solver_trials(&source).into_iter();
        let best = || vec![Duration::MAX; Trial::DEALS];
        trials.map(|trial| Self { game: game.name(), trial, best: best() }).collect()
    }

    /// Solves each deal once more.
    pub(super) fn round(&mut self) {
        for (deal, best) in self.best.iter_mut().enumerate() {
            *best = (self.trial.solve)(deal).min(*best);
        }
    }

    /// The time of a solve: the mean of the best times over the deals, and their median.
    pub(super) fn figures(&self) -> [Figure; 2] {
        let (name, sum) = (&self.trial.name, self.best.iter().sum::<Duration>());
        let mut sorted = self.best.clone();
        sorted.sort_unstable();
        let mean = sum.as_nanos() as f64 / sorted.len() as f64;
        let median = sorted[sorted.len() / 2].as_nanos() as f64;
        [(name.clone(), mean), (format!("{name} median"), median)]
            .map(|(bench, ns)| Figure::new(bench, self.game, "solve", ns, SOLVER_ROUNDS))
    }
}
