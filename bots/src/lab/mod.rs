//! The games and the bots that there are, as one value, and the specs that choose and tune bots.

mod bots;
mod kind;
mod lists;
mod only;
mod parameter;
mod spec;
mod standard;
mod visitor;

use std::marker::PhantomData;

use crate::knowledge::Knowledge;

pub use bots::{Bots, Maker};
pub use kind::{AnyKind, Kind, KindFor};
pub use lists::{Games, Kinds};
pub use only::{GameKind, Only};
pub use parameter::{AnyParameter, EPSILON, Parameter, Settings, Value};
pub use spec::{Spec, SpecError};
pub use standard::{Standard, StandardBots, StandardGames, StandardKinds, standard_bots};
pub use visitor::Visitor;

/// Games and kinds of bot: what the command `threehand` can play.
///
/// Both lists are part of the type, so that each kind of bot is made for each game. Anyone adds to
/// them from a crate of their own:
///
/// ```
/// use threehand_bots::{Bot, BotRng, Kind, Lab, Registry, Knowledge, Settings};
/// use threehand_engine::{Game, Legal, View};
///
/// struct First;
///
/// impl<G: Game> Bot<G> for First {
///     fn decide(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Action {
///         view.legal().nth(0)
///     }
/// }
///
/// impl Kind for First {
///     const NAME: &'static str = "first";
///     const ABOUT: &'static str = "the first legal action";
///
///     fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
///         Box::new(First)
///     }
/// }
///
/// let lab = Lab::standard().bot(First);
/// assert_eq!(lab.kinds().len(), 9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lab<G = (), B = ()> {
    games: PhantomData<fn() -> G>,
    kinds: B,
}

impl Lab {
    /// A laboratory without games and bots.
    pub const fn new() -> Self {
        Self { games: PhantomData, kinds: () }
    }
}

impl Default for Lab {
    fn default() -> Self {
        Self::new()
    }
}

impl<G, B> Lab<G, B> {
    /// The laboratory with one more game.
    pub fn game<X: Knowledge>(self) -> Lab<(G, X), B> {
        Lab { games: PhantomData, kinds: self.kinds }
    }

    /// The laboratory with one more kind of bot; the strongest comes last.
    pub fn bot<K: Kind>(self, kind: K) -> Lab<G, (B, K)> {
        Lab { games: PhantomData, kinds: (self.kinds, kind) }
    }
}

/// A laboratory, whatever its lists: what programs over any game ask of it.
pub trait Registry: Sync {
    /// The names of the games, in their order.
    fn games(&self) -> Vec<&'static str>;

    /// The kinds of bot, weakest first, whether they play every game or not.
    fn kinds(&self) -> Vec<&dyn AnyKind>;

    /// Does something with the game of this name; `None` if there is none.
    fn with_game<V: Visitor>(&self, name: &str, visitor: V) -> Option<V::Output>;

    /// The bots that play the game `G`.
    fn bots<G: Knowledge>(&self) -> Bots<'_, G>;

    /// Does the same thing with every game, in their order.
    fn each_game<V: Visitor + Clone>(&self, visitor: V) -> Vec<V::Output> {
        let games = self.games().into_iter();
        games.filter_map(|game| self.with_game(game, visitor.clone())).collect()
    }
}

impl<G: Games, B: Kinds> Registry for Lab<G, B> {
    fn games(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        G::names(&mut names);
        names
    }

    fn kinds(&self) -> Vec<&dyn AnyKind> {
        let mut kinds = Vec::new();
        self.kinds.all(&mut kinds);
        kinds
    }

    fn with_game<V: Visitor>(&self, name: &str, visitor: V) -> Option<V::Output> {
        G::visit(name, visitor, &self.kinds).ok()
    }

    fn bots<X: Knowledge>(&self) -> Bots<'_, X> {
        lists::bots(&self.kinds)
    }
}
