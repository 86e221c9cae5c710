//! The record of a hand of 9-2-5 as a seat knows it.

use super::hand::Phase;
use super::rules::TrumpCall;
use super::{Action, Bled, Known, NineTwoFive};
use crate::card_set::CardSet;
use crate::seat::Seat;
use crate::seen::{PhaseWords, Recalled};
use crate::view::View;

impl Phase {
    /// The words for it.
    pub(super) const fn words(self) -> PhaseWords {
        match self {
            Self::Trump => PhaseWords {
                name: "trump",
                due: "call the trump",
                rule: "The dealer names a suit as trump, or no trump, after a look at his sixteen cards. \
                 The four cards of the kitty come to him later.",
            },
            Self::Bleed => PhaseWords {
                name: "bleed",
                due: "give a card",
                rule: "Whoever took more tricks than his contract in the hand before gives one card for \
                 each, to players who took too few. When all are given, each receiver returns as many \
                 cards of the same suits, always his highest.",
            },
            Self::Discard => PhaseWords {
                name: "discard",
                due: "discard",
                rule: "The dealer lays four cards away, face down, one at a time. Nobody else sees them.",
            },
            Self::Play => PhaseWords {
                name: "play",
                due: "play a card",
                rule: "Follow the suit that was led if you can; else play any card. The highest trump takes \
                 the trick, or without trumps the highest card of the suit led. Each trick over your \
                 contract brings a point, each trick short of it costs one.",
            },
            Self::Over => PhaseWords::OVER,
        }
    }
}

pub(super) fn recall(view: &View<'_, NineTwoFive>) -> Recalled {
    let mut recalled = Recalled::at(view.hand.phase.words());
    let call = |recalled: &mut Recalled| {
        if let Some(trump) = view.trump() {
            recalled.line(view.dealer(), Action::Trump(trump));
        }
    };
    let first = view.rules().trump_call != TrumpCall::AfterBleed;
    if first {
        call(&mut recalled);
    }
    recall_bleed(view, &mut recalled);
    if !first {
        call(&mut recalled);
    }
    let hidden = Hidden { cards: view.discards(), count: view.discard_count() };
    hidden.tell(view.dealer(), &mut recalled, |card| format!("discard {card}"));
    for (seat, card) in view.plays() {
        recalled.line(seat, Action::Play(card));
    }
    recalled
}

fn recall_bleed(view: &Known<'_>, recalled: &mut Recalled) {
    let bled: Vec<Bled> = view.bled().collect();
    for (i, bled_here) in bled.iter().enumerate() {
        let giver = bled_here.giver;
        let cards = bled_here.cards.map(|(given, _)| given);
        let hidden = Hidden { cards, count: bled_here.count };
        hidden.tell(giver, recalled, |card| format!("give {card} {}", bled_here.receiver));
        let last = bled.get(i + 1).is_none_or(|next| next.giver != giver);
        if last && bled_here.settled && view.hand.still_to_give(giver) > 0 {
            recalled.line(giver, Action::Keep);
        }
    }
}

/// Cards of which a seat may know the number alone.
struct Hidden {
    cards: Option<CardSet>,
    count: usize,
}

impl Hidden {
    fn tell(&self, seat: Seat, recalled: &mut Recalled, words: impl Fn(&str) -> String) {
        match self.cards {
            Some(cards) => {
                cards.iter().for_each(|card| recalled.line(seat, words(&card.to_string())));
            }
            None => (0..self.count).for_each(|_| recalled.line(seat, words("?"))),
        }
    }
}
