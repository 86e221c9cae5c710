//! The page of a tournament.

use maud::html;
use serde_json::Value;

use super::leader;
use crate::report::charts::{Bound, Chart, Curve, Dots, Group, Mark, Row as DotRow};
use crate::report::content::{Content, Source, first_of, listed, of_run};
use crate::report::sheet::{Estimated, Figure, Row, Sheet};
use crate::report::table::{Table, numbers, words};
use crate::report::unit::Unit;
use crate::terminal::number::plural;

/// As many bots have room in a chart, and as many as columns of a table.
const MOST_DOTS: usize = 40;
const MOST_COLUMNS: usize = 8;
/// As many rows a table has that is not folded.
const MOST_ROWS: usize = 12;

const SHARE: [&str; 3] = ["win_share", "lo", "hi"];

/// What the page of a tournament shows.
pub(in crate::report) fn content(source: &Source<'_>) -> anyhow::Result<Content> {
    let folder = source.folder;
    let summary = folder.expect("summary.csv")?;
    let mut bots: Vec<Row<'_>> = summary.rows().collect();
    let share = |row: &Row<'_>| row.value("win_share").unwrap_or_default();
    bots.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let labels: Vec<&str> = bots.iter().map(|bot| bot.text("bot")).collect();
    let roles: Vec<&str> =
        summary.after("points_").into_iter().filter(|role| *role != "per_hand").collect();
    let page = Page { source, bots, labels, roles };
    let mut tables = vec![page.standings()];
    let (ratings, crosstable) = (folder.sheet("ratings.csv")?, folder.sheet("crosstable.csv")?);
    tables.extend(ratings.as_ref().map(|ratings| page.ratings(ratings, crosstable.as_ref())));
    tables.extend(crosstable.as_ref().and_then(differences));
    tables.extend(folder.sheet("who_pays.csv")?.as_ref().and_then(who_pays));
    let mut charts = vec![page.shares()];
    charts.extend(page.points());
    charts.extend(ratings.as_ref().and_then(rated));
    charts.extend(leading(leader::chances(folder.path())?));
    let lineups = folder.written.value("lineups").and_then(Value::as_array).map_or(0, Vec::len);
    let blocks = folder.count("blocks");
    let shard = folder.text("shard");
    Ok(Content {
        title: format!("{} at {}", listed(&page.labels), folder.text("variant")),
        facts: [
            blocks.map(|blocks| of_run(blocks, &shard)),
            (lineups > 0).then(|| format!("{} a block", plural(lineups as u64, "line-up"))),
        ]
        .into_iter()
        .flatten()
        .collect(),
        tables,
        charts,
        method: vec![
            "The bots played blocks. A block is the cards of one match, hand after hand, and it is played once under \
             every line-up, that is with the bots in every order of seats that the format asks for. So all bots get \
             the same cards, and luck falls on all of them alike."
                .to_owned(),
            "Win share is the part of its matches that a bot won; a shared win counts in parts. With equal bots \
             everyone would win a third, which is parity. A rating sums up how often a bot finished ahead of the \
             others: 400 points are odds of 10 to 1."
                .to_owned(),
        ],
        terms: vec!["Block", "Line-up", "Win share", "Parity", "Role", "Rating", "Interval", "ρ"],
    })
}

struct Page<'a> {
    source: &'a Source<'a>,
    /// The rows of the summary, by falling win share.
    bots: Vec<Row<'a>>,
    labels: Vec<&'a str>,
    roles: Vec<&'a str>,
}

