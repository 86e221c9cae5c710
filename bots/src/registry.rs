//! The bots by name, and the specs that choose and tune them.

use std::fmt;

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::options::nearest;
use threehand_engine::{Game, View, fraction};

use crate::bot::{Bot, BotRng};
use crate::random::Random;
use crate::search::{
    Choices, Descents, Endings, Inference, Lookahead, MatchValue, MonteCarlo, Past, Pimc, Stakes,
    TreeSearch,
};
use crate::solver::Solvable;
use crate::{greedy, heuristic};

/// The games with their bots. The one place in this crate that lists games.
pub trait Roster: Choices + Endings + MatchValue + Past + Solvable {
    /// The obvious card.
    type Greedy: Bot<Self> + Copy + Default + 'static;
    /// A good club player.
    type Heuristic: Bot<Self> + Copy + Default + 'static;
    /// Its [puzzles](crate::puzzles), a line each.
    const PUZZLES: &'static str;
}

impl Roster for NineTwoFive {
    type Greedy = greedy::NineTwoFive;
    type Heuristic = heuristic::NineTwoFive;
    const PUZZLES: &'static str = include_str!("../puzzles/9-2-5.jsonl");
}

impl Roster for ThreeLeggedKitty {
    type Greedy = greedy::ThreeLeggedKitty;
    type Heuristic = heuristic::ThreeLeggedKitty;
    const PUZZLES: &'static str = include_str!("../puzzles/three-legged-kitty.jsonl");
}

impl Roster for ThreeKings {
    type Greedy = greedy::ThreeKings;
    type Heuristic = heuristic::ThreeKings;
    const PUZZLES: &'static str = include_str!("../puzzles/three-kings.jsonl");
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
    /// Flat Monte Carlo.
    MonteCarlo,
    /// Determinized Monte Carlo, exact where it can be.
    Pimc,
    /// Tree search over information sets.
    TreeSearch,
    /// The best of the search bots, with inference.
    Champion,
}

/// A parameter of a bot, as users write it.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// Its name, as typed: `epsilon`.
    pub name: &'static str,
    /// What may be written, in words.
    pub allowed: &'static str,
    /// What it does, in a line.
    pub meaning: &'static str,
    read: fn(&mut Settings, &str) -> Option<()>,
    write: fn(&Settings) -> String,
}

impl Parameter {
    /// What it is unless said otherwise.
    pub fn default(&self) -> String {
        (self.write)(&Settings::default())
    }
}

/// The values of all parameters, whether a bot has them or not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    epsilon: f64,
    worlds: u32,
    iterations: u32,
    exploration: f64,
    playout: Policy,
    solves: bool,
    doubt: f64,
    /// What the game's measurements say if `None`.
    of: Option<u32>,
    error: f64,
    stakes: Stakes,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epsilon: 0.0,
            worlds: 64,
            iterations: 1000,
            exploration: 0.7,
            playout: Policy::Heuristic,
            solves: true,
            doubt: 1.0,
            of: None,
            error: 0.3,
            stakes: Stakes::Match,
        }
    }
}

/// Who plays hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Policy {
    Random,
    Greedy,
    Heuristic,
}

impl Policy {
    const ALL: [(Self, Kind); 3] = [
        (Self::Random, Kind::Random),
        (Self::Greedy, Kind::Greedy),
        (Self::Heuristic, Kind::Heuristic),
    ];
}

const EPSILON: Parameter = Parameter {
    name: "epsilon",
    allowed: "a number from 0 to 1",
    meaning: "share of decisions made at random instead, 0 to 1",
    read: |settings, text| {
        let share: f64 = text.parse().ok().filter(|share| (0.0..=1.0).contains(share))?;
        // Adding 0 makes −0 plain.
        settings.epsilon = share + 0.0;
        Some(())
    },
    write: |settings| settings.epsilon.to_string(),
};

const WORLDS: Parameter = Parameter {
    name: "worlds",
    allowed: "a whole number from 1 to 1000000",
    meaning: "worlds drawn a decision, 1 to 1000000",
    read: |settings, text| {
        settings.worlds = text.parse().ok().filter(|n| (1..=1_000_000).contains(n))?;
        Some(())
    },
    write: |settings| settings.worlds.to_string(),
};

const ITERATIONS: Parameter = Parameter {
    name: "iterations",
    allowed: "a whole number from 1 to 10000000",
    meaning: "descents a decision, 1 to 10000000",
    read: |settings, text| {
        settings.iterations = text.parse().ok().filter(|n| (1..=10_000_000).contains(n))?;
        Some(())
    },
    write: |settings| settings.iterations.to_string(),
};

const EXPLORATION: Parameter = Parameter {
    name: "c",
    allowed: "a number from 0 to 100",
    meaning: "how much is tried that does not look best, 0 to 100",
    read: |settings, text| {
        let c: f64 = text.parse().ok().filter(|c| (0.0..=100.0).contains(c))?;
        settings.exploration = c + 0.0;
        Some(())
    },
    write: |settings| settings.exploration.to_string(),
};

const PLAYOUT: Parameter = Parameter {
    name: "playout",
    allowed: "random, greedy or heuristic",
    meaning: "who plays the worlds out: random, greedy or heuristic",
    read: |settings, text| {
        let (policy, _) = Policy::ALL.into_iter().find(|(_, kind)| kind.name() == text)?;
        settings.playout = policy;
        Some(())
    },
    write: |settings| {
        let named = Policy::ALL.into_iter().find(|(policy, _)| *policy == settings.playout);
        named.map_or_else(String::new, |(_, kind)| kind.name().to_owned())
    },
};

