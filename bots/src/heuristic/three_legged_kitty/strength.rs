//! What cards are worth: one by one, to pay and keep, and ten together, to bid.

use threehand_engine::games::three_legged_kitty::Strain;
use threehand_engine::{Card, CardSet, Suit};

/// The chance that a given card of a Cat's suit is not in the two other hands: 22 of the 42 cards
/// that he does not see were set aside.
const ABSENT: f32 = 0.52;

/// About how often a card takes a trick for a hand of which it is a part, in a suit that is not
/// trump: as a high card, or because the others have run out of the suit.
pub(super) fn side_worth(card: Card, hand: CardSet) -> f32 {
    let own = hand.of(card.suit());
    let better = own.above(card).len();
    let missing = CardSet::FULL.above(card).len() - better;
    let guards = own.len() - better - 1;
    let bare = ABSENT.powi(missing as i32);
    // A guarded card waits until what is higher has gone.
    let high = if missing > 0 && guards >= missing { bare.max(0.5 * (bare + 0.75)) } else { bare };
    // Those who are not out of the suit after as many rounds as there are better cards.
    let outside = (13 - own.len()) as f32 * (1.0 - ABSENT);
    let long = ((better as f32 + 1.0 - 0.55 * outside) * 0.45).clamp(0.0, 0.9);
    high.max(long)
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

/// How likely a card is to take a trick that nobody wants.
pub(super) fn danger(card: Card, hand: CardSet) -> f32 {
    let own = hand.of(card.suit());
    let lower_own = own.below(card).len() as f32;
    let lower = CardSet::FULL.below(card).len() as f32 - lower_own;
    let higher = CardSet::FULL.above(card).len() as f32 - own.above(card).len() as f32;
    // Against one lower card kept he can duck a round.
    let share = lower / (lower + higher + 1.0);
    share * share + 0.05 * share - 0.04 * lower_own.min(3.0) * share
}

/// Puts the least worth cards aside until ten are left.
pub(super) fn best_ten(pool: CardSet, strain: Strain) -> CardSet {
    let mut kept = pool;
    while kept.len() > 10 {
        kept.remove(least(kept, kept, strain));
    }
    kept
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

/// Tricks that ten cards take for the Cat on average in a contract of this type.
pub(super) fn expected_tricks(ten: CardSet, strain: Strain) -> f32 {
    match strain {
        Strain::Null => ten.iter().map(|card| danger(card, ten)).sum(),
        Strain::NoTrump => ten.iter().map(|card| side_worth(card, ten)).sum(),
        Strain::Suit(trump) => {
            let trumps = ten.of(trump);
            let high: f32 = trumps.iter().map(|card| card.rank().index() as f32 / 12.0).sum();
            let side: f32 = (ten - trumps).iter().map(|card| side_worth(card, ten)).sum();
            0.5 * trumps.len() as f32 + 0.3 * high + 0.8 * side
        }
    }
}

/// The suit types, for whoever goes through them all.
pub(super) const SUITS: [Strain; 4] = [
    Strain::Suit(Suit::Clubs),
    Strain::Suit(Suit::Diamonds),
    Strain::Suit(Suit::Hearts),
    Strain::Suit(Suit::Spades),
];
