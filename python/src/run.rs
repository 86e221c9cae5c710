//! Experiments within the process of Python.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyBaseException, PySystemExit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;
use threehand_sim::terminal::failure::Failure;
use threehand_sim::terminal::listener::{Progress, RunListener, TableRows};

use crate::errors::{BotFailed, failed};
use crate::json::to_python;
use crate::laboratory;
use crate::player::{Function, Functions, PythonBots};

/// How often Python is asked whether a signal has come, and told of progress.
const LOOK: Duration = Duration::from_millis(50);

/// How often it is noted who leads.
const NOTE: Duration = Duration::from_millis(200);

/// Whether Python is about to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// How many runs go on, and in which process: the copy of a process has none of its threads.
static RUNNING: AtomicUsize = AtomicUsize::new(0);
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// A run that goes on.
struct Running;

impl Running {
    fn begin() -> Self {
        PROCESS.store(std::process::id(), Ordering::Release);
        RUNNING.fetch_add(1, Ordering::AcqRel);
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Ends the runs of other threads before Python ends: later none of their threads may come back to it. It waits ten
/// seconds at most for the calls that have begun.
#[pyfunction]
pub(crate) fn end_runs(py: Python<'_>) -> PyResult<()> {
    let (begun, is_here) = (Instant::now(), PROCESS.load(Ordering::Acquire) == std::process::id());
    let waits = || is_here && RUNNING.load(Ordering::Acquire) > 0 && begun.elapsed().as_secs() < 10;
    ENDING.store(true, Ordering::Release);
    let mut heard = Ok(());
    while heard.is_ok() && waits() {
        py.detach(|| std::thread::sleep(LOOK));
        heard = py.check_signals();
    }
    // What Python calls at its end may play.
    ENDING.store(false, Ordering::Release);
    heard
}

/// Keeps what an experiment tells until Python asks.
#[derive(Default)]
struct Heard {
    functions: Arc<Functions>,
    stopped: AtomicBool,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    lines: Vec<String>,
    /// Blocks, all blocks, hands, and who leads.
    progress: Option<(u64, u64, u64, String)>,
    noted: Option<Instant>,
    told: Option<(Value, String, Vec<TableRows>)>,
}

impl Heard {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunListener for Heard {
    fn say(&self, text: &str) {
        self.kept().lines.push(text.to_owned());
    }

    fn progress(&self, progress: &Progress<'_>) {
        let mut kept = self.kept();
        let is_due = kept.noted.is_none_or(|noted| noted.elapsed() >= NOTE);
        if is_due || progress.blocks == progress.all {
            kept.noted = Some(Instant::now());
            let standing = (progress.standing)();
            kept.progress = Some((progress.blocks, progress.all, progress.hands, standing));
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn is_given_up(&self) -> bool {
        self.functions.is_interrupted()
    }

    fn result(&self, summary: Value, answer: String, tables: Vec<TableRows>) {
        self.kept().told = Some((summary, answer, tables));
    }
}

/// A summary, the answer, tables, and what is said of bots that failed.
type Ran<'py> =
    (Bound<'py, PyAny>, String, Bound<'py, PyList>, Option<(String, Option<Py<PyBaseException>>)>);

/// Runs the experiment of a command's words, in which these functions of Python may play, with the games of the texts of
/// files. Returns the summary, the answer in words, the tables as (file, columns), and the failures of bots with the first
/// exception of a function; or raises what went wrong.
#[pyfunction]
#[pyo3(signature = (words, progress = None, message = None, functions = BTreeMap::new(), files = Vec::new()))]
pub(crate) fn run<'py>(
    py: Python<'py>,
    words: Vec<OsString>,
    progress: Option<Bound<'py, PyAny>>,
    message: Option<Bound<'py, PyAny>>,
    functions: BTreeMap<String, Function>,
    files: Vec<String>,
) -> PyResult<Ran<'py>> {
    let _running = Running::begin();
    let functions = Arc::new(Functions::new(functions));
    let bots = PythonBots(Arc::clone(&functions));
    let heard = Arc::new(Heard { functions: Arc::clone(&functions), ..Heard::default() });
    let listener: Arc<dyn RunListener> = Arc::clone(&heard) as _;
    let run = std::thread::spawn(move || (laboratory().run)(bots, &words, &files, listener));
    let mut raised = None;
    loop {
        let is_over = run.is_finished();
        if raised.is_none() {
            let asked = tell(&heard, progress.as_ref(), message.as_ref());
            if let Err(error) = py.check_signals().and(go_on()).and(asked) {
                heard.stopped.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        } else if let Err(error) = py.check_signals().and(go_on())
            && !functions.give_up()
        {
            // A second signal does not wait for the blocks that are being played.
            return Err(error);
        }
        if is_over {
            break;
        }
        py.detach(|| std::thread::sleep(LOOK));
    }
    let done = match run.join() {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    let mut first = functions.release();
    if functions.is_interrupted() {
        raised = raised.or_else(|| first.take());
    }
    let (failures, failure) = match done {
        Err(Failure::BotFailed(text)) if heard.kept().told.is_some() => (Some(text), None),
        done => (None, done.err()),
    };
    match (raised, failure) {
        // What the run says of it says how to go on.
        (Some(raised), Some(failure @ (Failure::Interrupted(..) | Failure::Resumable(..))))
            if raised.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) =>
        {
            return Err(failed(&failure));
        }
        (Some(raised), _) => return Err(raised),
        (None, Some(failure)) => {
            let error = failed(&failure);
            if error.is_instance_of::<BotFailed>(py) {
                error.set_cause(py, first);
            }
            return Err(error);
        }
        (None, None) => {}
    }
    let told = heard.kept().told.take();
    let (summary, answer, tables) = told.expect("a run that ends well tells what came out");
    let told = PyList::empty(py);
    for TableRows { file, columns, rows } in tables {
        let table = PyDict::new(py);
        for (place, name) in columns.iter().enumerate() {
            let values = rows.iter().map(|row| to_python(py, &row[place]));
            table.set_item(name, PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?)?;
        }
        told.append((file, table))?;
    }
    let together = functions.only_together();
    let said = match (failures, together) {
        (Some(text), Some((other, _))) => Some((format!("{text}; {other}"), first)),
        (Some(text), None) => Some((text, first)),
        (None, together) => together.map(|(text, error)| (text, Some(error))),
    };
    let said = said.map(|(text, error)| (text, error.map(|error| error.into_value(py))));
    Ok((to_python(py, &summary)?, answer, told, said))
}

/// An exception that ends a thread without a word, if Python is about to end.
fn go_on() -> PyResult<()> {
    if ENDING.load(Ordering::Acquire) { Err(PySystemExit::new_err(())) } else { Ok(()) }
}

/// Tells Python what was heard since.
fn tell(
    heard: &Heard,
    progress: Option<&Bound<'_, PyAny>>,
    message: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let (lines, news) = {
        let mut kept = heard.kept();
        (std::mem::take(&mut kept.lines), kept.progress.take())
    };
    if let Some(message) = message {
        for line in lines {
            message.call1((line,))?;
        }
    }
    if let (Some(progress), Some((blocks, all, hands, standing))) = (progress, news) {
        progress.call1((blocks, all, hands, standing))?;
    }
    Ok(())
}
