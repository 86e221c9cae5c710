//! A network learns by playing with itself, and with other bots.
//!
//! A network that plays with itself alone forgets what beats others, and comes to bid only what it last bid. So in half of
//! the hands some seats are played by other bots, or by [networks of the past](Past).
//!
//! What a choice gained is told by a [`Critic`] who sees all cards, so that less of a gain is the luck of the cards.
//!
//! J. Schulman, F. Wolski, P. Dhariwal, A. Radford, O. Klimov, "Proximal policy optimization algorithms" (2017), with
//! the gains of "High-dimensional continuous control using generalized advantage estimation" (2015).

use std::io::Write;

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::learned::{Inputs, Learned, Network};
use threehand_bots::{Bot, BotRng, Maker};
use threehand_engine::{BySeat, Hand as _, Legal as _, Seat, below};

use super::critic::Critic;
use super::floats::Floats;
use super::past::Past;
use super::play::{
    EXPECTATION, before, brought, chosen, draw, likely, log, open, sense, settle, trial,
};
use super::samples::Samples;
use super::step::{PASSES, Steps, shuffle};
use super::{Args, save};
use crate::lab::{Failure, say};
use crate::matches::deal;
use crate::streams::Purpose;

/// Matches that are played side by side.
const TABLES: u64 = 16;
/// How far a choice's likelihood may move in a round.
const CLIP: f32 = 0.2;
/// Of so many hands one is played with another bot in one or two seats.
const AGAINST: usize = 2;
/// Rounds between two trials.
const TRIAL: u64 = 50;
/// The first rounds, in which only the critic learns.
const CRITIC_FIRST: u64 = 4;

/// A match that is being played.
struct Table<G: Learned> {
    rules: G,
    standing: G::Standing,
    rng: BotRng,
    number: u64,
    hand: u64,
}

/// Lets a network learn from play with itself.
pub(super) fn reinforce<G: Learned>(
    mut floats: Floats,
    args: &Args,
    others: &[Maker<'_, G>],
    mut past: Vec<Network>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut tables: Vec<_> =
        (0..TABLES).map(|number| table::<G>(args.first * TABLES + number)).collect();
    let mut critic = Critic::new(floats.layout().inputs, args.first);
    let mut steps = Steps::new(&floats);
    let mut rng = BotRng::seed_from_u64(args.first);
    let last = args.first + args.rounds;
    let (mut share, mut error) = (0.0, 0.0);
    for round in args.first..last {
        let each = args.hands.div_ceil(TABLES);
        if args.remember > 0 && (round - args.first).is_multiple_of(args.remember) {
            past.push(floats.network::<G>());
        }
        let pool = Pool { others, past: &past };
        let played: Vec<_> = tables
            .par_iter_mut()
            .map(|table| {
                let mut samples = Samples::default();
                for _ in 0..each {
                    play(table, &floats, &critic, &pool, &mut samples);
                }
                samples
            })
            .collect();
        let mut samples = Samples::default();
        played.iter().for_each(|part| samples.append(part));
        let spread = level(&mut samples);
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        critic.learn(&samples, &mut order, &mut rng);
        let passes = if round < args.first + CRITIC_FIRST { 0 } else { PASSES };
        for _ in 0..passes {
            shuffle(&mut order, &mut rng);
            for batch in order.chunks(args.batch as usize) {
                steps.take(
                    &mut floats,
                    &samples,
                    batch,
                    args.rate,
                    |sample| sample.seen,
                    |floats, sample, units, moved| {
                        let mut chances = Vec::new();
                        likely(floats, units, sample.labels, &mut chances);
                        let known = sample.known;
                        let place = usize::from(known.chosen);
                        let ratio = (log(chances[place]) - known.likely).exp();
                        let too_far =
                            if known.gain > 0.0 { ratio > 1.0 + CLIP } else { ratio < 1.0 - CLIP };
                        let pull = if too_far { 0.0 } else { known.gain * ratio };
                        let all_open = open(&chances);
                        for (other, (labels, &chance)) in
                            sample.labels.iter().zip(&chances).enumerate()
                        {
                            let is_it = f32::from(u8::from(other == place));
                            let opens = chance * (log(chance) + all_open);
                            let by = pull * (chance - is_it) + args.entropy * opens;
                            moved.extend(labels.map(|label| (label.into(), by)));
                        }
                        let value = floats.layout().labels;
                        let wrong = floats.speaks_for(units, value) - known.came;
                        moved.push((value, EXPECTATION * wrong));
                    },
                );
            }
        }
        if (round + 1 - args.first).is_multiple_of(TRIAL) || round + 1 == last {
            let made = format!(
                "by play with itself in rounds {} to {round} of {} hands, half against {}, with --past of {} --remember {} --batch {} --rate {} --entropy {}",
                args.first,
                args.hands,
                args.against.join(","),
                args.past.len(),
                args.remember,
                args.batch,
                args.rate,
                args.entropy
            );
            save::<G>(&floats, args, &made)?;
            (share, error) = trial::<G>(&floats, args.blocks);
            let open = openness(&floats, &samples);
            say(&format!(
                "round {}: {:.1} % ± {:.1} against two heuristic, {} decisions, {open:.3} open, spread {spread:.3}",
                round + 1,
                share * 100.0,
                error * 196.0,
                samples.len(),
            ));
        }
    }
    writeln!(out, "{} round {last}: {share:.4} ± {:.4}", G::NAME, 1.96 * error)?;
    Ok(())
}

/// How much the network leaves open on average: the entropy of its choices.
fn openness(floats: &Floats, samples: &Samples) -> f32 {
    let count = samples.len().min(5000);
    let mut chances = Vec::new();
    let sum: f32 = (0..count)
        .map(|number| {
            let sample = samples.get(number);
            likely(floats, &floats.sense(sample.seen), sample.labels, &mut chances);
            open(&chances)
        })
        .sum();
    sum / count as f32
}

/// Makes the gains of a round 0 on average, and 1 in spread. Says how far they were spread: their standard deviation.
fn level(samples: &mut Samples) -> f32 {
    let count = samples.len() as f32;
    let mean = samples.known.iter().map(|known| known.gain).sum::<f32>() / count;
    let spread = samples.known.iter().map(|known| (known.gain - mean).powi(2)).sum::<f32>() / count;
    let by = 1.0 / (spread.sqrt() + 1e-6);
    for known in &mut samples.known {
        known.gain = (known.gain - mean) * by;
    }
    spread.sqrt()
}

/// Whom the network plays with beside itself.
struct Pool<'a, G: Learned> {
    others: &'a [Maker<'a, G>],
    past: &'a [Network],
}

