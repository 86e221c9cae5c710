//! `greedy` at 9-2-5.

use threehand_engine::games::{
    self,
    nine_two_five::{Action, Legal},
};
use threehand_engine::{Card, CardSet, Suit, Trump, View, below};

use crate::bot::{Bot, BotRng};

/// Names its longest suit, gives and discards its lowest cards, leads its highest, and follows
/// with the cheapest card that wins as the trick lies, else with its lowest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<games::NineTwoFive> for Greedy {
    fn decide(&mut self, view: &View<'_, games::NineTwoFive>, rng: &mut BotRng) -> Action {
        let trump = view.trump().unwrap_or(Trump::None);
        match view.legal() {
            Legal::Nothing => unreachable!("nobody is asked once the hand is over"),
            Legal::Trump => Action::Trump(Trump::Suit(longest(view.cards()))),
            Legal::Give { cards, to, or_to, .. } => {
                let card = cheapest(cards, trump);
                match or_to {
                    Some(or_to) if below(rng, 2) == 1 => Action::Give(card, or_to),
                    _ => Action::Give(card, to),
                }
            }
            Legal::Discard(cards) => Action::Discard(cheapest(cards, trump)),
            Legal::Play(cards) if view.trick().is_empty() => Action::Play(dearest(cards, trump)),
            Legal::Play(cards) => {
                let wins = |card: &Card| view.trick().is_beaten_by(*card, trump);
                let winners: CardSet = cards.iter().filter(wins).collect();
                let from = if winners.is_empty() { cards } else { winners };
                Action::Play(cheapest(from, trump))
            }
        }
    }
}

fn longest(cards: CardSet) -> Suit {
    let strength = |suit: &Suit| {
        let cards = cards.of(*suit);
        (cards.len(), cards.iter().map(|card| card.rank().index()).sum::<usize>())
    };
    Suit::ALL.into_iter().max_by_key(strength).expect("four suits")
}

/// What a card costs to part with: its rank, trumps above all others.
fn cost(card: Card, trump: Trump) -> (bool, usize) {
    (trump.is(card), card.rank().index())
}

fn cheapest(cards: CardSet, trump: Trump) -> Card {
    cards.iter().min_by_key(|&card| cost(card, trump)).expect("a card to choose from")
}

/// The highest card to lead, a side suit's before a trump of the same rank.
fn dearest(cards: CardSet, trump: Trump) -> Card {
    let key = |&card: &Card| (card.rank().index(), !trump.is(card));
    cards.iter().max_by_key(key).expect("a card to choose from")
}
