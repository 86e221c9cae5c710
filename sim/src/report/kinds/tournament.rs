//! The page of a tournament.

use maud::html;
use serde_json::Value;

use super::leader;
use crate::report::charts::{Chart, Dots, Group, Row as DotRow};
use crate::report::content::{Content, Source, first_of, listed, of_run};
use crate::report::sheet::{Estimated, Figure, Row, Sheet};
use crate::report::table::{Figures, Table, numbers};
use crate::report::unit::Unit;
use crate::terminal::number::plural;

/// The most bots in a chart, and as groups of a chart or columns of a table.
const MOST_DOTS: usize = 40;
const MOST_COLUMNS: usize = 8;
/// A longer table is closed at first.
const MOST_ROWS: usize = 12;

const SHARE: [&str; 3] = ["win_share", "lo", "hi"];
const RATING: [&str; 3] = ["rating", "lo", "hi"];

/// The figures of the standings, of the ratings, of the differences between two bots, and of a third bot at their
/// table.
const STANDINGS: [Figures; 3] = [
    ("win share", Unit::Share, &SHARE),
    ("final score", Unit::Signed, &["mean_score"]),
    ("points a hand", Unit::Signed, &["points_per_hand"]),
];
const RATINGS: [Figures; 2] = [
    ("rating", Unit::Rating, &RATING),
    ("above the next", Unit::Rating, &["above_next", "above_next_lo", "above_next_hi"]),
];
const DIFFERENCES: [Figures; 4] = [
    ("difference", Unit::ShareDifference, &["difference", "difference_lo", "difference_hi"]),
    ("p", Unit::Chance, &["p"]),
    ("ρ", Unit::Signed, &["rho"]),
    ("won alone against two", Unit::Share, &["alone", "alone_lo", "alone_hi"]),
];
const WITH_THIRD: [Figures; 4] = [
    ("with it", Unit::Share, &["ahead_share", "lo", "hi"]),
    ("if it wins", Unit::Share, &["share_if_first"]),
    ("if it is last", Unit::Share, &["share_if_last"]),
    ("difference", Unit::ShareDifference, &["kingmaking", "kingmaking_lo", "kingmaking_hi"]),
];

const METHOD: [&str; 2] = [
    "The bots played blocks. A block is the cards of one match, played once under every line-up: with the bots in every \
     order of seats that the format asks for. So all bots get the same cards, and luck falls on all of them alike.",
    "Win share is the part of its matches that a bot won; a shared win counts in parts. Equal bots would win a third \
     each, which is parity. A rating sums up how often a bot finished ahead of the others: 400 points are odds of 10 to 1.",
];

/// The content of the page.
pub(in crate::report) fn content(source: &Source<'_>) -> anyhow::Result<Content> {
    let folder = source.folder;
    let summary = folder.expect("summary.csv")?;
    let roles = summary.after("points_").into_iter().filter(|role| *role != "per_hand").collect();
    let page = Page { summary: source.summary, bots: summary.falling("win_share"), roles };
    let [ratings, crosstable, thirds] =
        ["ratings.csv", "crosstable.csv", "who_pays.csv"].map(|name| folder.sheet(name));
    let (ratings, crosstable, thirds) = (ratings?, crosstable?, thirds?);
    let tables = [
        Some(page.standings()),
        ratings.as_ref().map(|ratings| rating_table(ratings, crosstable.as_ref())),
        crosstable.as_ref().and_then(differences),
        thirds.as_ref().and_then(with_third),
    ];
    let charts = [
        Some(page.shares()),
        page.points(),
        ratings.as_ref().and_then(rating_chart),
        leader::chart(folder.path())?,
    ];
    let bots: Vec<_> = page.bots.iter().map(|bot| bot.text("bot")).collect();
    let blocks = folder.count("blocks").map(|blocks| of_run(blocks, &folder.text("shard")));
    let lineups = folder.written.value("lineups").and_then(Value::as_array).map_or(0, Vec::len);
    let lineups = (lineups > 0).then(|| format!("{} a block", plural(lineups as u64, "line-up")));
    Ok(Content {
        title: format!("{} at {}", listed(&bots), folder.text("variant")),
        facts: blocks.into_iter().chain(lineups).collect(),
        tables: tables.into_iter().flatten().collect(),
        charts: charts.into_iter().flatten().collect(),
        method: METHOD.map(str::to_owned).to_vec(),
        terms: vec!["Block", "Line-up", "Win share", "Parity", "Role", "Rating", "Interval", "ρ"],
    })
}

struct Page<'a> {
    /// The summary as `--json` prints it.
    summary: Option<&'a Value>,
    /// The rows of the summary's table, the highest win share first.
    bots: Vec<Row<'a>>,
    roles: Vec<&'a str>,
}

