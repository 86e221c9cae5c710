//! Checks that any bot, and what is known of any game, can be put to: for the tests of a crate with
//! a bot or a game of its own.
//!
//! The module is there with the crate's feature `testing`, which belongs among a crate's
//! `[dev-dependencies]`. [`every_game`] makes all checks on all that a [`Lab`](crate::Lab) lists.
//! [`conformance`], [`blindness`] and [`knowledge`] are its parts, to be made on bots of one's
//! choice and over more hands. [`win_share`] measures how strong a bot is.
//!
//! ```
//! use threehand_bots::testing::{self, Trials};
//! use threehand_bots::{Lab};
//! use threehand_engine::games::ThreeKings;
//!
//! let lab = Lab::standard();
//! let bots = lab.bots::<ThreeKings>();
//! let specs = [bots.spec("greedy")?, bots.spec("heuristic:epsilon=0.1")?];
//! testing::conformance(&bots, &specs, &Trials::new(20));
//! testing::blindness(&bots, &specs, &Trials::new(2));
//! # Ok::<(), threehand_bots::SpecError>(())
//! ```
//!
//! What fails panics, and the message names the game, the rules, the seed, the match and the hand in
//! it, how many actions had been played, and the bot's spec. The same numbers come to the same hand
//! again.

mod bots;
mod every_game;
mod knowledge;
mod matches;

pub use bots::{blindness, conformance, specs};
pub use every_game::every_game;
pub use knowledge::{Known, knowledge, senses};
pub use matches::{deal, play_match, win_share};
pub use threehand_engine::testing::{Trial, Trials};
