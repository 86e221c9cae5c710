//! Games, hands and bots without their types: names and indices in, texts and numbers out.
//!
//! Programs that are not generic stand on this: other languages, servers, tools. All play is checked.
//!
//! ```
//! use threehand_bots::{Lab, any_game, bot_rng};
//! use threehand_engine::{Deck, Seat, Stream};
//!
//! let lab = Lab::standard();
//! let game = any_game(&lab, "9-2-5").expect("a game of the lab");
//! let rules = game.rules(&[("contracts", "9-5-2")])?;
//! let mut bot = game.bot("heuristic")?;
//! let mut rng = bot_rng([1; 32]);
//! let mut hand = rules.first_hand(Seat::P0, &Deck::shuffled(&mut Stream::new([1, 0, 0, 0])));
//! while hand.turn().is_some() {
//!     let action = bot.decide(&*hand, &mut rng)?;
//!     hand.play(action)?;
//! }
//! assert_eq!(hand.end().expect("the hand is over").points.0.iter().sum::<i32>(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::any::Any;

use threehand_engine::options::{self, OptionError};
use threehand_engine::{
    Action as _, BySeat, Deck, Game, Hand as _, Legal as _, Seat, Standing as _, Worlds as _,
};

use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{Bots, Registry, SpecError, Visitor};

/// Why something that was asked of a game, a hand or a bot can't be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyError {
    /// The game has no action of this index.
    #[error("{game} has no action {index}: they are numbered from 0 to {most}")]
    NoSuchAction {
        /// The game.
        game: &'static str,
        /// The index that was given.
        index: usize,
        /// The greatest index.
        most: usize,
    },
    /// The action can't be played now.
    #[error("`{action}` is not legal: {reason}")]
    Illegal {
        /// The action's text.
        action: String,
        /// Why.
        reason: String,
    },
    /// Nobody is to move.
    #[error("the hand is over")]
    HandIsOver,
    /// A bot of one game was asked about a hand of another.
    #[error("a bot of {bot} was asked about a hand of {hand}")]
    OtherGame {
        /// The bot's game.
        bot: &'static str,
        /// The hand's game.
        hand: &'static str,
    },
}

/// A game of a lab, whichever it is.
pub trait AnyGame {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// The names of the bots that play the game, weakest first.
    fn bot_names(&self) -> Vec<&'static str>;
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
}

/// The rules of a game, whichever it is.
pub trait AnyRules: Send + Sync {
    /// What the rules are called.
    fn variant(&self) -> String;
    /// The first hand of a match.
    fn first_hand(&self, dealer: Seat, deck: &Deck) -> Box<dyn AnyHand>;
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Points gained in the hand.
    pub points: BySeat<i32>,
    /// The scores after it that decide the match.
    pub scores: BySeat<i32>,
    /// Whether that ends the match.
    pub over: bool,
}

mod sealed {
    /// What only this file implements: a bot from outside plays by its views, as a
    /// [`Kind`](crate::Kind).
    pub trait Sealed {}
}

/// A hand of a game, whichever it is: the whole of it, for whoever runs a table and not for bots.
pub trait AnyHand: sealed::Sealed + Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// A copy that goes its own way.
    fn copy(&self) -> Box<dyn AnyHand>;
    /// Who dealt the hand.
    fn dealer(&self) -> Seat;
    /// Whose decision is next; `None` once the hand is over.
    fn turn(&self) -> Option<Seat>;
    /// The indices of the legal actions, in their order; none once the hand is over.
    fn legal(&self) -> Vec<usize>;
    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal: then nothing is changed.
    fn play(&mut self, index: usize) -> Result<(), AnyError>;
    /// Tricks taken so far.
    fn tricks(&self) -> BySeat<u8>;
    /// How the hand ended; `None` until then.
    fn end(&self) -> Option<End>;
    /// The next hand of the match; `None` if this one or the match is not at that point.
    fn next_hand(&self, deck: &Deck) -> Option<Box<dyn AnyHand>>;
    /// All that a seat knows of the hand, as a text.
    fn view_text(&self, seat: Seat) -> String;
    /// A hand that the seat can't tell from this one, each equally likely.
    fn world(&self, seat: Seat, rng: &mut BotRng) -> Box<dyn AnyHand>;
    /// The hand itself, for bots of its game.
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;
}

