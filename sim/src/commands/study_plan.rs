//! `--plan` of the studies: what they will take and what they can show, from a short probe.

use std::io::Write as _;
use std::ops::{ControlFlow, Range};
use std::time::Instant;

use anyhow::Context as _;
use indicatif::HumanCount;
use serde_json::json;

use super::plan::{PROBED, duration, rounded};
use super::plural;
use super::sprt::Report;
use crate::cli::{CompareArgs, SprtArgs};
use crate::conveyor;
use crate::duel::DuelBlock;
use crate::failure::Failure;
use crate::output::comparison::Comparison;
use crate::output::terminal::percent;
use crate::stats::{Hypotheses, smallest_effect};

/// What a probe took.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    blocks: u64,
    seconds: f64,
}

/// Plays the first blocks for no longer than a probe may take, though two at least.
pub(super) fn probe<T: Send>(
    threads: usize,
    matches: u64,
    work: impl Fn(u64) -> T + Sync,
    mut add: impl FnMut(T) + Send,
) -> Result<Probe, Failure> {
    let started = Instant::now();
    let mut blocks = 0;
    let take = |_, block| {
        add(block);
        blocks += 1;
        if blocks >= 2 && started.elapsed() >= PROBED.1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let _ = conveyor::run(threads, 0..matches.min(PROBED.0), work, take)
        .context("threads can't be started")?;
    Ok(Probe { blocks, seconds: started.elapsed().as_secs_f64() })
}

/// What a comparison will take, and the smallest difference that each figure can show.
pub(super) fn of_comparison(
    args: &CompareArgs,
    comparison: &Comparison<'_>,
    blocks: Range<u64>,
    threads: usize,
    probe: Probe,
) -> Result<(), Failure> {
    let study = comparison.study;
    let blocks = blocks.end - blocks.start;
    let scaled = |sum: f64| sum * blocks as f64 / probe.blocks as f64;
    let (matches, hands) = (scaled(study.matches() as f64), scaled(study.hands() as f64));
    let smallest = |pair: usize, figure: usize, rung: usize| {
        let test = comparison.pairs[pair].tests[figure][rung]?;
        let sd = test.paired.estimate.se? * (probe.blocks as f64).sqrt();
        Some(smallest_effect(sd, args.matches))
    };
    let mut out = anstream::stdout().lock();
    if args.stage.json {
        let mut differences = Vec::new();
        for (number, pair) in comparison.pairs.iter().enumerate() {
            for (rung, player) in comparison.rungs.iter().enumerate() {
                for (figure, told) in study.figures.iter().enumerate() {
                    differences.push(json!({
                        "a": comparison.variants[pair.a],
                        "b": comparison.variants[pair.b],
                        "bot": player.label,
                        "metric": told.name,
                        "smallest_difference": smallest(number, figure, rung),
                    }));
                }
            }
        }
        let plan = json!({
            "game": comparison.game,
            "variants": comparison.variants,
            "blocks": blocks,
            "matches": matches.round() as u64,
            "hands": hands.round() as u64,
            "seconds": scaled(probe.seconds),
            "probe": { "blocks": probe.blocks, "seconds": probe.seconds },
            "differences": differences,
        });
        return Ok(writeln!(out, "{plan}")?);
    }
    writeln!(
        out,
        "{} · {} · {} · {}: {} matches, about {} hands · seed {} · {}",
        comparison.game,
        plural(comparison.variants.len() as u64, "variant"),
        plural(comparison.rungs.len() as u64, "rung"),
        plural(blocks, "block"),
        HumanCount(matches.round() as u64),
        HumanCount(rounded(hands)),
        args.stage.seed,
        plural(threads as u64, "thread"),
    )?;
    tell_time(&mut out, scaled(probe.seconds), probe)?;
    let rung = comparison.rungs.len() - 1;
    if let Some(pair) = comparison.pairs.first() {
        writeln!(
            out,
            "  shows   between {} and {}, as {} plays them, in 80 % of such runs, each looked at \
             alone:",
            comparison.variants[pair.a], comparison.variants[pair.b], comparison.rungs[rung].label,
        )?;
        for (figure, told) in study.figures.iter().enumerate() {
            let effect = smallest(0, figure, rung).map(|effect| match told.share {
                true => format!("{:.1} points of share", 100.0 * effect),
                false => format!("{effect:.2}"),
            });
            if let Some(effect) = effect {
                writeln!(out, "          {effect:>20}  {}", told.meaning)?;
            }
        }
        if comparison.pairs.len() * comparison.rungs.len() > 1 {
            writeln!(out, "          the other variants and bots: --json")?;
        }
    }
    Ok(writeln!(out, "Nothing was run or written.")?)
}

/// What a test will take: at most, and on average where t is t0 or t1 (Wald, *Sequential Analysis*,
/// 1947, section 3.5).
pub(super) fn of_test(
    args: &SprtArgs,
    report: &Report<'_>,
    threads: usize,
    probe: Probe,
) -> Result<(), Failure> {
    let evidence = &report.evidence;
    let scaled = |sum: f64| sum * args.matches as f64 / probe.blocks as f64;
    let hands = scaled(evidence.hands as f64);
    let Hypotheses { t0, t1, alpha, beta } = report.hypotheses;
    let (lower, upper) = (report.hypotheses.lower(), report.hypotheses.upper());
    // A block brings (t1 − t0) (t − (t0 + t1) / 2) on average.
    let drift = (t1 - t0) * (t1 - t0) / 2.0;
    let if_better = ((1.0 - beta) * upper + beta * lower) / drift;
    let if_not = -((1.0 - alpha) * lower + alpha * upper) / drift;
    let n = (probe.blocks as f64).sqrt();
    let sd = evidence.sprt.moments().estimate(DuelBlock::UNIT).se.map(|se| se * n);
    let effect = sd.map(|sd| smallest_effect(sd, args.matches.max(2)));
    let (a, b) = (&report.players[0].label, &report.players[1].label);
    let mut out = anstream::stdout().lock();
    if args.stage.json {
        let plan = json!({
            "game": report.game,
            "variant": report.variant,
            "blocks": args.matches,
            "matches": 6 * args.matches,
            "hands": hands.round() as u64,
            "seconds": scaled(probe.seconds),
            "probe": { "blocks": probe.blocks, "seconds": probe.seconds },
            "expected_blocks": { "t0": if_not, "t1": if_better },
            "difference_at_t1": sd.map(|sd| t1 * sd),
            "smallest_difference": effect,
        });
        return Ok(writeln!(out, "{plan}")?);
    }
    writeln!(
        out,
        "{} · is {a} better than {b}? · at most {} = {} matches, about {} hands · seed {} · {}",
        report.variant,
        plural(args.matches, "block"),
        HumanCount(6 * args.matches),
        HumanCount(rounded(hands)),
        args.stage.seed,
        plural(threads as u64, "thread"),
    )?;
    tell_time(&mut out, scaled(probe.seconds), probe)?;
    writeln!(
        out,
        "  blocks  about {} on average if t is {t1}, about {} if it is {t0}; fewer beyond them, more \
         between",
        HumanCount(rounded(if_better)),
        HumanCount(rounded(if_not)),
    )?;
    match sd.zip(effect) {
        Some((sd, effect)) => writeln!(
            out,
            "  shows   t = {t1} is a difference of {} points of share; all blocks would show one of \
             {}, in 80 % of such runs",
            percent(t1 * sd),
            percent(effect),
        )?,
        None => {
            writeln!(out, "  shows   between {a} and {b} the probe had no spread to tell it from")?;
        }
    }
    Ok(writeln!(out, "Nothing was run or written.")?)
}

fn tell_time(out: &mut impl std::io::Write, seconds: f64, probe: Probe) -> std::io::Result<()> {
    writeln!(
        out,
        "  time    about {}, from {} in {:.2} s",
        duration(seconds),
        plural(probe.blocks, "block"),
        probe.seconds,
    )
}
