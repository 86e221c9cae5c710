//! What a sequential test will take: at most, and on average where t is t0 or t1 (Wald, *Sequential
//! Analysis*, 1947, section 3.5).

use indicatif::HumanCount;
use serde_json::json;

use super::outcome::SprtOutcome;
use crate::experiment::contract::{Plan, Probe};
use crate::play::duel::{Duel, DuelBlock};
use crate::stats::{Hypotheses, smallest_effect};
use crate::terminal::number::{percent, plural, rounded};

/// The plan of a sequential test with this cap on blocks.
pub(super) fn of_test(told: &SprtOutcome<'_>, blocks: u64, probe: &Probe) -> Plan {
    let (evidence, variant) = (told.evidence, told.variant);
    let (matches, seconds) = (Duel::matches(blocks), probe.scaled(probe.seconds, blocks));
    let hands = probe.scaled(evidence.hands as f64, blocks);
    let Hypotheses { t0, t1, alpha, beta } = told.hypotheses;
    let (lower, upper) = (told.hypotheses.lower(), told.hypotheses.upper());
    // A block brings (t1 − t0) (t − (t0 + t1) / 2) on average.
    let drift = (t1 - t0) * (t1 - t0) / 2.0;
    let if_better = ((1.0 - beta) * upper + beta * lower) / drift;
    let if_not = -((1.0 - alpha) * lower + alpha * upper) / drift;
    let n = (probe.blocks as f64).sqrt();
    let sd = evidence.sprt.moments().estimate(DuelBlock::UNIT).se.map(|se| se * n);
    let effect = sd.map(|sd| smallest_effect(sd, blocks.max(2)));
    let (a, b) = (&told.players[0].label, &told.players[1].label);
    let json = json!({
        "game": told.game,
        "variant": variant,
        "blocks": blocks,
        "matches": matches,
        "hands": hands.round() as u64,
        "seconds": seconds,
        "probe": { "blocks": probe.blocks, "seconds": probe.seconds },
        "expected_blocks": { "t0": if_not, "t1": if_better },
        "difference_at_t1": sd.map(|sd| t1 * sd),
        "smallest_difference": effect,
    });
    let shows = match sd.zip(effect) {
        Some((sd, effect)) => format!(
            "t = {t1} is a difference of {} points of share; all blocks would show one of {}, in \
             80 % of such runs",
            percent(t1 * sd),
            percent(effect),
        ),
        None => format!("between {a} and {b} the probe had no spread to tell it from"),
    };
    let text = format!(
        "{variant} · is {a} better than {b}? · at most {} = {} matches, about {} hands · seed {} · {}\n\
         {}  blocks  about {} on average if t is {t1}, about {} if it is {t0}; fewer beyond them, \
         more between\n  shows   {shows}\n",
        plural(blocks, "block"),
        HumanCount(matches),
        HumanCount(rounded(hands)),
        told.seed,
        plural(probe.threads as u64, "thread"),
        probe.time(seconds),
        HumanCount(rounded(if_better)),
        HumanCount(rounded(if_not)),
    );
    Plan { json, text }
}
