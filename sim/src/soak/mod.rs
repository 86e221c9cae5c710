//! `soak`: random rules and bots with all checks on, for as long as one likes.

mod round;

use std::cell::Cell;
use std::ffi::OsStr;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::Args;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use threehand_bots::Registry;

use self::round::{Counts, Failed, Round};
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::games::named::name_of;
use crate::play::ordered_map::ordered_map;
use crate::settings::how::threads;
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::number::{duration, plural};
use crate::terminal::shown::shell_quoted;
use crate::terminal::stream::{print, print_json};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand soak
  threehand soak --game three-kings --hands 1000000
  threehand soak --seed 7 --first 1234 --hands 1 --sample 1

A round is a match under rules drawn at random, played at random or by bots that do not search. Every \
hand is played with its checks on. The rounds of the sample go through every check that a game has to \
pass: records replayed, worlds, blindness, all that is legal and all that is not.

Overflows are found where the program checks for them: cargo run --profile soak -- soak";

/// A soak as typed.
#[derive(Debug, Args)]
pub struct SoakArgs {
    /// Only this game: see `threehand list games` [default: all, in turn]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Hands to play, and the rest of the round in which they are reached
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = value::whole::<1, { u64::MAX }>)]
    pub hands: u64,
    /// One round in so many is of the sample
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = value::whole::<1, { u64::MAX }>)]
    pub sample: u64,
    /// The seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = value::whole::<0, { u64::MAX }>)]
    pub seed: u64,
    /// The number of the first round
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = value::whole::<0, MOST_ROUNDS>)]
    pub first: u64,
    /// Threads; what is played is the same at any number [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<1, 1024>)]
    pub threads: Option<u64>,
    /// Write the hand on which a check fails there, as a record
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print the summary as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// So many rounds at most are given to a thread at a time: fewer where they are long, or where few are to be played.
const AT_A_TIME: u64 = 64;

/// No soak comes to more rounds, and none begins with a higher number.
const MOST_ROUNDS: u64 = 1 << 60;

thread_local! {
    /// Whether this thread is in a round: a panic there is a finding, which is told in one line.
    static IN_A_ROUND: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics of rounds off the terminal; all others are printed as before.
fn silence_rounds() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !IN_A_ROUND.get() {
            print(info);
        }
    }));
}

fn in_a_round<T>(work: impl FnOnce() -> T) -> T {
    IN_A_ROUND.set(true);
    let done = work();
    IN_A_ROUND.set(false);
    done
}

/// Whether an addition that overflows panics in this build.
fn overflow_is_checked() -> bool {
    let add = || black_box(u8::MAX) + black_box(1);
    in_a_round(|| std::panic::catch_unwind(add)).is_err()
}

