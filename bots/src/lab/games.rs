//! Lists of games as types, as only a type can carry another: `((), A)` is one game, `(((), A), B)` two.

use std::any::{Any, TypeId};
use std::sync::Arc;

use super::bots::Bots;
use super::kind::{BotKind, Kind};
use crate::knowledge::Knowledge;

/// Something that can be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does the thing with the game `G` and the bots that play `G`.
    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Self::Output;
}

/// A list of games, each with its bots.
pub trait Games: Sync {
    /// Adds the names of the games, in their order.
    fn names(&self, names: &mut Vec<&'static str>);

    /// Does something with the game of this name and its bots.
    ///
    /// # Errors
    /// The visitor, untouched, if there is no such game.
    fn visit<V: Visitor>(&self, name: &str, visitor: V) -> Result<V::Output, V>;

    /// Adds a kind of bot to every game.
    fn add<K: Kind>(&mut self, kind: &Arc<K>);

    /// The [`Bots`] of a game, if the game is here.
    fn bots(&self, game: TypeId) -> Option<&dyn Any>;
}

impl Games for () {
    fn names(&self, _: &mut Vec<&'static str>) {}

    fn visit<V: Visitor>(&self, _: &str, visitor: V) -> Result<V::Output, V> {
        Err(visitor)
    }

    fn add<K: Kind>(&mut self, _: &Arc<K>) {}

    fn bots(&self, _: TypeId) -> Option<&dyn Any> {
        None
    }
}

impl<Others: Games, G: Knowledge> Games for (Others, Bots<G>) {
    fn names(&self, names: &mut Vec<&'static str>) {
        self.0.names(names);
        names.push(G::NAME);
    }

    fn visit<V: Visitor>(&self, name: &str, visitor: V) -> Result<V::Output, V> {
        self.0.visit(name, visitor).or_else(|visitor| {
            if name == G::NAME { Ok(visitor.visit(&self.1)) } else { Err(visitor) }
        })
    }

    fn add<K: Kind>(&mut self, kind: &Arc<K>) {
        self.0.add(kind);
        self.1.all.push((BotKind::of::<K>(), Arc::clone(kind) as _));
    }

    fn bots(&self, game: TypeId) -> Option<&dyn Any> {
        if game == TypeId::of::<G>() { Some(&self.1) } else { self.0.bots(game) }
    }
}
