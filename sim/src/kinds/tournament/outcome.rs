//! The outcome of a tournament: its tables, its summary for programs, and what a reader is shown.

use indicatif::HumanCount;
use serde_json::Value;

use super::columns::{self, Bot, Paid, Role, Two};
use super::text::Summary;
use crate::experiment::contract::{Failed, Outcome};
use crate::experiment::status::RunStatus;
use crate::stats::Ratings;
use crate::tables::Table;
use crate::terminal::grid::Grid;
use crate::terminal::number::plural;

/// The outcome of a tournament.
pub(super) struct TournamentOutcome<'a> {
    pub(super) summary: Summary<'a>,
    pub(super) ratings: Ratings,
}

impl Outcome for TournamentOutcome<'_> {
    fn tables(&self) -> Vec<Table<'_>> {
        vec![
            Table::new("summary.csv", columns::bots(&self.roles()), || self.bots()),
            Table::new("crosstable.csv", columns::crosstable(), || self.pairs()),
            Table::new("ratings.csv", columns::ratings(), || self.bots()),
            Table::new("fit.csv", columns::fits(), move || [self]),
            Table::new("who_pays.csv", columns::who_pays(), || self.paid()),
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
        let Summary { of, tally } = self.summary;
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
            self.summary.answer(),
            self.standings().text(),
            self.summary.notes(),
            self.ratings_text(),
            self.who_pays_text(),
        )
    }

    fn answer(&self) -> String {
        self.summary.answer()
    }

    fn notes(&self) -> String {
        self.summary.remarks() + &self.rating_remarks()
    }

    fn failed(&self) -> Vec<Failed<'_>> {
        let tally = self.summary.tally;
        let failed = (0..tally.bots()).map(|bot| Failed {
            bot: self.label(bot),
            matches: tally.forfeits(bot),
            failures: *tally.failures(bot),
        });
        failed.collect()
    }
}

impl<'a> TournamentOutcome<'a> {
    pub(super) fn label(&self, bot: usize) -> &str {
        self.summary.label(bot)
    }

    pub(super) fn labels(&self, bots: &[usize]) -> Vec<&str> {
        bots.iter().map(|&bot| self.label(bot)).collect()
    }

    fn roles(&self) -> Vec<Role> {
        let of = self.summary.of;
        let role = |(number, name): (usize, &&'static str)| (*name, of.rules.role_heading(number));
        of.game.roles().iter().enumerate().map(role).collect()
    }

    /// The table of bots, by falling win share.
    pub(super) fn standings(&self) -> Grid {
        let ranking = self.summary.tally.ranking();
        columns::bots(&self.roles()).grid(ranking.into_iter().map(|bot| (self, bot)))
    }

    pub(super) fn bots(&'a self) -> impl Iterator<Item = Bot<'a>> {
        (0..self.summary.tally.bots()).map(move |bot| (self, bot))
    }

    /// Each two bots that sat together.
    pub(super) fn pairs(&'a self) -> impl Iterator<Item = Two<'a>> {
        let (bots, tally) = (0..self.summary.tally.bots(), self.summary.tally);
        let pairs = bots.clone().flat_map(move |bot| bots.clone().map(move |other| (bot, other)));
        pairs.filter(|(bot, other)| bot != other).filter_map(move |(bot, opponent)| {
            let (blocks, ahead) = tally.ahead(bot, opponent)?;
            let difference = tally.difference(bot, opponent);
            Some(Two { of: self, bot, opponent, blocks, ahead, difference })
        })
    }

    pub(super) fn paid(&'a self) -> impl Iterator<Item = Paid<'a>> {
        self.summary.tally.kingmaking.splits().map(move |(trio, shares)| (self, trio, shares))
    }
}
