//! Hands of a run that are worth a look: the largest swing, the closest finish, and the same cards under two rules.

use std::cmp::Reverse;

use threehand_engine::Seat;
use threehand_engine::record::Record;

use crate::play::players::programs;
use crate::report::contrast::divergence::Divergence;
use crate::report::contrast::pairs::Pair;
use crate::report::contrast::rerun::Rerun;
use crate::report::contrast::search::Search;
use crate::report::folder::Folder;
use crate::report::rows::{SeatRow, SeatRows};
use crate::terminal::number::plural;

/// The blocks that are searched where no bot searches.
const BLOCKS: u64 = 60;

/// A hand of a table has another outcome when it is played again.
#[derive(Debug, thiserror::Error)]
#[error(
    "match {match_number}, line-up {lineup}, hand {hand} is not played again as the tables of the run have it"
)]
pub(super) struct PlayedOtherwise {
    match_number: u64,
    lineup: usize,
    hand: usize,
}

/// A hand with the reason to show it.
pub(super) struct Exemplar {
    pub(super) title: String,
    /// The reason, in a sentence or two.
    pub(super) why: String,
    pub(super) record: Record,
}

/// A figure of the hands of a tournament. The hand with the highest is shown.
struct Criterion {
    title: &'static str,
    /// The table that has the figure of every match, or of every hand.
    table: &'static str,
    /// The hand of a match with the highest figure, from the match's rows in the table.
    in_rows: fn(&[SeatRow]) -> Option<(usize, i64)>,
    of_record: fn(&Rerun<'_>, &Record) -> Option<i64>,
    /// The reason to show the hand with this figure.
    why: fn(i64) -> String,
}

const CRITERIA: [Criterion; 2] = [
    Criterion {
        title: "The largest swing",
        table: "hands.csv",
        in_rows: largest_swing,
        of_record: |_, record| {
            swing(record.points.0.map(i64::from)).filter(|_| record.forfeit.is_none())
        },
        why: |swing| {
            format!(
                "The best and the worst result are {swing} points apart: the most of all hands of the run."
            )
        },
    },
    Criterion {
        title: "The closest finish",
        table: "matches.csv",
        in_rows: finish,
        of_record: |rerun, record| Some(-margin(rerun, record)?),
        why: |margin| {
            let ahead = plural(margin.unsigned_abs(), "point");
            format!(
                "The last hand of the match with the closest finish of all matches. The winner is {ahead} ahead."
            )
        },
    },
];

/// The exemplars of a run.
///
/// # Errors
/// If a file of the folder can't be read, or a hand of a table is not [played again](PlayedOtherwise).
pub(super) fn exemplars(rerun: &Rerun<'_>, folder: &Folder) -> anyhow::Result<Vec<Exemplar>> {
    // The programs of a run may not be on the machine of a report.
    if programs(&rerun.experiment.players).next().is_some() {
        return Ok(Vec::new());
    }
    if folder.written.run() != "tournament" {
        return same_cards(rerun);
    }
    CRITERIA.iter().filter_map(|criterion| criterion.exemplar(rerun, folder).transpose()).collect()
}

impl Criterion {
    /// The hand that the run's table names, the first of equals, played again; `None` where there is no such table.
    fn exemplar(&self, rerun: &Rerun<'_>, folder: &Folder) -> anyhow::Result<Option<Exemplar>> {
        let Some(mut rows) = SeatRows::open(folder.path(), self.table)? else { return Ok(None) };
        let mut best: Option<(i64, _, usize)> = None;
        while let Some(rows) = rows.next_match()? {
            let place = rows[0].place();
            if let Some((hand, figure)) = (self.in_rows)(&rows)
                && !rerun.is_ruled(place.0)
                && best.is_none_or(|(most, ..)| figure > most)
            {
                best = Some((figure, place, hand));
            }
        }
        let Some((figure, (match_number, lineup), hand)) = best else { return Ok(None) };
        let records = rerun.experiment.play.matches()[lineup].records(rerun.seeds, match_number);
        let record = records.into_iter().nth(hand);
        let record = record.filter(|record| (self.of_record)(rerun, record) == Some(figure));
        let record = record.ok_or(PlayedOtherwise { match_number, lineup, hand })?;
        let place = format!("Match {match_number}, line-up {lineup}, hand {hand}.");
        let why = format!("{} {place}", (self.why)(figure));
        Ok(Some(Exemplar { title: self.title.to_owned(), why, record }))
    }
}

/// The two hands of the first two variants, or of the first two bots that change places, that diverge most.
fn same_cards(rerun: &Rerun<'_>) -> anyhow::Result<Vec<Exemplar>> {
    let search = Search::of(rerun);
    let Some(mut pair) = search.pairs(None).into_iter().next() else { return Ok(Vec::new()) };
    pair.matches.truncate(1);
    let blocks = rerun.first_blocks(if rerun.searches { 1 } else { BLOCKS });
    let count = 2 * blocks.len() as u64;
    let found = search.find(vec![pair], &blocks, 1, false)?;
    let [(Pair { names: [one, other], .. }, hands)] = &found[..] else { return Ok(Vec::new()) };
    let Some(Divergence { records, action, starts_level, .. }) = hands.first() else {
        return Ok(Vec::new());
    };
    let under = if search.is_by_rules() { "under" } else { "with" };
    let why = format!(
        "The same cards {under} {one} and {other}, played differently from action {action} on: the results of no other \
         such hand in the first {} are further apart. The scores before this hand {}. `threehand contrast` names more \
         such hands, with commands to continue them.",
        plural(count, "match"),
        if *starts_level { "are the same" } else { "differ" },
    );
    let exemplar = |(name, record): (&String, &Record)| {
        let Record { match_number, lineup, hand, .. } = record;
        let (title, place) = match search.is_by_rules() {
            true => (
                format!("The same cards under {name}"),
                format!("Under {name}: match {match_number}, hand {hand}."),
            ),
            false => (
                format!("The same cards, decided by {name}"),
                format!("Match {match_number}, line-up {lineup}, hand {hand}."),
            ),
        };
        Exemplar { title, why: format!("{why} {place}"), record: record.clone() }
    };
    Ok([one, other].into_iter().zip(records).map(exemplar).collect())
}

/// The distance between the best and the worst result.
fn swing(points: impl IntoIterator<Item = i64> + Clone) -> Option<i64> {
    Some(points.clone().into_iter().max()? - points.into_iter().min()?)
}

/// The hand with the largest swing of a match's rows in `hands.csv`.
fn largest_swing(rows: &[SeatRow]) -> Option<(usize, i64)> {
    let swings = rows.chunks(3).filter_map(|seats| {
        let points: Vec<i64> = seats.iter().filter_map(|row| row.points).collect();
        Some((seats[0].hand?, swing(points)?))
    });
    swings.min_by_key(|(_, swing)| Reverse(*swing))
}

/// The last hand of a match that one seat won, and the negative margin, from the match's rows in `matches.csv`.
fn finish(rows: &[SeatRow]) -> Option<(usize, i64)> {
    let cut_short = rows.iter().any(|row| row.truncated || row.forfeit);
    let (won, lost): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.won == Some(1.0));
    let [winner] = won[..] else { return None };
    let next = lost.iter().filter_map(|row| row.score).max()?;
    let last = winner.hands.filter(|_| !cut_short)?.checked_sub(1)?;
    Some((last, next - winner.score?))
}

/// The margin of the winner of the match that ends with this hand.
fn margin(rerun: &Rerun<'_>, record: &Record) -> Option<i64> {
    let hand = rerun.game.replay(record).ok().filter(|_| record.forfeit.is_none())?;
    let end = hand.end().filter(|end| end.over)?;
    let mut seats = Seat::ALL;
    seats.sort_by_key(|&seat| Reverse(end.standing.placing[seat]));
    let [winner, second, _] = seats;
    let is_won = end.standing.placing[winner] != end.standing.placing[second];
    is_won.then(|| i64::from(end.scores[winner]) - i64::from(end.scores[second]))
}
