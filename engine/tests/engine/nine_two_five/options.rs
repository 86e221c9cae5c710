//! Every option of 9-2-5, each value by the behaviour that it changes, and how options are read.

use std::collections::BTreeSet;

use serde_json::{Map, json};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{
    Action, BleedView, Illegal, Kitty, Legal, Standing, TrumpCall,
};
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, Game, Hand as _, Legal as _, Seat, Standing as _, Stream, Suit, Trump,
};

use super::common::{
    Hand, P0, P1, P2, after, cards, deal_with, hand_with_tricks, play, play_randomly,
    random_deltas, rules, shuffled, standing, start_play,
};

fn start(words: &str, before: &Standing) -> Hand {
    rules(words).start(before, &shuffled(&mut Stream::new([0, 0, 4, 925])))
}

/// Who can be given a card, as the hand stands.
fn receivers(hand: &Hand) -> BTreeSet<Seat> {
    let gives = hand.legal().iter().filter_map(|action| match action {
        Action::Give(_, to) => Some(to),
        _ => None,
    });
    gives.collect()
}

fn give_any(hand: &mut Hand, to: Seat) {
    let giver = hand.turn().expect("a giver");
    let card = hand.view(giver).cards().first().expect("a card");
    hand.play(Action::Give(card, to)).expect("a gift");
}

#[test]
fn contracts_are_three_whole_numbers_that_sum_to_sixteen() {
    for text in ["9-2-5", "9-5-2", "8-3-5", "9-3-4", "8-4-4", "16-0-0", "0-0-16", "0-16-0"] {
        let game = rules(&format!("contracts={text}"));
        assert_eq!(game.option("contracts"), text);
        for dealer in Seat::ALL {
            let around = dealer.around().map(|seat| game.contract(seat, dealer));
            assert_eq!(around.map(|c| c.to_string()).join("-"), text);
        }
    }
    for text in [
        "9-2-6",
        "9-2",
        "9-2-4",
        "-1-9-8",
        "9--2-5",
        "9-2-5-0",
        "+9-2-5",
        "9-+2-5",
        "",
        "-",
        "--",
        "9-2-5-",
        "-9-2-5",
        "9 2 5",
        "9,2,5",
        "9-2-x",
        "9.0-2-5",
        "09-2-5",
        "261-2-9",
        "4294967305-2-5",
        "9-2-5 ",
        " 9-2-5",
        "٩-٢-٥",
    ] {
        let refused = NineTwoFive::default().set_option("contracts", text);
        assert_eq!(refused, None, "{text}");
    }
}

#[test]
fn contracts_of_nothing_and_of_everything_can_be_played() {
    for (text, tricks) in [("16-0-0", [16, 0, 0]), ("0-0-16", [0, 0, 16])] {
        let game = rules(&format!("contracts={text}"));
        let mut rng = Stream::new([1, 0, 4, 925]);
        for _ in 0..checks(500) {
            let deltas = random_deltas(&mut rng, 16);
            let mut hand = game.start(&after(P0, deltas), &shuffled(&mut rng));
            play_randomly(&mut hand, &mut rng, |_| true);
            let points = hand.outcome().unwrap().points;
            let due = BySeat::from_fn(|s| i32::from(hand.tricks()[s]) - tricks[s.number()]);
            assert_eq!(points, due);
        }
    }
}

#[test]
fn a_full_hand_of_sixteen_can_be_bled_away() {
    for (deltas, words) in
        [([16, -8, -8], ""), ([16, -16, 0], ""), ([16, -1, -15], "bleed_cap=free")]
    {
        let mut hand = start(words, &after(P0, deltas));
        play(&mut hand, "trump NT");
        for _ in 0..16 {
            assert_eq!(hand.turn(), Some(P0));
            hand.play(hand.legal().nth(0)).unwrap();
        }
        assert_eq!(hand.view(P0).cards().len(), 20, "all came back, and the kitty");
        assert!(hand.view(P0).bled().all(|bled| bled.settled));
    }
}

#[test]
fn bleed_cap_deficit_bounds_a_receiver_over_all_givers_and_free_does_not() {
    let down_by_one = after(P0, [3, -1, -2]);
    let mut capped = start("bleed_cap=deficit", &down_by_one);
    let mut free = start("bleed_cap=free", &down_by_one);
    for hand in [&mut capped, &mut free] {
        play(hand, "trump NT");
        assert_eq!(receivers(hand), BTreeSet::from([P1, P2]));
        give_any(hand, P1);
    }
    assert_eq!(receivers(&capped), BTreeSet::from([P2]));
    assert_eq!(receivers(&free), BTreeSet::from([P1, P2]));
    give_any(&mut free, P1);
    give_any(&mut free, P1);
    assert_eq!(free.turn(), Some(P0), "three given, so the dealer discards");
    let counts: Vec<_> = free.view(P2).bled().map(|bled| bled.count).collect();
    assert_eq!(counts, [3, 0]);
    // Nobody who was not down can be given a card, whatever the cap.
    let mut hand = start("bleed_cap=free", &after(P0, [1, 1, -2]));
    play(&mut hand, "trump NT");
    assert_eq!(receivers(&hand), BTreeSet::from([P2]));
}

