//! Bots that are written in Python.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use rand::Rng as _;
use threehand_bots::{
    BatchDecider, Bot, BotRng, Bots, Kind, Knowledge, Parameter, Planes, Range as Values, Settings,
    ViewBatch,
};
use threehand_engine::games::Family;
use threehand_engine::{Action as _, View};
use threehand_play::{dyn_rules, dyn_view};

use crate::batch::whole_numbers;
use crate::errors::wrong;
use crate::game::{Played, find, no_action};

/// The functions of Python that play in a run, by their names; and the first exception of one, or else what interrupted
/// it, such as `KeyboardInterrupt`.
#[derive(Default)]
pub(crate) struct Functions {
    by_name: Mutex<BTreeMap<String, Function>>,
    raised: Mutex<Option<PyErr>>,
    interrupted: AtomicBool,
    /// What is said of the first that failed for many views and for none of them alone, with its exception.
    only_together: Mutex<Option<(String, PyErr)>>,
}

/// A function, with the SHA-256 of its code, and the most views that it is given at once: 0 if it is a function of a
/// view and a seed, else one of the arrays of many views.
pub(crate) type Function = (Py<PyAny>, String, usize);

impl Functions {
    pub(crate) fn new(by_name: BTreeMap<String, Function>) -> Self {
        Self { by_name: Mutex::new(by_name), ..Self::default() }
    }

    /// Whether one was interrupted: then none is called any more, and the run is to stop without the block it was in.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Acquire)
    }

    /// Lets none be called any more; false if there is none.
    pub(crate) fn give_up(&self) -> bool {
        self.interrupted.store(true, Ordering::Release);
        !self.by_name().is_empty()
    }

    /// The function of this name.
    fn call(&self, py: Python<'_>, name: &str) -> Result<Py<PyAny>, String> {
        if self.is_interrupted() {
            return Err("Python was interrupted".to_owned());
        }
        let call = self.by_name().get(name).map(|(call, ..)| call.clone_ref(py));
        call.ok_or_else(|| format!("no function is called {name}"))
    }

    /// The text of an exception, which is kept.
    fn text_of(&self, py: Python<'_>, error: PyErr) -> String {
        let text = error.to_string();
        self.note(interrupts(py, &error), error);
        text
    }

    fn by_name(&self) -> MutexGuard<'_, BTreeMap<String, Function>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn raised(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an exception if it is the first, or the first that interrupts. Another one is dropped after the lock: that
    /// may run code of Python.
    fn note(&self, interrupts: bool, error: PyErr) {
        let _late = {
            let mut raised = self.raised();
            let is_first = match interrupts {
                true => !self.interrupted.swap(true, Ordering::AcqRel),
                false => raised.is_none(),
            };
            if is_first { raised.replace(error) } else { Some(error) }
        };
    }

    /// What is said of a function that failed for many views and for none of them alone, with its exception.
    pub(crate) fn only_together(&self) -> Option<(String, PyErr)> {
        self.together().take()
    }

    /// Keeps what is said of such a function, if it is the first. As with [`Functions::note`] another exception is dropped
    /// after the lock.
    fn note_together(&self, text: String, error: PyErr) {
        let _late = {
            let mut kept = self.together();
            if kept.is_none() { kept.replace((text, error)) } else { Some((text, error)) }
        };
    }

    fn together(&self) -> MutexGuard<'_, Option<(String, PyErr)>> {
        self.only_together.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the functions once the run is over; gives the first exception of one.
    pub(crate) fn release(&self) -> Option<PyErr> {
        let by_name = std::mem::take(&mut *self.by_name());
        drop(by_name);
        self.raised().take()
    }
}

/// Whether an exception is no failure of a bot, as `KeyboardInterrupt` and `SystemExit` are none.
fn interrupts(py: Python<'_>, error: &PyErr) -> bool {
    !error.is_instance_of::<PyException>(py)
}

/// The bot `python:call=NAME`: the function of this name of a run.
pub(crate) struct PythonBots(pub(crate) Arc<Functions>);

const CALL: Parameter = Parameter::new(
    "call",
    "",
    Values::Text(|name| Some(name.to_owned()), "the name of a function of Python"),
    "the name of a function of Python",
);

const SHA256: Parameter = Parameter::new(
    "sha256",
    ANY,
    Values::Text(|hash| Some(hash.to_owned()), "any or 64 hexadecimal digits"),
    "the SHA-256 that its code must have",
);

const ANY: &str = "any";

impl PythonBots {
    /// The function, if it is one of many views.
    fn many(&self, settings: &Settings) -> Option<Many> {
        let name = CALL.of(settings).to_owned();
        let most = self.0.by_name().get(&name).map_or(0, |(_, _, most)| *most);
        (most > 0).then(|| Many { name, functions: Arc::clone(&self.0), most })
    }

