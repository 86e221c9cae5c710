//! One bot against two of another, in all three seats on the same cards.

use std::time::Duration;

use anyhow::anyhow;
use rayon::prelude::*;
use rustix::time::{ClockId, clock_gettime};
use threehand_bots::{Bots, Knowledge, Maker, Visitor, play_out};
use threehand_engine::options::{rules_of, variant_name};
use threehand_engine::{Game, Seat};
use threehand_sim::terminal::failure::Failure;
use threehand_stats::t_quantile;

use crate::matches::{deal, first_dealer, one_against_two, play_match};
use crate::sample::mean_and_error;
use crate::specs;
use crate::streams::Purpose;

/// The end of its help.
pub const EXAMPLES: &str = "\
Examples:
  research one-against-two --game 9-2-5 --bots champion,pimc --blocks 40
  research one-against-two --game three-kings --bots mc,heuristic --blocks 60 --first 40000

Parity is 1/3; a shared win counts its part. ± is half a 95 % interval over blocks, by Student's t. \
The time of a decision is that of its thread on a processor.";

/// One bot against two of another, as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game, by its name (see `threehand list games`) or by its file
    #[arg(long, value_name = "NAME|FILE")]
    pub game: String,
    /// The rules, by the name of a variant (see `threehand rules`) [default: as published]
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// The bot to measure, and the bot in the other seats
    #[arg(long, value_name = "ONE,TWO", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Blocks: a match's cards, played with the one in each of the three seats
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1 << 24))]
    blocks: u64,
    /// The number of the first block: other blocks, other cards
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 60))]
    first: u64,
}

impl Visitor for &Args {
    type Output = Result<String, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Self::Output {
        let Args { first, blocks, .. } = *self;
        let rules = self.rules(&bots.game())?;
        let bots = &bots.in_game(rules);
        let specs = specs(bots, "--bots", &self.bots)?;
        let [one, two] = &specs[..] else {
            let count = specs.len();
            return Err(Failure::usage(anyhow!("--bots: two bots are needed, not {count}")));
        };
        let makers = [one, two].map(|spec| bots.maker(spec));
        let matches_of = |block| Seat::ALL.map(|seat| play(&rules, &makers, seat, block));
        let played: Vec<_> = (first..first + blocks).into_par_iter().map(matches_of).collect();
        let won = |matches: &[Played; 3]| matches.iter().map(|played| played.won).sum::<f64>();
        let shares: Vec<f64> = played.iter().map(|matches| won(matches) / 3.0).collect();
        let (mean, error) = mean_and_error(&shares);
        let time: Duration = played.as_flattened().iter().map(|played| played.time).sum();
        let decisions: u32 = played.as_flattened().iter().map(|played| played.decisions).sum();
        let milliseconds = time.as_secs_f64() * 1e3 / f64::from(decisions);
        let (game, one, two) = (variant_name(&rules), one.to_string(), two.to_string());
        // Equal blocks have no spread.
        let half_width = match error > 0.0 {
            true => format!("{:.3}", t_quantile(blocks) * error),
            false => "–".to_owned(),
        };
        Ok(format!(
            "{game:18} {one:40} {two:32} {blocks:5} blocks  {mean:.3} ± {half_width:5}  {milliseconds:8.4} ms a decision\n",
        ))
    }
}

impl Args {
    /// The rules of the variant.
    fn rules<G: Game>(&self, game: &G) -> Result<G, Failure> {
        let Some(name) = &self.variant else { return Ok(*game) };
        let variants = game.variants();
        let variant = variants.iter().find(|variant| variant.name == name).ok_or_else(|| {
            let all: Vec<_> = variants.iter().map(|variant| variant.name).collect();
            Failure::usage(anyhow!("--variant {name}: the variants are {}", all.join(", ")))
        })?;
        Ok(rules_of(game, variant.options.iter().copied()).expect("variants are well formed"))
    }
}

/// A match of the one.
struct Played {
    /// The share of the win.
    won: f64,
    /// The time of the one's decisions, and their number.
    time: Duration,
    decisions: u32,
}

/// Plays the match of this block with the one in this seat.
fn play<G: Knowledge>(rules: &G, makers: &[Maker<'_, G>; 2], seat: Seat, block: u64) -> Played {
    let mut bots = one_against_two(&makers[0], seat, &makers[1]);
    let mut rngs = Purpose::Luck.generators(block, seat.number() as u64);
    let (mut time, mut decisions) = (Duration::ZERO, 0);
    let end = play_match(rules, first_dealer(block), |hand, standing| {
        let mut hand = deal(rules, standing, Purpose::DuelDecks.deck(block, hand));
        play_out(&mut hand, |turn, view| {
            let start = (turn == seat).then(thread_time);
            let action = bots[turn].decide(view, &mut rngs[turn]);
            if let Some(start) = start {
                time += thread_time().saturating_sub(start);
                decisions += 1;
            }
            action
        })
    });
    Played { won: rules.equity(&end)[seat], time, decisions }
}

/// The processor time of this thread. The call takes less than a microsecond.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
