//! How good ten cards are together, to bid on them.

use threehand_engine::games::three_legged_kitty::{Bid, Strain};
use threehand_engine::{CardSet, Suit};

use super::holding::{Holding, best_ten};

/// How good ten cards are for a contract of some type, on a scale where each step of 1 makes any
/// result e times as likely against its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    score: f32,
    /// For each number of tricks, the score with which it is reached (in Null, passed) every
    /// second time.
    even: &'static [f32; 11],
}

/// For no trick to ten.
const IN_SUIT: [f32; 11] = [0.0, 1.0, 2.8, 4.53, 6.45, 7.82, 8.9, 9.87, 11.11, 12.63, 14.6];
const IN_NO_TRUMP: [f32; 11] = [0.5, 1.4, 2.4, 3.26, 4.09, 4.79, 5.64, 6.51, 7.3, 8.1, 9.04];
const IN_NULL: [f32; 11] = [1.17, 2.34, 3.23, 4.01, 4.79, 5.6, 6.38, 7.28, 8.2, 9.2, 10.2];

impl Strength {
    /// The strength of a Cat who may choose ten of these cards, while the two others have paid
    /// `paid` cards, which they have to make up for from what he leaves.
    ///
    /// The weights are an ordered logistic regression over 40,000 hands that this bot played with
    /// plainer weights, checked on as many others.
    pub(super) fn of(pool: CardSet, strain: Strain, paid: usize) -> Self {
        let ten = best_ten(pool, strain);
        let suits = Suit::ALL.map(|suit| Holding::of(ten, suit));
        let paid = paid as f32;
        match strain {
            Strain::Null => {
                let danger: f32 = suits.iter().map(|suit| suit.danger).sum();
                let lowest: u8 = suits.iter().map(|suit| suit.lowest).sum();
                let score = 1.57 * danger + 0.051 * f32::from(lowest) - 0.17 * paid;
                Self { score, even: &IN_NULL }
            }
            Strain::NoTrump => {
                let high: f32 = suits.iter().map(|suit| suit.high).sum();
                let side: f32 = suits.iter().map(|suit| suit.side).sum();
                let voids = suits.iter().filter(|suit| suit.len == 0).count() as f32;
                let squares: u8 = suits.iter().map(|suit| suit.len * suit.len).sum();
                let shape = 0.037 * f32::from(squares) - 0.71 * voids;
                Self { score: 0.57 * high + 0.47 * side + shape + 0.06 * paid, even: &IN_NO_TRUMP }
            }
            Strain::Suit(trump) => {
                let trumps = suits[trump.index()];
                let others = Suit::ALL.into_iter().filter(|&suit| suit != trump);
                let side: f32 = others.map(|suit| suits[suit.index()].side).sum();
                let length = f32::from(trumps.len);
                let score = 1.2 * length + 0.76 * trumps.high + 1.29 * side + 0.155 * paid;
                Self { score, even: &IN_SUIT }
            }
        }
    }

    /// The chance to make a bid of the type that it was judged for.
    pub(super) fn chance(self, bid: Bid) -> f32 {
        let margin = match bid.strain() {
            Strain::Null => self.even[usize::from(bid.most_tricks())] - self.score,
            _ => self.score - self.even[usize::from(bid.fewest_tricks())],
        };
        1.0 / (1.0 + (-margin).exp())
    }
}
