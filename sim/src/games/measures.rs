//! `list measures`: every figure that a run tells, with its unit, its direction and where it stands.

use std::fmt::Write as _;

use serde_json::{Value, json};
use threehand_play::DynGame;

use crate::compare::figures::Figure;
use crate::compare::measures::Group;
use crate::compare::study::Study;
use crate::stats::ValueRange;
use crate::terminal::grid::{Grid, words};

/// A measure, for a reader.
struct Description {
    measure: String,
    unit: &'static str,
    meaning: String,
    direction: String,
    stands: &'static str,
}

const BETTER: &str = "higher is better";

/// The measures of a tournament: name, unit, meaning, direction, and the table that has them.
const OF_TOURNAMENTS: [[&str; 5]; 11] = [
    ["win_share", "share", "matches won, a shared one in parts", BETTER, "summary.csv"],
    ["mean_score", "points", "final score of a match", BETTER, "summary.csv"],
    ["points_per_hand", "points", "points a hand", BETTER, "summary.csv"],
    ["points_ROLE", "points", "points a hand in that role", BETTER, "summary.csv"],
    ["score_share", "share", "finished ahead of the opponent", BETTER, "crosstable.csv"],
    ["difference", "share", "win share less the opponent's", BETTER, "crosstable.csv"],
    ["alone", "share", "won alone against two of the opponent", BETTER, "crosstable.csv"],
    ["rating", "rating", "400 are odds of 10 to 1 to finish ahead", BETTER, "ratings.csv"],
    [
        "explained",
        "share",
        "how much of the results ratings explain",
        "higher fits better",
        "fit.csv",
    ],
    ["change", "share", "what a third bot changes between two", "neither", "who_pays.csv"],
    ["kingmaking", "share", "what a beaten bot decides between two", "neither", "who_pays.csv"],
];

/// The measures of a game as text.
pub(super) fn measures_text(game: &dyn DynGame) -> String {
    let mut text = String::new();
    for (command, measures) in [("tournament", of_tournaments()), ("compare", of_compare(game))] {
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
    of_tournaments().into_iter().chain(of_compare(game)).map(|described| {
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

fn of_tournaments() -> Vec<Description> {
    let describe = |[measure, unit, meaning, direction, stands]: [&'static str; 5]| Description {
        measure: measure.to_owned(),
        unit,
        meaning: meaning.to_owned(),
        direction: direction.to_owned(),
        stands,
    };
    OF_TOURNAMENTS.map(describe).into()
}

fn of_compare(game: &dyn DynGame) -> Vec<Description> {
    let describe = |figure: &Figure| Description {
        measure: figure.name.clone(),
        unit: unit(figure),
        meaning: figure.meaning.clone(),
        direction: direction(figure, game.roles()),
        stands: match figure.is_tested() {
            true => "characters.csv, differences.csv, verdicts.csv",
            false => "characters.csv",
        },
    };
    Study::new(game, 1, 1, None).0.figures.iter().map(describe).collect()
}

/// What the values of a figure are counted in.
pub(crate) fn unit(figure: &Figure) -> &'static str {
    match (figure.range, figure.group) {
        (range, _) if range == ValueRange::SHARE => "share",
        (range, _) if range == ValueRange::EVEN => "correlation",
        (_, Group::Points) => "points",
        (_, Group::Length) => "hands",
        (_, Group::Suspense) if figure.name.starts_with("largest_swing") => "points",
        _ => "count",
    }
}

/// What more of it means.
fn direction(figure: &Figure, roles: &[&str]) -> String {
    let name = figure.name.as_str();
    let of_role = roles.iter().find(|role| name.ends_with(&format!("_{role}")));
    match (figure.group, of_role) {
        (Group::Points, _) if name.starts_with("points_sd_") => "higher is more varied".to_owned(),
        (Group::Points, Some(role)) | (Group::Contracts, Some(role)) => {
            format!("higher is better for {role}")
        }
        (Group::Points, None) => "lower is more even".to_owned(),
        (Group::Chairs, _) => "higher is better there".to_owned(),
        (Group::Skill, _) => "higher rewards skill".to_owned(),
        (Group::Suspense, _) if name.starts_with("leader_wins") => "lower is more open".to_owned(),
        (Group::Suspense, _) if name.starts_with("lead_changes") || name == "comeback" => {
            "higher is more open".to_owned()
        }
        _ => "neither".to_owned(),
    }
}
