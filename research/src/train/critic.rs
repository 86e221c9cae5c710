//! The result of a hand that a seat can expect when all cards lie open: a second network that only serves
//! the training, and separates the effect of a choice from that of the cards.
//!
//! G. Yang, M. Liu, W. Hong, W. Zhang, F. Fang, G. Zeng, Y. Lin, "PerfectDou: dominating DouDizhu with
//! perfect information distillation" (2022).

use threehand_bots::BotRng;
use threehand_bots::learned::{Inputs, Learned, Places, RANKS};
use threehand_engine::{Hand as _, Seat};

use super::PASSES;
use super::floats::Floats;
use super::play::{Sample, shuffle};
use super::step::Steps;

/// Inputs of the cards of another seat: a place each in at most nine slots of suits.
const CARDS: usize = 9 * RANKS;
/// Decisions a step.
const BATCH: usize = 1024;
/// The length of a step.
const RATE: f32 = 0.001;

/// A network that learns the expected result with all cards open.
pub(super) struct Critic {
    pub(super) floats: Floats,
    pub(super) steps: Steps,
    /// The number of inputs that a seat sees.
    seen: usize,
}

impl Critic {
    /// An untrained critic beside a network with so many inputs.
    pub(super) fn new(seen: usize, seed: u64) -> Self {
        let floats = Floats::new(seen + 2 * CARDS, 0, seed);
        Self { steps: Steps::new(&floats), floats, seen }
    }

    /// The inputs of a seat, followed by the cards of the two others.
    pub(super) fn open<G: Learned>(
        &self,
        hand: &G::Hand,
        seat: Seat,
        seen: &Inputs,
        places: &Places,
    ) -> Vec<u16> {
        let mut open = seen.on().to_vec();
        let [_, left, right] = seat.around();
        for (first, other) in [(self.seen, left), (self.seen + CARDS, right)] {
            let cards = G::cards(&hand.view(other));
            open.extend(cards.iter().map(|card| (first + places.place(card)) as u16));
        }
        open
    }

    /// The result that the seat can expect.
    pub(super) fn expects(&self, open: &[u16]) -> f32 {
        self.floats.speaks_for(&self.floats.sense(open), 0)
    }

    /// Learns from the results of decisions.
    pub(super) fn learn(&mut self, order: &mut [&Sample], rng: &mut BotRng) {
        for _ in 0..PASSES {
            shuffle(order, rng);
            for batch in order.chunks(BATCH) {
                self.steps.take(
                    &mut self.floats,
                    batch,
                    RATE,
                    Sample::open,
                    |floats, sample, units, slopes| {
                        slopes.push((0, floats.speaks_for(units, 0) - sample.result));
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
    use super::*;
    use crate::matches::deal;
    use crate::streams::Purpose;

    /// At each decision of some hands by chance the cards of the others have inputs of their own, after what is seen.
    fn others_are_told<G: Learned>() {
        let rules = G::default();
        let mut rng = BotRng::seed_from_u64(1);
        let mut critic = None;
        let (mut inputs, mut labels) = (Inputs::new(), Vec::new());
        for number in 0..20 {
            let standing = rules.first_standing(Seat::P0);
            let mut hand = deal(&rules, &standing, Purpose::TrainDecks.deck(0, number));
            while let Some(seat) = hand.turn() {
                let places = sense::<G>(&hand, seat, &mut inputs, &mut labels);
                let critic = critic.get_or_insert_with(|| Critic::new(inputs.count(), 1));
                let open = critic.open::<G>(&hand, seat, &inputs, &places);
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
        let samples: Vec<Sample> = (0..250_u16)
            .map(|number| {
                let hidden = number % 2;
                let sample = Sample::new(&[number % 7, 10 + hidden], 1, &[], 0);
                Sample { result: f32::from(hidden) * 2.0 - 1.0, ..sample }
            })
            .collect();
        let mut critic = Critic::new(10, 1);
        let mut order: Vec<&Sample> = samples.iter().collect();
        let mut rng = BotRng::seed_from_u64(2);
        for _ in 0..60 {
            critic.learn(&mut order, &mut rng);
        }
        for (number, sample) in samples.iter().take(14).enumerate() {
            assert_eq!((sample.seen(), sample.open().len()), (&[number as u16 % 7][..], 2));
            let wrong = critic.expects(sample.open()) - sample.result;
            assert!(wrong.abs() < 0.2, "{number}: {wrong}");
        }
    }
}
