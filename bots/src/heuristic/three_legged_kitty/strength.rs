//! What cards are worth: one by one, to pay and keep, and ten together, to bid.

use threehand_engine::games::three_legged_kitty::{Bid, Strain};
use threehand_engine::{Card, CardSet, Suit};

/// `ABSENT[n]` is the chance that none of `n` given cards is in the two other hands: of each five
/// cards that a Cat does not see about half were set aside.
const ABSENT: [f32; 13] = {
    let mut chances = [1.0; 13];
    let mut n = 1;
    while n < 13 {
        chances[n] = chances[n - 1] * 0.52;
        n += 1;
    }
    chances
};

/// How often a card of a suit that is not trump takes a trick by its rank: at once, or, guarded,
/// when what is higher has gone.
fn high_worth(card: Card, own: CardSet) -> f32 {
    let better = own.above(card).len();
    let missing = CardSet::FULL.above(card).len() - better;
    let guards = own.len() - better - 1;
    let bare = ABSENT[missing];
    if missing > 0 && guards >= missing { bare.max(0.5 * (bare + 0.75)) } else { bare }
}

/// How often it takes one because the others have run out of the suit, after as many rounds as
/// there are better cards with it.
fn long_worth(card: Card, own: CardSet) -> f32 {
    let rounds = own.above(card).len() as f32 + 1.0;
    let outside = (13 - own.len()) as f32 * (1.0 - ABSENT[1]);
    ((rounds - 0.55 * outside) * 0.45).clamp(0.0, 0.9)
}

/// About how often a card takes a trick for a hand of which it is a part, in a suit that is not
/// trump.
pub(super) fn side_worth(card: Card, hand: CardSet) -> f32 {
    let own = hand.of(card.suit());
    high_worth(card, own).max(long_worth(card, own))
}

/// How likely a card is to take a trick that nobody wants.
fn danger(card: Card, hand: CardSet) -> f32 {
    let own = hand.of(card.suit());
    let guards = own.below(card).len();
    let lower = (CardSet::FULL.below(card).len() - guards) as f32;
    let higher = (CardSet::FULL.above(card).len() - own.above(card).len()) as f32;
    let share = lower / (lower + higher + 1.0);
    // With a lower card beside it, it can duck a round.
    share * (share + 0.05 - 0.04 * guards.min(3) as f32)
}

/// What a card is worth to a Cat who keeps `hand` for a contract of this type.
pub(super) fn worth(card: Card, hand: CardSet, strain: Strain) -> f32 {
    let rank = card.rank().index() as f32 / 12.0;
    match strain {
        Strain::Null => 1.0 - danger(card, hand),
        Strain::Suit(trump) if card.suit() == trump => 2.0 + rank,
        _ => side_worth(card, hand) + 0.01 * rank,
    }
}

/// The card of `cards` that is worth least to a Cat who keeps `hand`.
pub(super) fn least(cards: CardSet, hand: CardSet, strain: Strain) -> Card {
    let mut least = (f32::INFINITY, cards.nth(0));
    for card in cards {
        let worth = worth(card, hand, strain);
        if worth < least.0 {
            least = (worth, card);
        }
    }
    least.1
}

/// The ten cards to keep of these: the least worth goes first, as long as there are more.
fn best_ten(pool: CardSet, strain: Strain) -> CardSet {
    let mut kept = pool;
    while kept.len() > 10 {
        kept.remove(least(kept, kept, strain));
    }
    kept
}

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
        let paid = paid as f32;
        match strain {
            Strain::Null => {
                let danger: f32 = ten.iter().map(|card| danger(card, ten)).sum();
                let lowest = Suit::ALL.into_iter().filter_map(|suit| ten.lowest_of(suit));
                let lowest: usize = lowest.map(|card| card.rank().index()).sum();
                let score = 1.57 * danger + 0.051 * lowest as f32 - 0.17 * paid;
                Self { score, even: &IN_NULL }
            }
            Strain::NoTrump => {
                let (mut high, mut side) = (0.0, 0.0);
                for card in ten {
                    let own = ten.of(card.suit());
                    let by_rank = high_worth(card, own);
                    high += by_rank;
                    side += by_rank.max(long_worth(card, own));
                }
                let lengths = Suit::ALL.map(|suit| ten.of(suit).len());
                let voids = lengths.into_iter().filter(|&length| length == 0).count() as f32;
                let squares: usize = lengths.into_iter().map(|length| length * length).sum();
                let shape = 0.037 * squares as f32 - 0.71 * voids;
                Self { score: 0.57 * high + 0.47 * side + shape + 0.06 * paid, even: &IN_NO_TRUMP }
            }
            Strain::Suit(trump) => {
                let trumps = ten.of(trump);
                let high: f32 = trumps.iter().map(|card| high_worth(card, trumps)).sum();
                let side: f32 = (ten - trumps).iter().map(|card| side_worth(card, ten)).sum();
                let score = 1.2 * trumps.len() as f32 + 0.76 * high + 1.29 * side + 0.155 * paid;
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
