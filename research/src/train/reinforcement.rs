//! A network learns by play with itself and with other bots.
//!
//! A network that plays only with itself forgets what beats others, and comes to bid only its last bid. So
//! in half of the hands other bots or [networks of the past](Past) play some seats. A [`Critic`] who sees
//! all cards says what a choice gained, so that a gain holds less of the luck of the cards.
//!
//! J. Schulman, F. Wolski, P. Dhariwal, A. Radford, O. Klimov, "Proximal policy optimization algorithms"
//! (2017), with the gains of "High-dimensional continuous control using generalized advantage estimation"
//! (2015).

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::learned::{Inputs, Learned, Network};
use threehand_bots::{BotRng, Maker};
use threehand_engine::{BySeat, Hand as _, Legal as _, Seat, below};
use threehand_sim::terminal::failure::Failure;
use threehand_sim::terminal::stream::say;

use super::critic::Critic;
use super::floats::Floats;
use super::past::Past;
use super::play::{
    Sample, chances, chances_before, draw, entropy, log, results, sense, settle, shuffle, trial,
};
use super::state::State;
use super::{Args, PASSES, save};
use crate::matches::{Seated, deal, three_of};
use crate::streams::Purpose;

/// Matches that are played side by side.
const TABLES: u64 = 16;
/// The largest change of a choice's probability in a round, as a part of it.
const CLIP: f32 = 0.2;
/// One hand in so many is played with another bot in one or two seats.
const AGAINST: usize = 2;
/// The first rounds, in which only the critic learns.
const CRITIC_FIRST: u64 = 4;
/// Decisions whose entropy is measured.
const MEASURED: usize = 5_000;

