//! The figures of a tournament: the columns of its tables, and the keys of its summary for programs.

use threehand_stats::{Difference, Estimate, Trio, TrioShares};

use super::outcome::TournamentOutcome;
use super::ratings::{fits, ratings};
use crate::experiment::status::RunStatus;
use crate::tables::column::{Columns, Documented};
use crate::tables::shape::{Key, Named, Schema, Shaped, object};
use crate::terminal::grid::words;
use crate::terminal::unit::Unit;

pub(super) type Of<'a> = &'a TournamentOutcome<'a>;

/// The columns of this table that name the rules, for the CSV alone.
pub(super) fn run<'a, R: 'a>(table: &'static str, of: fn(&R) -> Of<'a>) -> Columns<'a, R> {
    let columns =
        Columns::of(table).column("game", move |row| of(row).fold.of.game.name()).only_csv();
    columns.column("variant", move |row| of(row).fold.of.variant.as_str()).only_csv()
}

/// A bot of a tournament.
pub(super) type Bot<'a> = (Of<'a>, usize);

/// A role: its name in files, and its heading for a reader.
pub(super) type Role = (&'static str, String);

/// `summary.csv`, and `bots` of `--json`.
pub(super) fn bots<'a>(roles: &[Role]) -> Columns<'a, Bot<'a>> {
    let mut columns = run("summary.csv", |row: &Bot<'a>| row.0)
        .column("bot", |row| row.0.label(row.1))
        .shown(words("bot"))
        .column("blocks", |row| row.0.fold.tally.blocks)
        .only_csv()
        .column("matches", |&(of, bot)| of.fold.tally.matches_of(bot))
        .column("win_share", |&(of, bot)| of.fold.tally.win_share(bot))
        .shown(Unit::Share.column("win share"))
        .column("mean_score", |&(of, bot)| of.fold.tally.mean_score(bot))
        .shown(Unit::Signed.column("score").goes(1))
        .column("points_per_hand", |&(of, bot)| {
            of.fold.tally.points_per_hand(bot).map(|points| points.mean)
        })
        .shown_as(Unit::Signed.column("a hand").goes(1), |&(of, bot)| {
            Unit::Signed.cell(of.fold.tally.points_per_hand(bot))
        })
        .column("forfeits", |&(of, bot)| of.fold.tally.forfeits(bot));
    for (number, (role, heading)) in roles.iter().enumerate() {
        let points = move |&(of, bot): &Bot<'a>| of.fold.tally.role(bot, number).1;
        columns = columns
            .column(format!("hands_{role}"), move |row| row.0.fold.tally.role(row.1, number).0)
            .only_csv()
            .column(format!("points_{role}"), move |row| points(row).map(|points| points.mean))
            .shown_as(Unit::Signed.column(heading).goes(2), move |row| {
                Unit::Signed.cell(points(row))
            })
            .only_csv()
            .column(format!("se_{role}"), move |row| points(row).and_then(|points| points.se))
            .only_csv();
    }
    columns.column("roles", by_role).only_json()
}

/// What a bot did in a role.
#[derive(serde::Serialize)]
struct InRole {
    hands: i64,
    points_per_hand: Option<Estimate>,
}

impl Shaped for InRole {
    fn schema() -> Schema {
        object(&[
            Key::new("hands", "", i64::schema()),
            Key::new("points_per_hand", "", <Option<Estimate>>::schema()),
        ])
    }
}

fn by_role(&(of, bot): &Bot<'_>) -> Named<InRole> {
    let in_role = |(number, role): (usize, &&str)| {
        let (hands, points_per_hand) = of.fold.tally.role(bot, number);
        ((*role).to_owned(), InRole { hands, points_per_hand })
    };
    Named(of.fold.of.game.roles().iter().enumerate().map(in_role).collect())
}

/// Two bots that sat at one table: the blocks in which they did, and how often the first finished ahead.
pub(super) struct Two<'a> {
    pub(super) of: Of<'a>,
    pub(super) bot: usize,
    pub(super) opponent: usize,
    pub(super) blocks: u64,
    pub(super) ahead: Estimate,
    pub(super) difference: Difference,
}

