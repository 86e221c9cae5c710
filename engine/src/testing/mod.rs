//! Checks that any game can be put to, for the tests of a crate with a game of its own.
//!
//! The module is there with the crate's feature `testing`, which belongs among a crate's
//! `[dev-dependencies]`.
//! [`conformance`] holds a game to all that bots, searches and records rely
//! on. The other functions are parts of it, to be played longer, and [`agreement`] with an [`Oracle`] that plays the
//! game in another way.
//!
//! ```
//! use threehand_engine::games::ThreeKings;
//! use threehand_engine::testing::{self, Trials};
//!
//! testing::conformance(&Trials::<ThreeKings>::new(8));
//! ```
//!
//! Times are those of an optimised build, of games such as these; without `opt-level` in the
//! profile for tests, all takes ten times as long.
//!
//! What fails panics, and the message names the game, the rules, the seed, the match and the hand
//! in it, and how many actions had been played. The same numbers come to the same hand again.

mod cards;
mod checks;
mod conformance;
mod oracle;
mod playouts;
mod records;
mod scenes;
mod script;
mod seen;
mod trials;
mod worlds;

pub use cards::{card, cards};
pub use checks::checks;
pub use conformance::{actions, conformance, hands, matches_end, options};
pub use oracle::{Oracle, agreement};
pub use playouts::{playout, playouts};
pub use records::{record_of, records};
pub use scenes::scenes;
pub use script::{any_action, any_rules, play, play_randomly, rules};
pub use seen::seen;
pub use trials::{Trial, Trials};
pub use worlds::{world, worlds, worlds_say_no_more};

use std::fmt::Debug;

/// The `Debug` text, by which hands and views are compared.
fn text(of: &impl Debug) -> String {
    format!("{of:?}")
}
