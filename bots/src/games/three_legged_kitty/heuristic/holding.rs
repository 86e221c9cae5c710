//! What the cards of one suit are worth: one by one, to take tricks or to duck them, and together.

use std::sync::LazyLock;

use threehand_engine::games::three_legged_kitty::Strain;
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
fn danger(card: Card, own: CardSet) -> f32 {
    let guards = own.below(card).len();
    let lower = (CardSet::FULL.below(card).len() - guards) as f32;
    let higher = (CardSet::FULL.above(card).len() - own.above(card).len()) as f32;
    let share = lower / (lower + higher + 1.0);
    // With a lower card beside it, it can duck a round.
    share * (share + 0.05 - 0.04 * guards.min(3) as f32)
}

/// The cards of one suit in a hand, judged together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding {
    /// How many tricks they take by their rank.
    pub(super) high: f32,
    /// How many by rank or length.
    pub(super) side: f32,
    /// How many they take against their holder's will.
    pub(super) danger: f32,
    pub(super) len: u8,
    /// The rank of the lowest card, 0 for a void.
    pub(super) lowest: u8,
    /// The card that takes tricks least, if the suit is not trump.
    idlest: Spare,
    /// The card that takes tricks most in a Null.
    riskiest: Spare,
}

/// A rank that can be spared, with its worth to who keeps it.
#[derive(Clone, Copy, Debug)]
struct Spare {
    worth: f32,
    rank: u8,
}

const NONE_TO_SPARE: Spare = Spare { worth: f32::INFINITY, rank: 0 };

impl Spare {
    fn or(self, card: Card, worth: f32) -> Self {
        if worth < self.worth { Self { worth, rank: card.rank().index() as u8 } } else { self }
    }
}

/// All holdings of a suit, by [`CardSet::ranks`]. The suits are alike here.
static HOLDINGS: LazyLock<Vec<Holding>> = LazyLock::new(|| {
    let holds = |ranks: usize, card: &Card| ranks >> card.rank().index() & 1 == 1;
    let clubs = CardSet::suit(Suit::Clubs);
    let own = |ranks| clubs.iter().filter(|card| holds(ranks, card)).collect();
    (0..1 << clubs.len()).map(|ranks| Holding::judge(own(ranks))).collect()
});

impl Holding {
    /// What `hand` holds in a suit.
    #[inline]
    pub(super) fn of(hand: CardSet, suit: Suit) -> &'static Self {
        &HOLDINGS[usize::from(hand.ranks(suit))]
    }

    fn judge(own: CardSet) -> Self {
        let mut holding = Self {
            high: 0.0,
            side: 0.0,
            danger: 0.0,
            len: own.len() as u8,
            lowest: own.first().map_or(0, |card| card.rank().index() as u8),
            idlest: NONE_TO_SPARE,
            riskiest: NONE_TO_SPARE,
        };
        for card in own {
            let (side, danger) = (side_worth(card, own), danger(card, own));
            holding.high += high_worth(card, own);
            holding.side += side;
            holding.danger += danger;
            let rank = card.rank().index() as f32 / 12.0;
            holding.idlest = holding.idlest.or(card, side + 0.01 * rank);
            holding.riskiest = holding.riskiest.or(card, 1.0 - danger);
        }
        holding
    }

    /// The card of the suit that is worth least in a contract of this type.
    #[inline]
    fn spare(&self, suit: Suit, strain: Strain) -> Spare {
        match strain {
            Strain::Null => self.riskiest,
            Strain::Suit(trump) if trump == suit && self.len > 0 => {
                Spare { worth: 2.0 + f32::from(self.lowest) / 12.0, rank: self.lowest }
            }
            _ => self.idlest,
        }
    }
}

/// The cards that a Cat in a contract of this type spares best, suit by suit.
struct Spares([Spare; 4]);

impl Spares {
    fn of(hand: CardSet, strain: Strain) -> Self {
        Self(Suit::ALL.map(|suit| Holding::of(hand, suit).spare(suit, strain)))
    }

    fn least(&self) -> Card {
        let mut least = 0;
        for suit in 1..4 {
            if self.0[suit].worth < self.0[least].worth {
                least = suit;
            }
        }
        Card::from_index(13 * least + usize::from(self.0[least].rank))
    }
}

/// The card that is worth least to a Cat who holds these in a contract of this type.
pub(super) fn least(hand: CardSet, strain: Strain) -> Card {
    Spares::of(hand, strain).least()
}

/// The ten cards to keep of these: the least worth goes first, as long as there are more.
pub(super) fn best_ten(pool: CardSet, strain: Strain) -> CardSet {
    let mut kept = pool;
    let mut spares = Spares::of(pool, strain);
    for _ in 10..pool.len() {
        let card = spares.least();
        kept.remove(card);
        let suit = card.suit();
        spares.0[suit.index()] = Holding::of(kept, suit).spare(suit, strain);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use threehand_engine::{Deck, Stream, below};

    /// The same as [`least`], card by card over the whole hand.
    fn least_card(hand: CardSet, strain: Strain) -> Option<Card> {
        let worth = |card: Card| {
            let rank = card.rank().index() as f32 / 12.0;
            match strain {
                Strain::Null => 1.0 - danger(card, hand.of(card.suit())),
                Strain::Suit(trump) if trump == card.suit() => 2.0 + rank,
                _ => side_worth(card, hand) + 0.01 * rank,
            }
        };
        hand.iter().min_by(|&a, &b| worth(a).total_cmp(&worth(b)))
    }

    #[test]
    fn the_ten_cards_kept_are_those_left_when_the_least_of_all_goes_each_time() {
        let mut rng = Stream::new([1, 0, 22, 3]);
        for _ in 0..2_000 {
            let cards = *Deck::shuffled(&mut rng).cards();
            let pool: CardSet = cards.into_iter().take(10 + below(&mut rng, 21)).collect();
            for strain in Strain::ALL {
                let mut kept = pool;
                while kept.len() > 10 {
                    let spared = least_card(kept, strain).expect("more than ten cards");
                    assert_eq!(least(kept, strain), spared, "of {kept} in {strain}");
                    kept.remove(spared);
                }
                assert_eq!(best_ten(pool, strain), kept, "of {pool} in {strain}");
            }
        }
    }

    #[test]
    fn a_holding_is_the_sum_of_its_cards() {
        let spades: CardSet = "AS QS 4S".parse().unwrap();
        let holding = Holding::of(spades | "KC".parse().unwrap(), Suit::Spades);
        let sum = |worth: fn(Card, CardSet) -> f32| -> f32 {
            spades.iter().map(|card| worth(card, spades)).sum()
        };
        assert_eq!(holding.high, sum(high_worth));
        assert_eq!(holding.side, sum(side_worth));
        assert_eq!(holding.danger, sum(danger));
        assert_eq!((holding.len, holding.lowest), (3, 2));
        assert_eq!(Holding::of(spades, Suit::Hearts).len, 0);
    }
}
