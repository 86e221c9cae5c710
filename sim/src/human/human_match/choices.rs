//! The choices of a person.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use threehand_engine::scene::{Cards, cards_said};
use threehand_engine::{Card, Suit};
use threehand_play::{DynError, DynHand};

use super::HumanMatch;
use crate::records::visibility::trick_between;

impl HumanMatch<'_> {
    /// The person's legal actions, cards in the order in which the person holds them.
    pub(super) fn choices(&self) -> Vec<usize> {
        let person = self.setup.seat;
        if self.hand.turn() != Some(person) {
            return Vec::new();
        }
        let mut choices = self.hand.legal();
        let held = self.hand.scene(person).hands[person].cards.0.clone();
        let verbs: Vec<String> = choices.iter().map(|&action| self.verb(action)).collect();
        choices.sort_by_cached_key(|&action| {
            let card = Cards::from(cards_said(&self.hand.say(action))).0.first().copied();
            let place = held.iter().position(|&held| Some(held) == card);
            let elsewhere = card.map(|card| Reverse(card.index()));
            let verb = self.verb(action);
            (verbs.iter().position(|other| *other == verb), place, elsewhere)
        });
        choices
    }

    /// The cards that the person holds and may not choose, each with the rule that forbids it.
    pub(super) fn refused(&self) -> BTreeMap<String, String> {
        let (person, choices) = (self.setup.seat, self.choices());
        let cards = |action: &usize| Cards::from(cards_said(&self.hand.say(*action))).0;
        let of_one = |action: &usize| match cards(action)[..] {
            [card] => Some((self.hand.text(*action), card)),
            _ => None,
        };
        let Some((text, one)) = choices.iter().find_map(of_one) else { return BTreeMap::new() };
        let legal: Vec<_> = choices.iter().flat_map(cards).collect();
        let why = |card: &Card| {
            let action = text.replace(&one.to_string(), &card.to_string());
            let played = self.hand.copy().play(self.setup.game.action_index(&action)?);
            let Err(DynError::Illegal { reason, .. }) = played else { return None };
            let mut reason = reason.replace(&format!("seat {person} holds"), "you hold");
            for suit in Suit::ALL {
                reason =
                    reason.replace(&format!("hold {suit} "), &format!("hold {} ", suit.symbol()));
            }
            let reason = reason.trim_start_matches(&format!("{card} can't be played now: "));
            let reason = reason.trim_end_matches(&format!(", not play {card}"));
            Some((card.to_string(), reason.to_owned()))
        };
        let held = &self.hand.scene(person).hands[person].cards.0;
        held.iter().filter(|card| !legal.contains(card)).filter_map(why).collect()
    }

    /// The word that says what an action does, such as `play`.
    fn verb(&self, action: usize) -> String {
        self.hand.say(action).split(' ').next().unwrap_or_default().to_owned()
    }

    /// For a decision of several cards one by one: the cards chosen so far, and how many there will be.
    pub(super) fn chosen(&self) -> Option<(usize, usize)> {
        let person = self.setup.seat;
        let doing = self.verb(*self.choices().first()?);
        let last_trick = |hand: &dyn DynHand| hand.scene(person).last;
        let is_same = |action: usize| self.verb(action) == doing;
        let wanted = self.in_a_row(self.hand.copy());
        let actions = self.hand.actions();
        let before = actions.iter().rev();
        let count = before.take_while(|(seat, action)| *seat == person && is_same(*action)).count();
        let start = self.after(actions.len() - count);
        let chosen = if last_trick(&*start) == last_trick(&*self.hand) { count } else { 0 };
        (wanted > 0 && chosen + wanted > 1).then_some((chosen, chosen + wanted))
    }

    /// The number of cards that each of these choices costs; none where all cost the same.
    pub(super) fn costs(&self, choices: &[usize]) -> Vec<usize> {
        let costs: Vec<_> = choices.iter().map(|&action| self.cost(action)).collect();
        let is_same = costs.iter().all(|cost| *cost == costs[0]);
        if is_same { vec![0; costs.len()] } else { costs }
    }

    /// The number of cards that the person puts out one by one right after an action that names none.
    fn cost(&self, action: usize) -> usize {
        if !cards_said(&self.hand.say(action)).is_empty() {
            return 0;
        }
        let person = self.setup.seat;
        let mut hand = self.hand.copy();
        hand.play(action).expect("a choice is legal");
        let count = self.in_a_row(hand.copy());
        let next = hand.legal().first().copied();
        let is_card = |action: &usize| !cards_said(&hand.say(*action)).is_empty();
        let Some(card) = next.filter(|action| count > 0 && is_card(action)) else { return 0 };
        let before = hand.scene(person);
        hand.play(card).expect("it is legal");
        let (_, plays) = trick_between(&before, &hand.scene(person));
        if plays { 0 } else { count }
    }

    /// How many decisions of one kind the person has in a row: until the turn passes, the trick ends, or something else
    /// may be done.
    fn in_a_row(&self, mut hand: Box<dyn DynHand>) -> usize {
        let person = self.setup.seat;
        let (trick, mut doing, mut count) = (hand.scene(person).last, None, 0);
        while hand.turn() == Some(person) && hand.scene(person).last == trick {
            let legal = hand.legal();
            let doing = &*doing.get_or_insert_with(|| self.verb(legal[0]));
            if !legal.iter().all(|&action| self.verb(action) == *doing) {
                break;
            }
            hand.play(legal[0]).expect("it is legal");
            count += 1;
        }
        count
    }
}
