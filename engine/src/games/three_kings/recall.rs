//! The record of a hand of Three Kings as a seat knows it: every decision is public.

use super::hand::{Exchanged, Phase};
use super::order::falling;
use super::{Action, ThreeKings};
use crate::card_set::CardSet;
use crate::seat::Seat;
use crate::seen::{PhaseWords, Recalled};
use crate::view::View;

impl Phase {
    /// The words for it.
    pub(super) const fn words(self) -> PhaseWords {
        match self {
            Self::Upcard => PhaseWords {
                name: "upcard",
                due: "put a card face up",
                rule: "Who won the last trick of the hand before lays one of his ten cards face up, and \
                 leads. When the stock is gone, somebody may exchange a card for it.",
            },
            Self::Play => PhaseWords {
                name: "play",
                due: "play",
                rule: "Kings are high and aces low. A single card is beaten by a higher one of its suit. \
                 Three cards led together are a meld, such as three kings or 7 8 9 of a suit; only a \
                 higher meld beats it. Each trick and each meld brings a point. As long as there is a \
                 stock, any card may be played; after that a single card that is led must be followed \
                 in its suit. The last trick brings two points, an ace that wins it five.",
            },
            Self::Exchange => PhaseWords {
                name: "exchange",
                due: "exchange or decline",
                rule: "The stock is gone. Whoever won the last trick may take the card that lies face up, \
                 and lays one of his own in its place.",
            },
            Self::Predict => PhaseWords {
                name: "predict",
                due: "predict",
                rule: "Say that you will win the last trick (5 points more), or that you will win it \
                 leading an ace (10 more), or nothing. A prediction that fails costs as much, and as \
                 much again in the next set. There is one prediction a hand.",
            },
            Self::Over => PhaseWords::OVER,
        }
    }
}

pub(super) fn recall(view: &View<'_, ThreeKings>) -> Recalled {
    let hand = view.hand;
    let mut recalled = Recalled::at(hand.phase.words());
    if let (Some(winner), Some(upcard)) = (view.standing().last_trick_winner(), view.upcard()) {
        recalled.line(winner, Action::Upcard(upcard));
    }
    // The trick with which phase 2 starts, if there is one.
    let drawn = hand.history.draws_of(view.seat()).filter(|draw| !draw.places.is_empty()).count();
    let phase_2 = (hand.stock_len() == 0).then_some(drawn);
    let tricks = view.history().iter().map(|trick| {
        let plays = trick.leader.around().map(|seat| (seat, trick.plays[seat]));
        (trick.leader, plays.to_vec())
    });
    let on_table = (hand.trick.leader(), hand.trick.plays().collect());
    for (i, (leader, plays)) in tricks.chain([on_table]).enumerate() {
        let asked = if Some(i) == phase_2 { usize::from(hand.asked) } else { 0 };
        if Some(i) == phase_2 {
            recall_exchange(hand.exchanged, leader, &mut recalled);
        }
        for (n, seat) in leader.around().into_iter().enumerate() {
            if n < asked {
                recalled.line(seat, Action::Predict(view.predictions().by(seat)));
            }
            if let Some((_, cards)) = plays.get(n) {
                recalled.line(seat, play(*cards));
            }
        }
    }
    for card in falling(hand.trick.thrown()) {
        recalled.line(hand.trick.turn(), Action::Throw(card));
    }
    recalled
}

fn recall_exchange(exchanged: Exchanged, leader: Seat, recalled: &mut Recalled) {
    match exchanged {
        Exchanged::NotYet => {}
        Exchanged::Declined => recalled.line(leader, Action::Decline),
        Exchanged::Taken { by, laid_out } => recalled.line(by, Action::Exchange(laid_out)),
    }
}

/// One card, or three: a meld and a throw have the same line.
fn play(cards: CardSet) -> String {
    let cards: Vec<_> = falling(cards).map(|card| card.to_string()).collect();
    format!("play {}", cards.join(" "))
}
