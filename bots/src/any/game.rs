//! Games and their rules.

use threehand_engine::options::{self, OptionError, RuleOption};
use threehand_engine::record::Fault;
use threehand_engine::{Action as _, Bounds, Deck, Hand as _, Played, SavedHand, SavedView, Seat};

use super::batch::{AnyBatch, Dealer, TheBatch};
use super::bot::{AnyBot, TheBot};
use super::hand::{AnyHand, TheHand, start};
use super::view::AnyView;
use crate::knowledge::Knowledge;
use crate::lab::{Bots, Registry, SpecError, Visitor};
use crate::solver::{BadPosition, Problem};

/// A game of a lab, whichever it is.
pub trait AnyGame: Send + Sync {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// The names of the bots that play the game, weakest first.
    fn bot_names(&self) -> Vec<&'static str>;
    /// The rules that can be chosen.
    fn rule_options(&self) -> &'static [RuleOption];
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
    fn rules(&self, options: &[(&str, &str)]) -> Result<Box<dyn AnyRules>, OptionError>;
    /// The bot of a spec.
    ///
    /// # Errors
    /// What is wrong with the spec.
    fn bot(&self, spec: &str) -> Result<Box<dyn AnyBot>, SpecError>;
    /// The hand of a text, with its rules.
    ///
    /// # Errors
    /// Where the text departs from the rules.
    fn restore(&self, saved: &SavedHand) -> Result<Restored, Fault>;
    /// The view of a text, with its rules.
    ///
    /// # Errors
    /// Where the text departs from the rules.
    fn restore_view(&self, saved: &SavedView) -> Result<RestoredView, Fault>;
    /// The problem that a line sets, as [`Knowledge::problem`].
    ///
    /// # Errors
    /// What is wrong with the line.
    fn problem(&self, line: &str) -> Result<Problem, BadPosition>;
}

/// A hand that came back, with its rules.
pub type Restored = (Box<dyn AnyRules>, Box<dyn AnyHand>);

/// A view that came back, with its rules.
pub type RestoredView = (Box<dyn AnyRules>, Box<dyn AnyView>);

/// The rules of a game, whichever it is.
pub trait AnyRules: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// What the rules are called.
    fn variant(&self) -> String;
    /// The options that differ from the defaults, in the game's own order.
    fn options(&self) -> Vec<(&'static str, String)>;
    /// What no hand exceeds, if the game says so.
    fn bounds(&self) -> Option<Bounds>;
    /// The first hand of a match.
    fn first_hand(&self, dealer: Seat, deck: &Deck) -> Box<dyn AnyHand>;
    /// So many matches that are played side by side, with the cards of this dealer.
    fn batch(&self, size: usize, dealer: Box<dyn Dealer>) -> Box<dyn AnyBatch>;
}

/// The game of this name; `None` if the lab has none.
pub fn any_game<'a>(lab: &'a impl Registry, name: &str) -> Option<Box<dyn AnyGame + 'a>> {
    struct Take<'a, L>(&'a L);

    impl<'a, L: Registry> Visitor for Take<'a, L> {
        type Output = Box<dyn AnyGame + 'a>;

        fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Self::Output {
            Box::new(TheGame { bots: self.0.bots::<G>() })
        }
    }

    lab.with_game(name, Take(lab))
}

/// Rules of this game as rules whose game is not known.
pub fn any_rules<G: Knowledge>(rules: &G) -> Box<dyn AnyRules> {
    Box::new(TheRules(*rules))
}

struct TheGame<'a, G: Knowledge> {
    bots: Bots<'a, G>,
}

struct TheRules<G>(G);

impl<G: Knowledge> AnyGame for TheGame<'_, G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn bot_names(&self) -> Vec<&'static str> {
        self.bots.names().collect()
    }

    fn rule_options(&self) -> &'static [RuleOption] {
        G::OPTIONS
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

    fn rules(&self, options: &[(&str, &str)]) -> Result<Box<dyn AnyRules>, OptionError> {
        let rules: G = options::rules(options.iter().copied())?;
        Ok(Box::new(TheRules(rules)))
    }

    fn bot(&self, spec: &str) -> Result<Box<dyn AnyBot>, SpecError> {
        Ok(Box::new(TheBot(self.bots.make(spec)?)))
    }

    fn restore(&self, saved: &SavedHand) -> Result<Restored, Fault> {
        let played: Played<G> = saved.hand()?;
        let rules = *played.end.rules();
        Ok((Box::new(TheRules(rules)), Box::new(TheHand::Dealt(played))))
    }

    fn restore_view(&self, saved: &SavedView) -> Result<RestoredView, Fault> {
        let (rules, world) = self.restore(&saved.world)?;
        Ok((rules, world.view(saved.seat)))
    }

    fn problem(&self, line: &str) -> Result<Problem, BadPosition> {
        G::problem(line)
    }
}

impl<G: Knowledge> AnyRules for TheRules<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn variant(&self) -> String {
        options::variant_name(&self.0)
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        options::differing(&self.0)
    }

    fn bounds(&self) -> Option<Bounds> {
        self.0.bounds()
    }

    fn first_hand(&self, dealer: Seat, deck: &Deck) -> Box<dyn AnyHand> {
        start(&self.0, &self.0.first_standing(dealer), deck)
    }

    fn batch(&self, size: usize, dealer: Box<dyn Dealer>) -> Box<dyn AnyBatch> {
        Box::new(TheBatch::new(self.0, size, dealer))
    }
}
