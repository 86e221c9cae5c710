//! What a seat knows of a hand of Three Kings, as planes of bytes.

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Exchanged, Prediction};
use threehand_engine::{BySeat, CardSet, Standing as _, View};

use crate::planes::{Fact, Plane, Planes, signed, voids};

pub(super) fn observe(view: &View<'_, ThreeKings>, planes: &mut Planes<'_>) {
    let me = view.seat();
    let [_, left, right] = me.around();
    let known = |seat| view.known_card(seat).map_or(CardSet::EMPTY, CardSet::only);
    planes.lay_each(Plane::HELD, me, |seat| if seat == me { view.cards() } else { known(seat) });
    planes.lay(Plane::MayLeft, view.may_hold(left));
    planes.lay(Plane::MayRight, view.may_hold(right));
    let mut trick = BySeat::<CardSet>::default();
    view.trick().plays().for_each(|(seat, cards)| trick[seat] = cards);
    let next = view.trick().turn();
    trick[next] |= view.trick().thrown();
    planes.lay_each(Plane::TRICK, me, |seat| trick[seat]);
    let mut played = trick;
    for over in view.history() {
        over.plays.iter().for_each(|(seat, &cards)| played[seat] |= cards);
    }
    planes.lay_each(Plane::PLAYED, me, |seat| played[seat]);
    planes.lay_each(Plane::VOID, me, |seat| voids(|suit| view.is_void(seat, suit)));
    let held = known(left) | known(right) | view.cards();
    let laid_out = view.exchange().map(|(_, card)| card);
    let table = view.upcard().into_iter().chain(laid_out).collect::<CardSet>();
    planes
        .lay(Plane::Table, table - held - played.0.into_iter().fold(CardSet::EMPTY, |a, b| a | b));
    let standing = view.standing();
    planes.set_match(me, (standing.dealer(), view.turn()), standing.match_scores());
    planes.set_each(Fact::Tricks, me, view.tricks());
    planes.set_each(Fact::Cards, me, BySeat::from_fn(|seat| view.hand_size(seat) as u8));
    let said = |seat| match view.predictions().by(seat) {
        None => 0,
        Some(Prediction::Last) => 1,
        Some(Prediction::Ace) => 2,
    };
    planes.set_each(Fact::Contract, me, BySeat::from_fn(said));
    planes.set_each(Fact::Own, me, view.scores().map(signed));
    if let Some((seat, _)) = view.exchange() {
        planes.mark_seat(Fact::Other, me, seat);
    }
    planes.set(Fact::Game, 0, view.stock_len() as u8);
    planes.set(Fact::Game, 1, (view.exchanged() != Exchanged::NotYet).into());
}
