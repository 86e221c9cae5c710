//! How good ten cards are together, to bid on them.

use threehand_engine::games::three_legged_kitty::{Bid, Pack, Strain};
use threehand_engine::{CardSet, Suit};

use super::holding::Holdings;
use crate::exponential::chance;

/// How good ten cards are for a contract of some type, on a scale where each step of 1 makes any
/// result e times as likely against its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    score: f32,
    /// For each number of tricks, the score with which it is reached (in Null, passed) every
    /// second time.
    even: &'static [f32; 11],
}

/// What things weigh in a pack: an ordered logistic regression for each kind of contract.
struct Weights {
    suit: InSuit,
    no_trump: InNoTrump,
    null: InNull,
}

struct InSuit {
    length: f32,
    high: f32,
    side: f32,
    paid: f32,
    even: [f32; 11],
}

struct InNoTrump {
    high: f32,
    side: f32,
    squares: f32,
    voids: f32,
    paid: f32,
    even: [f32; 11],
}

struct InNull {
    danger: f32,
    lowest: f32,
    paid: f32,
    even: [f32; 11],
}

/// From 40,000 hands that this bot played with plainer weights, checked on as many others.
static OF_52: Weights = Weights {
    suit: InSuit {
        length: 1.2,
        high: 0.76,
        side: 1.29,
        paid: 0.155,
        even: [0.0, 1.0, 2.8, 4.53, 6.45, 7.82, 8.9, 9.87, 11.11, 12.63, 14.6],
    },
    no_trump: InNoTrump {
        high: 0.57,
        side: 0.47,
        squares: 0.037,
        voids: -0.71,
        paid: 0.06,
        even: [0.5, 1.4, 2.4, 3.26, 4.09, 4.79, 5.64, 6.51, 7.3, 8.1, 9.04],
    },
    null: InNull {
        danger: 1.57,
        lowest: 0.051,
        paid: -0.17,
        even: [1.17, 2.34, 3.23, 4.01, 4.79, 5.6, 6.38, 7.28, 8.2, 9.2, 10.2],
    },
};

/// From 100,000 hands in which half of the calls were random, checked on half of them.
static OF_32: Weights = Weights {
    suit: InSuit {
        length: 1.94,
        high: 0.43,
        side: 0.9,
        paid: -0.205,
        even: [1.0, 3.34, 5.73, 7.64, 9.14, 10.21, 11.04, 11.8, 12.82, 14.3, 16.04],
    },
    no_trump: InNoTrump {
        high: 0.507,
        side: 0.916,
        squares: 0.001,
        voids: -0.08,
        paid: -0.074,
        even: [2.0, 3.18, 4.46, 5.34, 5.97, 6.54, 7.22, 8.09, 9.03, 9.87, 10.39],
    },
    null: InNull {
        danger: 1.8,
        lowest: 0.028,
        paid: -0.198,
        even: [0.97, 2.21, 3.27, 4.16, 4.94, 5.64, 6.34, 7.03, 7.8, 8.89, 10.0],
    },
};

impl Weights {
    #[inline]
    const fn of_pack(pack: Pack) -> &'static Self {
        match pack {
            Pack::Full => &OF_52,
            Pack::FromSevens => &OF_32,
        }
    }
}

impl Strength {
    /// The strength of a Cat who may choose ten of these cards, while the two others have paid
    /// `paid` cards, which they have to make up for from what he leaves.
    pub(super) fn of(pack: Pack, pool: CardSet, strain: Strain, paid: usize) -> Self {
        let (holdings, weights) = (Holdings::of_pack(pack), Weights::of_pack(pack));
        let ten = holdings.best_ten(pool, strain);
        let suits = Suit::ALL.map(|suit| holdings.of(ten, suit));
        let paid = paid as f32;
        match strain {
            Strain::Null => {
                let w = &weights.null;
                let danger: f32 = suits.iter().map(|suit| suit.danger).sum();
                let lowest: u8 = suits.iter().map(|suit| suit.lowest).sum();
                let score = w.danger * danger + w.lowest * f32::from(lowest) + w.paid * paid;
                Self { score, even: &w.even }
            }
            Strain::NoTrump => {
                let w = &weights.no_trump;
                let high: f32 = suits.iter().map(|suit| suit.high).sum();
                let side: f32 = suits.iter().map(|suit| suit.side).sum();
                let voids = suits.iter().filter(|suit| suit.len == 0).count() as f32;
                let squares: u8 = suits.iter().map(|suit| suit.len * suit.len).sum();
                let shape = w.squares * f32::from(squares) + w.voids * voids;
                let score = w.high * high + w.side * side + shape + w.paid * paid;
                Self { score, even: &w.even }
            }
            Strain::Suit(trump) => {
                let w = &weights.suit;
                let trumps = suits[trump.index()];
                let others = Suit::ALL.into_iter().filter(|&suit| suit != trump);
                let side: f32 = others.map(|suit| suits[suit.index()].side).sum();
                let length = f32::from(trumps.len);
                let score =
                    w.length * length + w.high * trumps.high + w.side * side + w.paid * paid;
                Self { score, even: &w.even }
            }
        }
    }

    /// The chance to make a bid of the type that it was judged for.
    pub(super) fn chance(self, bid: Bid) -> f32 {
        let margin = match bid.strain() {
            Strain::Null => self.even[usize::from(bid.most_tricks())] - self.score,
            _ => self.score - self.even[usize::from(bid.fewest_tricks())],
        };
        chance(margin)
    }
}
