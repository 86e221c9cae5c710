//! Bots as users ask for them.

use std::fmt;

use threehand_engine::options::nearest;
use threehand_engine::{Game, View, fraction};

use super::parameter::{Policy, Settings};
use super::{Kind, Parameter, Roster};
use crate::bot::{Bot, BotRng};
use crate::random::Random;
use crate::search::{Descents, Inference, Lookahead, Manner, MonteCarlo, Pimc, TreeSearch};

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
    settings: Settings,
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
        let mut settings = Settings::default();
        let mut given = Vec::new();
        for part in parts {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SpecError::NotAParameter(part.to_owned()))?;
            let known = kind.parameters();
            let parameter = known.iter().find(|parameter| parameter.name == name);
            let parameter = parameter.ok_or_else(|| SpecError::UnknownParameter {
                bot,
                name: name.to_owned(),
                nearest: nearest(name, known.iter().map(|parameter| parameter.name)),
            })?;
            let Parameter { name, allowed, .. } = *parameter;
            if given.contains(&name) {
                return Err(SpecError::Twice { bot, name });
            }
            given.push(name);
            (parameter.read)(&mut settings, value).ok_or_else(|| SpecError::BadValue {
                bot,
                name,
                value: value.to_owned(),
                allowed,
            })?;
        }
        Ok(Self { kind, settings })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for parameter in self.kind.parameters() {
            let value = (parameter.write)(&self.settings);
            if value != parameter.default() {
                write!(f, ":{}={value}", parameter.name)?;
            }
        }
        Ok(())
    }
}

impl Spec {
    /// Makes the bot, for these rules.
    pub fn make<G: Roster>(&self, _: &G) -> Box<dyn Bot<G>> {
        let bot = self.stands_for::<G>().make_with_policy();
        let epsilon = self.settings.epsilon;
        if epsilon > 0.0 { Box::new(Absent { bot, epsilon }) } else { bot }
    }

    /// What it comes to in a game: another spec for `champion`, else itself.
    ///
    /// # Panics
    /// Never: what the games say of their champions are specs, and none is a champion's.
    pub fn stands_for<G: Roster>(&self) -> Self {
        if self.kind != Kind::Champion {
            return *self;
        }
        let text = G::CHAMPIONS[self.settings.budget];
        text.parse().expect("a champion is a spec")
    }

    fn make_with_policy<G: Roster>(&self) -> Box<dyn Bot<G>> {
        match self.settings.playout {
            Policy::Random => self.make_with(Random),
            Policy::Greedy => self.make_with(G::Greedy::default()),
            Policy::Heuristic => self.make_with(G::Heuristic::default()),
        }
    }

    fn make_with<G: Roster, P: Bot<G> + 'static>(&self, policy: P) -> Box<dyn Bot<G>> {
        let Settings { worlds, iterations, exploration, .. } = self.settings;
        let Settings { of, error, solves, blend, yielding, doubt, stakes, .. } = self.settings;
        let manner = Manner {
            inference: Inference { of, error },
            doubt: doubt.unwrap_or(G::DOUBT),
            yielding,
        };
        match self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(G::Greedy::default()),
            Kind::Heuristic => Box::new(G::Heuristic::default()),
            Kind::MonteCarlo => Box::new(MonteCarlo::new(worlds, policy)),
            Kind::Pimc => {
                let blend = blend.unwrap_or(G::BLEND);
                let lookahead = Lookahead { worlds, manner, solves, blend, stakes };
                Box::new(Pimc::new(lookahead, policy))
            }
            Kind::TreeSearch => {
                let descents = Descents { iterations, exploration, manner, solves, stakes };
                Box::new(TreeSearch::new(descents, policy))
            }
            Kind::Champion => unreachable!("a champion stands for another bot"),
        }
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
