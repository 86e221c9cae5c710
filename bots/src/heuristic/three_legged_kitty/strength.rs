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

/// The tricks of a Cat as a guess: so many on average, give or take so many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tricks {
    mean: f32,
    deviation: f32,
}

impl Tricks {
    /// What a Cat who may choose ten of these cards takes in a contract of this type.
    ///
    /// The weights are least squares over 60,000 hands played by this bot.
    pub(super) fn of(pool: CardSet, strain: Strain) -> Self {
        let ten = best_ten(pool, strain);
        let (mean, deviation) = match strain {
            Strain::Null => {
                let danger: f32 = ten.iter().map(|card| danger(card, ten)).sum();
                let lowest = Suit::ALL.into_iter().filter_map(|suit| ten.lowest_of(suit));
                let lowest: usize = lowest.map(|card| card.rank().index()).sum();
                let mean = 1.68 * danger + 0.04 * lowest as f32 - 0.6;
                (mean.max(0.0), (0.8 + 0.35 * mean).clamp(0.8, 2.0))
            }
            Strain::NoTrump => {
                let (mut high, mut side) = (0.0, 0.0);
                for card in ten {
                    let own = ten.of(card.suit());
                    let by_rank = high_worth(card, own);
                    high += by_rank;
                    side += by_rank.max(long_worth(card, own));
                }
                let longest = Suit::ALL.into_iter().map(|suit| ten.of(suit).len()).max();
                let longest = longest.unwrap_or(0) as f32;
                (1.3 * high + 0.85 * longest + (0.025 * side - 0.61) * side - 1.23, 1.85)
            }
            Strain::Suit(trump) => {
                let trumps = ten.of(trump);
                let high: f32 = trumps.iter().map(|card| high_worth(card, trumps)).sum();
                let side: f32 = (ten - trumps).iter().map(|card| side_worth(card, ten)).sum();
                (1.08 * trumps.len() as f32 + 0.75 * high + 0.72 * side - 1.98, 1.3)
            }
        };
        Self { mean, deviation }
    }

    /// The chance to make a bid of the type they were guessed for.
    pub(super) fn chance(self, bid: Bid) -> f32 {
        let margin = match bid.strain() {
            Strain::Null => f32::from(bid.most_tricks()) - self.mean,
            _ => self.mean - f32::from(bid.fewest_tricks()),
        };
        // The logistic distribution of this standard deviation.
        let scale = 1.814 / self.deviation;
        1.0 / (1.0 + (-(margin + 0.5) * scale).exp())
    }
}