const SOLVER: Parameter = Parameter {
    name: "solver",
    allowed: "exact or none",
    meaning: "exact: the rest of a hand is solved as soon as it can be; none: it is played out",
    read: |settings, text| {
        settings.solves = match text {
            "exact" => true,
            "none" => false,
            _ => return None,
        };
        Some(())
    },
    write: |settings| if settings.solves { "exact" } else { "none" }.to_owned(),
};

const DOUBT: Parameter = Parameter {
    name: "doubt",
    allowed: "a number from 0 to 100",
    meaning: "standard errors by which another choice must be better than that of the playouts",
    read: |settings, text| {
        let errors: f64 = text.parse().ok().filter(|errors| (0.0..=100.0).contains(errors))?;
        settings.doubt = errors + 0.0;
        Some(())
    },
    write: |settings| settings.doubt.to_string(),
};

const OF: Parameter = Parameter {
    name: "of",
    allowed: "auto or a whole number from 1 to 1000",
    meaning: "worlds of which one is taken, by how likely they make what the others did",
    read: |settings, text| {
        settings.of = match text {
            "auto" => None,
            _ => Some(text.parse().ok().filter(|n| (1..=1_000).contains(n))?),
        };
        Some(())
    },
    write: |settings| settings.of.map_or_else(|| "auto".to_owned(), |of| of.to_string()),
};

const ERROR: Parameter = Parameter {
    name: "error",
    allowed: "a number from 0 to 1",
    meaning: "how often others are taken to do something else than the heuristic",
    read: |settings, text| {
        let share: f64 = text.parse().ok().filter(|share| (0.0..=1.0).contains(share))?;
        settings.error = share + 0.0;
        Some(())
    },
    write: |settings| settings.error.to_string(),
};

const VALUE: Parameter = Parameter {
    name: "value",
    allowed: "match or points",
    meaning: "what it plays for: to win the match, or the points of the hand",
    read: |settings, text| {
        settings.stakes = match text {
            "match" => Stakes::Match,
            "points" => Stakes::Points,
            _ => return None,
        };
        Some(())
    },
    write: |settings| match settings.stakes {
        Stakes::Match => "match".to_owned(),
        Stakes::Points => "points".to_owned(),
    },
};

impl Kind {
    /// All kinds, weakest first.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::Greedy,
        Self::Heuristic,
        Self::MonteCarlo,
        Self::Pimc,
        Self::TreeSearch,
        Self::Champion,
    ];

    /// Its name, as typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Heuristic => "heuristic",
            Self::MonteCarlo => "mc",
            Self::Pimc => "pimc",
            Self::TreeSearch => "ismcts",
            Self::Champion => "champion",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Random => "any legal action, each equally likely",
            Self::Greedy => "the obvious card: wins as cheaply as it can, else throws its lowest",
            Self::Heuristic => "a good club player: values its hand, counts cards and voids",
            Self::MonteCarlo => "plays every choice out in drawn worlds, and compares the means",
            Self::Pimc => "searches drawn worlds, exactly where it can, and compares the means",
            Self::TreeSearch => "grows one tree over drawn worlds, each seat after its own chance",
            Self::Champion => "searches worlds that go well with what the others have done",
        }
    }

    /// The parameters that its spec may set.
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Random => &[],
            Self::Greedy | Self::Heuristic => &[EPSILON],
            Self::MonteCarlo => &[WORLDS, PLAYOUT, EPSILON],
            Self::TreeSearch => &[ITERATIONS, EXPLORATION, SOLVER, PLAYOUT, VALUE, EPSILON],
            Self::Pimc => &[WORLDS, SOLVER, PLAYOUT, DOUBT, VALUE, EPSILON],
            Self::Champion => &[WORLDS, OF, ERROR, SOLVER, PLAYOUT, DOUBT, VALUE, EPSILON],
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
        let bot = match self.settings.playout {
            Policy::Random => self.make_with(Random),
            Policy::Greedy => self.make_with(G::Greedy::default()),
            Policy::Heuristic => self.make_with(G::Heuristic::default()),
        };
        let epsilon = self.settings.epsilon;
        if epsilon > 0.0 { Box::new(Absent { bot, epsilon }) } else { bot }
    }

    fn make_with<G: Roster, P: Bot<G> + 'static>(&self, policy: P) -> Box<dyn Bot<G>> {
        let Settings { worlds, iterations, exploration, .. } = self.settings;
        let Settings { solves, doubt, of, error, stakes, .. } = self.settings;
        let of = if self.kind == Kind::Champion { of.unwrap_or(G::WORTHWHILE) } else { 1 };
        let inference = Inference { of, error };
        let lookahead = Lookahead { worlds, doubt, inference, solves, stakes };
        match self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(G::Greedy::default()),
            Kind::Heuristic => Box::new(G::Heuristic::default()),
            Kind::MonteCarlo => Box::new(MonteCarlo::new(worlds, policy)),
            Kind::TreeSearch => {
                let descents = Descents { iterations, exploration, solves, stakes };
                Box::new(TreeSearch::new(descents, policy))
            }
            Kind::Pimc | Kind::Champion => Box::new(Pimc::new(lookahead, policy)),
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
