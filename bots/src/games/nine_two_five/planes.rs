//! What a seat knows of a hand of 9-2-5, as planes of bytes.

use threehand_engine::games::NineTwoFive;
use threehand_engine::{BySeat, CardSet, Standing as _, View};

use crate::planes::{Fact, Plane, Planes, signed, voids};

pub(super) fn observe(view: &View<'_, NineTwoFive>, planes: &mut Planes<'_>) {
    let me = view.seat();
    let [_, left, right] = me.around();
    planes.lay(Plane::Hand, view.cards());
    planes.lay(Plane::MayLeft, view.may_hold(left));
    planes.lay(Plane::MayRight, view.may_hold(right));
    planes.lay(Plane::Away, view.discards().unwrap_or_default());
    planes.lay_each(Plane::PLAYED, me, |seat| view.played(seat));
    planes.lay_each(Plane::VOID, me, |seat| voids(|suit| view.is_void(seat, suit)));
    let mut trick = BySeat::<CardSet>::default();
    view.trick().plays().for_each(|(seat, card)| trick[seat].insert(card));
    planes.lay_each(Plane::TRICK, me, |seat| trick[seat]);
    let standing = view.standing();
    planes.set_match(me, (view.dealer(), view.turn()), standing.match_scores());
    planes.set_each(Fact::Tricks, me, view.tricks());
    planes.set_each(Fact::Cards, me, BySeat::from_fn(|seat| view.hand_size(seat) as u8));
    planes.set_each(Fact::Contract, me, BySeat::from_fn(|seat| view.contract(seat)));
    if let Some(trump) = view.trump() {
        planes.mark_trump(trump);
    }
    let deltas = standing.deltas().unwrap_or_default();
    planes.set_each(Fact::Own, me, deltas.map(|delta| signed(delta.into())));
    planes.set(Fact::Game, 0, view.still_to_give() as u8);
    planes.set(Fact::Game, 1, view.discard_count() as u8);
}
