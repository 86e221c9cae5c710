//! How a hand of Three Kings ends, and what the match then comes to.

use threehand_engine::games::three_kings::{Hand, Standing, ThreeKings};
use threehand_engine::{BySeat, Hand as _, Outcome, Seat};

/// How a hand of Three Kings ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Points gained in the whole hand.
    pub points: BySeat<i8>,
    /// Who wins the last trick.
    pub last: Seat,
    /// What each seat's prediction brought: points, or a penalty below 0; 0 if it made none.
    pub brought: BySeat<i8>,
    /// Who led an ace to the last trick and lost it.
    pub lost_ace: Option<Seat>,
}

/// What an ace costs that is led to the last trick and lost.
pub(super) const LOST_ACE: i8 = 5;

impl End {
    /// What the match comes to after `hand` has ended like this. Among equals at the top, neither of
    /// whom won the last trick, it does not know who was there first.
    pub fn outcome(&self, hand: &Hand) -> Outcome<Standing> {
        let [points, most] = [self.points, self.most(hand.rules())].map(|each| each.map(i32::from));
        hand.settle_end(points, most, self.last, self.brought.map(i32::from))
    }

    /// The points that each seat has had at most: points are lost with the last trick alone.
    fn most(&self, rules: &ThreeKings) -> BySeat<i8> {
        BySeat::from_fn(|seat| {
            let ace = if self.lost_ace == Some(seat) { LOST_ACE } else { 0 };
            let penalty = (-self.brought[seat]).max(0);
            // Who misses a prediction and wins the trick has not won it with an ace that he led.
            let won = if self.last == seat { rules.last_trick_points(false) as i8 } else { 0 };
            self.points[seat] + (ace + penalty - won).max(0)
        })
    }
}
