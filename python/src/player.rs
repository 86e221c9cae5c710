//! Bots that are written in Python.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use rand::Rng as _;
use threehand_bots::{Bot, BotRng, Kind, Knowledge, Parameter, Range, Settings};
use threehand_engine::games::Family;
use threehand_engine::{Action as _, View};
use threehand_play::{dyn_rules, dyn_view};

use crate::game::{Played, find};

/// The functions of Python that play in a run, by their names; and the first exception of one.
#[derive(Default)]
pub(crate) struct Functions {
    by_name: Mutex<BTreeMap<String, Function>>,
    raised: Mutex<Option<PyErr>>,
}

/// A function of a view and a seed, with the SHA-256 of its code.
pub(crate) type Function = (Py<PyAny>, String);

impl Functions {
    pub(crate) fn new(by_name: BTreeMap<String, Function>) -> Self {
        Self { by_name: Mutex::new(by_name), ..Self::default() }
    }

    fn by_name(&self) -> MutexGuard<'_, BTreeMap<String, Function>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an exception if it is the first. Another one is dropped after the lock: that may run code of Python.
    fn note(&self, error: PyErr) {
        let _late = {
            let mut raised = self.raised();
            if raised.is_some() { Some(error) } else { raised.replace(error) }
        };
    }

    /// Releases the functions once the run is over; gives the first exception of one.
    pub(crate) fn release(&self) -> Option<PyErr> {
        let by_name = std::mem::take(&mut *self.by_name());
        drop(by_name);
        self.raised().take()
    }
}

/// The bot `python:call=NAME`: the function of this name of a run.
pub(crate) struct PythonBots(pub(crate) Arc<Functions>);

const CALL: Parameter = Parameter::new(
    "call",
    "",
    Range::Text(|name| Some(name.to_owned()), "the name of a function of Python"),
    "the name of a function of Python",
);

const SHA256: Parameter = Parameter::new(
    "sha256",
    ANY,
    Range::Text(|hash| Some(hash.to_owned()), "any or 64 hexadecimal digits"),
    "the SHA-256 that its code must have",
);

const ANY: &str = "any";

impl PythonBots {
    /// The SHA-256 of the function's code.
    fn sha256(&self, settings: &Settings) -> Option<String> {
        self.0.by_name().get(CALL.of(settings)).map(|(_, sha256)| sha256.clone())
    }
}

impl Kind for PythonBots {
    const NAME: &'static str = "python";
    const ABOUT: &'static str = "a bot that is written in Python";
    const PARAMETERS: &'static [Parameter] = &[CALL, SHA256];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        let (name, functions) = (CALL.of(settings).to_owned(), Arc::clone(&self.0));
        Box::new(Player { name, functions, played: None })
    }

    fn plays<G: Knowledge>(&self, settings: &Settings) -> bool {
        !CALL.of(settings).is_empty()
    }

    fn refusal<G: Knowledge>(&self, _: &G, settings: &Settings) -> Option<String> {
        let (name, due) = (CALL.of(settings), SHA256.of(settings));
        match self.sha256(settings) {
            None => Some(format!("Python has named no function `{name}`: see threehand.bot")),
            Some(sha256) if due == ANY || due == sha256 => None,
            Some(sha256) => Some(format!("the SHA-256 of its code is {sha256}")),
        }
    }

    /// The same bot with the SHA-256 of its code, so that a run goes on only with the same code.
    fn stands_for<G: Knowledge>(&self, settings: &Settings) -> Option<String> {
        let sha256 = self.sha256(settings).filter(|_| SHA256.of(settings) == ANY)?;
        Some(format!("python:call={}:sha256={sha256}", CALL.of(settings)))
    }
}

/// A bot in its seat.
struct Player {
    name: String,
    functions: Arc<Functions>,
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
        match choice(&self.functions, &self.name, played, dyn_view(view), seed) {
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
    functions: &Functions,
    name: &str,
    played: &Arc<Played>,
    view: Box<dyn threehand_play::DynView>,
    seed: u64,
) -> Result<usize, String> {
    let asked = Python::try_attach(|py| {
        let call = {
            let functions = functions.by_name();
            functions.get(name).map(|(call, _)| call.clone_ref(py))
        };
        let call = call.ok_or_else(|| format!("no function is called {name}"))?;
        let view = crate::view::View::of(Arc::clone(played), view, (0, 0));
        let chosen = call.call1(py, (view, seed));
        let index = chosen.and_then(|chosen| played.action(chosen.bind(py)));
        index.map_err(|error| {
            let text = error.to_string();
            functions.note(error);
            text
        })
    });
    asked.unwrap_or_else(|| Err("Python has ended".to_owned()))
}