#[test]
fn bleed_order_surplus_goes_by_surplus_then_contract_then_dealer_left_right() {
    let first = |words: &str, deltas| {
        let mut hand = start(words, &after(P0, deltas));
        play(&mut hand, "trump NT");
        hand.turn()
    };
    // Dealer P0: contracts 9, 2, 5, or with equals 8, 4, 4 and 4, 8, 4.
    assert_eq!(first("", [1, 2, -3]), Some(P0));
    assert_eq!(first("bleed_order=surplus", [1, 2, -3]), Some(P1));
    assert_eq!(first("", [-4, 3, 1]), Some(P2));
    assert_eq!(first("bleed_order=surplus", [-4, 3, 1]), Some(P1));
    assert_eq!(first("bleed_order=surplus", [-4, 2, 2]), Some(P2));
    assert_eq!(first("bleed_order=surplus contracts=8-4-4", [-4, 2, 2]), Some(P1));
    assert_eq!(first("bleed_order=contract contracts=8-4-4", [-5, 2, 3]), Some(P1));
    assert_eq!(first("bleed_order=surplus contracts=4-8-4", [2, -4, 2]), Some(P0));
    assert_eq!(first("bleed_order=contract contracts=4-4-8", [2, 2, -4]), Some(P0));
}

#[test]
fn bleed_optional_lets_a_giver_keep_before_each_gift() {
    let before = after(P0, [3, -1, -2]);
    let mut hand = start("bleed_optional=true", &before);
    play(&mut hand, "trump NT");
    assert!(hand.legal().contains(Action::Keep));
    let mut at_once = hand.clone();
    play(&mut at_once, "keep");
    assert!(matches!(at_once.legal(), Legal::Discard(_)), "nothing was given at all");
    assert!(at_once.view(P1).bled().all(|bled| bled.count == 0 && bled.settled));
    give_any(&mut hand, P2);
    assert!(hand.legal().contains(Action::Keep));
    play(&mut hand, "keep");
    let counts: Vec<_> = hand.view(P1).bled().map(|bled| (bled.count, bled.settled)).collect();
    assert_eq!(counts, [(0, true), (1, true)]);
    assert_eq!(hand.view(P0).cards().len(), 20);
    let mut compulsory = start("bleed_optional=false", &before);
    play(&mut compulsory, "trump NT");
    assert_eq!(compulsory.play(Action::Keep), Err(Illegal::MustGive));
}

#[test]
fn bleed_optional_asks_the_second_giver_too_who_may_not_give_what_the_first_kept() {
    let mut hand = start("bleed_optional=true", &after(P0, [2, 1, -3]));
    play(&mut hand, "trump NT, keep");
    assert_eq!(hand.turn(), Some(P1));
    give_any(&mut hand, P2);
    assert_eq!(hand.turn(), Some(P0), "his surplus is given");
    assert!(matches!(hand.legal(), Legal::Discard(_)));
    assert_eq!(hand.view(P2).cards().len(), 16);
}

#[test]
fn bleed_optional_still_returns_what_was_given_before_keeping() {
    let deal = deal_with(["", "KS 9S", ""], ["2S 3S", "", "", ""]);
    let mut hand = rules("bleed_optional=true").start(&after(P0, [2, -2, 0]), &deal);
    play(&mut hand, "trump NT, give 2S 1, keep");
    assert_eq!(hand.view(P1).cards().of(Suit::Spades), cards("9S 2S"));
    assert!(hand.view(P0).cards().contains_all(cards("KS 3S")));
}

#[test]
fn trump_call_comes_before_or_after_all_bleeding_and_before_the_kitty() {
    let before = after(P0, [-3, 2, 1]);
    let mut early = start("trump_call=before_bleed", &before);
    assert_eq!(early.rules().trump_call(), TrumpCall::BeforeBleed);
    assert_eq!((early.turn(), early.legal()), (Some(P0), Legal::Trump));
    play(&mut early, "trump S");
    assert!(matches!(early.legal(), Legal::Give { .. }));
    let mut late = start("trump_call=after_bleed", &before);
    assert_eq!(late.rules().trump_call(), TrumpCall::AfterBleed);
    for giver in [P2, P1, P1] {
        assert_eq!(late.turn(), Some(giver));
        assert_eq!(late.view(P0).trump(), None);
        give_any(&mut late, P0);
    }
    assert_eq!((late.turn(), late.legal()), (Some(P0), Legal::Trump));
    assert_eq!(late.view(P0).cards().len(), 16, "the kitty still lies there");
    assert!(late.view(P0).bled().all(|bled| bled.settled));
    play(&mut late, "trump S");
    assert_eq!(late.legal().len(), 20);
    let no_bleed = start(
        "trump_call=after_bleed",
        &Standing::from_record(P0, BySeat([0; 3]), &Map::new()).unwrap(),
    );
    assert_eq!(no_bleed.legal(), Legal::Trump);
}