impl<G: Learned> Pool<'_, G> {
    /// Any of the bots, or in their midst any of the networks.
    fn any(&self, rng: &mut BotRng) -> Box<dyn Bot<G> + '_> {
        let networks = usize::from(!self.past.is_empty()) * self.others.len().max(1);
        match self.others.get(below(rng, self.others.len() + networks)) {
            Some(maker) => maker(),
            None => Box::new(Past(&self.past[below(rng, self.past.len())])),
        }
    }
}

/// A match that begins.
fn table<G: Learned>(number: u64) -> Table<G> {
    let mut rng = Purpose::TrainLuck.generator(number, 2);
    let rules = G::vary(&mut rng);
    let standing = rules.first_standing(Seat::cyclic(below(&mut rng, 3)));
    Table { rules, standing, rng, number, hand: 0 }
}

/// Plays a hand, with the match going on to the next; a match that ends makes place for another.
fn play<G: Learned>(
    table: &mut Table<G>,
    floats: &Floats,
    critic: &Critic,
    pool: &Pool<'_, G>,
    samples: &mut Samples,
) {
    let Table { rules, standing, rng, number, hand: hand_number } = table;
    let learns = if below(rng, AGAINST) == 0 { 1 + below(rng, 6) } else { 0 };
    // Which seats are played by the other bot: none, or by the bits of 1 to 6.
    let other = |seat: Seat| learns >> seat.number() & 1 == 1;
    let mut bot = pool.any(rng);
    let at_first = before(rules, *standing);
    let deck = Purpose::TrainDecks.deck(*number, *hand_number);
    let mut hand = deal(rules, standing, deck);
    let mut own = BySeat::from_fn(|_| Vec::new());
    let (mut inputs, mut open) = (Inputs::new(), Vec::new());
    let (mut labels, mut chances) = (Vec::new(), Vec::new());
    while let Some(seat) = hand.turn() {
        let legal = hand.legal();
        let action = if legal.len() == 1 {
            legal.nth(0)
        } else if other(seat) {
            bot.decide(&hand.view(seat), rng)
        } else {
            let places = sense::<G>(&hand, seat, &mut inputs, &mut labels);
            let units = floats.sense(inputs.on());
            likely(floats, &units, &labels, &mut chances);
            let place = draw(&chances, rng);
            critic.open::<G>(&hand, seat, &inputs, &places, &mut open);
            let expected = critic.expects(&open);
            own[seat].push(samples.len());
            let known = chosen(place, log(chances[place]), expected);
            samples.push(&open, inputs.on().len(), &labels, known);
            legal.nth(place)
        };
        hand.play_unchecked(action);
    }
    let outcome = hand.outcome().expect("nobody is to move");
    let came = brought(rules, &at_first, &outcome);
    for (seat, own) in own.iter() {
        settle(samples, own, came[seat]);
    }
    *hand_number += 1;
    if outcome.over || *hand_number > 200 {
        let next = *number + 1_000_003;
        *table = self::table(next);
    } else {
        *standing = outcome.standing;
    }
}
