//! The search for the hands that diverge most, in the first blocks of a run.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use threehand_engine::record::{Chain, Record};

use super::divergence::{Divergence, furthest};
use super::pairs::{Pair, of_bots, of_variants};
use super::rerun::Rerun;
use crate::play::ordered_map::ordered_map;
use crate::play::rematch::Rematch;
use crate::settings::run_options::threads;
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::stdout_redirect::StdoutRedirect;

/// The hands of a pair that diverge most: the furthest first, and the earlier block of equals.
pub(crate) type Found = (Pair, Vec<Divergence>);

/// A search in a run.
pub(crate) struct Search<'a> {
    rerun: &'a Rerun<'a>,
    /// The matches of a block.
    pub(crate) matches: Vec<Rematch<'a>>,
}

impl<'a> Search<'a> {
    pub(crate) fn of(rerun: &'a Rerun<'_>) -> Self {
        Self { rerun, matches: rerun.experiment.play.matches() }
    }

    /// Whether the matches of a block differ in their rules, and not in who sits where.
    pub(crate) fn is_by_rules(&self) -> bool {
        self.matches.iter().any(|one| !one.rules.is_empty())
    }

    /// The pairs to search for; with `against`, only those of that variant.
    pub(crate) fn pairs(&self, against: Option<&str>) -> Vec<Pair> {
        if self.is_by_rules() {
            let names: Vec<_> = self.matches.iter().map(|one| one.rules.to_owned()).collect();
            return of_variants(&names, against);
        }
        let players = &self.rerun.experiment.players;
        let seated = |one: &Rematch<'_>| one.lineup.1.map(|player| players[player].who.to_string());
        of_bots(&self.matches.iter().map(seated).collect::<Vec<_>>())
    }

    /// The records of a match of a block, played again. Under several rules the line-up is the number of the
    /// match.
    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let mut records = self.matches[number].records(self.rerun.seeds, block);
        for record in records.iter_mut().filter(|_| self.is_by_rules()) {
            record.lineup = number;
        }
        records
    }

    /// Finds the hands of each pair that diverge most, at most one of each block.
    ///
    /// # Errors
    /// If threads can't be started.
    pub(crate) fn find(
        &self,
        pairs: Vec<Pair>,
        blocks: &[u64],
        most: usize,
        shows_progress: bool,
    ) -> anyhow::Result<Vec<Found>> {
        let mut all: Vec<Found> = pairs.iter().map(|pair| (pair.clone(), Vec::new())).collect();
        let mut wanted = vec![false; self.matches.len()];
        pairs
            .iter()
            .flat_map(|pair| pair.matches.iter().flatten())
            .for_each(|&it| wanted[it] = true);
        let one = |place: u64| {
            let block = blocks[place as usize];
            let records: Vec<_> = (0..wanted.len())
                .map(|number| if wanted[number] { self.replay(block, number) } else { Vec::new() })
                .collect();
            let furthest = |pair| furthest(self.rerun.game, pair, block, &records);
            pairs.iter().map(furthest).collect::<Vec<_>>()
        };
        let bar = ProgressBar::new((blocks.len() as u64, "block"), (0, 0), shows_progress);
        let take = |place: u64, divergences: Vec<Option<Divergence>>| {
            for ((_, found), divergence) in all.iter_mut().zip(divergences) {
                found.extend(divergence);
                found.sort_by_key(|divergence| Reverse(divergence.rank()));
                found.truncate(most);
            }
            bar.update(place + 1, 0, String::new);
            ControlFlow::<()>::Continue(())
        };
        let redirect = StdoutRedirect::start();
        let flow = ordered_map(threads(None), 0..blocks.len() as u64, one, take);
        drop(redirect);
        bar.clear();
        let _ = flow?;
        Ok(all)
    }

    /// The records of the matches of these hands, in the order of a file. Removes hands that can't stand in one
    /// file with those before, such as of another pack under the same number.
    pub(super) fn records(&self, all: &mut [Found]) -> Vec<Vec<Record>> {
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
            let hand = self.rerun.game.replay(record);
            hand.and_then(|hand| hand.chain(&mut chain, record)).is_ok()
        })
    }
}
