//! `greedy` at Three Kings.

use threehand_engine::games::{
    self,
    three_kings::{Action, Legal, Meld, height},
};
use threehand_engine::{Card, CardSet, View};

use crate::bot::{Bot, BotRng};

/// Leads its highest meld, else its highest card; wins as cheaply as it can, with a card or a
/// meld; else plays its lowest meld or its lowest cards. Never predicts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<games::ThreeKings> for Greedy {
    fn decide(&mut self, view: &View<'_, games::ThreeKings>, _: &mut BotRng) -> Action {
        let rules = view.rules();
        let level = |meld: &Meld| meld.level(rules);
        match view.legal() {
            Legal::Nothing => unreachable!("nobody is asked once the hand is over"),
            Legal::Upcard(cards) => Action::Upcard(lowest(cards)),
            Legal::Exchange(cards) => {
                let card = lowest(cards);
                let upcard = view.upcard().expect("an upcard to exchange");
                if height(upcard) > height(card) { Action::Exchange(card) } else { Action::Decline }
            }
            Legal::Predict(_) => Action::Predict(None),
            Legal::Play { cards, melds } if view.trick().is_empty() => {
                let highest = cards.iter().max_by_key(|&card| height(card)).expect("a card");
                melds.iter().max_by_key(level).map_or(Action::Play(highest), Action::Meld)
            }
            Legal::Play { cards, .. } => {
                let wins = |card: &Card| view.trick().is_beaten_by(*card);
                let winners: CardSet = cards.iter().filter(wins).collect();
                Action::Play(lowest(if winners.is_empty() { cards } else { winners }))
            }
            Legal::Answer { cards, melds } => {
                let wins = |meld: &Meld| view.trick().is_beaten_by_meld(*meld, rules);
                let cheapest = melds.iter().min_by_key(|meld| (!wins(meld), level(meld)));
                cheapest.map_or_else(|| Action::Throw(lowest(cards)), Action::Meld)
            }
        }
    }
}

/// The lowest card. Thrown each time, it makes a throw of the three lowest.
fn lowest(cards: CardSet) -> Card {
    cards.iter().min_by_key(|&card| height(card)).expect("a card to choose from")
}
