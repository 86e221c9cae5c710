//! `list measures`: each measure with its unit, meaning, direction and files.

use std::fmt::Write as _;

use serde_json::{Value, json};
use threehand_play::DynGame;

use crate::kinds::compare::figures::{Figure, figures};
use crate::kinds::tournament;
use crate::settings::common::MOST_HANDS;
use crate::terminal::grid::{Grid, words};

/// A measure, for a reader.
struct Description {
    measure: String,
    unit: &'static str,
    meaning: String,
    direction: String,
    stands: &'static str,
}

/// The measures of a game as text.
pub(super) fn measures_text(game: &dyn DynGame) -> String {
    let mut text = String::new();
    let of_tournaments = of_tournaments().collect();
    for (command, measures) in [("tournament", of_tournaments), ("compare", of_compare(game))] {
        let _ = writeln!(text, "measures of {} by `{command}`\n", game.name());
        let heads = [words("measure"), words("meaning"), words("unit").goes(1)];
        let rest = [words("direction").goes(2), words("stands in").goes(3)];
        let mut grid = Grid::new(heads.into_iter().chain(rest));
        for Description { measure, unit, meaning, direction, stands } in measures {
            grid.row([measure, meaning, unit.to_owned(), direction, stands.to_owned()]);
        }
        text += &grid.text();
        text.push('\n');
    }
    text + "A table leaves out what a run never met, such as the contract of a role that has none.\n"
}

/// The measures of a game as JSON.
pub(super) fn measures_json(game: &dyn DynGame) -> impl Iterator<Item = Value> {
    of_tournaments().chain(of_compare(game)).map(|described| {
        json!({
            "game": game.name(),
            "measure": described.measure,
            "unit": described.unit,
            "meaning": described.meaning,
            "direction": described.direction,
            "stands": described.stands,
        })
    })
}

fn of_tournaments() -> impl Iterator<Item = Description> {
    let tables = (tournament::KIND.figures)().into_iter();
    let figures = tables.flat_map(|(file, figures)| {
        figures.into_iter().map(move |(name, head, _)| (file, name, head))
    });
    let figures = figures.filter(|(.., head)| !head.direction.is_empty());
    figures.map(|(file, name, head)| Description {
        measure: name.into_owned(),
        unit: head.unit,
        meaning: head.meaning.to_owned(),
        direction: head.direction.to_owned(),
        stands: file,
    })
}

fn of_compare(game: &dyn DynGame) -> Vec<Description> {
    let describe = |figure: &Figure| Description {
        measure: figure.name.clone(),
        unit: figure.unit,
        meaning: figure.meaning.clone(),
        direction: figure.direction.clone(),
        stands: match figure.is_tested() {
            true => "characters.csv, differences.csv, verdicts.csv",
            false => "characters.csv",
        },
    };
    figures(game, MOST_HANDS).iter().map(describe).collect()
}
