//! A game found by its name.

use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::options::{did_you_mean, nearest};
use threehand_engine::record::{Fault, Record};

use crate::terminal::failure::Failure;

/// Visits the game that a setting names.
pub fn with_named_game<V: Visitor>(
    lab: &impl Registry,
    name: &str,
    visitor: V,
) -> Result<V::Output, Failure> {
    lab.with_game(name, visitor).ok_or_else(|| {
        let variant = lab.each_game(FindVariant(name)).into_iter().flatten().next();
        let hint = variant.unwrap_or_else(|| nearest_game(lab, name));
        Failure::setting("game", format!("no game is called `{name}`{hint}"))
    })
}

/// Visits the game of a record.
pub fn with_recorded_game<V: Visitor>(
    lab: &impl Registry,
    record: &Record,
    visitor: V,
) -> Result<V::Output, Fault> {
    lab.with_game(&record.game, visitor).ok_or_else(|| {
        let hint = nearest_game(lab, &record.game);
        Fault::at("game", format!("no game is called `{}`{hint}", record.game))
    })
}

/// `; did you mean …?`, or all games if none is like it.
fn nearest_game(lab: &impl Registry, name: &str) -> String {
    let games = lab.games();
    match nearest(name, games.iter().copied()) {
        None => format!("; the games are {}", games.join(", ")),
        like => did_you_mean(&like),
    }
}

/// Looks for a variant that was named in a game's place.
#[derive(Clone)]
struct FindVariant<'a>(&'a str);

impl Visitor for FindVariant<'_> {
    type Output = Option<String>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Option<String> {
        let variant = G::VARIANTS.iter().find(|variant| variant.name == self.0)?;
        let options: Vec<_> = variant.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
        Some(format!("; it is a variant: --game {} --rules {}", G::NAME, options.join(",")))
    }
}
