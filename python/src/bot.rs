//! Bots by their specs.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use threehand_play::{DynBot, DynGame};

use crate::catalog;
use crate::errors::wrong;
use crate::game::{find, source};
use crate::view::{View, rng_of};

/// A bot of a game that is known.
type BotOfGame = (&'static dyn DynGame, Box<dyn DynBot>);

/// A bot by its spec.
#[pyclass(module = "threehand", frozen)]
pub(crate) struct Bot {
    /// The bot's spec.
    #[pyo3(get)]
    spec: String,
    /// The bot, once it is known of which game.
    bot: Mutex<Option<BotOfGame>>,
}

impl Bot {
    pub(crate) fn of(spec: &str, game: Option<&'static dyn DynGame>) -> PyResult<Self> {
        let bot = match game {
            Some(game) => Some((game, game.bot(spec).map_err(wrong)?)),
            None => {
                let mut tried = catalog().games().map(|game| game.bot(spec).map_err(wrong));
                let first = tried.next().unwrap_or_else(|| Err(wrong("there are no games")));
                if let Err(why) = first
                    && tried.all(|bot| bot.is_err())
                {
                    return Err(why);
                }
                None
            }
        };
        Ok(Self { spec: spec.to_owned(), bot: Mutex::new(bot) })
    }
}

#[pymethods]
impl Bot {
    /// A bot by its spec, of this game or of the first game that it is asked about. Raises `ValueError` for a
    /// spec that there is not.
    #[new]
    #[pyo3(signature = (spec, *, game = None))]
    fn new(spec: &str, game: Option<&str>) -> PyResult<Self> {
        Self::of(spec, game.map(find).transpose()?)
    }

    /// The number of the action that the bot chooses for the seat of this view, whose turn it has to be. The
    /// lock of the interpreter is let go while it thinks.
    #[pyo3(signature = (view, seed = 0))]
    fn decide(&self, py: Python<'_>, view: &View, seed: u64) -> PyResult<usize> {
        py.detach(|| {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            if bot.is_none() {
                let game = view.played.game;
                *bot = Some((game, game.bot(&self.spec).map_err(wrong)?));
            }
            let (_, bot) = bot.as_mut().expect("it was made");
            bot.decide(&*view.view, &mut rng_of(seed)).map_err(wrong)
        })
    }

    fn __repr__(&self) -> String {
        format!("<threehand.Bot {}>", self.spec)
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((&str,), Bound<'py, pyo3::types::PyDict>)> {
        let named = pyo3::types::PyDict::new(py);
        let bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
        named.set_item("game", bot.as_ref().map(|(game, _)| source(*game)))?;
        Ok(((&self.spec,), named))
    }
}
