//! Hands of a run that are worth a look: the largest swing, the closest finish, and the same cards under two
//! rules.

use std::cmp::Reverse;

use threehand_engine::Seat;
use threehand_engine::record::Record;

use super::files::{Place, closest_finish, largest_swing};
use crate::contrast::divergence::furthest;
use crate::contrast::pairs::Pair;
use crate::contrast::rerun::Rerun;
use crate::play::players::programs;
use crate::report::folder::{Folder, Kind};
use crate::terminal::number::plural;

/// The number of matches that are searched where no table names the hand.
const MATCHES: usize = 120;
/// The number where a bot searches.
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

/// A figure by which hands are chosen.
type Figure<'f> = &'f dyn Fn(&Record) -> Option<i64>;

/// The exemplars of a run.
///
/// # Errors
/// If a file of the folder can't be read, or a hand of a table is not [played again](PlayedOtherwise).
pub(super) fn exemplars(rerun: &Rerun<'_>, folder: &Folder) -> anyhow::Result<Vec<Exemplar>> {
    // The programs of a run may not be on the machine of a report.
    let has_programs = programs(rerun.experiment.players()).next().is_some();
    if has_programs || rerun.experiment.matches().is_empty() {
        return Ok(Vec::new());
    }
    let (mut swing, mut closest) = (None, None);
    if folder.kind == Kind::Tournament {
        swing = largest_swing(folder.path(), rerun)?;
        closest = closest_finish(folder.path(), rerun)?;
    }
    let names_both = swing.is_some() && closest.is_some();
    let blocks = if names_both { Vec::new() } else { first_blocks(rerun) };
    let count = blocks.iter().map(|block| block.matches.len() as u64).sum();
    let searched = format!("of the first {}", plural(count, "match"));
    let mut exemplars = Vec::new();
    if folder.kind == Kind::Compare {
        exemplars.extend(divergence(rerun, &blocks, count));
    }
    let of = if swing.is_some() { "of all hands of the run" } else { &searched };
    let swing =
        swing.or_else(|| places(&blocks, &points_apart).min_by_key(|place| Reverse(place.figure)));
    if let Some(place) = swing {
        let apart = place.figure;
        let why = format!("The best and the worst result are {apart} points apart: the most {of}.");
        let record = hand(rerun, &blocks, place, &points_apart)?;
        exemplars.push(Exemplar::of(rerun, "The largest swing", why, (place.number, record)));
    }
    let margin = |record: &Record| margin(rerun, record);
    let of = if closest.is_some() { "of all matches" } else { &searched };
    let closest = closest.or_else(|| places(&blocks, &margin).min_by_key(|place| place.figure));
    if let Some(place) = closest {
        let ahead = plural(place.figure.unsigned_abs(), "point");
        let why = format!(
            "The last hand of the match with the closest finish {of}. The winner is {ahead} ahead."
        );
        let record = hand(rerun, &blocks, place, &margin)?;
        exemplars.push(Exemplar::of(rerun, "The closest finish", why, (place.number, record)));
    }
    Ok(exemplars)
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
        let place = match rerun.experiment.matches()[number].as_str() {
            "" => format!("Match {match_number}, line-up {lineup}, hand {hand}."),
            rules => format!("Under {rules}: match {match_number}, hand {hand}."),
        };
        Self { title: title.into(), why: format!("{why} {place}"), record }
    }
}

/// The first blocks of a run, played again.
fn first_blocks(rerun: &Rerun<'_>) -> Vec<Block> {
    let per_block = rerun.experiment.matches().len();
    let mut left = if rerun.searches { SEARCHED } else { MATCHES };
    let mut blocks = Vec::new();
    for number in rerun.blocks() {
        let matches = left.min(per_block);
        if matches == 0 {
            break;
        }
        left -= matches;
        let replay = |place| rerun.experiment.replay(number, place);
        blocks.push(Block { number, matches: (0..matches).map(replay).collect() });
    }
    blocks
}

/// The hands that have a figure.
fn places<'b>(blocks: &'b [Block], figure: Figure<'b>) -> impl Iterator<Item = Place> {
    let of_match = move |block: u64, number: usize, records: &'b [Record]| {
        let place = move |record: &Record| {
            Some(Place { block, number, hand: record.hand, figure: figure(record)? })
        };
        records.iter().filter_map(place)
    };
    blocks.iter().flat_map(move |block| {
        let matches = block.matches.iter().enumerate();
        matches.flat_map(move |(number, records)| of_match(block.number, number, records))
    })
}

/// The record of a place, which is played again if it is not in these blocks.
fn hand(
    rerun: &Rerun<'_>,
    blocks: &[Block],
    place: Place,
    figure: Figure<'_>,
) -> Result<Record, PlayedOtherwise> {
    let Place { block, number, hand, .. } = place;
    let there = blocks.iter().find(|there| there.number == block);
    let record = match there.and_then(|there| there.matches.get(number)) {
        Some(records) => records.get(hand).cloned(),
        None => rerun.experiment.replay(block, number).into_iter().nth(hand),
    };
    let record = record.filter(|record| figure(record) == Some(place.figure));
    record.ok_or(PlayedOtherwise { match_number: block, lineup: number, hand })
}

/// The two hands of the first two variants that diverge most.
fn divergence(rerun: &Rerun<'_>, blocks: &[Block], count: u64) -> Vec<Exemplar> {
    let names = rerun.experiment.matches();
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
        "Under {one} and {other} the bots get the same cards, and they part at action {}. The scores before this \
         hand {before}. In the first {} the results of no other such hand are further apart. The command \
         `threehand contrast` names more such hands, and how to play them on otherwise.",
        most.action,
        plural(count, "match")
    );
    let exemplar = |(number, record)| {
        let title = format!("The same cards under {}", names[number]);
        Exemplar::of(rerun, title, why.clone(), (number, record))
    };
    most.records.into_iter().enumerate().map(exemplar).collect()
}

/// The distance between the best and the worst result of a hand.
fn points_apart(record: &Record) -> Option<i64> {
    let points = record.points.0.map(i64::from);
    Some(points.iter().max()? - points.iter().min()?).filter(|_| record.forfeit.is_none())
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
