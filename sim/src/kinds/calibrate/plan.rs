//! What a calibration will take and can show.

use indicatif::DecimalBytes;
use serde_json::{Value, json};
use threehand_stats::binomial_interval;

use super::cells::{Cell, Kept};
use super::fresh::{FreshFold, Trial};
use super::pool::PoolFold;
use super::promise::MISSES;
use super::tables::runs_table;
use super::{Calibrate, LEAST_SPREAD};
use crate::experiment::contract::{Plan, Probe};
use crate::play::duel::DuelBlock;
use crate::terminal::number::{duration, percent, plural, rounded};

/// The plan of runs on fresh cards.
pub(super) fn of_fresh(FreshFold { of, note, underway }: &FreshFold<'_>, probe: &Probe) -> Plan {
    let (runs, each) = (of.runs.end - of.runs.start, of.after[0]);
    let blocks = runs * each;
    let hands = probe.scaled(note.hands as f64, blocks);
    let seconds = probe.scaled(probe.seconds, blocks);
    // The run that the probe began.
    let begun = Trial::of(underway);
    let row = runs_table(of, runs, &[begun]).csv();
    let row = row.split(|&byte| byte == b'\n').nth(1).map_or(0, <[u8]>::len);
    let bytes = if probe.written { row as u64 * runs } else { 0 };
    let files = match bytes {
        0 => "nothing is to be written".to_owned(),
        bytes => format!("about {}", DecimalBytes(rounded(bytes as f64))),
    };
    let too_short = Probe::too_short(begun.blocks());
    let has_spread =
        || begun.steps() * (each as f64 / begun.blocks() as f64).sqrt() >= LEAST_SPREAD;
    let enough_spread = too_short.is_none().then(has_spread);
    let (lo, hi) = found(runs);
    let shows = match (too_short, enough_spread) {
        (Some(why), _) => format!("nothing yet: {why}"),
        (None, Some(true)) => format!(
            "intervals that miss the truth in less than {} or more than {} % of runs",
            percent(lo),
            percent(hi)
        ),
        _ => "little or nothing: the bot plays much alike, so its first run may be refused"
            .to_owned(),
    };
    let json = json!({
        "bot": of.bot(),
        "blocks": each,
        "matches": DuelBlock::matches(blocks),
        "hands": hands.round() as u64,
        "bytes": bytes,
        "enough_spread": enough_spread,
    });
    let hands = format!("about {}", plural(rounded(hands), "hand"));
    let heading = of.heading(runs, DuelBlock::matches(blocks), &hands);
    let text = format!("{}  files   {files}\n  shows   {shows}\n", probe.time(seconds, ""));
    plan(of, probe, (seconds, 0.0), json, (&heading, &text))
}

/// The plan of runs from a pool.
pub(super) fn of_pool(PoolFold { of, pool, counts }: &PoolFold<'_>, probe: &Probe) -> Plan {
    let runs = of.runs.end - of.runs.start;
    // One thread has played the pool before the probe.
    let seconds_of_pool = pool.seconds() / probe.threads as f64;
    let seconds = probe.scaled(probe.seconds, runs) + seconds_of_pool;
    let printed = counts.cells.iter().filter(|cell| cell.printed > 0).count();
    // Would a promise that is broken exactly as often as it may be seen to be kept?
    let is_decided = |cell: &Cell| {
        let cell = Cell { printed: runs, below: due(runs), above: 0, ..cell.clone() };
        cell.kept(runs) == Kept::Yes
    };
    let decides = counts.cells.first().is_some_and(is_decided);
    let json = json!({
        "bots": of.settings.bots,
        "pool": of.settings.pool,
        "promises": printed,
        "decides": decides,
    });
    let (lo, hi) = found(runs);
    let text = format!(
        "  time    about {}, with that of the pool\n  shows   {}; where 5 % are due, {} to {} % are found{}\n",
        duration(seconds),
        plural(printed as u64, "promise"),
        percent(lo),
        percent(hi),
        if decides { "" } else { "; too few runs to call a promise kept" },
    );
    let heading = of.heading(runs, 0, "");
    plan(of, probe, (seconds, seconds_of_pool), json, (&heading, &text))
}

/// The misses of intervals that keep their promise.
fn due(runs: u64) -> u64 {
    (MISSES * runs as f64).round() as u64
}

/// The share of misses that such intervals are found to have, at least and at most.
fn found(runs: u64) -> (f64, f64) {
    binomial_interval(due(runs), runs)
}

/// A plan of runs, with what is particular to their kind.
fn plan(
    of: &Calibrate,
    probe: &Probe,
    (seconds, seconds_of_each): (f64, f64),
    mut more: Value,
    (heading, lines): (&str, &str),
) -> Plan {
    let runs = of.runs.end - of.runs.start;
    let (lo, hi) = found(runs);
    let mut json = json!({
        "game": of.game,
        "variant": of.variant,
        "runs": runs,
        "seconds": seconds,
        "miss_share": { "lo": lo, "hi": hi },
    });
    if let (Some(all), Some(more)) = (json.as_object_mut(), more.as_object_mut()) {
        all.append(more);
    }
    let threads = plural(probe.threads as u64, "thread");
    let text = format!("{heading} · seed {} · {threads}\n{lines}", of.settings.common.seed);
    Plan { json, text, seconds, seconds_of_each }
}
