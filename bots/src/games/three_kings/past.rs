//! What the seats of a hand of Three Kings have done, decision by decision.

use threehand_engine::games::three_kings::{Action, Exchanged, Hand, Legal, Meld, falling};
use threehand_engine::{CardSet, Hand as _, Seat};

/// What the seat to move in `past` did next: see [`Knowledge::done`](crate::Knowledge::done).
pub(super) fn done(hand: &Hand, past: &Hand, _: Seat, _: Action) -> Option<Action> {
    let seat = past.turn()?;
    let (now, then) = (hand.view(seat), past.view(seat));
    match then.legal() {
        Legal::Nothing => None,
        Legal::Upcard(_) => now.upcard().map(Action::Upcard),
        Legal::Exchange(_) => match now.exchanged() {
            Exchanged::NotYet => None,
            Exchanged::Declined => Some(Action::Decline),
            Exchanged::Taken { laid_out, .. } => Some(Action::Exchange(laid_out)),
        },
        Legal::Predict(_) => {
            let due = matches!(hand.legal(), Legal::Predict(_)) && hand.turn() == Some(seat);
            (!due).then(|| Action::Predict(now.predictions().by(seat)))
        }
        Legal::Play { .. } => {
            let cards = laid(hand, past, seat);
            if cards.len() > 1 && past.view(seat).trick().is_empty() {
                Meld::of(cards).map(Action::Meld)
            } else {
                cards.first().map(Action::Play)
            }
        }
        Legal::Answer { melds, .. } => {
            let thrown = then.trick().thrown();
            let cards = laid(hand, past, seat);
            match Meld::of(cards).filter(|&meld| melds.contains(meld)) {
                Some(meld) => Some(Action::Meld(meld)),
                None => falling(cards - thrown).next().map(Action::Throw),
            }
        }
    }
}
/// What the seat laid to the trick that `past` is at, as far as it has.
fn laid(hand: &Hand, past: &Hand, seat: Seat) -> CardSet {
    let view = hand.view(seat);
    if let Some(trick) = view.history().get(past.view(seat).history().len()) {
        return trick.plays[seat];
    }
    let trick = view.trick();
    match trick.plays().find(|(who, _)| *who == seat) {
        Some((_, cards)) => cards,
        None if trick.turn() == seat => trick.thrown(),
        None => CardSet::EMPTY,
    }
}