impl Page<'_> {
    /// What a bot scores in a role, with the interval that only the summary has.
    fn in_role(&self, bot: &Row<'_>, role: &str) -> Option<Estimated> {
        let mean = bot.figure(&format!("points_{role}"))?;
        let told = || {
            let bots = self.source.summary?.get("bots")?.as_array()?;
            let told = bots.iter().find(|told| told["bot"] == bot.text("bot"))?;
            let points = &told["roles"][role]["points_per_hand"];
            Some((Figure::of(&points["lo"]), Figure::of(&points["hi"])))
        };
        let (lo, hi) = told().unwrap_or_default();
        Some(Estimated { mean, lo, hi })
    }

    fn standings(&self) -> Table {
        let fixed =
            [words("bot"), numbers("win share"), numbers("final score"), numbers("points a hand")];
        let roles = self.roles.iter().map(|role| numbers(format!("as {role}")));
        let row = |bot: &Row<'_>| {
            let fixed = [
                html! { (bot.text("bot")) },
                Unit::Share.estimate(bot.estimated(SHARE).as_ref()),
                Unit::Signed.maybe(bot.figure("mean_score").as_ref()),
                Unit::Signed.maybe(bot.figure("points_per_hand").as_ref()),
            ];
            let roles = self
                .roles
                .iter()
                .map(|role| Unit::Signed.estimate(self.in_role(bot, role).as_ref()));
            fixed.into_iter().chain(roles).collect()
        };
        Table {
            title: "Standings".to_owned(),
            note: "Means of all matches and hands. Brackets hold the ends of 95 % intervals."
                .to_owned(),
            heads: fixed.into_iter().chain(roles).collect(),
            rows: self.bots.iter().map(row).collect(),
            folded: false,
        }
    }

    fn shares(&self) -> Chart {
        let row = |bot: &Row<'_>| {
            let figure = bot.estimated(SHARE)?;
            Some(DotRow { label: bot.text("bot").to_owned(), figure, mark: Mark::Full, due: None })
        };
        let rows = self.bots.iter().take(MOST_DOTS).filter_map(row).collect();
        let dots = Dots {
            unit: Unit::Share,
            axis: "matches won, in percent".to_owned(),
            reference: Some((1.0 / 3.0, "parity")),
            groups: vec![Group { heading: String::new(), rows }],
        };
        Chart {
            name: "win-share".to_owned(),
            title: "Who wins".to_owned(),
            note: format!(
                "The dot is the win share, and the line through it the 95 % interval.{}",
                first_of(MOST_DOTS, self.bots.len(), "bots")
            ),
            drawing: dots.draw(),
        }
    }

    /// What each bot scores in each role.
    fn points(&self) -> Option<Chart> {
        let group = |bot: &Row<'_>| {
            let rows = self.roles.iter().filter_map(|role| {
                let figure = self.in_role(bot, role)?;
                Some(DotRow { label: (*role).to_owned(), figure, mark: Mark::Full, due: None })
            });
            Group { heading: bot.text("bot").to_owned(), rows: rows.collect() }
        };
        let groups: Vec<_> = self.bots.iter().take(MOST_COLUMNS).map(group).collect();
        let dots = Dots {
            unit: Unit::Signed,
            axis: "points a hand".to_owned(),
            reference: Some((0.0, "")),
            groups,
        };
        (!self.roles.is_empty()).then(|| Chart {
            name: "points-by-role".to_owned(),
            title: "What each role scores".to_owned(),
            note: format!(
                "Points a hand of each bot in each role, with 95 % intervals.{}",
                first_of(MOST_COLUMNS, self.bots.len(), "bots")
            ),
            drawing: dots.draw(),
        })
    }

    fn ratings(&self, ratings: &Sheet, crosstable: Option<&Sheet>) -> Table {
        let mut rows: Vec<Row<'_>> = ratings.rows().collect();
        let rating = |row: &Row<'_>| row.value("rating").unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
        let crosstable = crosstable.filter(|_| rows.len() <= MOST_COLUMNS);
        let others: Vec<&str> = match crosstable {
            Some(_) => rows.iter().map(|row| row.text("bot")).collect(),
            None => Vec::new(),
        };
        let heads = [words("bot"), numbers("rating"), numbers("above the next")];
        let ahead = others.iter().map(|other| numbers(format!("ahead of {other}")));
        let row = |row: &Row<'_>| {
            let bot = row.text("bot");
            let rating = match (row.estimated(["rating", "lo", "hi"]), row.text("standing")) {
                (None, "above") => html! { "above all" },
                (None, "below") => html! { "below all" },
                (rating, _) => Unit::Rating.estimate(rating.as_ref()),
            };
            let next = row.estimated(["above_next", "above_next_lo", "above_next_hi"]);
            let fixed = [
                html! { (bot) },
                rating,
                next.map_or_else(|| html! {}, |next| Unit::Rating.estimate(Some(&next))),
            ];
            let ahead = others.iter().map(|other| {
                let mut cross = crosstable.into_iter().flat_map(Sheet::rows);
                let found =
                    cross.find(|row| row.text("bot") == bot && row.text("opponent") == *other);
                let share = found.and_then(|row| row.estimated(["score_share", "lo", "hi"]));
                share.map_or_else(|| html! {}, |share| Unit::Share.estimate(Some(&share)))
            });
            fixed.into_iter().chain(ahead).collect()
        };
        Table {
            title: "Ratings, and who finishes ahead of whom".to_owned(),
            note: "How often a seat of the bot of a row finished ahead of a seat of the bot of a column, ties half."
                .to_owned(),
            rows: rows.iter().map(row).collect(),
            heads: heads.into_iter().chain(ahead).collect(),
            folded: false,
        }
    }
}

