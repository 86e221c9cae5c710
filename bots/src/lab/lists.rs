//! Lists of games and of kinds of bot as types: `((), A)` is one, `(((), A), B)` two.

use super::bots::Bots;
use super::kind::{AnyKind, Kind, KindFor};
use super::visitor::Visitor;
use crate::knowledge::Knowledge;

/// The bots of a list that play the game `G`.
pub(super) fn bots<G: Knowledge>(list: &impl Kinds) -> Bots<'_, G> {
    let mut kinds = Vec::new();
    list.of_game(&mut kinds);
    Bots::of(kinds)
}

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
            if name == G::NAME { Ok(visitor.visit(&bots::<G>(kinds))) } else { Err(visitor) }
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