    /// The SHA-256 of the function's code.
    fn sha256(&self, settings: &Settings) -> Option<String> {
        self.0.by_name().get(CALL.of(settings)).map(|(_, sha256, _)| sha256.clone())
    }
}

impl Kind for PythonBots {
    const NAME: &'static str = "python";
    const ABOUT: &'static str = "a bot that is written in Python";
    const PARAMETERS: &'static [Parameter] = &[CALL, SHA256];

    fn make<G: Knowledge>(&self, settings: &Settings) -> Box<dyn Bot<G>> {
        if let Some(many) = self.many(settings) {
            return Box::new(many);
        }
        let (name, functions) = (CALL.of(settings).to_owned(), Arc::clone(&self.0));
        Box::new(Player { name, functions, played: None })
    }

    fn decider(&self, settings: &Settings) -> Option<Arc<dyn BatchDecider>> {
        Some(Arc::new(self.many(settings)?))
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
    fn stands_for<G: Knowledge>(&self, settings: &Settings, _: &Bots<G>) -> Option<String> {
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
        let call = functions.call(py, name)?;
        let view = crate::view::View::of(Arc::clone(played), view, (0, 0));
        let chosen = call.call1(py, (view, seed));
        let index = chosen.and_then(|chosen| played.action(chosen.bind(py)));
        index.map_err(|error| functions.text_of(py, error))
    });
    asked.unwrap_or_else(|| Err(ENDED.to_owned()))
}

const ENDED: &str = "Python has ended";

/// A bot whose function decides many views at once.
struct Many {
    name: String,
    functions: Arc<Functions>,
    most: usize,
}

impl BatchDecider for Many {
    fn most(&self) -> usize {
        self.most
    }

    /// If the function fails, each view is shown to it alone, so that those at fault alone forfeit.
    fn decide(&self, views: &ViewBatch) -> Vec<Result<usize, String>> {
        let asked = Python::try_attach(|py| {
            let call = self.functions.call(py, &self.name)?;
            let all = 0..views.len();
            Ok(match answers(call.bind(py), views, all.clone()) {
                Ok(actions) => actions.into_iter().map(|action| known(views, action)).collect(),
                Err(error) if all.len() == 1 || interrupts(py, &error) => {
                    vec![Err(self.functions.text_of(py, error)); all.len()]
                }
                Err(error) => {
                    let alone = |place| match answers(call.bind(py), views, place..place + 1) {
                        Ok(actions) => known(views, actions[0]),
                        Err(error) => Err(self.functions.text_of(py, error)),
                    };
                    let actions: Vec<_> = all.map(alone).collect();
                    if actions.iter().all(Result::is_ok) {
                        let text = format!(
                            "{} failed for {} views at once, was called for each, and did not fail",
                            self.name,
                            actions.len()
                        );
                        self.functions.note_together(text, error);
                    }
                    actions
                }
            })
        });
        let answers = asked.unwrap_or_else(|| Err(ENDED.to_owned()));
        answers.unwrap_or_else(|why: String| vec![Err(why); views.len()])
    }
}

/// The actions that a function of many views answers for some of these: a number for each.
fn answers(call: &Bound<'_, PyAny>, views: &ViewBatch, places: Range<usize>) -> PyResult<Vec<i32>> {
    let (py, count) = (call.py(), places.len());
    let rows = |bytes: &[u8], of_view: usize| {
        PyArray1::from_slice(py, &bytes[places.start * of_view..places.end * of_view])
    };
    let planes = rows(&views.planes, Planes::BYTES).reshape([count, Planes::COUNT, 4, 13])?;
    let mask = rows(&views.masks, views.action_count).reshape([count, views.action_count])?;
    let turn = rows(&views.turns, 1);
    let seed = PyArray1::from_slice(py, &views.seeds[places.clone()]);
    let actions = whole_numbers(&call.call1((planes, mask, turn, seed))?)?;
    if actions.len() == count {
        return Ok(actions);
    }
    Err(wrong(format!("{} actions for {count} views", actions.len())))
}

/// The number of an action that the game has.
fn known(views: &ViewBatch, action: i32) -> Result<usize, String> {
    let index = usize::try_from(action).ok().filter(|index| *index < views.action_count);
    index.ok_or_else(|| no_action(views.game, views.action_count, action.into()))
}

impl<G: Knowledge> Bot<G> for Many {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        let mut views = ViewBatch::default();
        views.push(view, rng);
        let index =
            BatchDecider::decide(self, &views).swap_remove(0).unwrap_or_else(|why| fail(why));
        G::Action::from_index(index).expect("the game has it")
    }
}
