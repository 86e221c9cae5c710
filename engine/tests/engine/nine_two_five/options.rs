//! The options of 9-2-5, each value by the behaviour that it changes. `rules.rs` has those that the
//! worked cases change: `contracts`, `bleed_cap`, `bleed_order`, `tie` and `target`.

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Standing};
use threehand_engine::testing::checks;
use threehand_engine::{Deal, Game, Hand as _, Seat, Stream, Trump};

use super::common::{
    Hand, P0, P1, P2, after, cards, deal_with, play_randomly, random_deltas, rules, shuffled,
    start_play,
};
use crate::script::run;

fn case(words: &str, before: &Standing, deal: &Deal, steps: &str) -> Hand {
    let mut hand = rules(words).start(before, deal);
    run(&mut hand, steps);
    hand
}

/// The same on a deal where the first gift of any seat is its lowest club.
fn any_case(words: &str, before: &Standing, steps: &str) -> Hand {
    case(words, before, &shuffled(&mut Stream::new([0, 0, 4, 925])), steps)
}

fn first(dealer: Seat) -> Standing {
    NineTwoFive::default().first_standing(dealer)
}

/// Gives the first card of the hand to this seat.
fn give(hand: &mut Hand, to: Seat) {
    let giver = hand.turn().expect("a giver");
    let card = hand.view(giver).cards().first().expect("a card");
    hand.play(Action::Give(card, to)).expect("a gift");
}

#[test]
fn contracts_are_three_whole_numbers_that_sum_to_sixteen() {
    for text in ["9-2-5", "9-5-2", "8-3-5", "9-3-4", "8-4-4", "16-0-0", "0-0-16", "0-16-0"] {
        let game = rules(&format!("contracts={text}"));
        for dealer in Seat::ALL {
            let around = dealer.around().map(|seat| game.contract(seat, dealer));
            assert_eq!(around.map(|c| c.to_string()).join("-"), text);
        }
    }
    let refused = "9-2-6|9-2|9-2-4|-1-9-8|9--2-5|9-2-5-0|+9-2-5|9-+2-5||-|--|9-2-5-|-9-2-5|9 2 5|\
                   9,2,5|9-2-x|9.0-2-5|09-2-5|261-2-9|4294967305-2-5|9-2-5 | 9-2-5|٩-٢-٥";
    for text in refused.split('|') {
        assert_eq!(NineTwoFive::default().set_option("contracts", text), None, "{text}");
    }
}

#[test]
fn contracts_of_nothing_and_of_everything_can_be_played() {
    for (text, contracts) in [("16-0-0", [16, 0, 0]), ("0-0-16", [0, 0, 16])] {
        let game = rules(&format!("contracts={text}"));
        let mut rng = Stream::new([1, 0, 4, 925]);
        for _ in 0..checks(500) {
            let deltas = random_deltas(&mut rng, 16);
            let mut hand = game.start(&after(P0, deltas), &shuffled(&mut rng));
            play_randomly(&mut hand, &mut rng, |_| true);
            let points = hand.outcome().unwrap().points;
            for seat in Seat::ALL {
                let due = i32::from(hand.tricks()[seat]) - contracts[seat.number()];
                assert_eq!(points[seat], due);
            }
        }
    }
}

#[test]
fn a_full_hand_of_sixteen_can_be_bled_away() {
    for (deltas, words) in
        [([16, -8, -8], ""), ([16, -16, 0], ""), ([16, -1, -15], "bleed_cap=free")]
    {
        // All came back, and the kitty.
        let steps = "trump NT; any 15; 0 moves; phase bleed; any; phase discard; sizes 20 16 16";
        any_case(words, &after(P0, deltas), steps);
    }
}

#[test]
fn bleed_cap_deficit_bounds_a_receiver_over_all_givers_and_free_does_not() {
    for (words, to_p1) in [("bleed_cap=deficit", 1), ("bleed_cap=free", 3)] {
        let mut hand = any_case(words, &after(P0, [3, -1, -2]), "trump NT; 32 actions");
        for given in 1..=3 {
            give(&mut hand, if given <= to_p1 { P1 } else { P2 });
            let left = match (given, to_p1) {
                (3, _) => 20,
                (_, 1) => 16 - given,
                _ => 2 * (16 - given),
            };
            run(&mut hand, &format!("0 moves; {left} actions"));
        }
        let counts: Vec<_> = hand.view(P2).bled().map(|bled| bled.count).collect();
        assert_eq!(counts, [to_p1, 3 - to_p1]);
    }
    // Nobody who was not down can be given a card, whatever the cap.
    any_case("bleed_cap=free", &after(P0, [1, 1, -2]), "trump NT; phase bleed; 16 actions");
}

#[test]
fn bleed_order_surplus_goes_by_surplus_then_contract_then_dealer_left_right() {
    // Dealer P0: contracts 9, 2, 5, or with equals 8, 4, 4 and 4, 8, 4.
    for (words, deltas, giver) in [
        ("", [1, 2, -3], P0),
        ("bleed_order=surplus", [1, 2, -3], P1),
        ("", [-4, 3, 1], P2),
        ("bleed_order=surplus", [-4, 3, 1], P1),
        ("bleed_order=surplus", [-4, 2, 2], P2),
        ("bleed_order=surplus contracts=8-4-4", [-4, 2, 2], P1),
        ("bleed_order=contract contracts=8-4-4", [-5, 2, 3], P1),
        ("bleed_order=surplus contracts=4-8-4", [2, -4, 2], P0),
        ("bleed_order=contract contracts=4-4-8", [2, 2, -4], P0),
    ] {
        any_case(words, &after(P0, deltas), &format!("trump NT; {giver} moves"));
    }
}

