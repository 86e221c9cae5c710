//! `policy`: plays what a network says, without looking ahead.

use std::fmt;
use std::ops::Deref;

use threehand_engine::{Legal as _, Products, Sums, View, below, side_by_side};

use super::network::{Sensing, Speaking};
use super::{Inputs, Learned, Network, ONE, WEIGHT};
use crate::bot::{Bot, BotRng};

/// Plays, of what is legal, what most speaks for by a network that has learned.
#[derive(Clone, Copy)]
pub struct Policy<'a> {
    network: &'a (dyn Deref<Target = Network> + Sync),
}

impl<'a> Policy<'a> {
    /// A bot that plays by the network that this leads to, when it first decides something.
    pub const fn new(network: &'a (dyn Deref<Target = Network> + Sync)) -> Self {
        Self { network }
    }
}

impl fmt::Debug for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("made", &self.network.made()).finish_non_exhaustive()
    }
}

impl Policy<'_> {
    /// The action with the highest score; each legal action's score goes to `visit`, in their order.
    #[inline(always)]
    fn choose<G: Learned>(
        self,
        view: &View<'_, G>,
        rng: &mut BotRng,
        visit: impl FnMut(i32),
    ) -> G::Action {
        side_by_side(Choosing { network: self.network, view, rng, visit })
    }
}

/// A choice by a network, from the view to the action: all of it as the processor does it best.
struct Choosing<'a, 'v, G: Learned, T> {
    network: &'a Network,
    view: &'a View<'v, G>,
    rng: &'a mut BotRng,
    visit: T,
}

impl<G: Learned, T: FnMut(i32)> Sums for Choosing<'_, '_, G, T> {
    type Output = G::Action;

    #[inline(always)]
    fn run(self, products: impl Products) -> G::Action {
        let Self { network, view, rng, mut visit } = self;
        let legal = view.legal();
        let mut inputs = Inputs::new();
        let places = G::sense(view, &mut inputs);
        let units = Sensing { network, on: inputs.on() }.run(products);
        let labels = G::labels(view, &places);
        let mut best = (i32::MIN, legal.nth(0));
        let mut equals = 0;
        for action in legal.iter() {
            let labels = &labels(action);
            let speaks = Speaking { network, units: &units, labels }.run(products);
            visit(speaks);
            equals = match speaks.cmp(&best.0) {
                std::cmp::Ordering::Less => continue,
                std::cmp::Ordering::Equal => equals + 1,
                std::cmp::Ordering::Greater => 1,
            };
            // Of several for which as much speaks, any.
            if equals == 1 || below(rng, equals) == 0 {
                best = (speaks, action);
            }
        }
        best.1
    }
}

impl<G: Learned> Bot<G> for Policy<'_> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let legal = view.legal();
        if legal.len() == 1 { legal.nth(0) } else { self.choose(view, rng, |_| {}) }
    }

    /// The chances by which it drew its actions while it learned.
    fn decide_by_chances(
        &mut self,
        view: &View<'_, G>,
        rng: &mut BotRng,
        chances: &mut Vec<f64>,
    ) -> G::Action {
        chances.clear();
        let choice = self.choose(view, rng, |speaks| chances.push(f64::from(speaks)));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let one = f64::from(ONE) * f64::from(WEIGHT);
        chances.iter_mut().for_each(|chance| *chance = libm::exp((*chance - most) / one));
        let sum: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= sum);
        choice
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use rand::SeedableRng as _;
    use threehand_engine::games::NineTwoFive;
    use threehand_engine::{Deck, Game as _, Hand as _, Seat, Stream};

    use super::*;
    use crate::knowledge::Knowledge as _;

    #[test]
    fn what_is_chosen_is_the_likeliest() {
        let rules = NineTwoFive::default();
        let mut policy = NineTwoFive::policy().expect("it has one");
        let mut rng = BotRng::seed_from_u64(1);
        let mut chances = Vec::new();
        let mut open = 0;
        for number in 0..30 {
            let standing = rules.first_standing(Seat::P0);
            let deck = Deck::shuffled(&mut Stream::new([7, number, 0, 0]));
            let mut hand = rules.start(&standing, &rules.deal(&standing, &deck));
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                let choice = policy.decide_by_chances(&view, &mut rng, &mut chances);
                let sum: f64 = chances.iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "{chances:?}");
                assert_eq!(chances.len(), view.legal().len());
                let place = view.legal().iter().position(|action| action == choice);
                let chance = chances[place.expect("it is legal")];
                assert!(chances.iter().all(|&other| other <= chance), "{chances:?}");
                open += usize::from(chance < 0.9);
                hand.play_unchecked(choice);
            }
        }
        assert!(open > 100, "{open} decisions leave something open");
    }

    #[test]
    fn a_policy_that_decides_nothing_reads_no_network() {
        let network = LazyLock::<Network>::new(|| panic!("it is read"));
        let _ = Policy::new(&network);
    }
}
