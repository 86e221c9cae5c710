//! The rules of 9-2-5 as published: its worked cases N1 to N9, then clause by clause.

use std::collections::BTreeSet;

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Legal, Standing};
use threehand_engine::{
    BySeat, CardSet, Deal, Game, Hand as _, Seat, Standing as _, Stream, Suit, Trump,
};

use super::common::{
    Hand, P0, P1, P2, after, deal_with, deal_with_all_winners_at, hand_with_tricks, rules,
    shuffled, standing, standing_after_tricks, start_play,
};
use crate::script::run;

fn any_deal() -> Deal {
    shuffled(&mut Stream::new([1, 1, 3, 925]))
}

/// Plays these steps under these rules, and gives the hand.
fn case(words: &str, before: &Standing, deal: &Deal, steps: &str) -> Hand {
    let mut hand = rules(words).start(before, deal);
    run(&mut hand, steps);
    hand
}

fn first(dealer: Seat) -> Standing {
    NineTwoFive::default().first_standing(dealer)
}

type Counts = Vec<(Seat, Seat, usize)>;

/// All that can come of the bleed in numbers of cards: giver, receiver, count.
fn possible_counts(hand: &Hand) -> BTreeSet<Counts> {
    let Legal::Give { cards, to, or_to, keep } = hand.legal() else {
        let bled = hand.view(P0).bled();
        return BTreeSet::from([bled.map(|b| (b.giver, b.receiver, b.count)).collect()]);
    };
    let first = cards.first().expect("a card to give");
    let gives = [Some(to), or_to].into_iter().flatten().map(|to| Action::Give(first, to));
    let choices = gives.chain(keep.then_some(Action::Keep));
    choices
        .flat_map(|action| {
            let mut next = hand.clone();
            next.play(action).expect("a legal action");
            possible_counts(&next)
        })
        .collect()
}

fn counts(words: &str, before: &Standing) -> BTreeSet<Counts> {
    possible_counts(&case(words, before, &any_deal(), "trump NT"))
}

#[test]
fn n1_n4_n5_n6_the_bleed_follows_from_the_last_hand() {
    for (words, tricks, deltas, contracts) in [
        ("", [8, 5, 3], [-1, 3, -2], [5, 9, 2]),
        ("", [4, 5, 7], [-5, 3, 2], [5, 9, 2]),
        ("contracts=9-5-2", [4, 7, 5], [-5, 2, 3], [2, 9, 5]),
        ("", [4, 0, 12], [-5, -2, 7], [5, 9, 2]),
    ] {
        let game = rules(words);
        let next = standing_after_tricks(&game, &first(P0), tricks);
        assert_eq!(next, standing(P1, deltas, Some(deltas), false), "{words} {tricks:?}");
        assert_eq!(Seat::ALL.map(|seat| game.contract(seat, P1)), contracts);
    }
    for (words, dealer, deltas, due) in [
        ("", P1, [-1, 3, -2], vec![(P1, P0, 1), (P1, P2, 2)]),
        ("", P1, [-5, 3, 2], vec![(P1, P0, 3), (P2, P0, 2)]),
        ("contracts=9-5-2", P1, [-5, 2, 3], vec![(P1, P0, 2), (P2, P0, 3)]),
        ("contracts=9-5-2 bleed_order=surplus", P1, [-5, 2, 3], vec![(P2, P0, 3), (P1, P0, 2)]),
        // The dealer is never bled more than two.
        ("", P1, [-5, -2, 7], vec![(P2, P0, 5), (P2, P1, 2)]),
        // Equal contracts: dealer, left, right, whoever has the larger surplus.
        ("contracts=8-4-4", P1, [3, -5, 2], vec![(P2, P1, 2), (P0, P1, 3)]),
    ] {
        assert_eq!(counts(words, &after(dealer, deltas)), BTreeSet::from([due]), "{words}");
    }
    let free = |deltas| counts("bleed_cap=free", &after(P1, deltas));
    let splits = (0..=3).map(|to_p0| vec![(P1, P0, to_p0), (P1, P2, 3 - to_p0)]);
    assert_eq!(free([-1, 3, -2]), splits.collect());
    let splits = (0..=7).map(|to_p0| vec![(P2, P0, to_p0), (P2, P1, 7 - to_p0)]);
    assert_eq!(free([-5, -2, 7]), splits.collect());
    // By the last hand and not by the scores; none after all contracts were made.
    let before = standing(P2, [-10, 10, 0], Some([2, -2, 0]), false);
    assert_eq!(counts("", &before), BTreeSet::from([vec![(P0, P1, 2)]]));
    for before in [first(P0), after(P0, [0; 3])] {
        assert_eq!(counts("", &before), BTreeSet::from([vec![]]));
        case("", &before, &any_deal(), "trump H; phase discard");
    }
}

