//! Bots that are written in Python.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::prelude::*;
use rand::Rng as _;
use threehand_bots::{Bot, BotRng, Kind, Knowledge, Parameter, Range, Settings};
use threehand_engine::games::Family;
use threehand_engine::{Action as _, View};
use threehand_play::{dyn_rules, dyn_view};

use crate::game::{Played, find};

/// What can be called, by its name.
static CALLS: LazyLock<Mutex<BTreeMap<&'static str, Py<PyAny>>>> = LazyLock::new(Mutex::default);

/// The bot `python:call=NAME`: what Python has registered by this name.
pub(crate) struct PythonBots;

const CALL: Parameter = Parameter::new(
    "call",
    "",
    Range::Text(registered, "the name of a bot that Python has registered"),
    "the name by which Python has registered the bot",
);

/// The name, if Python has registered it.
fn registered(name: &str) -> Option<String> {
    let calls = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    calls.contains_key(name).then(|| name.to_owned())
}

impl Kind for PythonBots {
    const NAME: &'static str = "python";
    const ABOUT: &'static str = "a bot that is written in Python";
    const PARAMETERS: &'static [Parameter] = &[CALL];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Player { name: CALL.of(settings).to_owned(), played: None })
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        !CALL.of(settings).is_empty()
    }
}

/// A bot in its seat.
struct Player {
    name: String,
    /// The game that it plays, once it was asked.
    played: Option<Arc<Played>>,
}

impl<G: Knowledge> Bot<G> for Player {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let played = self.played.get_or_insert_with(|| {
            let file = (view.rules() as &dyn Any).downcast_ref::<Family>();
            let game = find(file.map_or(G::NAME, Family::text)).expect("a game that is played");
            Arc::new(Played { game, rules: dyn_rules(view.rules()) })
        });
        let seed = rng.next_u64();
        match choice(&self.name, played, dyn_view(view), seed) {
            Ok(index) => match G::Action::from_index(index) {
                Some(action) => action,
                None => fail(format!("{} has no action {index}", G::NAME)),
            },
            Err(why) => fail(why),
        }
    }
}

/// Gives the match up for this reason.
fn fail(why: String) -> ! {
    resume_unwind(Box::new(why))
}

/// What the bot of this name chooses, or why it fails.
fn choice(
    name: &str,
    played: &Arc<Played>,
    view: Box<dyn threehand_play::DynView>,
    seed: u64,
) -> Result<usize, String> {
    let asked = Python::try_attach(|py| {
        let call = {
            let calls = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
            calls.get(name).map(|call| call.clone_ref(py))
        };
        let call = call.ok_or_else(|| format!("no bot is registered as {name}"))?;
        let view = crate::view::View::of(Arc::clone(played), view, (0, 0));
        let chosen = call.call1(py, (view, seed));
        let index = chosen.and_then(|chosen| played.action(chosen.bind(py)));
        index.map_err(|error| error.to_string())
    });
    asked.unwrap_or_else(|| Err("Python has ended".to_owned()))
}

/// Lets runs have something that can be called with a view and a seed as the bot `python:call=NAME`.
#[pyfunction]
pub(crate) fn register(name: &str, call: Py<PyAny>) {
    let mut calls = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = calls.keys().find(|known| **known == name).copied();
    // A name is kept for good: specs refer to it, and there are few.
    let name = known.unwrap_or_else(|| Box::leak(name.to_owned().into_boxed_str()));
    calls.insert(name, call);
}
