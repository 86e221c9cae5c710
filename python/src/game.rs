//! Games by their rules.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use threehand_engine::Seat;
use threehand_play::{DynGame, DynRules, Seeds};
use threehand_sim::play::named;
use threehand_sim::terminal::failure::Failure;

use crate::batch::Batch;
use crate::bot::Bot;
use crate::catalog;
use crate::errors::wrong;
use crate::json::to_python;
use crate::state::State;

/// A game with its rules, which what is made of it shares.
pub(crate) struct Played {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) rules: Box<dyn DynRules>,
}

impl Played {
    /// The action that Python means: its index or its text.
    pub(crate) fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        if let Ok(text) = action.extract::<String>() {
            let index = self.game.action_index(&text);
            let why = || wrong(format!("{} has no action `{text}`", self.game.name()));
            return index.ok_or_else(why);
        }
        let no_action = || {
            let given = action.get_type().name().map_or("nothing".into(), |name| name.to_string());
            PyTypeError::new_err(format!(
                "an action is a whole number or a text such as 'play 9C', not {given}"
            ))
        };
        // Python takes True for 1.
        if action.is_instance_of::<PyBool>() {
            return Err(no_action());
        }
        let index: i64 = action.extract().map_err(|_| no_action())?;
        usize::try_from(index).map_err(|_| self.no_action(index))
    }

    fn no_action(&self, index: i64) -> PyErr {
        wrong(no_action(self.game.name(), self.game.action_count(), index))
    }

    /// The texts of actions.
    pub(crate) fn words(&self, actions: &[usize]) -> Vec<String> {
        actions.iter().filter_map(|&index| self.game.action_text(index)).collect()
    }

    /// Whether these are the same rules of the same game.
    pub(crate) fn same(&self, other: &Self) -> bool {
        source(self.game) == source(other.game) && self.rules.options() == other.rules.options()
    }
}

/// That a game with so many actions has not this one.
pub(crate) fn no_action(game: &str, count: usize, index: i64) -> String {
    format!("{game} has no action {index}: they are numbered from 0 to {}", count - 1)
}

/// A game by its rules.
#[pyclass(module = "threehand", frozen)]
pub(crate) struct Game(pub(crate) Arc<Played>);

/// The seat that Python means.
pub(crate) fn seat_of(number: i64) -> PyResult<Seat> {
    let known = Seat::ALL.into_iter().find(|seat| seat.number() as i64 == number);
    known.ok_or_else(|| wrong(format!("there is no seat {number}: seats are 0, 1 and 2")))
}

/// The game of this name, of the file at this path, or of this text of a file, which has more than one line.
pub(crate) fn find(name: &str) -> PyResult<&'static dyn DynGame> {
    if name.contains('\n') {
        return catalog().of_file(name).map_err(wrong);
    }
    named::game_named(catalog(), name).map_err(|failure| match failure {
        Failure::Setting(fault) => wrong(fault.reason),
        other => wrong(other.message()),
    })
}

/// This game, or the one of this name.
pub(crate) fn game_or_named(game: Option<&Game>, name: &str) -> PyResult<&'static dyn DynGame> {
    game.map_or_else(|| find(name), |game| Ok(game.0.game))
}

/// What [`find`] finds the game by: its name, or the text of its file.
pub(crate) fn source(game: &dyn DynGame) -> &'static str {
    game.file_text().unwrap_or_else(|| game.name())
}

/// An option's value as it is typed: true, 5, free, 9-5-2.
fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().to_string());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?;
        let texts: PyResult<Vec<_>> = items.map(|item| Ok(item?.str()?.to_string())).collect();
        return Ok(texts?.join("-"));
    }
    Ok(value.str()?.to_string())
}

#[pymethods]
impl Game {
    /// A game by its name, by the path of its file or by the text of one, with the rule options that differ from its
    /// defaults: yes and no as `True` and `False`, lists as lists. Raises `ValueError` for a name or a value that there is not.
    #[new]
    #[pyo3(signature = (name, /, **options))]
    fn new(name: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let game = find(name.to_str().ok_or_else(|| wrong("the path is no text"))?)?;
        let mut given = Vec::new();
        for (key, value) in options.into_iter().flatten() {
            given.push((key.extract::<String>()?, option_text(&value)?));
        }
        let given: Vec<_> = given.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let rules = game.rules(&given).map_err(wrong)?;
        Ok(Self(Arc::new(Played { game, rules })))
    }

