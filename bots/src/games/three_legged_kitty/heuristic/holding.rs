//! What the cards of one suit are worth: one by one, to take tricks or to duck them, and together.

use std::sync::LazyLock;

use threehand_engine::games::three_legged_kitty::{Pack, Strain};
use threehand_engine::{Card, CardSet, Suit};

/// What a card of a suit is worth among those that its player holds of the suit, in some pack.
#[derive(Clone, Copy, Debug)]
struct Worth {
    pack: CardSet,
    /// `absent[n]` is the chance that none of `n` given cards is in the two other hands: they were
    /// set aside.
    absent: [f32; 13],
}

/// The powers of a chance, from none to the twelfth.
const fn powers(chance: f32) -> [f32; 13] {
    let mut powers = [1.0; 13];
    let mut n = 1;
    while n < 13 {
        powers[n] = powers[n - 1] * chance;
        n += 1;
    }
    powers
}

/// How many cards are about a card in its suit.
#[derive(Clone, Copy)]
struct Place {
    /// Better ones of its player.
    better: usize,
    /// Better ones that its player does not hold.
    missing: usize,
    /// Lower ones of its player.
    guards: usize,
    /// Lower ones that its player does not hold.
    lower: usize,
}

impl Worth {
    /// Of each two cards that a Cat does not see about one was set aside.
    const FULL: Self = Self { pack: Pack::Full.cards(), absent: powers(0.52) };

    /// Of 32 cards two were set aside, and a Cat does not see 22.
    const FROM_SEVENS: Self = Self { pack: Pack::FromSevens.cards(), absent: powers(0.09) };

    /// Where a card stands among those that its player holds of its suit.
    fn place(&self, card: Card, own: CardSet) -> Place {
        let (better, guards) = (own.above(card).len(), own.below(card).len());
        let missing = self.pack.above(card).len() - better;
        Place { better, missing, guards, lower: self.pack.below(card).len() - guards }
    }

    /// How often a card of a suit that is not trump takes a trick by its rank: at once, or, guarded,
    /// when what is higher has gone.
    fn high(&self, Place { missing, guards, .. }: Place) -> f32 {
        let bare = self.absent[missing];
        if missing > 0 && guards >= missing { bare.max(0.5 * (bare + 0.75)) } else { bare }
    }

    /// How often it takes one because the others have run out of the suit, after as many rounds as
    /// there are better cards with it.
    fn long(&self, Place { better, missing, lower, .. }: Place) -> f32 {
        let rounds = better as f32 + 1.0;
        let outside = (missing + lower) as f32 * (1.0 - self.absent[1]);
        ((rounds - 0.55 * outside) * 0.45).clamp(0.0, 0.9)
    }

    /// About how often it takes a trick, in a suit that is not trump.
    fn side(&self, place: Place) -> f32 {
        self.high(place).max(self.long(place))
    }

    /// How likely it is to take a trick that nobody wants.
    fn danger(&self, Place { guards, missing, lower, .. }: Place) -> f32 {
        let (lower, higher) = (lower as f32, missing as f32);
        let share = lower / (lower + higher + 1.0);
        // With a lower card beside it, it can duck a round.
        share * (share + 0.05 - 0.04 * guards.min(3) as f32)
    }
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

/// All that can be held of a suit in a pack, judged once.
#[derive(Debug)]
pub(super) struct Holdings {
    worth: Worth,
    /// By [`CardSet::ranks`]. The suits are alike here.
    by_ranks: Vec<Holding>,
}

static OF_52: LazyLock<Holdings> = LazyLock::new(|| Holdings::judge(Worth::FULL));
static OF_32: LazyLock<Holdings> = LazyLock::new(|| Holdings::judge(Worth::FROM_SEVENS));

impl Holdings {
    /// Those of a pack.
    #[inline]
    pub(super) fn of_pack(pack: Pack) -> &'static Self {
        match pack {
            Pack::Full => &OF_52,
            Pack::FromSevens => &OF_32,
        }
    }

    fn judge(worth: Worth) -> Self {
        let holds = |ranks: usize, card: &Card| ranks >> card.rank().index() & 1 == 1;
        let clubs = CardSet::suit(Suit::Clubs);
        let own = |ranks| clubs.iter().filter(|card| holds(ranks, card)).collect::<CardSet>();
        let all = 0..1 << clubs.len();
        let judged = all.map(|ranks| Holding::judge(worth, own(ranks) & worth.pack));
        Self { worth, by_ranks: judged.collect() }
    }

    /// What `hand` holds in a suit.
    #[inline]
    pub(super) fn of(&self, hand: CardSet, suit: Suit) -> &Holding {
        &self.by_ranks[usize::from(hand.ranks(suit))]
    }

