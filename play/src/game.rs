//! Games and the bots that play them.

use std::any::Any;

use threehand_bots::solver::{BadPosition, Problem, Source, Trial};
use threehand_bots::{BotKind, Bots, Knowledge, Spec, SpecError};
use threehand_engine::games::Family;
use threehand_engine::options::{self, OptionError, RuleOption, Variant};
use threehand_engine::record::{Fault, Record};
use threehand_engine::{Action as _, Hand as _, Played, SavedHand};

use crate::arena::{Arena, Player, TypedArena};
use crate::bot::{DynBot, TypedBot};
use crate::hand::{DynHand, TypedHand};
use crate::rules::{DynRules, TypedRules};
use crate::seeds::Seeds;
use crate::subjects::{Subject, subjects};

/// A game of a lab.
pub trait DynGame: Send + Sync {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// The text of the file that the game was read from; `None` of a game of the lab.
    fn file_text(&self) -> Option<&'static str>;
    /// The version of its rules, which records state.
    fn rules_version(&self) -> u32;
    /// The rules for a new player, in Markdown.
    fn page(&self) -> &'static str;
    /// The names of the roles.
    fn roles(&self) -> &'static [&'static str];
    /// The names, meanings and units of the quantities that the game counts of a hand.
    fn quantities(&self) -> Vec<[&'static str; 3]>;
    /// The rules that can be chosen.
    fn rule_options(&self) -> &'static [RuleOption];
    /// The variants that have a name.
    fn variants(&self) -> &'static [Variant];
    /// The kinds of bot that play the game, weakest first.
    fn kinds(&self) -> Vec<BotKind>;
    /// Their names.
    fn bot_names(&self) -> Vec<&'static str> {
        self.kinds().into_iter().map(|kind| kind.name).collect()
    }
    /// Reads the spec of a bot.
    ///
    /// # Errors
    /// What is wrong with it, with the nearest right name.
    fn spec(&self, text: &str) -> Result<Spec, SpecError>;
    /// Reads the spec of a bot of a run, as [`Bots::noted_spec`].
    ///
    /// # Errors
    /// As [`DynGame::spec`].
    fn noted_spec(&self, text: &str, noted: &str) -> Result<Spec, SpecError>;
    /// The bot of a spec.
    ///
    /// # Errors
    /// What is wrong with the spec.
    fn bot(&self, spec: &str) -> Result<Box<dyn DynBot>, SpecError>;
    /// How many actions there are: their indices are below.
    fn action_count(&self) -> usize;
    /// An action's text, as in records; `None` if there is no action of this index.
    fn action_text(&self, index: usize) -> Option<String>;
    /// The index of the action of this text; `None` if there is no such action.
    fn action_index(&self, text: &str) -> Option<usize>;
    /// The rules that these options make, the others at their defaults.
    ///
    /// # Errors
    /// What is wrong with an option.
    fn rules(&self, options: &[(&str, &str)]) -> Result<Box<dyn DynRules>, OptionError>;
    /// Where matches of these rules are played, with the cards of a seed and a cap on hands.
    ///
    /// # Panics
    /// If the rules are of another game, or a spec is of another lab.
    fn arena<'s>(
        &'s self,
        rules: &dyn DynRules,
        players: &[Player],
        seeds: Seeds,
        max_hands: usize,
    ) -> Box<dyn Arena + 's>;
    /// The rules of a record.
    ///
    /// # Errors
    /// What is wrong with them.
    fn rules_of(&self, record: &Record) -> Result<Box<dyn DynRules>, Fault>;
    /// The hand of a record, replayed.
    ///
    /// # Errors
    /// Where the record departs from the rules.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynHand>, Fault>;
    /// The hand after so many lines of a record, by these rules.
    ///
    /// # Errors
    /// Where the record departs from the rules.
    ///
    /// # Panics
    /// If the rules are of another game.
    fn begun(
        &self,
        record: &Record,
        rules: &dyn DynRules,
        lines: usize,
    ) -> Result<Box<dyn DynHand>, Fault>;
    /// The hand of a text, with its rules.
    ///
    /// # Errors
    /// Where the text departs from the rules.
    fn restore(&self, saved: &SavedHand) -> Result<Restored, Fault>;
    /// The problem that a line sets, as [`Knowledge::problem`].
    ///
    /// # Errors
    /// What is wrong with the line.
    fn problem(&self, line: &str) -> Result<Problem, BadPosition>;
    /// Pieces of work for benchmarks.
    fn subjects(&self) -> Vec<Subject<'static>>;
    /// Problems for benchmarks of the game's solvers.
    fn solver_trials(&self, source: &Source<'_>) -> Vec<Trial>;
}

