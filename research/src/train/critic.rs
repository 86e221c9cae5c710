//! What a hand is worth to a seat when all cards lie open: only while a network learns, to tell what its choices did from
//! what the cards did.
//!
//! A seat that plays sees its view alone. G. Yang, M. Liu, W. Hong, W. Zhang, F. Fang, G. Zeng, Y. Lin, "PerfectDou:
//! dominating DouDizhu with perfect information distillation" (2022).

use threehand_bots::BotRng;
use threehand_bots::learned::{Inputs, Learned, Places, RANKS};
use threehand_engine::{Hand as _, Seat};

use super::floats::Floats;
use super::samples::Samples;
use super::step::{PASSES, Steps, shuffle};

/// How many inputs the cards of another seat have: a place each in at most nine slots of suits.
const CARDS: usize = 9 * RANKS;
/// Decisions a step.
const BATCH: usize = 1024;
/// How far a step goes.
const RATE: f32 = 0.001;

/// A network that learns what can be expected where all cards lie open.
pub(super) struct Critic {
    floats: Floats,
    steps: Steps,
    /// How many inputs there are of what a seat sees.
    seen: usize,
}

impl Critic {
    /// One that knows nothing, for a network with so many inputs.
    pub(super) fn new(seen: usize, seed: u64) -> Self {
        let floats = Floats::new(seen + 2 * CARDS, 0, seed);
        Self { steps: Steps::new(&floats), floats, seen }
    }

    /// Adds the cards of the two others to what a seat sees.
    pub(super) fn open<G: Learned>(
        &self,
        hand: &G::Hand,
        seat: Seat,
        seen: &Inputs,
        places: &Places,
        open: &mut Vec<u16>,
    ) {
        open.clear();
        open.extend_from_slice(seen.on());
        let [_, left, right] = seat.around();
        for (first, other) in [(self.seen, left), (self.seen + CARDS, right)] {
            let cards = G::cards(&hand.view(other));
            open.extend(cards.iter().map(|card| (first + places.place(card)) as u16));
        }
    }

    /// What the seat can expect.
    pub(super) fn expects(&self, open: &[u16]) -> f32 {
        self.floats.speaks_for(&self.floats.sense(open), 0)
    }

    /// Learns from what decisions came to.
    pub(super) fn learn(&mut self, samples: &Samples, order: &mut [u32], rng: &mut BotRng) {
        for _ in 0..PASSES {
            shuffle(order, rng);
            for batch in order.chunks(BATCH) {
                self.steps.take(
                    &mut self.floats,
                    samples,
                    batch,
                    RATE,
                    |sample| sample.open,
                    |floats, sample, units, moved| {
                        moved.push((0, floats.speaks_for(units, 0) - sample.known.came));
                    },
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
    use threehand_engine::{Legal as _, below};

    use super::super::play::sense;
    use super::super::samples::Known;
    use super::*;
    use crate::matches::deal;
    use crate::streams::Purpose;

    /// At each decision of some hands by chance the cards of the others have inputs of their own, after what is seen.
    fn others_are_told<G: Learned>() {
        let rules = G::default();
        let mut rng = BotRng::seed_from_u64(1);
        let mut critic = None;
        let (mut inputs, mut labels, mut open) = (Inputs::new(), Vec::new(), Vec::new());
        for number in 0..20 {
            let standing = rules.first_standing(Seat::P0);
            let mut hand = deal(&rules, &standing, Purpose::TrainDecks.deck(0, number));
            while let Some(seat) = hand.turn() {
                let places = sense::<G>(&hand, seat, &mut inputs, &mut labels);
                let critic = critic.get_or_insert_with(|| Critic::new(inputs.count(), 1));
                critic.open::<G>(&hand, seat, &inputs, &places, &mut open);
                let (seen, hidden) = open.split_at(inputs.on().len());
                assert_eq!(seen, inputs.on());
                let [_, left, right] = seat.around();
                let cards = [left, right].map(|other| G::cards(&hand.view(other)).len());
                let mut hidden = hidden.to_vec();
                hidden.sort_unstable();
                hidden.dedup();
                let right =
                    hidden.partition_point(|&input| usize::from(input) < critic.seen + CARDS);
                assert_eq!([right, hidden.len() - right], cards, "{seat} in {hand:?}");
                assert!(hidden.iter().all(|&input| {
                    (critic.seen..critic.seen + 2 * CARDS).contains(&input.into())
                }));
                let legal = hand.legal();
                hand.play_unchecked(legal.nth(below(&mut rng, legal.len())));
            }
        }
    }

    #[test]
    fn the_cards_of_the_others_are_told_after_what_is_seen() {
        others_are_told::<NineTwoFive>();
        others_are_told::<ThreeLeggedKitty>();
        others_are_told::<ThreeKings>();
    }

    #[test]
    fn a_critic_learns_from_what_no_seat_sees() {
        let mut samples = Samples::default();
        for number in 0..250_u16 {
            let hidden = number % 2;
            let came = f32::from(hidden) * 2.0 - 1.0;
            let known = Known { chosen: 0, likely: 0.0, expected: 0.0, came, gain: 0.0 };
            samples.push(&[number % 7, 10 + hidden], 1, &[], known);
        }
        let mut critic = Critic::new(10, 1);
        let mut order: Vec<u32> = (0..250).collect();
        let mut rng = BotRng::seed_from_u64(2);
        for _ in 0..60 {
            critic.learn(&samples, &mut order, &mut rng);
        }
        for number in 0..14 {
            let sample = samples.get(number);
            assert_eq!((sample.seen, sample.open.len()), (&[number as u16 % 7][..], 2));
            let wrong = critic.expects(sample.open) - sample.known.came;
            assert!(wrong.abs() < 0.2, "{number}: {wrong}");
        }
    }
}
