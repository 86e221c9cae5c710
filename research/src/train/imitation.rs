//! A network learns to do what a bot does.

use std::io::Write;

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::learned::{Inputs, Learned};
use threehand_bots::{BotRng, Bots, Maker, Spec};
use threehand_engine::{BySeat, Hand as _, Legal as _};

use super::floats::Floats;
use super::play::{EXPECTATION, before, brought, chosen, likely, log, sense, trial};
use super::samples::Samples;
use super::step::{Steps, shuffle};
use super::{Args, save};
use crate::lab::{Failure, say};
use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::streams::Purpose;

/// Matches of the teacher between two looks at how many hands there are.
const MATCHES_AT_ONCE: u64 = 64;

/// Lets a network learn what the teacher does.
pub(super) fn imitate<G: Learned>(
    mut floats: Floats,
    args: &Args,
    teacher: &Spec,
    bots: &Bots<'_, G>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let maker = bots.maker(teacher);
    let mut samples = Samples::default();
    let (mut hands, mut first) = (0, args.first);
    while hands < args.hands {
        let matches = first..first + MATCHES_AT_ONCE;
        let played: Vec<_> =
            matches.into_par_iter().map(|number| play::<G>(&maker, number)).collect();
        for (part, count) in &played {
            samples.append(part);
            hands += count;
        }
        first += MATCHES_AT_ONCE;
        say(&format!("{hands} hands, {} decisions, matches up to {first}", samples.len()));
    }
    let made = format!("by {} decisions of {teacher} in {hands} hands", samples.len());
    let mut steps = Steps::new(&floats);
    // Every fiftieth decision is kept back, to see what is foretold.
    let (kept, mut order): (Vec<u32>, Vec<u32>) =
        (0..samples.len() as u32).partition(|number| number % 50 == 0);
    let mut rng = BotRng::seed_from_u64(args.first);
    let (mut share, mut error) = (0.0, 0.0);
    for epoch in 0..args.epochs {
        shuffle(&mut order, &mut rng);
        let rate = args.rate * (1.0 - epoch as f32 / args.epochs as f32);
        for batch in order.chunks(args.batch as usize) {
            steps.take(
                &mut floats,
                &samples,
                batch,
                rate,
                |sample| sample.seen,
                |floats, sample, units, moved| {
                    let mut chances = Vec::new();
                    likely(floats, units, sample.labels, &mut chances);
                    for (place, (labels, chance)) in sample.labels.iter().zip(chances).enumerate() {
                        let is_it = f32::from(u8::from(place == usize::from(sample.known.chosen)));
                        moved.extend(labels.map(|label| (label.into(), chance - is_it)));
                    }
                    let value = floats.layout().labels;
                    let wrong = floats.speaks_for(units, value) - sample.known.came;
                    moved.push((value, EXPECTATION * wrong));
                },
            );
        }
        save::<G>(&floats, args, &made)?;
        (share, error) = trial::<G>(&floats, args.blocks);
        let [foretold, loss] = agreement(&floats, &samples, &kept);
        say(&format!(
            "epoch {epoch}: {:.1} % foretold, loss {loss:.3}, {:.1} % ± {:.1} against two heuristic",
            foretold * 100.0,
            share * 100.0,
            error * 196.0
        ));
    }
    writeln!(out, "{} {made}: {share:.4} ± {:.4}", G::NAME, 1.96 * error)?;
    Ok(())
}

/// How often the network would choose the same in these decisions, and how unlikely it makes the choice: the mean of the
/// logarithm.
fn agreement(floats: &Floats, samples: &Samples, numbers: &[u32]) -> [f32; 2] {
    let mut sums = [0.0; 2];
    let mut chances = Vec::new();
    for &number in numbers {
        let sample = samples.get(number as usize);
        likely(floats, &floats.sense(sample.seen), sample.labels, &mut chances);
        let chance = chances[usize::from(sample.known.chosen)];
        sums[0] += f32::from(u8::from(chances.iter().all(|&other| other <= chance)));
        sums[1] -= log(chance);
    }
    sums.map(|sum| sum / numbers.len() as f32)
}

/// Plays a match of the teacher with itself: what it decided, and the number of hands.
fn play<G: Learned>(maker: &Maker<'_, G>, number: u64) -> (Samples, u64) {
    let mut samples = Samples::default();
    let mut bots = three_of(maker);
    let mut luck = Purpose::TrainLuck.generators(number, 0);
    let rules = G::vary(&mut Purpose::TrainLuck.generator(number, 1));
    let mut hands = 0;
    let (mut inputs, mut labels) = (Inputs::new(), Vec::new());
    play_match(&rules, first_dealer(number), |hand_number, standing| {
        hands += 1;
        let at_first = before(&rules, *standing);
        let mut own = BySeat::from_fn(|_| Vec::new());
        let mut hand = deal(&rules, standing, Purpose::TrainDecks.deck(number, hand_number));
        while let Some(seat) = hand.turn() {
            let legal = hand.legal();
            let action = bots[seat].decide(&hand.view(seat), &mut luck[seat]);
            if legal.len() > 1 {
                sense::<G>(&hand, seat, &mut inputs, &mut labels);
                let place = legal.iter().position(|legal| legal == action).expect("it is legal");
                own[seat].push(samples.len());
                samples.push(inputs.on(), inputs.on().len(), &labels, chosen(place, 0.0, 0.0));
            }
            hand.play_unchecked(action);
        }
        let outcome = hand.outcome().expect("nobody is to move");
        let came = brought(&rules, &at_first, &outcome);
        for (seat, own) in own.iter() {
            own.iter().for_each(|&number| samples.known[number].came = came[seat]);
        }
        outcome
    });
    (samples, hands)
}
