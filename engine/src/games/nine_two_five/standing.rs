//! What crosses from hand to hand in 9-2-5, and how a hand's tricks change it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::NineTwoFive;
use super::rules::Tie;
use crate::json;
use crate::seat::{BySeat, Seat};
use crate::standing::Outcome;

/// Scores, dealer, the last hand's results that the bleed goes by, and whether the end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    scores: BySeat<i32>,
    dealer: Seat,
    carry: Carry,
}

/// What a record says besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Carry {
    #[serde(deserialize_with = "json::not_null", skip_serializing_if = "Option::is_none")]
    deltas: Option<BySeat<i8>>,
    #[serde(deserialize_with = "json::only_true", skip_serializing_if = "std::ops::Not::not")]
    latched: bool,
}

impl Standing {
    /// Tricks less contract of the last hand; `None` before the first.
    pub const fn deltas(&self) -> Option<BySeat<i8>> {
        self.carry.deltas
    }

    /// Whether the match is in extra hands, which go on until the top is unique.
    pub const fn latched(&self) -> bool {
        self.carry.latched
    }

    /// The outcome of a hand of these tricks.
    pub fn settle(&self, rules: &NineTwoFive, tricks: BySeat<u8>) -> Outcome<Self> {
        let deltas =
            BySeat::from_fn(|seat| tricks[seat] as i8 - rules.contract(seat, self.dealer) as i8);
        let points = deltas.map(i32::from);
        let scores = BySeat::from_fn(|seat| self.scores[seat] + points[seat]);
        let at_end =
            self.carry.latched || scores.0.iter().any(|score| score.abs() >= rules.target());
        let unique = scores.one_has(scores.top());
        let standing = Self {
            scores,
            dealer: self.dealer.left(),
            carry: Carry {
                deltas: Some(deltas),
                latched: at_end && !unique && rules.tie == Tie::Latched,
            },
        };
        Outcome { points, standing, over: at_end && unique }
    }
}

impl crate::Standing for Standing {
    fn first(dealer: Seat) -> Self {
        Self { scores: BySeat([0; 3]), dealer, carry: Carry::default() }
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn scores(&self) -> BySeat<i32> {
        self.scores
    }

    fn carry(&self) -> Map<String, Value> {
        json::written(&self.carry)
    }

    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String> {
        let carry: Carry = json::read(carry)?;
        let fits = |deltas: BySeat<i8>| {
            let within = deltas.0.iter().all(|d| d.unsigned_abs() <= NineTwoFive::TRICKS);
            within && deltas.0.iter().map(|&d| i32::from(d)).sum::<i32>() == 0
        };
        if !carry.deltas.is_none_or(fits) {
            return Err("deltas lie within ±16 and sum to 0".to_owned());
        }
        if scores.0.iter().any(|score| score.unsigned_abs() > 1_000_000) {
            return Err("scores are beyond a million".to_owned());
        }
        Ok(Self { scores, dealer, carry })
    }
}
