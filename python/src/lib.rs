//! x
use pyo3::prelude::*;
#[pymodule]
mod _native {
    use super::*;
    #[pyfunction]
    fn hello() -> u32 { let _ = threehand_bots::Lab::standard(); 3 }
}
