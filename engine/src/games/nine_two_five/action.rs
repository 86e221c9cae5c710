//! The decisions of 9-2-5, and the sets of them that are legal at some point.

use rand::Rng;

use crate::actions;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::random::below;
use crate::seat::Seat;
use crate::trick::Trump;

actions! {
    /// One decision. A subset, such as the four cards of a discard, is chosen one card an action.
    #[derive(Hash)]
    pub enum Action as "9-2-5: trump C|D|H|S|NT, give CARD SEAT, keep, discard CARD or play CARD" {
        /// The dealer names the trump: `trump S`.
        Trump(trump: Trump) = "trump",
        /// A giver hands a card to a player who was down: `give 3D 1`.
        Give(card: Card, to: Seat) = "give",
        /// A giver ends his giving, where the rules let him: `keep`.
        Keep = "keep",
        /// The dealer lays a card away: `discard 4H`.
        Discard(card: Card) = "discard",
        /// A card is played to the trick: `play 9C`.
        Play(card: Card) = "play",
    }
}

/// The decisions that the seat to move may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legal {
    /// The hand is over.
    Nothing,
    /// Any of the five trumps.
    Trump,
    /// Any of these cards to any of these seats (one or two, clockwise), or, where the rules let
    /// him, keeping the rest.
    Give {
        /// The giver's cards.
        cards: CardSet,
        /// The first seat that can still be given a card.
        to: Seat,
        /// The second, if there is one.
        or_to: Option<Seat>,
        /// Whether the giver may end his giving.
        keep: bool,
    },
    /// Any of these cards laid away.
    Discard(CardSet),
    /// Any of these cards played.
    Play(CardSet),
}

impl Legal {
    fn nth_before_play(self, n: usize) -> Action {
        match self {
            Self::Nothing => panic!("nothing is legal once the hand is over"),
            Self::Trump => Action::Trump(Trump::ALL[n]),
            Self::Give { cards, to, or_to, .. } => match (cards.count(), or_to) {
                (count, _) if n < count => Action::Give(cards.nth(n), to),
                (count, Some(or_to)) if n < 2 * count => Action::Give(cards.nth(n - count), or_to),
                _ => Action::Keep,
            },
            Self::Discard(cards) => Action::Discard(cards.nth(n)),
            Self::Play(cards) => Action::Play(cards.nth(n)),
        }
    }

    /// Any of them, each equally likely.
    #[inline]
    pub(super) fn any<R: Rng>(self, rng: &mut R) -> Action {
        match self {
            Self::Discard(cards) => Action::Discard(cards.any(rng)),
            _ => self.nth_before_play(below(rng, crate::Legal::len(&self))),
        }
    }
}

impl crate::Legal<Action> for Legal {
    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Trump => Trump::ALL.len(),
            Self::Give { cards, or_to, keep, .. } => {
                (cards.count() << u32::from(or_to.is_some())) + usize::from(*keep)
            }
            Self::Discard(cards) | Self::Play(cards) => cards.count(),
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
            (Self::Trump, Action::Trump(_)) => true,
            (Self::Give { cards, to, or_to, .. }, Action::Give(card, seat)) => {
                cards.contains(card) && (seat == to || Some(seat) == or_to)
            }
            (Self::Give { keep, .. }, Action::Keep) => keep,
            (Self::Discard(cards), Action::Discard(card))
            | (Self::Play(cards), Action::Play(card)) => cards.contains(card),
            _ => false,
        }
    }
}
