//! `policy`: plays what a network says, without looking ahead.

use std::fmt;
use std::ops::Deref;

use threehand_engine::{Legal as _, View, below};

use super::{Inputs, Learned, Network};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{AnyParameter, EPSILON, Kind, Settings};

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

impl<G: Learned> Bot<G> for Policy<'_> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let legal = view.legal();
        if legal.len() == 1 {
            return legal.nth(0);
        }
        let network: &Network = self.network;
        let mut inputs = Inputs::new();
        let places = G::sense(view, &mut inputs);
        let units = network.sense(inputs.on());
        let labels = G::labels(view, &places);
        let mut best = (i32::MIN, legal.nth(0));
        let mut equals = 0;
        for action in legal.iter() {
            let speaks = network.speak_for(&units, &labels(action));
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

/// The kind of bot `policy`, of the games that have [one](Knowledge::policy).
#[derive(Clone, Copy, Debug)]
pub struct ThePolicy;

impl Kind for ThePolicy {
    const NAME: &'static str = "policy";
    const ABOUT: &'static str = "a small network that has learned from play, without looking ahead";
    const PARAMETERS: &'static [&'static dyn AnyParameter] = &[&EPSILON];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(G::policy().expect("it is asked where there is one"))
    }

    fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
        G::policy().is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    #[test]
    fn a_policy_that_decides_nothing_reads_no_network() {
        let network = LazyLock::<Network>::new(|| panic!("it is read"));
        let _ = Policy::new(&network);
    }
}
