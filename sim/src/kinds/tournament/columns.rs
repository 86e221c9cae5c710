//! The figures of a tournament: the columns of its tables, and the keys of its summary for programs.

use super::outcome::TournamentOutcome;
use super::ratings::{fits, ratings};
use crate::experiment::status::RunStatus;
use crate::stats::{Difference, Estimate, Trio, TrioShares};
use crate::tables::column::{Columns, Documented};
use crate::tables::shape::{Key, Named, Schema, Shaped, object};
use crate::terminal::grid::words;
use crate::terminal::unit::Unit;

pub(super) type Of<'a> = &'a TournamentOutcome<'a>;

/// What more of a bot's figure means.
pub(super) const BETTER: &str = "higher is better";

/// The name of the rules, for the CSV alone.
pub(super) fn run<'a, R: 'a>(of: fn(&R) -> Of<'a>) -> Columns<'a, R> {
    let columns = Columns::new().game(move |row| of(row).fold.of.game.name()).only_csv();
    columns.variant(move |row| of(row).fold.of.variant.as_str()).only_csv()
}

/// A bot of a tournament.
pub(super) type Bot<'a> = (Of<'a>, usize);

/// A role: its name in files, and its heading for a reader.
pub(super) type Role = (&'static str, String);

/// `summary.csv`, and `bots` of `--json`.
pub(super) fn bots<'a>(roles: &[Role]) -> Columns<'a, Bot<'a>> {
    let mut columns = run(|row: &Bot<'a>| row.0)
        .bot(|row| row.0.label(row.1))
        .shown(words("bot"))
        .blocks(|row| row.0.fold.tally.blocks)
        .only_csv()
        .column("matches", "matches", "matches in which the bot sat", |&(of, bot)| {
            of.fold.tally.matches_of(bot)
        })
        .column("win_share", "share", "matches won, a shared one in parts", |&(of, bot)| {
            of.fold.tally.win_share(bot)
        })
        .shown(Unit::Share.column("win share"))
        .measure(BETTER)
        .note("the [win share](statistics.md#shares-and-means)")
        .column("mean_score", "points", "final score of a match", |&(of, bot)| {
            of.fold.tally.mean_score(bot)
        })
        .shown(Unit::Signed.column("score").goes(1))
        .measure(BETTER)
        .column("points_per_hand", "points", "points a hand", |&(of, bot)| {
            of.fold.tally.points_per_hand(bot).map(|points| points.mean)
        })
        .shown_as(Unit::Signed.column("a hand").goes(1), |&(of, bot)| {
            Unit::Signed.cell(of.fold.tally.points_per_hand(bot))
        })
        .measure(BETTER)
        .column("forfeits", "matches", "matches that the bot forfeited", |&(of, bot)| {
            of.fold.tally.forfeits(bot)
        });
    for (number, (role, heading)) in roles.iter().enumerate() {
        let points = move |&(of, bot): &Bot<'a>| of.fold.tally.role(bot, number).1;
        columns = columns
            .column(format!("hands_{role}"), "hands", "hands in that role", move |row| {
                row.0.fold.tally.role(row.1, number).0
            })
            .only_csv()
            .column(format!("points_{role}"), "points", "points a hand in that role", move |row| {
                points(row).map(|points| points.mean)
            })
            .shown_as(Unit::Signed.column(heading).goes(2), move |row| {
                Unit::Signed.cell(points(row))
            })
            .measure(BETTER)
            .only_csv()
            .column(format!("se_{role}"), "points", "standard error of those points", move |row| {
                points(row).and_then(|points| points.se)
            })
            .only_csv();
    }
    columns.column("roles", "", "hands and points a hand by role", by_role).only_json()
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
    Columns::<Two<'a>>::new()
        .seen(words("bots"), |row| {
            format!("{} less {}", row.of.label(row.bot), row.of.label(row.opponent)).into()
        })
        .bot(|row| row.of.label(row.bot))
        .column("opponent", "", "its opponent", |row| row.of.label(row.opponent))
        .blocks(|row| row.blocks)
        .only_csv()
        .column("score_share", "share", "finished ahead of the opponent", |row| row.ahead)
        .measure(BETTER)
        .note(
            "of the matches in which both sat: how often a seat of `bot` finished ahead \
             of a seat of `opponent`, with a tie as a half; the mean over the block, then \
             over blocks",
        )
        .only_csv()
        .column("difference", "share", "win share less the opponent's", |row| {
            row.difference.estimate
        })
        .ends("difference_")
        .shown(Unit::ShareDifference.column("difference"))
        .key("win_share")
        .measure(BETTER)
        .note("the [interval](statistics.md#intervals) stays within the possible values")
        .column("naive_se", "share", "standard error of as many separate matches", |row| {
            row.difference.naive_se
        })
        .column(
            "variance_ratio",
            "",
            "how many times as many separate matches are as precise",
            |row| row.difference.variance_ratio(),
        )
        .note(
            "see [what the same cards were \
             worth](statistics.md#what-the-same-cards-were-worth)",
        )
        .column("rho", "", "mean correlation of two line-ups' parts of the difference", |row| {
            row.difference.rho
        })
        .shown(Unit::Signed.column("ρ"))
        .column("alone", "share", "won alone against two of the opponent", |row| {
            row.of.fold.tally.alone(row.bot, row.opponent)
        })
        .ends("alone_")
        .shown(Unit::Share.column("won alone against two").optional())
        .key("alone_against_two")
        .measure(BETTER)
        .note("empty if they never sat so")
        .column("p", "", "probability of such a `difference` if there were none", |row| {
            row.difference.p
        })
        .shown(Unit::Chance.column("p"))
        .note(
            "of one at least as large, in either direction; not corrected for other \
             tests; below 0.05 if and only if the [interval](statistics.md#intervals) \
             leaves out 0, and empty without an interval",
        )
        .and(run(|row| row.of))
}

/// Two bots and a third at their table.
pub(super) type Paid<'a> = (Of<'a>, Trio, TrioShares);

