//! What the page of a tournament shows.

use threehand_stats::{Estimate, Rating};

use super::columns;
use super::outcome::TournamentOutcome;
use super::ratings;
use crate::tables::page::{
    Chart, Dot, Dots, Group, PageContent, PageTable, Plot, blocks_of_run, first_of, listed,
};
use crate::terminal::number::plural;
use crate::terminal::unit::Unit;

/// The most bots in a chart, and as groups of a chart.
const MOST_DOTS: usize = 40;
const MOST_GROUPS: usize = 8;

const METHOD: [&str; 2] = [
    "The bots played blocks. A block is the cards of one match, played once under every line-up: with the bots in every \
     order of seats that the format asks for. So all bots get the same cards, and luck falls on all of them alike.",
    "Win share is what a bot's seat won of a match, on average; a shared win counts in parts. Equal bots would win a \
     third each, which is parity; in pairs of bots, where one has two seats, two thirds are the most. A \
     rating sums up how often a bot finished ahead of the others: 400 points are odds of 10 to 1.",
];

impl TournamentOutcome<'_> {
    /// The content of the page.
    pub(super) fn page_content(&self) -> PageContent {
        let (of, tally) = (self.fold.of, &self.fold.tally);
        let settings = &of.settings;
        let ratings = ratings::ratings().shown(ratings::above_next());
        let pairs = self.pairs().filter(|two| two.difference.estimate.mean > 0.0);
        let tables = [
            Some(PageTable::new(
                "Standings",
                "Means of all matches and hands, with 95 % intervals.",
                // No table of the run has the intervals of points a hand.
                self.standings().bare("a hand"),
            )),
            Some(PageTable::new(
                "Ratings, and who finishes ahead of whom",
                "How often the bot of a row finished ahead of the bot of a column, seat against seat, ties half.",
                self.ratings_table(ratings),
            )),
            PageTable::folded(
                "Differences of win shares",
                "In percentage points. p is the chance of a difference at least as large between equal bots. \
                 Correlation: the mean correlation of what two line-ups of a block add to the difference.",
                columns::crosstable().grid(pairs),
            ),
            PageTable::folded(
                "At whose cost bots win",
                "How often one bot finishes ahead of another with a third at the table: in all matches, in those that \
                 the third wins, and in those where it is last.",
                self.who_pays_table(),
            ),
        ];
        let charts = [self.shares(), self.points(), self.rating_chart()];
        let lineups = plural(of.schedule.len() as u64, "line-up");
        PageContent {
            title: format!("{} at {}", listed(&self.labels(&tally.ranking())), of.variant),
            facts: vec![
                blocks_of_run(settings.blocks, settings.shard),
                format!("{lineups} a block"),
            ],
            verdicts: None,
            tables: tables.into_iter().flatten().collect(),
            charts: charts.into_iter().flatten().collect(),
            method: METHOD.map(str::to_owned).to_vec(),
            terms: &[
                "Block",
                "Line-up",
                "Win share",
                "Parity",
                "Role",
                "Rating",
                "Interval",
                "Correlation",
            ],
        }
    }

    /// The figures of bots, a dot each.
    fn dots(&self, bots: impl Iterator<Item = (usize, Estimate)>) -> Vec<Group> {
        let rows = bots.map(|(bot, figure)| Dot::new(self.label(bot), figure)).take(MOST_DOTS);
        vec![Group { heading: String::new(), rows: rows.collect() }]
    }

    fn shares(&self) -> Option<Chart> {
        let tally = &self.fold.tally;
        let ranking = tally.ranking();
        let note = format!(
            "The dot is the win share, and the line through it the 95 % interval.{}",
            first_of(MOST_DOTS, ranking.len(), "bots")
        );
        let dots = Dots {
            unit: Unit::Share,
            axis: "matches won, in percent".to_owned(),
            reference: Some((1.0 / 3.0, "parity")),
            sides: None,
            groups: self.dots(ranking.into_iter().map(|bot| (bot, tally.win_share(bot)))),
        };
        Chart::of("win-share", "Who wins", note, vec![Plot::Dots(dots)])
    }

    /// Each bot's points in each role.
    fn points(&self) -> Option<Chart> {
        let (tally, roles) = (&self.fold.tally, self.fold.of.game.roles());
        let ranking = tally.ranking();
        let group = |&bot: &usize| {
            let row =
                |(number, role): (usize, &&str)| Some(Dot::new(*role, tally.role(bot, number).1?));
            let rows = roles.iter().enumerate().filter_map(row).collect();
            Group { heading: self.label(bot).to_owned(), rows }
        };
        let dots = Dots {
            unit: Unit::Signed,
            axis: "points a hand".to_owned(),
            reference: Some((0.0, "")),
            sides: None,
            groups: ranking.iter().take(MOST_GROUPS).map(group).collect(),
        };
        let note = format!(
            "Points a hand of each bot in each role, with 95 % intervals.{}",
            first_of(MOST_GROUPS, ranking.len(), "bots")
        );
        Chart::of("points-by-role", "What each role scores", note, vec![Plot::Dots(dots)])
    }

    /// The ratings of the bots that have one.
    fn rating_chart(&self) -> Option<Chart> {
        let ranking = self.ratings.ranking();
        let rated = |(bot, _)| match self.ratings.bots[bot] {
            Rating::Rated(rating) => Some((bot, rating)),
            _ => None,
        };
        let dots = Dots {
            unit: Unit::Rating,
            axis: "rating: 400 points are odds of 10 to 1".to_owned(),
            reference: None,
            sides: None,
            groups: self.dots(ranking.into_iter().filter_map(rated)),
        };
        let note = "The rating of each bot, with its 95 % interval.";
        Chart::of("rating", "How far apart the bots are", note, vec![Plot::Dots(dots)])
    }
}
