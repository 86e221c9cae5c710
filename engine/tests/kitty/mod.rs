//! What the tests of Three-Legged Kitty share: rules from words, deals from a few cards, play, and
//! the same position at the engine's table and at the slow one.

#![allow(dead_code, reason = "each test uses its own part")]

#[path = "../oracle/three_legged_kitty.rs"]
pub(crate) mod oracle;

use serde_json::Map;
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Bid, Legal, Standing};
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Legal as _, Seat, Standing as _, Stream,
    View, below, options,
};

pub(crate) type Hand = <ThreeLeggedKitty as Game>::Hand;
pub(crate) type KittyView<'a> = View<'a, ThreeLeggedKitty>;

pub(crate) const P0: Seat = Seat::P0;
pub(crate) const P1: Seat = Seat::P1;
pub(crate) const P2: Seat = Seat::P2;

/// The rules of these options, as `overpay=true tie=shared`.
pub(crate) fn rules(words: &str) -> ThreeLeggedKitty {
    let pairs = words.split_whitespace().map(|word| word.split_once('=').expect("option=value"));
    options::rules(pairs).expect("options of Three-Legged Kitty")
}

/// Any value for every option; half the time the published rules.
pub(crate) fn random_rules(rng: &mut Stream) -> ThreeLeggedKitty {
    let mut rules = ThreeLeggedKitty::default();
    if below(rng, 2) == 0 {
        for option in ThreeLeggedKitty::OPTIONS {
            let value = option.values[below(rng, option.values.len())];
            rules.set_option(option.name, value).expect("its own value");
        }
    }
    rules
}

