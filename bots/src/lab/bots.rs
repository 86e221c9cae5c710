//! The bots that play a game, and how they are asked for.

use std::fmt;
use std::sync::Arc;

use threehand_engine::options::nearest;
use threehand_engine::{Game, View, fraction};

use super::kind::{BotKind, KindFor};
use super::parameter::{EPSILON, Parameter, Set, Settings};
use super::spec::{Spec, SpecError};
use crate::batched::BatchDecider;
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::opinion::Opinion;

/// The bots of a laboratory for the game `G`, weakest first.
#[derive(Clone)]
pub struct Bots<G: Knowledge> {
    /// The game that they were asked for; without one it is `G` as published.
    game: Option<G>,
    /// The kinds of bot, those with them that do not play the game.
    pub(super) all: Vec<(BotKind, Arc<dyn KindFor<G>>)>,
}

/// Makes the same bot anew, as often as it is asked.
pub type Maker<'a, G> = Box<dyn Fn() -> Box<dyn Bot<G>> + Sync + 'a>;

impl<G: Knowledge> fmt::Debug for Bots<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all.iter().map(|(kind, _)| kind.name)).finish()
    }
}

impl<G: Knowledge> Default for Bots<G> {
    fn default() -> Self {
        Self { game: None, all: Vec::new() }
    }
}

impl<G: Knowledge> Bots<G> {
    /// The same bots in this game, for games whose rules are known only when they are read.
    #[must_use]
    pub fn in_game(&self, game: G) -> Self {
        Self { game: Some(game), all: self.all.clone() }
    }

    /// The game. Without one it is made now, since the default of games from files is read from one.
    pub fn game(&self) -> G {
        self.game.unwrap_or_default()
    }

    /// Their kinds.
    pub fn kinds(&self) -> impl Iterator<Item = BotKind> {
        let (game, settings) = (self.game(), Settings::default());
        let playing = self.all.iter().filter(move |(_, kind)| {
            kind.plays(&settings) && kind.refusal(&game, &settings).is_none()
        });
        playing.map(|(about, _)| *about)
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.kinds().map(|kind| kind.name)
    }

    /// Reads a spec: `name`, or `name:parameter=value:parameter=value`.
    ///
    /// # Errors
    /// What is wrong with it, with the nearest name that there is.
    pub fn spec(&self, text: &str) -> Result<Spec, SpecError> {
        let spec = self.parse(text)?;
        let kind = self.kind_of(&spec);
        if let Some(why) = kind.refusal(&self.game(), &spec.settings) {
            return Err(SpecError::Refused { spec: spec.to_string(), why });
        }
        let Some(other) = kind.stands_for(&spec.settings, self) else { return Ok(spec) };
        match self.spec(&other) {
            Ok(other) => Ok(Spec { stands_for: Some(Box::new(other)), ..spec }),
            Err(why) => {
                let why = why.into();
                Err(SpecError::StandsForNone { spec: spec.to_string(), other, why })
            }
        }
    }

    /// Reads a spec of a run that has noted what the spec stood for. A file that the spec names is not read then, but
    /// when the bot is made.
    ///
    /// # Errors
    /// As [`Bots::spec`].
    pub fn noted_spec(&self, text: &str, noted: &str) -> Result<Spec, SpecError> {
        if let Ok(spec) = self.parse(text)
            && let Ok(other) = self.parse(noted)
            && self.kind_of(&spec).may_stand_for(&spec.settings, &other)
        {
            let stands_for = (other != spec).then(|| Box::new(other));
            return Ok(Spec { stands_for, ..spec });
        }
        self.spec(text)
    }

