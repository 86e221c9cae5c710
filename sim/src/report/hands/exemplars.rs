//! Hands of a run that are worth a look: the largest swing, the closest finish, and the same cards under two rules.

use std::cmp::Reverse;

use threehand_engine::Seat;
use threehand_engine::record::Record;

use crate::play::players::programs;
use crate::report::contrast::divergence::furthest;
use crate::report::contrast::pairs::Pair;
use crate::report::contrast::rerun::Rerun;
use crate::report::folder::Folder;
use crate::report::rows::{SeatRow, SeatRows};
use crate::terminal::number::plural;

/// The matches that are played again where no table names a hand, and where a bot searches.
const MATCHES: usize = 120;
const SEARCHED: usize = 2;

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

/// A block whose matches were played again, the last perhaps not all of them.
struct Block {
    number: u64,
    matches: Vec<Vec<Record>>,
}

/// A hand with the figure by which it was chosen, and the number of its match in the block.
type Chosen = (i64, usize, Record);

/// A figure of hands. The hand with the highest is shown.
struct Criterion {
    title: &'static str,
    /// The table that has the figure of every match, or of every hand.
    table: &'static str,
    /// The hand of a match with the highest figure, from the match's rows in the table.
    in_rows: fn(&[SeatRow]) -> Option<(usize, i64)>,
    of_record: fn(&Rerun<'_>, &Record) -> Option<i64>,
    /// The reason to show the hand with this figure of all of these.
    why: fn(i64, &str) -> String,
    /// All matches or hands, in words.
    all: &'static str,
}

const CRITERIA: [Criterion; 2] = [
    Criterion {
        title: "The largest swing",
        table: "hands.csv",
        in_rows: largest_swing,
        of_record: |_, record| {
            swing(record.points.0.map(i64::from)).filter(|_| record.forfeit.is_none())
        },
        why: |swing, of| {
            format!("The best and the worst result are {swing} points apart: the most {of}.")
        },
        all: "of all hands of the run",
    },
    Criterion {
        title: "The closest finish",
        table: "matches.csv",
        in_rows: finish,
        of_record: |rerun, record| Some(-margin(rerun, record)?),
        why: |margin, of| {
            let ahead = plural(margin.unsigned_abs(), "point");
            format!(
                "The last hand of the match with the closest finish {of}. The winner is {ahead} ahead."
            )
        },
        all: "of all matches",
    },
];

/// The exemplars of a run.
///
/// # Errors
/// If a file of the folder can't be read, or a hand of a table is not [played again](PlayedOtherwise).
pub(super) fn exemplars(rerun: &Rerun<'_>, folder: &Folder) -> anyhow::Result<Vec<Exemplar>> {
    // The programs of a run may not be on the machine of a report.
    let has_programs = programs(&rerun.experiment.players).next().is_some();
    if has_programs || rerun.experiment.matches.is_empty() {
        return Ok(Vec::new());
    }
    let is_tournament = folder.written.run() == "tournament";
    let in_table = |criterion: &Criterion| match is_tournament {
        true => criterion.in_table(rerun, folder),
        false => Ok(None),
    };
    let in_tables = CRITERIA.iter().map(in_table).collect::<anyhow::Result<Vec<_>>>()?;
    let is_complete = in_tables.iter().all(Option::is_some);
    let blocks = if is_complete { Vec::new() } else { first_blocks(rerun) };
    let count = blocks.iter().map(|block| block.matches.len() as u64).sum();
    let searched = format!("of the first {}", plural(count, "match"));
    let mut exemplars = Vec::new();
    if folder.written.run() == "compare" {
        exemplars.extend(divergence(rerun, &blocks, count));
    }
    for (in_table, criterion) in in_tables.into_iter().zip(&CRITERIA) {
        let of = if in_table.is_some() { criterion.all } else { &searched };
        let chosen = in_table.or_else(|| criterion.in_blocks(rerun, &blocks));
        if let Some((figure, number, record)) = chosen {
            let why = (criterion.why)(figure, of);
            exemplars.push(Exemplar::of(rerun, criterion.title, why, (number, record)));
        }
    }
    Ok(exemplars)
}

impl Criterion {
    /// The hand that the run's table names, the first of equals, played again; `None` where there is no such table.
    fn in_table(&self, rerun: &Rerun<'_>, folder: &Folder) -> anyhow::Result<Option<Chosen>> {
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
        let record = rerun.experiment.play.replay(match_number, lineup).into_iter().nth(hand);
        let record = record.filter(|record| (self.of_record)(rerun, record) == Some(figure));
        let record = record.ok_or(PlayedOtherwise { match_number, lineup, hand })?;
        Ok(Some((figure, lineup, record)))
    }