pub(crate) fn standing(dealer: Seat, scores: [i32; 3]) -> Standing {
    Standing::from_record(dealer, BySeat(scores), &Map::new()).expect("scores")
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

pub(crate) fn cards(text: &str) -> CardSet {
    text.parse().expect("cards")
}

pub(crate) fn bid(text: &str) -> Bid {
    text.parse().expect("a bid")
}

pub(crate) fn shuffled(rng: &mut Stream) -> Deal {
    Deal::new(Deck::shuffled(rng), BySeat([10; 3]))
}

/// The deal in which the seats have these cards; hands that are short are filled up from the
/// lowest cards that nobody named.
pub(crate) fn deal(hands: [&str; 3]) -> Deal {
    let mut hands = hands.map(cards);
    let named = hands[0] | hands[1] | hands[2];
    assert_eq!(named.len(), hands.map(CardSet::len).iter().sum::<usize>(), "each card once");
    let mut by_rank: Vec<Card> = (CardSet::FULL - named).iter().collect();
    by_rank.sort_by_key(|card| card.rank().index());
    let mut rest = by_rank.into_iter();
    for hand in &mut hands {
        while hand.len() < 10 {
            hand.insert(rest.next().expect("cards enough"));
        }
    }
    let dealt: Vec<Card> = hands.into_iter().flatten().chain(rest).collect();
    Deal::new(Deck::of(&dealt).expect("each card once"), BySeat([10; 3]))
}

/// Plays actions apart by commas: `bid 1C, pay 2C`.
pub(crate) fn play(hand: &mut Hand, actions: &str) {
    for text in actions.split(',').map(str::trim) {
        let action: Action = text.parse().expect("an action");
        hand.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

/// Makes calls apart by blanks, such as `5S - 6C`, each bid paid with the lowest cards; `-` passes.
pub(crate) fn call(hand: &mut Hand, calls: &str) {
    for word in calls.split_whitespace() {
        if word == "-" {
            play(hand, "pass");
            continue;
        }
        play(hand, &format!("bid {word}"));
        pay_lowest(hand);
    }
}

/// Pays what is due with the lowest cards.
pub(crate) fn pay_lowest(hand: &mut Hand) {
    while let Legal::Pay { cards, .. } = hand.legal() {
        let action = match hand.legal().contains(Action::Enough) {
            true => Action::Enough,
            false => {
                let lowest = cards.iter().min_by_key(|card| card.rank().index());
                Action::Pay(lowest.expect("a card"))
            }
        };
        hand.play(action).expect("a legal payment");
    }
}

/// A random legal action: bids mostly small steps and passes often, so that all phases are met.
pub(crate) fn random_action(hand: &Hand, rng: &mut Stream) -> Action {
    let legal = hand.legal();
    match legal {
        Legal::Call { pass: true, .. } if below(rng, 5) < 2 => Action::Pass,
        Legal::Call { bids, .. } if !bids.is_empty() && below(rng, 4) > 0 => {
            Action::Bid(bids.nth(below(rng, bids.len().min(9))))
        }
        _ => legal.nth(below(rng, legal.len())),
    }
}

/// Plays random legal actions while `goes_on` says so and the hand is not over.
pub(crate) fn play_randomly(hand: &mut Hand, rng: &mut Stream, goes_on: impl Fn(&Hand) -> bool) {
    while hand.turn().is_some() && goes_on(hand) {
        let action = random_action(hand, rng);
        hand.play_unchecked(action);
    }
}

/// What is to be decided.
pub(crate) fn phase(hand: &Hand) -> &'static str {
    match hand.legal() {
        Legal::Call { .. } => "call",
        Legal::Pay { .. } => "pay",
        Legal::Stray(_) => "stray",
        Legal::Take(_) => "take",
        Legal::Play(_) => "play",
        Legal::Nothing => "over",
    }
}

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

pub(crate) fn slow_bid(bid: Bid) -> oracle::Bid {
    let text = bid.to_string();
    let letters = text.find(|c: char| c.is_alphabetic()).unwrap();
    let kind = oracle::TYPES.iter().position(|&kind| kind == &text[letters..]).unwrap();
    (text[..letters].parse().unwrap(), kind)
}

pub(crate) fn slow_act(action: Action) -> oracle::Act {
    match action {
        Action::Pass => oracle::Act::Pass,
        Action::Bid(bid) => oracle::Act::Bid(slow_bid(bid)),
        Action::Pay(card) => oracle::Act::Pay(slow_card(card)),
        Action::Enough => oracle::Act::Enough,
        Action::Stray(card) => oracle::Act::Stray(slow_card(card)),
        Action::Take(card) => oracle::Act::Take(slow_card(card)),
        Action::Play(card) => oracle::Act::Play(slow_card(card)),
    }
}

pub(crate) fn slow_rules(rules: &ThreeLeggedKitty) -> oracle::Rules {
    let is = |name: &str, value: &str| rules.option(name) == value;
    oracle::Rules {
        flat_one: is("opening_cost", "flat_one"),
        overpay: is("overpay", "true"),
        must_open: is("opening", "must_open"),
        same_dealer: is("all_pass", "same_dealer"),
        high_bidder_passes: is("auction_end", "high_bidder_passes"),
        shared: is("tie", "shared"),
    }
}

pub(crate) fn slow_match(standing: &Standing) -> oracle::Match {
    oracle::Match { dealer: standing.dealer().number(), scores: standing.scores().0 }
}

pub(crate) fn slow_table(
    rules: &ThreeLeggedKitty,
    standing: &Standing,
    deal: &Deal,
) -> oracle::Table {
    let hands = Seat::ALL.map(|seat| deal.hand(seat).iter().copied().map(slow_card).collect());
    oracle::Table::deal(slow_rules(rules), slow_match(standing), hands)
}

/// Compares turn, legal actions and all that lies on the table.
pub(crate) fn assert_same_position(fast: &Hand, slow: &oracle::Table) {
    assert_eq!(fast.turn().map(Seat::number), slow.turn());
    let legal = fast.legal();
    let acts = slow.legal();
    assert_eq!(legal.len(), acts.len(), "{legal:?} but {acts:?}");
    for action in legal.iter() {
        assert!(acts.contains(&slow_act(action)), "{action} is not in {acts:?}");
    }
    for seat in Seat::ALL {
        let view = fast.view(seat);
        assert_eq!(view.cards(), fast_set(&slow.hands[seat.number()]), "the hand of {seat}");
        assert_eq!(view.paid(seat), fast_set(&slow.paid[seat.number()]), "paid by {seat}");
        assert_eq!(view.has_passed(seat), slow.out[seat.number()]);
    }
    let view = fast.view(P0);
    assert_eq!(view.cat().map(Seat::number), slow.cat);
    assert_eq!(view.stray(), fast_set(&slow.stray));
    let high = view.high_bid().map(|(seat, bid)| (seat.number(), slow_bid(bid)));
    assert_eq!(high, slow.bids.last().copied());
    assert_eq!(fast.tricks().map(i32::from).0, slow.tricks);
}
