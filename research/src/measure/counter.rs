//! The bot of a family that gains most over a bot, found by halving.
//!
//! All bots of the family play single hands against the bot. The better half plays twice as many, and so on
//! to the last one (successive halving: K. Jamieson and A. Talwalkar, *Non-stochastic best arm
//! identification and hyperparameter optimization*, 2016). The choice favours lucky bots, so the last one
//! then plays hands of its own.
//!
//! Every fourth hand of matches of three `heuristic`, which err now and then, is measured: three of the bot
//! play it, then each bot of the family in each seat, on the same cards.

use std::fmt::Write as _;

use rayon::prelude::*;
use threehand_bots::{Bots, Knowledge, Maker, Spec, Visitor, play_out};
use threehand_engine::{Game, Outcome, Seat};
use threehand_sim::terminal::failure::Failure;

use crate::matches::{Seated, deal, first_dealer, one_against_two, play_match, three_of};
use crate::sample::{Estimate, mean};
use crate::specs;
use crate::streams::Purpose;

/// The end of its help.
pub const EXAMPLES: &str = "\
Examples:
  research counter --game 9-2-5 --bot policy --among heuristic,mc,pimc:worlds=16 --hands 100
  research counter --game three-kings --bot champion --among policy --hands 400

Each round has a line a bot, best first; the last round has one bot, on other cards. A gain is the \
chance to win the match after the hand, less that of `--bot` in its place, times the hands of a match. \
Between bots of like strength it is about the share of matches above 1/3, from far fewer hands. ± is \
half a 95 % interval by Student's t over matches.";

/// One in so many hands is measured.
const RARITY: u64 = 4;
/// The bot that plays the matches.
const TABLE: &str = "heuristic:epsilon=0.05";

/// A search for a counter, as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: see `threehand list games`
    #[arg(long, value_name = "NAME")]
    pub game: String,
    /// The bot to exploit
    #[arg(long, value_name = "BOT")]
    bot: String,
    /// The family of bots
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', required = true)]
    among: Vec<String>,
    /// Hands of the first round, from two matches at least; each later round has twice as many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1 << 20))]
    hands: u64,
    /// The number of the first match
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 60))]
    first: u64,
}

impl Visitor for &Args {
    type Output = Result<String, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Self::Output {
        let other = &specs(bots, "--bot", std::slice::from_ref(&self.bot))?[0];
        let table = bots.maker(&bots.spec(TABLE).map_err(Failure::usage)?);
        let mut family = specs(bots, "--among", &self.among)?;
        let (mut hands, mut first) = (self.hands, self.first);
        let mut text = String::new();
        loop {
            let ones: Vec<_> = family.iter().map(|spec| bots.maker(spec)).collect();
            let sample =
                Table { ones, other: bots.maker(other), table: &table }.sample(hands, first);
            let gains: Vec<_> = (0..family.len()).map(|bot| gain(&sample, bot)).collect();
            let mut order: Vec<usize> = (0..family.len()).collect();
            order.sort_by(|&a, &b| gains[b].value.total_cmp(&gains[a].value));
            for &bot in &order {
                text += &line::<G>((&family[bot], other), &gains[bot], (&sample, bot));
            }
            if family.len() == 1 {
                return Ok(text);
            }
            text.push('\n');
            family =
                order[..order.len().div_ceil(2)].iter().map(|&bot| family[bot].clone()).collect();
            (hands, first) = (2 * hands, first + sample.len() as u64);
        }
    }
}

fn line<G: Game>(
    (one, other): (&Spec, &Spec),
    gain: &Estimate,
    (sample, bot): (&[Match], usize),
) -> String {
    let [one, other] = [one, other].map(Spec::to_string);
    let (game, gain, half_width) = (G::NAME, gain.value, gain.half_width());
    let points = per_hand(sample, |of| of.gains[bot].points).value;
    let measured = measured(sample);
    let mut line = format!("{game:18} {one:32} {other:28} {measured:5} hands  gain {gain:+.3}");
    let _ = writeln!(line, " ± {half_width:.3}  points a hand {points:+.3}");
    line
}

