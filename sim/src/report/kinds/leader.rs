//! How often who leads in the course of a match wins it, from the rows of hands and of matches.

use std::fs::File;
use std::io::{BufReader, Read};
use std::iter::Peekable;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Deserialize;

use crate::bounded_read::plain_file;
use crate::report::charts::Point;
use crate::stats::RatioSums;

/// Later hands are not looked at.
const LONGEST: usize = 60;
/// So many blocks make a point at least.
const FEWEST: u64 = 30;
/// A match is won in sixths.
const SIXTHS: f64 = 6.0;

/// What is looked at in a row of a seat, of hands or of matches.
#[derive(Deserialize)]
struct SeatRow {
    #[serde(rename = "match")]
    number: u64,
    lineup: u64,
    won: Option<f64>,
    score_after: Option<f64>,
    game_points_after: Option<f64>,
}

impl SeatRow {
    /// The match and the line-up.
    const fn of(&self) -> [u64; 2] {
        [self.number, self.lineup]
    }
}

/// A file of rows, read row by row.
struct Rows {
    rows: Peekable<csv::DeserializeRecordsIntoIter<Box<dyn Read>, SeatRow>>,
    path: String,
}

impl Rows {
    /// The rows of a file, or of the same as zstd; `None` if there is neither.
    fn open(dir: &Path, name: &str) -> anyhow::Result<Option<Self>> {
        let plain = dir.join(name);
        let packed = dir.join(format!("{name}.zst"));
        let (path, is_packed) = match (plain.exists(), packed.exists()) {
            (true, _) => (plain, false),
            (false, true) => (packed, true),
            (false, false) => return Ok(None),
        };
        let said = path.display().to_string();
        let file: File = plain_file(&path).with_context(|| said.clone())?;
        let bytes: Box<dyn Read> = match is_packed {
            true => Box::new(zstd::Decoder::new(file).with_context(|| said.clone())?),
            false => Box::new(BufReader::new(file)),
        };
        Ok(Some(Self::of(bytes, said)))
    }

    /// The rows that a reader has, called so in messages.
    fn of(bytes: Box<dyn Read>, path: String) -> Self {
        Self { rows: csv::Reader::from_reader(bytes).into_deserialize().peekable(), path }
    }

    /// The rows of the next match and line-up, with these two; `None` at the end.
    fn group(&mut self) -> anyhow::Result<Option<([u64; 2], Vec<SeatRow>)>> {
        let mut group: Vec<SeatRow> = Vec::new();
        while let Some(row) = self.rows.next_if(|row| match (row, group.first()) {
            (Ok(row), Some(first)) => row.of() == first.of(),
            _ => true,
        }) {
            group.push(row.with_context(|| self.path.clone())?);
        }
        Ok(group.first().map(SeatRow::of).map(|of| (of, group)))
    }
}

/// After each number of hands: how often who then led alone won the match that went on. Nothing where the folder has no
/// hands.
///
/// # Errors
/// If a file can't be read, or is no table of hands or matches.
pub(super) fn chances(dir: &Path) -> anyhow::Result<Vec<Point>> {
    match (Rows::open(dir, "hands.csv")?, Rows::open(dir, "matches.csv")?) {
        (Some(hands), Some(matches)) => counted(hands, matches),
        _ => Ok(Vec::new()),
    }
}

