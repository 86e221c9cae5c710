//! The kinds of bot.

use super::Parameter;
use super::parameter::{
    BLEND, BUDGET, DOUBT, EPSILON, ERROR, EXPLORATION, ITERATIONS, OF, PLAYOUT, SOLVER, VALUE,
    WORLDS, YIELDING,
};

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
    /// One of the others, chosen for each game.
    Champion,
}

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
            Self::TreeSearch => {
                "plays drawn worlds on through one tree, each seat after its own chance"
            }
            Self::Champion => "the one of these that was chosen for the game and the budget",
        }
    }

    /// The parameters that its spec may set.
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Random => &[],
            Self::Greedy | Self::Heuristic => &[EPSILON],
            Self::MonteCarlo => &[WORLDS, PLAYOUT, EPSILON],
            Self::Pimc => {
                &[WORLDS, OF, ERROR, SOLVER, BLEND, YIELDING, PLAYOUT, DOUBT, VALUE, EPSILON]
            }
            Self::TreeSearch => &[
                ITERATIONS,
                EXPLORATION,
                OF,
                ERROR,
                SOLVER,
                YIELDING,
                PLAYOUT,
                DOUBT,
                VALUE,
                EPSILON,
            ],
            Self::Champion => &[BUDGET, EPSILON],
        }
    }
}
