//! What the seats of a hand of Three-Legged Kitty have done, decision by decision.

use threehand_engine::games::three_legged_kitty::{Action, Hand, Legal};
use threehand_engine::{Hand as _, Seat};

use crate::knowledge::one_of;

/// What the seat to move in `past` did next: see [`Knowledge::done`](crate::Knowledge::done).
pub(super) fn done(hand: &Hand, past: &Hand, _: Seat, wish: Action) -> Option<Action> {
    let seat = past.turn()?;
    let (now, then) = (hand.view(seat), past.view(seat));
    let wished = match wish {
        Action::Pay(card) | Action::Stray(card) | Action::Take(card) => Some(card),
        _ => None,
    };
    match then.legal() {
        Legal::Nothing => None,
        Legal::Call { .. } => {
            let call = now.calls().nth(then.calls().count())?;
            Some(call.bid.map_or(Action::Pass, Action::Bid))
        }
        Legal::Pay { enough, .. } => {
            let call = then.calls().count() - 1;
            let (all, before) = (now.calls().nth(call)?.paid, then.calls().nth(call)?.paid);
            match one_of(all - before, wished) {
                Some(card) => Some(Action::Pay(card)),
                None => {
                    let paying = matches!(hand.legal(), Legal::Pay { .. });
                    let went_on = !paying || now.calls().count() > call + 1;
                    (enough && went_on).then_some(Action::Enough)
                }
            }
        }
        Legal::Stray(_) => one_of(now.stray() - then.stray(), wished).map(Action::Stray),
        Legal::Take(_) => one_of(now.taken(seat) - then.taken(seat), wished).map(Action::Take),
        Legal::Play(_) => now.plays().nth(then.plays().count()).map(|(_, card)| Action::Play(card)),
    }
}
