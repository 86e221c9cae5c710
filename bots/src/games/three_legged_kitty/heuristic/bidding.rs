//! What to bid, and when to leave it.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Bid, Bids, Strain};
use threehand_engine::{Standing, View};

use super::strength::Strength;

/// What the match is worth, beyond the points that win it.
const MATCH: f32 = 8.0;

/// The best bid of these, if one is better than a pass.
pub(super) fn best_bid(view: &View<'_, ThreeLeggedKitty>, bids: Bids) -> Option<Bid> {
    if bids.is_empty() {
        return None;
    }
    // Whoever becomes the Cat takes all that was paid.
    let pool = view.cards() | view.kitty();
    let stakes = Stakes::of(view);
    let paid = (view.kitty() - view.paid(view.seat())).len();
    let strengths = Strain::ALL.map(|strain| Strength::of(view.rules().deck(), pool, strain, paid));
    let mut best = (stakes.pass(view), None);
    for bid in bids.iter() {
        let value = stakes.bid(bid, strengths[bid.strain().index()].chance(bid));
        if value > best.0 {
            best = (value, Some(bid));
        }
    }
    best.1
}

/// What making and failing mean at this score.
struct Stakes {
    own: i32,
    /// The left neighbour's score and the other's.
    others: [i32; 2],
    /// The score that ends the match.
    target: i32,
    /// What each of the others scores when a Cat fails.
    fail_points: i32,
    failing: f32,
}

impl Stakes {
    fn of(view: &View<'_, ThreeLeggedKitty>) -> Self {
        let scores = view.standing().scores();
        let seat = view.seat();
        let others = [scores[seat.left()], scores[seat.right()]];
        let [target, fail_points] = [view.rules().target(), view.rules().fail_points()];
        let loses = others.iter().any(|&score| score + fail_points >= target);
        let failing = fail_points as f32 + if loses { MATCH } else { 0.0 };
        Self { own: scores[seat], others, target, fail_points, failing }
    }

    /// What a bid is worth that is made with this chance.
    fn bid(&self, bid: Bid, chance: f32) -> f32 {
        let number = i32::from(bid.number());
        let needed = (self.target - self.own).max(1);
        // What goes beyond the end of the match is worth nothing.
        let wins = if number >= needed { MATCH } else { 0.0 };
        let made = number.min(needed) as f32 + wins;
        chance * made - (1.0 - chance) * self.failing
    }

    /// What it is worth to leave the contract to another.
    fn pass(&self, view: &View<'_, ThreeLeggedKitty>) -> f32 {
        let Some((bidder, bid)) = view.high_bid() else {
            return NO_BID;
        };
        let number = i32::from(bid.number());
        let score = self.others[usize::from(bidder != view.seat().left())];
        let made = 0.5 * number as f32 + if score + number >= self.target { MATCH } else { 0.0 };
        let failed = 0.5 * self.fail_points as f32
            + if self.own + self.fail_points >= self.target { 0.5 * MATCH } else { 0.0 };
        (1.0 - OTHERS_MAKE) * failed - OTHERS_MAKE * made
    }
}

/// What a pass is worth as long as nobody has bid.
const NO_BID: f32 = 0.0;

/// How often others make what they bid.
const OTHERS_MAKE: f32 = 0.7;
