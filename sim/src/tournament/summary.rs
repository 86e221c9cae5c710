//! The tables of a tournament as data: `summary.csv`, `crosstable.csv` and the JSON summary.

use serde::Serialize;
use serde_json::{Map, Value, json};
use threehand_bots::Knowledge;

use crate::players::Player;
use crate::stats::{Estimate, Tally};

/// What the tables of a run are made of.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a, G> {
    /// The rules that were played.
    pub rules: &'a G,
    /// What they are called.
    pub variant: &'a str,
    /// The bots.
    pub players: &'a [Player],
    /// The sums over all blocks.
    pub tally: &'a Tally,
}

/// The head of a row of `summary.csv`; a mean and an error for each role follow.
#[derive(Serialize)]
struct SummaryRow<'a> {
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

const SUMMARY_HEADER: [&str; 12] = [
    "game",
    "variant",
    "bot",
    "blocks",
    "matches",
    "win_share",
    "se",
    "lo",
    "hi",
    "mean_score",
    "points_per_hand",
    "forfeits",
];

#[derive(Serialize)]
struct CrossRow<'a> {
    bot: &'a str,
    opponent: &'a str,
    blocks: u64,
    score_share: f64,
    se: Option<f64>,
    lo: Option<f64>,
    hi: Option<f64>,
}

pub(super) const IN_MEMORY: &str = "plain rows can be written to memory";

impl<G: Knowledge> Summary<'_, G> {
    /// `summary.csv`: a row a bot, in the order in which they were named.
    pub fn csv(&self) -> Vec<u8> {
        let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let by_role = G::ROLES
            .iter()
            .flat_map(|role| ["hands_", "points_", "se_"].map(|p| format!("{p}{role}")));
        let header: Vec<String> =
            SUMMARY_HEADER.into_iter().map(str::to_owned).chain(by_role).collect();
        rows.write_record(header).expect(IN_MEMORY);
        for (bot, player) in self.players.iter().enumerate() {
            let share = self.tally.win_share(bot);
            let row = SummaryRow {
                game: G::NAME,
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
            let roles: Vec<(i64, Option<f64>, Option<f64>)> = (0..G::ROLES.len())
                .map(|role| self.tally.role(bot, role))
                .map(|(hands, points)| (hands, points.map(|p| p.mean), points.and_then(|p| p.se)))
                .collect();
            rows.serialize((row, roles)).expect(IN_MEMORY);
        }
        rows.into_inner().expect(IN_MEMORY)
    }

    /// `crosstable.csv`: a row for each bot and opponent that sat together.
    pub fn crosstable(&self) -> Vec<u8> {
        let mut rows = csv::Writer::from_writer(Vec::new());
        for (bot, player) in self.players.iter().enumerate() {
            for (other, opponent) in self.players.iter().enumerate().filter(|(o, _)| *o != bot) {
                let Some((blocks, Estimate { mean, se, lo, hi })) = self.tally.ahead(bot, other)
                else {
                    continue;
                };
                let (bot, opponent) = (&player.label, &opponent.label);
                let row = CrossRow { bot, opponent, blocks, score_share: mean, se, lo, hi };
                rows.serialize(row).expect(IN_MEMORY);
            }
        }
        rows.into_inner().expect(IN_MEMORY)
    }

    /// The summary as one JSON object.
    pub fn json(&self, seconds: f64, results_hash: &str) -> Value {
        let bots = self.players.iter().enumerate().map(|(bot, player)| self.bot_json(bot, player));
        json!({
            "game": G::NAME,
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
        let roles: Map<String, Value> = (0..G::ROLES.len())
            .map(|role| {
                let (hands, points) = self.tally.role(bot, role);
                (G::ROLES[role].to_owned(), json!({ "hands": hands, "points_per_hand": points }))
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
                })
            })
            .collect()
    }
}
