//! The bots by name, and the specs that choose and tune them.

use std::fmt;

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::options::nearest;
use threehand_engine::{Game, View, fraction};

use crate::bot::{Bot, BotRng};
use crate::random::Random;
use crate::{greedy, heuristic};

/// The games with their bots. The one place in this crate that lists games.
pub trait Roster: Game {
    /// Makes the bot of a kind for these rules.
    fn make(rules: &Self, kind: Kind) -> Box<dyn Bot<Self>>;
}

impl Roster for NineTwoFive {
    fn make(_: &Self, kind: Kind) -> Box<dyn Bot<Self>> {
        match kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(greedy::NineTwoFive),
            Kind::Heuristic => Box::new(heuristic::NineTwoFive),
        }
    }
}

impl Roster for ThreeLeggedKitty {
    fn make(_: &Self, kind: Kind) -> Box<dyn Bot<Self>> {
        match kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(greedy::ThreeLeggedKitty),
            Kind::Heuristic => Box::new(heuristic::ThreeLeggedKitty),
        }
    }
}

impl Roster for ThreeKings {
    fn make(_: &Self, kind: Kind) -> Box<dyn Bot<Self>> {
        match kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(greedy::ThreeKings),
            Kind::Heuristic => Box::new(heuristic::ThreeKings),
        }
    }
}

/// The names of the games.
pub const GAMES: &[&str] = &[NineTwoFive::NAME, ThreeLeggedKitty::NAME, ThreeKings::NAME];

/// Something that can be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Roster>(self) -> Self::Output;
}

/// Does something with the game of this name; `None` if there is none.
pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    match name {
        NineTwoFive::NAME => Some(visitor.visit::<NineTwoFive>()),
        ThreeLeggedKitty::NAME => Some(visitor.visit::<ThreeLeggedKitty>()),
        ThreeKings::NAME => Some(visitor.visit::<ThreeKings>()),
        _ => None,
    }
}

/// The kinds of bot, weakest first. Every game has them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any legal action.
    Random,
    /// The obvious card.
    Greedy,
    /// A good club player.
    Heuristic,
}

/// A parameter of a bot, as users write it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, as typed: `epsilon`.
    pub name: &'static str,
    /// What it is unless said otherwise.
    pub default: &'static str,
    /// What it does, in a line.
    pub meaning: &'static str,
}

const EPSILON: Parameter = Parameter {
    name: "epsilon",
    default: "0",
    meaning: "share of decisions made at random instead, 0 to 1",
};

impl Kind {
    /// All kinds, weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Heuristic];

    /// Its name, as typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Heuristic => "heuristic",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "any legal action, each equally likely",
            Self::Greedy => "the obvious card: wins as cheaply as it can, else throws its lowest",
            Self::Heuristic => "a good club player: values its hand, counts cards and voids",
        }
    }

    /// The parameters that its spec may set.
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Random => &[],
            Self::Greedy | Self::Heuristic => &[EPSILON],
        }
    }
}

/// A bot as asked for: its kind and its parameters.
///
/// ```
/// use threehand_bots::registry::Spec;
/// let spec: Spec = "heuristic:epsilon=0.10".parse()?;
/// assert_eq!(spec.to_string(), "heuristic:epsilon=0.1");
/// let slip = "heurstic".parse::<Spec>().unwrap_err();
/// assert_eq!(slip.to_string(), "no bot is called `heurstic`; did you mean `heuristic`?");
/// # Ok::<(), threehand_bots::registry::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    kind: Kind,
    /// Share of decisions made at random instead, 0 to 1.
    epsilon: f64,
}

/// Why a text is no bot's spec.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// There is no such bot.
    #[error("no bot is called `{name}`{}", threehand_engine::options::did_you_mean(nearest))]
    UnknownBot {
        /// What was typed.
        name: String,
        /// The bot that it is most like, if any.
        nearest: Option<&'static str>,
    },
    /// The bot has no such parameter.
    #[error("{bot} has no parameter `{name}`{}", threehand_engine::options::did_you_mean(nearest))]
    UnknownParameter {
        /// The bot.
        bot: &'static str,
        /// What was typed.
        name: String,
        /// The parameter that it is most like, if any.
        nearest: Option<&'static str>,
    },
    /// The parameter can't have this value.
    #[error("{bot}: {name} can't be `{value}`: it is {allowed}")]
    BadValue {
        /// The bot.
        bot: &'static str,
        /// The parameter.
        name: &'static str,
        /// What was typed.
        value: String,
        /// What may be written.
        allowed: &'static str,
    },
    /// The parameter was given twice.
    #[error("{bot}: {name} is given twice")]
    Twice {
        /// The bot.
        bot: &'static str,
        /// The parameter.
        name: &'static str,
    },
    /// A part of the spec is no `key=value`.
    #[error("`{0}` is no parameter: write name=value, after a colon")]
    NotAParameter(String),
}

impl std::str::FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            SpecError::UnknownBot {
                name: name.to_owned(),
                nearest: nearest(name, Kind::ALL.map(Kind::name)),
            }
        })?;
        let bot = kind.name();
        let mut epsilon = None;
        for part in parts {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SpecError::NotAParameter(part.to_owned()))?;
            let known = kind.parameters();
            if known.iter().all(|parameter| parameter.name != name) {
                let nearest = nearest(name, known.iter().map(|parameter| parameter.name));
                return Err(SpecError::UnknownParameter { bot, name: name.to_owned(), nearest });
            }
            let share = value.parse().ok().filter(|share| (0.0..=1.0).contains(share));
            let share = share.ok_or_else(|| SpecError::BadValue {
                bot,
                name: EPSILON.name,
                value: value.to_owned(),
                allowed: "a number from 0 to 1",
            })?;
            if epsilon.replace(share).is_some() {
                return Err(SpecError::Twice { bot, name: EPSILON.name });
            }
        }
        // Adding 0 makes −0 plain.
        Ok(Self { kind, epsilon: epsilon.unwrap_or(0.0) + 0.0 })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.epsilon > 0.0 {
            write!(f, ":epsilon={}", self.epsilon)?;
        }
        Ok(())
    }
}

impl Spec {
    /// Makes the bot, for these rules.
    pub fn make<G: Roster>(&self, rules: &G) -> Box<dyn Bot<G>> {
        let bot = G::make(rules, self.kind);
        if self.epsilon > 0.0 { Box::new(Absent { bot, epsilon: self.epsilon }) } else { bot }
    }
}

/// A bot that is absent-minded: now and then it plays at random.
struct Absent<G: Game> {
    bot: Box<dyn Bot<G>>,
    epsilon: f64,
}

impl<G: Game> Bot<G> for Absent<G> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        if fraction(rng) < self.epsilon {
            Random.decide(view, rng)
        } else {
            self.bot.decide(view, rng)
        }
    }
}
