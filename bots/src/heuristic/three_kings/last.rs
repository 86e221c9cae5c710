//! The last tricks: who will win the last one, and the prediction of it.

use threehand_engine::games::three_kings::{Prediction, falling, height};
use threehand_engine::{Card, CardSet, Rank, Suit};

use super::counting::Count;

/// What a card brings if it is led to the last trick.
fn last_lead(count: &Count<'_>, card: Card) -> f32 {
    let holds = count.holds(card, 2);
    let me = count.view.seat();
    let predicted = count.view.prediction().filter(|(seat, _)| *seat == me);
    let bonus = match predicted {
        Some((_, Prediction::Last)) => 15.0,
        Some((_, Prediction::Ace)) if card.rank() == Rank::Ace => 30.0,
        _ => 0.0,
    };
    if card.rank() == Rank::Ace {
        let won = count.view.rules().last_trick_points(true) as f32;
        holds * (won + bonus) - (1.0 - holds) * 5.0
    } else {
        holds * (2.0 + bonus)
    }
}

/// What a card brings in the last trick if another leads, roughly.
fn last_follow(count: &Count<'_>, card: Card) -> f32 {
    if card.rank() == Rank::Ace { 0.0 } else { 0.5 * count.holds(card, 2) }
}

/// Which of his last two cards to play.
pub(super) fn of_two(count: &Count<'_>, cards: CardSet) -> Card {
    let trick = count.view.trick();
    let to_come = 2 - trick.len();
    let value = |card: Card| {
        let other = count.view.cards().without(card).nth(0);
        let wins = if trick.is_beaten_by(card) { count.holds(card, to_come) } else { 0.0 };
        wins * (1.0 + last_lead(count, other)) + (1.0 - wins) * last_follow(count, other)
    };
    let best = cards.iter().map(|card| (card, value(card)));
    best.max_by(|a, b| a.1.total_cmp(&b.1)).expect("a card").0
}

/// The cards that win when led from the highest down, if the others follow with their lowest.
pub(super) fn winners(count: &Count<'_>, hand: CardSet) -> CardSet {
    let mut winners = CardSet::EMPTY;
    for suit in Suit::ALL {
        let mine = hand.of(suit);
        if mine.is_empty() {
            continue;
        }
        let mut theirs = count.unseen.of(suit);
        for card in falling(mine) {
            if theirs.iter().all(|other| height(other) < height(card)) {
                winners.insert(card);
                for _ in 0..2 {
                    if let Some(lowest) = theirs.iter().min_by_key(|&other| height(other)) {
                        theirs.remove(lowest);
                    }
                }
            }
        }
    }
    winners
}

/// Whether a prediction is worth more risk than its points say: another is about to take the game
/// point, and the points of the last trick would bring this seat past him.
fn is_worth_a_risk(count: &Count<'_>) -> bool {
    let me = count.view.seat();
    let scores = count.view.scores();
    let best = scores[me.left()].max(scores[me.right()]);
    best >= 13 && scores[me] < best && scores[me] + 7 >= best
}

/// What to say of the last trick. A prediction pays from a chance of two in three on: that is when
/// all cards are winners. With one loser it is about even, if another leads now.
pub(super) fn prediction(count: &Count<'_>) -> Option<Prediction> {
    let hand = count.view.cards();
    let winners = winners(count, hand);
    let free_ace = |card: Card| card.rank() == Rank::Ace && count.is_out(card.suit());
    match hand.len() - winners.len() {
        0 if winners.iter().any(free_ace) => Some(Prediction::Ace),
        0 => Some(Prediction::Last),
        1 if !count.view.trick().is_empty() && is_worth_a_risk(count) => Some(Prediction::Last),
        _ => None,
    }
}