#[test]
fn bleed_optional_lets_a_giver_keep_before_each_gift() {
    let before = after(P0, [3, -1, -2]);
    let steps = "trump NT; cannot keep: giving is compulsory under these rules";
    any_case("bleed_optional=false", &before, steps);
    let hand = any_case("bleed_optional=true", &before, "trump NT; can keep");
    run(&mut hand.clone(), "keep; phase discard; sizes 20 16 16; counts bled_to_dealer 0");
    let mut hand = hand;
    give(&mut hand, P2);
    run(&mut hand, "can keep; keep; phase discard; sizes 20 16 16");
    let counts: Vec<_> = hand.view(P1).bled().map(|bled| (bled.count, bled.settled)).collect();
    assert_eq!(counts, [(0, true), (1, true)]);
    // The second giver is asked too, who may not give what the first kept.
    let mut hand =
        any_case("bleed_optional=true", &after(P0, [2, 1, -3]), "trump NT, keep; 1 moves");
    give(&mut hand, P2);
    run(&mut hand, "0 moves; phase discard; sizes 20 16 16");
    // What was given before is returned.
    let deal = deal_with(["", "KS 9S", ""], ["2S 3S", "", "", ""]);
    let steps = "trump NT, give 2S 1, keep; 1 holds 9S 2S; 1 lacks KS; 0 holds KS 3S";
    case("bleed_optional=true", &after(P0, [2, -2, 0]), &deal, steps);
}

#[test]
fn trump_call_comes_before_or_after_all_bleeding_and_before_the_kitty() {
    let before = after(P0, [-3, 2, 1]);
    let steps = "0 moves; phase trump; trump S; phase bleed";
    any_case("trump_call=before_bleed", &before, steps);
    let steps = "2 moves; phase bleed; any; 1 moves; any 2; 0 moves; phase trump; sizes 16 16 16;
                 trump S; phase discard; 20 actions; sizes 20 16 16";
    any_case("trump_call=after_bleed", &before, steps);
    any_case("trump_call=after_bleed", &first(P0), "phase trump");
}

#[test]
fn kitty_is_seen_before_the_discard_or_joins_unseen_after_it() {
    let deal = deal_with(["", "", ""], ["", "", "", "AS KS QS JS"]);
    let steps = "trump NT; 20 actions; 0 holds AS KS QS JS; discard AS";
    case("kitty=take_then_discard", &first(P0), &deal, steps);
    let steps =
        "trump NT; 16 actions; cannot discard AS: seat 0 does not hold AS; any 3; 13 actions;
                 0 lacks AS KS QS JS; any; sizes 16 16 16; 0 holds AS KS QS JS; phase play";
    let hand = case("kitty=discard_then_take", &first(P0), &deal, steps);
    assert_eq!(hand.view(P0).kitty(), Some(cards("AS KS QS JS")));
}

#[test]
fn first_lead_is_the_dealers_or_his_lefts() {
    for dealer in Seat::ALL {
        for (words, leader) in [("first_lead=dealer", dealer), ("first_lead=left", dealer.left())] {
            let mut hand = any_case(words, &first(dealer), "");
            start_play(&mut hand, Trump::None);
            run(&mut hand, &format!("{leader} moves; any 3"));
            let winner = Seat::ALL.into_iter().find(|&seat| hand.tricks()[seat] == 1);
            assert_eq!(hand.turn(), winner, "then the winner leads");
        }
    }
}

#[test]
fn bleed_view_pair_hides_the_cards_from_the_third_and_public_shows_them() {
    let deal = deal_with(["KS 9S 4S", "", ""], ["", "3S 2S", "", ""]);
    let third = "2 sees gift seat 1 to 0 1 hidden; give 2S 0; 2 sees gift seat 1 to 0 2 hidden;
                 2 sees return seat 0 to 1 2 hidden";
    let shown = "2 sees gift seat 1 to 0 3S; give 2S 0; 2 sees gift seat 1 to 0 3S 2S;
                 2 sees return seat 0 to 1 KS 9S";
    for (words, steps) in [("bleed_view=pair", third), ("bleed_view=public", shown)] {
        let steps = format!(
            "trump NT, give 3S 0; 0 sees gift seat 1 to 0 3S; 1 sees gift seat 1 to 0 3S; {steps};
             0 sees return seat 0 to 1 KS 9S; 1 sees return seat 0 to 1 KS 9S"
        );
        case(words, &after(P1, [-2, 2, 0]), &deal, &steps);
    }
}

#[test]
fn a_hand_called_no_trump_is_bled_or_not() {
    let before = after(P0, [1, -1, 0]);
    let bled = "phase bleed; any; phase discard; 2 sees gift seat 0 to 1 1 hidden";
    for words in ["", "no_trump_bleed=true"] {
        any_case(words, &before, &format!("trump NT; {bled}"));
    }
    any_case("no_trump_bleed=false", &before, &format!("trump H; {bled}"));
    let late = "phase bleed; any; trump NT; phase discard; 2 sees gift seat 0 to 1 1 hidden";
    any_case("no_trump_bleed=false trump_call=after_bleed", &before, late);
    // The kitty comes at once.
    let steps = "trump NT; phase discard; sizes 20 16 16; counts bled_to_dealer -";
    let hand = any_case("no_trump_bleed=false", &before, steps);
    assert_eq!(hand.view(P2).bled().count(), 0);
    assert_eq!(hand.view(P1).cards(), hand.view(P1).dealt());
    assert!(hand.view(P0).cards().contains_all(hand.view(P0).dealt()));
}
