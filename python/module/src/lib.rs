//! The module `threehand._native`, with the games and bots of this project.

use pyo3::prelude::*;
use threehand_bots::Lab;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    threehand_python::fill(module, Lab::standard)
}
