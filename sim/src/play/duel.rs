//! Two bots on the same cards: what a block says of the one against the other.

use std::borrow::Borrow;
use std::ops::Range;

use threehand_engine::{BySeat, Seat};
use threehand_play::{Arena, DueMatch, Keep, MatchRow, Seeds};

use crate::play::schedule::PAIR;
use threehand_play::referee::Watch;
use threehand_stats::{DifferenceScale, ELO_SCALE, Failures};

/// The six mixed line-ups of two bots, numbered 0 and 1, with their numbers.
pub fn lineups() -> impl Iterator<Item = (usize, BySeat<usize>)> {
    PAIR.into_iter().map(BySeat).enumerate()
}

/// What one block gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuelBlock {
    /// Sixths of matches won by each bot, over its nine seats.
    pub won: [i64; 2],
    /// Final scores of each bot, over its nine seats.
    pub score: [i64; 2],
    /// Finished hands.
    pub hands: u64,
    /// Matches that each bot forfeited.
    pub forfeits: [u64; 2],
    /// Those whose kind of failure is known.
    pub failures: [Failures; 2],
}

impl DuelBlock {
    /// A difference of this much is a difference of 1 in the share of matches won: six sixths for
    /// each of nine seats.
    pub const UNIT: f64 = 54.0;
    /// Seats of each bot.
    pub const SEATS: f64 = 9.0;
    /// The differences of shares: a match that goes to the other bot adds 12, and all six make 36.
    pub const SHARES: DifferenceScale =
        DifferenceScale { step: 12.0, most: 36.0, unit: Self::UNIT };
    /// The greatest difference of shares that there can be: all six matches, over nine seats.
    pub const MOST: f64 = Self::SHARES.most / Self::UNIT;

    /// How much more of the matches the first bot won, in [units](Self::UNIT).
    pub const fn difference(&self) -> i64 {
        self.won[0] - self.won[1]
    }

    /// The rating of one bot less the other's at which it wins so much more of the matches: infinite where it wins all or
    /// none. Of three strengths one wins by its part of their sum (Plackett–Luce), on the [scale](ELO_SCALE) of
    /// ratings.
    pub fn rating_of(difference: f64) -> f64 {
        // Three matches are won with 3a / (a + 2), three with 6a / (2a + 1).
        let won = (3.0 + 4.5 * difference).clamp(0.0, 6.0);
        let (square, middle) = (12.0 - 2.0 * won, 15.0 - 5.0 * won);
        let root = libm::sqrt(middle * middle + 8.0 * square * won);
        ELO_SCALE * libm::log10((root - middle) / (2.0 * square))
    }

    /// How much higher the first bot's final scores were, over nine seats each.
    pub const fn score_difference(&self) -> i64 {
        self.score[0] - self.score[1]
    }
}

impl DuelBlock {
    /// Matches in this many blocks; `u64::MAX` where there are more.
    pub const fn matches(blocks: u64) -> u64 {
        blocks.saturating_mul(PAIR.len() as u64)
    }

    /// Plays a block between the first two players of an arena.
    pub fn play(arena: &dyn Arena, seeds: Seeds, number: u64, watch: Option<&Watch<'_>>) -> Self {
        let mut decks = seeds.decks(number);
        let keep = Keep::default();
        Self::of(lineups().map(|lineup| (lineup.1, arena.play(&mut decks, lineup, keep, watch))))
    }

    /// Plays blocks between the first two players of an arena, side by side.
    pub fn play_side_by_side(arena: &dyn Arena, seeds: Seeds, numbers: Range<u64>) -> Vec<Self> {
        let of_block = |number| {
            let decks = seeds.decks(number);
            let keep = Keep::default();
            lineups().map(move |lineup| DueMatch { decks: decks.clone(), lineup, keep })
        };
        let rows = arena.play_side_by_side(numbers.flat_map(of_block).collect());
        let block = |rows: &[MatchRow]| Self::of(lineups().map(|(_, seated)| seated).zip(rows));
        rows.chunks(PAIR.len()).map(block).collect()
    }

    /// What matches come to under these line-ups.
    pub fn of(rows: impl Iterator<Item = (BySeat<usize>, impl Borrow<MatchRow>)>) -> Self {
        let mut block = Self::default();
        for (seated, row) in rows {
            let row = row.borrow();
            for seat in Seat::ALL {
                block.won[seated[seat]] += row.won_sixths[seat];
                block.score[seated[seat]] += i64::from(row.scores[seat]);
            }
            block.hands += row.hands;
            if let Some(forfeit) = &row.forfeit {
                let bot = seated[forfeit.seat];
                block.forfeits[bot] += 1;
                block.failures[bot].add(forfeit.kind);
            }
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::DuelBlock;

    #[test]
    fn a_rating_is_that_at_which_strengths_win_so_many_matches() {
        for rating in [-1200.0, -88.0, 0.0, 3.0, 400.0] {
            let strength = libm::pow(10.0, rating / 400.0);
            let share = |of: f64, others: f64| of / (of + others);
            // Three matches alone against two, three beside one more of its kind, over nine seats.
            let won = 3.0 * share(strength, 2.0) + 3.0 * share(2.0 * strength, 1.0);
            let found = DuelBlock::rating_of((2.0 * won - 6.0) / 9.0);
            assert!((found - rating).abs() < 1e-6, "{found} for {rating}");
        }
        let all = [-DuelBlock::MOST, DuelBlock::MOST].map(DuelBlock::rating_of);
        assert_eq!(all, [f64::NEG_INFINITY, f64::INFINITY]);
    }
}
