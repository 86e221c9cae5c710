//! The options of Three-Legged Kitty, each value by the behaviour that it changes; `tie` is in `rules.rs`.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Card, CardSet, Deck, Game, Hand as _, Stream};

use super::common::{Hand, P0, P1, P2, bid, call, cards, cat_hand, deal, pay_lowest, rules};
use crate::script::run;

/// A hand under these rules that seat 2 deals, so that seat 0 calls first, after these calls.
fn called(words: &str, calls: &str) -> Hand {
    let rules = rules(words);
    let mut hand = rules.start(&rules.first_standing(P2), &deal(["", "", ""]));
    call(&mut hand, calls);
    hand
}

#[test]
fn a_match_ends_at_the_target_exactly_and_not_a_point_before() {
    for (words, target) in [("", 30), ("target=5", 5), ("target=20", 20), ("target=200", 200)] {
        for (short, end) in [(0, "ends; reaches top"), (1, "goes on; reaches nothing")] {
            // Made: a point more. Failed: five more for each of the others, of whom one leads.
            let score = target - 1 - short;
            let mut made = cat_hand(words, [score, 0, 0], "1C", |taken| taken > 0);
            run(&mut made, &format!("scores {} 0 0; {end}", score + 1));
            if target > 5 {
                let others = [0, target - 5 - short, 0];
                run(&mut cat_hand(words, others, "10C", |taken| taken < 10), end);
            }
        }
    }
}

#[test]
fn a_cat_who_fails_brings_each_of_the_others_the_fail_points() {
    for (words, end) in [
        ("", "points 0 5 5; scores 29 30 33; ends"),
        ("fail_points=0", "points 0 0 0; scores 29 25 28; goes on"),
        ("fail_points=3", "points 0 3 3; scores 29 28 31; ends"),
        ("fail_points=20", "points 0 20 20; scores 29 45 48; ends"),
    ] {
        run(&mut cat_hand(words, [29, 25, 28], "10C", |taken| taken < 10), end);
    }
    // A Cat who makes his bid scores its number whatever a failure brings.
    run(&mut cat_hand("fail_points=0", [0; 3], "1C", |taken| taken > 0), "points 1 0 0");
}

#[test]
fn opening_cost_is_the_number_or_one_card() {
    for (words, cost) in [("", 7), ("opening_cost=from_zero", 7), ("opening_cost=flat_one", 1)] {
        let mut hand = called(words, "");
        run(&mut hand, "59 actions; pass, bid 7H");
        assert_eq!(hand.view(P1).still_to_pay(), cost, "{words}");
        pay_lowest(&mut hand);
        // A later bid costs its difference under both.
        run(&mut hand, "bid 9C");
        assert_eq!(hand.view(P2).still_to_pay(), 2, "{words}");
    }
}

#[test]
fn overpay_lets_more_cards_be_paid_until_enough_or_an_empty_hand() {
    run(&mut called("overpay=false", "1C"), "1 moves; phase call");
    let mut hand = called("overpay=true", "");
    let steps = "bid 2C; cannot enough: seat 0 has 2 more to pay; any;
                 cannot enough: seat 0 has 1 more to pay; any; 9 actions; can enough; any;
                 enough; sizes 7 10 10; 1 moves";
    run(&mut hand, steps);
    // Seat 1 pays all its ten cards: then nothing is left to say.
    run(&mut hand, "bid 2D; any 9; 1 moves; any; 2 moves; phase call; pass");
    call(&mut hand, "2H");
    run(&mut hand, "only pass; pass; phase stray; sizes 20 0 10");
    assert_eq!(hand.view(P0).cat(), Some(P0));
}

#[test]
fn the_first_player_may_pass_or_must_open() {
    run(&mut called("opening=may_pass", ""), "can pass");
    let why = "nobody may pass before there is a bid, under these rules";
    let mut hand = called("opening=must_open", "");
    run(&mut hand, &format!("cannot pass: {why}; 58 actions"));
    call(&mut hand, "1C - -");
    assert_eq!(hand.view(P1).cat(), Some(P0));
}

