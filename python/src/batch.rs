//! Matches that are played side by side over arrays.

use std::fmt::Display;
use std::sync::Arc;

use numpy::ndarray::{Dimension, IntoDimension};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArray5, PyArrayDescrMethods as _,
    PyArrayMethods as _, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PySequence;
use threehand_bots::Planes;
use threehand_engine::{BySeat, SavedHand, Seat};
use threehand_play::{DynBatch, Seeds};

use crate::errors::wrong;
use crate::game::{Game, Played};
use crate::state::State;

/// Matches of one game that are played side by side, one decision in each at a time.
#[pyclass(module = "threehand")]
pub(crate) struct Batch {
    played: Arc<Played>,
    batch: Box<dyn DynBatch>,
    seed: u64,
    /// How often a sample was drawn.
    samples: usize,
}

/// The arguments of [`restore_batch`]: the game, the seed, the samples, and for each place the saved hand, its numbers, the
/// points of the last step, and whether it ended a hand.
type Saved = (Game, u64, usize, Vec<SavedPlace>);
type SavedPlace = (String, u64, usize, [i32; 3], u8);

/// A batch that was pickled.
#[pyfunction]
pub(crate) fn restore_batch(
    game: &Game,
    seed: u64,
    samples: usize,
    places: Vec<SavedPlace>,
) -> PyResult<Batch> {
    let mut batch = Batch { samples, ..Batch::of(Arc::clone(&game.0), places.len(), seed)? };
    for (place, (text, match_number, hand_number, points, ended)) in places.into_iter().enumerate()
    {
        let saved: SavedHand = serde_json::from_str(&text).map_err(wrong)?;
        let (_, hand) = game.0.game.restore(&saved).map_err(wrong)?;
        if !batch.batch.put(place, (hand, match_number, hand_number), BySeat(points), ended) {
            return Err(wrong(format!("place {place}: the hand is over, or of other rules")));
        }
    }
    Ok(batch)
}

impl Batch {
    pub(crate) fn of(played: Arc<Played>, size: usize, seed: u64) -> PyResult<Self> {
        if !(1..=1 << 24).contains(&size) {
            return Err(wrong(format!("a batch of {size}: it is of 1 to 16777216")));
        }
        let batch = played.rules.batch(size, Seeds(seed));
        Ok(Self { played, batch, seed, samples: 0 })
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

    /// Plays an action at each place: whole numbers, in an array or a list. A hand that is over gives way to the next
    /// of its match, and a match to another. With `where`, an array of truths, it plays at those places alone, and the
    /// others wait. Raises `TypeError` for what are no whole numbers, and `ValueError` if an action is not legal: then
    /// nothing is changed.
    #[pyo3(signature = (actions, r#where = None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let played = r#where.map(truths).transpose()?;
        if let Some(played) = &played
            && played.len() != self.batch.size()
        {
            let (given, size) = (played.len(), self.batch.size());
            return Err(wrong(format!("where has {given} truths for a batch of {size}")));
        }
        let (batch, played) = (&mut self.batch, played.as_deref());
        if let Ok(actions) = actions.cast::<PyArray1<i32>>()
            && let Ok(actions) = actions.try_readonly()
            && let Ok(actions) = actions.as_slice()
        {
            return counted(actions.len(), batch.size())
                .and_then(|()| py.detach(|| batch.step(actions, played)).map_err(wrong));
        }
        let actions = whole_numbers(actions)?;
        counted(actions.len(), batch.size())?;
        py.detach(|| batch.step(&actions, played)).map_err(wrong)
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
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let shape = [self.batch.size(), self.batch.action_count()];
        filled(py, out, shape, |bytes| self.batch.masks(bytes))
    }