/// Lets a network learn from play with itself.
pub(super) fn reinforce<G: Learned>(
    game: G,
    floats: Floats,
    args: &Args,
    others: &[Maker<'_, G>],
    past: &[Network],
    tried: &Maker<'_, G>,
) -> Result<String, Failure> {
    let mut state = State::new(floats, args.first);
    if let Some(path) = &args.state {
        state = state.or_of_file::<G>(path, args)?;
    }
    let begin = |round: u64| {
        let numbers = round * TABLES..(round + 1) * TABLES;
        let tables = numbers.map(|number| Table::new(game, !args.exploit.is_empty(), number));
        (tables.collect::<Vec<_>>(), BotRng::seed_from_u64(round))
    };
    let (mut tables, mut rng) = begin(state.round);
    let last = args.first + args.rounds;
    let (mut share, mut half_width) = (0.0, 0.0);
    for round in state.round..last {
        let State { floats, steps, critic, remembered, .. } = &mut state;
        if args.remember > 0 && (round - args.first).is_multiple_of(args.remember) {
            remembered.push(floats.network::<G>());
        }
        let opponents = Opponents { bots: others, past, remembered };
        let play = |table: &mut Table<G>| {
            let mut samples = Vec::new();
            for _ in 0..args.hands.div_ceil(TABLES) {
                table.play(floats, critic, &opponents, &mut samples);
            }
            samples
        };
        let samples = tables.par_iter_mut().map(play).collect::<Vec<_>>();
        let mut samples: Vec<Sample> = samples.into_iter().flatten().collect();
        let spread = level(&mut samples);
        let mut order: Vec<&Sample> = samples.iter().collect();
        critic.learn(&mut order, &mut rng);
        let passes = if round < args.first + CRITIC_FIRST { 0 } else { PASSES };
        for _ in 0..passes {
            shuffle(&mut order, &mut rng);
            for batch in order.chunks(args.batch as usize) {
                let slopes = |floats: &Floats, sample: &Sample, units: &_, slopes: &mut _| {
                    let chances = chances(floats, units, &sample.labels);
                    let ratio = libm::expf(log(chances[sample.chosen]) - sample.log_chance);
                    let too_far =
                        if sample.gain > 0.0 { ratio > 1.0 + CLIP } else { ratio < 1.0 - CLIP };
                    let pull = if too_far { 0.0 } else { sample.gain * ratio };
                    let entropy = entropy(&chances);
                    let by = |place| {
                        let chance: f32 = chances[place];
                        let chosen = f32::from(u8::from(place == sample.chosen));
                        let opens = chance * (log(chance) + entropy);
                        pull * (chance - chosen) + args.entropy * opens
                    };
                    sample.slopes(floats, units, by, slopes);
                };
                steps.take(floats, batch, args.rate, Sample::seen, slopes);
            }
        }
        let is_whole = (round + 1 - args.first).is_multiple_of(args.interval);
        if is_whole || round + 1 == last {
            let Args { first, hands, remember, batch, rate, entropy, .. } = args;
            let (against, networks) = (args.against.join(","), args.past.len());
            let met = match &*args.exploit {
                [] => format!(
                    "by play with itself in rounds {first} to {round} of {hands} hands, half against {against}, \
                     with --past of {networks} --remember {remember}"
                ),
                bots => format!(
                    "against two {} in rounds {first} to {round} of {hands} hands, with",
                    bots.join(" or ")
                ),
            };
            let made = format!("{met} --batch {batch} --rate {rate} --entropy {entropy}");
            save(&game, floats, args, &made)?;
            (share, half_width) = trial(&game, floats, tried, args.blocks);
            say(&format!(
                "round {}: {:.1} % ± {:.1} against two {}, {} decisions, entropy {:.3}, spread {spread:.3}",
                round + 1,
                share * 100.0,
                half_width * 100.0,
                args.exploit.first().map_or("heuristic", |bot| bot),
                samples.len(),
                mean_entropy(floats, &samples),
            ));
        }
        if let Some(path) = args.state.as_ref().filter(|_| is_whole) {
            state.round = round + 1;
            state.write::<G>(path, args)?;
            (tables, rng) = begin(round + 1);
        }
    }
    Ok(format!("{} round {last}: {share:.4} ± {:.4}\n", game.name(), half_width))
}

/// The mean entropy of the network's choices.
fn mean_entropy(floats: &Floats, samples: &[Sample]) -> f32 {
    let measured = &samples[..samples.len().min(MEASURED)];
    let of =
        |sample: &Sample| entropy(&chances(floats, &floats.sense(sample.seen()), &sample.labels));
    measured.iter().map(of).sum::<f32>() / measured.len() as f32
}

/// Gives the gains of a round mean 0 and standard deviation 1. Returns the standard deviation before.
fn level(samples: &mut [Sample]) -> f32 {
    let count = samples.len() as f32;
    let mean = samples.iter().map(|sample| sample.gain).sum::<f32>() / count;
    let squares = samples.iter().map(|sample| (sample.gain - mean).powi(2)).sum::<f32>();
    let spread = (squares / count).sqrt();
    let by = 1.0 / (spread + 1e-6);
    for sample in samples {
        sample.gain = (sample.gain - mean) * by;
    }
    spread
}

/// The bots and networks that the network plays with beside itself.
struct Opponents<'a, G: Learned> {
    bots: &'a [Maker<'a, G>],
    past: &'a [Network],
    remembered: &'a [Network],
}

impl<G: Learned> Opponents<'_, G> {
    /// A random bot in each seat, or as often as all bots together a random network.
    fn any(&self, rng: &mut BotRng) -> Seated<'_, G> {
        let count = self.past.len() + self.remembered.len();
        let networks = usize::from(count > 0) * self.bots.len().max(1);
        match self.bots.get(below(rng, self.bots.len() + networks)) {
            Some(maker) => three_of(maker),
            None => {
                let mut networks = self.past.iter().chain(self.remembered);
                let network = networks.nth(below(rng, count)).expect("one of so many");
                BySeat::from_fn(|_| Box::new(Past(network)) as Box<_>)
            }
        }
    }
}

/// A match that is being played.
struct Table<G: Learned> {
    game: G,
    /// One seat alone learns, and the rules are those of the game.
    exploits: bool,
    rules: G,
    standing: G::Standing,
    rng: BotRng,
    number: u64,
    hand: u64,
}

