//! A network learns from what a bot does, or from what it thinks of all its choices.
//!
//! A search often takes a choice that was better only in the few worlds that it drew. So where the teacher compares its
//! choices, the network learns their worths: over many decisions the luck of the worlds cancels out.

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::learned::{Inputs, Learned, Network, Policy};
use threehand_bots::{Bot as _, BotRng, Maker, Opinion, Spec, Unit};
use threehand_engine::{BySeat, Hand as _, Legal, below};
use threehand_sim::terminal::failure::Failure;
use threehand_sim::terminal::stream::say;

use super::floats::Floats;
use super::play::{
    MATCH, Sample, chances, chances_before, log, results, sense, shuffle, softmax, trial,
};
use super::step::Steps;
use super::{Args, save};
use crate::matches::{deal, first_dealer, play_match, three_of};
use crate::streams::Purpose;

/// Matches of the teacher that are played at once.
const MATCHES_AT_ONCE: u64 = 64;
/// The worth, in units of [`MATCH`], that makes a choice e times as likely as the network finds it.
const WORTH: f32 = 0.05;

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
    let network = floats.network::<G>();
    let begun = Begun { floats: &floats, network: &network, plays: args.from.is_some() };
    let at_once = MATCHES_AT_ONCE.min(args.hands);
    while hands < args.hands {
        let matches = first..first + at_once;
        let play = |number| play(&game, maker, &begun, number);
        let played: Vec<_> = matches.into_par_iter().map(play).collect();
        for (part, count) in played {
            samples.extend(part);
            hands += count;
        }
        first += at_once;
        say(&format!("{hands} hands, {} decisions, matches up to {first}", samples.len()));
    }
    let made = format!("by {} decisions of {teacher} in {hands} hands", samples.len());
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
                let by = |place: usize| chances[place] - sample.targets[place];
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
            let part = |(&chance, target): (&f32, &f32)| target * log(chance);
            loss -= chances.iter().zip(&sample.targets).map(part).sum::<f32>();
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

/// The network before it learns.
struct Begun<'a> {
    floats: &'a Floats,
    network: &'a Network,
    /// Whether it plays in about half of the seats, where the teacher judges its decisions: so it learns from its own
    /// mistakes as well.
    plays: bool,
}

impl Begun<'_> {
    /// The probabilities that the legal actions should have. A teacher compares one of several that do the same, and
    /// the others are worth as little as the worst.
    fn targets<G: Learned>(
        &self,
        sample: &Sample,
        legal: &impl Legal<G::Action>,
        opinion: &Opinion<G::Action>,
    ) -> Vec<f32> {
        let Opinion { unit, worths, .. } = opinion;
        if worths.is_empty() || *unit != Unit::Chance {
            let places = 0..sample.labels.len();
            return places.map(|place| f32::from(u8::from(place == sample.chosen))).collect();
        }
        let worth = |loss: f64| (-loss * MATCH) as f32;
        let least = worths.iter().map(|judged| worth(judged.loss)).fold(0.0, f32::min);
        let units = self.floats.sense(sample.seen());
        let speaks = |(place, labels): (usize, &_)| {
            let action = legal.nth(place);
            let judged = worths.iter().find(|judged| judged.action == action);
            let worth = judged.map_or(least, |judged| worth(judged.loss));
            self.floats.speak_for(&units, labels) + worth / WORTH
        };
        softmax(sample.labels.iter().enumerate().map(speaks).collect())
    }
}

