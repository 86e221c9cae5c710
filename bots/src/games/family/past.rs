//! What the seats of a hand of a game from a file have done, decision by decision.

use threehand_engine::games::family::{Action, Hand, Known};
use threehand_engine::{Card, Hand as _, Legal as _, Seat};

use crate::knowledge::{one_of, one_of_hidden};

/// What the seat to move in `past` did next: see [`Knowledge::done`](crate::Knowledge::done).
pub(super) fn done(hand: &Hand, past: &Hand, me: Seat, wish: Action) -> Option<Action> {
    let seat = past.turn()?;
    let (now, then) = (hand.view(seat), past.view(seat));
    let wished = wish.card();
    match then.legal().nth(0) {
        Action::Trump(_) | Action::Fewest => now.call(),
        Action::Give(..) | Action::Keep => given(&now, &then, seat, wish),
        Action::Pull(_) => pulled(hand, past, wish),
        Action::Back(_, to) => {
            let [all, before] = [&now, &then].map(|view| {
                let mut pairs = view.pulled().filter(|pair| (pair.over, pair.under) == (seat, to));
                pairs.next()?.cards.map(|(_, back)| back)
            });
            one_of(all? - before?, wished).map(|card| Action::Back(card, to))
        }
        Action::Discard(_) => discarded(hand, &now, &then, me, wished).map(Action::Discard),
        Action::Pass(_) => {
            let [all, before] = [&now, &then].map(|view| view.passes(seat).1);
            one_of(all? - before?, wished).map(Action::Pass)
        }
        Action::Bid(_) => then.legal().iter().find(
            |action| matches!(action, Action::Bid(bid) if Some(bid.tricks()) == now.bids()[seat]),
        ),
        Action::Play(_) => {
            now.plays().nth(then.plays().count()).map(|(_, card)| Action::Play(card))
        }
    }
}

/// The next gift, or that the giver keeps the rest.
fn given(now: &Known<'_>, then: &Known<'_>, seat: Seat, wish: Action) -> Option<Action> {
    let (mut gift, mut kept) = (None, false);
    for (all, so_far) in now.exchanged().zip(then.exchanged()).filter(|(all, _)| all.over == seat) {
        kept |= all.kept;
        for card in all.cards?.0 - so_far.cards?.0 {
            let action = Action::Give(card, all.under);
            if action == wish {
                return Some(wish);
            }
            gift = gift.or(Some(action));
        }
    }
    gift.or(kept.then_some(Action::Keep))
}

/// From whom the next card was pulled. Once a seat has no more to give, pulls from another are no decisions: so it is
/// one after which all others that were decided can still be.
fn pulled(hand: &Hand, past: &Hand, wish: Action) -> Option<Action> {
    let seat = past.turn()?;
    let decided = |hand: &Hand, from: Seat| {
        let pairs = hand.view(seat).pulled().filter(|pair| (pair.over, pair.under) == (seat, from));
        pairs.map(|pair| pair.decided).sum::<u8>()
    };
    let is_due = |past: &Hand, from: Seat| decided(past, from) < decided(hand, from);
    let legal = past.legal();
    std::iter::once(wish).chain(legal.iter()).find(|&action| {
        let Action::Pull(from) = action else { return false };
        let mut after = past.clone();
        after.play_unchecked(action);
        is_due(past, from)
            && Seat::ALL
                .into_iter()
                .all(|other| !is_due(&after, other) || after.legal().contains(Action::Pull(other)))
    })
}

/// The next card that was laid away. For another seat it may be any that the seat can have laid away.
fn discarded(
    hand: &Hand,
    now: &Known<'_>,
    then: &Known<'_>,
    me: Seat,
    wish: Option<Card>,
) -> Option<Card> {
    let (all, before) = (now.discards()?, then.discards()?);
    let rules = hand.rules();
    let left = usize::from(rules.kitty_size()) - before.len();
    let laid = all - before;
    let taker = now.taker();
    if me == taker || laid.len() < left || rules.exchanges_after_kitty() {
        return one_of(laid, wish);
    }
    one_of_hidden(laid, now.cards(), now.lacks(taker), left, wish)
}
