//! What crosses from hand to hand in Three-Legged Kitty, and how a hand's result changes it.

use serde_json::{Map, Value};

use super::rules::{AllPass, Tie};
use super::{Bid, ThreeLeggedKitty};
use crate::seat::{BySeat, Seat};
use crate::standing::Outcome;

/// Scores and dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    scores: BySeat<i32>,
    dealer: Seat,
}

impl Standing {
    pub(super) const fn first(dealer: Seat) -> Self {
        Self { scores: BySeat([0; 3]), dealer }
    }

    /// The outcome of a hand in which the Cat takes `tricks` with this bid.
    pub(super) fn settle(
        &self,
        rules: &ThreeLeggedKitty,
        cat: Seat,
        bid: Bid,
        tricks: u8,
    ) -> Outcome<Self> {
        let made = bid.is_made_with(tricks);
        let points = BySeat::from_fn(|seat| match (seat == cat, made) {
            (true, true) => i32::from(bid.number()),
            (false, false) => rules.fail_points(),
            _ => 0,
        });
        self.after(rules, points, self.dealer.left())
    }

    /// The outcome of a hand in which all pass.
    pub(super) fn pass_out(&self, rules: &ThreeLeggedKitty) -> Outcome<Self> {
        let dealer = match rules.all_pass {
            AllPass::NextDealer => self.dealer.left(),
            AllPass::SameDealer => self.dealer,
        };
        self.after(rules, BySeat([0; 3]), dealer)
    }

    fn after(&self, rules: &ThreeLeggedKitty, points: BySeat<i32>, dealer: Seat) -> Outcome<Self> {
        let scores = BySeat::from_fn(|seat| self.scores[seat] + points[seat]);
        let top = *scores.0.iter().max().expect("three scores");
        let unique = scores.0.iter().filter(|&&score| score == top).count() == 1;
        let over = top >= rules.target() && (unique || rules.tie == Tie::Shared);
        Outcome { points, standing: Self { scores, dealer }, over }
    }
}

impl crate::Standing for Standing {
    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn scores(&self) -> BySeat<i32> {
        self.scores
    }

    fn carry(&self) -> Map<String, Value> {
        Map::new()
    }

    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String> {
        if let Some(key) = carry.keys().next() {
            return Err(format!("three-legged-kitty carries nothing, not `{key}`"));
        }
        if scores.0.iter().any(|score| !(0..=1_000_000).contains(score)) {
            return Err("scores are from 0 to a million".to_owned());
        }
        Ok(Self { scores, dealer })
    }
}
