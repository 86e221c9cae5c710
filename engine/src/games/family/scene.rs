//! The table of a game from a file, and its actions in words.

use super::error::counted;
use super::facts::suit;
use super::rules::{Step, TrumpBy};
use super::view::Passed;
use super::{Action, Family};
use crate::scene::{Pile, Scene, tricks_text};
use crate::seat::{BySeat, Seat};
use crate::story::{card_text, trump_text};
use crate::trick::Trump;
use crate::view::View;

pub(super) fn lay_out(view: &View<'_, Family>, scene: &mut Scene) {
    let hand = view.hand;
    let score = &hand.rules.score;
    let won = hand.won();
    for seat in Seat::ALL {
        scene.notes[seat].truncate(1);
        let tricks = view.tricks()[seat];
        scene.tally[seat] = match view.target(seat) {
            Some(target) => format!("{tricks} of {}", counted(target, "trick")),
            None => tricks_text(tricks),
        };
        if !score.pointed.is_empty() {
            let points = score.of_tricks(tricks, None) + score.of_cards(won[seat]);
            scene.tally[seat] += &format!(", {}", counted(points, "point"));
        }
    }
    scene.hands = BySeat::from_fn(|seat| match seat == view.seat() {
        true => Pile::known(view.cards()),
        false => Pile::face_down(view.hand_size(seat)),
    });
    if !hand.is_dealt() {
        let later = usize::from(hand.rules.hand - hand.rules.first);
        scene.heap("to be dealt", Pile::face_down(3 * later));
    }
    let kitty = if hand.kitty_taken() { 0 } else { hand.kitty.len() };
    scene.heap("kitty", Pile::face_down(kitty));
    let laid = view.discard_count();
    scene.heap("laid away", view.discards().map_or(Pile::face_down(laid), Pile::known));
    if hand.now() == Some(Step::Pass) {
        for seat in Seat::ALL {
            let (count, cards) = view.passes(seat);
            let pile = cards.map_or(Pile::face_down(count), Pile::known);
            scene.heap(&format!("passed by seat {seat}"), pile);
        }
    }
    scene.heap(
        "turned up",
        view.turned_up().map_or_else(Pile::default, |card| Pile::known(crate::CardSet::only(card))),
    );
    scene.heap("not dealt", Pile::face_down(hand.rules.aside()));
    lay_tricks(view, scene);
    let is_open = hand.rules.trump != TrumpBy::Fixed(Trump::None);
    match view.call().filter(|_| is_open) {
        Some(Action::Trump(trump)) => scene.fact("trump", trump_text(trump)),
        Some(_) => scene.fact("no trump", "the fewest tricks"),
        None => {}
    }
    tell_facts(view, scene);
}

/// The tricks, which go by the order of the cards in play.
fn lay_tricks(view: &View<'_, Family>, scene: &mut Scene) {
    let order = &view.hand.rules.order;
    scene.lay_plays(view.hand.tricks.plays(), view.hand.trumps());
    let laid = scene.trick.iter_mut().chain(scene.last.iter_mut().flat_map(|last| &mut last.plays));
    for lay in laid {
        lay.cards.0.iter_mut().for_each(|card| *card = order.named(*card));
    }
    if let Some(played) = scene.heaps.iter_mut().find(|heap| heap.name == "played") {
        played.pile = Pile::known(order.all_named(played.pile.cards.set()));
    }
}

fn tell_facts(view: &View<'_, Family>, scene: &mut Scene) {
    let rules = view.rules();
    if rules.ends.win.lowest {
        scene.fact("the lowest score", "wins");
    }
    if view.hand.kitty_taken() && rules.kitty_size() > 0 {
        let kitty = view.kitty().map_or(Pile::face_down(rules.kitty_size().into()), Pile::known);
        scene.fact_of("kitty", format!("to seat {}", view.taker()), kitty);
    }
    for seat in Seat::ALL.into_iter().filter(|_| rules.has(Step::Bid)) {
        if let Some(bid) = view.bids()[seat] {
            scene.fact("bid", format!("seat {seat}: {bid}"));
        }
    }
    if let Some(card) = rules.broken.first() {
        let suit = suit(&rules.order.named(card).suit().to_string());
        scene.fact(suit, if view.hand.is_broken() { "broken" } else { "not broken yet" });
    }
    let passed = view.hand.is_past(Step::Pass);
    if rules.has(Step::Pass) && (!passed || view.hand.passes_to(view.seat()).is_none()) {
        let way = match view.hand.passes_to(view.seat()) {
            None => "to nobody in this hand",
            Some(to) if to == view.seat().left() => "to the left",
            Some(_) => "to the right",
        };
        scene.fact("pass", way);
    }
    for seat in Seat::ALL.into_iter().filter(|_| passed) {
        if let Some(to) = view.hand.passes_to(seat) {
            let (count, cards) = view.passes(seat);
            let pile = cards.map_or(Pile::face_down(count), Pile::known);
            scene.fact_of("pass", format!("seat {seat} to {to}"), pile);
        }
    }
    let exchanged: Vec<_> = view.exchanged().collect();
    tell_passed(
        &exchanged,
        ["gift", "return"],
        [|p| (p.over, p.under), |p| (p.under, p.over)],
        scene,
    );
    let pulled: Vec<_> = view.pulled().collect();
    tell_passed(&pulled, ["pull", "back"], [|p| (p.under, p.over), |p| (p.over, p.under)], scene);
}

/// Who gives to whom, of a kind of passing.
type Way = fn(&Passed) -> (Seat, Seat);

fn tell_passed(all: &[Passed], names: [&str; 2], ways: [Way; 2], scene: &mut Scene) {
    for passed in all.iter().filter(|passed| passed.count > 0) {
        let (first, back) = match passed.cards {
            Some((first, back)) => (Pile::known(first), Pile::known(back)),
            None => (Pile::face_down(passed.count), Pile::face_down(passed.returned)),
        };
        for ((name, pile), way) in names.into_iter().zip([first, back]).zip(ways) {
            let (from, to) = way(passed);
            if !pile.is_empty() {
                scene.fact_of(name, format!("seat {from} to {to}"), pile);
            }
        }
    }
}

pub(super) fn say(action: Action) -> String {
    match action {
        Action::Trump(trump) => format!("call {}", trump_text(trump)),
        Action::Fewest => "call the fewest tricks".to_owned(),
        Action::Give(card, to) => format!("give {} to seat {to}", card_text(card)),
        Action::Keep => "keep the rest".to_owned(),
        Action::Pull(from) => format!("pull a card from seat {from}"),
        Action::Back(card, to) => format!("give {} back to seat {to}", card_text(card)),
        Action::Discard(card) => format!("lay away {}", card_text(card)),
        Action::Pass(card) => format!("pass {}", card_text(card)),
        Action::Bid(bid) => format!("bid {bid}"),
        Action::Play(card) => format!("play {}", card_text(card)),
    }
}
