//! A kind of bot: its name, its parameters, and how it is made for a game.

use super::parameter::{AnyParameter, Settings};
use crate::bot::Bot;
use crate::knowledge::Knowledge;

/// A kind of bot, as users name it.
pub trait Kind: Send + Sync + 'static {
    /// Its name, as typed.
    const NAME: &'static str;
    /// What it is, in a line.
    const ABOUT: &'static str;
    /// What its specs may set, in the order in which they are written. A bot that has
    /// [`EPSILON`](super::EPSILON) needs to do nothing about it.
    const PARAMETERS: &'static [&'static dyn AnyParameter] = &[];

    /// Makes the bot for the game `G`. It is asked for bots that [play](Kind::plays) the game alone.
    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>>;

    /// Whether it plays the game `G` with these settings.
    fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
        true
    }

    /// The spec of another bot that plays in place of this one; `None` if it plays itself.
    fn stands_for<G: Knowledge>(&self, _: &Settings) -> Option<&'static str> {
        None
    }
}

/// A kind of bot, whichever it is.
pub trait AnyKind: Send + Sync {
    /// Its name, as typed.
    fn name(&self) -> &'static str;
    /// What it is, in a line.
    fn about(&self) -> &'static str;
    /// What its specs may set.
    fn parameters(&self) -> &'static [&'static dyn AnyParameter];
}

impl<K: Kind> AnyKind for K {
    fn name(&self) -> &'static str {
        K::NAME
    }

    fn about(&self) -> &'static str {
        K::ABOUT
    }

    fn parameters(&self) -> &'static [&'static dyn AnyParameter] {
        K::PARAMETERS
    }
}

/// A kind of bot that plays the game `G`, whichever it is.
pub trait KindFor<G: Knowledge>: AnyKind {
    /// As [`Kind::make`].
    fn make(&self, settings: &Settings) -> Box<dyn Bot<G>>;
    /// As [`Kind::plays`].
    fn plays(&self, settings: &Settings) -> bool;
    /// As [`Kind::stands_for`].
    fn stands_for(&self, settings: &Settings) -> Option<&'static str>;
}

impl<K: Kind, G: Knowledge> KindFor<G> for K {
    fn make(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        Kind::make(self, settings)
    }

    fn plays(&self, settings: &Settings) -> bool {
        Kind::plays::<G>(self, settings)
    }

    fn stands_for(&self, settings: &Settings) -> Option<&'static str> {
        Kind::stands_for::<G>(self, settings)
    }
}
