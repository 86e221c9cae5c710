//! The outcome of a tournament: its tables, its summary for programs, and what a reader is shown.

use std::path::Path;

use indicatif::HumanCount;
use serde_json::Value;
use threehand_stats::Ratings;

use super::TournamentFold;
use super::columns::{self, Bot, Paid, Role, Two};
use super::ratings;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::status::RunStatus;
use crate::tables::page::PageContent;
use crate::terminal::grid::Grid;
use crate::terminal::listener::TableRows;
use crate::terminal::number::plural;

/// The outcome of a tournament.
pub(super) struct TournamentOutcome<'a> {
    pub(super) fold: &'a TournamentFold<'a>,
    pub(super) ratings: Ratings,
}

impl Outcome for TournamentOutcome<'_> {
    fn tables(&self) -> Vec<TableRows> {
        vec![
            columns::bots(&self.roles()).table(self.bots()),
            columns::crosstable().table(self.pairs()),
            ratings::ratings().table(self.bots()),
            ratings::fits().table([self]),
            columns::who_pays().table(self.paid()),
        ]
    }

    fn headline(&self) -> &'static str {
        "summary.csv"
    }

    fn json(&self, status: &RunStatus) -> Value {
        let mut json = columns::summary().object(&(self, status));
        json.extend(columns::summary_end().object(&self));
        json.into()
    }

    fn text(&self, status: &RunStatus) -> String {
        let TournamentFold { of, tally, .. } = self.fold;
        let shard = of.settings.shard.map(|shard| format!(" · shard {shard}"));
        format!(
            "{}{} · {} line-ups a block · {} = {} matches, {} hands · {}{}\n{}\n{}{}{}",
            of.variant,
            shard.unwrap_or_default(),
            tally.matches() / tally.blocks.max(1),
            plural(tally.blocks, "block"),
            HumanCount(tally.matches()),
            HumanCount(tally.hands),
            status.end_of_line(of.settings.common.seed),
            self.fold.answer(),
            self.standings().text(),
            self.fold.notes(),
            self.ratings_text(),
            self.who_pays_text(),
        )
    }

    fn answer(&self) -> String {
        self.fold.answer()
    }

    fn notes(&self) -> String {
        self.fold.remarks() + &self.rating_remarks()
    }

    fn page(&self, _: &Path) -> anyhow::Result<PageContent> {
        Ok(self.page_content())
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let tally = &self.fold.tally;
        let failed = (0..tally.bots()).map(|bot| Failed {
            bot: self.label(bot),
            matches: tally.forfeits(bot),
            of: tally.matches_of(bot),
            failures: *tally.failures(bot),
        });
        failed.collect()
    }
}

impl<'a> TournamentOutcome<'a> {
    pub(super) fn label(&self, bot: usize) -> &str {
        self.fold.label(bot)
    }

    pub(super) fn labels(&self, bots: &[usize]) -> Vec<&str> {
        bots.iter().map(|&bot| self.label(bot)).collect()
    }

    fn roles(&self) -> Vec<Role> {
        let of = self.fold.of;
        let role = |(number, name): (usize, &&'static str)| (*name, of.rules.role_heading(number));
        of.game.roles().iter().enumerate().map(role).collect()
    }

    /// The table of bots, by falling win share.
    pub(super) fn standings(&self) -> Grid {
        let ranking = self.fold.tally.ranking();
        columns::bots(&self.roles()).grid(ranking.into_iter().map(|bot| (self, bot)))
    }

    pub(super) fn bots(&'a self) -> impl Iterator<Item = Bot<'a>> {
        (0..self.fold.tally.bots()).map(move |bot| (self, bot))
    }

    /// Each two bots that sat together.
    pub(super) fn pairs(&'a self) -> impl Iterator<Item = Two<'a>> {
        let (bots, tally) = (0..self.fold.tally.bots(), &self.fold.tally);
        let pairs = bots.clone().flat_map(move |bot| bots.clone().map(move |other| (bot, other)));
        pairs.filter(|(bot, other)| bot != other).filter_map(move |(bot, opponent)| {
            let (blocks, ahead) = tally.ahead(bot, opponent)?;
            let difference = tally.difference(bot, opponent);
            Some(Two { of: self, bot, opponent, blocks, ahead, difference })
        })
    }

    pub(super) fn paid(&'a self) -> impl Iterator<Item = Paid<'a>> {
        self.fold.tally.kingmaking.splits().map(move |(trio, shares)| (self, trio, shares))
    }
}
