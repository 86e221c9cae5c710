//! The same position at the engine's table and at the slow one: all conversion between the two.

#![allow(dead_code, reason = "each test uses its own part")]

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Meld, Prediction, Standing, falling, height};
use threehand_engine::{Card, CardSet, Deal, Game, Hand as _, Legal as _, Seat, Standing as _};

use crate::oracle;

type Hand = <ThreeKings as Game>::Hand;

pub(crate) fn slow_card(card: Card) -> oracle::Card {
    (height(card), oracle::SUITS[card.suit().index()])
}

pub(crate) fn fast_card(card: oracle::Card) -> Card {
    Card::all().find(|&fast| slow_card(fast) == card).expect("a card")
}

pub(crate) fn fast_set(cards: &[oracle::Card]) -> CardSet {
    cards.iter().copied().map(fast_card).collect()
}

fn slow_meld(meld: Meld) -> Vec<oracle::Card> {
    falling(meld.cards()).map(slow_card).collect()
}

fn slow_said(prediction: Option<Prediction>) -> oracle::Said {
    match prediction {
        None => oracle::Said::Nothing,
        Some(Prediction::Last) => oracle::Said::Last,
        Some(Prediction::Ace) => oracle::Said::Ace,
    }
}

pub(crate) fn slow_act(action: Action) -> oracle::Act {
    match action {
        Action::Upcard(card) => oracle::Act::Upcard(slow_card(card)),
        Action::Play(card) => oracle::Act::Play(vec![slow_card(card)]),
        Action::Meld(meld) => oracle::Act::Play(slow_meld(meld)),
        Action::Throw(card) => oracle::Act::Throw(slow_card(card)),
        Action::Exchange(card) => oracle::Act::Exchange(slow_card(card)),
        Action::Decline => oracle::Act::Decline,
        Action::Predict(prediction) => oracle::Act::Predict(slow_said(prediction)),
    }
}

pub(crate) fn slow_rules(rules: &ThreeKings) -> oracle::Rules {
    let is = |name: &str, value: &str| rules.option(name) == value;
    oracle::Rules {
        all_melds: is("melds", "all"),
        set_over_seq: is("meld_order", "set_over_seq"),
        ace_six: is("ace_last_total", "6"),
        ace_predicted_twelve: is("ace_predict_total", "12"),
        worst_pending: is("pending", "worst"),
        touched: is("qualify", "touched"),
    }
}

pub(crate) fn slow_match(standing: &Standing) -> oracle::Match {
    oracle::Match {
        dealer: standing.dealer().number(),
        scores: standing.scores().0,
        pending: standing.pending().0,
        game_points: standing.match_scores().0,
        last_winner: standing.last_trick_winner().map(Seat::number),
    }
}

pub(crate) fn slow_table(rules: &ThreeKings, standing: &Standing, deal: &Deal) -> oracle::Table {
    let cards = |cards: &[Card]| cards.iter().copied().map(slow_card).collect();
    oracle::Table::deal(
        slow_rules(rules),
        slow_match(standing),
        Seat::ALL.map(|seat| cards(deal.hand(seat))),
        cards(deal.rest()),
    )
}

/// Compares turn, legal actions, all cards and all that was said and scored.
pub(crate) fn assert_same_position(fast: &Hand, slow: &oracle::Table) {
    assert_eq!(fast.turn().map(Seat::number), slow.turn());
    let legal = fast.legal();
    let acts = slow.legal();
    assert_eq!(legal.len(), acts.len(), "{legal:?} but {acts:?}");
    for action in legal.iter() {
        assert!(acts.contains(&slow_act(action)), "{action} is not in {acts:?}");
    }
    for seat in Seat::ALL {
        let cards = &slow.hands[seat.number()];
        assert_eq!(fast.view(seat).cards(), fast_set(cards), "the hand of {seat}");
    }
    let view = fast.view(Seat::P0);
    assert_eq!(view.stock_len(), slow.stock.len());
    assert_eq!(view.upcard(), slow.upcard.map(fast_card));
    let said = view.prediction().map(|(seat, said)| (seat.number(), slow_said(Some(said))));
    assert_eq!(said, slow.predictor);
    assert_eq!(view.points().0, slow.points);
    let won = |seat: Seat| slow.over.iter().filter(|trick| trick.winner == seat.number()).count();
    assert_eq!(fast.tricks().map(usize::from).0, Seat::ALL.map(won));
}
