//! What a comparison will take, and the smallest difference that each figure can show.

use indicatif::{DecimalBytes, HumanCount};
use serde_json::{Map, Value, json};

use super::block_values::BLOCK_VALUES;
use super::findings::Comparison;
use super::settings::CompareSettings;
use crate::experiment::contract::{Plan, Probe};
use crate::stats::smallest_effect;
use crate::terminal::number::{plural, rounded};

/// The plan of a comparison, of which so many blocks are to be played.
pub(super) fn of_comparison(
    settings: &CompareSettings,
    comparison: &Comparison<'_>,
    blocks: u64,
    probe: &Probe,
) -> Plan {
    let plan = ComparePlan { settings, comparison, blocks, probe };
    let seconds = plan.seconds();
    Plan { json: plan.json(), text: plan.text(), seconds, seconds_of_each: 0.0 }
}

/// What a comparison will take.
struct ComparePlan<'a> {
    settings: &'a CompareSettings,
    comparison: &'a Comparison<'a>,
    blocks: u64,
    probe: &'a Probe,
}

impl ComparePlan<'_> {
    fn scaled(&self, sum: u64) -> f64 {
        self.probe.scaled(sum as f64, self.blocks)
    }

    fn seconds(&self) -> f64 {
        self.probe.scaled(self.probe.seconds, self.blocks)
    }

    /// How large `block_values.csv` will be, in bytes; `None` if it is not to be written.
    fn bytes(&self) -> Option<f64> {
        let bytes = self.settings.block_values.then(|| self.probe.bytes[0])?;
        Some(self.probe.scaled(bytes as f64, self.blocks)).filter(|_| self.probe.written)
    }

    /// The smallest difference that the whole run will show; `None` where the probe had no spread.
    fn smallest(&self, pair: usize, figure: usize, rung: usize) -> Option<f64> {
        let test = self.comparison.pairs[pair].tests[figure][rung]?;
        let sd = test.paired.estimate.se? * (self.probe.blocks as f64).sqrt();
        Some(smallest_effect(sd, self.settings.blocks))
    }

    fn json(&self) -> Value {
        let Comparison { game, variants, rungs, study, pairs, .. } = self.comparison;
        let mut differences = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            for (rung, player) in rungs.iter().enumerate() {
                for (f, figure) in study.figures.iter().enumerate() {
                    differences.push(json!({
                        "a": variants[pair.a],
                        "b": variants[pair.b],
                        "bot": player.label,
                        "metric": figure.name,
                        "smallest_difference": self.smallest(number, f, rung),
                    }));
                }
            }
        }
        let bytes = self.bytes().map(|bytes| bytes.round() as u64);
        let files: Map<_, _> =
            bytes.map(|bytes| (BLOCK_VALUES.to_owned(), bytes.into())).into_iter().collect();
        json!({
            "game": game,
            "variants": variants,
            "blocks": self.blocks,
            "matches": self.scaled(study.matches).round() as u64,
            "hands": self.scaled(study.hands).round() as u64,
            "seconds": self.seconds(),
            "bytes": bytes.unwrap_or(0),
            "files": files,
            "probe": { "blocks": self.probe.blocks, "seconds": self.probe.seconds },
            "differences": differences,
        })
    }

    fn text(&self) -> String {
        let Comparison { game, variants, rungs, study, pairs, .. } = self.comparison;
        let mut text = format!(
            "{game} · {} · {} · {}: {} matches, about {} hands · seed {} · {}\n{}",
            plural(variants.len() as u64, "variant"),
            plural(rungs.len() as u64, "rung"),
            plural(self.blocks, "block"),
            HumanCount(self.scaled(study.matches).round() as u64),
            HumanCount(rounded(self.scaled(study.hands))),
            self.settings.stage.seed,
            plural(self.probe.threads as u64, "thread"),
            self.probe.time(self.seconds(), ""),
        );
        if let Some(bytes) = self.bytes() {
            text += &format!("  files   about {}: {BLOCK_VALUES}\n", DecimalBytes(rounded(bytes)));
        }
        let rung = rungs.len() - 1;
        if let Some(pair) = pairs.first() {
            let effects = study.figures.iter().enumerate().filter_map(|(f, figure)| {
                let effect = self.smallest(0, f, rung)?;
                let effect = match figure.is_share() {
                    true => format!("{:.1} points of share", 100.0 * effect),
                    false => format!("{effect:.2}"),
                };
                Some(format!("          {effect:>20}  {}\n", figure.meaning))
            });
            let effects: String = effects.collect();
            let (a, b) = (&variants[pair.a], &variants[pair.b]);
            if effects.is_empty() {
                text += &format!(
                    "  shows   between {a} and {b} the probe is too short for an estimate\n"
                );
                return text;
            }
            text += &format!(
                "  shows   between {a} and {b}, as {} plays them, in 80 % of such runs, each looked at \
                 alone:\n{effects}",
                rungs[rung].label,
            );
            if pairs.len() * rungs.len() > 1 {
                text += "          the other variants and bots: --json\n";
            }
        }
        text
    }
}
