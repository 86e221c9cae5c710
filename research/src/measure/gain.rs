//! What one bot gains over another on the same cards, hand by hand.

use std::io::Write;

use threehand_bots::{Bots, Knowledge, Registry, Spec, Visitor};

use crate::cli::Pair;
use crate::lab::{Failure, say, with_named_game};
use crate::measure::TELLS;
use crate::measure::single_hands::Sample;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research gain --game 9-2-5 --bots pimc:worlds=32,heuristic --hands 2000
  research gain --game three-kings --bots champion,pimc --hands 200 --first 5000

The gain is the one's chance to win the match after the hand, less that of the other bot in its \
place, times the hands in a match. Between bots of like strength it is about by how much the one's \
share of matches lies above 1/3, from far fewer hands than matches need; between others it is more. \
± is half a 95 % interval by Student's t over matches.";

/// A gain as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pair: Pair,
    /// Hands to measure, of two matches at least; those of the last match are all taken
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=1 << 24))]
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
        let [one, two] = pair.specs(bots)?;
        let ones = [one];
        let every = hands.div_ceil(TELLS) as f64;
        let mut due = every;
        let told = |sample: &Sample| {
            let measured = sample.measured();
            if measured >= due && measured < *hands as f64 && sample.matches() > 1 {
                say(&format!("so far: {}", line::<G>((&ones[0], &two), (sample, 0))));
                due = measured + every;
            }
        };
        let sample = Sample::taken(bots, (&ones, &two), (*hands, *first), told)?;
        writeln!(self.out, "{}", line::<G>((&ones[0], &two), (&sample, 0)))?;
        Ok(())
    }
}

/// What this bot of a sample gained over the other.
pub fn line<G: Knowledge>((one, other): (&Spec, &Spec), (sample, bot): (&Sample, usize)) -> String {
    let [one, other] = [one, other].map(Spec::to_string);
    let (measured, points, gain) = (sample.measured(), sample.points(bot), sample.gain(bot));
    let (game, gain, half_width) = (G::NAME, gain.value, gain.half_width());
    format!(
        "{game:18} {one:32} {other:28} {measured:5} hands  gain {gain:+.3} ± {half_width:.3}  points a hand {points:+.3}",
    )
}