impl<G: Learned> Table<G> {
    fn new(game: G, exploits: bool, number: u64) -> Self {
        let mut rng = Purpose::TrainLuck.generator(number, 2);
        let rules = if exploits { game } else { game.vary(&mut rng) };
        let standing = rules.first_standing(Seat::cyclic(below(&mut rng, 3)));
        Self { game, exploits, rules, standing, rng, number, hand: 0 }
    }

    /// Plays the next hand; another match follows one that is over.
    fn play(
        &mut self,
        floats: &Floats,
        critic: &Critic,
        opponents: &Opponents<'_, G>,
        samples: &mut Vec<Sample>,
    ) {
        let Self { rules, standing, rng, .. } = self;
        // The bits of 1 to 6 are the seats of another bot.
        let others = match self.exploits {
            true => 7 - (1 << below(rng, 3)),
            false if below(rng, AGAINST) == 0 => 1 + below(rng, 6),
            false => 0,
        };
        let mut bots = opponents.any(rng);
        let before = chances_before(rules, *standing);
        let mut hand = deal(rules, standing, Purpose::TrainDecks.deck(self.number, self.hand));
        let mut own = BySeat::from_fn(|_| Vec::new());
        let (mut inputs, mut labels) = (Inputs::new(), Vec::new());
        while let Some(seat) = hand.turn() {
            let legal = hand.legal();
            let action = if legal.len() == 1 {
                legal.nth(0)
            } else if others >> seat.number() & 1 == 1 {
                bots[seat].decide(&hand.view(seat), rng)
            } else {
                let places = sense::<G>(&hand, seat, &mut inputs, &mut labels);
                let chances = chances(floats, &floats.sense(inputs.on()), &labels);
                let chosen = draw(&chances, rng);
                let open = critic.open::<G>(&hand, seat, &inputs, &places);
                own[seat].push(samples.len());
                samples.push(Sample {
                    log_chance: log(chances[chosen]),
                    expected: critic.expects(&open),
                    ..Sample::new(&open, inputs.on().len(), &labels, chosen)
                });
                legal.nth(chosen)
            };
            hand.play_unchecked(action);
        }
        let outcome = hand.outcome().expect("nobody is to move");
        let results = results(rules, &before, &outcome);
        for (seat, own) in own.iter() {
            settle(samples, own, results[seat]);
        }
        self.hand += 1;
        self.standing = outcome.standing;
        if outcome.over || self.hand > 200 {
            *self = Self::new(self.game, self.exploits, self.number + 1_000_003);
        }
    }
}

#[cfg(test)]
mod tests {
    use threehand_bots::Lab;
    use threehand_bots::learned::inputs;
    use threehand_engine::games::NineTwoFive;

    use super::*;

    #[test]
    fn who_exploits_learns_in_one_seat_by_the_rules_of_the_game() {
        let lab = Lab::standard();
        let bots = lab.bots::<NineTwoFive>();
        let random = [bots.maker(&bots.spec("random").expect("a bot"))];
        let opponents = Opponents { bots: &random, past: &[], remembered: &[] };
        let inputs = inputs::<NineTwoFive>();
        let (floats, critic) =
            (Floats::new(inputs, NineTwoFive::LABELS, 1), Critic::new(inputs, 1));
        let learned = |exploits| {
            let (mut samples, mut varied) = (Vec::new(), 0);
            for number in 0..20 {
                let mut table = Table::new(NineTwoFive::default(), exploits, number);
                varied += usize::from(table.rules != NineTwoFive::default());
                table.play(&floats, &critic, &opponents, &mut samples);
            }
            (samples.len(), varied)
        };
        let (alone, varied) = learned(true);
        assert!(varied == 0 && (20 * 12..20 * 24).contains(&alone), "{alone} {varied}");
        // With itself it plays two to three seats of most hands, in four matches of ten by other rules.
        let (beside, varied) = learned(false);
        assert!(varied > 2 && beside > 20 * 27, "{beside} {varied}");
    }
}
