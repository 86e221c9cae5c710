//! The hands that the tables of a tournament's folder name.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Context as _;
use csv::StringRecord;

use crate::contrast::rerun::Rerun;

/// A hand of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The block.
    pub(super) block: u64,
    /// The match, counted in the block.
    pub(super) number: usize,
    /// The hand, counted in the match.
    pub(super) hand: usize,
    /// The figure by which it was chosen.
    pub(super) figure: i64,
}

/// The hand of `hands.csv` with the largest distance between its best and its worst result, the first of equals;
/// `None` where there is no such file, or no hand in it.
pub(super) fn largest_swing(dir: &Path, rerun: &Rerun<'_>) -> anyhow::Result<Option<Place>> {
    let names = ["hands.csv", "hands.csv.zst"];
    let mut best: Option<Place> = None;
    by_seats(dir, &names, &["match", "lineup", "hand", "points"], |rows| {
        let number = |seat: usize, column: usize| rows[seat][column].parse::<i64>().ok();
        let points = [number(0, 3)?, number(1, 3)?, number(2, 3)?];
        let figure = points.iter().max()? - points.iter().min()?;
        let block = rows[0][0].parse().ok()?;
        if !rerun.is_ruled(block) && best.is_none_or(|best| figure > best.figure) {
            let (number, hand) = (rows[0][1].parse().ok()?, rows[0][2].parse().ok()?);
            best = Some(Place { block, number, hand, figure });
        }
        Some(())
    })?;
    Ok(best)
}

/// The last hand of the match of `matches.csv` that one seat won by least, the first of equals; `None` where there
/// is none.
pub(super) fn closest_finish(dir: &Path, rerun: &Rerun<'_>) -> anyhow::Result<Option<Place>> {
    let columns = ["match", "lineup", "score", "won", "hands", "truncated", "forfeit"];
    let mut best: Option<Place> = None;
    by_seats(dir, &["matches.csv"], &columns, |rows| {
        let cut_short = rows.iter().any(|row| row[5] == "true" || row[6] == "true");
        let winners = rows.iter().filter(|row| row[3] == "1");
        if cut_short || winners.count() != 1 {
            return Some(());
        }
        let score = |row: &Vec<String>| row[2].parse::<i64>().ok();
        let won = rows.iter().find(|row| row[3] == "1").and_then(score)?;
        let next = rows.iter().filter(|row| row[3] != "1").filter_map(score).max()?;
        let (block, hands) = (rows[0][0].parse().ok()?, rows[0][4].parse::<usize>().ok()?);
        let figure = won - next;
        if !rerun.is_ruled(block) && hands > 0 && best.is_none_or(|best| figure < best.figure) {
            let number = rows[0][1].parse().ok()?;
            best = Some(Place { block, number, hand: hands - 1, figure });
        }
        Some(())
    })?;
    Ok(best)
}

/// Calls `take` with these columns of each three rows of a table, one a seat. Skips a table that lacks a column,
/// and rows that are not numbers.
fn by_seats(
    dir: &Path,
    names: &[&str],
    columns: &[&str],
    mut take: impl FnMut(&[Vec<String>; 3]) -> Option<()>,
) -> anyhow::Result<()> {
    let Some(path) = names.iter().map(|name| dir.join(name)).find(|path| path.exists()) else {
        return Ok(());
    };
    let said = || path.display().to_string();
    let file = File::open(&path).with_context(said)?;
    let plain: Box<dyn Read> = match path.extension().is_some_and(|end| end == "zst") {
        true => Box::new(zstd::Decoder::new(file).with_context(said)?),
        false => Box::new(file),
    };
    let mut reader = csv::Reader::from_reader(plain);
    let header = reader.headers().with_context(said)?;
    let place = |column: &&str| header.iter().position(|name| name == *column);
    let Some(places) = columns.iter().map(place).collect::<Option<Vec<usize>>>() else {
        return Ok(());
    };
    let mut row = StringRecord::new();
    let mut rows: [Vec<String>; 3] = Default::default();
    let mut seat = 0;
    while reader.read_record(&mut row).with_context(said)? {
        rows[seat].clear();
        rows[seat].extend(places.iter().map(|&place| row[place].to_owned()));
        seat = (seat + 1) % 3;
        if seat == 0 {
            let _ = take(&rows);
        }
    }
    Ok(())
}
