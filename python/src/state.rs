//! Hands that are played.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use threehand_engine::{BySeat, SavedHand, Seat};
use threehand_play::{DynHand, Seeds};

use crate::errors::wrong;
use crate::game::{Game, Played, game_or_named, seat_of};
use crate::json::to_python;
use crate::view::{View, html_of};

/// The seed of the cards, the number of the match, and that of the hand in it.
type Place = (Option<u64>, u64, usize);

/// A hand of a match, with all cards.
#[pyclass(module = "threehand")]
pub(crate) struct State {
    played: Arc<Played>,
    hand: Box<dyn DynHand>,
    /// The seed of the cards; `None` of a drawn world.
    #[pyo3(get)]
    seed: Option<u64>,
    /// The number of the match.
    #[pyo3(get)]
    match_number: u64,
    /// The number of the hand in its match, from 0.
    #[pyo3(get)]
    hand_number: usize,
}

impl State {
    pub(crate) fn of(played: Arc<Played>, hand: Box<dyn DynHand>, place: Place) -> Self {
        let (seed, match_number, hand_number) = place;
        Self { played, hand, seed, match_number, hand_number }
    }
}

/// A number for each seat, as a tuple.
type Each = (i32, i32, i32);

fn each<T: Into<i32>>(numbers: BySeat<T>) -> Each {
    let BySeat([a, b, c]) = numbers;
    (a.into(), b.into(), c.into())
}

/// The bytes of a mask, 1 where an action is legal.
pub(crate) fn mask<'py>(
    py: Python<'py>,
    count: usize,
    legal: &[usize],
) -> Bound<'py, PyArray1<u8>> {
    let mut bytes = vec![0; count];
    legal.iter().for_each(|&index| bytes[index] = 1);
    PyArray1::from_vec(py, bytes)
}

impl State {
    fn save(&self) -> PyResult<SavedHand> {
        let why = || wrong(format!("drawn worlds of {} can't be saved", self.played.game.name()));
        self.hand.saved().ok_or_else(why)
    }
}

/// The arguments of [`restore`].
type Saved = (String, Option<u64>, u64, usize, Option<Game>);

/// A hand that was saved, with the place that its next hands are counted from. The game has to be given if it is one
/// of a file.
#[pyfunction]
#[pyo3(signature = (text, seed = Some(1), match_number = 0, hand_number = 0, game = None))]
pub(crate) fn restore(
    text: &str,
    seed: Option<u64>,
    match_number: u64,
    hand_number: usize,
    game: Option<&Game>,
) -> PyResult<State> {
    let saved: SavedHand = serde_json::from_str(text).map_err(wrong)?;
    let game = game_or_named(game, &saved.game)?;
    let (rules, hand) = game.restore(&saved).map_err(wrong)?;
    Ok(State::of(Arc::new(Played { game, rules }), hand, (seed, match_number, hand_number)))
}

#[pymethods]
impl State {
    /// The game with its rules.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.played))
    }

    /// The seat to move, 0 to 2; `None` once the hand is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.hand.turn().map(threehand_engine::Seat::number)
    }

    /// Who dealt.
    #[getter]
    fn dealer(&self) -> usize {
        self.hand.standing().dealer.number()
    }

    /// The legal actions by their numbers; none once the hand is over.
    #[getter]
    fn legal(&self) -> Vec<usize> {
        self.hand.legal()
    }

    /// The legal actions by their texts, in the same order.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.played.words(&self.hand.legal())
    }

    /// The legal actions as an array `uint8[action_count]`: 1 where an action is legal.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        mask(py, self.played.game.action_count(), &self.hand.legal())
    }

    /// Plays an action by its number or its text. Raises `ValueError` if it is not legal: then nothing is
    /// changed.
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let index = self.played.action(action)?;
        self.hand.play(index).map_err(wrong)
    }

    /// The tricks that each seat has taken.
    #[getter]
    fn tricks(&self) -> Each {
        each(self.hand.tricks())
    }

    /// Whether the hand is over.
    #[getter]
    fn over(&self) -> bool {
        self.hand.turn().is_none()
    }

    /// Whether the match is over with this hand.
    #[getter]
    fn match_over(&self) -> bool {
        self.hand.end().is_some_and(|end| end.over)
    }

    /// What each seat gained in the hand; `None` until it is over.
    #[getter]
    fn points(&self) -> Option<Each> {
        Some(each(self.hand.end()?.points))
    }

    /// The scores that decide the match: those before the hand, and once it is over those after it.
    #[getter]
    fn scores(&self) -> Each {
        each(self.hand.end().map_or_else(|| self.hand.standing().match_scores(), |end| end.scores))
    }

    /// The next hand of the match. Its cards are those of the match's seed, or of another one, which has to be
    /// given after a drawn world.
    #[pyo3(signature = (seed = None))]
    fn next_hand(&self, seed: Option<u64>) -> PyResult<Self> {
        let seed = seed.or(self.seed).ok_or_else(|| {
            wrong("a drawn world has no seed: give the seed of the cards of the next hand")
        })?;
        let number = self.hand_number.checked_add(1);
        let number = number.ok_or_else(|| wrong("there is no later hand"))?;
        let deck = Seeds(seed).deck(self.match_number, number);
        let next = self.hand.next_hand(&deck).ok_or_else(|| {
            wrong(if self.over() { "the match is over" } else { "the hand is not over" })
        })?;
        Ok(Self::of(Arc::clone(&self.played), next, (Some(seed), self.match_number, number)))
    }

    /// What a seat knows, by default the seat to move.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<i64>) -> PyResult<View> {
        let seat = match seat {
            Some(number) => seat_of(number)?,
            None => self.hand.turn().ok_or_else(|| wrong("the hand is over: say whose view"))?,
        };
        Ok(View::of(
            Arc::clone(&self.played),
            self.hand.view(seat),
            (self.match_number, self.hand_number),
        ))
    }

    /// A copy that goes its own way.
    fn clone(&self) -> Self {
        let place = (self.seed, self.match_number, self.hand_number);
        Self::of(Arc::clone(&self.played), self.hand.copy(), place)
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The hand as `json.loads` reads it: what `threehand.restore` takes. A drawn world has actions that may have
    /// led to it.
    fn saved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &serde_json::to_value(self.save()?).map_err(wrong)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved)> {
        let text = serde_json::to_string(&self.save()?).map_err(wrong)?;
        let restore = py.import("threehand._native")?.getattr("restore")?;
        Ok((restore, (text, self.seed, self.match_number, self.hand_number, Some(self.game()))))
    }

    /// Whether it is the same position at the same place: saved alike, with the same cards to come.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let Ok(other) = other.try_borrow() else { return true };
        let text = |state: &Self| serde_json::to_string(&state.hand.saved()).ok();
        let place = |state: &Self| (state.seed, state.match_number, state.hand_number);
        self.played.same(&other.played)
            && place(self) == place(&other)
            && text(self) == text(&other)
    }

    fn _repr_html_(&self) -> String {
        let views = Seat::ALL.map(|seat| self.hand.view(seat).text());
        html_of(&format!("{}\n{}", self.__repr__(), views.join("\n")))
    }

    fn __repr__(&self) -> String {
        let turn = self.turn().map_or("over".to_owned(), |seat| format!("seat {seat} to move"));
        let Self { match_number, hand_number, .. } = self;
        let variant = self.played.rules.variant();
        format!("<threehand.State {variant}, match {match_number}, hand {hand_number}: {turn}>")
    }
}
