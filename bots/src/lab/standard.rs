//! The games and the kinds of bot of this project: the one place that lists them.

use std::marker::PhantomData;

use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};

use super::Lab;
use crate::champion::Champion;
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;
use crate::random::Random;
use crate::search::{Ismcts, Mc, Pimc};

/// The three games of this project, as a list.
type StandardGames = ((((), NineTwoFive), ThreeLeggedKitty), ThreeKings);
/// The seven kinds of bot of this project, weakest first, as a list.
type StandardKinds = ((((((((), Random), Greedy), Heuristic), Mc), Pimc), Ismcts), Champion);

/// The laboratory with the games and the kinds of bot of this project.
pub type Standard = Lab<StandardGames, StandardKinds>;

impl Lab {
    /// The three games and the seven kinds of bot of this project.
    pub const fn standard() -> Standard {
        let kinds = (((((((), Random), Greedy), Heuristic), Mc), Pimc), Ismcts);
        Lab { games: PhantomData, kinds: (kinds, Champion) }
    }
}
