//! The search for the hands that diverge most, in the first blocks of a run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use anyhow::Context as _;
use threehand_engine::BySeat;
use threehand_engine::record::{Chain, Record};
use threehand_play::DynGame;

use super::divergence::{Divergence, furthest};
use super::pairs::{Pair, of_bots, of_variants};
use crate::experiment::contract::Experiment;
use crate::play::ordered_map::ordered_map;
use crate::settings::how::threads;
use crate::terminal::progress_bar::ProgressBar;

/// The hands of a pair that diverge most: the furthest first, and the earlier block of equals.
pub(super) type Found = (Pair, Vec<Divergence>);

/// A search in an experiment.
pub(super) struct Search<'a> {
    pub(super) game: &'a dyn DynGame,
    pub(super) experiment: &'a Experiment<'a>,
    /// The blocks to search.
    pub(super) blocks: Vec<u64>,
    /// The number of hands wanted of each pair.
    pub(super) most: usize,
    /// The only variant that others were compared with.
    pub(super) against: Option<String>,
}

impl Search<'_> {
    /// Whether the matches of a block differ in their rules, and not in who sits where.
    fn is_by_rules(&self) -> bool {
        self.experiment.matches.iter().any(|rules| !rules.is_empty())
    }

    /// The pairs to search for.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let names = &self.experiment.matches;
        if self.is_by_rules() {
            return of_variants(names, self.against.as_deref());
        }
        let Some(&first) = self.blocks.first() else { return Vec::new() };
        let seated = |number| -> BySeat<String> { self.replay(first, number)[0].bots.clone() };
        of_bots(&(0..names.len()).map(seated).collect::<Vec<_>>())
    }

    /// The records of a match of a block, played again. Under several rules the line-up is the number of the
    /// match.
    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let mut records = self.experiment.play.replay(block, number);
        for record in records.iter_mut().filter(|_| self.is_by_rules()) {
            record.lineup = number;
        }
        records
    }

    /// Finds the hands of each pair that diverge most, at most one of each block.
    ///
    /// # Errors
    /// If threads can't be started.
    pub(super) fn find(&self, pairs: Vec<Pair>, bar: &ProgressBar) -> anyhow::Result<Vec<Found>> {
        let mut all: Vec<Found> = pairs.iter().map(|pair| (pair.clone(), Vec::new())).collect();
        let matches = self.experiment.matches.len();
        let one = |place: u64| {
            let block = self.blocks[place as usize];
            let records: Vec<_> = (0..matches).map(|number| self.replay(block, number)).collect();
            let furthest = |pair| furthest(self.game, pair, block, &records);
            pairs.iter().map(furthest).collect::<Vec<_>>()
        };
        let take = |place: u64, divergences: Vec<Option<Divergence>>| {
            for ((_, found), divergence) in all.iter_mut().zip(divergences) {
                found.extend(divergence);
                found.sort_by_key(|divergence| Reverse(divergence.rank()));
                found.truncate(self.most);
            }
            bar.update(place + 1, 0, String::new);
            ControlFlow::<()>::Continue(())
        };
        let flow = ordered_map(threads(None), 0..self.blocks.len() as u64, one, take);
        let _ = flow.context("threads can't be started")?;
        Ok(all)
    }

    /// The records of the matches of these hands, in the order of a file. Removes hands that can't stand in one
    /// file with those before, such as of another pack under the same number.
    pub(super) fn matches(&self, all: &mut [Found]) -> Vec<Vec<Record>> {
        let mut matches: BTreeMap<(u64, usize), Vec<Record>> = BTreeMap::new();
        for (_, found) in all {
            found.retain(|&Divergence { block, numbers, .. }| {
                let before = matches.clone();
                for number in numbers {
                    let play = || self.replay(block, number);
                    matches.entry((block, number)).or_insert_with(play);
                }
                let of_block = matches.range((block, 0)..=(block, usize::MAX));
                let is_chain = self.is_chain(of_block.flat_map(|(_, records)| records));
                if !is_chain {
                    matches = before;
                }
                is_chain
            });
        }
        matches.into_values().collect()
    }

    /// Whether records keep the rules and follow from each other.
    fn is_chain<'r>(&self, records: impl IntoIterator<Item = &'r Record>) -> bool {
        let mut chain = Chain::default();
        let mut records = records.into_iter();
        records.all(|record| {
            let hand = self.game.replay(record);
            hand.and_then(|hand| hand.chain(&mut chain, record)).is_ok()
        })
    }
}
