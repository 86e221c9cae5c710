//! Phase 2 of Three Kings with open hands: the trick on the table, and what may be played to it.

use threehand_engine::games::three_kings::{Meld, Melds, Predictions, ThreeKings, height};
use threehand_engine::{BySeat, Card, CardSet, Rank, Seat};

/// What the play so far amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State {
    pub(super) hands: [CardSet; 3],
    pub(super) points: [i8; 3],
    pub(super) predictions: Predictions,
    /// Whether it is the first trick: each is asked for a prediction while one can be made.
    pub(super) first: bool,
}

/// The trick on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Laid {
    pub(super) leader: usize,
    pub(super) len: usize,
    /// The card led, unless a meld was.
    pub(super) led: Option<Card>,
    pub(super) best: Option<Best>,
    pub(super) winner: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Best {
    Card(Card),
    Meld(Meld),
}

impl Laid {
    pub(super) const fn by(leader: usize) -> Self {
        Self { leader, len: 0, led: None, best: None, winner: leader }
    }

    /// Puts a card on the table, or three.
    #[inline]
    pub(super) fn put(
        &mut self,
        rules: &ThreeKings,
        player: usize,
        cards: CardSet,
        meld: Option<Meld>,
    ) {
        let card = cards.first().filter(|_| cards.len() == 1);
        let wins = match (self.best, card, meld) {
            (None, ..) => true,
            (Some(Best::Card(best)), Some(card), _) => {
                card.suit() == best.suit() && height(card) > height(best)
            }
            (Some(Best::Meld(best)), _, Some(meld)) => meld.beats(best, rules),
            _ => false,
        };
        if self.len == 0 {
            self.led = card;
        }
        if wins {
            self.best = card.map(Best::Card).or(meld.map(Best::Meld));
            self.winner = player;
        }
        self.len += 1;
    }
}

/// What a player may play: single cards, melds, and three cards thrown that are no meld; unless
/// `every` one is wanted, of those that do the same one.
#[inline]
pub(super) fn choices(
    rules: &ThreeKings,
    state: &State,
    laid: &Laid,
    player: usize,
    every: bool,
    mut visit: impl FnMut(CardSet, Option<Meld>),
) {
    let hand = state.hands[player];
    let melds = Melds::of(hand, rules);
    let in_melds = melds.cards();
    let mut live = state.hands[0] | state.hands[1] | state.hands[2];
    if let Some(Best::Card(best)) = laid.best {
        live = live.with(best);
    }
    // The neighbour below that does the same, if there is one.
    let equal = |card: Card| {
        let loose = |card| !every && !in_melds.contains(card);
        let below = live.below(card).last().filter(|&below| hand.contains(below));
        below.filter(|&below| card.rank() != Rank::Ace && loose(card) && loose(below))
    };
    if laid.len == 0 || laid.led.is_some() {
        let followers = laid.led.map_or(CardSet::EMPTY, |led| hand.of(led.suit()));
        let cards = if followers.is_empty() { hand } else { followers };
        for card in cards.iter().filter(|&card| equal(card).is_none()) {
            visit(CardSet::only(card), None);
        }
    }
    if laid.led.is_some() {
        return;
    }
    for meld in melds.iter() {
        visit(meld.cards(), Some(meld));
    }
    if laid.len == 0 {
        return;
    }
    for a in hand {
        for b in hand.iter().take_while(|&b| b != a) {
            for c in hand.iter().take_while(|&c| c != b) {
                let cards = CardSet::only(a).with(b).with(c);
                let lowest = |card| equal(card).is_none_or(|below| cards.contains(below));
                let is_meld = || Meld::of(cards).is_some_and(|meld| melds.contains(meld));
                if [a, b, c].into_iter().all(lowest) && !is_meld() {
                    visit(cards, None);
                }
            }
        }
    }
}

/// A position of phase 2 with open hands, after all predictions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    pub(super) state: State,
    pub(super) laid: Laid,
}

impl Position {
    /// The position of these hands, with what was played so far to a trick that is not full: each
    /// a card, or three. `None` if a meld is led that is none.
    pub fn new(
        rules: &ThreeKings,
        hands: BySeat<CardSet>,
        leader: Seat,
        plays: &[CardSet],
        predictions: Predictions,
    ) -> Option<Self> {
        let state = State { hands: hands.0, points: [0; 3], predictions, first: false };
        let mut position = Self { state, laid: Laid::by(leader.number()) };
        for &cards in plays {
            let player = position.turn().number();
            let meld = Meld::of(cards).filter(|meld| meld.level(rules).is_some());
            if position.laid.len == 0 && cards.len() == 3 && meld.is_none() {
                return None;
            }
            position.state.points[player] += i8::from(meld.is_some());
            position.laid.put(rules, player, cards, meld);
        }
        Some(position)
    }

    /// Who is to play.
    pub fn turn(&self) -> Seat {
        Seat::cyclic(self.laid.leader + self.laid.len)
    }

    /// The three hands, without the cards on the table.
    pub const fn hands(&self) -> BySeat<CardSet> {
        BySeat(self.state.hands)
    }
}