#[test]
fn after_three_passes_the_next_or_the_same_player_deals() {
    for (words, dealer) in [("all_pass=next_dealer", P0), ("all_pass=same_dealer", P2)] {
        run(&mut called(words, "- - -"), &format!("dealer {dealer}"));
        // A played hand moves the deal left under both.
        run(&mut called(words, "1C - -"), "rest; dealer 0");
    }
}

#[test]
fn the_high_bidder_is_asked_again_only_where_the_rules_say_so() {
    assert_eq!(called("auction_end=two_passes", "3C - -").view(P0).cat(), Some(P0));
    let words = "auction_end=high_bidder_passes";
    let mut hand = called(words, "3C - -");
    run(&mut hand, "0 moves; phase call");
    call(&mut hand, "4C 4D");
    run(&mut hand, "0 moves; phase call; sizes 5 10 10; pass; phase play");
    assert_eq!(hand.view(P1).contract(), Some(bid("4D")));
    assert_eq!(hand.view(P1).stray(), CardSet::EMPTY);
    // Who bids after two passes is asked too; 10NT with cards left has only the pass.
    let mut hand = called("auction_end=high_bidder_passes opening_cost=flat_one", "- - 10NT");
    run(&mut hand, "2 moves; sizes 10 10 9; only pass; pass");
    assert_eq!(hand.view(P0).cat(), Some(P2));
    // Without a card left his pass is forced, and an action all the same.
    let mut hand = called(words, "10C - -");
    run(&mut hand, "only pass; pass");
    assert_eq!(hand.view(P0).cat(), Some(P0));
    // Three passes without a bid end it here too.
    run(&mut called(words, "- - -"), "over");
}

#[test]
fn with_32_cards_ten_each_are_dealt_from_the_sevens_up_and_two_set_aside() {
    let rules = rules("deck=32");
    let standing = rules.first_standing(P2);
    let ranks = "7 8 9 T J Q K A".split(' ');
    let pack = ranks.flat_map(|rank| ["C", "D", "H", "S"].map(|suit| format!("{rank}{suit}")));
    let pack = cards(&pack.collect::<Vec<_>>().join(" "));
    assert_eq!(rules.pack(), pack);
    for key in 0..50 {
        let deck = Deck::shuffled(&mut Stream::new([key, 0, 6, 3]));
        let deal = rules.deal(&standing, &deck);
        let BySeat([a, b, c]) = deal.hands();
        let rest: CardSet = deal.rest().iter().copied().collect();
        assert_eq!([a, b, c, rest].map(CardSet::len), [10, 10, 10, 2]);
        assert_eq!(a | b | c | rest, pack);
        // The same shuffle serves both packs: the cards of the small one keep their order.
        let kept: Vec<Card> =
            deck.cards().iter().copied().filter(|&card| pack.contains(card)).collect();
        assert_eq!(deal.deck().cards(), kept);
        // The others' cards and those aside can't be told apart; no card below a seven is thought of.
        let mut hand = rules.start(&standing, &deal);
        assert_eq!(hand.view(P0).hidden(), pack - a);
        run(&mut hand, "59 actions; 0 sees aside 2 hidden");
    }
}

#[test]
fn a_record_of_a_32_card_hand_has_no_card_below_a_seven() {
    let lines = include_str!("../../data/playthroughs/three_legged_kitty.jsonl").lines();
    let mut record: Record = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert!(record.replay::<ThreeLeggedKitty>().is_ok());
    assert_eq!(record.deal.rest.len(), "7C 8C".len());
    record.deal.rest.replace_range(0..2, "6C");
    let fault = record.replay::<ThreeLeggedKitty>().unwrap_err();
    assert_eq!(fault.to_string(), "deal: 6C is not in the pack of this game");
    record.deal.rest = "7C".to_owned();
    let fault = record.replay::<ThreeLeggedKitty>().unwrap_err();
    assert_eq!(fault.to_string(), "deal.rest: 1 cards, but 2 are dealt there");
}
