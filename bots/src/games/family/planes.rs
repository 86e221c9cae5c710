//! What a seat knows of a hand of a game from a file, as planes of bytes.

use threehand_engine::games::Family;
use threehand_engine::{BySeat, CardSet, Seat, Standing as _, View};

use crate::planes::{Fact, Plane, Planes, signed};

pub(super) fn observe(view: &View<'_, Family>, planes: &mut Planes<'_>) {
    let me = view.seat();
    let [_, left, right] = me.around();
    let (mut played, mut trick) = (BySeat::<CardSet>::default(), BySeat::<CardSet>::default());
    view.plays().for_each(|(seat, card)| played[seat].insert(card));
    view.trick().for_each(|(seat, card)| trick[seat].insert(card));
    planes.lay_each(Plane::PLAYED, me, |seat| played[seat]);
    planes.lay_each(Plane::TRICK, me, |seat| trick[seat]);
    let passed = passed(view) - played.0.into_iter().fold(CardSet::EMPTY, |all, cards| all | cards);
    let has_passed = view.passes_to(me);
    let held = |seat| match seat {
        _ if seat == me => view.cards(),
        _ if Some(seat) == has_passed => passed,
        _ => CardSet::EMPTY,
    };
    planes.lay_each(Plane::HELD, me, held);
    let may = view.unseen() - passed;
    planes.lay(Plane::MayLeft, may - view.lacks(left));
    planes.lay(Plane::MayRight, may - view.lacks(right));
    planes.lay(Plane::Table, view.turned_up().into_iter().collect());
    planes.lay(Plane::Away, view.discards().unwrap_or_default());
    planes.lay_each(Plane::VOID, me, |seat| view.lacks(seat));
    let standing = view.standing();
    planes.set_match(me, (view.dealer(), view.turn()), standing.match_scores());
    planes.set_each(Fact::Tricks, me, view.tricks());
    planes.set_each(Fact::Cards, me, BySeat::from_fn(|seat| view.hand_size(seat) as u8));
    let target = |seat| view.target(seat).map_or(0, |target| target.tricks);
    planes.set_each(Fact::Contract, me, BySeat::from_fn(target));
    if let Some(trump) = view.trump() {
        planes.mark_trump(trump);
    }
    let over = standing.over().unwrap_or_default();
    planes.set_each(Fact::Own, me, over.map(|over| signed(over.into())));
    let won = view.won();
    let burden = |seat: Seat| won[seat].iter().map(|card| view.burden(card)).sum();
    planes.set_each(Fact::Other, me, BySeat::from_fn(|seat| signed(burden(seat))));
    planes.set(Fact::Game, 0, view.discard_count() as u8);
    planes.set(Fact::Game, 1, view.is_broken().into());
    for (place, seat) in me.around().into_iter().enumerate() {
        planes.set(Fact::Game, 2 + place, view.bids()[seat].is_some().into());
        planes.set(Fact::Game, 5 + place, view.passes(seat).0 as u8);
    }
}

/// The cards that the seat has passed to a neighbour, once these have come and where no other step can take them away.
fn passed(view: &View<'_, Family>) -> CardSet {
    let me = view.seat();
    let stay = view.rules().kitty_size() == 0
        && view.exchanged().next().is_none()
        && view.pulled().next().is_none();
    let has_come = |from: Seat| {
        from != me && view.passes_to(from) == Some(me) && view.passes(from).1.is_some()
    };
    match stay && Seat::ALL.into_iter().any(has_come) {
        true => view.passes(me).1.unwrap_or_default(),
        false => CardSet::EMPTY,
    }
}
