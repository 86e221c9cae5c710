//! The games, bots and experiments of threehand for Python: what the module `threehand._native` holds, from which the
//! package `threehand` takes its names. What can be done without Python is done in the crates that this one stands on.
//!
//! A module with games and bots of one's own is a crate with one function, as `examples/python-game` is.

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

use std::ffi::OsString;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use threehand_bots::{Games, Lab, Planes};
use threehand_play::Catalog;
use threehand_sim::run_with_listener;
use threehand_sim::terminal::failure::Failure;
use threehand_sim::terminal::listener::RunListener;

use crate::player::PythonBots;

/// Runs the experiment of a command's words, in which these functions of Python may play, with the games of these files.
type Runner = dyn Fn(PythonBots, &[OsString], &[String], Arc<dyn RunListener>) -> Result<(), Failure>
    + Send
    + Sync;

/// The games and bots of the module.
struct Laboratory {
    /// What Python can ask for by name, and the games that it has read from files.
    catalog: Catalog<'static>,
    run: Box<Runner>,
}

static LABORATORY: OnceLock<Laboratory> = OnceLock::new();

/// The games and bots that Python can ask for.
fn catalog() -> &'static Catalog<'static> {
    &laboratory().catalog
}

fn laboratory() -> &'static Laboratory {
    LABORATORY.get().expect("the module was filled before Python had anything of it")
}

/// Fills the module `threehand._native` of a package with what Python gets of the games and bots of a laboratory.
///
/// # Errors
/// What Python says of a name that can't be added.
pub fn fill<L: Games + Send + Sync + 'static>(
    module: &Bound<'_, PyModule>,
    lab: fn() -> Lab<L>,
) -> PyResult<()> {
    LABORATORY.get_or_init(|| Laboratory {
        catalog: Catalog::of(Box::leak(Box::new(lab()))),
        run: Box::new(move |bots, words, files, listener| {
            run_with_listener(&lab().bot(bots), words, files, listener)
        }),
    });
    let py = module.py();
    module.add_class::<batch::Batch>()?;
    module.add_class::<bot::Bot>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<view::View>()?;
    module.add_class::<view::Worlds>()?;
    module.add_function(wrap_pyfunction!(batch::restore_batch, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::solve, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(state::restore, module)?)?;
    module.add_function(wrap_pyfunction!(view::restore_view, module)?)?;
    let end_runs = wrap_pyfunction!(run::end_runs, module)?;
    py.import("atexit")?.call_method1("register", (end_runs,))?;
    module.add("BotFailed", py.get_type::<errors::BotFailed>())?;
    module.add("RunError", py.get_type::<errors::RunError>())?;
    module.add("PLANES", Planes::NAMES)?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))
}
