//! What a sequential test will take: at most, and on average where t is t0 or t1 (Wald, *Sequential
//! Analysis*, 1947, section 3.5).

use indicatif::HumanCount;
use serde_json::json;
use threehand_stats::{
    Bounds, DifferenceScale, HYPOTHETICAL_LOSSES, Hypotheses, MIN_BLOCKS, smallest_effect,
};

use super::TestFold;
use super::rule::{Quantity, Question, TestKind};
use crate::experiment::contract::{Plan, Probe};
use crate::play::duel::DuelBlock;
use crate::terminal::number::{duration, percent, plural, rounded};

/// The plan of a sequential test with this cap on blocks.
pub(super) fn of_test(fold: &TestFold<'_>, blocks: u64, probe: &Probe) -> Plan {
    let TestFold { evidence, test } = fold;
    let (variant, question) = (&test.variant, test.question);
    let (matches, seconds) = (DuelBlock::matches(blocks), probe.scaled(probe.seconds, blocks));
    let hands = probe.scaled(evidence.hands as f64, blocks);
    let hypotheses = question.hypotheses;
    let sd = evidence.deviation();
    let effect = sd.map(|sd| smallest_effect(sd, blocks.max(2)));
    let bounds = match hypotheses.bounds {
        Bounds::T(t0, t1) => Some((t0, t1)),
        Bounds::Mean(lo, hi) => sd.map(|sd| (lo / sd, hi / sd)),
    };
    let expected = bounds.map(|bounds| expected_blocks(question, bounds, sd));
    let [a, b] = fold.bots();
    let json = json!({
        "game": test.game.name(),
        "variant": variant,
        "blocks": blocks,
        "matches": matches,
        "hands": hands.round() as u64,
        "seconds": seconds,
        "probe": { "blocks": probe.blocks, "seconds": probe.seconds },
        "expected_blocks": expected.map(|[if_not, if_better]| json!({ "t0": if_not, "t1": if_better })),
        "difference_at_t1": bounds.zip(sd).map(|((_, t1), sd)| t1 * sd),
        "smallest_difference": effect,
    });
    let shows = match sd.zip(effect) {
        Some((sd, effect)) => {
            let of = match question.on {
                Quantity::Share => {
                    |difference| format!("{} percentage points", percent(difference))
                }
                Quantity::Score => |difference: f64| format!("{difference:.2} points a match"),
            };
            let at_t1 = match hypotheses.bounds {
                Bounds::T(_, t1) => format!("t = {t1} is a difference of {}; ", of(t1 * sd)),
                Bounds::Mean(..) => String::new(),
            };
            format!("{at_t1}all blocks would show one of {}, in 80 % of such runs", of(effect))
        }
        None => format!(
            "the probe is too short to estimate how much the difference of {a} and {b} varies"
        ),
    };
    let takes = expected.map_or_else(String::new, |[if_not, if_better]| {
        let [not, better] = question.bounds_in_words();
        let length = |blocks: f64| {
            let time = duration(probe.scaled(probe.seconds, rounded(blocks)));
            format!("about {} blocks ({time})", HumanCount(rounded(blocks)))
        };
        format!(
            "  length  {} on average at {better}, {} at {not}; far beyond them fewer, as few as \
             {MIN_BLOCKS} ({}), and between them more\n",
            length(if_better),
            length(if_not),
            duration(probe.scaled(probe.seconds, MIN_BLOCKS)),
        )
    });
    let worst = if expected.is_some() { " at worst, for all blocks" } else { " for all blocks" };
    let most = if evidence.is_shard { "" } else { "at most " };
    let text = format!(
        "{variant} · is {a} better than {b}? · {most}{} = {} matches, about {} hands · seed {} · {}\n\
         {takes}{}  shows   {shows}\n",
        plural(blocks, "block"),
        HumanCount(matches),
        HumanCount(rounded(hands)),
        test.settings.common.seed,
        plural(probe.threads as u64, "thread"),
        probe.time(seconds, worst),
    );
    Plan { json, text, seconds, seconds_of_each: 0.0 }
}

/// Blocks on average where t is at the lower and at the upper bound.
fn expected_blocks(question: Question, (t0, t1): (f64, f64), sd: Option<f64>) -> [f64; 2] {
    let Hypotheses { alpha, beta, .. } = question.hypotheses;
    let apart = (t1 - t0) * (t1 - t0) / 2.0;
    if question.test == TestKind::E {
        // A capital grows by half the squared distance in a block at best; 1 is what it costs to learn how to bet,
        // as measured with 800 and 1,500 blocks.
        return [beta, alpha].map(|error| (1.0 - libm::log(error)) / apart);
    }
    // A block brings (t1 − t0) (t − (t0 + t1) / 2) on average, and two that go the other way take this much.
    let DifferenceScale { most, unit, .. } = question.on.scale();
    let doubt = sd.map_or(0.0, |sd| HYPOTHETICAL_LOSSES as f64 * (t1 - t0) * most / unit / sd);
    let (lower, upper) = (question.hypotheses.lower() - doubt, question.hypotheses.upper() + doubt);
    let if_better = ((1.0 - beta) * upper + beta * lower) / apart;
    let if_not = -((1.0 - alpha) * lower + alpha * upper) / apart;
    [if_not, if_better]
}