#[test]
fn kitty_is_seen_before_the_discard_or_joins_unseen_after_it() {
    let deal = deal_with(["", "", ""], ["", "", "", "AS KS QS JS"]);
    let game = rules("kitty=take_then_discard");
    assert_eq!(game.kitty(), Kitty::TakeThenDiscard);
    let mut hand = game.start(&game.first_standing(P0), &deal);
    play(&mut hand, "trump NT");
    assert_eq!(hand.view(P0).kitty(), Some(cards("AS KS QS JS")));
    play(&mut hand, "discard AS");
    let game = rules("kitty=discard_then_take");
    assert_eq!(game.kitty(), Kitty::DiscardThenTake);
    let mut hand = game.start(&game.first_standing(P0), &deal);
    play(&mut hand, "trump NT");
    for left in [16, 15, 14, 13] {
        assert_eq!(hand.view(P0).kitty(), None);
        assert_eq!(hand.legal().len(), left);
        assert!(hand.play("discard AS".parse().unwrap()).is_err());
        hand.play(hand.legal().nth(0)).unwrap();
    }
    assert_eq!(hand.view(P0).kitty(), Some(cards("AS KS QS JS")));
    assert_eq!(hand.view(P0).cards().len(), 16);
    assert!(hand.view(P0).cards().contains_all(cards("AS KS QS JS")));
    assert!(matches!(hand.legal(), Legal::Play(_)));
}

#[test]
fn first_lead_is_the_dealers_or_his_lefts() {
    for dealer in Seat::ALL {
        for (words, leader) in [("first_lead=dealer", dealer), ("first_lead=left", dealer.left())] {
            let game = rules(words);
            let mut hand = start(words, &game.first_standing(dealer));
            start_play(&mut hand, Trump::None);
            assert_eq!(hand.turn(), Some(leader));
            let before = hand.tricks();
            play_randomly(&mut hand, &mut Stream::new([2, 0, 4, 925]), |h| h.tricks() == before);
            let winner = Seat::ALL.into_iter().find(|&seat| hand.tricks()[seat] == 1);
            assert_eq!(hand.turn(), winner, "then the winner leads");
        }
    }
}

#[test]
fn bleed_view_pair_hides_the_cards_from_the_third_and_public_shows_them() {
    for (words, view) in
        [("bleed_view=pair", BleedView::Pair), ("bleed_view=public", BleedView::Public)]
    {
        let deal = deal_with(["KS 9S 4S", "", ""], ["", "3S", "", ""]);
        let mut hand = rules(words).start(&after(P1, [-2, 2, 0]), &deal);
        assert_eq!(hand.rules().bleed_view(), view);
        play(&mut hand, "trump NT, give 3S 0");
        let seen = |hand: &Hand, seat: Seat| hand.view(seat).bled().next().unwrap().cards;
        let public = view == BleedView::Public;
        let given = Some((cards("3S"), cards("")));
        assert_eq!(seen(&hand, P0), given);
        assert_eq!(seen(&hand, P1), given);
        assert_eq!(seen(&hand, P2), given.filter(|_| public), "already while giving");
        give_any(&mut hand, P0);
        for seat in Seat::ALL {
            let known = public || seat != P2;
            assert_eq!(seen(&hand, seat).is_some(), known);
            let bled = hand.view(seat).bled().next().unwrap();
            assert_eq!((bled.count, bled.settled), (2, true), "counts are public");
            let (given, returned) = bled.cards.unwrap_or_default();
            assert_eq!(given.contains_all(cards("3S")), known);
            assert_eq!(returned.contains_all(cards("KS")), known);
        }
    }
}

