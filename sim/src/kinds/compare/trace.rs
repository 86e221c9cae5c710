//! What is counted of a match in which one bot sits at all three seats.

use threehand_engine::Seat;
use threehand_play::{HandRow, MatchRow};
use threehand_stats::BlockSums;

/// A match is won in sixths: one player's, or shared by two or three.
pub(super) const SIXTHS: i64 = 6;

/// A match in which one bot sits at all three seats, with its hands.
pub(super) struct Trace<'a> {
    pub(super) played: &'a MatchRow,
    pub(super) first_dealer: Seat,
    /// The sixths of three matches that the bot won alone against two of the rung below.
    pub(super) skill: Option<i64>,
}

impl Trace<'_> {
    /// Finished hands.
    pub(super) const fn length(&self) -> usize {
        self.played.rows.len()
    }

    /// The values of the game's quantity of that number, hand by hand.
    pub(super) fn values(&self, number: usize) -> impl Iterator<Item = usize> {
        self.played.rows.iter().filter_map(move |hand| hand.quantities[number].map(usize::from))
    }

    /// The greatest distance between the best and the worst result of a hand.
    pub(super) fn swing(&self) -> i64 {
        let swing = |hand: &HandRow| {
            let points = hand.points.0.map(i64::from);
            points.iter().max().zip(points.iter().min()).map_or(0, |(best, worst)| best - worst)
        };
        self.played.rows.iter().map(swing).max().unwrap_or(0)
    }

    /// Seats in a role, with the hand.
    pub(super) fn in_role(&self, role: usize) -> impl Iterator<Item = (&HandRow, Seat)> {
        let seats = |hand| Seat::ALL.into_iter().map(move |seat| (hand, seat));
        let all = self.played.rows.iter().flat_map(seats);
        all.filter(move |(hand, seat)| hand.roles[*seat] == role)
    }

    /// A seat's points in two consecutive hands, with its role in the first.
    pub(super) fn successions(&self) -> impl Iterator<Item = (usize, i64, i64)> {
        let seats = |pair: &[HandRow]| {
            let points = |hand: usize, seat| i64::from(pair[hand].points[seat]);
            Seat::ALL.map(|seat| (pair[0].roles[seat], points(0, seat), points(1, seat)))
        };
        self.played.rows.windows(2).flat_map(seats)
    }

    /// The sixths of the match that a seat won, of six; nothing of nothing without a seat.
    pub(super) fn won_by(&self, seat: Option<Seat>) -> BlockSums {
        seat.map_or([0; 6], |seat| ratio(self.played.won_sixths[seat], SIXTHS))
    }

    /// Hands after which another player led alone than the one who last did.
    pub(super) fn lead_changes(&self) -> i64 {
        let leaders: Vec<Seat> = self.played.rows.iter().filter_map(leader).collect();
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as i64
    }

    /// Who led alone after so many hands, if the match went on.
    pub(super) fn leader_after(&self, hands: usize) -> Option<Seat> {
        let goes_on = self.length() > hands;
        self.played.rows.get(hands - 1).filter(|_| goes_on).and_then(leader)
    }

    /// Who was last alone at half-length.
    pub(super) fn last_at_half(&self) -> Option<Seat> {
        let hand = (self.length() / 2).checked_sub(1)?;
        let [last, next, _] = ranked(&self.played.rows[hand]);
        (last.0 != next.0).then_some(last.1)
    }
}

/// The seats after a hand from the last to the first, with what ranks them.
fn ranked(hand: &HandRow) -> [((i32, i32), Seat); 3] {
    let mut ranked = Seat::ALL.map(|seat| (hand.after.placing[seat], seat));
    ranked.sort();
    ranked
}

/// The seat that leads alone after a hand.
fn leader(hand: &HandRow) -> Option<Seat> {
    let [_, next, first] = ranked(hand);
    (first.0 != next.0).then_some(first.1)
}

pub(super) const fn ratio(x: i64, n: i64) -> BlockSums {
    [n, x, 0, 0, 0, 0]
}

pub(super) fn deviation(values: impl Iterator<Item = i64>) -> BlockSums {
    values.fold([0; 6], |[n, x, xx, ..], v| [n + 1, x + v, xx + v * v, 0, 0, 0])
}

pub(super) fn correlation(pairs: impl Iterator<Item = (usize, i64, i64)>) -> BlockSums {
    pairs.fold([0; 6], |[n, x, y, xx, yy, xy], (_, a, b)| {
        [n + 1, x + a, y + b, xx + a * a, yy + b * b, xy + a * b]
    })
}