/// `who_pays.csv`, and `who_pays` of `--json`.
pub(super) fn who_pays<'a>() -> Columns<'a, Paid<'a>> {
    run(|row: &Paid<'a>| row.0)
        .column("third", "", "the third bot", |row| row.0.label(row.1.third))
        .shown(words("third"))
        .note("in `pairs` a second seat of one of the two")
        .seen(words("of the others"), |(of, row, _)| {
            format!("{} ahead of {}", of.label(row.bot), of.label(row.opponent)).into()
        })
        .column("bot", "", "one of the two others", |row| row.0.label(row.1.bot))
        .column("opponent", "", "the other one", |row| row.0.label(row.1.opponent))
        .blocks(|row| row.0.fold.tally.blocks)
        .only_csv()
        .column("ahead_share", "share", "how often `bot` finished ahead of `opponent`", |row| {
            row.2.share
        })
        .key("ahead_share")
        .shown(Unit::Share.column("with it").bares(2).goes(1))
        .note("of the matches with the third, with a tie as a half")
        .column("change", "share", "what a third bot changes between two", |row| row.2.change)
        .ends("change_")
        .shown(Unit::ShareDifference.column("change").goes(3).optional())
        .key("change")
        .measure("neither")
        .note(
            "`ahead_share` minus the same share on the same cards with other bots in the \
             third's chair; empty if no other bot sat there",
        )
        .column(
            "share_if_first",
            "share",
            "`ahead_share` where the third was ahead of both",
            |row| row.2.first.map(|share| share.mean),
        )
        .shown(Unit::Share.column("if it wins"))
        .only_csv()
        .column("share_if_last", "share", "`ahead_share` where the third was behind both", |row| {
            row.2.last.map(|share| share.mean)
        })
        .shown(Unit::Share.column("if it is last"))
        .only_csv()
        .column("if_first", "share", "`ahead_share` where the third was ahead of both", |row| {
            row.2.first
        })
        .key("if_first")
        .only_json()
        .column("if_last", "share", "`ahead_share` where the third was behind both", |row| {
            row.2.last
        })
        .key("if_last")
        .only_json()
        .column("kingmaking", "share", "what a beaten bot decides between two", |row| {
            row.2.kingmaking
        })
        .ends("kingmaking_")
        .shown(Unit::ShareDifference.column("difference"))
        .key("kingmaking")
        .measure("neither")
        .note(
            "`share_if_first` minus `share_if_last`; empty if either rests on fewer than \
             30 [effective blocks](statistics.md#effective-number-of-blocks)",
        )
}

/// The keys of `--json`.
pub(super) fn summary<'a>() -> Columns<'a, (Of<'a>, &'a RunStatus)> {
    Columns::<(Of<'a>, &'a RunStatus)>::new()
        .game(|row| row.0.fold.of.game.name())
        .variant(|row| row.0.fold.of.variant.as_str())
        .blocks(|row| row.0.fold.tally.blocks)
        .column("matches", "matches", "matches played", |row| row.0.fold.tally.matches())
        .column("hands", "hands", "finished hands", |row| row.0.fold.tally.hands)
        .column("seconds", "seconds", "the time that this process took", |row| row.1.seconds)
        .column("results_hash", "", "the hash of all results", |row| row.1.results_hash.as_str())
        .column("truncated", "matches", "matches that `--max-hands` ended", |row| {
            row.0.fold.tally.truncated
        })
        .column("shared", "matches", "matches with more than one winner", |row| {
            row.0.fold.tally.shared
        })
        .rows("bots", "each bot", bots(&[]), |row| row.0.bots().collect())
        .rows("differences", "each two bots", crosstable(), |row| row.0.pairs().collect())
        .rows("ratings", "the rating of each bot", ratings(), |row| row.0.bots().collect())
}

/// The rest of these keys.
pub(super) fn summary_end<'a>() -> Columns<'a, Of<'a>> {
    fits().rows("who_pays", "who pays where three bots meet", who_pays(), |of| of.paid().collect())
}

/// The keys of the summary.
pub(super) fn keys() -> Vec<Key> {
    [summary().keys(), summary_end().keys()].concat()
}

/// The figures of the tables.
pub(super) fn figures() -> Vec<(&'static str, Documented)> {
    vec![
        ("summary.csv", bots(&[("ROLE", String::new())]).documented()),
        ("crosstable.csv", crosstable().documented()),
        ("ratings.csv", ratings().documented()),
        ("fit.csv", fits().documented()),
        ("who_pays.csv", who_pays().documented()),
    ]
}
