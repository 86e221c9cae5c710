//! What `bench` times of the exact solvers: what each game sets them, the best of some rounds.

use std::time::Duration;

use threehand_bots::solver::{Source, Trial};
use threehand_engine::Seat;
use threehand_play::DynGame;

use crate::play::seeds::Seeds;

/// How often each deal is solved: the best time counts.
pub(super) const ROUNDS: usize = 5;
/// The match numbers of the deals start here.
const FIRST: u64 = 1 << 32;

/// A question put to a solver for each of a row of random deals, with the best time of each so far.
pub(super) struct Solves {
    /// The game whose solver it is.
    pub(super) game: &'static str,
    trial: Trial,
    best: Vec<Duration>,
}

impl Solves {
    /// All questions of a game.
    pub(super) fn of_game(game: &dyn DynGame) -> Vec<Self> {
        let seeds = Seeds(1);
        let source = Source {
            deck: &|number, place| seeds.deck(FIRST + number, place),
            luck: &|number, place| seeds.bot(FIRST + number, place, Seat::P0),
        };
        let trials = game.solver_trials(&source).into_iter();
        let best = || vec![Duration::MAX; Trial::DEALS];
        trials.map(|trial| Self { game: game.name(), trial, best: best() }).collect()
    }

    /// What is asked, as `bench` names it.
    pub(super) fn name(&self) -> &str {
        &self.trial.name
    }

    /// Solves each deal once more.
    pub(super) fn round(&mut self) {
        for (deal, best) in self.best.iter_mut().enumerate() {
            *best = (self.trial.solve)(deal).min(*best);
        }
    }

    /// Nanoseconds a solve, of the best of the rounds: the mean over the deals, and their median.
    pub(super) fn mean_and_median(&self) -> (f64, f64) {
        let sum: Duration = self.best.iter().sum();
        let mut sorted = self.best.clone();
        sorted.sort_unstable();
        let median = sorted[sorted.len() / 2];
        (sum.as_nanos() as f64 / self.best.len() as f64, median.as_nanos() as f64)
    }
}
