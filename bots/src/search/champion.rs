//! `champion`: what of all this is best, for each game.

use threehand_engine::Game;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};

/// A game with what its strongest bot does.
pub trait Champion: Game {
    /// Worlds that it looks at for each unit of its budget, about a millisecond a decision.
    const WORLDS: u32;
    /// Whether it solves the rest of hands.
    const SOLVES: bool;
}

impl Champion for NineTwoFive {
    const WORLDS: u32 = 4;
    const SOLVES: bool = false;
}

impl Champion for ThreeLeggedKitty {
    const WORLDS: u32 = 4;
    const SOLVES: bool = false;
}

impl Champion for ThreeKings {
    const WORLDS: u32 = 4;
    const SOLVES: bool = false;
}
