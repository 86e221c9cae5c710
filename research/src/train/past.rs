//! A network of the past, to play against.

use threehand_bots::learned::{Inputs, Learned, Network, ONE, WEIGHT};
use threehand_bots::{Bot, BotRng};
use threehand_engine::{Legal as _, View};

use super::play::{draw, softmax};

/// Plays each choice with the probability that the network gives it.
pub(super) struct Past<'a>(pub(super) &'a Network);

impl<G: Learned> Bot<G> for Past<'_> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let legal = view.legal();
        if legal.len() == 1 {
            return legal.nth(0);
        }
        let mut inputs = Inputs::new();
        let places = G::sense(view, &mut inputs);
        let units = self.0.sense(inputs.on());
        let labels = G::labels(view, &places);
        let whole = f32::from(ONE) * WEIGHT as f32;
        let speaks = |action| self.0.speak_for(&units, &labels(action)) as f32 / whole;
        let chances = softmax((0..legal.len()).map(|place| speaks(legal.nth(place))).collect());
        legal.nth(draw(&chances, rng))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use threehand_engine::games::ThreeLeggedKitty;
    use threehand_engine::{Game as _, Hand as _, Seat};

    use super::super::floats::Floats;
    use super::super::play::{chances, sense};
    use super::*;
    use crate::matches::deal;
    use crate::streams::Purpose;

    #[test]
    fn each_choice_has_the_probability_that_the_network_gives_it() {
        let rules = ThreeLeggedKitty::default();
        let standing = rules.first_standing(Seat::P0);
        let hand = deal(&rules, &standing, Purpose::TrainDecks.deck(0, 0));
        let seat = hand.turn().expect("the first call");
        let (mut inputs, mut labels) = (Inputs::new(), Vec::new());
        sense::<ThreeLeggedKitty>(&hand, seat, &mut inputs, &mut labels);
        let mut floats = Floats::new(inputs.count(), ThreeLeggedKitty::LABELS, 3);
        floats.all.iter_mut().for_each(|weight| *weight *= 2.0);
        let chances = chances(&floats, &floats.sense(inputs.on()), &labels);
        let network = floats.network::<ThreeLeggedKitty>();
        let mut rng = BotRng::seed_from_u64(1);
        let mut counts = vec![0; chances.len()];
        for _ in 0..10_000 {
            let action = Past(&network).decide(&hand.view(seat), &mut rng);
            let place = hand.legal().iter().position(|legal| legal == action);
            counts[place.expect("it is legal")] += 1;
        }
        let most = chances.iter().copied().fold(0.0, f32::max);
        assert!(most > 1.5 / chances.len() as f32, "the choices differ: {chances:?}");
        for (chance, count) in chances.iter().zip(counts) {
            let often = count as f32 / 10_000.0;
            assert!((often - chance).abs() < 0.015, "{often} of {chance}");
        }
    }
}