#[test]
fn n2_returns_are_the_receivers_highest_of_the_suit() {
    let deal = deal_with(["KS 9S 4S", "", "AH 7H 3H JD 8D"], ["", "3S 2H 4H 5D", "", ""]);
    let before = after(P1, [-1, 3, -2]);
    case(
        "",
        &before,
        &deal,
        "trump NT; give 3S 0, give 2H 2, give 4H 2;
         1 sees return seat 0 to 1 KS; 1 sees return seat 2 to 1 AH 7H;
         0 holds 9S 4S 3S; 0 lacks KS; 2 holds 4H 3H 2H; 2 lacks AH 7H",
    );
    case(
        "",
        &before,
        &deal,
        "trump NT; give 2H 2, give 5D 2, give 3S 0; 1 sees return seat 2 to 1 AH JD; 2 holds 8D 5D",
    );
}

#[test]
fn n3_a_gift_above_the_receivers_cards_comes_straight_back() {
    let deal = deal_with(["", "JD 5D QC 9C", ""], ["QD KC 2C", "", "", ""]);
    let steps = "trump NT; give QD 1; 0 sees return seat 1 to 0 QD";
    let hand = case("", &after(P2, [1, -1, 0]), &deal, steps);
    for seat in [P0, P1] {
        assert_eq!(hand.view(seat).cards(), hand.view(seat).dealt());
    }
    let steps = "trump NT; give KC 1, give 2C 1; 0 sees return seat 1 to 0 KC QC;
                 1 holds 9C 2C; 1 lacks KC QC";
    case("", &after(P2, [2, -2, 0]), &deal, steps);
}

#[test]
fn n4_the_second_giver_meets_what_the_first_has_left() {
    let deal = deal_with(["AS KS 7S", "", ""], ["", "2S 2C 3C", "3S 4C", ""]);
    let steps = "trump NT; 1 moves; give 2S 0, give 2C 0, give 3C 0; 1 holds AS;
                 2 moves; give 3S 0, give 4C 0; 2 holds KS; 0 holds 7S 3S 2S; 0 lacks AS KS";
    case("", &after(P1, [-5, 3, 2]), &deal, steps);
}

/// The end of a hand of which the seats took so many tricks.
fn settled(words: &str, before: &Standing, tricks: [u8; 3], steps: &str) -> Standing {
    let mut hand = hand_with_tricks(&rules(words), before, tricks);
    run(&mut hand, steps);
    hand.outcome().expect("it is over").standing
}

#[test]
fn n7_the_highest_score_wins_even_below_fifteen() {
    let steps = "points 4 -2 -2; scores 16 -5 -11; ends; reaches top";
    settled("", &standing(P0, [12, -3, -9], None, false), [13, 0, 3], steps);
    let steps = "scores 7 9 -16; ends; reaches bottom";
    let end = settled("", &standing(P0, [6, 8, -14], None, false), [10, 3, 3], steps);
    let winner = Seat::ALL.into_iter().max_by_key(|&seat| end.placing(seat));
    assert_eq!(winner, Some(P1));
    let both = standing(P0, [12, -13, 1], None, false);
    settled("", &both, [13, 0, 3], "ends; reaches both");
    settled("", &standing(P0, [12, -12, 0], None, false), [11, 0, 5], "goes on; reaches nothing");
}

