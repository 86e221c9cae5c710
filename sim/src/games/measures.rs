//! `list measures`: every figure that a run tells, with its unit, its direction and where it stands.

use std::fmt::Write as _;

use serde_json::{Value, json};
use threehand_bots::{Bots, Knowledge, Visitor};

use crate::compare::study::{Figure, Study};
use crate::stats::{Group, ValueRange};
use crate::terminal::grid::{Grid, words};

/// A measure, for a reader.
struct Told {
    measure: String,
    unit: &'static str,
    meaning: String,
    direction: String,
    stands: String,
}

impl Told {
    fn json(&self, game: &str) -> Value {
        let Self { measure, unit, meaning, direction, stands } = self;
        json!({
            "game": game,
            "measure": measure,
            "unit": unit,
            "meaning": meaning,
            "direction": direction,
            "stands": stands,
        })
    }
}

/// The measures of a tournament: by the columns that they stand in.
const OF_TOURNAMENTS: [[&str; 5]; 11] = [
    ["win_share", "share", "matches won, a shared one in parts", "higher is better", "summary.csv"],
    ["mean_score", "points", "final score of a match", "higher is better", "summary.csv"],
    ["points_per_hand", "points", "points a hand", "higher is better", "summary.csv"],
    ["points_ROLE", "points", "points a hand in that role", "higher is better", "summary.csv"],
    [
        "score_share",
        "share",
        "finished ahead of the opponent",
        "higher is better",
        "crosstable.csv",
    ],
    ["difference", "share", "win share less the opponent's", "higher is better", "crosstable.csv"],
    [
        "alone",
        "share",
        "won alone against two of the opponent",
        "higher is better",
        "crosstable.csv",
    ],
    [
        "rating",
        "rating",
        "400 are odds of 10 to 1 to finish ahead",
        "higher is better",
        "ratings.csv",
    ],
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
#[derive(Clone, Copy)]
pub(super) struct MeasuresText;

impl Visitor for MeasuresText {
    type Output = String;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> String {
        let mut text = String::new();
        for (command, told) in [("tournament", of_tournaments()), ("compare", of_compare::<G>())] {
            let _ = writeln!(text, "measures of {} by `{command}`\n", G::NAME);
            let heads = [words("measure"), words("meaning"), words("unit").goes(1)];
            let rest = [words("direction").goes(2), words("stands in").goes(3)];
            let mut grid = Grid::new(heads.into_iter().chain(rest));
            for Told { measure, unit, meaning, direction, stands } in told {
                grid.row([measure, meaning, unit.to_owned(), direction, stands]);
            }
            text += &grid.text();
            text.push('\n');
        }
        text.push_str("A table leaves out what a run never met, such as the contract of a role that has none.\n");
        text
    }
}

/// The measures of a game as JSON.
#[derive(Clone, Copy)]
pub(super) struct MeasuresJson;

impl Visitor for MeasuresJson {
    type Output = Vec<Value>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Vec<Value> {
        let all = of_tournaments().into_iter().chain(of_compare::<G>());
        all.map(|told| told.json(G::NAME)).collect()
    }
}

fn of_tournaments() -> Vec<Told> {
    let told = OF_TOURNAMENTS.map(|[measure, unit, meaning, direction, stands]| Told {
        measure: measure.to_owned(),
        unit,
        meaning: meaning.to_owned(),
        direction: direction.to_owned(),
        stands: stands.to_owned(),
    });
    told.into()
}

fn of_compare<G: Knowledge>() -> Vec<Told> {
    let (study, _) = Study::new::<G>(1, 1, None);
    let of_roles = G::ROLES;
    let told = study.figures.iter().map(|figure| Told {
        measure: figure.name.clone(),
        unit: unit(figure),
        meaning: figure.meaning.clone(),
        direction: direction(figure, of_roles),
        stands: if figure.is_tested() {
            "characters.csv, differences.csv, verdicts.csv".to_owned()
        } else {
            "characters.csv".to_owned()
        },
    });
    told.collect()
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