/// `crosstable.csv`, and `differences` of `--json`.
pub(super) fn crosstable<'a>() -> Columns<'a, Two<'a>> {
    Columns::<Two<'a>>::of("crosstable.csv")
        .seen(words("bots"), |row| {
            format!("{} less {}", row.of.label(row.bot), row.of.label(row.opponent)).into()
        })
        .column("bot", |row| row.of.label(row.bot))
        .column("opponent", |row| row.of.label(row.opponent))
        .column("blocks", |row| row.blocks)
        .only_csv()
        .column("score_share", |row| row.ahead)
        .only_csv()
        .column("difference", |row| row.difference.estimate)
        .ends("difference_")
        .shown(Unit::ShareDifference.column("difference"))
        .key("win_share")
        .column("naive_se", |row| row.difference.naive_se)
        .column("variance_ratio", |row| row.difference.variance_ratio())
        .column("rho", |row| row.difference.rho)
        .shown(Unit::Signed.column("correlation"))
        .column("alone", |row| row.of.fold.tally.alone(row.bot, row.opponent))
        .ends("alone_")
        .shown(Unit::Share.column("won alone against two").optional())
        .key("alone_against_two")
        .column("p", |row| row.difference.p)
        .shown(Unit::Chance.column("p"))
        .and(run("crosstable.csv", |row| row.of))
}

/// Two bots and a third at their table.
pub(super) type Paid<'a> = (Of<'a>, Trio, TrioShares);

/// `who_pays.csv`, and `who_pays` of `--json`.
pub(super) fn who_pays<'a>() -> Columns<'a, Paid<'a>> {
    run("who_pays.csv", |row: &Paid<'a>| row.0)
        .column("third", |row| row.0.label(row.1.third))
        .shown(words("third"))
        .seen(words("of the others"), |(of, row, _)| {
            format!("{} ahead of {}", of.label(row.bot), of.label(row.opponent)).into()
        })
        .column("bot", |row| row.0.label(row.1.bot))
        .column("opponent", |row| row.0.label(row.1.opponent))
        .column("blocks", |row| row.0.fold.tally.blocks)
        .only_csv()
        .column("ahead_share", |row| row.2.share)
        .key("ahead_share")
        .shown(Unit::Share.column("with it").bares(2).goes(1))
        .column("change", |row| row.2.change)
        .ends("change_")
        .shown(Unit::ShareDifference.column("change").goes(3).optional())
        .key("change")
        .column("share_if_first", |row| row.2.first.map(|share| share.mean))
        .shown(Unit::Share.column("if it wins"))
        .only_csv()
        .column("share_if_last", |row| row.2.last.map(|share| share.mean))
        .shown(Unit::Share.column("if it is last"))
        .only_csv()
        .column("if_first", |row| row.2.first)
        .key("if_first")
        .only_json()
        .column("if_last", |row| row.2.last)
        .key("if_last")
        .only_json()
        .column("kingmaking", |row| row.2.kingmaking)
        .ends("kingmaking_")
        .shown(Unit::ShareDifference.column("difference"))
        .key("kingmaking")
}

/// The keys of `--json`.
pub(super) fn summary<'a>() -> Columns<'a, (Of<'a>, &'a RunStatus)> {
    Columns::<(Of<'a>, &'a RunStatus)>::of("tournament")
        .column("game", |row| row.0.fold.of.game.name())
        .column("variant", |row| row.0.fold.of.variant.as_str())
        .column("blocks", |row| row.0.fold.tally.blocks)
        .column("matches", |row| row.0.fold.tally.matches())
        .column("hands", |row| row.0.fold.tally.hands)
        .column("seconds", |row| row.1.seconds)
        .column("results_hash", |row| row.1.results_hash.as_str())
        .column("truncated", |row| row.0.fold.tally.truncated)
        .column("shared", |row| row.0.fold.tally.shared)
        .rows("bots", bots(&[]), |row| row.0.bots().collect())
        .rows("differences", crosstable(), |row| row.0.pairs().collect())
        .rows("ratings", ratings(), |row| row.0.bots().collect())
}

/// The rest of these keys.
pub(super) fn summary_end<'a>() -> Columns<'a, Of<'a>> {
    Columns::of("tournament").and(fits()).rows("who_pays", who_pays(), |of| of.paid().collect())
}

/// The keys of the summary.
pub(super) fn keys() -> Vec<Key> {
    [summary().keys(), summary_end().keys()].concat()
}

/// The figures of the tables.
pub(super) fn figures() -> Vec<(&'static str, Documented)> {
    vec![
        bots(&[("ROLE", String::new())]).documented(),
        crosstable().documented(),
        ratings().documented(),
        fits().documented(),
        who_pays().documented(),
    ]
}
