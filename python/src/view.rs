//! What a seat knows, and the worlds that this leaves possible.

use std::sync::Arc;

use numpy::{IntoPyArray as _, PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyString;
use threehand_bots::{BotRng, Planes};
use threehand_engine::{SavedView, Seat};
use threehand_play::{DynHand, DynView, DynWorlds, Seeds};

use crate::errors::wrong;
use crate::game::{Game, Played, game_or_named};
use crate::json::to_python;
use crate::state::{State, mask};

/// The arguments of [`restore_view`].
type SavedText = (String, u64, usize, Option<Game>);

/// What one seat knows of a hand and may do.
#[pyclass(module = "threehand", frozen)]
pub(crate) struct View {
    pub(crate) played: Arc<Played>,
    pub(crate) view: Box<dyn DynView>,
    /// The number of the match, and of the hand in it.
    place: (u64, usize),
}

impl View {
    pub(crate) fn of(played: Arc<Played>, view: Box<dyn DynView>, place: (u64, usize)) -> Self {
        Self { played, view, place }
    }

    fn save(&self) -> PyResult<SavedView> {
        self.view
            .saved()
            .ok_or_else(|| wrong(format!("views of {} can't be saved", self.view.game())))
    }
}

/// A view that was saved, with its place in a match. The game has to be given if it is one of a file.
#[pyfunction]
#[pyo3(signature = (text, match_number = 0, hand_number = 0, game = None))]
pub(crate) fn restore_view(
    text: &str,
    match_number: u64,
    hand_number: usize,
    game: Option<&Game>,
) -> PyResult<View> {
    let saved: SavedView = serde_json::from_str(text).map_err(wrong)?;
    let game = game_or_named(game, &saved.world.game)?;
    let (rules, world) = game.restore(&saved.world).map_err(wrong)?;
    Ok(View::of(
        Arc::new(Played { game, rules }),
        world.view(saved.seat),
        (match_number, hand_number),
    ))
}

#[pymethods]
impl View {
    /// The game with its rules.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.played))
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat().number()
    }

    /// The seat to move; `None` once the hand is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.view.turn().map(Seat::number)
    }

    /// The legal actions by their numbers; none if it is not this seat's turn.
    #[getter]
    fn legal(&self) -> Vec<usize> {
        self.view.legal()
    }

    /// The legal actions by their texts, in the same order.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.played.words(&self.view.legal())
    }

    /// All that the seat knows: the same for hands that it can't tell apart, and different for others.
    #[getter]
    fn text(&self) -> String {
        self.view.text()
    }

    /// All that the seat knows, as `json.loads` would read it: game, rules, seat, dealer, scores, the lines of
    /// the record so far with `?` for each card that the seat has not seen, what it may do, and the table.
    fn seen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &serde_json::to_value(self.view.seen()).map_err(wrong)?)
    }

    /// The view as `json.loads` reads it: what `threehand.restore_view` takes. It says no more than the seat
    /// knows: its `world` is the same for all hands that the seat can't tell apart.
    fn saved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let saved = py.detach(|| self.save())?;
        to_python(py, &serde_json::to_value(saved).map_err(wrong)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, SavedText)> {
        let saved = py.detach(|| self.save())?;
        let text = serde_json::to_string(&saved).map_err(wrong)?;
        let restore = py.import("threehand._native")?.getattr("restore_view")?;
        Ok((restore, (text, self.place.0, self.place.1, Some(self.game()))))
    }

    /// The legal actions as an array `uint8[action_count]`: 1 where an action is legal.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        mask(py, self.played.game.action_count(), &self.view.legal())
    }

    /// What the seat knows as an array `uint8[17, 4, 13]`: planes of clubs, diamonds, hearts and spades, each
    /// from the two to the ace. `PLANES` names the planes; the last holds no cards but numbers.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let mut bytes = vec![0; Planes::BYTES];
        self.view.planes(&mut bytes);
        bytes.into_pyarray(py).reshape([Planes::COUNT, 4, 13])
    }

    /// The worlds that the seat can't tell from the one it is in. Counting them costs far more than a draw.
    fn worlds(slf: &Bound<'_, Self>) -> Worlds {
        let worlds = slf.py().detach({
            let view = &slf.get().view;
            || view.worlds()
        });
        Worlds { view: slf.clone().unbind(), worlds }
    }

    fn __str__(&self) -> String {
        self.view.text()
    }

    fn __repr__(&self) -> String {
        let turn = self.turn().map_or("over".to_owned(), |seat| format!("seat {seat} to move"));
        format!("<threehand.View {}, seat {}: {turn}>", self.played.rules.variant(), self.seat())
    }

    fn _repr_html_(&self) -> String {
        html_of(&self.view.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.view.text() == other.get().view.text())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.view.text()).hash()
    }
}

/// The worlds that a view leaves possible.
#[pyclass(module = "threehand", frozen)]
pub(crate) struct Worlds {
    view: Py<View>,
    worlds: Box<dyn DynWorlds>,
}

/// A text for a notebook.
pub(crate) fn html_of(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<pre style=\"white-space: pre-wrap\">{text}</pre>")
}

impl Worlds {
    /// A world as a state. The seat does not know the seed of the cards.
    fn state(&self, world: Box<dyn DynHand>) -> State {
        let View { played, place, .. } = self.view.get();
        State::of(Arc::clone(played), world, (None, place.0, place.1))
    }
}

#[pymethods]
impl Worlds {
    /// How many there are, rounded beyond 2**53; `None` where they can't be counted.
    #[getter]
    fn count(&self) -> Option<f64> {
        self.worlds.count()
    }

    /// The view whose worlds they are.
    #[getter]
    fn view(&self, py: Python<'_>) -> Py<View> {
        self.view.clone_ref(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// They are counted again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<View>,))> {
        Ok((py.get_type::<View>().getattr("worlds")?, (self.view.clone_ref(py),)))
    }

    fn __repr__(&self) -> String {
        let count = self.count().map_or("uncounted".to_owned(), |count| format!("{count:.6e}"));
        format!("<threehand.Worlds of seat {}: {count}>", self.view.get().seat())
    }

    /// One of them, each equally likely: a hand that can be played on. The same seed draws the same world.
    fn draw(&self, seed: u64) -> State {
        let mut rng = rng_of(seed);
        self.state(self.worlds.draw(&mut rng))
    }

    /// So many of them, drawn one after another from one seed.
    fn draws(&self, py: Python<'_>, count: usize, seed: u64) -> Vec<State> {
        let mut rng = rng_of(seed);
        let draw = || (0..count).map(|_| self.worlds.draw(&mut rng)).collect::<Vec<_>>();
        let drawn = py.detach(draw).into_iter();
        drawn.map(|world| self.state(world)).collect()
    }
}

/// The generator of a seed.
pub(crate) fn rng_of(seed: u64) -> BotRng {
    Seeds(seed).bot(0, 0, Seat::P0)
}
