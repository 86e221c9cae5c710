//! The decisions of Three-Legged Kitty, and the sets of them that are legal at some point.

use rand::Rng;

use super::{Bid, Bids};
use crate::actions;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::random::below;

actions! {
    /// One decision. A subset, such as the cards that a bid costs, is chosen one card an action.
    #[derive(Hash)]
    pub enum Action as "three-legged-kitty: pass, bid BID, pay CARD, enough, stray CARD, take CARD or play CARD" {
        /// A player leaves the auction: `pass`.
        Pass = "pass",
        /// A player bids: `bid 5NT`.
        Bid(bid: Bid) = "bid",
        /// The bidder pays with a card: `pay 2C`.
        Pay(card: Card) = "pay",
        /// The bidder pays no more, where he might: `enough`.
        Enough = "enough",
        /// The Cat puts a card out of his hand, face up: `stray 3D`.
        Stray(card: Card) = "stray",
        /// The Cat's left neighbour takes a stray card: `take 3D`.
        Take(card: Card) = "take",
        /// A card is played to the trick: `play 9C`.
        Play(card: Card) = "play",
    }
}

/// The decisions that the seat to move may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// The hand is over.
    Nothing,
    /// Passing, unless the auction must be opened, and any of these bids.
    Call {
        /// Whether passing is allowed.
        pass: bool,
        /// The bids.
        bids: Bids,
    },
    /// Any of these cards paid, or, where the price is already paid, an end of it.
    Pay {
        /// The bidder's cards.
        cards: CardSet,
        /// Whether the price is paid.
        enough: bool,
    },
    /// Any of these cards strayed.
    Stray(CardSet),
    /// Any of these stray cards taken.
    Take(CardSet),
    /// Any of these cards played.
    Play(CardSet),
}

impl Legal {
    fn nth_before_play(self, n: usize) -> Action {
        match self {
            Self::Nothing => panic!("nothing is legal once the hand is over"),
            Self::Call { pass: true, .. } if n == 0 => Action::Pass,
            Self::Call { pass, bids } => Action::Bid(bids.nth(n - usize::from(pass))),
            Self::Pay { cards, enough: true } if n == cards.count() => Action::Enough,
            Self::Pay { cards, .. } => Action::Pay(cards.nth(n)),
            Self::Stray(cards) => Action::Stray(cards.nth(n)),
            Self::Take(cards) => Action::Take(cards.nth(n)),
            Self::Play(cards) => Action::Play(cards.nth(n)),
        }
    }

    /// Any of them, each equally likely.
    #[inline]
    pub(super) fn any<R: Rng>(self, rng: &mut R) -> Action {
        match self {
            Self::Pay { cards, enough: false } => Action::Pay(cards.any(rng)),
            Self::Stray(cards) => Action::Stray(cards.any(rng)),
            Self::Take(cards) => Action::Take(cards.any(rng)),
            _ => self.nth_before_play(below(rng, crate::Legal::len(&self))),
        }
    }
}

impl crate::Legal<Action> for Legal {
    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Call { pass, bids } => usize::from(*pass) + bids.len(),
            Self::Pay { cards, enough } => cards.count() + usize::from(*enough),
            Self::Stray(cards) | Self::Take(cards) | Self::Play(cards) => cards.count(),
        }
    }

    #[inline]
    fn nth(&self, n: usize) -> Action {
        if let Self::Play(cards) = *self {
            Action::Play(cards.nth(n))
        } else {
            self.nth_before_play(n)
        }
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        match (*self, action) {
            (Self::Call { pass, .. }, Action::Pass) => pass,
            (Self::Call { bids, .. }, Action::Bid(bid)) => bids.contains(bid),
            (Self::Pay { enough, .. }, Action::Enough) => enough,
            (Self::Pay { cards, .. }, Action::Pay(card))
            | (Self::Stray(cards), Action::Stray(card))
            | (Self::Take(cards), Action::Take(card))
            | (Self::Play(cards), Action::Play(card)) => cards.contains(card),
            _ => false,
        }
    }
}
