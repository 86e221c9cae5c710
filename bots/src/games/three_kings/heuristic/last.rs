//! The last tricks: who will win the last one, and the prediction of it.

use threehand_engine::games::three_kings::{Open, Prediction, falling, height};
use threehand_engine::{Card, CardSet, Rank, Suit};

use super::counting::Count;
use crate::exponential::{chance, exp};

/// What a card brings if it is led to the last trick.
fn last_lead(count: &Count<'_>, card: Card) -> f32 {
    let holds = count.holds(card, 2);
    let me = count.view.seat();
    let bonus = match count.view.predictions().by(me) {
        Some(Prediction::Last) => 15.0,
        Some(Prediction::Ace) if card.rank() == Rank::Ace => 30.0,
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

/// How many points ahead it takes to be nearly sure of a set that somebody has the points to end.
const DECIDED: f32 = 0.3;

/// The chance to take the set if these scores, this seat's first, are what the hand comes to: who
/// leads when it ends takes it nearly surely, before that a lead is worth less.
fn chance_of_set(scores: [f32; 3], set: f32, spread: f32) -> f32 {
    let top = scores.into_iter().fold(f32::MIN, f32::max);
    let spread = if top >= set - 0.5 { DECIDED } else { spread };
    let weights = scores.map(|score| exp((score - top) / spread));
    weights[0] / weights.iter().sum::<f32>()
}

/// What to say of the last trick: what gives the best chance to take the set.
pub(super) fn prediction(count: &Count<'_>, open: Open) -> Option<Prediction> {
    let Count { view, weights, .. } = count;
    let hand = view.cards();
    let winners = winners(count, hand).len();
    let losers = hand.len() - winners;
    let of_losers = weights.losers[losers.min(weights.losers.len() - 1)];
    let of_lead = if view.trick().is_empty() { weights.leader[0] } else { 0.0 };
    let logit = of_losers + of_lead + weights.winners[0] * (winners as f32 - 5.0);

    let me = view.seat();
    let scores = view.scores().map(|score| score as f32);
    let each = losers as f32 / 2.0;
    let (mine, left, right) =
        (scores[me] + winners as f32, scores[me.left()] + each, scores[me.right()] + each);
    let points = view.rules().set_points() as f32;
    let set = |scores| chance_of_set(scores, points, weights.spread[0]);
    let value = |chance: f32, bonus: f32, penalty: f32| {
        let won = set([mine + 1.0 + bonus, left, right]);
        let lost =
            set([mine - penalty, left + 1.0, right]) + set([mine - penalty, left, right + 1.0]);
        chance * won + (1.0 - chance) * lost / 2.0
    };
    let silent = value(chance(logit), 0.0, 0.0);
    let last = if open.has(Prediction::Last) { value(chance(logit), 5.0, 5.0) } else { silent };
    let free_ace = |card: Card| card.rank() == Rank::Ace && count.is_out(card.suit());
    if open.has(Prediction::Ace) && hand.iter().any(free_ace) {
        let rules = view.rules();
        let bonus = rules.last_trick_points(true) + rules.ace_prediction_points() - 2;
        let by_ace = value(chance(logit + weights.by_ace[0]), bonus as f32, 10.0);
        if by_ace > last.max(silent) {
            return Some(Prediction::Ace);
        }
    }
    (last > silent).then_some(Prediction::Last)
}
