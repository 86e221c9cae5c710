//! `greedy` at games from files.

use threehand_engine::games::Family;
use threehand_engine::games::family::{Action, Known};
use threehand_engine::{Card, Legal as _, Seat, Suit, Trump, View};

use crate::bot::{Bot, BotRng};

/// Calls its longest suit, and what is no suit last; bids its high cards, keeps what it wants to play, and takes a trick
/// as cheaply as it can if the trick is worth points to it; else it throws its highest card that does
/// not win.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Greedy;

impl Bot<Family> for Greedy {
    fn decide(&mut self, view: &View<'_, Family>, _: &mut BotRng) -> Action {
        let legal: Vec<Action> = view.legal().iter().collect();
        let seat = view.seat();
        let best = match legal[0] {
            Action::Trump(_) | Action::Fewest => {
                legal.iter().max_by_key(|action| strength(view, **action))
            }
            Action::Bid(_) => {
                let hoped = winners(view) as i32;
                legal.iter().min_by_key(|action| match action {
                    Action::Bid(bid) => (i32::from(bid.tricks()) - hoped).abs(),
                    _ => i32::MAX,
                })
            }
            Action::Play(_) => legal.iter().max_by_key(|action| worth(view, seat, **action)),
            _ => legal.iter().min_by_key(|action| value(view, seat, **action)),
        };
        *best.unwrap_or(&legal[0])
    }
}

/// How many cards of a suit there are and how high they are, of the trump that an action calls.
fn strength(view: &Known<'_>, action: Action) -> (usize, usize) {
    let suit = match action {
        Action::Trump(trump) => trump.suit(),
        _ => None,
    };
    let cards = |suit: Suit| view.cards().of(suit);
    let height = |suit| cards(suit).iter().map(|card| view.height(card)).sum();
    suit.map_or((0, 0), |suit| (cards(suit).len(), height(suit)))
}

/// How many of the highest two ranks of each suit it holds, and long trumps.
fn winners(view: &Known<'_>) -> usize {
    let ranks = view.ranks();
    let high = view.cards().iter().filter(|card| view.height(*card) + 2 >= ranks).count();
    let trumps = view.trump().and_then(Trump::suit);
    high + trumps.map_or(0, |suit| view.cards().of(suit).len() / 3)
}

/// What a card is worth to its holder: high cards and trumps take tricks.
fn value(view: &Known<'_>, seat: Seat, action: Action) -> (i32, bool) {
    let Some(card) = action.card() else { return (i32::MAX, true) };
    let height = view.height(card) as i32 + if is_trump(view, card) { 20 } else { 0 };
    let wanted = view.trick_gain(seat) >= 0 && !view.is_a_burden();
    (if wanted { height } else { -height - 20 * view.burden(card) }, false)
}

fn is_trump(view: &Known<'_>, card: Card) -> bool {
    view.trump().is_some_and(|trump| trump.is(card))
}

/// How good it is to play a card, the greatest best.
fn worth(view: &Known<'_>, seat: Seat, action: Action) -> (i32, i32) {
    let Some(card) = action.card() else { return (i32::MIN, 0) };
    let (lies, wins) = (view.trick().count(), view.would_win(card));
    let at_stake: i32 =
        view.trick().map(|(_, card)| view.burden(card)).sum::<i32>() + view.burden(card);
    let gain = view.trick_gain(seat) - at_stake;
    let height = view.height(card) as i32 + if is_trump(view, card) { 20 } else { 0 };
    match (gain > 0, lies) {
        (true, 0) => (1, height),
        (true, _) if wins => (1, -height),
        (true, _) => (0, -height),
        (false, 0) => (0, -height - view.burden(card)),
        (false, _) if wins => (0, -height),
        (false, _) => (1, height + 20 * view.burden(card)),
    }
}