    /// What the seats to move know: `uint8[size, 17, 4, 13]`, as `View.planes`. With `out` no memory is asked for.
    #[pyo3(signature = (out = None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let shape = [self.batch.size(), Planes::COUNT, 4, 13];
        filled(py, out, shape, |bytes| self.batch.planes(bytes))
    }

    /// What all three seats know, from the seat to move to the left: `uint8[size, 3, 17, 4, 13]`. Together they know
    /// all cards that are dealt, as a critic may while a network learns. With `out` no memory is asked for.
    #[pyo3(signature = (out = None))]
    fn all_planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray5<u8>>> {
        let shape = [self.batch.size(), 3, Planes::COUNT, 4, 13];
        filled(py, out, shape, |bytes| self.batch.all_planes(bytes))
    }

    /// A legal action for each place, each equally likely: `int32[size]`. With `out` no memory is asked for.
    #[pyo3(signature = (out = None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (batch, mut rng) =
            (&self.batch, Seeds(self.seed).bot(u64::MAX, self.samples, Seat::P0));
        let actions = filled(py, out, [batch.size()], |actions| batch.sample(&mut rng, actions))?;
        self.samples += 1;
        Ok(actions)
    }

    /// The hand at a place as a `State`, which goes its own way. It has actions that may have led to it.
    fn __getitem__(&self, place: usize) -> PyResult<State> {
        if place >= self.batch.size() {
            return Err(PyIndexError::new_err(format!("a batch of {}", self.batch.size())));
        }
        let (hand, match_number, hand_number) = self.batch.hand(place);
        Ok(State::of(Arc::clone(&self.played), hand, (Some(self.seed), match_number, hand_number)))
    }

    /// A copy that goes its own way.
    fn clone(&self) -> Self {
        let Self { seed, samples, .. } = *self;
        Self { played: Arc::clone(&self.played), batch: self.batch.copy(), seed, samples }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved)> {
        let place = |place| {
            let (hand, match_number, hand_number) = self.batch.hand(place);
            let saved = hand.saved().ok_or_else(|| {
                wrong(format!("batches of {} can't be saved", self.played.game.name()))
            })?;
            let text = serde_json::to_string(&saved).map_err(wrong)?;
            let (points, ended) = (self.batch.points()[place].0, self.batch.ended()[place]);
            Ok((text, match_number, hand_number, points, ended))
        };
        let places = py.detach(|| (0..self.batch.size()).map(place).collect::<PyResult<_>>())?;
        let restore = py.import("threehand._native")?.getattr("restore_batch")?;
        Ok((restore, (self.game(), self.seed, self.samples, places)))
    }

    fn __repr__(&self) -> String {
        format!("<threehand.Batch of {} {}>", self.batch.size(), self.played.rules.variant())
    }
}

/// Checks that there is an action for each place.
fn counted(given: usize, size: usize) -> PyResult<()> {
    if given == size {
        return Ok(());
    }
    Err(wrong(format!("{given} actions for a batch of {size}")))
}

/// The truths of an array.
fn truths(array: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    let refused = |_| PyTypeError::new_err("where is an array of one dimension and dtype bool");
    let array = array.cast::<PyArray1<bool>>().map_err(refused)?;
    Ok(array.try_readonly().map_err(wrong)?.as_array().iter().copied().collect())
}

/// The whole numbers of an array or of what can be made one, without rounding and without wrapping. Python and NumPy take
/// truths for 0 and 1, which are refused here.
pub(crate) fn whole_numbers(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    let no_numbers =
        |what: &dyn Display| PyTypeError::new_err(format!("actions are whole numbers, not {what}"));
    if let Ok(items) = actions.cast::<PySequence>() {
        for item in items.try_iter()? {
            let type_name = item?.get_type().name()?;
            if ["bool", "bool_"].iter().any(|name| type_name == *name) {
                return Err(no_numbers(&type_name));
            }
        }
    }
    let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
    let array = array.cast::<PyUntypedArray>()?;
    if array.ndim() != 1 {
        return Err(wrong(format!(
            "actions are of one dimension, not of shape {:?}",
            array.shape()
        )));
    }
    if array.is_empty() {
        return Ok(Vec::new());
    }
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        return Err(no_numbers(&array.dtype()));
    }
    let narrow = |(place, number): (usize, i128)| {
        let no_action = || wrong(format!("place {place}: there is no action {number}"));
        i32::try_from(number).map_err(|_| no_action())
    };
    if let Ok(array) = array.cast::<PyArray1<i64>>() {
        let array = array.try_readonly().map_err(wrong)?;
        return array
            .as_array()
            .iter()
            .map(|&number| number.into())
            .enumerate()
            .map(narrow)
            .collect();
    }
    array.extract::<Vec<i128>>()?.into_iter().enumerate().map(narrow).collect()
}

/// The array, or a new one of this shape, once it is filled while other threads of Python go on.
fn filled<'py, T: Element, D: Dimension, const N: usize>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    shape: [usize; N],
    fill: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyArray<T, D>>>
where
    [usize; N]: IntoDimension<Dim = D>,
{
    let array = match out {
        None => PyArray::zeros(py, shape, false),
        Some(out) => {
            let due = format!("an array of dtype {} and shape {shape:?}", T::get_dtype(py));
            let Ok(given) = out.cast::<PyUntypedArray>() else {
                let type_name = out.get_type().name()?;
                return Err(PyTypeError::new_err(format!("out is {due}, not of type {type_name}")));
            };
            let (dtype, given) = (given.dtype(), given.shape());
            if given != shape {
                return Err(wrong(format!("out is {due}, not of shape {given:?}")));
            }
            let other = |_| PyTypeError::new_err(format!("out is {due}, not of dtype {dtype}"));
            out.cast::<PyArray<T, D>>().map_err(other)?.clone()
        }
    };
    let mut writable = array.try_readwrite().map_err(wrong)?;
    let values = writable.as_slice_mut().map_err(wrong)?;
    py.detach(|| fill(values));
    drop(writable);
    Ok(array)
}
