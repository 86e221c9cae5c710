//! A kind of bot: its name, its parameters, and how it is made for a game.

use std::sync::Arc;

use super::bots::Bots;
use super::parameter::{Parameter, Settings};
use super::spec::Spec;
use crate::batched::BatchDecider;
use crate::bot::Bot;
use crate::knowledge::Knowledge;

/// A kind of bot that any game may have.
pub trait Kind: Send + Sync + 'static {
    /// The bot's name, as typed.
    const NAME: &'static str;
    /// What the bot is, in a line.
    const ABOUT: &'static str;
    /// What the bot's specs may set, in the order in which the specs are written. A bot that has
    /// [`EPSILON`](super::EPSILON) among these is made absent-minded by the lab.
    const PARAMETERS: &'static [Parameter] = &[];

    /// Makes the bot for the game `G`, which the bot [plays](Kind::plays).
    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>>;

    /// What decides many views at once as the bot decides each; `None` if the bot is asked view by view.
    fn decider(&self, _: &Settings) -> Option<Arc<dyn BatchDecider>> {
        None
    }

    /// Whether the bot plays the game `G` with these settings.
    fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
        true
    }

    /// Why the bot can't play by the rules of this game with these settings, in a line; `None` if it can.
    fn refusal<G: Knowledge>(&self, _game: &G, _: &Settings) -> Option<String> {
        None
    }

    /// The spec of another of these bots that plays in place of this one; `None` if this bot plays itself.
    fn stands_for<G: Knowledge>(&self, _: &Settings, _: &Bots<G>) -> Option<String> {
        None
    }

    /// Whether the bot that a run has noted may be the one that played in place of this one, as far as that can be
    /// known without the files or the machine of that run.
    fn may_stand_for<G: Knowledge>(&self, _: &Settings, _noted: &Spec) -> bool {
        false
    }
}

/// What users read of a kind of bot.
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    /// The bot's name, as typed.
    pub name: &'static str,
    /// What the bot is, in a line.
    pub about: &'static str,
    /// What the bot's specs may set, in the order in which the specs are written.
    pub parameters: &'static [Parameter],
}

impl BotKind {
    pub(super) const fn of<K: Kind>() -> Self {
        Self { name: K::NAME, about: K::ABOUT, parameters: K::PARAMETERS }
    }
}

/// A kind of bot in the game `G`.
pub(super) trait KindFor<G: Knowledge>: Send + Sync {
    fn make(&self, settings: &Settings) -> Box<dyn Bot<G>>;
    fn decider(&self, settings: &Settings) -> Option<Arc<dyn BatchDecider>>;
    fn plays(&self, settings: &Settings) -> bool;
    fn refusal(&self, game: &G, settings: &Settings) -> Option<String>;
    fn stands_for(&self, settings: &Settings, bots: &Bots<G>) -> Option<String>;
    fn may_stand_for(&self, settings: &Settings, noted: &Spec) -> bool;
}

impl<K: Kind, G: Knowledge> KindFor<G> for K {
    fn make(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        Kind::make(self, settings)
    }

    fn decider(&self, settings: &Settings) -> Option<Arc<dyn BatchDecider>> {
        Kind::decider(self, settings)
    }

    fn plays(&self, settings: &Settings) -> bool {
        Kind::plays::<G>(self, settings)
    }

    fn refusal(&self, game: &G, settings: &Settings) -> Option<String> {
        Kind::refusal(self, game, settings)
    }

    fn stands_for(&self, settings: &Settings, bots: &Bots<G>) -> Option<String> {
        Kind::stands_for(self, settings, bots)
    }

    fn may_stand_for(&self, settings: &Settings, noted: &Spec) -> bool {
        Kind::may_stand_for::<G>(self, settings, noted)
    }
}
