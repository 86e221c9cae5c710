//! Bots that have learned: small networks of whole numbers over what a view shows.
//!
//! A game that [`Learned`] is implemented for tells a view as [`Inputs`] that are on or off, and says what each action
//! is by [`Labels`]; a [`Network`] says how much speaks for each label, and a [`Policy`] plays what most speaks for.
//! Networks are made by `research train`, with floating point; what they say is computed in whole numbers, so that it is
//! the same everywhere.

pub mod card_play;
mod inputs;
mod network;
mod places;
mod policy;

use rand::Rng;
use threehand_engine::{CardSet, Game, View, below};

use crate::knowledge::Knowledge;

pub use inputs::{Group, Inputs};
pub use network::{BadNetwork, HIDDEN, Layout, Network, ONE, SECOND, UNITS, WEIGHT};
pub use places::{Places, RANKS, by_length};
pub use policy::{Policy, ThePolicy};

/// What speaks for an action is what speaks for its labels, all together: that it plays this card, that the card is the
/// cheapest that wins, and so on.
pub type Labels = [u16; 4];

/// A game that networks can learn.
pub trait Learned: Knowledge {
    /// Goes up when what is told, or the labels, change: networks of other versions are refused.
    const SENSES: u32;
    /// How many labels the actions have.
    const LABELS: usize;

    /// Tells what the seat to move knows, with where it has put the cards. With `#[inline(always)]` it is compiled for what
    /// the processor has, and so is faster.
    fn sense(view: &View<'_, Self>, inputs: &mut Inputs) -> Places;

    /// The cards that the seat holds. While a network learns, what its choices gained is judged with all cards open.
    fn cards(view: &View<'_, Self>) -> CardSet;

    /// Says what each action is, as labels: no two legal actions have the same ones.
    fn labels(view: &View<'_, Self>, places: &Places) -> impl Fn(Self::Action) -> Labels;

    /// Rules to learn by: in half of the matches the published ones, in the others with one [option](other_option)
    /// at another value.
    fn vary<R: Rng>(rng: &mut R) -> Self {
        let mut rules = Self::default();
        if below(rng, 2) == 0 {
            other_option(&mut rules, rng);
        }
        rules
    }
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
