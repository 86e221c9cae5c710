//! The table of 9-2-5, and its actions in words.

use super::{Action, NineTwoFive};
use crate::card_set::CardSet;
use crate::scene::{Pile, Scene};
use crate::seat::{BySeat, Seat};
use crate::story::{card_text, trump_text};
use crate::trick::Trump;
use crate::view::View;

pub(super) fn lay_out(view: &View<'_, NineTwoFive>, scene: &mut Scene) {
    for seat in Seat::ALL {
        scene.notes[seat].truncate(1);
        let (tricks, contract) = (view.tricks()[seat], view.contract(seat));
        scene.tally[seat] = format!("{tricks} of {contract} tricks");
    }
    scene.hands = BySeat::from_fn(|seat| match seat == view.seat() {
        true => Pile::known(view.cards()),
        false => Pile::face_down(view.hand_size(seat)),
    });
    let held: usize = scene.hands.0.iter().map(Pile::len).sum();
    let laid = view.discard_count();
    let kitty = CardSet::FULL.len() - held - laid - view.plays().count();
    scene.heap("kitty", Pile::face_down(kitty));
    scene.heap("laid away", view.discards().map_or(Pile::face_down(laid), Pile::known));
    scene.lay_plays(view.plays(), view.trump().unwrap_or(Trump::None));
    if let Some(trump) = view.trump() {
        scene.fact("trump", trump_text(trump));
    }
    if view.hand.kitty_taken() {
        let kitty = view.kitty().map_or(Pile::face_down(view.hand.kitty.len()), Pile::known);
        scene.fact_of("kitty", format!("to seat {}", view.dealer()), kitty);
    }
    for bled in view.bled().filter(|bled| bled.count > 0) {
        let (given, returned) = match bled.cards {
            Some((given, returned)) => (Pile::known(given), Pile::known(returned)),
            None => (Pile::face_down(bled.count), Pile::face_down(bled.count)),
        };
        scene.fact_of("gift", format!("seat {} to {}", bled.giver, bled.receiver), given);
        if bled.settled {
            scene.fact_of("return", format!("seat {} to {}", bled.receiver, bled.giver), returned);
        }
    }
}

pub(super) fn say(action: Action) -> String {
    match action {
        Action::Trump(trump) => format!("call {}", trump_text(trump)),
        Action::Give(card, to) => format!("give {} to seat {to}", card_text(card)),
        Action::Keep => "keep the rest".to_owned(),
        Action::Discard(card) => format!("lay away {}", card_text(card)),
        Action::Play(card) => format!("play {}", card_text(card)),
    }
}
