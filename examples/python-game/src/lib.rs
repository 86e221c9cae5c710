//! The Python package `threehand` with a fourth game: try `pip install ./examples/python-game`.

use first_game::EightFiveThree;
use pyo3::prelude::*;
use threehand_bots::Lab;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    threehand_python::fill(module, || Lab::standard().game::<EightFiveThree>())
}