    /// The game's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.game.name()
    }

    /// The text of its file; `None` if it is of no file.
    #[getter]
    fn file_text(&self) -> Option<&'static str> {
        self.0.game.file_text()
    }

    /// The rules for a new player, in Markdown.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.game.page()
    }

    /// The version of its rulings.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.0.game.rules_version()
    }

    /// What the rules are called.
    #[getter]
    fn variant(&self) -> String {
        self.0.rules.variant()
    }

    /// The options that differ from the defaults, as they are typed.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (name, value) in self.0.rules.options() {
            options.set_item(name, value)?;
        }
        Ok(options)
    }

    /// The rules that can be chosen: for each option what may be chosen, the default first. Some options take
    /// other values too, which `threehand rules GAME` says.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let choices = PyDict::new(py);
        for option in self.0.game.rule_options() {
            choices.set_item(option.name, option.values.to_vec())?;
        }
        Ok(choices)
    }

    /// What no hand exceeds: the fewest and the most points that a seat gains, and the most decisions of a
    /// hand; `None` if the game does not say.
    #[getter]
    fn bounds(&self) -> Option<(i32, i32, usize)> {
        let bounds = self.0.rules.bounds()?;
        Some((bounds.least, bounds.most, bounds.decisions))
    }

    /// The names of the bots that play the game, weakest first.
    #[getter]
    fn bots(&self) -> Vec<&'static str> {
        self.0.game.bot_names()
    }

    /// How many actions there are: they are numbered from 0 to one less.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.game.action_count()
    }

    /// An action's text, such as `play 9C`.
    fn action_text(&self, action: i64) -> PyResult<String> {
        let text = usize::try_from(action).ok().and_then(|index| self.0.game.action_text(index));
        text.ok_or_else(|| self.0.no_action(action))
    }

    /// The number of the action of this text.
    fn action_index(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.0.action(text)
    }

    /// The first hand of a match. The cards, and who deals if `dealer` does not say so, are those of the
    /// match of this number in `threehand tournament --seed SEED`.
    #[pyo3(signature = (seed = 1, match_number = 0, *, dealer = None))]
    fn start(&self, seed: u64, match_number: u64, dealer: Option<i64>) -> PyResult<State> {
        let seeds = Seeds(seed);
        let dealer = match dealer {
            None => seeds.first_dealer(match_number),
            Some(number) => seat_of(number)?,
        };
        let hand = self.0.rules.first_hand(dealer, &seeds.deck(match_number, 0));
        Ok(State::of(Arc::clone(&self.0), hand, (Some(seed), match_number, 0)))
    }

    /// The bot of a spec such as `heuristic:epsilon=0.1`.
    fn bot(&self, spec: &str) -> PyResult<Bot> {
        Bot::of(spec, Some(self.0.game))
    }

    /// So many matches side by side: see `Batch`.
    #[pyo3(signature = (size, seed = 1))]
    fn batch(&self, size: usize, seed: u64) -> PyResult<Batch> {
        Batch::of(Arc::clone(&self.0), size, seed)
    }

    fn __repr__(&self) -> String {
        format!("<threehand.Game {}>", self.0.rules.variant())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0.same(&other.get().0))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.0.rules.variant()).hash()
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((&'static str,), Bound<'py, PyDict>)> {
        Ok(((source(self.0.game),), self.options(py)?))
    }
}

/// The names of the games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    catalog().names()
}

/// The exact result of a position with all hands open.
#[pyfunction]
#[pyo3(signature = (position, *, game))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &str,
    game: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let problem = find(game)?.problem(position).map_err(wrong)?;
    let (solution, microseconds) = py.detach(|| {
        let start = Instant::now();
        let solution = (problem.solve)();
        (solution, start.elapsed().as_secs_f64() * 1e6)
    });
    to_python(py, &threehand_sim::records::solve::json(&problem, &solution, microseconds))
}
