//! What a seat knows of a hand of Three-Legged Kitty, as planes of bytes.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::Strain;
use threehand_engine::{BySeat, CardSet, Seat, Standing as _, View};

use crate::planes::{Fact, Plane, Planes, voids};

pub(super) fn observe(view: &View<'_, ThreeLeggedKitty>, planes: &mut Planes<'_>) {
    let me = view.seat();
    let [_, left, right] = me.around();
    planes.lay(Plane::Hand, view.cards());
    planes.lay(Plane::HeldLeft, view.open(left));
    planes.lay(Plane::HeldRight, view.open(right));
    planes.lay(Plane::MayLeft, view.may_hold(left));
    planes.lay(Plane::MayRight, view.may_hold(right));
    let taken = Seat::ALL.into_iter().fold(CardSet::EMPTY, |all, seat| all | view.taken(seat));
    let table = if view.cat().is_some() { view.stray() - taken } else { view.kitty() };
    planes.lay(Plane::Table, table);
    planes.lay_each(Plane::PLAYED, me, |seat| view.played(seat));
    planes.lay_each(Plane::VOID, me, |seat| voids(|suit| view.is_void(seat, suit)));
    let mut trick = BySeat::<CardSet>::default();
    view.trick().plays().for_each(|(seat, card)| trick[seat].insert(card));
    planes.lay_each(Plane::TRICK, me, |seat| trick[seat]);
    planes.set_match(me, (view.dealer(), view.turn()), view.standing().match_scores());
    planes.set_each(Fact::Tricks, me, view.tricks());
    planes.set_each(Fact::Cards, me, BySeat::from_fn(|seat| view.hand_size(seat) as u8));
    if let Some(cat) = view.cat() {
        planes.mark_seat(Fact::Contract, me, cat);
        planes.mark_trump(view.trump());
    }
    planes.set_each(Fact::Own, me, BySeat::from_fn(|seat| view.has_passed(seat).into()));
    if let Some((seat, bid)) = view.high_bid() {
        planes.mark_seat(Fact::Other, me, seat);
        planes.set(Fact::Game, 0, bid.number());
        let strain = bid.strain();
        let place = if strain == Strain::Null { 5 } else { strain.trump().index() };
        planes.set(Fact::Game, 1 + place, 1);
    }
    planes.set(Fact::Game, 7, view.still_to_pay() as u8);
}
