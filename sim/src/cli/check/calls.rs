//! What is called: how often each call is made, and what the hands bring in which it is.

use std::collections::BTreeMap;

use threehand_play::DynHand;
use threehand_stats::{Estimate, RatioSums};

use super::decisions::{Decisions, Played};

/// The first words of actions that are calls. A card laid away or given says less, and one of few says nothing alone.
const VERBS: [&str; 5] = ["trump", "fewest", "bid", "pass", "predict"];

/// A phase, and what is called in it.
type Call = (&'static str, String);

/// How often each is called in a match, and the points of the callers.
pub(super) type Calls = BTreeMap<Call, (i64, i64)>;

/// The text of an action that is a call.
pub(super) fn call(hand: &dyn DynHand, action: usize) -> Option<String> {
    let text = hand.text(action);
    let verb = text.split(' ').next()?;
    // Where a card is passed, its name follows.
    (VERBS.contains(&verb) && !text.starts_with("pass ")).then_some(text)
}

/// A call of a bot over blocks.
pub struct CallRow {
    pub(super) bot: usize,
    pub(super) phase: &'static str,
    pub(super) call: String,
    /// How often it is made.
    times: i64,
    /// As a part of the calls of its phase.
    pub(super) share: Option<Estimate>,
    /// The points of the hand for who makes it.
    pub(super) points: Option<Estimate>,
}

/// The calls of all bots by phase, those made most often first.
pub(super) fn rows(blocks: &[Played], bots: usize, decisions: &Decisions) -> Vec<CallRow> {
    let mut rows: Vec<CallRow> = (0..bots).flat_map(|bot| of_bot(blocks, bot)).collect();
    let place = |phase| decisions.0.iter().position(|(other, _)| *other == phase);
    rows.sort_by_key(|row| (row.bot, place(row.phase), -row.times));
    rows
}

fn of_bot(blocks: &[Played], bot: usize) -> impl Iterator<Item = CallRow> {
    let of_block = move || blocks.iter().map(move |block| &block.calls[bot]);
    let mut all: BTreeMap<&Call, i64> = BTreeMap::new();
    for (call, (times, _)) in of_block().flatten() {
        *all.entry(call).or_default() += times;
    }
    all.into_iter().map(move |(call, times)| {
        let (mut share, mut points) = (RatioSums::default(), RatioSums::of_mean());
        for calls in of_block() {
            let (count, sum) = calls.get(call).copied().unwrap_or_default();
            let phase = calls.iter().filter(|((phase, _), _)| *phase == call.0);
            let due = phase.map(|(_, (times, _))| times).sum();
            if due > 0 {
                share.add(count, due);
            }
            if count > 0 {
                points.add(sum, count);
            }
        }
        let (phase, call) = call.clone();
        CallRow { bot, phase, call, times, share: share.share(), points: points.estimate() }
    })
}
