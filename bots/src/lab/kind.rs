//! A kind of bot: its name, its parameters, and how it is made for a game.

use super::parameter::{AnyParameter, Settings};
use crate::bot::Bot;
use crate::knowledge::Knowledge;

/// A kind of bot, as users name it.
pub trait Kind: Send + Sync + 'static {
    /// The bot's name, as typed.
    const NAME: &'static str;
    /// What the bot is, in a line.
    const ABOUT: &'static str;
    /// What the bot's specs may set, in the order in which the specs are written. A bot that has
    /// [`EPSILON`](super::EPSILON) among these is made absent-minded by the lab.
    const PARAMETERS: &'static [&'static dyn AnyParameter] = &[];

    /// Makes the bot for the game `G`, which the bot [plays](Kind::plays).
    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>>;

    /// Whether the bot plays the game `G` with these settings.
    fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
        true
    }

    /// The spec of another bot that plays in place of this one; `None` if this bot plays itself.
    fn stands_for<G: Knowledge>(&self, _: &Settings) -> Option<String> {
        None
    }
}

/// A kind of bot, whichever it is.
pub trait AnyKind: Send + Sync {
    /// The bot's name, as typed.
    fn name(&self) -> &'static str;
    /// What the bot is, in a line.
    fn about(&self) -> &'static str;
    /// What the bot's specs may set.
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
    fn stands_for(&self, settings: &Settings) -> Option<String>;
}

impl<K: Kind, G: Knowledge> KindFor<G> for K {
    fn make(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        Kind::make(self, settings)
    }

    fn plays(&self, settings: &Settings) -> bool {
        Kind::plays::<G>(self, settings)
    }

    fn stands_for(&self, settings: &Settings) -> Option<String> {
        Kind::stands_for::<G>(self, settings)
    }
}