/// Plays a match of the teacher and the network: the decisions, and the number of hands.
fn play<G: Learned>(
    game: &G,
    maker: &Maker<'_, G>,
    begun: &Begun<'_>,
    number: u64,
) -> (Vec<Sample>, u64) {
    let mut samples: Vec<Sample> = Vec::new();
    let mut bots = three_of(maker);
    let mut rngs = Purpose::TrainLuck.generators(number, 0);
    let rules = game.vary(&mut Purpose::TrainLuck.generator(number, 1));
    let mut seats = Purpose::TrainLuck.generator(number, 3);
    let mut network = Policy::new(&begun.network);
    let mut hands = 0;
    let (mut inputs, mut labels) = (Inputs::new(), Vec::new());
    play_match(&rules, first_dealer(number), |hand_number, standing| {
        hands += 1;
        let before = chances_before(&rules, *standing);
        let mut own = BySeat::from_fn(|_| Vec::new());
        let mut hand = deal(&rules, standing, Purpose::TrainDecks.deck(number, hand_number));
        let plays = BySeat::from_fn(|_| begun.plays && below(&mut seats, 2) == 0);
        while let Some(seat) = hand.turn() {
            let legal = hand.legal();
            let view = hand.view(seat);
            let opinion = (legal.len() > 1).then(|| bots[seat].opinion(&view, &mut rngs[seat]));
            if let Some(opinion) = &opinion {
                sense::<G>(&hand, seat, &mut inputs, &mut labels);
                let place = (0..legal.len()).position(|place| legal.nth(place) == opinion.choice);
                let place = place.expect("it is legal");
                let sample = Sample::new(inputs.on(), inputs.on().len(), &labels, place);
                own[seat].push(samples.len());
                samples.push(Sample {
                    targets: begun.targets::<G>(&sample, &legal, opinion),
                    ..sample
                });
            }
            let action = match opinion.filter(|_| !plays[seat]) {
                Some(opinion) => opinion.choice,
                None => network.decide(&view, &mut rngs[seat]),
            };
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

#[cfg(test)]
mod tests {
    use threehand_bots::Judged;
    use threehand_engine::games::NineTwoFive;
    use threehand_engine::{Game as _, Hand as _, Seat};

    use super::*;

    #[test]
    fn what_is_worth_more_becomes_likelier_and_what_was_not_compared_counts_as_the_worst() {
        let rules = NineTwoFive::default();
        let hand = deal(&rules, &rules.first_standing(Seat::P0), Purpose::TrainDecks.deck(0, 0));
        let (mut inputs, mut labels) = (Inputs::new(), Vec::new());
        sense::<NineTwoFive>(&hand, hand.turn().expect("a call"), &mut inputs, &mut labels);
        let floats = Floats::new(inputs.count(), NineTwoFive::LABELS, 1);
        let network = floats.network::<NineTwoFive>();
        let begun = Begun { floats: &floats, network: &network, plays: true };
        let sample = Sample::new(inputs.on(), inputs.on().len(), &labels, 2);
        let own = chances(&floats, &floats.sense(inputs.on()), &labels);
        let legal = hand.legal();
        let judged = |(place, loss)| Judged {
            action: legal.nth(place),
            mean: 0.0,
            loss,
            error: None,
            worlds: 8,
        };
        // Twice and once the loss that makes a choice e times less likely.
        let loss = f64::from(WORTH) / MATCH;
        let worths: Vec<_> = [(2, 0.0), (0, loss), (1, 2.0 * loss)].map(judged).into();
        let targets = |unit, worths| {
            begun.targets::<NineTwoFive>(
                &sample,
                &legal,
                &Opinion { choice: legal.nth(2), unit, worths },
            )
        };
        let by_worth = targets(Unit::Chance, worths.clone());
        assert!(legal.len() > 3 && (by_worth.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let gained = |place: usize| log(by_worth[place] / own[place]) - log(by_worth[2] / own[2]);
        for (place, gain) in [(0, -1.0), (1, -2.0), (3, -2.0)] {
            assert!((gained(place) - gain).abs() < 1e-3, "{place}: {}", gained(place));
        }
        let choice: Vec<_> =
            (0..legal.len()).map(|place| f32::from(u8::from(place == 2))).collect();
        for targets in [targets(Unit::Chance, Vec::new()), targets(Unit::Points, worths)] {
            assert_eq!(targets, choice);
        }
    }
}