/// The same from the rows of hands and of matches.
fn counted(mut hands: Rows, mut matches: Rows) -> anyhow::Result<Vec<Point>> {
    let mut sums = vec![RatioSums::default(); LONGEST];
    let mut blocks = vec![0_u64; LONGEST];
    let mut block: (Option<u64>, Vec<[i64; 2]>) = (None, vec![[0; 2]; LONGEST]);
    let mut add = |block: &mut Vec<[i64; 2]>| {
        for (k, [won, all]) in block.iter_mut().enumerate() {
            sums[k].add(std::mem::take(won), *all);
            blocks[k] += u64::from(std::mem::take(all) > 0);
        }
    };
    while let Some((of, rows)) = hands.group()? {
        if block.0.is_some_and(|number| number != of[0]) {
            add(&mut block.1);
        }
        block.0 = Some(of[0]);
        let won = loop {
            let Some((which, rows)) = matches.group()? else {
                return Err(anyhow!(
                    "{}: it lacks match {}, line-up {}",
                    matches.path,
                    of[0],
                    of[1]
                ));
            };
            if which == of {
                break rows;
            }
        };
        for (k, leader) in leaders(&rows).into_iter().enumerate().take(LONGEST) {
            if let Some(row) = leader.and_then(|seat| won.get(seat)) {
                block.1[k][0] += (SIXTHS * row.won.unwrap_or_default()).round() as i64;
                block.1[k][1] += SIXTHS as i64;
            }
        }
    }
    add(&mut block.1);
    let point = |(k, (sums, blocks)): (usize, (&RatioSums, &u64))| {
        let estimate = sums.share().filter(|_| *blocks >= FEWEST)?;
        Some(Point { x: (k + 1) as f64, y: estimate.mean, interval: estimate.lo.zip(estimate.hi) })
    };
    Ok(sums.iter().zip(&blocks).enumerate().map_while(point).collect())
}

/// Who led alone after each hand but the last.
fn leaders(rows: &[SeatRow]) -> Vec<Option<usize>> {
    let standing =
        |row: &SeatRow| [row.game_points_after, row.score_after].map(Option::unwrap_or_default);
    let leader = |seats: &[SeatRow]| {
        seats.iter().position(|row| {
            let others = seats.iter().filter(|other| !std::ptr::eq(*other, row));
            others.map(standing).all(|other| standing(row) > other)
        })
    };
    let mut leaders: Vec<_> = rows.chunks(3).map(leader).collect();
    leaders.pop();
    leaders
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn rows(text: String) -> Rows {
        Rows::of(Box::new(Cursor::new(text)), "rows".to_owned())
    }

    /// Forty matches of three hands: seat 0 leads after the first, nobody alone after the second, and seat 0 wins
    /// every fourth, where seat 1 wins the others. Every other match there is a match of one hand besides.
    fn told() -> (String, String) {
        let mut hands = "match,lineup,hand,seat,score_after,game_points_after\n".to_owned();
        let mut matches = "match,lineup,seat,won\n".to_owned();
        for number in 0..40 {
            for (hand, scores) in [[3, 1, 0], [3, 3, 0], [9, 9, 9]].iter().enumerate() {
                for (seat, score) in scores.iter().enumerate() {
                    hands += &format!("{number},0,{hand},{seat},{score},\n");
                }
            }
            let winner = if number % 4 == 0 { 0 } else { 1 };
            for seat in 0..3 {
                matches += &format!("{number},0,{seat},{}\n", u8::from(seat == winner));
            }
            if number % 2 == 0 {
                for seat in 0..3 {
                    hands += &format!("{number},1,0,{seat},{seat},\n");
                    matches += &format!("{number},1,{seat},{}\n", u8::from(seat == 2));
                }
            }
        }
        (hands, matches)
    }

    #[test]
    fn who_leads_alone_in_a_match_that_goes_on_is_counted() {
        let (hands, matches) = told();
        let points = counted(rows(hands), rows(matches)).expect("points");
        assert_eq!(points.len(), 1, "after the second hand nobody leads alone: {points:?}");
        assert_eq!((points[0].x, points[0].y), (1.0, 0.25));
        assert!(points[0].interval.is_some_and(|(lo, hi)| lo < 0.25 && hi > 0.25));
    }

    #[test]
    fn game_points_come_before_points() {
        let (hands, matches) = told();
        // The last seat has a game point after each hand.
        let hands = hands.replace(",2,0,\n", ",2,0,1\n");
        let points = counted(rows(hands), rows(matches)).expect("points");
        assert_eq!(points.iter().map(|point| point.y).collect::<Vec<_>>(), [0.0, 0.0]);
    }

    #[test]
    fn rows_that_do_not_belong_together_are_an_error() {
        let (hands, matches) = told();
        let short = matches.lines().take(4).map(|line| format!("{line}\n")).collect::<String>();
        assert!(counted(rows(hands.clone()), rows(short)).is_err());
        assert!(
            counted(rows(hands.replace("3,3,0", "x")), rows(matches.replace(",1\n", ",x\n")))
                .is_err()
        );
    }
}
