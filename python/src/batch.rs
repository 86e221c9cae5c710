//! Matches that are played side by side over arrays.

use std::sync::Arc;

use numpy::ndarray::{Dimension, IntoDimension};
use numpy::{
    AllowTypeChange, Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayLike1,
    PyArrayMethods as _, PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use threehand_bots::{BotRng, Planes};
use threehand_engine::Seat;
use threehand_play::{DynBatch, Seeds};

use crate::errors::wrong;
use crate::game::{Game, Played};

/// Matches of one game that are played side by side, one decision in each at a time.
#[pyclass(module = "threehand")]
pub(crate) struct Batch {
    played: Arc<Played>,
    batch: Box<dyn DynBatch>,
    rng: BotRng,
}

impl Batch {
    pub(crate) fn of(played: Arc<Played>, size: usize, seed: u64) -> PyResult<Self> {
        if !(1..=1 << 24).contains(&size) {
            return Err(wrong(format!("a batch of {size}: it is of 1 to 16777216")));
        }
        let batch = played.rules.batch(size, Seeds(seed));
        Ok(Self { played, batch, rng: Seeds(seed).bot(u64::MAX, 0, Seat::P0) })
    }
}

#[pymethods]
impl Batch {
    /// Matches side by side. Place `i` plays match `i` of the seed, then match `i + size`, and so on: the cards
    /// are those of `game.start(seed, i)`.
    #[new]
    #[pyo3(signature = (game, size, seed = 1))]
    fn new(game: &Game, size: usize, seed: u64) -> PyResult<Self> {
        Self::of(Arc::clone(&game.0), size, seed)
    }

    /// The game with its rules.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.played))
    }

    fn __len__(&self) -> usize {
        self.batch.size()
    }

    /// Plays an action at each place: `int32[size]`, or whatever can be made that. A hand that is over gives way
    /// to the next of its match, and a match to another. Raises `ValueError` if an action is not legal: then
    /// nothing is changed.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyArrayLike1<'_, i32, AllowTypeChange>,
    ) -> PyResult<()> {
        let (given, size) = (actions.as_array().len(), self.batch.size());
        if given != size {
            return Err(wrong(format!("{given} actions for a batch of {size}")));
        }
        let batch = &mut self.batch;
        match actions.as_slice() {
            Ok(actions) => py.detach(|| batch.step(actions)),
            Err(_) => batch.step(&actions.as_array().to_vec()),
        }
        .map_err(wrong)
    }

    /// The seat to move at each place: `uint8[size]`.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut turns = vec![0; self.batch.size()];
        self.batch.turns(&mut turns);
        PyArray1::from_vec(py, turns)
    }

    /// The points of the hands that the last step ended, 0 elsewhere: `int32[size, 3]`, by seat.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let points: Vec<i32> = self.batch.points().iter().flat_map(|points| points.0).collect();
        PyArray1::from_vec(py, points).reshape([self.batch.size(), 3])
    }

    /// Where the last step ended a hand: `uint8[size]`, 1 for a hand, 2 for the last hand of a match.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.batch.ended())
    }

    /// The legal actions: `uint8[size, action_count]`, 1 where an action is legal. With `out` no memory is asked
    /// for.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray2<u8>>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let shape = [self.batch.size(), self.batch.action_count()];
        filled(py, out, shape, |bytes| self.batch.masks(bytes))
    }

    /// What the seats to move know: `uint8[size, 17, 4, 13]`, as `View.planes`. With `out` no memory is asked for.
    #[pyo3(signature = (out = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray4<u8>>>,
    ) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let shape = [self.batch.size(), Planes::COUNT, 4, 13];
        filled(py, out, shape, |bytes| self.batch.planes(bytes))
    }

    /// A legal action for each place, each equally likely: `int32[size]`. With `out` no memory is asked for.
    #[pyo3(signature = (out = None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i32>>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (batch, rng) = (&self.batch, &mut self.rng);
        filled(py, out, [batch.size()], |actions| batch.sample(rng, actions))
    }

    fn __repr__(&self) -> String {
        format!("<threehand.Batch of {} {}>", self.batch.size(), self.played.rules.variant())
    }
}

/// The array, or a new one of this shape, once it is filled while other threads of Python go on.
fn filled<'py, T: Element, D: Dimension, const N: usize>(
    py: Python<'py>,
    out: Option<Bound<'py, PyArray<T, D>>>,
    shape: [usize; N],
    fill: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyArray<T, D>>>
where
    [usize; N]: IntoDimension<Dim = D>,
{
    let array = out.unwrap_or_else(|| PyArray::zeros(py, shape, false));
    if array.shape() != shape {
        return Err(wrong(format!("out is not of shape {shape:?}")));
    }
    let mut writable = array.try_readwrite().map_err(wrong)?;
    let values = writable.as_slice_mut().map_err(wrong)?;
    py.detach(|| fill(values));
    drop(writable);
    Ok(array)
}
