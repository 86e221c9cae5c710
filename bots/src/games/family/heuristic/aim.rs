//! What tricks are worth to a seat.

use threehand_engine::Seat;
use threehand_engine::games::family::{Known, Target};

use super::outlook::Outlook;

/// The most tricks of a hand, and none.
const COUNTS: usize = 18;

/// What a bidder expects to take, with a trump and without one: parts of the tricks that it can't avoid and of those that
/// it can take, and a number. These are fitted to the bids that paid best in random hands of 3 to 13 cards. Without a trump
/// it says little what a hand can take, as somebody has to lead its suits.
const BIDDER: [[f32; 3]; 2] = [[0.55, 0.65, -0.4], [1.7, 0.0, -0.8]];

/// What a seat's tricks bring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// By how many it takes in all, where they are not all worth the same.
    worth: [f32; COUNTS],
    taken: usize,
    target: Option<Target>,
    /// What each trick is worth, if all are worth the same.
    even: Option<f32>,
}

impl Aim {
    pub(super) fn of(view: &Known<'_>, seat: Seat) -> Self {
        Self::with(view, seat, view.target(seat))
    }

    /// The same with this target.
    pub(super) fn with(view: &Known<'_>, seat: Seat, target: Option<Target>) -> Self {
        let taken = usize::from(view.tricks()[seat]);
        let even = view.points_of_each_trick(target).map(|points| points as f32);
        let mut worth = [0.0; COUNTS];
        if even.is_none() {
            let most = taken + usize::from(view.tricks_left());
            for (tricks, worth) in worth.iter_mut().enumerate().take(most + 1).skip(taken) {
                *worth = view.points_of_tricks(tricks as u8, target) as f32;
            }
        }
        Self { worth, taken, target, even }
    }

    /// What `now` more tricks are worth, and `mean` on average of the `left` after them.
    fn mean(&self, now: usize, mean: f32, left: usize) -> f32 {
        if let Some(gain) = self.even {
            return gain * (now as f32 + mean);
        }
        let taken = self.taken + now;
        let chance = (mean / left.max(1) as f32).clamp(0.0, 0.999);
        let mut sum = 0.0;
        let mut likely = (1.0 - chance).powi(left as i32);
        for more in 0..=left {
            sum += likely * self.worth[taken + more];
            likely *= chance / (1.0 - chance) * (left - more) as f32 / (more + 1) as f32;
        }
        sum
    }

    /// What `now` more tricks are worth, with the best of what may come of the `left` after them.
    pub(super) fn best(&self, now: usize, outlook: Outlook, left: usize) -> f32 {
        let Outlook { least, most, points } = outlook;
        if let Some(gain) = self.even {
            return self.mean(now, if gain < 0.0 { least } else { most }, left) + points;
        }
        let wanted =
            f32::from(self.target.map_or(0, |target| target.tricks)) - (self.taken + now) as f32;
        let wanted = wanted.clamp(least.min(most), most);
        let means = [least, wanted, most].map(|mean| self.mean(now, mean, left));
        means.into_iter().fold(f32::NEG_INFINITY, f32::max) + points
    }

    /// What a target is worth that a hand of this outlook bids, with so many tricks to play.
    pub(super) fn expected(&self, outlook: Outlook, left: usize, has_trump: bool) -> f32 {
        let [least, most, more] = BIDDER[usize::from(!has_trump)];
        let mean = least * outlook.least + most * outlook.most + more;
        self.mean(0, mean.max(0.0), left) + outlook.points
    }

    /// Whether all tricks are worth the same.
    pub(super) const fn is_even(&self) -> bool {
        self.even.is_some()
    }

    /// What one more trick is worth to a seat that takes its share of the `left` after it.
    pub(super) fn gain(&self, left: usize) -> f32 {
        let share = left as f32 / 3.0;
        self.even.unwrap_or_else(|| self.mean(1, share, left) - self.mean(0, share, left))
    }
}
