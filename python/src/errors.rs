//! What is wrong, as Python is told: the same lines as on the command line.

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use threehand_sim::terminal::failure::Failure;

pyo3::create_exception!(threehand, RunError, PyRuntimeError, "A run did not get to its end.");
pyo3::create_exception!(threehand, BotFailed, RunError, "A bot failed, and the run was strict.");

/// That a value is wrong, and why.
pub(crate) fn wrong(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Why an experiment did not end well.
pub(crate) fn failed(failure: &Failure) -> PyErr {
    let message = failure.message();
    let message = message.strip_prefix("error: ").unwrap_or(&message).to_owned();
    let mut innermost = failure;
    while let Failure::Resumable(within, _) = innermost {
        innermost = within;
    }
    match innermost {
        Failure::Usage(_) | Failure::Setting(_) => PyValueError::new_err(message),
        Failure::BotFailed(_) => BotFailed::new_err(message),
        Failure::Interrupted(..) => PyKeyboardInterrupt::new_err(message),
        Failure::Failed(_) | Failure::Resumable(..) => RunError::new_err(message),
    }
}
