//! What a tournament takes and can show, from its first blocks.

use indicatif::{DecimalBytes, HumanCount};
use serde_json::{Map, Value, json};
use threehand_stats::smallest_effect;

use super::GROWING;
use super::TournamentFold;
use crate::experiment::contract::{Plan, Probe};
use crate::terminal::number::{plural, rounded};

/// The plan of a tournament whose first blocks came to these results.
pub(super) fn of_tournament(fold: &TournamentFold<'_>, probe: &Probe) -> Plan {
    let TournamentFold { of, tally, .. } = fold;
    let (settings, range) = (&of.settings, &of.blocks);
    let blocks = range.end - range.start;
    let scaled = |sum: f64| probe.scaled(sum, blocks);
    let (seconds, hands) = (scaled(probe.seconds), scaled(tally.hands as f64));
    let matches = scaled(tally.matches() as f64) as u64;
    let which = [settings.rows(), settings.hands, settings.records];
    let files = GROWING.into_iter().zip(which).zip(&probe.bytes).map(|((name, which), bytes)| {
        let in_probe = which.count(&(0..probe.blocks)).max(1) as f64;
        (name, *bytes as f64 * which.count(range) as f64 / in_probe)
    });
    let files: Vec<_> = files.filter(|(_, bytes)| *bytes > 0.0).collect();
    let bytes: f64 = files.iter().map(|(_, bytes)| bytes).sum();
    // For each two bots the smallest difference of shares that the whole run shows; `None` where the probe is too short or
    // has no spread.
    let bots = 0..tally.bots();
    let pairs = bots.clone().flat_map(|a| (a + 1..bots.end).map(move |b| (a, b)));
    let met = pairs.filter(|&(a, b)| tally.ahead(a, b).is_some());
    let too_short = Probe::too_short(tally.blocks);
    let differences = met.map(|(a, b)| {
        let se = tally.difference(a, b).estimate.se.filter(|_| too_short.is_none());
        let root = (tally.blocks as f64).sqrt();
        let effect = se.map(|se| smallest_effect(se * root, settings.blocks));
        (fold.label(a), fold.label(b), effect)
    });
    let differences: Vec<_> = differences.collect();

    let sizes = files.iter().map(|(name, bytes)| format!("{name} {}", decimal(*bytes)));
    let sizes: Vec<_> = sizes.collect();
    let written = match sizes.is_empty() {
        true => "nothing is to be written".to_owned(),
        false => format!("about {}: {}", decimal(bytes), sizes.join(", ")),
    };
    let mut text = format!(
        "{} · {} line-ups a block · {} = {} matches, about {} hands · seed {} · {}\n{}  files   {written}\n",
        of.variant,
        tally.matches() / tally.blocks,
        plural(blocks, "block"),
        HumanCount(matches),
        HumanCount(rounded(hands)),
        settings.common.seed,
        plural(probe.threads as u64, "thread"),
        probe.time(seconds, ""),
    );
    for (bot, opponent, effect) in &differences {
        text += &match (effect, &too_short) {
            (Some(effect), _) => format!(
                "  shows   a difference of {:.1} percentage points between {bot} and {opponent}, in 80 % of such runs, if \
                 it is there\n",
                100.0 * effect
            ),
            (None, Some(why)) => format!("  shows   nothing yet of {bot} and {opponent}: {why}\n"),
            (None, None) => {
                format!("  shows   nothing of {bot} and {opponent}: every block came out alike\n")
            }
        };
    }
    let differences = differences.iter().map(|(bot, opponent, effect)| {
        json!({ "bot": bot, "opponent": opponent, "smallest_difference": effect })
    });
    let files: Map<String, Value> = files
        .iter()
        .map(|(name, bytes)| ((*name).to_owned(), json!(bytes.round() as u64)))
        .collect();
    let json = json!({
        "game": of.game.name(),
        "variant": of.variant,
        "blocks": blocks,
        "matches": matches,
        "hands": hands.round() as u64,
        "seconds": seconds,
        "bytes": bytes.round() as u64,
        "files": files,
        "probe": { "blocks": tally.blocks, "seconds": probe.seconds },
        "differences": differences.collect::<Vec<_>>(),
    });
    Plan { json, text, seconds, seconds_of_each: 0.0 }
}

fn decimal(bytes: f64) -> DecimalBytes {
    DecimalBytes(rounded(bytes))
}
