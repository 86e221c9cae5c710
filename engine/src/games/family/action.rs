//! The decisions of games from a file, and the sets of them that are legal at some point.

use rand::Rng;

use super::game::Family;
use crate::actions;
use crate::argument::arguments;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::random::below;
use crate::seat::Seat;
use crate::trick::Trump;

/// The tricks that a seat says it will take: 0 to 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid(pub(super) u8);

impl Bid {
    /// How many tricks.
    pub const fn tricks(self) -> u8 {
        self.0
    }
}

impl std::fmt::Display for Bid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for Bid {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let tricks =
            text.parse().ok().filter(|tricks: &u8| *tricks < 18 && tricks.to_string() == text);
        tricks.map(Self).ok_or(())
    }
}

arguments! {
    Bid, 18, |bid: Self| usize::from(bid.0), |i: usize| (i < 18).then_some(Self(i as u8));
}

actions! {
    /// One decision. A set of cards is chosen one card an action.
    #[derive(Hash)]
    pub enum Action as "a game from a file: trump C|D|H|S|NT, fewest, give CARD SEAT, keep, pull SEAT, back CARD SEAT, discard CARD, pass CARD, bid N or play CARD" {
        /// The trump is called: `trump S`.
        Trump(trump: Trump) = "trump",
        /// A card is given to a seat that was under its contract: `give 3D 1`.
        Give(card: Card, to: Seat) = "give",
        /// No more cards are given: `keep`.
        Keep = "keep",
        /// A card is pulled from a seat that was under its contract: `pull 1`.
        Pull(from: Seat) = "pull",
        /// A card is given back for one that was pulled: `back 3D 1`.
        Back(card: Card, to: Seat) = "back",
        /// A card is laid away: `discard 4H`.
        Discard(card: Card) = "discard",
        /// A card is passed to a neighbour: `pass QS`.
        Pass(card: Card) = "pass",
        /// A seat says how many tricks it will take: `bid 3`.
        Bid(bid: Bid) = "bid",
        /// A card is played to the trick: `play 9C`.
        Play(card: Card) = "play",
        /// The fewest tricks are called, without a trump: `fewest`.
        Fewest = "fewest",
    }
}

impl Action {
    /// The card that it moves or plays.
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Give(card, _)
            | Self::Back(card, _)
            | Self::Discard(card)
            | Self::Pass(card)
            | Self::Play(card) => Some(card),
            _ => None,
        }
    }

    /// What is called, without the word for a call: `S`, `NT`, `fewest`.
    pub fn called(self) -> String {
        self.to_string().trim_start_matches("trump ").to_owned()
    }
}

/// The decisions that the seat to move may choose from.
#[derive(Clone, Copy, Debug)]
pub struct Legal {
    pub(super) rules: Family,
    pub(super) choice: Choice,
}

/// What is to be chosen. Cards are those in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Nothing,
    /// The calls of the rules whose bits are set.
    Trump(u8),
    Give {
        cards: CardSet,
        to: [Option<Seat>; 2],
        keep: bool,
    },
    Pull([Option<Seat>; 2]),
    Back(CardSet, Seat),
    Discard(CardSet),
    Pass(CardSet),
    Bid {
        least: u8,
        most: u8,
        without: Option<u8>,
    },
    Play(CardSet),
}

const fn seats(to: [Option<Seat>; 2]) -> usize {
    to[0].is_some() as usize + to[1].is_some() as usize
}

impl Legal {
    fn nth_before_play(&self, n: usize) -> Action {
        let named = |cards: CardSet, n: usize| self.rules.order.named(cards.nth(n));
        match self.choice {
            Choice::Nothing => panic!("nothing is legal once the hand is over"),
            Choice::Trump(left) => {
                let mut calls = (0..).zip(&self.rules.calls).filter(|(i, _)| left >> i & 1 == 1);
                *calls.nth(n).expect("there are more calls").1
            }
            Choice::Give { cards, to, .. } => {
                match (n / cards.len().max(1), n % cards.len().max(1)) {
                    (seat @ (0 | 1), n) if to[seat].is_some() && !cards.is_empty() => {
                        Action::Give(named(cards, n), to[seat].expect("it was asked"))
                    }
                    _ => Action::Keep,
                }
            }
            Choice::Pull(from) => Action::Pull(from[n].expect("there are more seats")),
            Choice::Back(cards, to) => Action::Back(named(cards, n), to),
            Choice::Discard(cards) => Action::Discard(named(cards, n)),
            Choice::Pass(cards) => Action::Pass(named(cards, n)),
            Choice::Bid { least, without, .. } => {
                let bid = least + n as u8;
                let skips = without.is_some_and(|without| (least..=bid).contains(&without));
                Action::Bid(Bid(bid + u8::from(skips)))
            }
            Choice::Play(cards) => Action::Play(named(cards, n)),
        }
    }

    #[inline(always)]
    pub(super) fn any<R: Rng>(&self, rng: &mut R) -> Action {
        match self.choice {
            Choice::Play(cards) => Action::Play(self.rules.order.named(cards.any(rng))),
            _ => self.any_before_play(rng),
        }
    }

    #[inline(never)]
    fn any_before_play<R: Rng>(&self, rng: &mut R) -> Action {
        self.nth_before_play(below(rng, crate::Legal::len(self)))
    }
}

impl crate::Legal<Action> for Legal {
    #[inline]
    fn len(&self) -> usize {
        match self.choice {
            Choice::Nothing => 0,
            Choice::Trump(left) => left.count_ones() as usize,
            Choice::Give { cards, to, keep } => cards.count() * seats(to) + usize::from(keep),
            Choice::Pull(from) => seats(from),
            Choice::Back(cards, _)
            | Choice::Discard(cards)
            | Choice::Pass(cards)
            | Choice::Play(cards) => cards.count(),
            Choice::Bid { least, most, without } => {
                let barred = without.is_some_and(|without| (least..=most).contains(&without));
                usize::from(most - least) + 1 - usize::from(barred)
            }
        }
    }

    #[inline]
    fn nth(&self, n: usize) -> Action {
        match self.choice {
            Choice::Play(cards) => Action::Play(self.rules.order.named(cards.nth(n))),
            _ => self.nth_before_play(n),
        }
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        let has = |cards: CardSet, card: Card| cards.contains(self.rules.order.in_play(card));
        match (self.choice, action) {
            (Choice::Play(cards), Action::Play(card))
            | (Choice::Discard(cards), Action::Discard(card))
            | (Choice::Pass(cards), Action::Pass(card)) => has(cards, card),
            (Choice::Trump(left), Action::Trump(_) | Action::Fewest) => {
                self.rules.place_of_call(action).is_some_and(|place| left >> place & 1 == 1)
            }
            (Choice::Give { cards, to, .. }, Action::Give(card, seat)) => {
                has(cards, card) && to.contains(&Some(seat))
            }
            (Choice::Give { keep, .. }, Action::Keep) => keep,
            (Choice::Pull(from), Action::Pull(seat)) => from.contains(&Some(seat)),
            (Choice::Back(cards, to), Action::Back(card, seat)) => has(cards, card) && seat == to,
            (Choice::Bid { least, most, without }, Action::Bid(Bid(bid))) => {
                (least..=most).contains(&bid) && without != Some(bid)
            }
            _ => false,
        }
    }
}
