//! `greedy` at 9-2-5.

use threehand_engine::games::nine_two_five::{Action, Legal, NineTwoFive};
use threehand_engine::{Card, CardSet, Trump, View, below};

use crate::bot::{Bot, BotRng};
use crate::games::greedy::{cost, dearest, longest};

/// Names its longest suit, gives and discards its lowest cards, leads its highest, and follows
/// with the cheapest card that wins as the trick lies, else with its lowest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<NineTwoFive> for Greedy {
    fn decide(&mut self, view: &View<'_, NineTwoFive>, rng: &mut BotRng) -> Action {
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

fn cheapest(cards: CardSet, trump: Trump) -> Card {
    cards.iter().min_by_key(|&card| cost(card, trump)).expect("a card to choose from")
}