#[test]
fn n8_a_tie_at_the_top_asks_for_another_hand_and_the_end_latches() {
    for (words, latched) in [("", true), ("tie=recheck", false)] {
        let tied = settled(
            words,
            &standing(P1, [7, 7, -14], None, false),
            [6, 10, 0],
            "scores 8 8 -16; goes on; dealer 2; reaches bottom",
        );
        assert_eq!(tied.latched(), latched);
        // The extra hand bleeds as any other: P0 and P1 were up by one, P2 down by two.
        let due = vec![(P1, P2, 1), (P0, P2, 1)];
        assert_eq!(counts(words, &tied), BTreeSet::from([due]));
        // It ends as soon as the top is unique, or goes on while all are short of the target.
        let short = if latched { "ends" } else { "goes on" };
        for (tricks, scores, over) in [
            ([3, 2, 11], "9 5 -14", short),
            ([2, 2, 12], "8 5 -13", short),
            ([4, 4, 8], "10 7 -17", "ends"),
            ([5, 8, 3], "11 11 -22", "goes on"),
            ([2, 5, 9], "8 8 -16", "goes on"),
            ([4, 7, 5], "10 10 -20", "goes on"),
        ] {
            let end = settled(words, &tied, tricks, &format!("scores {scores}; {over}"));
            assert_eq!(end.latched(), latched && tricks[0] + 3 == tricks[1], "{tricks:?}");
        }
    }
    // Latched inside the target, with the top shared and then not.
    let before = standing(P0, [3, 2, -5], Some([0; 3]), true);
    assert!(settled("", &before, [9, 3, 4], "scores 3 3 -6; goes on").latched());
    assert!(!settled("", &before, [10, 2, 4], "ends").latched());
    // A tie below the top does not matter.
    let before = standing(P0, [14, -7, -7], None, false);
    settled("", &before, [11, 1, 4], "scores 16 -8 -8; ends");
}

#[test]
fn n9_a_trump_beats_the_ace_led_and_at_no_trump_it_does_not() {
    let spades = CardSet::suit(Suit::Spades).to_string();
    let deal = deal_with(["", "", ""], ["AC", &format!("{spades} 2D 3D 4D"), "3C", ""]);
    for (trump, steps) in [("D", "1 moves; tricks 0 1 0"), ("NT", "0 moves; tricks 1 0 0")] {
        let mut hand = NineTwoFive::default().start(&first(P0), &deal);
        start_play(&mut hand, trump.parse().unwrap());
        run(&mut hand, &format!("play AC, play 2D, play 3C; {steps}"));
    }
}

#[test]
fn sixteen_cards_each_are_dealt_and_four_lie_face_down() {
    let deal = any_deal();
    let hand = case("", &first(P1), &deal, "sizes 16 16 16; 0 sees kitty 4 hidden");
    for seat in Seat::ALL {
        assert_eq!(hand.view(seat).cards(), deal.hands()[seat]);
        assert_eq!(hand.view(seat).kitty(), None);
        assert_eq!(hand.view(seat).unseen().len(), 36);
    }
}

#[test]
fn a_player_is_9_then_5_then_2_as_the_deal_goes_round() {
    for (words, due) in [
        ("", [9, 5, 2]),
        ("contracts=9-5-2", [9, 2, 5]),
        ("contracts=8-3-5", [8, 5, 3]),
        ("contracts=8-4-4", [8, 4, 4]),
    ] {
        assert_eq!(Seat::ALL.map(|dealer| rules(words).contract(P0, dealer)), due, "{words}");
    }
}

#[test]
fn the_dealer_names_any_trump_or_none_and_all_hear_it() {
    for dealer in Seat::ALL {
        for trump in Trump::ALL {
            let steps = format!("{dealer} moves; phase trump; 5 actions; trump {trump}");
            let hand = case("", &first(dealer), &any_deal(), &steps);
            assert!(Seat::ALL.into_iter().all(|seat| hand.view(seat).trump() == Some(trump)));
        }
    }
}

