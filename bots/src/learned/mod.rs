//! Bots that have learned: small networks of whole numbers over what a view shows.
//!
//! A game that implements [`Learned`] gives for a view the [`Inputs`] that are on, and says what each action
//! is by [`Labels`]; a [`Network`] says how much speaks for each label, and a [`Policy`] plays what most speaks for.
//! Networks are made by `research train`, with floating point; what they say is computed in whole numbers, so that it is
//! the same everywhere.

pub mod card_play;
pub mod exchange;
mod file;
mod inputs;
mod kind;
mod network;
mod places;
mod planes_network;
mod policy;

use rand::Rng;
use threehand_engine::{CardSet, Deck, Game, Hand as _, Seat, Stream, View, below};

use crate::knowledge::Knowledge;

pub use file::NetworkFile;
pub use inputs::{Group, Inputs};
pub use kind::ThePolicy;
pub use network::{BadNetwork, HIDDEN, Layout, Network, ONE, SECOND, UNITS, WEIGHT};
pub use places::{Places, RANKS, by_length};
pub use policy::Policy;

/// What an action is: that it plays this card, that the card is the cheapest that wins, and so on. Its score is the sum
/// of theirs.
pub type Labels = [u16; 4];

/// The version of inputs and labels: networks of other versions are refused.
const SENSES: u32 = 2;

/// A game that networks can learn.
pub trait Learned: Knowledge {
    /// How many labels the actions have.
    const LABELS: usize;

    /// Turns on the inputs of what the seat to move knows, and returns the places of the cards. With `#[inline(always)]`
    /// it is compiled for the instructions that the processor has, and so is faster.
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places;

    /// The cards that the seat holds. While a network learns, its choices are judged with all cards open.
    fn cards(view: &View<'_, Self>) -> CardSet;

    /// The labels of each action: no two legal actions have the same ones.
    fn labels(view: &View<'_, Self>, places: &Places) -> impl Fn(Self::Action) -> Labels;

    /// Rules to learn by, made of the published ones: in half of the matches these, in the others with one
    /// [option](other_option) at another value.
    fn vary<R: Rng>(&self, rng: &mut R) -> Self {
        let mut rules = *self;
        if below(rng, 2) == 0 {
            other_option(&mut rules, rng);
        }
        rules
    }
}

/// The number of inputs of a view of `G`.
///
/// # Panics
/// If a hand begins without a decision.
pub fn inputs<G: Learned>() -> usize {
    let rules = G::default();
    let standing = rules.first_standing(Seat::P0);
    let deal = rules.deal(&standing, &Deck::shuffled(&mut Stream::new([0; 4])));
    let hand = rules.start(&standing, &deal);
    let mut inputs = Inputs::new();
    G::sense(&hand.view(hand.turn().expect("a hand begins with a decision")), &mut inputs);
    inputs.count()
}

/// Sets any one of the options to another of its listed values or, where it is a number, to any.
pub fn other_option<G: Game>(rules: &mut G, rng: &mut impl Rng) {
    if G::OPTIONS.is_empty() {
        return;
    }
    let option = &G::OPTIONS[below(rng, G::OPTIONS.len())];
    let value = match (option.range, &option.values[1..]) {
        (Some((least, most)), _) => {
            (least + below(rng, (most - least + 1) as usize) as i32).to_string()
        }
        (None, []) => return,
        (None, others) => others[below(rng, others.len())].to_owned(),
    };
    rules.set_option(option.name, &value).expect("a value of the option");
}