/// The differences of win shares, each two bots once.
fn differences(crosstable: &Sheet) -> Option<Table> {
    let is_first =
        |row: &Row<'_>| row.value("difference").is_some_and(|difference| difference > 0.0);
    let alone = crosstable.rows().any(|row| row.value("alone").is_some());
    let rows = crosstable.rows().filter(is_first).map(|row| {
        let figures = [
            html! { (row.text("bot")) " less " (row.text("opponent")) },
            Unit::ShareDifference
                .estimate(row.estimated(["difference", "difference_lo", "difference_hi"]).as_ref()),
            Unit::Chance.maybe(row.figure("p").as_ref()),
            Unit::Signed.maybe(row.figure("rho").as_ref()),
        ];
        let alone = alone.then(|| {
            Unit::Share.estimate(row.estimated(["alone", "alone_lo", "alone_hi"]).as_ref())
        });
        figures.into_iter().chain(alone).collect()
    });
    let rows: Vec<Vec<_>> = rows.collect();
    let heads = [words("bots"), numbers("difference"), numbers("p"), numbers("ρ")];
    (!rows.is_empty()).then(|| Table {
        title: "Differences of win shares".to_owned(),
        note: "In points of percent. p is the chance of a difference at least as large if there were none; ρ says \
               what the same cards were worth."
            .to_owned(),
        heads: heads.into_iter().chain(alone.then(|| numbers("won alone against two"))).collect(),
        folded: rows.len() > MOST_ROWS,
        rows,
    })
}

/// At whose cost bots win.
fn who_pays(sheet: &Sheet) -> Option<Table> {
    let is_other =
        |row: &Row<'_>| ![row.text("bot"), row.text("opponent")].contains(&row.text("third"));
    let rows = sheet.rows().filter(is_other).map(|row| {
        vec![
            html! { (row.text("third")) },
            html! { (row.text("bot")) " ahead of " (row.text("opponent")) },
            Unit::Share.estimate(row.estimated(["ahead_share", "lo", "hi"]).as_ref()),
            Unit::Share.maybe(row.figure("share_if_first").as_ref()),
            Unit::Share.maybe(row.figure("share_if_last").as_ref()),
            Unit::ShareDifference
                .estimate(row.estimated(["kingmaking", "kingmaking_lo", "kingmaking_hi"]).as_ref()),
        ]
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| Table {
        title: "At whose cost bots win".to_owned(),
        note: "How often one bot finishes ahead of another with a third at the table: in all matches, in those that \
               the third wins, and in those that it is last in."
            .to_owned(),
        heads: vec![
            words("third"),
            words("of the others"),
            numbers("with it"),
            numbers("if it wins"),
            numbers("if it is last"),
            numbers("difference"),
        ],
        folded: rows.len() > MOST_ROWS,
        rows,
    })
}

/// The ratings of those who have one.
fn rated(ratings: &Sheet) -> Option<Chart> {
    let row = |row: Row<'_>| {
        let figure = row.estimated(["rating", "lo", "hi"])?;
        Some(DotRow { label: row.text("bot").to_owned(), figure, mark: Mark::Full, due: None })
    };
    let mut rows: Vec<_> = ratings.rows().filter_map(row).collect();
    rows.sort_by(|a, b| b.figure.mean.value.total_cmp(&a.figure.mean.value));
    rows.truncate(MOST_DOTS);
    let dots = Dots {
        unit: Unit::Rating,
        axis: "rating: 400 points are odds of 10 to 1".to_owned(),
        reference: None,
        groups: vec![Group { heading: String::new(), rows }],
    };
    (dots.groups[0].rows.len() > 1).then(|| Chart {
        name: "rating".to_owned(),
        title: "How far the bots are apart".to_owned(),
        note: "The rating of each bot, with its 95 % interval.".to_owned(),
        drawing: dots.draw(),
    })
}

/// How often who leads in the course of a match wins it.
fn leading(points: Vec<crate::report::charts::Point>) -> Option<Chart> {
    let curve = Curve {
        points,
        axes: ["hands played".to_owned(), "won by who led then, in percent".to_owned()],
        scale: 100.0,
        bounds: vec![Bound { at: 1.0 / 3.0, told: "parity".to_owned() }],
    };
    (curve.points.len() > 1).then(|| Chart {
        name: "leader".to_owned(),
        title: "When a match is decided".to_owned(),
        note: "Of the matches that went on after so many hands: how often the sole leader won, with 95 % intervals, \
               whichever bot it was."
            .to_owned(),
        drawing: curve.draw(),
    })
}