/// The gain in a measured hand, times the hands of a match. Both vary from match to match, so the error
/// is that of their product (delta method over matches).
fn gain(sample: &[Match], bot: usize) -> Estimate {
    let a_hand = per_hand(sample, |of| of.gains[bot].matches);
    let hands = mean(sample.iter().map(|of| of.hands));
    let residuals = a_hand.residuals.iter().zip(sample);
    let residuals =
        residuals.map(|(residual, of)| residual * hands + a_hand.value * (of.hands - hands));
    Estimate { value: a_hand.value * hands, residuals: residuals.collect() }
}

fn per_hand(sample: &[Match], sum: impl Fn(&Match) -> f64) -> Estimate {
    let pairs: Vec<_> = sample.iter().map(|of| (of.measured, sum(of))).collect();
    Estimate::ratio(&pairs).expect("hands were measured")
}

fn measured(sample: &[Match]) -> f64 {
    sample.iter().map(|of| of.measured).sum()
}

/// A match of a sample.
struct Match {
    hands: f64,
    measured: f64,
    /// What each bot of the family gained in the measured hands together.
    gains: Vec<Gain>,
}

/// What a bot gained, on average over the seats.
#[derive(Clone, Copy, Default)]
struct Gain {
    /// Chances to win the match.
    matches: f64,
    points: f64,
}

/// The bots of the family, the bot in the other seats, and the bot that plays the matches.
struct Table<'a, G: Game> {
    ones: Vec<Maker<'a, G>>,
    other: Maker<'a, G>,
    table: &'a Maker<'a, G>,
}

impl<G: Knowledge> Table<'_, G> {
    /// Plays matches until so many hands are measured, and two matches at least.
    fn sample(&self, hands: u64, first: u64) -> Vec<Match> {
        let mut sample = Vec::new();
        let at_once = rayon::current_num_threads();
        for first in (first..).step_by(at_once) {
            let numbers = first..first + at_once as u64;
            for played in
                numbers.into_par_iter().map(|number| self.play(number)).collect::<Vec<_>>()
            {
                sample.push(played);
                if measured(&sample) >= hands as f64 && sample.len() > 1 {
                    return sample;
                }
            }
        }
        sample
    }

    fn play(&self, number: u64) -> Match {
        let gains = vec![Gain::default(); self.ones.len()];
        let mut played = Match { hands: 0.0, measured: 0.0, gains };
        play_match(&G::default(), first_dealer(number), |hand, standing| {
            played.hands += 1.0;
            if (hand + number).is_multiple_of(RARITY) {
                played.measured += 1.0;
                let without = play_hand(standing, three_of(&self.other), (number, hand));
                for (one, gained) in self.ones.iter().zip(&mut played.gains) {
                    let gain = self.gain(one, &without, standing, (number, hand));
                    gained.matches += gain.matches;
                    gained.points += gain.points;
                }
            }
            // Other cards and random numbers than those of the measured hand.
            play_hand(standing, three_of(self.table), (number, hand + 1_000))
        });
        played
    }

    /// Plays a hand with a bot of the family in each seat; `without` is the outcome without it.
    fn gain(
        &self,
        one: &Maker<'_, G>,
        without: &Outcome<G::Standing>,
        standing: &G::Standing,
        place: (u64, u64),
    ) -> Gain {
        let gains = Seat::ALL.map(|seat| {
            let with = play_hand(standing, one_against_two(one, seat, &self.other), place);
            let [better, worse] = [&with, without].map(|end| G::default().equity(end)[seat]);
            (better - worse, f64::from(with.points[seat] - without.points[seat]))
        });
        let mean = |of: fn(&(f64, f64)) -> f64| gains.iter().map(of).sum::<f64>() / 3.0;
        Gain { matches: mean(|gain| gain.0), points: mean(|gain| gain.1) }
    }
}

/// Plays the hand of this match and number.
fn play_hand<G: Game>(
    standing: &G::Standing,
    mut bots: Seated<'static, G>,
    (number, hand): (u64, u64),
) -> Outcome<G::Standing> {
    let mut rngs = Purpose::Luck.generators(number, hand);
    let deck = Purpose::CounterDecks.deck(number, hand);
    play_out(&mut deal(&G::default(), standing, deck), |seat, view| {
        bots[seat].decide(view, &mut rngs[seat])
    })
}
