//! `--plan`: what an experiment will take and can show, from a short probe.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use super::contract::{Block, Experiment, Fold, Plan, Probe};
use super::together::Groups;
use crate::play::ordered_map::ordered_map;
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;
use crate::terminal::number::duration;
use crate::terminal::stream::print;
use threehand_play::referee::Referee;
use threehand_play::stopwatch::Stopwatch;

/// Blocks that are probed at most, and for how long at most; two at least.
const PROBED: (u64, Duration) = (200, Duration::from_secs(2));

/// For how long a first block takes all decisions of its bots, and then for how long some of each bot.
const FIRST: [Duration; 2] = [Duration::from_millis(1_000), Duration::from_millis(400)];

/// About how many seconds a shard is to take: short enough for a queue of jobs, and for a lost job not to matter.
const OF_SHARD: [f64; 2] = [3600.0, 600.0];

/// Says what an experiment will take and can show; plays but a probe and writes nothing.
pub(super) fn print_plan(experiment: &Experiment<'_>, options: &RunOptions) -> Result<(), Failure> {
    let (fold, probe) = match hurried(experiment, options) {
        Some(rough) => rough,
        None => probed(experiment, options)?,
    };
    let mut plan = fold.plan(&probe);
    let shards = match experiment.settings.shard() {
        None => shards(&plan, experiment.most_shards),
        Some(_) => Vec::new(),
    };
    if options.json {
        let shards =
            shards.iter().map(|(count, seconds)| json!({ "count": count, "seconds": seconds }));
        plan.json["shards"] = shards.collect();
        return options.output.result(plan.json, || (plan.text.clone(), Vec::new()));
    }
    let reason = shards.iter().map(|(count, seconds)| {
        let each = duration(*seconds);
        format!("--shard k/{count} for about {each} each")
    });
    let reason: Vec<_> = reason.collect();
    if !reason.is_empty() {
        plan.text += &format!("  shards  {}\n", reason.join(", "));
    }
    print(&format!("{}Nothing was run or written.\n", plan.text))
}

/// In how many shards an experiment of so many parts takes about as long as a shard is to take, and how many seconds
/// each then takes.
fn shards(plan: &Plan, most: u64) -> Vec<(u64, f64)> {
    let each = plan.seconds_of_each;
    let shared = plan.seconds - each;
    let shards = OF_SHARD.into_iter().filter(|of_shard| *of_shard > each).map(|of_shard| {
        let count = ((shared / (of_shard - each)).ceil() as u64).min(most);
        (count, each + shared / count as f64)
    });
    let mut shards: Vec<_> = shards.filter(|(count, _)| *count > 1).collect();
    shards.dedup();
    shards
}

/// A first block in which bots are let off most decisions, if all of them take too long.
fn hurried<'e>(
    experiment: &'e Experiment<'_>,
    options: &RunOptions,
) -> Option<(Box<dyn Fold + 'e>, Probe)> {
    let started = Instant::now();
    let stopwatch = Stopwatch::new(FIRST);
    let referee = Referee::with_stopwatch(Arc::clone(&stopwatch));
    let block = experiment.play.block(0, options.out.is_some(), Some(&referee.watch(0)));
    let (timed, left_out) = stopwatch.left_out()?;
    let threads = options.threads();
    let seconds = (started.elapsed().as_secs_f64() + left_out) / threads as f64;
    let bytes = block.lines.iter().map(|lines| lines.len() as u64).collect();
    let mut fold = experiment.play.fold();
    fold.add(&block);
    let written = options.out.is_some();
    Some((fold, Probe { blocks: 1, seconds, timed: Some(timed), bytes, written, threads }))
}

/// The first blocks, as they are played.
fn probed<'e>(
    experiment: &'e Experiment<'_>,
    options: &RunOptions,
) -> Result<(Box<dyn Fold + 'e>, Probe), Failure> {
    let started = Instant::now();
    let mut fold = experiment.play.fold();
    let mut bytes = vec![0; experiment.growing.len()];
    let mut take = |block: Block| {
        for (sum, lines) in bytes.iter_mut().zip(&block.lines) {
            *sum += lines.len() as u64;
        }
        fold.add(&block);
        if fold.blocks() >= 2 && started.elapsed() >= PROBED.1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let (threads, written) = (options.threads(), options.out.is_some());
    let blocks = 0..experiment.all_blocks.min(PROBED.0);
    let groups = Groups::of(&*experiment.play, blocks, None);
    let work = |group| groups.play(group, written);
    let take = |_, blocks: Vec<Block>| blocks.into_iter().try_for_each(&mut take);
    let _ = ordered_map(threads, groups.numbers(), work, take)?;
    let seconds = started.elapsed().as_secs_f64();
    let probe = Probe { blocks: fold.blocks(), seconds, timed: None, bytes, written, threads };
    Ok((fold, probe))
}