impl Page<'_> {
    /// A bot's points a hand in a role. Only the summary has the interval.
    fn in_role(&self, bot: &Row<'_>, role: &str) -> Option<Estimated> {
        let mean = bot.figure(&format!("points_{role}"))?;
        let end = |end: &str| {
            let bots = self.summary?.get("bots")?.as_array()?;
            let bot = bots.iter().find(|summary| summary["bot"] == bot.text("bot"))?;
            Figure::of(&bot["roles"][role]["points_per_hand"][end])
        };
        Some(Estimated { mean, lo: end("lo"), hi: end("hi") })
    }

    fn standings(&self) -> Table {
        let title = "Standings";
        let note = "Means of all matches and hands, with 95 % intervals in brackets.";
        let rows = self.bots.iter().map(|bot| (vec![bot.text("bot").to_owned()], *bot));
        let mut table = Table::of((title, note), &["bot"], &STANDINGS, rows);
        for role in &self.roles {
            table.heads.push(numbers(format!("as {role}")));
            for (row, bot) in table.rows.iter_mut().zip(&self.bots) {
                row.push(Unit::Signed.estimate(self.in_role(bot, role).as_ref()));
            }
        }
        table
    }

    fn shares(&self) -> Chart {
        let note = format!(
            "The dot is the win share, and the line through it the 95 % interval.{}",
            first_of(MOST_DOTS, self.bots.len(), "bots")
        );
        let reference = Some((1.0 / 3.0, "parity"));
        let dots = dots(&self.bots, SHARE, (Unit::Share, "matches won, in percent"), reference);
        Chart::of(("win-share", "Who wins"), note, dots.draw())
    }

    /// Each bot's points in each role.
    fn points(&self) -> Option<Chart> {
        let group = |bot: &Row<'_>| {
            let row = |role: &&str| Some(DotRow::of(role, self.in_role(bot, role)?));
            let rows = self.roles.iter().filter_map(row).collect();
            Group { heading: bot.text("bot").to_owned(), rows }
        };
        let dots = Dots {
            unit: Unit::Signed,
            axis: "points a hand".to_owned(),
            reference: Some((0.0, "")),
            groups: self.bots.iter().take(MOST_COLUMNS).map(group).collect(),
        };
        let note = format!(
            "Points a hand of each bot in each role, with 95 % intervals.{}",
            first_of(MOST_COLUMNS, self.bots.len(), "bots")
        );
        let name = ("points-by-role", "What each role scores");
        (!self.roles.is_empty()).then(|| Chart::of(name, note, dots.draw()))
    }
}

/// The figures of bots, a dot each.
fn dots(
    bots: &[Row<'_>],
    columns: [&str; 3],
    (unit, axis): (Unit, &str),
    reference: Option<(f64, &'static str)>,
) -> Dots {
    let row = |bot: &Row<'_>| Some(DotRow::of(bot.text("bot"), bot.estimated(columns)?));
    let rows = bots.iter().filter_map(row).take(MOST_DOTS).collect();
    let groups = vec![Group { heading: String::new(), rows }];
    Dots { unit, axis: axis.to_owned(), reference, groups }
}

/// The ratings, and beside them how often each bot finished ahead of each other one.
fn rating_table(ratings: &Sheet, crosstable: Option<&Sheet>) -> Table {
    let bots = ratings.falling("rating");
    let title = "Ratings, and who finishes ahead of whom";
    let note = "How often the bot of a row finished ahead of the bot of a column, seat against seat, ties half.";
    let rows = bots.iter().map(|bot| (vec![bot.text("bot").to_owned()], *bot));
    let mut table = Table::of((title, note), &["bot"], &RATINGS, rows);
    for (row, bot) in table.rows.iter_mut().zip(&bots) {
        if let standing @ ("above" | "below") = bot.text("standing") {
            row[1] = html! { (standing) " all" };
        }
    }
    let Some(crosstable) = crosstable.filter(|_| bots.len() <= MOST_COLUMNS) else { return table };
    for other in bots.iter().map(|bot| bot.text("bot")) {
        table.heads.push(numbers(format!("ahead of {other}")));
        for (row, bot) in table.rows.iter_mut().zip(&bots) {
            let names = [bot.text("bot"), other];
            let mut cells = crosstable.rows();
            let cell = cells.find(|cell| [cell.text("bot"), cell.text("opponent")] == names);
            let share = |cell: Row<'_>| cell.show(Unit::Share, &["score_share", "lo", "hi"]);
            row.push(cell.map_or_else(|| html! { "–" }, share));
        }
    }
    table
}

/// The differences of win shares, each two bots once.
fn differences(crosstable: &Sheet) -> Option<Table> {
    let is_first = |row: &Row<'_>| row.value("difference") > Some(0.0);
    let has_alone = crosstable.rows().any(|row| row.value("alone").is_some());
    let figures = &DIFFERENCES[..if has_alone { 4 } else { 3 }];
    let title = "Differences of win shares";
    let note = "In percentage points. p is the chance of a difference at least as large between equal bots. ρ is the \
                correlation of the two bots on the same cards.";
    let bots = |row: Row<'_>| vec![format!("{} less {}", row.text("bot"), row.text("opponent"))];
    let rows = crosstable.rows().filter(is_first).map(|row| (bots(row), row));
    folded(Table::of((title, note), &["bots"], figures, rows))
}

/// How often a bot finishes ahead of another, with a third at the table.
fn with_third(sheet: &Sheet) -> Option<Table> {
    let title = "At whose cost bots win";
    let note = "How often one bot finishes ahead of another with a third at the table: in all matches, in those that \
                the third wins, and in those where it is last.";
    let rows = sheet.rows().filter_map(|row| {
        let [bot, opponent, third] = ["bot", "opponent", "third"].map(|column| row.text(column));
        let leads = vec![third.to_owned(), format!("{bot} ahead of {opponent}")];
        (bot != third && opponent != third).then_some((leads, row))
    });
    folded(Table::of((title, note), &["third", "of the others"], &WITH_THIRD, rows))
}

/// A table that has rows, closed at first if they are many.
fn folded(table: Table) -> Option<Table> {
    let folded = table.rows.len() > MOST_ROWS;
    (!table.rows.is_empty()).then_some(Table { folded, ..table })
}

/// The ratings of the bots that have one.
fn rating_chart(ratings: &Sheet) -> Option<Chart> {
    let axis = (Unit::Rating, "rating: 400 points are odds of 10 to 1");
    let dots = dots(&ratings.falling("rating"), RATING, axis, None);
    let note = "The rating of each bot, with its 95 % interval.".to_owned();
    let name = ("rating", "How far apart the bots are");
    (dots.groups[0].rows.len() > 1).then(|| Chart::of(name, note, dots.draw()))
}
