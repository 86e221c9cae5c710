//! What a comparison will take, and the smallest difference that each figure can show.

use indicatif::{DecimalBytes, HumanCount};
use serde_json::{Map, json};
use threehand_stats::smallest_effect;

use super::block_values::BLOCK_VALUES;
use super::design::Design;
use super::findings::{Comparison, Pair};
use super::settings::CompareSettings;
use crate::experiment::contract::{Plan, Probe};
use crate::terminal::number::{plural, rounded};
use crate::terminal::unit::Unit;

/// The plan of a comparison with this many blocks to play.
pub(super) fn of_comparison(
    settings: &CompareSettings,
    Comparison { design, study, pairs, .. }: &Comparison<'_>,
    blocks: u64,
    probe: &Probe,
) -> Plan {
    let Design { game, variants, rungs, figures, .. } = design;
    let scaled = |sum: u64| probe.scaled(sum as f64, blocks);
    let (matches, hands) = (scaled(study.matches).round() as u64, scaled(study.hands));
    let seconds = probe.scaled(probe.seconds, blocks);
    // How large `block_values.csv` will be, if it is to be written.
    let is_written = settings.block_values && probe.written;
    let bytes = is_written.then(|| scaled(probe.bytes[0]));
    // The smallest difference that the whole run will show; `None` where the probe had no spread.
    let smallest = |pair: &Pair, figure: usize, rung: usize| {
        let sd = pair.tests[figure][rung]?.paired.estimate.se? * (probe.blocks as f64).sqrt();
        Some(smallest_effect(sd, settings.blocks))
    };
    let mut differences = Vec::new();
    for pair in pairs {
        for (rung, player) in rungs.iter().enumerate() {
            differences.extend(figures.iter().enumerate().map(|(f, figure)| {
                json!({
                    "a": variants[pair.a],
                    "b": variants[pair.b],
                    "bot": player.label,
                    "metric": figure.name,
                    "smallest_difference": smallest(pair, f, rung),
                })
            }));
        }
    }
    let mut text = format!(
        "{} · {} · {} · {}: {} matches, about {} hands · seed {} · {}\n{}",
        game.name(),
        plural(variants.len() as u64, "variant"),
        plural(rungs.len() as u64, "bot"),
        plural(blocks, "block"),
        HumanCount(matches),
        HumanCount(rounded(hands)),
        settings.common.seed,
        plural(probe.threads as u64, "thread"),
        probe.time(seconds, ""),
    );
    if let Some(bytes) = bytes {
        text += &format!("  files   about {}: {BLOCK_VALUES}\n", DecimalBytes(rounded(bytes)));
    }
    if let Some(pair) = pairs.first() {
        let top = rungs.len() - 1;
        let effects = figures.iter().enumerate().filter_map(|(f, figure)| {
            let effect = smallest(pair, f, top)?;
            let effect = match figure.unit_of_values() == Unit::Share {
                true => format!("{:.1} percentage points", 100.0 * effect),
                false => format!("{effect:.2}"),
            };
            Some(format!("          {effect:>20}  {}\n", figure.meaning))
        });
        let effects: String = effects.collect();
        let (a, b, bot) = (&variants[pair.a], &variants[pair.b], &rungs[top].label);
        text += &match effects.is_empty() {
            true => {
                format!("  shows   between {a} and {b} the probe is too short for an estimate\n")
            }
            false => format!(
                "  shows   between {a} and {b}, as {bot} plays them, in 80 % of such runs, each looked at \
                 alone:\n{effects}"
            ),
        };
        if !effects.is_empty() && pairs.len() * rungs.len() > 1 {
            text += "          the other variants and bots: --json\n";
        }
    }
    let bytes = bytes.map(|bytes| bytes.round() as u64);
    let files = bytes.map(|bytes| (BLOCK_VALUES.to_owned(), bytes.into()));
    let json = json!({
        "game": game.name(),
        "variants": variants,
        "blocks": blocks,
        "matches": matches,
        "hands": hands.round() as u64,
        "seconds": seconds,
        "bytes": bytes.unwrap_or(0),
        "files": files.into_iter().collect::<Map<_, _>>(),
        "probe": { "blocks": probe.blocks, "seconds": probe.seconds },
        "differences": differences,
    });
    Plan { json, text, seconds, seconds_of_each: 0.0 }
}
