//! What a run will take, from a few runs and the pool that they draw from.

use serde_json::json;

use super::Coverage;
use super::counts::{Cell, Counts, Kept};
use crate::calibrate::share::Share;
use crate::experiment::contract::{Plan, Probe};
use crate::experiment::prepare::labels;
use crate::terminal::number::{duration, percent, plural};

/// The plan of these runs, whose pool one thread has played before the probe.
pub(super) fn of_coverage(of: &Coverage<'_>, counts: &Counts, probe: &Probe) -> Plan {
    let Coverage { variant, settings, .. } = of;
    let bots = labels(&of.players).join(", ");
    let runs = of.runs.end - of.runs.start;
    let pool_seconds = of.pool_seconds.get().copied().unwrap_or_default() / probe.threads as f64;
    let seconds = pool_seconds + probe.scaled(probe.seconds, runs);
    let due = Share::due(runs);
    let (lo, hi) = due.interval();
    let printed =
        counts.cells.iter().filter(|cell| cell.kept(counts.runs) != Kept::Nothing).count();
    // Would a promise that is broken as often as it may be seen to be kept?
    let even =
        |cell: &Cell| Cell { printed: runs, below: due.count, above: 0, ..cell.clone() }.kept(runs);
    let decides = counts.cells.first().map(even) == Some(Kept::Yes);
    let json = json!({
        "game": of.game.name(),
        "variant": variant,
        "bots": settings.bots,
        "pool": settings.pool,
        "runs": runs,
        "promises": printed,
        "seconds": seconds,
        "miss_share": { "lo": lo, "hi": hi },
        "decides": decides,
    });
    let more = if decides {
        ""
    } else {
        ", which decides on no promise that is just kept: take more runs"
    };
    let text = format!(
        "{variant} · {bots} · {} from a pool of {} · seed {} · {}\n\
         \x20 time    about {}, the pool among it\n\
         \x20 shows   {}; where 5 % are due, {} to {} % are found{more}\n",
        plural(runs, "run"),
        plural(settings.pool, "block"),
        settings.stage.seed,
        plural(probe.threads as u64, "thread"),
        duration(seconds),
        plural(printed as u64, "promise"),
        percent(lo),
        percent(hi),
    );
    Plan { json, text, seconds, seconds_of_each: pool_seconds }
}