#[test]
fn both_receivers_are_served_before_anything_returns() {
    let deal = deal_with(["KS 9S 4S", "", "AS 8S"], ["", "2S 3S 5S", "", ""]);
    // A card that was given can't be given again, nor one that is still to come back.
    let steps = "trump NT; give 2S 0, give 3S 2; sizes 17 14 17; 1 lacks KS AS;
                 cannot give 2S 2: seat 1 does not hold 2S;
                 cannot give AS 2: seat 1 does not hold AS;
                 cannot give 5S 0: seat 0 can't be given a card;
                 cannot give 5S 1: seat 1 can't be given a card;
                 cannot keep: giving is compulsory under these rules;
                 give 5S 2; 1 sees return seat 2 to 1 AS 8S; sizes 16 20 16; 1 moves; phase discard";
    case("", &after(P1, [-1, 3, -2]), &deal, steps);
}

#[test]
fn the_kitty_is_never_bled_and_comes_to_the_dealer_after_it() {
    let deal = deal_with(["", "", ""], ["2C", "", "", "AS KS QS JS"]);
    // The dealer is bled, and afterwards gives nothing of what he takes.
    let steps = "trump NT; 0 lacks AS KS QS JS; any; 0 holds AS KS QS JS; sizes 20 16 16";
    let hand = case("", &after(P0, [-1, 1, 0]), &deal, steps);
    assert_eq!(hand.view(P0).kitty(), deal.rest().iter().copied().collect::<CardSet>().into());
    // Any four of twenty, which only he knows.
    let steps = "trump C; 20 actions; discard AS, discard 2C, discard JS; 0 moves;
                 cannot discard AS: seat 0 does not hold AS; discard KS; sizes 16 16 16;
                 0 sees laid away AS KS JS 2C; 1 sees laid away 4 hidden; 2 sees laid away 4 hidden";
    let hand = case("", &first(P0), &deal, steps);
    for seat in [P1, P2] {
        assert_eq!((hand.view(seat).discards(), hand.view(seat).kitty()), (None, None));
        assert_eq!(hand.view(seat).discard_count(), 4);
        assert!(hand.view(seat).unseen().contains_all(hand.view(P0).discards().unwrap()));
    }
}

#[test]
fn the_dealer_leads_and_suit_is_followed_where_it_can_be() {
    let spades = CardSet::suit(Suit::Spades).without("AS".parse().unwrap());
    let some = ["AS AC", &format!("{spades} 2D 3D 4D 2H"), "3C", ""];
    let mut hand = NineTwoFive::default().start(&first(P0), &deal_with(["", "", ""], some));
    start_play(&mut hand, Trump::None);
    run(&mut hand, "0 moves; play AC; 16 actions; play 2D");
    assert!(hand.view(P2).is_void(P1, Suit::Clubs));
    let clubs = hand.view(P2).cards().of(Suit::Clubs);
    assert_eq!(hand.legal(), Legal::Play(clubs));
    let other = (hand.view(P2).cards() - clubs).first().unwrap();
    let why = format!("seat 2 holds C and must follow with it, not play {other}");
    run(&mut hand, &format!("cannot play {other}: {why}"));
}

#[test]
fn the_score_is_tricks_less_contract_and_a_contract_is_kept_with_as_many_or_more() {
    let before = standing(P0, [1, 2, -3], None, false);
    for (seat, ends) in [
        (P0, "kept yes no no; points 7 -2 -5; scores 8 0 -8"),
        (P1, "kept no yes no; points -9 14 -5; scores -8 16 -8"),
        (P2, "kept no no yes; points -9 -2 11; scores -8 0 8"),
    ] {
        let deal = deal_with_all_winners_at(seat);
        let mut hand = NineTwoFive::default().start(&before, &deal);
        start_play(&mut hand, Trump::Suit(Suit::Clubs));
        run(&mut hand, &format!("kept - - -; any 47; kept - - -; any; over; {ends}"));
    }
    for (words, tricks, ends) in [
        // N1, N6 and N4; then each exactly, and 9 too few by one; N5's rules: 9, then 5, then 2.
        ("", [8, 5, 3], "kept no yes no"),
        ("", [4, 0, 12], "kept no no yes"),
        ("", [4, 5, 7], "kept no yes yes"),
        ("", [9, 2, 5], "kept yes yes yes; points 0 0 0"),
        ("", [8, 3, 5], "kept no yes yes"),
        ("contracts=9-5-2", [8, 5, 3], "kept no yes yes"),
    ] {
        settled(words, &first(P0), tricks, ends);
    }
}