    /// A spec as it is written, of a bot that plays the game.
    fn parse(&self, text: &str) -> Result<Spec, SpecError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let (about, kind) = self.kind(name).ok_or_else(|| SpecError::UnknownBot {
            name: name.to_owned(),
            bots: self.names().collect(),
        })?;
        let mut given: Vec<Set> = Vec::new();
        for part in parts {
            let set = read(*about, part)?;
            let (bot, name) = (about.name, set.name);
            match given.iter().find(|other| other.parameter.name == set.parameter.name) {
                Some(other) if other.name == name => return Err(SpecError::Twice { bot, name }),
                Some(Set { name: other, .. }) => {
                    return Err(SpecError::TwoNames { bot, name, other });
                }
                None => given.push(set),
            }
        }
        given.retain(|set| set.value != set.parameter.default);
        let place = |set: &Set| about.parameters.iter().position(|p| p.name == set.parameter.name);
        given.sort_by_key(place);
        let spec = Spec { bot: about.name, settings: Settings(given), stands_for: None };
        if kind.plays(&spec.settings) {
            return Ok(spec);
        }
        Err(SpecError::NotHere { spec: spec.to_string(), game: self.game().name() })
    }

    /// What makes the bot of a spec of this list.
    ///
    /// # Panics
    /// If the spec is of another list.
    pub fn maker(&self, spec: &Spec) -> Maker<'_, G> {
        let (kind, settings) = (self.kind_of(spec), spec.settings.clone());
        let epsilon = EPSILON.number(&settings).unwrap_or(0.0);
        let make: Maker<'_, G> = match &spec.stands_for {
            Some(other) => self.maker(other),
            None => Box::new(move || kind.make(&settings)),
        };
        if epsilon > 0.0 {
            Box::new(move || Box::new(Absent { bot: make(), epsilon }))
        } else {
            make
        }
    }

    /// What decides many views at once in place of the bot of a spec of this list; `None` if it is asked view by view.
    ///
    /// # Panics
    /// If the spec is of another list.
    pub fn decider(&self, spec: &Spec) -> Option<Arc<dyn BatchDecider>> {
        if EPSILON.number(&spec.settings).is_some_and(|epsilon| epsilon > 0.0) {
            return None;
        }
        match &spec.stands_for {
            Some(other) => self.decider(other),
            None => self.kind_of(spec).decider(&spec.settings),
        }
    }

    /// The bot of a spec as it is typed.
    ///
    /// # Errors
    /// As [`Bots::spec`].
    pub fn make(&self, text: &str) -> Result<Box<dyn Bot<G>>, SpecError> {
        Ok(self.maker(&self.spec(text)?)())
    }

    fn kind(&self, name: &str) -> Option<&(BotKind, Arc<dyn KindFor<G>>)> {
        self.all.iter().find(|(kind, _)| kind.name == name)
    }

    fn kind_of(&self, spec: &Spec) -> &dyn KindFor<G> {
        &*self.kind(spec.bot).expect("the spec was read by this list").1
    }
}

/// Reads a part of a spec, `parameter=value`.
fn read(kind: BotKind, part: &str) -> Result<Set, SpecError> {
    let BotKind { name: bot, parameters, .. } = kind;
    let (typed, value) =
        part.split_once('=').ok_or_else(|| SpecError::NotAParameter(part.to_owned()))?;
    let spelled = |parameter: &'static Parameter| {
        Some((parameter, parameter.names().find(|name| *name == typed)?))
    };
    let (parameter, name) =
        parameters.iter().find_map(spelled).ok_or_else(|| SpecError::UnknownParameter {
            bot,
            name: typed.to_owned(),
            nearest: nearest(typed, parameters.iter().flat_map(Parameter::names)),
        })?;
    let plain = parameter.range.plain(value).ok_or_else(|| SpecError::BadValue {
        bot,
        name,
        value: value.to_owned(),
        allowed: parameter.range.allowed(),
        nearest: nearest(value, parameter.range.words().iter().copied()),
    })?;
    Ok(Set { parameter, name, value: plain })
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

    fn decide_by_chances(
        &mut self,
        view: &View<'_, G>,
        rng: &mut BotRng,
        chances: &mut Vec<f64>,
    ) -> G::Action {
        let action = if fraction(rng) < self.epsilon {
            self.bot.decide_by_chances(view, &mut rng.clone(), chances);
            view.any_legal(rng)
        } else {
            self.bot.decide_by_chances(view, rng, chances)
        };
        let even = self.epsilon / chances.len() as f64;
        chances.iter_mut().for_each(|chance| *chance = (1.0 - self.epsilon) * *chance + even);
        action
    }

    /// What it thinks while its mind is there.
    fn opinion(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Opinion<G::Action> {
        self.bot.opinion(view, rng)
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::games::NineTwoFive;

    use crate::Lab;

    #[test]
    fn a_network_whose_file_can_not_be_read_a_second_time_does_not_play_unnamed() {
        let lab = Lab::standard();
        let bots = lab.bots::<NineTwoFive>();
        let spec = bots.parse("policy:network=nowhere").unwrap();
        let other = bots.kind_of(&spec).stands_for(&spec.settings, bots).expect("another is read");
        assert!(bots.spec(&other).is_err());
    }
}
