//! How often the leader in the course of a match wins it.

use std::path::Path;

use anyhow::Context as _;

use crate::report::charts::{Bound, Chart, Curve, Point};
use crate::report::rows::{SeatRow, SeatRows};
use crate::stats::RatioSums;

/// The last hand that is looked at.
const LONGEST: usize = 60;
/// The fewest blocks that make a point.
const FEWEST: u64 = 30;
/// A match is won in sixths.
const SIXTHS: f64 = 6.0;

/// After each number of hands: how often the sole leader then won the match that went on. `None` where the folder has
/// too few hands.
///
/// # Errors
/// If a file can't be read, or is no table of hands or matches.
pub(super) fn chart(dir: &Path) -> anyhow::Result<Option<Chart>> {
    let (hands, matches) = (SeatRows::open(dir, "hands.csv")?, SeatRows::open(dir, "matches.csv")?);
    let Some((hands, matches)) = hands.zip(matches) else { return Ok(None) };
    let curve = Curve {
        points: points(hands, matches)?,
        axes: ["hands played".to_owned(), "matches won by the leader then, in percent".to_owned()],
        scale: 100.0,
        bounds: vec![Bound { at: 1.0 / 3.0, label: "parity".to_owned() }],
    };
    let note = "How often the sole leader after so many hands won the match, of the matches that went on, with 95 % \
                intervals. All bots count together.";
    let name = ("leader", "When a match is decided");
    Ok((curve.points.len() > 1).then(|| Chart::of(name, note.to_owned(), curve.draw())))
}

/// The points of the curve.
fn points(mut hands: SeatRows, mut matches: SeatRows) -> anyhow::Result<Vec<Point>> {
    let mut sums = vec![(RatioSums::default(), 0); LONGEST];
    // Of a block: the sixths that leaders won, and all sixths.
    let mut counts = [[0_i64; 2]; LONGEST];
    let mut add_block = |counts: &mut [[i64; 2]; LONGEST]| {
        for ((sums, blocks), [won, all]) in
            sums.iter_mut().zip(std::mem::replace(counts, [[0; 2]; LONGEST]))
        {
            sums.add(won, all);
            *blocks += u64::from(all > 0);
        }
    };
    let mut block = None;
    while let Some(rows) = hands.next_match()? {
        let (number, lineup) = rows[0].place();
        if block.replace(number).is_some_and(|before| before != number) {
            add_block(&mut counts);
        }
        let results = loop {
            let results = matches.next_match()?;
            let lacks = || format!("{}: it lacks match {number}, line-up {lineup}", matches.path);
            let results = results.with_context(lacks)?;
            if results[0].place() == (number, lineup) {
                break results;
            }
        };
        for (leader, [won, all]) in leaders(&rows).into_iter().zip(&mut counts) {
            if let Some(row) = leader.and_then(|seat| results.get(seat)) {
                *won += (SIXTHS * row.won.unwrap_or_default()).round() as i64;
                *all += SIXTHS as i64;
            }
        }
    }
    add_block(&mut counts);
    let point = |(hands, (sums, blocks)): (u32, &(RatioSums, u64))| {
        let estimate = sums.share().filter(|_| *blocks >= FEWEST)?;
        let interval = estimate.lo.zip(estimate.hi);
        Some(Point { x: f64::from(hands), y: estimate.mean, interval })
    };
    Ok((1..).zip(&sums).map_while(point).collect())
}

/// The seat that leads alone after each hand but the last.
fn leaders(rows: &[SeatRow]) -> Vec<Option<usize>> {
    let standing =
        |row: &SeatRow| [row.game_points_after, row.score_after].map(Option::unwrap_or_default);
    let leader = |seats: &[SeatRow]| {
        let leads = |seat: usize| {
            let others = (0..seats.len()).filter(|other| *other != seat);
            others.map(|other| &seats[other]).all(|other| standing(&seats[seat]) > standing(other))
        };
        (0..seats.len()).find(|seat| leads(*seat))
    };
    let mut leaders: Vec<_> = rows.chunks(3).map(leader).collect();
    leaders.pop();
    leaders
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn points(hands: String, matches: String) -> anyhow::Result<Vec<Point>> {
        let rows = |text: String| SeatRows::of(Box::new(Cursor::new(text)), "rows".to_owned());
        super::points(rows(hands), rows(matches))
    }

    /// Forty matches of three hands: seat 0 leads after the first, nobody alone after the second, and seat 0 wins
    /// every fourth, where seat 1 wins the others. Every other match there is a match of one hand besides.
    fn tables() -> (String, String) {
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
        let (hands, matches) = tables();
        let points = points(hands, matches).expect("points");
        assert_eq!(points.len(), 1, "after the second hand nobody leads alone: {points:?}");
        assert_eq!((points[0].x, points[0].y), (1.0, 0.25));
        assert!(points[0].interval.is_some_and(|(lo, hi)| lo < 0.25 && hi > 0.25));
    }

    #[test]
    fn game_points_come_before_points() {
        let (hands, matches) = tables();
        // The last seat has a game point after each hand.
        let hands = hands.replace(",2,0,\n", ",2,0,1\n");
        let points = points(hands, matches).expect("points");
        assert_eq!(points.iter().map(|point| point.y).collect::<Vec<_>>(), [0.0, 0.0]);
    }

    #[test]
    fn rows_that_do_not_belong_together_are_an_error() {
        let (hands, matches) = tables();
        let short = matches.lines().take(4).map(|line| format!("{line}\n")).collect::<String>();
        assert!(points(hands.clone(), short).is_err());
        assert!(points(hands, matches.replace(",1\n", ",x\n")).is_err());
    }
}
