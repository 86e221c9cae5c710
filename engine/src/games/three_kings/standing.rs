//! What crosses from hand to hand in Three Kings: points of the set, penalties, game points.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ThreeKings;
use super::rules::{FirstDeal, Pending, Qualify};
use crate::json;
use crate::seat::{BySeat, Seat};
use crate::standing::{Outcome, Standing as _};

/// Trick points in the set, penalties due in the next one, game points, and who won the last
/// trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    scores: BySeat<i32>,
    dealer: Seat,
    carry: Carry,
}

/// What a record says besides, after a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Carry {
    pending: BySeat<i32>,
    game_points: BySeat<i32>,
    #[serde(default, deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    last_trick_winner: Option<Seat>,
}

/// Scores are over this as a hand starts.
const LOWEST: i32 = -1_000_000;

/// When a score came to the points that end a set: the earlier is the less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reached {
    /// The trick, counted from 0.
    pub(super) trick: u8,
    /// Whether another seat won that trick.
    pub(super) lost: bool,
    /// The seat's place in that trick.
    pub(super) place: u8,
}

/// The result of a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Result {
    pub(super) points: BySeat<i32>,
    pub(super) last_trick_winner: Seat,
    /// The points that each seat's prediction brought, 0 if it made none.
    pub(super) brought: BySeat<i32>,
    /// When each score first was high enough to end the set.
    pub(super) reached: BySeat<Option<Reached>>,
}

impl Standing {
    /// The penalties with which the next set will start, 0 or less.
    pub const fn pending(&self) -> BySeat<i32> {
        self.carry.pending
    }

    /// Who won the last trick of the hand before and will lay out the upcard; `None` before a hand
    /// that is dealt as the first.
    #[inline]
    pub const fn last_trick_winner(&self) -> Option<Seat> {
        self.carry.last_trick_winner
    }

    /// Whether a hand of a match by these rules can start like this; else why not.
    pub(super) fn check(&self, rules: &ThreeKings) -> std::result::Result<(), String> {
        let dealt_as_first = self.carry.last_trick_winner.is_none();
        if dealt_as_first && !self.is_first() && rules.first_deal == FirstDeal::Match {
            return Err(no_winner());
        }
        let set = rules.set_points();
        if self.scores.0.iter().any(|score| !(LOWEST..set).contains(score)) {
            return Err(format!("scores are below {set} as a hand starts, and over −1000000"));
        }
        let game = rules.game_points();
        if self.carry.game_points.0.iter().any(|&points| points >= game) {
            let points = serde_json::json!(self.carry.game_points);
            return Err(format!("game_points is {points}: with {game} the match is over"));
        }
        Ok(())
    }

    /// Whether it is how a match starts.
    fn is_first(&self) -> bool {
        *self == Self::first(self.dealer)
    }

    /// Whether a set begins, or the match does: what was pending is paid, and nothing gained yet.
    fn is_new(&self) -> bool {
        let no_gains = self.scores.0.iter().all(|&score| score <= 0);
        self.is_first()
            || self.carry.game_points.0 != [0; 3] && self.carry.pending.0 == [0; 3] && no_gains
    }

    /// The outcome of a hand of this result.
    pub(super) fn settle(&self, rules: &ThreeKings, result: &Result) -> Outcome<Self> {
        let points = result.points;
        let mut standing = Self {
            scores: BySeat::from_fn(|seat| self.scores[seat] + points[seat]),
            dealer: crate::Standing::dealer(self).left(),
            carry: Carry { last_trick_winner: Some(result.last_trick_winner), ..self.carry },
        };
        for (due, brought) in standing.carry.pending.0.iter_mut().zip(result.brought.0) {
            let penalty = brought.min(0);
            *due = match rules.pending {
                Pending::Sum => *due + penalty,
                Pending::Worst => penalty.min(*due),
            };
        }
        let winner = standing.set_winner(rules, result);
        if let Some(winner) = winner {
            standing.carry.game_points[winner] += 1;
            standing.scores = standing.carry.pending;
            standing.carry.pending = BySeat([0; 3]);
            if rules.first_deal == FirstDeal::Set {
                standing.carry.last_trick_winner = None;
            }
        }
        let over =
            winner.is_some_and(|winner| standing.carry.game_points[winner] >= rules.game_points());
        Outcome { points, standing, over }
    }

    /// Who takes the game point, if the set has ended; `self` has the scores after the hand.
    fn set_winner(&self, rules: &ThreeKings, result: &Result) -> Option<Seat> {
        let qualifies = |seat: &Seat| match rules.qualify {
            Qualify::EndScore => self.scores[*seat] >= rules.set_points(),
            Qualify::Touched => result.reached[*seat].is_some(),
        };
        let order = |seat: &Seat| {
            let hit = result.brought[*seat] > 0;
            let won_last_trick = result.last_trick_winner == *seat;
            (self.scores[*seat], hit, won_last_trick, Reverse(result.reached[*seat]))
        };
        Seat::ALL.into_iter().filter(qualifies).max_by_key(order)
    }
}

impl crate::Standing for Standing {
    #[inline]
    fn first(dealer: Seat) -> Self {
        Self { scores: BySeat([0; 3]), dealer, carry: Carry::default() }
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn scores(&self) -> BySeat<i32> {
        self.scores
    }

    fn game_points(&self) -> Option<BySeat<i32>> {
        Some(self.carry.game_points)
    }

    fn carry(&self) -> Map<String, Value> {
        if self.is_first() { Map::new() } else { json::written(&self.carry) }
    }

    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> std::result::Result<Self, String> {
        if carry.is_empty() {
            let first = Self::first(dealer);
            let fits = scores == first.scores;
            return fits.then_some(first).ok_or_else(|| "after a hand it is not empty".to_owned());
        }
        let standing = Self { scores, dealer, carry: json::read(carry)? };
        let Carry { pending, game_points, last_trick_winner } = standing.carry;
        if !pending.0.iter().all(|n| (-1_000_000..=0).contains(n) && n % 5 == 0) {
            return Err("pending are multiples of 5 from −1000000 to 0".to_owned());
        }
        if game_points.0.iter().any(|&n| n < 0) {
            return Err("game_points are 0 or more".to_owned());
        }
        let fits = last_trick_winner.is_some() || standing.is_new();
        fits.then_some(standing).ok_or_else(no_winner)
    }
}

fn no_winner() -> String {
    "after a hand there is a `last_trick_winner` in it".to_owned()
}
