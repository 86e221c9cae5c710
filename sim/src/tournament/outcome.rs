//! What came out of a tournament: figures for programs, from which its tables are made, and its summary on the terminal.

use indicatif::HumanCount;
use serde_json::{Map, Value, json};

use super::settings::TournamentSettings;
use super::standings::rated;
use super::text::{Role, Summary};
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::sitting::Sitting;
use crate::stats::{Estimate, Rating, Ratings, Trio};
use crate::tables::{Columns, JsonTable, Table};
use crate::terminal::number::plural;

/// What came out of a tournament.
pub(super) struct TournamentOutcome<'a> {
    pub(super) settings: &'a TournamentSettings,
    pub(super) summary: Summary<'a>,
    pub(super) ratings: Ratings,
    /// The bot whose rating is given, and that rating.
    pub(super) anchor: Option<(usize, f64)>,
}

impl Outcome for TournamentOutcome<'_> {
    fn tables(&self) -> Vec<Box<dyn Table + '_>> {
        let blocks = self.summary.tally.blocks;
        let row = move |told: Value| self.row(blocks, told);
        let of_role = |columns: Columns, role: &str| {
            columns
                .at(format!("hands_{role}"), format!("/roles/{role}/hands"))
                .at(format!("points_{role}"), format!("/roles/{role}/points_per_hand/mean"))
                .at(format!("se_{role}"), format!("/roles/{role}/points_per_hand/se"))
        };
        let summary = Columns::default()
            .plain(&["game", "variant", "bot", "blocks", "matches", "win_share", "se", "lo", "hi"])
            .plain(&["mean_score", "points_per_hand", "forfeits"]);
        vec![
            Box::new(JsonTable {
                file: "summary.csv",
                columns: self.summary.roles.iter().map(|role| role.name).fold(summary, of_role),
                rows: move || self.bots_json().map(row),
            }),
            Box::new(JsonTable {
                file: "crosstable.csv",
                columns: Columns::default()
                    .plain(&["bot", "opponent", "blocks"])
                    .estimate("score_share", "", "/ahead")
                    .estimate("difference", "difference_", "/win_share")
                    .plain(&["naive_se", "variance_ratio", "rho"])
                    .estimate("alone", "alone_", "/alone_against_two")
                    .plain(&["p", "game", "variant"]),
                rows: move || {
                    self.pairs().map(move |(bot, other, (blocks, ahead))| {
                        let mut told = self.difference_json(bot, other);
                        told["ahead"] = json!(ahead);
                        self.row(blocks, told)
                    })
                },
            }),
            Box::new(JsonTable {
                file: "ratings.csv",
                columns: Columns::default()
                    .plain(&["game", "variant", "bot", "blocks", "rating", "se", "lo", "hi"])
                    .plain(&["standing", "next", "above_next", "above_next_se"])
                    .plain(&["above_next_lo", "above_next_hi"]),
                rows: move || self.ratings_json().map(row),
            }),
            Box::new(JsonTable {
                file: "fit.csv",
                columns: Columns::default()
                    .plain(&["game", "variant", "blocks"])
                    .within("/fit", &["log_likelihood", "log_likelihood_equal"])
                    .within("/fit", &["explained", "explainable"])
                    .within("/misfit", &["of", "ahead", "observed", "expected", "errors"])
                    .within("/misfit", &["among", "significant"])
                    .plain(&["cycle"]),
                rows: move || std::iter::once(row(Value::Object(self.fit_json()))),
            }),
            Box::new(JsonTable {
                file: "who_pays.csv",
                columns: Columns::default()
                    .plain(&["game", "variant", "third", "bot", "opponent", "blocks"])
                    .estimate("ahead_share", "", "/ahead_share")
                    .estimate("change", "change_", "/change")
                    .at("share_if_first", "/if_first/mean")
                    .at("share_if_last", "/if_last/mean")
                    .estimate("kingmaking", "kingmaking_", "/kingmaking"),
                rows: move || self.who_pays_json().map(row),
            }),
        ]
    }

    fn headline(&self) -> &'static str {
        "summary.csv"
    }

    fn json(&self, sitting: &Sitting) -> Value {
        let Summary { game, variant, tally, .. } = self.summary;
        let differences = self.pairs().map(|(bot, other, _)| self.difference_json(bot, other));
        let mut json = json!({
            "game": game,
            "variant": variant,
            "blocks": tally.blocks,
            "matches": tally.matches(),
            "hands": tally.hands,
            "seconds": sitting.seconds,
            "results_hash": sitting.results_hash,
            "truncated": tally.truncated,
            "shared": tally.shared,
            "bots": self.bots_json().collect::<Vec<_>>(),
            "differences": differences.collect::<Vec<_>>(),
            "ratings": self.ratings_json().collect::<Vec<_>>(),
        });
        json.as_object_mut().expect("it is an object").extend(self.fit_json());
        json["who_pays"] = self.who_pays_json().collect();
        json
    }

    fn text(&self, sitting: &Sitting) -> String {
        let tally = self.summary.tally;
        let shard = self.settings.shard.map(|shard| format!(" · shard {shard}"));
        format!(
            "{}{} · {} line-ups a block · {} = {} matches, {} hands · {}{}\n{}\n{}{}",
            self.summary.variant,
            shard.unwrap_or_default(),
            tally.matches() / tally.blocks.max(1),
            plural(tally.blocks, "block"),
            HumanCount(tally.matches()),
            HumanCount(tally.hands),
            sitting.end_of_line(self.settings.stage.seed),
            self.summary.answer(),
            self.summary.table(),
            self.summary.notes(),
            self.standings_text(),
        )
    }

    fn answer(&self) -> String {
        self.summary.answer()
    }

    fn notes(&self) -> String {
        self.summary.remarks() + &self.rating_remarks()
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let Summary { players, tally, .. } = self.summary;
        let bots = players.iter().enumerate();
        let failed = bots.map(|(bot, player)| Failed {
            bot: &player.label,
            matches: tally.forfeits(bot),
            failures: *tally.failures(bot),
        });
        failed.collect()
    }
}

