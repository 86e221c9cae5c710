//! Players for the games of threehand. A [`Bot`] sees a [`View`](threehand_engine::View) and
//! nothing else. A [`Lab`] lists the games and the kinds of bot, and makes bots from specs such as
//! `heuristic:epsilon=0.1`.

mod batched;
mod bot;
mod champion;
mod exponential;
mod failure;
pub mod games;
mod knowledge;
mod lab;
pub mod learned;
mod machine;
mod opinion;
mod planes;
pub mod puzzles;
mod quick;
pub mod search;
pub mod solver;
#[cfg(feature = "testing")]
pub mod testing;

pub use batched::{BatchDecider, ViewBatch};
pub use bot::{Bot, BotRng, bot_rng, play_out};
pub use champion::{BUDGET, Champion, Strongest};
pub use failure::{BotFailure, FailureKind, NoFailure};
pub use knowledge::{Knowledge, MOST_FEATURES};
pub use lab::{
    BotKind, Bots, EPSILON, GameKind, Games, Kind, Lab, Maker, Only, Parameter, Range, Settings,
    Spec, SpecError, Standard, StandardGames, Visitor,
};
pub use learned::ThePolicy;
pub use opinion::{Judged, Opinion, Unit};
pub use planes::{Fact, Plane, Planes};
pub use quick::{Greedy, Heuristic, Random};