#[test]
fn a_match_ends_at_the_target_above_or_below_nothing_and_not_a_point_before() {
    // Dealer P0 makes 9, P1 2, P2 5: with 10, 2 and 4 tricks, P0 wins one point from P2.
    for (scores, over) in [
        ([13, 0, -13], "goes on"),
        ([14, 0, -14], "ends"),
        ([14, -7, -7], "ends"),
        ([7, 7, -14], "ends"),
        ([6, 8, -14], "ends"),
        ([6, 7, -13], "goes on"),
    ] {
        settled("", &standing(P0, scores, None, false), [10, 2, 4], over);
    }
    for (words, target) in [("", 15), ("target=5", 5), ("target=10", 10), ("target=60", 60)] {
        for (up, tricks) in [(1, [10, 1, 5]), (-1, [8, 3, 5])] {
            for (short, over) in [(0, "ends; reaches both"), (1, "goes on; reaches nothing")] {
                // Seat 0 goes one trick further, up or down, and seat 1 the other way.
                let score = up * (target - 1 - short);
                let before = standing(P0, [score, -score, 0], Some([0; 3]), false);
                let (a, b) = (score + up, -score - up);
                settled(words, &before, tricks, &format!("scores {a} {b} 0; {over}"));
            }
        }
    }
}

#[test]
fn the_cards_bled_to_the_dealer_are_counted_in_hands_with_a_bleed() {
    // N1 and N6: the dealer P1 gives to both others, and is bled his deficit of two.
    for (before, count) in [
        (after(P1, [-1, 3, -2]), "0"),
        (after(P1, [-5, -2, 7]), "2"),
        (after(P1, [3, -1, -2]), "1"),
        (after(P1, [0; 3]), "-"),
        (first(P1), "-"),
    ] {
        case("", &before, &any_deal(), &format!("rest; counts bled_to_dealer {count}"));
    }
    // N6 where a receiver may get any number: all seven.
    let mut hand = case("bleed_cap=free", &after(P1, [-5, -2, 7]), &any_deal(), "trump NT");
    for _ in 0..7 {
        let card = hand.view(P2).cards().first().expect("a card");
        hand.play(Action::Give(card, P1)).expect("a gift");
    }
    run(&mut hand, "rest; counts bled_to_dealer 7");
}

#[test]
fn a_standing_is_read_from_a_record_only_if_it_makes_sense() {
    let read = |scores, carry: &str| {
        Standing::from_record(P2, BySeat(scores), &serde_json::from_str(carry).unwrap())
    };
    let whole = read([8, 8, -16], r#"{"deltas": [1, 1, -2], "latched": true}"#);
    assert_eq!(whole, Ok(standing(P2, [8, 8, -16], Some([1, 1, -2]), true)));
    assert_eq!(read([0; 3], "{}"), Ok(first(P2)));
    for wrong in [
        r#"{"deltas": [1, 1, -1]}"#,
        r#"{"deltas": [17, -17, 0]}"#,
        r#"{"deltas": [1, -1]}"#,
        r#"{"deltas": [1.5, -1.5, 0]}"#,
        r#"{"deltas": [300, -300, 0]}"#,
        r#"{"deltas": null}"#,
        r#"{"latched": false}"#,
        r#"{"latched": 1}"#,
        r#"{"dealer": 1}"#,
    ] {
        assert!(read([0; 3], wrong).is_err(), "{wrong}");
    }
}