impl TournamentOutcome<'_> {
    /// What is told of something, as a row of a table: beside it stand the game and the blocks that it is from.
    fn row(&self, blocks: u64, mut told: Value) -> Value {
        told["game"] = self.summary.game.into();
        told["variant"] = self.summary.variant.into();
        told["blocks"] = blocks.into();
        told
    }

    fn bots_json(&self) -> impl Iterator<Item = Value> {
        let Summary { roles, players, tally, .. } = self.summary;
        players.iter().enumerate().map(move |(bot, player)| {
            let share = tally.win_share(bot);
            let of_role = |(number, role): (usize, &Role)| {
                let (hands, points) = tally.role(bot, number);
                (role.name.to_owned(), json!({ "hands": hands, "points_per_hand": points }))
            };
            json!({
                "bot": player.label,
                "matches": tally.matches_of(bot),
                "win_share": share.mean,
                "se": share.se,
                "lo": share.lo,
                "hi": share.hi,
                "mean_score": tally.mean_score(bot),
                "points_per_hand": tally.points_per_hand(bot).map(|points| points.mean),
                "forfeits": tally.forfeits(bot),
                "roles": roles.iter().enumerate().map(of_role).collect::<Map<_, _>>(),
            })
        })
    }

    /// Each two bots that sat together, with the blocks in which they did, and how often the first finished ahead.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize, (u64, Estimate))> {
        let Summary { players, tally, .. } = self.summary;
        let bots = 0..players.len();
        let pairs = bots.clone().flat_map(move |bot| bots.clone().map(move |other| (bot, other)));
        pairs
            .filter(|(bot, other)| bot != other)
            .filter_map(|(bot, other)| Some((bot, other, tally.ahead(bot, other)?)))
    }

    fn difference_json(&self, bot: usize, other: usize) -> Value {
        let difference = self.summary.tally.difference(bot, other);
        json!({
            "bot": self.label(bot),
            "opponent": self.label(other),
            "win_share": difference.estimate,
            "naive_se": difference.naive_se,
            "variance_ratio": difference.variance_ratio(),
            "rho": difference.rho,
            "alone_against_two": self.summary.tally.alone(bot, other),
            "p": difference.p,
        })
    }

    fn ratings_json(&self) -> impl Iterator<Item = Value> {
        self.ratings.bots.iter().enumerate().map(|(bot, rating)| {
            let mut told = json!({ "bot": self.label(bot) });
            let next = self.ratings.next[bot];
            add_rating(&mut told, rating, next.map(|(next, above)| (self.label(next), above)));
            told
        })
    }

    /// How well the ratings fit: as a whole, where they fit least, and the bots that are ahead of each other in a circle.
    fn fit_json(&self) -> Map<String, Value> {
        let Ratings { fit, misfit, cycle, .. } = &self.ratings;
        let fit = fit.map(|fit| {
            json!({
                "log_likelihood": fit.log_likelihood,
                "log_likelihood_equal": fit.log_likelihood_equal,
                "explained": fit.explained(),
                "explainable": fit.explainable(),
            })
        });
        let misfit = misfit.as_ref().map(|misfit| {
            json!({
                "of": self.labels(&misfit.of),
                "ahead": self.label(misfit.chosen),
                "observed": misfit.observed,
                "expected": misfit.expected,
                "errors": misfit.errors,
                "among": misfit.among,
                "significant": misfit.is_significant(),
            })
        });
        let cycle = cycle.as_deref().map(|bots| self.labels(bots));
        let told = [("fit", json!(fit)), ("misfit", json!(misfit)), ("cycle", json!(cycle))];
        told.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn who_pays_json(&self) -> impl Iterator<Item = Value> {
        let splits = self.summary.tally.kingmaking.splits();
        splits.map(|(Trio { third, bot, opponent }, split)| {
            json!({
                "third": self.label(third),
                "bot": self.label(bot),
                "opponent": self.label(opponent),
                "ahead_share": split.share,
                "change": split.change,
                "if_first": split.first,
                "if_last": split.last,
                "kingmaking": split.kingmaking,
            })
        })
    }
}

/// Adds what is told of a rating to what is told of its bot; `next` is the rated bot that comes next below it, and how
/// much it stands above that one.
pub(super) fn add_rating(told: &mut Value, rating: &Rating, next: Option<(&str, Estimate)>) {
    let (estimate, above) = (rated(rating), next.map(|(_, above)| above));
    let standing = match rating {
        Rating::Rated(_) => "rated",
        Rating::Above => "above",
        Rating::Below => "below",
        Rating::Apart => "apart",
    };
    told["rating"] = json!(estimate.map(|e| e.mean));
    told["se"] = json!(estimate.and_then(|e| e.se));
    told["lo"] = json!(estimate.and_then(|e| e.lo));
    told["hi"] = json!(estimate.and_then(|e| e.hi));
    told["standing"] = standing.into();
    told["next"] = json!(next.map(|(next, _)| next));
    told["above_next"] = json!(above.map(|e| e.mean));
    told["above_next_se"] = json!(above.and_then(|e| e.se));
    told["above_next_lo"] = json!(above.and_then(|e| e.lo));
    told["above_next_hi"] = json!(above.and_then(|e| e.hi));
}
