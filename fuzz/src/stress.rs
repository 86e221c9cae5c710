//! The stress test: random rules and bots, all checks on.
//!
//! A round is a match under random rules. One round in four is played by the bots that do not search,
//! the others at random. Some rounds, the sample, go through every check that a game has to pass.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Parser;
use rand::{Rng as _, SeedableRng as _};
use rayon::prelude::*;
use threehand_bots::testing::{Trial, Trials, blindness};
use threehand_bots::{BotRng, Bots, Games, Knowledge, Lab, Maker, Spec, Visitor};
use threehand_engine::record::Record;
use threehand_engine::testing;
use threehand_engine::{Action as _, BySeat, Game, Hand as _, Legal as _, Standing as _, below};

/// Most hands of a round: random play under some rules never ends a match.
const HANDS: usize = 50;
/// Rounds played side by side.
const BATCH: u64 = 64;

/// Plays random rules and bots with all checks on, and stops at the first failure
#[derive(Debug, Parser)]
#[command(name = "stress")]
pub struct Settings {
    /// The only game to play [default: all, in turn]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Hands to play; the last round is finished
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub hands: u64,
    /// Time limit
    #[arg(long, value_name = "N")]
    pub seconds: Option<u64>,
    /// One round in N goes through every check
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: u64,
    /// The seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The number of the first round
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// Write the hand of a failed check to this file, as a record
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// What was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Matches, finished or not.
    pub rounds: u64,
    /// Finished hands.
    pub hands: u64,
    /// Decisions in these hands.
    pub decisions: u64,
    /// Hands that were written as records and replayed.
    pub replayed: u64,
}

/// Plays rounds until there are enough hands. The rounds are the same at any number of threads.
///
/// # Errors
/// The first failed check, with the command that repeats it.
pub fn run(lab: &Lab<impl Games>, settings: &Settings) -> anyhow::Result<Counts> {
    let mut games = lab.games();
    if let Some(name) = &settings.game {
        games.retain(|game| game == name);
    }
    anyhow::ensure!(!games.is_empty(), "--game: no such game");
    let turns = games.len() as u64;
    let round = |number: u64| {
        let sampled = (number / turns).is_multiple_of(settings.sample);
        let round = Round { seed: settings.seed, number, sampled };
        lab.with_game(games[(number % turns) as usize], round).expect("a game of the list")
    };
    let end = settings.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut counts = Counts::default();
    let mut first = settings.first;
    loop {
        let batch = first..first + BATCH.min(settings.hands).max(1);
        first = batch.end;
        for played in batch.into_par_iter().map(round).collect::<Vec<_>>() {
            let Counts { rounds, hands, decisions, replayed } =
                played.or_else(|fault| fault.report(settings))?;
            counts.rounds += rounds;
            counts.hands += hands;
            counts.decisions += decisions;
            counts.replayed += replayed;
            if counts.hands >= settings.hands {
                return Ok(counts);
            }
        }
        if end.is_some_and(|end| Instant::now() > end) {
            return Ok(counts);
        }
    }
}

/// A failed check.
struct Fault {
    message: String,
    number: u64,
    /// The hand up to the failure.
    record: Option<Box<Record>>,
}

impl Fault {
    fn report(self, settings: &Settings) -> anyhow::Result<Counts> {
        let Self { message, number, record } = self;
        if let (Some(path), Some(record)) = (&settings.record, &record) {
            let line = serde_json::to_string(record)? + "\n";
            std::fs::write(path, line).with_context(|| path.display().to_string())?;
        }
        let game = record.map(|record| format!(" --game {}", record.game)).unwrap_or_default();
        let again =
            format!("stress{game} --seed {} --first {number} --hands 1 --sample 1", settings.seed);
        anyhow::bail!("{message}; again with: {again}")
    }
}

#[derive(Clone, Copy)]
struct Round {
    seed: u64,
    number: u64,
    sampled: bool,
}