/// A hand that came back, with its rules.
pub type Restored = (Box<dyn DynRules>, Box<dyn DynHand>);

pub(crate) struct TypedGame<'a, G: Knowledge> {
    /// The game as published.
    pub(crate) game: G,
    pub(crate) bots: &'a Bots<G>,
}

fn typed<G: Knowledge>(rules: &dyn DynRules) -> G {
    let rules = (rules as &dyn Any).downcast_ref::<TypedRules<G>>();
    rules.expect("the rules are of this game").0
}

impl<G: Knowledge> DynGame for TypedGame<'_, G> {
    fn name(&self) -> &'static str {
        self.game.name()
    }

    fn file_text(&self) -> Option<&'static str> {
        (&self.game as &dyn Any).downcast_ref::<Family>().map(Family::text)
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn page(&self) -> &'static str {
        self.game.page()
    }

    fn roles(&self) -> &'static [&'static str] {
        self.game.roles()
    }

    fn quantities(&self) -> Vec<[&'static str; 3]> {
        G::QUANTITIES.iter().map(|of| [of.name, of.meaning, of.unit]).collect()
    }

    fn rule_options(&self) -> &'static [RuleOption] {
        self.game.options()
    }

    fn variants(&self) -> &'static [Variant] {
        self.game.variants()
    }

    fn kinds(&self) -> Vec<BotKind> {
        self.bots.kinds().collect()
    }

    fn spec(&self, text: &str) -> Result<Spec, SpecError> {
        self.bots.spec(text)
    }

    fn noted_spec(&self, text: &str, noted: &str) -> Result<Spec, SpecError> {
        self.bots.noted_spec(text, noted)
    }

    fn bot(&self, spec: &str) -> Result<Box<dyn DynBot>, SpecError> {
        let bot = self.bots.make(spec)?;
        Ok(Box::new(TypedBot(bot)))
    }

    fn action_count(&self) -> usize {
        G::Action::COUNT
    }

    fn action_text(&self, index: usize) -> Option<String> {
        G::Action::from_index(index).map(|action| action.to_string())
    }

    fn action_index(&self, text: &str) -> Option<usize> {
        text.parse::<G::Action>().ok().map(G::Action::index)
    }

    fn rules(&self, options: &[(&str, &str)]) -> Result<Box<dyn DynRules>, OptionError> {
        let rules = options::rules_of(&self.game, options.iter().copied())?;
        Ok(Box::new(TypedRules(rules)))
    }

    fn arena<'s>(
        &'s self,
        rules: &dyn DynRules,
        players: &[Player],
        seeds: Seeds,
        max_hands: usize,
    ) -> Box<dyn Arena + 's> {
        Box::new(TypedArena::<G>::new(self.bots, typed(rules), players, (seeds, max_hands)))
    }

    fn rules_of(&self, record: &Record) -> Result<Box<dyn DynRules>, Fault> {
        Ok(Box::new(TypedRules(record.rules_of(&self.game)?)))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn DynHand>, Fault> {
        Ok(Box::new(TypedHand::Dealt(record.replay_of(&self.game)?)))
    }

    fn begun(
        &self,
        record: &Record,
        rules: &dyn DynRules,
        lines: usize,
    ) -> Result<Box<dyn DynHand>, Fault> {
        Ok(Box::new(TypedHand::Dealt(record.begun::<G>(typed(rules), lines)?)))
    }

    fn restore(&self, saved: &SavedHand) -> Result<Restored, Fault> {
        let played: Played<G> = saved.hand_of(&self.game)?;
        let rules = *played.end.rules();
        Ok((Box::new(TypedRules(rules)), Box::new(TypedHand::Dealt(played))))
    }

    fn problem(&self, line: &str) -> Result<Problem, BadPosition> {
        self.game.problem(line)
    }

    fn subjects(&self) -> Vec<Subject<'static>> {
        subjects(&self.game, self.bots)
    }

    fn solver_trials(&self, source: &Source<'_>) -> Vec<Trial> {
        G::solver_trials(source)
    }
}