    /// The hand of these blocks, the first of equals.
    fn in_blocks(&self, rerun: &Rerun<'_>, blocks: &[Block]) -> Option<Chosen> {
        let matches = blocks.iter().flat_map(|block| block.matches.iter().enumerate());
        let records =
            matches.flat_map(|(number, records)| records.iter().map(move |it| (number, it)));
        let figures = records.filter_map(|(number, record)| {
            Some(((self.of_record)(rerun, record)?, number, record))
        });
        let (figure, number, record) = figures.min_by_key(|(figure, ..)| Reverse(*figure))?;
        Some((figure, number, record.clone()))
    }
}

impl Exemplar {
    /// A hand of the match of this number in its block.
    fn of(
        rerun: &Rerun<'_>,
        title: impl Into<String>,
        why: String,
        (number, record): (usize, Record),
    ) -> Self {
        let Record { match_number, lineup, hand, .. } = record;
        let place = match rerun.experiment.matches[number].as_str() {
            "" => format!("Match {match_number}, line-up {lineup}, hand {hand}."),
            rules => format!("Under {rules}: match {match_number}, hand {hand}."),
        };
        Self { title: title.into(), why: format!("{why} {place}"), record }
    }
}

/// The first blocks of a run, played again.
fn first_blocks(rerun: &Rerun<'_>) -> Vec<Block> {
    let per_block = rerun.experiment.matches.len();
    let mut left = if rerun.searches { SEARCHED } else { MATCHES };
    let mut blocks = Vec::new();
    for number in rerun.blocks() {
        let matches = left.min(per_block);
        if matches == 0 {
            break;
        }
        left -= matches;
        let replay = |place| rerun.experiment.play.replay(number, place);
        blocks.push(Block { number, matches: (0..matches).map(replay).collect() });
    }
    blocks
}

/// The two hands of the first two variants that diverge most.
fn divergence(rerun: &Rerun<'_>, blocks: &[Block], count: u64) -> Vec<Exemplar> {
    let names = &rerun.experiment.matches;
    let [one, other, ..] = &names[..] else { return Vec::new() };
    let pair = Pair { names: [one, other].map(Clone::clone), matches: vec![[0, 1]] };
    let both = blocks.iter().filter(|block| block.matches.len() > 1);
    let divergences =
        both.filter_map(|block| furthest(rerun.game, &pair, block.number, &block.matches));
    let Some(most) = divergences.min_by_key(|divergence| Reverse(divergence.rank())) else {
        return Vec::new();
    };
    let before = if most.starts_level { "are the same" } else { "differ" };
    let why = format!(
        "The same cards under {one} and {other}, played differently from action {} on: the results of no other such \
         hand in the first {} are further apart. The scores before this hand {before}. `threehand contrast` names more \
         such hands, with commands to continue them.",
        most.action,
        plural(count, "match")
    );
    let exemplar = |(number, record)| {
        let title = format!("The same cards under {}", names[number]);
        Exemplar::of(rerun, title, why.clone(), (number, record))
    };
    most.records.into_iter().enumerate().map(exemplar).collect()
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
