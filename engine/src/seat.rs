//! The three places at the table.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// One of the three places at the table, numbered 0, 1, 2 clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub enum Seat {
    /// Seat 0.
    P0,
    /// Seat 1, on the left of seat 0.
    P1,
    /// Seat 2, on the left of seat 1.
    P2,
}

/// For each seat, the seats clockwise from it, back to itself.
const AROUND: [[Seat; 4]; 3] = {
    use Seat::{P0, P1, P2};
    [[P0, P1, P2, P0], [P1, P2, P0, P1], [P2, P0, P1, P2]]
};

impl Seat {
    /// All three seats, clockwise from seat 0.
    pub const ALL: [Self; 3] = [Self::P0, Self::P1, Self::P2];

    /// The seat of number `n`; `None` from 3 on.
    #[inline]
    pub const fn from_number(n: usize) -> Option<Self> {
        if n < 3 { Some(Self::ALL[n]) } else { None }
    }

    /// The seat of number `n` modulo 3: `n` steps clockwise from seat 0.
    #[inline]
    pub const fn cyclic(n: usize) -> Self {
        Self::ALL[n % 3]
    }

    /// 0, 1 or 2.
    #[inline]
    pub const fn number(self) -> usize {
        self as usize
    }

    /// The next seat clockwise.
    #[must_use]
    #[inline]
    pub const fn left(self) -> Self {
        self.after(1)
    }

    /// The next seat anticlockwise, which is also the left of the left.
    #[must_use]
    #[inline]
    pub const fn right(self) -> Self {
        self.after(2)
    }

    /// All three seats, clockwise from this one.
    #[inline]
    pub const fn around(self) -> [Self; 3] {
        [self, self.left(), self.right()]
    }

    /// The seat so many steps clockwise, 0 to 3.
    #[inline]
    pub(crate) const fn after(self, steps: u8) -> Self {
        AROUND[self as usize][(steps & 3) as usize]
    }

    /// Steps clockwise from `from` to this seat: 0, 1 or 2.
    #[inline]
    pub const fn steps_from(self, from: Self) -> usize {
        (self as usize + 3 - from as usize) % 3
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat as Self
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(n: u8) -> Result<Self, NoSuchSeat> {
        Self::from_number(usize::from(n)).ok_or_else(|| NoSuchSeat(n.to_string()))
    }
}

impl std::str::FromStr for Seat {
    type Err = NoSuchSeat;

    fn from_str(text: &str) -> Result<Self, NoSuchSeat> {
        let seat = Self::ALL.into_iter().find(|seat| seat.to_string() == text);
        seat.ok_or_else(|| NoSuchSeat(text.to_owned()))
    }
}

/// Why a number or a text names no seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no seat: seats are 0, 1 and 2")]
pub struct NoSuchSeat(pub String);

/// One value for each seat.
///
/// ```
/// use threehand_engine::{BySeat, Seat};
/// let tricks = BySeat([8, 5, 3]);
/// assert_eq!(tricks[Seat::P1], 5);
/// assert_eq!(tricks.map(|t| t + 1), BySeat([9, 6, 4]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(pub [T; 3]);

impl<T> BySeat<T> {
    /// The values `f` gives for the three seats.
    #[inline]
    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(&mut f))
    }

    /// Each value, changed by `f`.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(f))
    }

    /// The values with their seats, from seat 0.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl BySeat<i32> {
    /// The greatest of the three.
    #[inline]
    pub(crate) fn top(&self) -> i32 {
        let [a, b, c] = self.0;
        a.max(b).max(c)
    }

    /// Whether one seat alone has this.
    #[inline]
    pub(crate) fn one_has(&self, value: i32) -> bool {
        let [a, b, c] = self.0.map(|own| u8::from(own == value));
        a + b + c == 1
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_is_no_seat() {
        assert_eq!(
            [0, 2, 3, 7].map(Seat::from_number),
            [Some(Seat::P0), Some(Seat::P2), None, None]
        );
        assert_eq!(Seat::cyclic(7), Seat::P1);
    }

    #[test]
    fn left_goes_round_the_table_in_three_steps() {
        for seat in Seat::ALL {
            assert_eq!(seat.left().left().left(), seat);
            assert_eq!(seat.left().right(), seat);
            assert_eq!(seat.around().map(|s| s.steps_from(seat)), [0, 1, 2]);
        }
    }
}
