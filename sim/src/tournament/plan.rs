//! What a tournament will take and can show, told from its first blocks.

use std::ops::Range;

use indicatif::{DecimalBytes, HumanCount};
use serde_json::{Map, Value, json};

use super::rows::GROWING;
use super::settings::TournamentSettings;
use super::text::Summary;
use crate::experiment::contract::{Plan, Probe};
use crate::settings::which::Which;
use crate::stats::smallest_effect;
use crate::terminal::number::{plural, rounded};

/// The plan of a tournament, of which these blocks are to be played.
pub(super) fn of_tournament(
    settings: &TournamentSettings,
    summary: &Summary<'_>,
    blocks: Range<u64>,
    probe: &Probe,
) -> Plan {
    let which = [Which::All, settings.hands, settings.records];
    let files = GROWING.into_iter().zip(which).zip(&probe.bytes).map(|((name, which), bytes)| {
        let in_probe = which.count(&(0..probe.blocks)).max(1) as f64;
        (name, *bytes as f64 * which.count(&blocks) as f64 / in_probe)
    });
    let plan = Foretold {
        summary,
        blocks: blocks.end - blocks.start,
        whole: settings.blocks,
        probe,
        files: files.filter(|(_, bytes)| *bytes > 0.0).collect(),
    };
    let (seconds, seconds_of_each) = (plan.scaled(probe.seconds), 0.0);
    Plan { json: plan.json(), text: plan.text(settings.stage.seed), seconds, seconds_of_each }
}

/// What a tournament will take.
struct Foretold<'a> {
    summary: &'a Summary<'a>,
    /// Blocks that will be played here, and in the whole run of which they may be a shard.
    blocks: u64,
    whole: u64,
    probe: &'a Probe,
    /// The files that grow, with their bytes.
    files: Vec<(&'static str, f64)>,
}

impl Foretold<'_> {
    /// What a sum over the probe will be over the blocks to be played.
    fn scaled(&self, sum: f64) -> f64 {
        self.probe.scaled(sum, self.blocks)
    }

    fn matches(&self) -> u64 {
        self.scaled(self.summary.tally.matches() as f64) as u64
    }

    fn bytes(&self) -> f64 {
        self.files.iter().map(|(_, bytes)| bytes).sum()
    }

    /// For each two bots the smallest difference of shares that the whole run will show; `None`
    /// where the probe was too short or had no spread.
    fn differences(&self) -> Vec<(&str, &str, Option<f64>)> {
        let (tally, players) = (self.summary.tally, self.summary.players);
        let pairs = (0..players.len()).flat_map(|a| (a + 1..players.len()).map(move |b| (a, b)));
        let met = pairs.filter(|&(a, b)| tally.ahead(a, b).is_some());
        let n = tally.blocks as f64;
        met.map(|(a, b)| {
            let se = tally
                .difference(a, b)
                .estimate
                .se
                .filter(|_| Probe::too_short(tally.blocks).is_none());
            let effect = se.map(|se| smallest_effect(se * n.sqrt(), self.whole));
            (players[a].label.as_str(), players[b].label.as_str(), effect)
        })
        .collect()
    }

    fn text(&self, seed: u64) -> String {
        let tally = self.summary.tally;
        let hands = rounded(self.scaled(tally.hands as f64));
        let mut text = format!(
            "{} · {} line-ups a block · {} = {} matches, about {} hands · seed {seed} · {}\n",
            self.summary.variant,
            tally.matches() / tally.blocks,
            plural(self.blocks, "block"),
            HumanCount(self.matches()),
            HumanCount(hands),
            plural(self.probe.threads as u64, "thread"),
        );
        let files = self
            .files
            .iter()
            .map(|(name, bytes)| format!("{name} {}", DecimalBytes(rounded(*bytes))));
        let files: Vec<_> = files.collect();
        let written = if files.is_empty() {
            "nothing is to be written".to_owned()
        } else {
            format!("about {}: {}", DecimalBytes(rounded(self.bytes())), files.join(", "))
        };
        text += &self.probe.time(self.scaled(self.probe.seconds), "");
        text += &format!("  files   {written}\n");
        for (bot, opponent, effect) in self.differences() {
            text += &match (effect, Probe::too_short(tally.blocks)) {
                (Some(effect), _) => format!(
                    "  shows   a difference of {:.1} points of share between {bot} and {opponent}, \
                     in 80 % of such runs, if it is there\n",
                    100.0 * effect
                ),
                (None, Some(told)) => {
                    format!("  shows   nothing yet of {bot} and {opponent}: {told}\n")
                }
                (None, None) => format!(
                    "  shows   nothing of {bot} and {opponent}: every block came out alike\n"
                ),
            };
        }
        text
    }

    fn json(&self) -> Value {
        let tally = self.summary.tally;
        let differences = self.differences().into_iter().map(|(bot, opponent, effect)| {
            json!({ "bot": bot, "opponent": opponent, "smallest_difference": effect })
        });
        let files: Map<_, _> = self
            .files
            .iter()
            .map(|(name, bytes)| ((*name).to_owned(), json!(bytes.round() as u64)))
            .collect();
        json!({
            "game": self.summary.game,
            "variant": self.summary.variant,
            "blocks": self.blocks,
            "matches": self.matches(),
            "hands": self.scaled(tally.hands as f64).round() as u64,
            "seconds": self.scaled(self.probe.seconds),
            "bytes": self.bytes().round() as u64,
            "files": files,
            "probe": { "blocks": tally.blocks, "seconds": self.probe.seconds },
            "differences": differences.collect::<Vec<_>>(),
        })
    }
}
