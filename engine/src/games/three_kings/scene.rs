//! The table of Three Kings, and its actions in words.

use super::hand::Exchanged;
use super::order::falling;
use super::{Action, PlayedTrick, Prediction, ThreeKings};
use crate::card::Suit;
use crate::card_set::CardSet;
use crate::scene::{Cards, Lay, Pile, Scene, Taken};
use crate::seat::{BySeat, Seat};
use crate::standing::Standing as _;
use crate::story::card_text;
use crate::view::View;

pub(super) fn lay_out(view: &View<'_, ThreeKings>, scene: &mut Scene) {
    scene.hands = BySeat::from_fn(|seat| match seat == view.seat() {
        true => Pile::known(by_suit(view.cards())),
        false => {
            let known: CardSet = view.known_card(seat).into_iter().collect();
            Pile { hidden: view.hand_size(seat) - known.len(), ..Pile::known(known) }
        }
    });
    scene.notes = BySeat::from_fn(|seat| notes(view, seat));
    let (tricks, points) = (view.tricks(), view.points());
    scene.tally = BySeat::from_fn(|seat| match tricks[seat] {
        1 => format!("1 trick, {}", counted_points(points[seat])),
        count => format!("{count} tricks, {}", counted_points(points[seat])),
    });
    lay_tricks(view, scene);
    scene.heap("stock", Pile::face_down(view.stock_len()));
    if let Some(upcard) = view.upcard() {
        let laid_out = view.exchange().map(|(_, laid_out)| laid_out);
        let name = if laid_out.is_some() { "laid out" } else { "upcard" };
        scene.heap(name, Pile::known(CardSet::only(laid_out.unwrap_or(upcard))));
    }
    tell(view, scene);
}

fn notes(view: &View<'_, ThreeKings>, seat: Seat) -> Vec<String> {
    let mut notes = Vec::new();
    if view.standing().dealer() == seat {
        notes.push("dealer".to_owned());
    }
    if view.first_leader() == seat {
        notes.push("led first".to_owned());
    }
    match view.predictions().by(seat) {
        Some(Prediction::Last) => notes.push("predicts the last trick".to_owned()),
        Some(Prediction::Ace) => notes.push("predicts it with an ace".to_owned()),
        None => {}
    }
    notes
}

fn lay_tricks(view: &View<'_, ThreeKings>, scene: &mut Scene) {
    let trick = view.trick();
    let lay = |seat, cards| Lay { seat, cards: Cards(falling(cards).collect()) };
    scene.trick = trick.plays().map(|(seat, cards)| lay(seat, cards)).collect();
    if !trick.thrown().is_empty() {
        scene.trick.push(lay(trick.turn(), trick.thrown()));
    }
    scene.best = trick.best().map(|(seat, _)| seat);
    scene.last = view.history().last().map(|&PlayedTrick { leader, plays, winner }| Taken {
        plays: leader.around().map(|seat| lay(seat, plays[seat])).into(),
        winner,
    });
    let on_table = scene.trick.iter().map(|lay| lay.cards.set());
    let over = on_table.fold(view.played(), |over, cards| over - cards);
    scene.heap("played", Pile::known(by_suit(over)));
}

fn tell(view: &View<'_, ThreeKings>, scene: &mut Scene) {
    match view.stock_len() {
        0 => scene.fact("phase", "2: suit is followed"),
        _ => scene.fact("phase", "1: cards are drawn"),
    }
    match (view.exchanged(), view.upcard()) {
        (Exchanged::Declined, _) => scene.fact("upcard", "left where it lay"),
        (Exchanged::Taken { by, .. }, Some(upcard)) => {
            let taken = Pile::known(CardSet::only(upcard));
            scene.fact_of("upcard", format!("to seat {by}"), taken);
        }
        _ => {}
    }
}

/// Suit by suit from spades, kings high.
fn by_suit(cards: CardSet) -> Cards {
    let suits = Suit::ALL.into_iter().rev();
    Cards(suits.flat_map(|suit| falling(cards.of(suit))).collect())
}

pub(super) fn say(action: Action) -> String {
    match action {
        Action::Upcard(card) => format!("lay out {}", card_text(card)),
        Action::Play(card) => format!("play {}", card_text(card)),
        Action::Meld(meld) => format!("meld {}", set_text(meld.cards())),
        Action::Throw(card) => format!("throw {}", card_text(card)),
        Action::Exchange(card) => format!("take the upcard for {}", card_text(card)),
        Action::Decline => "leave the upcard".to_owned(),
        Action::Predict(None) => "predict nothing".to_owned(),
        Action::Predict(Some(Prediction::Last)) => "predict the last trick".to_owned(),
        Action::Predict(Some(Prediction::Ace)) => "predict the last trick with an ace".to_owned(),
    }
}

fn set_text(cards: CardSet) -> String {
    falling(cards).map(card_text).collect::<Vec<_>>().join(" ")
}

fn counted_points(points: i32) -> String {
    let noun = if points.abs() == 1 { "point" } else { "points" };
    format!("{} {noun}", points_text(points))
}

pub(super) fn points_text(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        _ if points < 0 => format!("−{}", -points),
        _ => format!("+{points}"),
    }
}
