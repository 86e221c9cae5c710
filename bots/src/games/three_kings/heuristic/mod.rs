//! `heuristic` at Three Kings.
//!
//! Every choice weighs points that a play is likely to bring against what its cards are worth to
//! keep: a card by the unseen cards that beat it, a meld, whole or nearly so, by what it brings
//! more than its cards one by one. Sure cards are kept for phase 2, where suit must be followed and
//! the last trick is won, so high melds are often better played apart, and low ones are the best
//! use of low cards.
//! What most of this weighs was fitted by playing, under the rules as published.

mod counting;
mod last;
mod weights;
mod worth;

use threehand_engine::games::{
    self,
    three_kings::{Action, Legal, Meld, Melds, falling},
};
use threehand_engine::{Card, CardSet, View};

use crate::bot::{Bot, BotRng};
use counting::Count;
use worth::Worths;

/// A good club player of Three Kings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

impl Bot<games::ThreeKings> for Heuristic {
    fn decide(&mut self, view: &View<'_, games::ThreeKings>, _: &mut BotRng) -> Action {
        let count = Count::of(*view);
        match view.legal() {
            Legal::Nothing => unreachable!("nobody is asked once the hand is over"),
            Legal::Upcard(cards) => Action::Upcard(least(&count, cards).0),
            Legal::Exchange(cards) => exchange(&count, cards),
            Legal::Predict(open) => Action::Predict(last::prediction(&count, open)),
            Legal::Play { cards, melds } => {
                if cards.len() == 1 {
                    return Action::Play(cards.nth(0));
                }
                if view.stock_len() == 0 && view.cards().len() == 2 {
                    return Action::Play(last::of_two(&count, cards));
                }
                play(&count, cards, melds)
            }
            Legal::Answer { cards, melds } => answer(&count, cards, melds),
        }
    }
}

/// The card that is worth least, and its worth.
fn least(count: &Count<'_>, cards: CardSet) -> (Card, f32) {
    let worths = Worths::of(count, count.view.cards());
    let worths = cards.iter().map(|card| (card, worths.get(card)));
    worths.min_by(|a, b| a.1.total_cmp(&b.1)).expect("a card to choose from")
}

/// Takes the upcard if some card is worth less.
fn exchange(count: &Count<'_>, cards: CardSet) -> Action {
    let upcard = count.view.upcard().expect("an upcard to exchange");
    let worths = Worths::of(count, cards.with(upcard));
    let least = cards.iter().map(|card| (card, worths.get(card)));
    let (card, worth) = least.min_by(|a, b| a.1.total_cmp(&b.1)).expect("a card");
    if worth < worths.get(upcard) { Action::Exchange(card) } else { Action::Decline }
}

/// A single card, or a meld as a lead.
fn play(count: &Count<'_>, cards: CardSet, melds: Melds) -> Action {
    let Count { view, weights, phase, draws, .. } = *count;
    let trick = view.trick();
    let to_come = 2 - trick.len();
    let worths = Worths::of(count, view.cards());
    let keep = match view.predictions() {
        said if said.is_empty() => weights.keep[phase],
        said => weights.predicted[usize::from(said.by(view.seat()).is_none())],
    };
    let tricks = if phase == 0 { weights.win } else { weights.win_late };
    let trick_won =
        tricks[trick.len()] + weights.win_draws[0] * draws + weights.lead[phase] * worths.led;
    let value = |card: Card| {
        let wins = if trick.is_beaten_by(card) { count.holds(card, to_come) } else { 0.0 };
        trick_won * wins - keep * worths.get(card)
    };
    let best = cards.iter().map(|card| (card, value(card)));
    let (card, value) = best.max_by(|a, b| a.1.total_cmp(&b.1)).expect("a card");
    if let Some((meld, _)) = best_meld(count, melds).filter(|(_, gain)| *gain > value) {
        return Action::Meld(meld);
    }
    Action::Play(card)
}

/// The meld that brings most, with what it brings beyond its cards' worth.
fn best_meld(count: &Count<'_>, melds: Melds) -> Option<(Meld, f32)> {
    let trick = count.view.trick();
    let to_come = 2 - trick.len();
    let value = |meld: Meld| {
        let wins = if trick.is_beaten_by_meld(meld, count.view.rules()) {
            count.meld_holds(meld, to_come)
        } else {
            0.0
        };
        let singles: f32 = meld.cards().iter().map(|card| worth::single(count, card)).sum();
        let Count { weights, phase, .. } = count;
        weights.meld[0] + wins - weights.cost[*phase] * singles
    };
    melds.iter().map(|meld| (meld, value(meld))).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// A meld in answer to one, or the three cards that are worth least.
fn answer(count: &Count<'_>, cards: CardSet, melds: Melds) -> Action {
    // All that can still be thrown: what is legal now, and the lowest that must come later.
    let open: CardSet =
        falling(count.view.cards()).skip_while(|&card| !cards.contains(card)).collect();
    let worths = Worths::of(count, count.view.cards());
    let due = 3 - count.view.trick().thrown().len();
    let (mut left, mut cost) = (open, 0.0);
    for _ in 0..due {
        let least = left.iter().map(|card| (card, worths.get(card)));
        let (card, worth) = least.min_by(|a, b| a.1.total_cmp(&b.1)).expect("three cards");
        left.remove(card);
        cost += worth;
    }
    match best_meld(count, melds).filter(|(_, gain)| *gain > -cost) {
        Some((meld, _)) => Action::Meld(meld),
        None => Action::Throw(falling(open - left).next().expect("a card to throw")),
    }
}