impl Visitor for Round {
    type Output = Result<Counts, Fault>;

    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Self::Output {
        let failed = Arc::new(Mutex::new(None));
        let keep = Arc::clone(&failed);
        let trials = Trials::new(usize::MAX).seed(self.seed).hands_of_a_match(HANDS);
        let trials = trials.matches(self.number..self.number + 1);
        let trials =
            trials.on_failure(move |record| *keep.lock().expect("one thread") = Some(record));
        let played = catch_unwind(AssertUnwindSafe(|| self.play(bots, &trials)));
        played.map_err(|panic| Fault {
            message: message(&*panic).to_owned(),
            number: self.number,
            record: failed.lock().ok().and_then(|mut failed| failed.take()).map(Box::new),
        })
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

impl Round {
    fn play<G: Knowledge>(self, bots: &Bots<G>, trials: &Trials<G>) -> Counts {
        let mut counts = Counts { rounds: 1, ..Counts::default() };
        let specs = quick(bots);
        let by_bots = (self.number / 8).is_multiple_of(4);
        let makers: Vec<_> =
            specs.iter().filter(|_| by_bots).map(|spec| bots.maker(spec)).collect();
        trials.each(|trial| {
            if makers.is_empty() {
                play_at_random(trial);
            } else {
                play_by_bots(trial, &makers);
            }
            assert_end(trial);
            counts.hands += 1;
            counts.decisions += trial.actions.len() as u64;
        });
        if self.sampled {
            testing::hands(trials);
            testing::worlds(trials);
            testing::playouts(trials);
            blindness(bots, &specs, trials);
            counts.replayed = testing::records(trials) as u64;
        }
        counts
    }
}

/// The bots that do not search: nothing but `epsilon` can be set.
fn quick<G: Knowledge>(bots: &Bots<G>) -> Vec<Spec> {
    let quick = bots.kinds().filter(|kind| kind.parameters.iter().all(|p| p.name == "epsilon"));
    quick.map(|kind| bots.spec(kind.name).expect("a kind of the list")).collect()
}

/// Plays a hand at random. The fast playout has to reach the same end with the same random numbers.
fn play_at_random<G: Game>(trial: &mut Trial<'_, G>) {
    let mut fast = trial.rng.clone();
    let expected = trial.hand.play_out(&mut fast);
    let mut tries = BotRng::from_rng(&mut trial.rng.clone());
    while trial.hand.turn().is_some() {
        let action = trial.next_action();
        play_checked(trial, action, &mut tries);
    }
    assert_eq!(trial.hand.outcome(), Some(expected), "a playout reaches another outcome");
    assert_eq!(trial.rng.next_u64(), fast.next_u64(), "a playout draws other random numbers");
}

/// Plays a hand with a random one of these bots in each seat.
fn play_by_bots<G: Game>(trial: &mut Trial<'_, G>, makers: &[Maker<'_, G>]) {
    let mut rng = BotRng::from_rng(&mut trial.rng);
    let mut tries = BotRng::from_rng(&mut trial.rng);
    let mut bots = BySeat::from_fn(|_| makers[below(&mut rng, makers.len())]());
    while let Some(seat) = trial.hand.turn() {
        let action = bots[seat].decide(&trial.hand.view(seat), &mut rng);
        play_checked(trial, action, &mut tries);
    }
}

/// Plays a legal action, and checks a random one that need not be legal.
fn play_checked<G: Game>(trial: &mut Trial<'_, G>, action: G::Action, tries: &mut BotRng) {
    let legal = trial.hand.legal();
    assert!(legal.contains(action), "`{action}` is chosen and is not legal");
    assert!(trial.hand.outcome().is_none(), "an outcome before the end");
    let listed = legal.nth(below(tries, legal.len()));
    assert!(legal.contains(listed), "`{listed}` is listed and is not legal");
    if let Some(other) = G::Action::from_index(below(tries, G::Action::COUNT)) {
        let checked = trial.hand.check(other);
        assert_eq!(checked.is_ok(), legal.contains(other), "`{other}` checked and listed");
        if let Err(why) = checked
            && below(tries, 16) == 0
        {
            assert!(!why.to_string().is_empty(), "`{other}` is refused without a reason");
            let refused = trial.hand.clone().play(other).is_err();
            assert!(refused, "`{other}` is refused and can be played");
        }
    }
    let tricks = |trial: &Trial<'_, G>| trial.hand.tricks().0.iter().sum::<u8>();
    let before = tricks(trial);
    trial.play(action);
    let after = tricks(trial);
    assert!((before..=before + 1).contains(&after), "one action, and {before} tricks are {after}");
}

/// What holds at the end of every hand.
fn assert_end<G: Game>(trial: &Trial<'_, G>) {
    let hand = &trial.hand;
    let end = hand.outcome().expect("a finished hand has an outcome");
    assert!(hand.legal().is_empty(), "something is legal after the end");
    assert_eq!(hand.standing(), &trial.standing, "the standing of the hand has changed");
    if end.standing.game_points() == trial.standing.game_points() {
        let before = trial.standing.scores();
        let expected = BySeat::from_fn(|seat| before[seat] + end.points[seat]);
        assert_eq!(end.standing.scores(), expected, "scores after points of {:?}", end.points);
    }
}
