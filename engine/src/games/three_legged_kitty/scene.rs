//! The table of Three-Legged Kitty, and its actions in words.

use super::{Action, Bid, Call, Strain, ThreeLeggedKitty};
use crate::card_set::CardSet;
use crate::game::Game as _;
use crate::scene::{Pile, Scene, tricks_text};
use crate::seat::{BySeat, Seat};
use crate::story::{card_text, trump_text};
use crate::view::View;

pub(super) fn lay_out(view: &View<'_, ThreeLeggedKitty>, scene: &mut Scene) {
    scene.hands = BySeat::from_fn(|seat| match seat == view.seat() {
        true => Pile::known(view.cards()),
        false => {
            let open = view.open(seat);
            Pile { hidden: view.hand_size(seat) - open.len(), ..Pile::known(open) }
        }
    });
    scene.notes = BySeat::from_fn(|seat| notes(view, seat));
    if view.cat().is_some() {
        scene.tally = view.tricks().map(tricks_text);
        let taken = Seat::ALL.map(|seat| view.taken(seat)).into_iter();
        scene.heap("stray", Pile::known(taken.fold(view.stray(), |left, taken| left - taken)));
    } else {
        scene.heap("kitty", Pile::known(view.kitty()));
    }
    scene.lay_plays(view.plays(), view.trump());
    let aside = view.rules().pack().len() - scene.len();
    scene.heap("not dealt", Pile::face_down(aside));
    match (view.cat(), view.contract()) {
        (Some(cat), Some(bid)) => {
            scene.fact("contract", format!("seat {cat} in {}", bid_text(bid)));
            scene.fact("trump", trump_text(view.trump()));
            tell_exchange(view, cat, scene);
        }
        _ => view.calls().for_each(|call| tell_call(call, scene)),
    }
}

fn notes(view: &View<'_, ThreeLeggedKitty>, seat: Seat) -> Vec<String> {
    let mut notes = Vec::new();
    if view.dealer() == seat {
        notes.push("dealer".to_owned());
    }
    match (view.cat(), view.high_bid()) {
        (Some(cat), Some((_, bid))) if cat == seat => {
            notes.push(format!("Cat in {}", bid_text(bid)));
        }
        (None, Some((high, bid))) if high == seat => notes.push(format!("bids {}", bid_text(bid))),
        (None, _) if view.has_passed(seat) => notes.push("passes".to_owned()),
        _ => {}
    }
    notes
}

fn tell_call(Call { seat, bid, paid }: Call, scene: &mut Scene) {
    let text = bid.map_or_else(|| "pass".to_owned(), bid_text);
    scene.fact_of(&format!("seat {seat}"), text, Pile::known(paid));
}

/// What the Cat found in the kitty, and what became of the stray.
fn tell_exchange(view: &View<'_, ThreeLeggedKitty>, cat: Seat, scene: &mut Scene) {
    let mut tell = |name, text: String, cards: CardSet| {
        if !cards.is_empty() {
            scene.fact_of(name, text, Pile::known(cards));
        }
    };
    tell("kitty", format!("to seat {cat}"), view.kitty());
    tell("stray", format!("from seat {cat}"), view.stray());
    for seat in [cat.left(), cat.right()] {
        tell("stray", format!("to seat {seat}"), view.taken(seat));
    }
}

pub(super) fn say(action: Action) -> String {
    match action {
        Action::Pass => "pass".to_owned(),
        Action::Bid(bid) => format!("bid {}", bid_text(bid)),
        Action::Pay(card) => format!("pay {}", card_text(card)),
        Action::Enough => "pay no more".to_owned(),
        Action::Stray(card) => format!("put out {}", card_text(card)),
        Action::Take(card) => format!("take {}", card_text(card)),
        Action::Play(card) => format!("play {}", card_text(card)),
    }
}

/// `5♠`, `3 Null`, `4 NT`.
pub(super) fn bid_text(bid: Bid) -> String {
    match bid.strain() {
        Strain::Suit(suit) => format!("{}{}", bid.number(), suit.symbol()),
        other => format!("{} {other}", bid.number()),
    }
}
