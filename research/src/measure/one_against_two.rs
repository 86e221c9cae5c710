//! One bot against two of another, in all three seats on the same cards.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use threehand_bots::{Bots, Knowledge, Maker, Registry, Spec, Visitor, play_out};
use threehand_engine::Seat;

use crate::cli::Pair;
use crate::lab::{Failure, ordered_map, say, t_quantile, with_named_game};
use crate::matches::{deal, first_dealer, one_against_two, play_match};
use crate::measure::TELLS;
use crate::sample::mean_and_error;
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research one-against-two --game 9-2-5 --bots champion,pimc --blocks 40
  research one-against-two --game three-kings --bots mc,heuristic --blocks 60 --first 40000

Parity is 1/3; a shared win counts its part. ± is half a 95 % interval over blocks, by Student's t. \
What a decision costs is the time that its thread had on a processor.";

/// One bot against two of another, as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pair: Pair,
    /// Blocks: a match's cards, played with the one in each of the three seats
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1 << 24))]
    blocks: u64,
    /// The number of the first block: other blocks, other cards
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 60))]
    first: u64,
}

/// Measures the one bot, and writes its line.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_named_game(lab, &args.pair.game, Duel { args, out })?
}

struct Duel<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Duel<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Args { pair, blocks, first } = self.args;
        let specs = pair.specs(bots)?;
        let [one, two] = specs.each_ref().map(|spec| bots.maker(spec));
        let mut played = Vec::new();
        let every = blocks.div_ceil(TELLS);
        let take = |_, block| {
            played.push(block);
            let count = played.len() as u64;
            if count.is_multiple_of(every) && (2..*blocks).contains(&count) {
                say(&format!("so far: {}", line::<G>(&specs, &played)));
            }
            ControlFlow::<()>::Continue(())
        };
        let play = |block| Seat::ALL.map(|seat| play(&one, seat, &two, block));
        let threads = rayon::current_num_threads();
        let _ = ordered_map(threads, *first..first + blocks, play, take)?;
        writeln!(self.out, "{}", line::<G>(&specs, &played))?;
        Ok(())
    }
}

/// What so many blocks of the one against two of the other came to.
fn line<G: Knowledge>([one, two]: &[Spec; 2], blocks: &[[Played; 3]]) -> String {
    let share = |block: &[Played; 3]| block.iter().map(|played| played.won).sum::<f64>() / 3.0;
    let shares: Vec<f64> = blocks.iter().map(share).collect();
    let (mean, error) = mean_and_error(&shares);
    let spent: Duration = blocks.as_flattened().iter().map(|played| played.spent).sum();
    let decisions: u32 = blocks.as_flattened().iter().map(|played| played.decisions).sum();
    let milliseconds = spent.as_secs_f64() * 1e3 / f64::from(decisions);
    let (game, one, two, count) = (G::NAME, one.to_string(), two.to_string(), blocks.len());
    // Blocks that all came out alike have no spread to take an error from.
    let half_width = match error > 0.0 {
        true => format!("{:.3}", t_quantile(count as u64) * error),
        false => "–".to_owned(),
    };
    format!(
        "{game:18} {one:40} {two:32} {count:5} blocks  {mean:.3} ± {half_width:5}  {milliseconds:8.4} ms a decision",
    )
}

/// A match of the one.
struct Played {
    /// The part of it that the one has won: 1 if alone.
    won: f64,
    /// What its decisions cost, and how many they were.
    spent: Duration,
    decisions: u32,
}

/// Plays the match of this block with the one in this seat.
fn play<G: Knowledge>(one: &Maker<'_, G>, seat: Seat, two: &Maker<'_, G>, block: u64) -> Played {
    let mut bots = one_against_two(one, seat, two);
    let mut luck = Purpose::Luck.generators(block, seat.number() as u64);
    let (mut spent, mut decisions) = (Duration::ZERO, 0);
    let end = play_match(&G::default(), first_dealer(block), |hand, standing| {
        let mut hand = deal(&G::default(), standing, Purpose::DuelDecks.deck(block, hand));
        play_out(&mut hand, |turn, view| {
            let started = (turn == seat).then(thread_time);
            let action = bots[turn].decide(view, &mut luck[turn]);
            if let Some(started) = started {
                spent += thread_time().saturating_sub(started);
                decisions += 1;
            }
            action
        })
    });
    Played { won: G::default().equity(&end)[seat], spent, decisions }
}

/// The time that this thread has had on a processor. To ask takes a fraction of a microsecond.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
