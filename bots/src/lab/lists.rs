//! Lists of games and of kinds of bot as types: `((), A)` is one, `(((), A), B)` two.

use super::Visitor;
use super::bots::Bots;
use super::kind::{AnyKind, Kind, KindFor};
use crate::knowledge::Knowledge;

/// A list of games.
pub trait Games: Sync {
    /// Adds the names of the games, in their order.
    fn names(names: &mut Vec<&'static str>);

    /// Does something with the game of this name and its bots.
    ///
    /// # Errors
    /// The visitor, untouched, if there is no such game.
    fn visit<V: Visitor>(name: &str, visitor: V, kinds: &impl Kinds) -> Result<V::Output, V>;
}

impl Games for () {
    fn names(_: &mut Vec<&'static str>) {}

    fn visit<V: Visitor>(_: &str, visitor: V, _: &impl Kinds) -> Result<V::Output, V> {
        Err(visitor)
    }
}

impl<Others: Games, G: Knowledge> Games for (Others, G) {
    fn names(names: &mut Vec<&'static str>) {
        Others::names(names);
        names.push(G::NAME);
    }

    fn visit<V: Visitor>(name: &str, visitor: V, kinds: &impl Kinds) -> Result<V::Output, V> {
        Others::visit(name, visitor, kinds).or_else(|visitor| {
            if name == G::NAME { Ok(visitor.visit(&Bots::<G>::of(kinds))) } else { Err(visitor) }
        })
    }
}

/// A list of kinds of bot.
pub trait Kinds: Sync {
    /// Adds the kinds of bot, weakest first.
    fn all<'a>(&'a self, kinds: &mut Vec<&'a dyn AnyKind>);

    /// Adds the kinds of bot as bots of the game `G`, weakest first.
    fn of_game<'a, G: Knowledge>(&'a self, kinds: &mut Vec<&'a dyn KindFor<G>>);
}

impl Kinds for () {
    fn all<'a>(&'a self, _: &mut Vec<&'a dyn AnyKind>) {}

    fn of_game<'a, G: Knowledge>(&'a self, _: &mut Vec<&'a dyn KindFor<G>>) {}
}

impl<Others: Kinds, K: Kind> Kinds for (Others, K) {
    fn all<'a>(&'a self, kinds: &mut Vec<&'a dyn AnyKind>) {
        self.0.all(kinds);
        kinds.push(&self.1);
    }

    fn of_game<'a, G: Knowledge>(&'a self, kinds: &mut Vec<&'a dyn KindFor<G>>) {
        self.0.of_game(kinds);
        kinds.push(&self.1);
    }
}
