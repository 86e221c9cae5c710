//! What one bot gains over another on the same cards, hand by hand.
//!
//! Every fourth hand of matches of three absent-minded `heuristic` is taken from its deal on, and
//! played by three of the other bot, then with the one in each seat.

use std::io::Write;
use std::ops::ControlFlow;

use threehand_bots::{Bots, Knowledge, Maker, Registry, Visitor, play_out};
use threehand_engine::{Deck, Game, Outcome, Seat};

use crate::cli::Pair;
use crate::lab::{Failure, ordered_map, with_named_game};
use crate::matches::{Seated, deal, first_dealer, one_against_two, play_match, three_of};
use crate::sample::{MANY, mean_and_error};
use crate::streams::Purpose;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research gain --game 9-2-5 --bots pimc:worlds=32,heuristic --hands 2000
  research gain --game three-kings --bots champion,pimc --hands 200 --first 5000

The gain is the one's chance to win the match after the hand, less that of the other bot in its
place, times the hands in a match: about by how much its share of matches lies above 1/3, from far
fewer hands than matches need. ± is 1.96 standard errors over hands.";

/// One in so many hands is measured.
const RARITY: u64 = 4;
/// Who plays the matches that the hands are taken from.
const TABLE: &str = "heuristic:epsilon=0.05";

/// A gain as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pair: Pair,
    /// Hands to measure; those of the last match are all taken
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..))]
    hands: u64,
    /// The number of the first match
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1 << 60))]
    first: u64,
}

/// Measures the one bot, and writes its line.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    with_named_game(lab, &args.pair.game, Gain { args, out })?
}

struct Gain<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Gain<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Args { pair, hands, first } = self.args;
        let specs = pair.specs(bots)?;
        let table = bots.spec(TABLE).map_err(Failure::usage)?;
        let [one, two] = specs.each_ref().map(|spec| bots.maker(spec));
        let study = Study { one, two, table: bots.maker(&table) };
        let (mut gains, mut points) = (Vec::new(), Vec::new());
        let (mut matches, mut length) = (0_u32, 0_u32);
        let take = |_, played: Measured| {
            matches += 1;
            length += played.hands;
            gains.extend(played.gains);
            points.extend(played.points);
            if gains.len() as u64 >= *hands {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let threads = rayon::current_num_threads();
        let _ = ordered_map(threads, *first..u64::MAX, |block| study.play(block), take)?;
        let (mean, error) = mean_and_error(&gains);
        let length = f64::from(length) / f64::from(matches);
        let (gain, half_width) = (mean * length, MANY * error * length);
        let points = points.iter().sum::<f64>() / gains.len() as f64;
        let ([one, two], name, measured) =
            (specs.map(|spec| spec.to_string()), G::NAME, gains.len());
        writeln!(
            self.out,
            "{name:18} {one:32} {two:28} {measured:5} hands  gain {gain:+.3} ± {half_width:.3}  \
             points a hand {points:+.3}",
        )?;
        Ok(())
    }
}

/// The two bots, and who plays the matches.
struct Study<'a, G: Game> {
    one: Maker<'a, G>,
    two: Maker<'a, G>,
    table: Maker<'a, G>,
}

/// What was measured in a match of so many hands.
#[derive(Default)]
struct Measured {
    hands: u32,
    /// The one's gain in each measured hand, over the seats on average.
    gains: Vec<f64>,
    /// A third of the points by which the one did better, by seat of each such hand.
    points: Vec<f64>,
}

impl<G: Knowledge> Study<'_, G> {
    /// Plays the match of this number.
    fn play(&self, number: u64) -> Measured {
        let mut measured = Measured::default();
        play_match(&G::default(), first_dealer(number), |hand, standing| {
            measured.hands += 1;
            if (hand + number).is_multiple_of(RARITY) {
                self.measure(standing, (number, hand), &mut measured);
            }
            // Other cards and other luck than where the hand is measured.
            play_hand(standing, three_of(&self.table), (number, hand + 1_000))
        });
        measured
    }

    /// Plays a hand without the one and with it in each seat.
    fn measure(&self, standing: &G::Standing, place: (u64, u64), measured: &mut Measured) {
        let base = play_hand(standing, three_of(&self.two), place);
        let gains = Seat::ALL.map(|seat| {
            let bots = one_against_two(&self.one, seat, &self.two);
            let outcome = play_hand(standing, bots, place);
            measured.points.push(f64::from(outcome.points[seat] - base.points[seat]) / 3.0);
            let [with, without] = [outcome, base].map(|end| G::default().equity(&end)[seat]);
            (with - without) / 3.0
        });
        measured.gains.push(gains.iter().sum());
    }
}

/// Plays the hand of this match and number.
fn play_hand<G: Game>(
    standing: &G::Standing,
    mut bots: Seated<G>,
    (number, hand): (u64, u64),
) -> Outcome<G::Standing> {
    let mut luck = Purpose::Luck.generators(number, hand);
    let deck: Deck = Purpose::GainDecks.deck(number, hand);
    play_out(&mut deal(&G::default(), standing, deck), |seat, view| {
        bots[seat].decide(view, &mut luck[seat])
    })
}