/// How far a soak got.
struct Soaked {
    games: Vec<(&'static str, u64, Counts)>,
    rounds: u64,
    hands: u64,
}

/// Why a soak stopped before its last hand.
enum Stop {
    Enough,
    Interrupted(u8),
    Found(u64, Failed),
}

/// Plays hands until there are enough, or a check fails.
pub fn run(lab: &impl Registry, args: &SoakArgs) -> Result<(), Failure> {
    let games = match &args.game {
        Some(game) => vec![name_of(lab, game)?],
        None => lab.games(),
    };
    silence_rounds();
    heed_interrupts()?;
    let threads = threads(args.threads);
    let bar = bar(args);
    let start = Instant::now();
    let mut soaked = Soaked {
        games: games.iter().map(|name| (*name, 0, Counts::default())).collect(),
        rounds: 0,
        hands: 0,
    };
    let at_a_time = AT_A_TIME.min(args.hands).min(args.sample);
    let play = |batch: u64| {
        let first = batch * at_a_time + args.first;
        let numbers = first..first + at_a_time;
        let round = |number| {
            let game = (number % games.len() as u64) as usize;
            let round = Round {
                seed: args.seed,
                number,
                sampled: (number / games.len() as u64).is_multiple_of(args.sample),
            };
            let played = in_a_round(|| lab.with_game(games[game], round));
            (number, game, played.expect("the game is of the laboratory"))
        };
        numbers.map(round).collect::<Vec<_>>()
    };
    let take = |_, played: Vec<_>| {
        for (number, game, result) in played {
            let counts: Counts = match result {
                Ok(counts) => counts,
                Err(failed) => return ControlFlow::Break(Stop::Found(number, failed)),
            };
            soaked.add(game, counts);
            if soaked.hands >= args.hands {
                return ControlFlow::Break(Stop::Enough);
            }
        }
        bar.set_position(soaked.hands);
        match interrupted() {
            Some(signal) => ControlFlow::Break(Stop::Interrupted(signal)),
            None => ControlFlow::Continue(()),
        }
    };
    let stop = ordered_map(threads, 0..MOST_ROUNDS / at_a_time, play, take)?;
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    match stop {
        ControlFlow::Break(Stop::Found(round, failed)) => Err(found(args, round, failed)),
        ControlFlow::Break(Stop::Interrupted(signal)) => {
            soaked.tell(args, threads, seconds)?;
            Err(Failure::Interrupted(signal, "interrupted".to_owned()))
        }
        _ => soaked.tell(args, threads, seconds),
    }
}

/// The progress over the hands, on a terminal only.
fn bar(args: &SoakArgs) -> ProgressBar {
    let unseen = args.quiet || args.json;
    let target = if unseen { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(args.hands), target);
    let line = "{bar:14} {percent:>3} %  {human_pos} of {human_len} hands  {per_sec}  {eta} left";
    let style = ProgressStyle::with_template(line).expect("the template is well formed");
    bar.set_style(style.progress_chars("━╸─"));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// What failed, in a line that says how to come to it again; the hand goes to the file for it.
fn found(args: &SoakArgs, round: u64, failed: Failed) -> Failure {
    let Failed { told, record } = failed;
    let game =
        record.as_ref().map(|record| format!(" --game {}", shell_quoted(OsStr::new(&record.game))));
    let game = game.unwrap_or_default();
    let again =
        format!("threehand soak{game} --seed {} --first {round} --hands 1 --sample 1", args.seed);
    let kept = args.record.as_ref().zip(record).map(|(path, record)| {
        let line = serde_json::to_string(&record).expect("plain values have a JSON text");
        std::fs::write(path, line + "\n").with_context(|| path.display().to_string())
    });
    match kept {
        Some(Err(error)) => anyhow!("{told}; again with: {again}; and {error:#}").into(),
        _ => anyhow!("{told}; again with: {again}").into(),
    }
}

impl Soaked {
    fn add(&mut self, game: usize, counts: Counts) {
        let (_, rounds, sum) = &mut self.games[game];
        *rounds += 1;
        sum.hands += counts.hands;
        sum.decisions += counts.decisions;
        sum.verified += counts.verified;
        self.rounds += 1;
        self.hands += counts.hands;
    }

    fn sum(&self, of: impl Fn(&Counts) -> u64) -> u64 {
        self.games.iter().map(|(.., counts)| of(counts)).sum()
    }

    fn tell(&self, args: &SoakArgs, threads: usize, seconds: f64) -> Result<(), Failure> {
        let (assertions, overflow) = (cfg!(debug_assertions), overflow_is_checked());
        let (hands, decisions) = (self.hands, self.sum(|counts| counts.decisions));
        let (verified, per_second) = (self.sum(|counts| counts.verified), hands as f64 / seconds);
        if args.json {
            let game = |(game, rounds, counts): &(_, _, Counts)| {
                let Counts { hands, decisions, verified } = counts;
                json!({"game": game, "rounds": rounds, "hands": hands, "decisions": decisions, "verified": verified})
            };
            let json = json!({
                "seed": args.seed,
                "first": args.first,
                "rounds": self.rounds,
                "hands": hands,
                "decisions": decisions,
                "verified": verified,
                "games": self.games.iter().map(game).collect::<Vec<_>>(),
                "threads": threads,
                "seconds": seconds,
                "hands_per_second": per_second,
                "debug_assertions": assertions,
                "overflow_checks": overflow,
            });
            return print_json(&json);
        }
        let on = |on| if on { "on" } else { "off" };
        let mut text = format!(
            "{} of {} and {}, and no check failed; {} replayed from records · seed {}, rounds {} to {}\n",
            plural(hands, "hand"),
            plural(self.rounds, "match"),
            plural(decisions, "decision"),
            plural(verified, "hand"),
            args.seed,
            HumanCount(args.first),
            HumanCount(args.first + self.rounds - u64::from(self.rounds > 0)),
        );
        for (game, rounds, counts) in &self.games {
            let (hands, rounds) = (plural(counts.hands, "hand"), plural(*rounds, "match"));
            text += &format!("  {game}: {hands} of {rounds}\n");
        }
        text += &format!(
            "{} on {}, {} hands/s · debug assertions {}, overflow checks {}\n",
            duration(seconds),
            plural(threads as u64, "thread"),
            HumanCount(per_second as u64),
            on(assertions),
            on(overflow),
        );
        print(&text)
    }
}