/// A bot of a game, whichever it is.
pub trait AnyBot: sealed::Sealed + Send {
    /// The index of the action that the bot chooses for the seat to move, from that seat's view alone.
    ///
    /// # Errors
    /// If the hand is over or of another game.
    fn decide(&mut self, hand: &dyn AnyHand, rng: &mut BotRng) -> Result<usize, AnyError>;
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

struct TheGame<'a, G: Knowledge> {
    bots: Bots<'a, G>,
}

struct TheRules<G>(G);

struct TheHand<G: Game>(G::Hand);

struct TheBot<G: Game>(Box<dyn Bot<G>>);

impl<G: Game> sealed::Sealed for TheHand<G> {}
impl<G: Game> sealed::Sealed for TheBot<G> {}

impl<G: Knowledge> AnyGame for TheGame<'_, G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn bot_names(&self) -> Vec<&'static str> {
        self.bots.names().collect()
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
}

fn start<G: Game>(rules: &G, standing: &G::Standing, deck: &Deck) -> Box<dyn AnyHand> {
    let deal = rules.deal(standing, deck);
    Box::new(TheHand::<G>(rules.start(standing, &deal)))
}

impl<G: Game> AnyRules for TheRules<G> {
    fn variant(&self) -> String {
        options::variant_name(&self.0)
    }

    fn first_hand(&self, dealer: Seat, deck: &Deck) -> Box<dyn AnyHand> {
        start(&self.0, &self.0.first_standing(dealer), deck)
    }
}

impl<G: Game> AnyHand for TheHand<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn copy(&self) -> Box<dyn AnyHand> {
        Box::new(Self(self.0.clone()))
    }

    fn dealer(&self) -> Seat {
        self.0.standing().dealer()
    }

    fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }

    fn legal(&self) -> Vec<usize> {
        self.0.legal().iter().map(G::Action::index).collect()
    }

    fn play(&mut self, index: usize) -> Result<(), AnyError> {
        let most = G::Action::COUNT - 1;
        let action = G::Action::from_index(index);
        let action = action.ok_or(AnyError::NoSuchAction { game: G::NAME, index, most })?;
        let illegal = |reason: G::Illegal| AnyError::Illegal {
            action: action.to_string(),
            reason: reason.to_string(),
        };
        self.0.play(action).map_err(illegal)
    }

    fn tricks(&self) -> BySeat<u8> {
        self.0.tricks()
    }

    fn end(&self) -> Option<End> {
        let outcome = self.0.outcome()?;
        let scores = outcome.standing.match_scores();
        Some(End { points: outcome.points, scores, over: outcome.over })
    }

    fn next_hand(&self, deck: &Deck) -> Option<Box<dyn AnyHand>> {
        let outcome = self.0.outcome().filter(|outcome| !outcome.over)?;
        Some(start(self.0.rules(), &outcome.standing, deck))
    }

    fn view_text(&self, seat: Seat) -> String {
        format!("{:?}", self.0.view(seat))
    }

    fn world(&self, seat: Seat, rng: &mut BotRng) -> Box<dyn AnyHand> {
        Box::new(Self(G::Worlds::of(&self.0.view(seat)).draw(rng)))
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

impl<G: Game> AnyBot for TheBot<G> {
    fn decide(&mut self, hand: &dyn AnyHand, rng: &mut BotRng) -> Result<usize, AnyError> {
        let Some(whole) = hand.as_any().downcast_ref::<G::Hand>() else {
            return Err(AnyError::OtherGame { bot: G::NAME, hand: hand.game() });
        };
        let seat = whole.turn().ok_or(AnyError::HandIsOver)?;
        Ok(self.0.decide(&whole.view(seat), rng).index())
    }
}
