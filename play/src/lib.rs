//! Plays the games of threehand. All code that is compiled once a game and is not a rule or a bot
//! is here: above this crate no type names a game.
//!
//! - A [`Catalog`] holds the games and the kinds of bot of a lab as objects.
//! - An [`Arena`] plays the matches of one game's rules between given bots and returns them as plain
//!   rows: [`MatchRow`], [`HandRow`]. A [`RowWriter`] writes them as CSV.
//! - [`DynGame`], [`DynRules`], [`DynHand`], [`DynView`], [`DynBot`] are games, hands and bots without
//!   their types: indices of actions in, texts and numbers out. All play is checked.
//!
//! ```
//! use threehand_bots::{Lab, bot_rng};
//! use threehand_engine::{Deck, Seat, Stream};
//! use threehand_play::Catalog;
//!
//! let lab = Lab::standard();
//! let catalog = Catalog::of(&lab);
//! let game = catalog.game("9-2-5").expect("a game of the lab");
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

mod arena;
mod batch;
mod bot;
mod catalog;
mod error;
mod forfeit;
mod game;
mod hand;
pub mod panics;
mod recorded;
pub mod referee;
mod row;
mod row_writer;
mod rules;
mod seated;
mod seeds;
pub mod shown;
mod side_by_side;
pub mod stopwatch;
mod subjects;
mod table;
mod view;

pub use arena::{Arena, Continued, DueMatch, Player, Program, ProgramSeat};
pub use batch::{BatchError, BatchHand, DynBatch};
pub use bot::DynBot;
pub use catalog::{Catalog, dyn_game};
pub use error::DynError;
pub use forfeit::{Forfeit, MADE, PUT_AWAY};
pub use game::{DynGame, Restored};
pub use hand::{DynHand, End};
pub use recorded::{Recorded, RecordedMatch};
pub use row::{Ahead, HandRow, Keep, MatchRow, PLACES, StandingRow, ahead, deal_luck};
pub use row_writer::{HANDS_HEADER, MATCHES_HEADER, RowWriter};
pub use rules::{DynRules, dyn_rules};
pub use seated::Seated;
pub use seeds::Seeds;
pub use subjects::{Subject, cards_left};
pub use table::{Decks, MakeBot, Match, Table};
pub use view::{DynView, DynWorlds, dyn_view};
