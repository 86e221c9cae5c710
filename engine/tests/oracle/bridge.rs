//! The same position at the engine's table and at the slow one: all conversion between the two.

#![allow(dead_code, reason = "each test uses its own part")]

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Standing};
use threehand_engine::{
    Card, CardSet, Deal, Game, Hand as _, Legal as _, Seat, Standing as _, Trump,
};

use crate::oracle;

type Hand = <NineTwoFive as Game>::Hand;

pub(crate) fn slow_card(card: Card) -> oracle::Card {
    (card.rank().index() as u8 + 2, oracle::SUITS[card.suit().index()])
}

pub(crate) fn fast_card((rank, suit): oracle::Card) -> Card {
    let lane = oracle::SUITS.iter().position(|&s| s == suit).unwrap();
    Card::from_index(lane * 13 + usize::from(rank) - 2)
}

pub(crate) fn fast_set(cards: &[oracle::Card]) -> CardSet {
    cards.iter().copied().map(fast_card).collect()
}

pub(crate) fn slow_act(action: Action) -> oracle::Act {
    match action {
        Action::Trump(Trump::Suit(suit)) => oracle::Act::Trump(Some(oracle::SUITS[suit.index()])),
        Action::Trump(Trump::None) => oracle::Act::Trump(None),
        Action::Give(card, to) => oracle::Act::Give(slow_card(card), to.number()),
        Action::Keep => oracle::Act::Keep,
        Action::Discard(card) => oracle::Act::Discard(slow_card(card)),
        Action::Play(card) => oracle::Act::Play(slow_card(card)),
    }
}

pub(crate) fn slow_rules(rules: &NineTwoFive) -> oracle::Rules {
    let is = |name: &str, value: &str| rules.option(name) == value;
    let contracts: Vec<i32> =
        rules.option("contracts").split('-').map(|c| c.parse().unwrap()).collect();
    oracle::Rules {
        contracts: contracts.try_into().unwrap(),
        free_cap: is("bleed_cap", "free"),
        surplus_first: is("bleed_order", "surplus"),
        optional: is("bleed_optional", "true"),
        trump_after_bleed: is("trump_call", "after_bleed"),
        discard_first: is("kitty", "discard_then_take"),
        left_leads: is("first_lead", "left"),
        public_bleed: is("bleed_view", "public"),
        recheck: is("tie", "recheck"),
    }
}

pub(crate) fn slow_match(standing: &Standing) -> oracle::Match {
    oracle::Match {
        dealer: standing.dealer().number(),
        scores: standing.scores().0,
        last: standing.deltas().map(|deltas| deltas.map(i32::from).0),
        latched: standing.latched(),
    }
}

pub(crate) fn slow_table(rules: &NineTwoFive, standing: &Standing, deal: &Deal) -> oracle::Table {
    let cards = |cards: &[Card]| cards.iter().copied().map(slow_card).collect();
    oracle::Table::deal(
        slow_rules(rules),
        slow_match(standing),
        Seat::ALL.map(|seat| cards(deal.hand(seat))),
        cards(deal.rest()),
    )
}

/// Compares turn, legal actions and all cards.
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
    let dealer = fast.view(fast.standing().dealer());
    assert_eq!(dealer.discards(), Some(fast_set(&slow.discards)));
    assert_eq!(dealer.trump().map(Trump::suit).is_some(), slow.trump.is_some());
}
