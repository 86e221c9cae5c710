//! What a calibration will take and can show.

use indicatif::DecimalBytes;
use serde_json::{Value, json};

use super::cells::{Cell, Kept};
use super::fold::CalibrateFold;
use super::promise::MISSES;
use super::tables::runs_table;
use super::trial::Trial;
use super::{LEAST_SPREAD, Source};
use crate::experiment::contract::{Plan, Probe};
use crate::play::duel::Duel;
use crate::stats::binomial_interval;
use crate::terminal::number::{duration, percent, plural, rounded};

/// The plan of a calibration.
pub(super) fn of_calibration(fold: &CalibrateFold<'_>, probe: &Probe) -> Plan {
    let of = fold.of;
    let runs = of.runs.end - of.runs.start;
    let blocks = runs * of.each();
    let hands = probe.scaled(fold.note.hands as f64, blocks);
    // The misses of intervals that keep their promise.
    let due = (MISSES * runs as f64).round() as u64;
    let (lo, hi) = binomial_interval(due, runs);
    let mut seconds = probe.scaled(probe.seconds, blocks);
    let mut seconds_of_each = 0.0;
    let (more, lines): (Value, String) = match &of.source {
        Source::Fresh(..) => {
            // The run that the probe began.
            let begun = Trial::of(&fold.underway);
            let row = runs_table(of, runs, &[begun]).csv();
            let row = row.split(|&byte| byte == b'\n').nth(1).map_or(0, <[u8]>::len);
            let bytes = if probe.written { row as u64 * runs } else { 0 };
            let files = match bytes {
                0 => "nothing is to be written".to_owned(),
                bytes => format!("about {}", DecimalBytes(rounded(bytes as f64))),
            };
            let steps = match Probe::too_short(begun.blocks()) {
                Some(why) => Err(why),
                None => Ok(begun.steps() * (of.each() as f64 / begun.blocks() as f64).sqrt()),
            };
            let enough_spread = steps.as_ref().ok().map(|steps| *steps >= LEAST_SPREAD);
            let shows = match steps {
                Err(why) => format!("nothing yet: {why}"),
                Ok(steps) if steps >= LEAST_SPREAD => format!(
                    "intervals that miss the truth in less than {} or more than {} % of runs",
                    percent(lo),
                    percent(hi)
                ),
                Ok(_) => {
                    "little or nothing: the bot plays much alike, so its first run may be refused"
                        .to_owned()
                }
            };
            let json = json!({
                "bot": of.bot(),
                "blocks": of.each(),
                "matches": Duel::matches(blocks),
                "hands": hands.round() as u64,
                "bytes": bytes,
                "enough_spread": enough_spread,
            });
            let time = probe.time(seconds, "");
            (json, format!("{time}  files   {files}\n  shows   {shows}\n"))
        }
        Source::Pool(_, pool_seconds) => {
            // One thread has played the pool before the probe.
            seconds_of_each =
                pool_seconds.get().copied().unwrap_or_default() / probe.threads as f64;
            seconds += seconds_of_each;
            let cells = fold.cells();
            let printed = cells.iter().filter(|cell| cell.printed > 0).count();
            // Would a promise that is broken exactly as often as it may be seen to be kept?
            let even = |cell: &Cell| {
                let cell = Cell { printed: runs, below: due, above: 0, ..cell.clone() };
                cell.kept(runs) == Kept::Yes
            };
            let decides = cells.first().is_some_and(even);
            let more = if decides { "" } else { "; too few runs to call a promise kept" };
            let json = json!({
                "bots": of.settings.bots,
                "pool": of.settings.pool,
                "promises": printed,
                "decides": decides,
            });
            let text = format!(
                "  time    about {}, with that of the pool\n  shows   {}; where 5 % are due, {} to {} % are \
                 found{more}\n",
                duration(seconds),
                plural(printed as u64, "promise"),
                percent(lo),
                percent(hi),
            );
            (json, text)
        }
    };
    let mut json = json!({
        "game": of.game,
        "variant": of.variant,
        "runs": runs,
        "seconds": seconds,
        "miss_share": { "lo": lo, "hi": hi },
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        json[key] = value.clone();
    }
    let text = format!(
        "{} · seed {} · {}\n{lines}",
        of.heading(
            runs,
            Duel::matches(blocks),
            &format!("about {}", plural(rounded(hands), "hand"))
        ),
        of.settings.stage.seed,
        plural(probe.threads as u64, "thread"),
    );
    Plan { json, text, seconds, seconds_of_each }
}
