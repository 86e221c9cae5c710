//! What a calibration will take and can show.

use indicatif::DecimalBytes;
use serde_json::json;

use super::LEAST_SPREAD;
use super::fold::CalibrateFold;
use super::outcome::runs_table;
use super::share::Share;
use crate::experiment::contract::{Plan, Probe};
use crate::play::duel::Duel;
use crate::terminal::number::{percent, plural, rounded};

/// The plan of a calibration.
pub(super) fn of_calibration(fold: &CalibrateFold<'_>, probe: &Probe) -> Plan {
    let (of, variant, bot, each) =
        (fold.of, &fold.of.variant, fold.of.bot(), fold.of.settings.blocks);
    // The run that the probe began.
    let begun = fold.underway.trial();
    let runs = of.runs.end - of.runs.start;
    let blocks = runs * each;
    let (matches, seconds) = (Duel::matches(blocks), probe.scaled(probe.seconds, blocks));
    let hands = probe.scaled(fold.note.hands as f64, blocks);
    let row = runs_table(of, runs, &[begun]).csv();
    let row = row.split(|&byte| byte == b'\n').nth(1).map_or(0, <[u8]>::len);
    let bytes = if probe.written { row as u64 * runs } else { 0 };
    let (lo, hi) = Share::due(runs).interval();
    let steps = match Probe::too_short(begun.blocks()) {
        Some(told) => Err(told),
        None => Ok(begun.steps() * (each as f64 / begun.blocks() as f64).sqrt()),
    };
    let json = json!({
        "game": of.game.name(),
        "variant": variant,
        "bot": bot,
        "runs": runs,
        "blocks": each,
        "matches": matches,
        "hands": hands.round() as u64,
        "seconds": seconds,
        "bytes": bytes,
        "miss_share": { "lo": lo, "hi": hi },
        "enough_spread": steps.as_ref().ok().map(|steps| *steps >= LEAST_SPREAD),
    });
    let files = match bytes {
        0 => "nothing is to be written".to_owned(),
        bytes => format!("about {}", DecimalBytes(rounded(bytes as f64))),
    };
    let shows = match steps {
        Err(told) => format!("nothing yet: {told}"),
        Ok(steps) if steps >= LEAST_SPREAD => format!(
            "intervals that miss the truth in less than {} or more than {} % of runs",
            percent(lo),
            percent(hi)
        ),
        // So few of its blocks were not ties that the probe is as likely to be wrong as right.
        Ok(steps) if 2.0 * steps >= LEAST_SPREAD => {
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
        of.settings.stage.seed,
        plural(probe.threads as u64, "thread"),
        probe.time(seconds, ""),
    );
    Plan { json, text, seconds, seconds_of_each: 0.0 }
}
