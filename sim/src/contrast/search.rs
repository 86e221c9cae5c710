//! The search for the hands that part most, in the first blocks of a run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use anyhow::Context as _;
use threehand_engine::record::{Chain, Record};
use threehand_engine::{BySeat, Game, Seat};

use super::pairs::{Pair, of_bots, of_variants};
use crate::experiment::contract::Experiment;
use crate::play::ordered_map::ordered_map;
use crate::records::parting::{Parting, parting};
use crate::settings::how::threads;
use crate::terminal::progress_bar::ProgressBar;

/// Two hands that part.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) block: u64,
    /// Which matches of the block the hands are of.
    pub(super) numbers: [usize; 2],
    /// The hands: of bots, the first is the one in which the first bot takes the first action that differs.
    pub(super) records: [Record; 2],
    pub(super) parting: Parting,
}

/// The hands of a pair that part most.
pub(super) struct Apart {
    pub(super) pair: Pair,
    /// The furthest apart first, and the earlier block of equals.
    pub(super) found: Vec<Found>,
}

/// What is searched.
pub(super) struct Search<'a> {
    pub(super) experiment: &'a dyn Experiment,
    /// The blocks to look at.
    pub(super) blocks: Vec<u64>,
    /// As many hands of each pair are wanted.
    pub(super) most: usize,
    /// The variant that others were compared with alone.
    pub(super) against: Option<String>,
}

impl Search<'_> {
    /// What sets the matches of a block apart: their rules, or who sits where.
    fn by_rules(&self) -> bool {
        self.experiment.matches().iter().any(|rules| !rules.is_empty())
    }

    /// The pairs there are.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let names = self.experiment.matches();
        if self.by_rules() {
            return of_variants(&names, self.against.as_deref());
        }
        let Some(&first) = self.blocks.first() else { return Vec::new() };
        let seated = |number| -> BySeat<String> { self.replay(first, number)[0].bots.clone() };
        of_bots(&(0..names.len()).map(seated).collect::<Vec<_>>())
    }

    /// A match of a block, played again. Where rules set the matches apart, each goes by its number as its line-up.
    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let mut records = self.experiment.replay(block, number);
        for record in records.iter_mut().filter(|_| self.by_rules()) {
            record.lineup = number;
        }
        records
    }

    /// The hands of each pair that part most, at most one of each block.
    ///
    /// # Errors
    /// If threads can't be started.
    pub(super) fn look<G: Game>(
        &self,
        pairs: Vec<Pair>,
        bar: &ProgressBar,
    ) -> anyhow::Result<Vec<Apart>> {
        let mut all: Vec<Apart> =
            pairs.iter().map(|pair| Apart { pair: pair.clone(), found: Vec::new() }).collect();
        let matches = self.experiment.matches().len();
        let one = |place: u64| {
            let block = self.blocks[place as usize];
            let records: Vec<_> = (0..matches).map(|number| self.replay(block, number)).collect();
            pairs.iter().map(|pair| furthest::<G>(pair, block, &records)).collect::<Vec<_>>()
        };
        let take = |place: u64, found: Vec<Option<Found>>| {
            for (apart, found) in all.iter_mut().zip(found) {
                apart.found.extend(found);
                apart.found.sort_by_key(|found| Reverse(found.parting.rank()));
                apart.found.truncate(self.most);
            }
            bar.update(place + 1, 0, String::new);
            ControlFlow::<()>::Continue(())
        };
        let flow = ordered_map(threads(None), 0..self.blocks.len() as u64, one, take);
        let _ = flow.context("threads can't be started")?;
        Ok(all)
    }

    /// The whole matches of these hands, in the order of a file of records. A hand that can't stand in one file with those
    /// before it, such as of another pack under the same number, is left out of its pair.
    pub(super) fn matches<G: Game>(&self, all: &mut [Apart]) -> Vec<Vec<Record>> {
        let mut matches: BTreeMap<(u64, usize), Vec<Record>> = BTreeMap::new();
        for apart in all {
            apart.found.retain(|found| {
                let before = matches.clone();
                for number in found.numbers {
                    let play = || self.replay(found.block, number);
                    matches.entry((found.block, number)).or_insert_with(play);
                }
                let of_match = matches.range((found.block, 0)..=(found.block, usize::MAX));
                let stands = stand_together::<G>(of_match.flat_map(|(_, records)| records));
                if !stands {
                    matches = before;
                }
                stands
            });
        }
        matches.into_values().collect()
    }
}

/// Whether records are right by the rules, and can follow each other in a file.
fn stand_together<'a, G: Game>(records: impl IntoIterator<Item = &'a Record>) -> bool {
    let mut chain = Chain::default();
    let mut follows = |record: &Record| chain.push(record, &record.replay::<G>()?);
    records.into_iter().all(|record| follows(record).is_ok())
}

/// The two hands of a block that part most, the first of equals.
fn furthest<G: Game>(pair: &Pair, block: u64, records: &[Vec<Record>]) -> Option<Found> {
    let mut best: Option<Found> = None;
    for &[a, b] in &pair.matches {
        for (one, other) in records[a].iter().zip(&records[b]) {
            let Some(parting) = parting(one, other) else { continue };
            if best.as_ref().is_some_and(|best| best.parting.rank() >= parting.rank()) {
                continue;
            }
            let (mut numbers, mut hands) = ([a, b], [one, other]);
            if one.bots == other.bots {
                // What was done before is not always allowed at other scores.
                let Ok(rules) = other.rules::<G>() else { continue };
                if one.begun(rules, parting.action).is_err() {
                    continue;
                }
            } else {
                let Some(seat) = seat_of(&one.actions[parting.action]) else { continue };
                // Where a bot that stays decides otherwise, it is by its luck, or by what was before.
                if one.bots[seat] == other.bots[seat] || !parting.begins_alike {
                    continue;
                }
                if one.bots[seat] != pair.names[0] {
                    numbers.reverse();
                    hands.reverse();
                }
            }
            best = Some(Found { block, numbers, records: hands.map(Clone::clone), parting });
        }
    }
    best
}

/// Who takes an action of a record.
fn seat_of(line: &str) -> Option<Seat> {
    Seat::from_number(line.split(' ').next()?.parse().ok()?)
}