    /// About how often a card takes a trick for a hand of which it is a part, in a suit that is not
    /// trump.
    pub(super) fn side_worth(&self, card: Card, hand: CardSet) -> f32 {
        self.worth.side(self.worth.place(card, hand.of(card.suit())))
    }

    /// The card that is worth least to a Cat who holds these in a contract of this type.
    pub(super) fn least(&self, hand: CardSet, strain: Strain) -> Card {
        self.spares(hand, strain).least()
    }

    /// The ten cards to keep of these: the least worth goes first, as long as there are more.
    pub(super) fn best_ten(&self, pool: CardSet, strain: Strain) -> CardSet {
        let mut kept = pool;
        let mut spares = self.spares(pool, strain);
        for _ in 10..pool.len() {
            let card = spares.least();
            kept.remove(card);
            let suit = card.suit();
            spares.0[suit.index()] = self.of(kept, suit).spare(suit, strain);
        }
        kept
    }

    fn spares(&self, hand: CardSet, strain: Strain) -> Spares {
        Spares(Suit::ALL.map(|suit| self.of(hand, suit).spare(suit, strain)))
    }
}

impl Holding {
    fn judge(worth: Worth, own: CardSet) -> Self {
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
            let place = worth.place(card, own);
            let (side, danger) = (worth.side(place), worth.danger(place));
            holding.high += worth.high(place);
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

#[cfg(test)]
mod tests {
    use super::*;
    use threehand_engine::{Deck, Stream, below};

    const PACKS: [Pack; 2] = [Pack::Full, Pack::FromSevens];

    /// The same as [`Holdings::least`], card by card over the whole hand.
    fn least_card(worth: Worth, hand: CardSet, strain: Strain) -> Option<Card> {
        let worth = |card: Card| {
            let rank = card.rank().index() as f32 / 12.0;
            let own = hand.of(card.suit());
            match strain {
                Strain::Null => 1.0 - worth.danger(worth.place(card, own)),
                Strain::Suit(trump) if trump == card.suit() => 2.0 + rank,
                _ => worth.side(worth.place(card, own)) + 0.01 * rank,
            }
        };
        hand.iter().min_by(|&a, &b| worth(a).total_cmp(&worth(b)))
    }

    #[test]
    fn the_ten_cards_kept_are_those_left_when_the_least_of_all_goes_each_time() {
        let mut rng = Stream::new([1, 0, 22, 3]);
        for pack in PACKS.repeat(1_000) {
            let deck = Deck::shuffled(&mut rng).only(pack.cards());
            let pool: CardSet =
                deck.cards().iter().copied().take(10 + below(&mut rng, 21)).collect();
            let holdings = Holdings::of_pack(pack);
            for strain in Strain::ALL {
                let mut kept = pool;
                while kept.len() > 10 {
                    let spared =
                        least_card(holdings.worth, kept, strain).expect("more than ten cards");
                    assert_eq!(holdings.least(kept, strain), spared, "of {kept} in {strain}");
                    kept.remove(spared);
                }
                assert_eq!(holdings.best_ten(pool, strain), kept, "of {pool} in {strain}");
            }
        }
    }

    #[test]
    fn a_holding_is_the_sum_of_its_cards() {
        let spades: CardSet = "AS QS 8S".parse().unwrap();
        for holdings in PACKS.map(Holdings::of_pack) {
            let holding = holdings.of(spades | "KC".parse().unwrap(), Suit::Spades);
            let worth = holdings.worth;
            let sum = |of: fn(&Worth, Place) -> f32| -> f32 {
                spades.iter().map(|card| of(&worth, worth.place(card, spades))).sum()
            };
            assert_eq!(holding.high, sum(Worth::high));
            assert_eq!(holding.side, sum(Worth::side));
            assert_eq!(holding.danger, sum(Worth::danger));
            assert_eq!((holding.len, holding.lowest), (3, 6));
            assert_eq!(holdings.of(spades, Suit::Hearts).len, 0);
        }
    }

    #[test]
    fn of_32_cards_hardly_one_was_set_aside_and_none_is_below_a_seven() {
        let [full, small] = [Worth::FULL, Worth::FROM_SEVENS];
        let alone =
            |worth: &Worth, card: &str| worth.place(card.parse().unwrap(), card.parse().unwrap());
        let high = |worth: Worth| worth.high(alone(&worth, "KS"));
        assert!(high(full) > 0.5 && high(small) < 0.1);
        let danger = |worth: Worth| worth.danger(alone(&worth, "7S"));
        assert!(danger(full) > 0.1 && danger(small) == 0.0);
    }
}
