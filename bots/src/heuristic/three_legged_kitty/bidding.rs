//! What to bid, and when to leave it.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Bid, Bids, Strain};
use threehand_engine::{CardSet, Seat, Standing, View};

use super::strength::{best_ten, expected_tricks};

/// The score that ends a match.
const END: i32 = 30;

/// What the match is worth beyond the points that win it.
const MATCH: f32 = 8.0;

/// The best bid of these, if one is better than a pass.
pub(super) fn best_bid(view: &View<'_, ThreeLeggedKitty>, bids: Bids) -> Option<Bid> {
    // Whoever becomes the Cat takes all that was paid.
    let pool = view.cards() | view.kitty();
    let stakes = Stakes::of(view);
    let mut best = (stakes.pass(view), None);
    for strain in Strain::ALL {
        let tricks = expected_tricks(best_ten(pool, strain), strain);
        for bid in bids.iter().filter(|bid| bid.strain() == strain) {
            let value = stakes.bid(bid, chance(bid, tricks));
            if value > best.0 {
                best = (value, Some(bid));
            }
        }
    }
    best.1
}

/// The chance to make a bid where so many tricks are expected.
pub(super) fn chance(bid: Bid, tricks: f32) -> f32 {
    match bid.strain() {
        Strain::Null => below(f32::from(bid.most_tricks()) + 0.5 - tricks, 1.2),
        _ => below(tricks + 0.5 - f32::from(bid.fewest_tricks()), 1.2),
    }
}

/// The chance that a logistic variable of this standard deviation lies below `x`.
fn below(x: f32, deviation: f32) -> f32 {
    1.0 / (1.0 + (-x * 1.814 / deviation).exp())
}

/// What making and failing mean at this score.
struct Stakes {
    own: i32,
    others: [i32; 2],
    failing: f32,
}

impl Stakes {
    fn of(view: &View<'_, ThreeLeggedKitty>) -> Self {
        let scores = view.standing().scores();
        let seat = view.seat();
        let others = [scores[seat.left()], scores[seat.right()]];
        let losing: f32 = others.iter().map(|&score| if score + 5 >= END { MATCH } else { 0.0 }).sum();
        Self { own: scores[seat], others, failing: 5.0 + losing.min(MATCH) }
    }

    /// What a bid is worth that is made with this chance.
    fn bid(&self, bid: Bid, chance: f32) -> f32 {
        let number = i32::from(bid.number());
        let needed = END - self.own;
        // What goes beyond the end of the match is worth nothing.
        let wins = if number >= needed { MATCH } else { 0.0 };
        let made = number.min(needed.max(1)) as f32 + wins;
        chance * made - (1.0 - chance) * self.failing
    }

    /// What it is worth to leave the contract to another.
    fn pass(&self, view: &View<'_, ThreeLeggedKitty>) -> f32 {
        let Some((bidder, bid)) = view.high_bid() else {
            return 0.3;
        };
        let number = i32::from(bid.number());
        let score = self.others[usize::from(bidder != view.seat().left())];
        let made = 0.5 * number as f32 + if score + number >= END { MATCH } else { 0.0 };
        let failed = 2.5 + if self.own + 5 >= END { 0.5 * MATCH } else { 0.0 };
        let chance = made_by_others(number);
        (1.0 - chance) * failed - chance * made
    }
}

/// About how often others make what they bid.
fn made_by_others(number: i32) -> f32 {
    (0.95 - 0.03 * number as f32).max(0.3)
}

/// Cards that are worth keeping to the end of an auction, whoever wins it.
pub(super) fn paying_strain(bid: Bid) -> Strain {
    bid.strain()
}

/// Not used for anything but the type of a seat's own cards.
pub(super) fn own_pool(view: &View<'_, ThreeLeggedKitty>, seat: Seat) -> CardSet {
    view.cards() | view.paid(seat)
}