#[test]
fn tie_latched_ends_the_match_at_the_first_unique_top_and_recheck_looks_again() {
    for (words, latched) in [("tie=latched", true), ("tie=recheck", false)] {
        let game = rules(words);
        let tied = standing(P2, [7, 7, -14], None, false);
        // Dealer P2 makes 9, P0 2, P1 5.
        let end = hand_with_tricks(&game, &tied, [3, 6, 7]).outcome().unwrap();
        assert_eq!(end.standing.scores(), BySeat([8, 8, -16]));
        assert_eq!((end.over, end.standing.latched()), (false, latched));
        // Dealer P0 makes 9, P1 2, P2 5: back inside ±15, with a unique top.
        let inside = hand_with_tricks(&game, &end.standing, [10, 0, 6]).outcome().unwrap();
        assert_eq!(inside.standing.scores(), BySeat([9, 6, -15]));
        assert!(inside.over, "a score of -15 ends it under both");
        let inside = hand_with_tricks(&game, &end.standing, [10, 2, 4]).outcome().unwrap();
        assert!(inside.over);
        let inside = hand_with_tricks(&game, &end.standing, [8, 1, 7]).outcome().unwrap();
        assert_eq!(inside.standing.scores(), BySeat([7, 7, -14]));
        assert_eq!((inside.over, inside.standing.latched()), (false, latched));
        let inside = hand_with_tricks(&game, &end.standing, [9, 0, 7]).outcome().unwrap();
        assert_eq!(inside.standing.scores(), BySeat([8, 6, -14]));
        assert_eq!(inside.over, latched);
    }
}

#[test]
fn a_match_ends_at_the_target_above_or_below_nothing_and_not_a_point_before() {
    // Dealer P0 makes 9, P1 2, P2 5.
    for (words, target) in [("", 15), ("target=5", 5), ("target=10", 10), ("target=60", 60)] {
        let game = rules(words);
        for (points, tricks) in [([1, -1, 0], [10, 1, 5]), ([-1, 1, 0], [8, 3, 5])] {
            for short in [0, 1] {
                // Seat 0 goes one trick further, up or down, and the others share the rest.
                let scores = [1, -1, 0].map(|sign| sign * points[0] * (target - 1 - short));
                let before = standing(P0, scores, Some([0; 3]), false);
                let end = hand_with_tricks(&game, &before, tricks).outcome().unwrap();
                assert_eq!(end.points, BySeat(points));
                let farthest = end.standing.scores().0.iter().map(|s| s.abs()).max();
                assert_eq!((farthest, end.over), (Some(target - short), short == 0), "{words}");
                let reach = game.reach(&end.standing);
                assert_eq!((reach.top, reach.bottom), (end.over, end.over), "{words}");
            }
        }
    }
}

#[test]
fn a_hand_called_no_trump_is_bled_or_not() {
    for (words, call, bled) in [
        ("", "NT", true),
        ("no_trump_bleed=true", "NT", true),
        ("no_trump_bleed=false", "NT", false),
        ("no_trump_bleed=false", "H", true),
        ("no_trump_bleed=false trump_call=after_bleed", "NT", true),
    ] {
        let mut hand = start(words, &after(P0, [1, -1, 0]));
        let dealt = Seat::ALL.map(|seat| hand.view(seat).cards());
        let late = words.contains("after_bleed");
        if !late {
            play(&mut hand, &format!("trump {call}"));
        }
        assert_eq!(matches!(hand.legal(), Legal::Give { .. }), bled, "{words} {call}");
        if bled {
            give_any(&mut hand, P1);
        }
        if late {
            play(&mut hand, &format!("trump {call}"));
        }
        assert!(matches!(hand.legal(), Legal::Discard(_)), "{words} {call}");
        assert_eq!(hand.view(P2).bled().count(), usize::from(bled), "{words} {call}");
        if !bled {
            assert_eq!(hand.view(P1).cards(), dealt[1]);
            assert!((dealt[0] - hand.view(P0).cards()).is_empty());
            assert_eq!(hand.view(P0).cards().len(), 20, "the kitty came at once");
        }
    }
}

#[test]
fn a_standing_is_read_from_a_record_only_if_it_makes_sense() {
    let read = |scores, carry: serde_json::Value| {
        Standing::from_record(P2, BySeat(scores), carry.as_object().unwrap())
    };
    let whole = read([8, 8, -16], json!({ "deltas": [1, 1, -2], "latched": true })).unwrap();
    assert_eq!(whole.dealer(), P2);
    assert_eq!(whole.scores(), BySeat([8, 8, -16]));
    assert_eq!(whole.deltas(), Some(BySeat([1, 1, -2])));
    assert!(whole.latched());
    assert_eq!(read([0; 3], json!({})), Ok(NineTwoFive::default().first_standing(P2)));
    for wrong in [
        json!({ "deltas": [1, 1, -1] }),
        json!({ "deltas": [17, -17, 0] }),
        json!({ "deltas": [1, -1] }),
        json!({ "deltas": [1.5, -1.5, 0] }),
        json!({ "deltas": [300, -300, 0] }),
        json!({ "deltas": null }),
        json!({ "latched": false }),
        json!({ "latched": 1 }),
        json!({ "dealer": 1 }),
    ] {
        assert!(read([0; 3], wrong.clone()).is_err(), "{wrong}");
    }
}
