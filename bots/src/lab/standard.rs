//! The games and the kinds of bot of this project: the one place that lists them.

use std::marker::PhantomData;

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};

use super::Lab;
use super::kind::{AnyKind, KindFor};
use super::lists::Kinds;
use crate::champion::Champion;
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;
use crate::knowledge::Knowledge;
use crate::learned::ThePolicy;
use crate::random::Random;
use crate::search::{Ismcts, Mc, Pimc};

/// The three games of this project, as a list.
pub type StandardGames = ((((), NineTwoFive), ThreeLeggedKitty), ThreeKings);

/// The laboratory with the games and the kinds of bot of this project.
pub type Standard = Lab<StandardGames, StandardKinds>;

/// The eight kinds of bot of this project, weakest first, as a list.
#[derive(Clone, Copy, Debug)]
pub struct StandardKinds;

/// The eight kinds of bot as bots of one game, weakest first.
pub type StandardBots<G> = [&'static dyn KindFor<G>; 8];

/// The eight kinds of bot as bots of the game `G`.
///
/// A game that keeps them in a `static` has its bots compiled once, where the `static` stands, and
/// not again in each program.
pub const fn standard_bots<G: Knowledge>() -> StandardBots<G> {
    [&Random, &Greedy, &Heuristic, &Mc, &Pimc, &Ismcts, &ThePolicy, &Champion]
}

impl Kinds for StandardKinds {
    fn all<'a>(&'a self, kinds: &mut Vec<&'a dyn AnyKind>) {
        kinds.extend(NineTwoFive::standard_bots().map(|kind| kind as &dyn AnyKind));
    }

    fn of_game<'a, G: Knowledge>(&'a self, kinds: &mut Vec<&'a dyn KindFor<G>>) {
        kinds.extend(G::standard_bots());
    }
}

impl Lab {
    /// The three games and the eight kinds of bot of this project.
    pub const fn standard() -> Standard {
        Lab { games: PhantomData, kinds: StandardKinds }
    }
}
