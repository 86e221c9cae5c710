//! What crosses from one hand of a match to the next, and how a hand ended.

use std::fmt::Debug;

use serde_json::{Map, Value};

use crate::seat::{BySeat, Seat};

/// Which ends of the scale the scores of a match have reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Somebody has as much as ends a match.
    pub top: bool,
    /// Somebody has as little as ends a match.
    pub bottom: bool,
}

/// What crosses from one hand of a match to the next, and nothing else.
pub trait Standing: Copy + Debug + PartialEq + Send + Sync {
    /// How a match starts.
    fn first(dealer: Seat) -> Self;

    /// Who deals the coming hand.
    fn dealer(&self) -> Seat;

    /// The running scores.
    fn scores(&self) -> BySeat<i32>;

    /// The standing that a record holds; else what is wrong with its `carry`.
    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String>;

    /// What else there is, as a record's `carry` holds it.
    fn carry(&self) -> Map<String, Value> {
        Map::new()
    }

    /// The score that decides the match, where it is not the running one.
    fn game_points(&self) -> Option<BySeat<i32>> {
        None
    }

    /// The scores that decide the match.
    fn match_scores(&self) -> BySeat<i32> {
        self.game_points().unwrap_or_else(|| self.scores())
    }

    /// What orders the seats at the end of a match: the greater stands ahead, equals share.
    fn placing(&self, seat: Seat) -> (i32, i32) {
        (self.match_scores()[seat], self.scores()[seat])
    }
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<S> {
    /// Points gained in the hand.
    pub points: BySeat<i32>,
    /// The standing after it, with the next dealer.
    pub standing: S,
    /// Whether that ends the match.
    pub over: bool,
}

/// The standing of a game in which nothing but scores crosses from hand to hand, and the deal
/// passes to the left.
///
/// ```
/// use threehand_engine::{BySeat, Scores, Seat, Standing};
/// let scores = Scores::first(Seat::P2).after(BySeat([3, -1, -2]));
/// assert_eq!((scores.dealer(), scores.scores()), (Seat::P0, BySeat([3, -1, -2])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    pub(crate) dealer: Seat,
    pub(crate) scores: BySeat<i32>,
}

impl Scores {
    /// The standing after a hand that brought these points.
    #[must_use]
    #[inline]
    pub fn after(&self, points: BySeat<i32>) -> Self {
        let scores = BySeat::from_fn(|seat| self.scores[seat].saturating_add(points[seat]));
        Self { dealer: self.dealer.left(), scores }
    }
}

impl Standing for Scores {
    fn first(dealer: Seat) -> Self {
        Self { dealer, scores: BySeat([0; 3]) }
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn scores(&self) -> BySeat<i32> {
        self.scores
    }

    fn from_record(
        dealer: Seat,
        scores: BySeat<i32>,
        carry: &Map<String, Value>,
    ) -> Result<Self, String> {
        match carry.keys().next() {
            Some(key) => Err(format!("nothing but scores is carried, and no `{key}`")),
            None => Ok(Self { dealer, scores }),
        }
    }
}
