//! A network learns to do what a bot does.

use anyhow::anyhow;
use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::learned::{Inputs, Learned, Network, Policy};
use threehand_bots::{Bot as _, BotRng, Maker, Spec};
use threehand_engine::{BySeat, Hand as _, Legal as _};
use threehand_sim::terminal::failure::Failure;
use threehand_sim::terminal::stream::say;

use super::floats::Floats;
use super::play::{Sample, chances, chances_before, log, results, sense, shuffle, trial};
use super::step::Steps;
use super::{Args, save};
use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::streams::Purpose;

/// Matches of the teacher that are played at once.
const MATCHES_AT_ONCE: u64 = 64;

/// Lets a network learn from a teacher.
pub(super) fn imitate<G: Learned>(
    game: G,
    mut floats: Floats,
    args: &Args,
    teacher: &Spec,
    maker: &Maker<'_, G>,
    heuristic: &Maker<'_, G>,
) -> Result<String, Failure> {
    let mut samples = Vec::new();
    let (mut hands, mut first) = (0, args.first);
    let plays_on = args.early.then(|| floats.network::<G>());
    let at_once = MATCHES_AT_ONCE.min(args.hands);
    while hands < args.hands {
        let matches = first..first + at_once;
        let play = |number| play(&game, maker, plays_on.as_ref(), number);
        let played: Vec<_> = matches.into_par_iter().map(play).collect();
        for (part, count) in played {
            samples.extend(part);
            hands += count;
        }
        if samples.is_empty() {
            let why = "--early: nothing comes before the first lead of this game";
            return Err(Failure::usage(anyhow!(why)));
        }
        first += at_once;
        say(&format!("{hands} hands, {} decisions, matches up to {first}", samples.len()));
    }
    let which = if args.early { "early " } else { "" };
    let made = format!("by {} {which}decisions of {teacher} in {hands} hands", samples.len());
    let mut steps = Steps::new(&floats);
    // Every fiftieth decision is kept back, to test predictions.
    let (kept, learned): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(number, _)| number % 50 == 0);
    let mut order: Vec<&Sample> = learned.into_iter().map(|(_, sample)| sample).collect();
    let mut rng = BotRng::seed_from_u64(args.first);
    let (mut share, mut half_width) = (0.0, 0.0);
    for epoch in 0..args.epochs {
        shuffle(&mut order, &mut rng);
        let rate = args.rate * (1.0 - epoch as f32 / args.epochs as f32);
        for batch in order.chunks(args.batch as usize) {
            steps.take(&mut floats, batch, rate, Sample::seen, |floats, sample, units, slopes| {
                let chances = chances(floats, units, &sample.labels);
                let by = |place| chances[place] - f32::from(u8::from(place == sample.chosen));
                sample.slopes(floats, units, by, slopes);
            });
        }
        save(&game, &floats, args, &made)?;
        (share, half_width) = trial(&game, &floats, heuristic, args.blocks);
        let (mut same, mut loss) = (0.0, 0.0);
        for (_, sample) in &kept {
            let chances = chances(&floats, &floats.sense(sample.seen()), &sample.labels);
            let chance = chances[sample.chosen];
            same += f32::from(u8::from(chances.iter().all(|&other| other <= chance)));
            loss -= log(chance);
        }
        let count = kept.len() as f32;
        say(&format!(
            "epoch {epoch}: {:.1} % predicted, loss {:.3}, {:.1} % ± {:.1} against two heuristic",
            same / count * 100.0,
            loss / count,
            share * 100.0,
            half_width * 100.0
        ));
    }
    Ok(format!("{} {made}: {share:.4} ± {:.4}\n", game.name(), half_width))
}

/// Plays a match of the teacher with itself: its decisions, and the number of hands. The network plays on once
/// what comes early is over, if there is one.
fn play<G: Learned>(
    game: &G,
    maker: &Maker<'_, G>,
    plays_on: Option<&Network>,
    number: u64,
) -> (Vec<Sample>, u64) {
    let mut samples: Vec<Sample> = Vec::new();
    let mut bots = three_of(maker);
    let mut rngs = Purpose::TrainLuck.generators(number, 0);
    let rules = game.vary(&mut Purpose::TrainLuck.generator(number, 1));
    let mut hands = 0;
    let (mut inputs, mut labels) = (Inputs::new(), Vec::new());
    play_match(&rules, first_dealer(number), |hand_number, standing| {
        hands += 1;
        let before = chances_before(&rules, *standing);
        let mut own = BySeat::from_fn(|_| Vec::new());
        let mut hand = deal(&rules, standing, Purpose::TrainDecks.deck(number, hand_number));
        while let Some(seat) = hand.turn() {
            let legal = hand.legal();
            let view = hand.view(seat);
            if let Some(network) = plays_on.filter(|_| G::is_late(&view)) {
                let action = Policy::new(&network).decide(&view, &mut rngs[seat]);
                hand.play_unchecked(action);
                continue;
            }
            let action = bots[seat].decide(&view, &mut rngs[seat]);
            if legal.len() > 1 {
                sense::<G>(&hand, seat, &mut inputs, &mut labels);
                let place = legal.iter().position(|legal| legal == action).expect("it is legal");
                own[seat].push(samples.len());
                samples.push(Sample::new(inputs.on(), inputs.on().len(), &labels, place));
            }
            hand.play_unchecked(action);
        }
        let outcome = hand.outcome().expect("nobody is to move");
        let results = results(&rules, &before, &outcome);
        for (seat, own) in own.iter() {
            own.iter().for_each(|&number| samples[number].result = results[seat]);
        }
        outcome
    });
    (samples, hands)
}
