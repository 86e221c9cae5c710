//! The sums of a tournament as data: `summary.csv` and the JSON summary.

use serde_json::{Map, Value, json};

use crate::play::players::Player;
use crate::stats::Tally;
use crate::tables::{Rows, Table, row};

/// A role of the game: its name, and what heads its column under the rules that were played.
#[derive(Clone, Debug)]
pub(super) struct Role {
    pub name: &'static str,
    pub heading: String,
}

/// What the tables of a run are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary<'a> {
    /// The game.
    pub game: &'static str,
    /// What the rules that were played are called.
    pub variant: &'a str,
    /// The roles of the game.
    pub roles: &'a [Role],
    /// The bots.
    pub players: &'a [Player],
    /// The sums over all blocks.
    pub tally: &'a Tally,
}

row! {
    /// The head of a row; a number, a mean and an error for each role follow.
    SummaryRow<'a> {
        game: &'a str,
        variant: &'a str,
        bot: &'a str,
        blocks: u64,
        matches: u64,
        win_share: f64,
        se: Option<f64>,
        lo: Option<f64>,
        hi: Option<f64>,
        mean_score: f64,
        points_per_hand: Option<f64>,
        forfeits: u64,
    }
}

/// `summary.csv`: a row a bot, in the order in which they were named.
impl Table for Summary<'_> {
    fn file(&self) -> &'static str {
        "summary.csv"
    }

    fn columns(&self) -> Vec<String> {
        let of_role =
            |role: &Role| ["hands_", "points_", "se_"].map(|p| format!("{p}{}", role.name));
        let by_role = self.roles.iter().flat_map(of_role);
        SummaryRow::columns().into_iter().chain(by_role).collect()
    }

    fn rows(&self, rows: &mut Rows) {
        for (bot, player) in self.players.iter().enumerate() {
            let share = self.tally.win_share(bot);
            let row = SummaryRow {
                game: self.game,
                variant: self.variant,
                bot: &player.label,
                blocks: self.tally.blocks(),
                matches: self.tally.matches_of(bot),
                win_share: share.mean,
                se: share.se,
                lo: share.lo,
                hi: share.hi,
                mean_score: self.tally.mean_score(bot),
                points_per_hand: self.tally.points_per_hand(bot).map(|points| points.mean),
                forfeits: self.tally.forfeits(bot),
            };
            let roles: Vec<(i64, Option<f64>, Option<f64>)> = (0..self.roles.len())
                .map(|role| self.tally.role(bot, role))
                .map(|(hands, points)| (hands, points.map(|p| p.mean), points.and_then(|p| p.se)))
                .collect();
            rows.put((row, roles));
        }
    }
}

impl Summary<'_> {
    /// The summary as one JSON object.
    pub(super) fn json(&self, seconds: f64, results_hash: &str) -> Value {
        let bots = self.players.iter().enumerate().map(|(bot, player)| self.bot_json(bot, player));
        json!({
            "game": self.game,
            "variant": self.variant,
            "blocks": self.tally.blocks(),
            "matches": self.tally.matches(),
            "hands": self.tally.hands(),
            "seconds": seconds,
            "results_hash": results_hash,
            "truncated": self.tally.truncated(),
            "shared": self.tally.shared(),
            "bots": bots.collect::<Vec<_>>(),
            "differences": self.differences_json(),
        })
    }

    fn bot_json(&self, bot: usize, player: &Player) -> Value {
        let share = self.tally.win_share(bot);
        let roles: Map<String, Value> = (0..self.roles.len())
            .map(|role| {
                let (hands, points) = self.tally.role(bot, role);
                (
                    self.roles[role].name.to_owned(),
                    json!({ "hands": hands, "points_per_hand": points }),
                )
            })
            .collect();
        json!({
            "bot": player.label,
            "matches": self.tally.matches_of(bot),
            "win_share": share.mean,
            "se": share.se,
            "lo": share.lo,
            "hi": share.hi,
            "mean_score": self.tally.mean_score(bot),
            "points_per_hand": self.tally.points_per_hand(bot).map(|points| points.mean),
            "forfeits": self.tally.forfeits(bot),
            "roles": roles,
        })
    }

    fn differences_json(&self) -> Vec<Value> {
        let label = |bot: usize| &self.players[bot].label;
        let bots = 0..self.players.len();
        let pairs = bots.clone().flat_map(|a| bots.clone().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| a != b && self.tally.ahead(*a, *b).is_some())
            .map(|(a, b)| {
                let difference = self.tally.difference(a, b);
                json!({
                    "bot": label(a),
                    "opponent": label(b),
                    "win_share": difference.estimate,
                    "naive_se": difference.naive_se,
                    "variance_ratio": difference.variance_ratio(),
                    "rho": difference.rho,
                    "alone_against_two": self.tally.alone(a, b),
                    "p": difference.p,
                })
            })
            .collect()
    }
}
