//! The games, bots and experiments of threehand for Python: `threehand._native`, which the package
//! `threehand` takes its names from. What can be done without Python is done in the crates that this one
//! stands on.

mod batch;
mod bot;
mod command;
mod errors;
mod game;
mod json;
mod player;
mod run;
mod state;
mod view;

use std::sync::LazyLock;

use pyo3::prelude::*;
use threehand_play::Catalog;

/// The games and bots that Python can ask for, and the games that Python has read from files.
static CATALOG: LazyLock<Catalog<'static>> = LazyLock::new(Catalog::standard);

/// What the package `threehand` takes its names from.
#[pymodule]
mod _native {
    use threehand_bots::Planes;

    #[pymodule_export]
    use crate::batch::{Batch, restore_batch};
    #[pymodule_export]
    use crate::bot::Bot;
    #[pymodule_export]
    use crate::command::main;
    #[pymodule_export]
    use crate::errors::{BotFailed, RunError};
    #[pymodule_export]
    use crate::game::{Game, games, solve};
    #[pymodule_export]
    use crate::run::run;
    #[pymodule_export]
    use crate::state::{State, restore};
    #[pymodule_export]
    use crate::view::{View, Worlds, restore_view};

    /// The names of the planes, in their order.
    #[pymodule_export]
    const PLANES: [&str; Planes::COUNT] = Planes::NAMES;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
