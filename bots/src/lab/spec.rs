//! Bots as users ask for them.

use std::fmt;

use threehand_engine::options::{did_you_mean, one_of};

use super::parameter::Settings;

/// A bot as asked for: its kind and the parameters that are not at their defaults, each by the name
/// that was typed; and the bot that plays in its place, if another does.
///
/// ```
/// use threehand_bots::Lab;
/// use threehand_engine::games::NineTwoFive;
/// let lab = Lab::standard();
/// let bots = lab.bots::<NineTwoFive>();
/// assert_eq!(bots.spec("heuristic:epsilon=0.10")?.to_string(), "heuristic:epsilon=0.1");
/// let slip = bots.spec("heurstic").unwrap_err();
/// assert_eq!(slip.to_string(), "no bot is called `heurstic`; did you mean `heuristic`?");
/// # Ok::<(), threehand_bots::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    pub(super) bot: &'static str,
    pub(crate) settings: Settings,
    pub(super) stands_for: Option<Box<Spec>>,
}

impl Spec {
    /// The name of its kind of bot.
    pub const fn bot(&self) -> &'static str {
        self.bot
    }

    /// The spec of the bot that plays: this one, but for a bot that stands for another.
    pub fn stands_for(&self) -> &Self {
        self.stands_for.as_deref().map_or(self, Self::stands_for)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.bot)?;
        self.settings.0.iter().try_for_each(|set| write!(f, ":{}={}", set.name, set.value))
    }
}

/// Why a text is no bot's spec.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// There is no such bot.
    #[error("no bot is called `{name}`{}", one_of(name, bots.iter().copied()))]
    UnknownBot {
        /// What was typed.
        name: String,
        /// The bots that there are.
        bots: Vec<&'static str>,
    },
    /// The bot has no such parameter.
    #[error("{bot} has no parameter `{name}`{}", did_you_mean(nearest))]
    UnknownParameter {
        /// The bot.
        bot: &'static str,
        /// What was typed.
        name: String,
        /// The parameter that it is most like, if any.
        nearest: Option<&'static str>,
    },
    /// The parameter can't have this value.
    #[error("{bot}: {name} can't be `{value}`: it is {allowed}{}", did_you_mean(nearest))]
    BadValue {
        /// The bot.
        bot: &'static str,
        /// The parameter, as typed.
        name: &'static str,
        /// What was typed.
        value: String,
        /// What may be written.
        allowed: String,
        /// The word that it is most like, if any.
        nearest: Option<&'static str>,
    },
    /// The parameter was given twice.
    #[error("{bot}: {name} is given twice")]
    Twice {
        /// The bot.
        bot: &'static str,
        /// The parameter, as typed.
        name: &'static str,
    },
    /// The parameter was given by its name and by its older name.
    #[error("{bot}: {name} and {other} are two names of one parameter: leave one out")]
    TwoNames {
        /// The bot.
        bot: &'static str,
        /// The name that was typed last.
        name: &'static str,
        /// The name that was typed before.
        other: &'static str,
    },
    /// A part of the spec is no `key=value`.
    #[error("`{0}` is no parameter: write name=value, after a colon")]
    NotAParameter(String),
    /// The bot stands for another that can't be had.
    #[error("{spec} stands for `{other}`: {why}")]
    StandsForNone {
        /// The spec.
        spec: String,
        /// What it stands for.
        other: String,
        /// What is wrong with that.
        why: Box<SpecError>,
    },
    /// The bot can't play by these rules, or not with these settings.
    #[error("{spec}: {why}")]
    Refused {
        /// The spec.
        spec: String,
        /// Why it can't.
        why: String,
    },
    /// The bot does not play this game so.
    #[error("{game} has no `{spec}`")]
    NotHere {
        /// The spec.
        spec: String,
        /// The game.
        game: &'static str,
    },
}
