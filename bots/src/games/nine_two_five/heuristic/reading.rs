//! What a player makes of the cards he can't see: who may hold them, and how likely.

use threehand_engine::games::NineTwoFive;
use threehand_engine::{Card, CardSet, Seat, Suit, Trump, View};

/// How much likelier a trump is to lie with the dealer, who named it, than with the third player.
/// Measured over 40,000 hands: 2.1 at the first lead, 2.5 in the middle, 2.1 with four cards left.
const DEALER_HAS_TRUMPS: f32 = 2.3;

/// Room that is left in a hand whose cards all seem to be known, in cards.
const LEAST_ROOM: f32 = 0.05;

/// No seat that could have any of a suit's thirteen cards asks for more.
const LANE: usize = 14;

/// A view with its cards counted. Opponents are 0, on the left, and 1, on the right.
pub(super) struct Reading {
    /// The player's own cards.
    pub(super) mine: CardSet,
    /// Those of them that no card of an opponent ranks above.
    pub(super) masters: CardSet,
    pub(super) trump: Option<Suit>,
    pub(super) opponents: [Seat; 2],
    /// Which opponent deals, if not the player himself.
    pub(super) dealer: Option<usize>,
    /// The cards that some opponent may hold.
    pub(super) held: CardSet,
    /// How likely each opponent is to have a trump.
    pub(super) has_trump: [f32; 2],
    /// The cards that either opponent may hold, and those that only one of them may.
    either: CardSet,
    only: [CardSet; 2],
    side: [Chances; 2],
    trumps: [Chances; 2],
    /// What keeps two cards of a suit from being worth the same in the trick being played.
    apart: CardSet,
}

/// How likely an opponent is to hold a card of some kind, and to hold none of several.
#[derive(Clone, Copy)]
struct Chances {
    either: f32,
    only: f32,
    none_of_either: [f32; LANE],
    none_of_only: [f32; LANE],
}

impl Chances {
    fn new(either: f32, only: f32) -> Self {
        let powers = |p: f32| {
            let mut powers = [1.0; LANE];
            for n in 1..LANE {
                powers[n] = powers[n - 1] * (1.0 - p);
            }
            powers
        };
        Self { either, only, none_of_either: powers(either), none_of_only: powers(only) }
    }
}

impl Reading {
    pub(super) fn of(view: &View<'_, NineTwoFive>) -> Self {
        let seat = view.seat();
        let opponents = [seat.left(), seat.right()];
        let mine = view.cards();
        let unseen = view.unseen();
        let holds = opponents.map(|opponent| view.may_hold(opponent));
        let either = holds[0] & holds[1];
        let only = holds.map(|cards| cards - either);
        let held = holds[0] | holds[1];
        let trump = view.trump().and_then(Trump::suit);
        let dealer = opponents.into_iter().position(|opponent| opponent == view.dealer());

        let sizes = opponents.map(|opponent| view.hand_size(opponent) as f32);
        let dead = unseen.len() as f32 - sizes[0] - sizes[1];
        let trumps = trump.map_or(CardSet::EMPTY, CardSet::suit);
        // Trumps are not laid away, and the dealer has more of them and fewer of the rest.
        let own_trumps = [0, 1].map(|i| (only[i] & trumps).len() as f32);
        let drawn = [0, 1].map(|i| {
            let room = (sizes[i] - own_trumps[i]).max(LEAST_ROOM);
            if dealer == Some(i) { room * DEALER_HAS_TRUMPS } else { room }
        });
        let trump_share = [0, 1].map(|i| drawn[i] / (drawn[0] + drawn[1]));
        let alive = 1.0 - dead / (unseen - trumps).len().max(1) as f32;
        let room = [0, 1].map(|i| {
            let trumps_held = own_trumps[i] + (either & trumps).len() as f32 * trump_share[i];
            let side_held = (only[i] - trumps).len() as f32 * alive;
            (sizes[i] - trumps_held - side_held).max(LEAST_ROOM)
        });
        let side_share = room.map(|side| side / (room[0] + room[1] + dead));
        let mut reading = Self {
            mine,
            masters: CardSet::EMPTY,
            trump,
            opponents,
            dealer,
            held,
            has_trump: [0.0; 2],
            either,
            only,
            side: [0, 1].map(|i| Chances::new(side_share[i], alive)),
            trumps: [0, 1].map(|i| Chances::new(trump_share[i], 1.0)),
            apart: view.trick().plays().fold(held, |apart, (_, card)| apart.with(card)),
        };
        for suit in Suit::ALL {
            let theirs = held.of(suit).last();
            reading.masters |= theirs.map_or(mine.of(suit), |highest| mine.above(highest));
        }
        if let Some(suit) = trump {
            reading.has_trump = [0, 1].map(|i| 1.0 - reading.lacks(i, CardSet::suit(suit)));
        }
        reading
    }

    fn chances(&self, opponent: usize, cards: CardSet) -> &Chances {
        let trumps = self.trump.is_some_and(|suit| cards.meets(CardSet::suit(suit)));
        if trumps { &self.trumps[opponent] } else { &self.side[opponent] }
    }

    /// How likely an opponent is to hold none of these cards of one suit.
    #[inline]
    pub(super) fn lacks(&self, opponent: usize, cards: CardSet) -> f32 {
        let chances = self.chances(opponent, cards);
        chances.none_of_either[(cards & self.either).len()]
            * chances.none_of_only[(cards & self.only[opponent]).len()]
    }

    /// How likely an opponent is to hold this card, that he may hold.
    pub(super) fn holds(&self, opponent: usize, card: Card) -> f32 {
        1.0 - self.lacks(opponent, CardSet::only(card))
    }

    /// How many of these cards of one suit an opponent holds, on average.
    #[inline]
    pub(super) fn expects(&self, opponent: usize, cards: CardSet) -> f32 {
        let chances = self.chances(opponent, cards);
        (cards & self.either).len() as f32 * chances.either
            + (cards & self.only[opponent]).len() as f32 * chances.only
    }

    /// How likely an opponent is to be able to beat `card` when `led` was led.
    #[inline]
    pub(super) fn beats(&self, opponent: usize, card: Card, led: Suit) -> f32 {
        let void = self.lacks(opponent, CardSet::suit(led));
        let higher = 1.0 - self.lacks(opponent, CardSet::FULL.above(card));
        if card.suit() != led {
            void * higher
        } else if self.trump == Some(led) {
            higher
        } else {
            higher + void * self.has_trump[opponent]
        }
    }

    /// How likely a lead of this suit is not to be ruffed by anyone.
    pub(super) fn unruffed(&self, suit: Suit) -> f32 {
        let ruffs = |i| self.lacks(i, CardSet::suit(suit)) * self.has_trump[i];
        (1.0 - ruffs(0)) * (1.0 - ruffs(1))
    }

    /// How many cards that the opponents may hold rank above this one.
    #[inline]
    pub(super) fn higher(&self, card: Card) -> usize {
        self.held.above(card).len()
    }

    /// How many of the player's own cards are trumps.
    pub(super) fn trump_length(&self) -> usize {
        self.trump.map_or(0, |suit| self.mine.of(suit).len())
    }

    /// Of cards that are worth the same, the lowest: one of each run that nothing parts.
    pub(super) fn distinct(&self, cards: CardSet) -> impl Iterator<Item = Card> {
        cards.iter().filter(move |&card| {
            cards
                .below(card)
                .last()
                .is_none_or(|below| self.apart.above(below).meets(self.apart.below(card)))
        })
    }
}
