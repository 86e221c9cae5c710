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
//! while let Some(seat) = hand.turn() {
//!     let action = bot.decide(&*hand.view(seat), &mut rng)?;
//!     hand.play(action)?;
//! }
//! assert_eq!(hand.end().expect("the hand is over").points.0.iter().sum::<i32>(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod bot;
mod game;
mod hand;
mod view;

pub use batch::{AnyBatch, BatchError, Dealer};
pub use bot::AnyBot;
pub use game::{AnyGame, AnyRules, Restored, RestoredView, any_game, any_rules};
pub use hand::{AnyHand, End};
pub use view::{AnyView, AnyWorlds, any_view};

/// Why something that was asked of a game, a hand or a bot can't be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyError {
    /// The game has no action of this index.
    #[error("{game} has no action {index}: they are numbered from 0 to {most}")]
    NoSuchAction {
        /// The game.
        game: &'static str,
        /// The index that was given.
        index: i64,
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
    /// The view is of a seat that is not to move.
    #[error("it is not seat {0}'s turn")]
    NotItsTurn(threehand_engine::Seat),
    /// A bot of one game was asked about a hand of another.
    #[error("a bot of {bot} was asked about a hand of {hand}")]
    OtherGame {
        /// The bot's game.
        bot: &'static str,
        /// The hand's game.
        hand: &'static str,
    },
}

mod sealed {
    /// What only these files implement: a bot from outside plays by its views, as a
    /// [`Kind`](crate::Kind).
    pub trait Sealed {}
}
