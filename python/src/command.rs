//! The command `threehand` within the process of Python.

use std::ffi::OsString;
use std::panic::catch_unwind;

use pyo3::prelude::*;

use crate::catalog;

/// The exit code of a program that panicked.
const PANICKED: u8 = 101;

/// Does what the words of the command say, its name first; gives the exit code. The launcher starts the
/// command when the words of the command follow it.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, words: Vec<OsString>, launcher: Vec<OsString>) -> u8 {
    let command = || threehand_sim::threehand_within(catalog(), words, launcher);
    py.detach(|| catch_unwind(command).unwrap_or(PANICKED))
}
