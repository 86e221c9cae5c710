//! The bots that play a game, and how they are asked for.

use threehand_engine::options::nearest;
use threehand_engine::{Game, View, fraction};

use super::kind::{AnyKind, KindFor};
use super::parameter::{EPSILON, Settings};
use super::spec::{Given, Spec, SpecError};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::opinion::Opinion;

/// The bots that play the game `G`, weakest first.
pub struct Bots<'a, G: Knowledge> {
    /// All kinds, so that it can be said of one that it does not play this game.
    kinds: Vec<&'a dyn KindFor<G>>,
}

/// Makes the same bot anew, as often as it is asked.
pub type Maker<'a, G> = Box<dyn Fn() -> Box<dyn Bot<G>> + Sync + 'a>;

impl<'a, G: Knowledge> Bots<'a, G> {
    pub(super) const fn of(kinds: Vec<&'a dyn KindFor<G>>) -> Self {
        Self { kinds }
    }

    /// Their kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &'a dyn AnyKind> {
        let settings = Settings::default();
        let playing = self.kinds.iter().filter(move |kind| kind.plays(&settings));
        playing.map(|kind| *kind as &dyn AnyKind)
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.kinds().map(AnyKind::name)
    }

    /// Reads a spec: `name`, or `name:parameter=value:parameter=value`.
    ///
    /// # Errors
    /// What is wrong with it, with the nearest name that there is.
    pub fn spec(&self, text: &str) -> Result<Spec, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let kind = self.kinds.iter().find(|kind| kind.name() == name);
        let kind = *kind.ok_or_else(|| SpecError::UnknownBot {
            name: name.to_owned(),
            bots: self.names().collect(),
        })?;
        let (bot, parameters) = (kind.name(), kind.parameters());
        let mut given: Vec<Given> = Vec::new();
        for part in parts {
            let (typed, value) =
                part.split_once('=').ok_or_else(|| SpecError::NotAParameter(part.to_owned()))?;
            let spelled = parameters.iter().map(|parameter| parameter.spelling(typed));
            let found = spelled.enumerate().find_map(|(place, name)| Some((place, name?)));
            let (place, spelling) = found.ok_or_else(|| SpecError::UnknownParameter {
                bot,
                name: typed.to_owned(),
                nearest: nearest(typed, parameters.iter().flat_map(|parameter| parameter.names())),
            })?;
            let parameter = parameters[place];
            if let Some(other) = given.iter().find(|other| other.place == place) {
                let (name, other) = (spelling, other.spelling);
                return Err(match name == other {
                    true => SpecError::Twice { bot, name },
                    false => SpecError::TwoNames { bot, name, other },
                });
            }
            let plain = parameter.plain(value).ok_or_else(|| SpecError::BadValue {
                bot,
                name: spelling,
                value: value.to_owned(),
                allowed: parameter.allowed(),
                nearest: nearest(value, parameter.words()),
            })?;
            given.push(Given { place, name: parameter.name(), spelling, value: plain });
        }
        given.retain(|given| given.value != parameters[given.place].default());
        given.sort_by_key(|given| given.place);
        let spec = Spec { bot, given };
        let settings = spec.settings();
        if !kind.plays(&settings) {
            return Err(SpecError::NotHere { spec: spec.to_string(), game: G::NAME });
        }
        if let Some(other) = kind.stands_for(&settings)
            && let Err(why) = self.spec(&other)
        {
            return Err(SpecError::StandsForNone {
                spec: spec.to_string(),
                other,
                why: why.into(),
            });
        }
        Ok(spec)
    }

    /// What a spec comes to in this game: another spec for a bot that stands for one, else the spec.
    ///
    /// # Panics
    /// If the spec is of another list.
    pub fn stands_for(&self, spec: &Spec) -> Spec {
        self.stand_in(spec).map_or_else(|| spec.clone(), |other| self.stands_for(&other))
    }

    /// The spec of the bot that plays in place of this one.
    fn stand_in(&self, spec: &Spec) -> Option<Spec> {
        let other = self.kind(spec).stands_for(&spec.settings())?;
        Some(self.spec(&other).expect("the spec was read by this list"))
    }

    /// What makes the bot of a spec of this list.
    ///
    /// # Panics
    /// If the spec is of another list.
    pub fn maker(&self, spec: &Spec) -> Maker<'a, G> {
        let (kind, settings) = (self.kind(spec), spec.settings());
        let epsilon = EPSILON.of(&settings);
        let make: Maker<'a, G> = match self.stand_in(spec) {
            Some(other) => self.maker(&other),
            None => Box::new(move || kind.make(&settings)),
        };
        if epsilon > 0.0 {
            Box::new(move || Box::new(Absent { bot: make(), epsilon }))
        } else {
            make
        }
    }

    /// The bot of a spec as it is typed.
    ///
    /// # Errors
    /// As [`Bots::spec`].
    pub fn make(&self, text: &str) -> Result<Box<dyn Bot<G>>, SpecError> {
        Ok(self.maker(&self.spec(text)?)())
    }

    fn kind(&self, spec: &Spec) -> &'a dyn KindFor<G> {
        let kind = self.kinds.iter().find(|kind| kind.name() == spec.bot);
        *kind.expect("the spec was read by this list")
    }
}

/// A bot that is absent-minded: now and then it plays at random.
struct Absent<G: Game> {
    bot: Box<dyn Bot<G>>,
    epsilon: f64,
}

impl<G: Game> Bot<G> for Absent<G> {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        if fraction(rng) < self.epsilon { view.any_legal(rng) } else { self.bot.decide(view, rng) }
    }

    /// What it thinks while its mind is there.
    fn opinion(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Opinion<G::Action> {
        self.bot.opinion(view, rng)
    }
}
