//! Kinds of bot that play a single game.

use std::any::{Any, TypeId};

use super::kind::Kind;
use super::parameter::{Parameter, Settings};
use crate::bot::Bot;
use crate::knowledge::Knowledge;

/// A kind of bot that plays a single game; [`Only`] makes a [`Kind`] of it.
pub trait GameKind: Send + Sync + 'static {
    /// The game that the bot plays.
    type Game: Knowledge;
    /// The bot's name, as typed.
    const NAME: &'static str;
    /// What the bot is, in a line.
    const ABOUT: &'static str;
    /// What the bot's specs may set, as [`Kind::PARAMETERS`].
    const PARAMETERS: &'static [Parameter] = &[];

    /// Makes the bot.
    fn make(&self, settings: &Settings) -> Box<dyn Bot<Self::Game>>;
}

/// A kind of bot that plays a single game, for [`Lab::bot`](super::Lab::bot).
///
/// ```
/// use threehand_bots::{Bot, BotRng, GameKind, Lab, Only, Settings};
/// use threehand_engine::games::{NineTwoFive, ThreeKings, nine_two_five::Action};
/// use threehand_engine::{Legal, View};
///
/// struct LongSuit;
///
/// impl Bot<NineTwoFive> for LongSuit {
///     fn decide(&mut self, view: &View<'_, NineTwoFive>, _: &mut BotRng) -> Action {
///         let longest = |action: &Action| match action {
///             Action::Play(card) | Action::Discard(card) => view.cards().of(card.suit()).len(),
///             _ => 0,
///         };
///         view.legal().iter().max_by_key(longest).expect("something is legal")
///     }
/// }
///
/// impl GameKind for LongSuit {
///     type Game = NineTwoFive;
///     const NAME: &'static str = "long-suit";
///     const ABOUT: &'static str = "plays from its longest suit";
///
///     fn make(&self, _: &Settings) -> Box<dyn Bot<NineTwoFive>> {
///         Box::new(LongSuit)
///     }
/// }
///
/// let lab = Lab::standard().bot(Only(LongSuit));
/// assert!(lab.bots::<NineTwoFive>().make("long-suit").is_ok());
/// let error = lab.bots::<ThreeKings>().make("long-suit").err();
/// assert_eq!(error.map(|e| e.to_string()).as_deref(), Some("three-kings has no `long-suit`"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Only<K>(pub K);

impl<K: GameKind> Kind for Only<K> {
    const NAME: &'static str = K::NAME;
    const ABOUT: &'static str = K::ABOUT;
    const PARAMETERS: &'static [Parameter] = K::PARAMETERS;

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let bot: Box<dyn Any> = Box::new(self.0.make(settings));
        *bot.downcast::<Box<dyn Bot<G>>>().expect("it is asked for its own game alone")
    }

    fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
        TypeId::of::<G>() == TypeId::of::<K::Game>()
    }
}
