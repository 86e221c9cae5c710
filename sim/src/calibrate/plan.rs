//! What a calibration will take and can show.

use indicatif::DecimalBytes;
use serde_json::json;

use super::findings::Findings;
use super::runs::Runs;
use super::trial::{MISSES, Trial};
use crate::experiment::contract::{Plan, Probe};
use crate::play::duel::Duel;
use crate::stats::binomial_interval;
use crate::tables::csv;
use crate::terminal::number::{percent, plural, rounded};

/// What a calibration is, and what its probe gave.
pub(super) struct Foretold<'a> {
    pub(super) findings: Findings<'a>,
    /// The run that the probe began.
    pub(super) begun: Trial,
    pub(super) hands: u64,
    pub(super) seed: u64,
    /// Runs to be played.
    pub(super) runs: u64,
    /// The spread that the sum of a run's differences must have, in steps of a difference.
    pub(super) least_spread: f64,
}

/// The plan of a calibration.
pub(super) fn of_calibration(told: &Foretold<'_>, probe: &Probe) -> Plan {
    let &Foretold { ref findings, begun, runs, .. } = told;
    let Findings { game, variant, bot, blocks: each, .. } = *findings;
    let blocks = runs * each;
    let (matches, seconds) = (Duel::matches(blocks), probe.scaled(probe.seconds, blocks));
    let hands = probe.scaled(told.hands as f64, blocks);
    let row = csv(&Runs { findings, first: runs, trials: &[begun] });
    let row = row.split(|&byte| byte == b'\n').nth(1).map_or(0, <[u8]>::len);
    let bytes = if probe.written { row as u64 * runs } else { 0 };
    let expected = (MISSES * runs as f64).round() as u64;
    let (lo, hi) = binomial_interval(expected, runs);
    let steps = match Probe::too_short(begun.blocks()) {
        Some(told) => Err(told),
        None => Ok(begun.steps() * (each as f64 / begun.blocks() as f64).sqrt()),
    };
    let json = json!({
        "game": game,
        "variant": variant,
        "bot": bot,
        "runs": runs,
        "blocks": each,
        "matches": matches,
        "hands": hands.round() as u64,
        "seconds": seconds,
        "bytes": bytes,
        "miss_share": { "lo": lo, "hi": hi },
        "enough_spread": steps.as_ref().ok().map(|steps| *steps >= told.least_spread),
    });
    let files = match bytes {
        0 => "nothing is to be written".to_owned(),
        bytes => format!("about {}", DecimalBytes(rounded(bytes as f64))),
    };
    let shows = match steps {
        Err(told) => format!("nothing yet: {told}"),
        Ok(steps) if steps >= told.least_spread => format!(
            "intervals that miss the truth in less than {} or more than {} % of runs",
            percent(lo),
            percent(hi)
        ),
        // So few of its blocks were not ties that the probe is as likely to be wrong as right.
        Ok(steps) if 2.0 * steps >= told.least_spread => {
            "perhaps nothing: the bot plays much alike, and its first run may be refused for it"
                .to_owned()
        }
        Ok(_) => "nothing: the bot plays too much alike for a run to have spread".to_owned(),
    };
    let text = format!(
        "{variant} · {bot} against itself · {} of {} = {}, about {} · seed {} · {}\n\
         {}  files   {files}\n  shows   {shows}\n",
        plural(runs, "run"),
        plural(each, "block"),
        plural(matches, "match"),
        plural(rounded(hands), "hand"),
        told.seed,
        plural(probe.threads as u64, "thread"),
        probe.time(seconds, ""),
    );
    Plan { json, text, seconds, seconds_of_each: 0.0 }
}
