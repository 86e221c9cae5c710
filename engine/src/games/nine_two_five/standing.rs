//! What crosses from hand to hand in 9-2-5, and how a hand's tricks change it.

use serde_json::{Map, Value, json};

use super::NineTwoFive;
use super::rules::Tie;
use crate::seat::{BySeat, Seat};
use crate::standing::Outcome;

/// Scores, dealer, the last hand's results that the bleed goes by, and whether the end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    scores: BySeat<i32>,
    dealer: Seat,
    deltas: Option<BySeat<i8>>,
    latched: bool,
}

impl Standing {
    pub(super) const fn first(dealer: Seat) -> Self {
        Self { scores: BySeat([0; 3]), dealer, deltas: None, latched: false }
    }

    /// Tricks less contract of the last hand; `None` before the first.
    pub const fn deltas(&self) -> Option<BySeat<i8>> {
        self.deltas
    }

    /// Whether the match is in extra hands, which go on until the top is unique.
    pub const fn latched(&self) -> bool {
        self.latched
    }

    /// The outcome of a hand of these tricks.
    pub fn settle(&self, rules: &NineTwoFive, tricks: BySeat<u8>) -> Outcome<Self> {
        let deltas =
            BySeat::from_fn(|seat| tricks[seat] as i8 - rules.contract(seat, self.dealer) as i8);
        let points = deltas.map(i32::from);
        let scores = BySeat::from_fn(|seat| self.scores[seat] + points[seat]);
        let at_end = self.latched || scores.0.iter().any(|score| score.abs() >= rules.target());
        let (_, unique) = scores.top();
        let standing = Self {
            scores,
            dealer: self.dealer.left(),
            deltas: Some(deltas),
            latched: at_end && !unique && rules.tie == Tie::Latched,
        };
        Outcome { points, standing, over: at_end && unique }
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
        let mut carry = Map::new();
        if let Some(deltas) = self.deltas {
            carry.insert("deltas".to_owned(), json!(deltas));
        }
        if self.latched {
            carry.insert("latched".to_owned(), Value::Bool(true));
        }
        carry
    }

    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String> {
        let mut standing = Self { scores, dealer, deltas: None, latched: false };
        for (key, value) in carry {
            match key.as_str() {
                "deltas" => standing.deltas = Some(read_deltas(value)?),
                "latched" if *value == Value::Bool(true) => standing.latched = true,
                "latched" => return Err(format!("latched is {value}: it is true or not there")),
                _ => return Err(format!("9-2-5 carries deltas and latched, not `{key}`")),
            }
        }
        if scores.0.iter().any(|score| score.unsigned_abs() > 1_000_000) {
            return Err("scores are beyond a million".to_owned());
        }
        Ok(standing)
    }
}

fn read_deltas(value: &Value) -> Result<BySeat<i8>, String> {
    let deltas: BySeat<i8> = serde_json::from_value(value.clone())
        .map_err(|_| format!("deltas are {value}: three whole numbers are needed"))?;
    let fits = deltas.0.iter().all(|d| d.unsigned_abs() <= NineTwoFive::TRICKS);
    if !fits || deltas.0.iter().map(|&d| i32::from(d)).sum::<i32>() != 0 {
        return Err(format!("deltas are {value}: they lie within ±16 and sum to 0"));
    }
    Ok(deltas)
}
