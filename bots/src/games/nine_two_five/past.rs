//! What the seats of a hand of 9-2-5 have done, decision by decision.

use threehand_engine::games::nine_two_five::{Action, Hand, Legal};
use threehand_engine::{Card, CardSet, Hand as _, Seat, Suit};

use crate::knowledge::{one_of, one_of_hidden};

/// What the seat to move in `past` did next: see [`Knowledge::done`](crate::Knowledge::done).
pub(super) fn done(hand: &Hand, past: &Hand, me: Seat, wish: Action) -> Option<Action> {
    let seat = past.turn()?;
    let (now, then) = (hand.view(seat), past.view(seat));
    match then.legal() {
        Legal::Nothing => None,
        Legal::Trump => now.trump().map(Action::Trump),
        Legal::Give { .. } => {
            let mut settled = false;
            let mut gift = None;
            for (all, so_far) in now.bled().zip(then.bled()).filter(|(all, _)| all.giver == seat) {
                settled = all.settled;
                let (given, before) = (all.cards?.0, so_far.cards?.0);
                for card in given - before {
                    let action = Action::Give(card, all.receiver);
                    if action == wish {
                        return Some(wish);
                    }
                    gift = gift.or(Some(action));
                }
            }
            gift.or(settled.then_some(Action::Keep))
        }
        Legal::Discard(_) => discarded(hand, past, me, wish).map(Action::Discard),
        Legal::Play(_) => now.plays().nth(then.plays().count()).map(|(_, card)| Action::Play(card)),
    }
}

/// The next card that the dealer laid away. For another seat it may be any card that he has not
/// played, as long as he gets rid of the suits that he could not follow later.
fn discarded(hand: &Hand, past: &Hand, me: Seat, wish: Action) -> Option<Card> {
    let dealer = past.turn()?;
    let view = hand.view(dealer);
    let before = past.view(dealer).discards()?;
    let (laid, left) = (view.discards()? - before, KITTY - before.len());
    let wish = match wish {
        Action::Discard(card) => Some(card),
        _ => None,
    };
    if me == dealer || laid.len() < left {
        return one_of(laid, wish);
    }
    let voids = Suit::ALL.into_iter().filter(|&suit| view.is_void(dealer, suit));
    let lacks = voids.map(CardSet::suit).fold(CardSet::EMPTY, |all, suit| all | suit);
    one_of_hidden(laid, view.cards(), lacks, left, wish)
}

/// Cards in the kitty, and so in the discard.
const KITTY: usize = 4;
