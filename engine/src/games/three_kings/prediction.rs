//! What players say of the last trick before phase 2.

use std::fmt;

use super::rules::{PredictionSlots, ThreeKings};
use crate::seat::{BySeat, Seat};

/// What a player says of the last trick before phase 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prediction {
    /// That he will win it.
    Last,
    /// That he will win it leading an ace.
    Ace,
}

/// One word, as in actions: `last` or `ace`.
impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Last => "last",
            Self::Ace => "ace",
        })
    }
}

impl Prediction {
    /// Both, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Last, Self::Ace];

    /// The one with this word, `last` or `ace`.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|prediction| prediction.to_string() == word)
    }

    /// What it costs if it does not come true, now and again in the next set.
    pub const fn penalty(self) -> i32 {
        match self {
            Self::Last => 5,
            Self::Ace => 10,
        }
    }
}

/// Who has predicted what: each prediction is one seat's at most, and each seat makes one at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Predictions([Option<Seat>; 2]);

impl Predictions {
    /// Nobody has predicted anything.
    pub const NONE: Self = Self([None; 2]);

    /// These predictions and one more.
    #[must_use]
    pub const fn with(mut self, seat: Seat, said: Prediction) -> Self {
        self.0[said as usize] = Some(seat);
        self
    }

    /// Whether nobody has predicted anything.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0].is_none() && self.0[1].is_none()
    }

    /// Who has predicted this.
    #[inline]
    pub const fn of(self, said: Prediction) -> Option<Seat> {
        self.0[said as usize]
    }

    /// What the seat has predicted.
    #[inline]
    pub fn by(self, seat: Seat) -> Option<Prediction> {
        Prediction::ALL.into_iter().find(|&said| self.of(said) == Some(seat))
    }

    /// Who has predicted what, the last trick before the ace.
    pub fn iter(self) -> impl Iterator<Item = (Seat, Prediction)> {
        Prediction::ALL.into_iter().filter_map(move |said| Some((self.of(said)?, said)))
    }

    /// What can still be predicted.
    #[inline]
    pub const fn open(self, rules: &ThreeKings) -> Open {
        let [last, ace] = [self.0[0].is_none(), self.0[1].is_none()];
        match rules.prediction_slots {
            PredictionSlots::Shared => Open([last && ace; 2]),
            PredictionSlots::Separate => Open([last, ace]),
        }
    }

    /// The points that the predictions bring once `winner` has won the last trick, with an ace that
    /// he led to it or not: below 0 for those that did not come true, 0 for seats without any.
    pub fn bring(self, rules: &ThreeKings, winner: Seat, with_ace: bool) -> BySeat<i32> {
        let mut brought = BySeat([0; 3]);
        for (seat, said) in self.iter() {
            let (hit, bonus) = match said {
                Prediction::Last => (seat == winner, 5),
                Prediction::Ace => (seat == winner && with_ace, rules.ace_prediction_points()),
            };
            brought[seat] = if hit { bonus } else { -said.penalty() };
        }
        brought
    }
}

/// The predictions that can still be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open([bool; 2]);

impl Open {
    /// Whether none can be made.
    #[inline]
    pub const fn is_empty(self) -> bool {
        !self.0[0] && !self.0[1]
    }

    /// Whether this one can be made.
    #[inline]
    pub const fn has(self, said: Prediction) -> bool {
        self.0[said as usize]
    }

    /// Those that can be made.
    pub fn iter(self) -> impl Iterator<Item = Prediction> {
        Prediction::ALL.into_iter().filter(move |&said| self.has(said))
    }
}
