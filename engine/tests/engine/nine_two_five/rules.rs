//! The rules of 9-2-5 as published: its worked cases N1 to N9, then clause by clause.

use std::collections::BTreeSet;

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Illegal, Legal};
use threehand_engine::{
    BySeat, CardSet, Game, Hand as _, Legal as _, Seat, Standing as _, Stream, Suit, Trump,
};

use super::common::{
    Hand, P0, P1, P2, after, card, cards, deal_with, deal_with_all_winners_at, hand_with_tricks,
    play, rules, shuffled, standing, standing_after_tricks, start_play,
};

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

/// The hand after this standing and on this deal, at the start of the bleed.
fn bleeding(words: &str, dealer: Seat, deltas: [i32; 3], deal: &threehand_engine::Deal) -> Hand {
    let mut hand = rules(words).start(&after(dealer, deltas), deal);
    play(&mut hand, "trump NT");
    hand
}

fn of_suit(hand: &Hand, seat: Seat, suit: Suit) -> CardSet {
    hand.view(seat).cards().of(suit)
}

fn returned(hand: &Hand, giver: Seat, receiver: Seat) -> CardSet {
    let mut bled = hand.view(giver).bled();
    let exchange = bled.find(|b| (b.giver, b.receiver) == (giver, receiver));
    exchange.expect("an exchange").cards.expect("the giver sees it").1
}

#[test]
fn n1_bleed_counts_follow_from_the_last_hand() {
    let game = NineTwoFive::default();
    let hand = hand_with_tricks(&game, &game.first_standing(P0), [8, 5, 3]);
    let outcome = hand.outcome().unwrap();
    assert_eq!(outcome.points, BySeat([-1, 3, -2]));
    assert!(!outcome.over);
    let next = outcome.standing;
    assert_eq!(next.dealer(), P1);
    let contracts = Seat::ALL.map(|seat| game.contract(seat, next.dealer()));
    assert_eq!(contracts, [5, 9, 2]);
    let deal = shuffled(&mut Stream::new([1, 1, 3, 925]));
    let mut hand = game.start(&next, &deal);
    play(&mut hand, "trump S");
    assert_eq!(possible_counts(&hand), BTreeSet::from([vec![(P1, P0, 1), (P1, P2, 2)]]));
    let mut free = rules("bleed_cap=free").start(&next, &deal);
    play(&mut free, "trump S");
    let splits = (0..=3).map(|to_p0| vec![(P1, P0, to_p0), (P1, P2, 3 - to_p0)]);
    assert_eq!(possible_counts(&free), splits.collect());
}

#[test]
fn n2_returns_are_the_receivers_highest_of_the_suit() {
    let deal = deal_with(["KS 9S 4S", "", "AH 7H 3H JD 8D"], ["", "3S 2H 4H 5D", "", ""]);
    let start = bleeding("", P1, [-1, 3, -2], &deal);
    let mut hand = start.clone();
    play(&mut hand, "give 3S 0, give 2H 2, give 4H 2");
    assert_eq!(returned(&hand, P1, P0), cards("KS"));
    assert_eq!(of_suit(&hand, P0, Suit::Spades), cards("9S 4S 3S"));
    assert_eq!(returned(&hand, P1, P2), cards("AH 7H"));
    assert_eq!(of_suit(&hand, P2, Suit::Hearts), cards("4H 3H 2H"));
    let mut hand = start;
    play(&mut hand, "give 2H 2, give 5D 2, give 3S 0");
    assert_eq!(returned(&hand, P1, P2), cards("AH JD"));
    assert_eq!(of_suit(&hand, P2, Suit::Diamonds), cards("8D 5D"));
}

#[test]
fn n3_a_gift_above_the_receivers_cards_comes_straight_back() {
    let deal = deal_with(["", "JD 5D QC 9C", ""], ["QD KC 2C", "", "", ""]);
    let start = bleeding("", P2, [1, -1, 0], &deal);
    let mut hand = start;
    play(&mut hand, "give QD 1");
    assert_eq!(returned(&hand, P0, P1), cards("QD"));
    assert_eq!(hand.view(P0).cards(), hand.view(P0).dealt());
    assert_eq!(hand.view(P1).cards(), hand.view(P1).dealt());
    let mut hand = bleeding("", P2, [2, -2, 0], &deal);
    play(&mut hand, "give KC 1, give 2C 1");
    assert_eq!(returned(&hand, P0, P1), cards("KC QC"));
    assert_eq!(of_suit(&hand, P1, Suit::Clubs), cards("9C 2C"));
}

#[test]
fn n4_the_second_giver_meets_what_the_first_has_left() {
    let game = NineTwoFive::default();
    let next = standing_after_tricks(&game, &game.first_standing(P0), [4, 5, 7]);
    assert_eq!(next.deltas(), Some(BySeat([-5, 3, 2])));
    let deal = deal_with(["AS KS 7S", "", ""], ["", "2S 2C 3C", "3S 4C", ""]);
    let mut hand = game.start(&next, &deal);
    play(&mut hand, "trump NT");
    assert_eq!(possible_counts(&hand), BTreeSet::from([vec![(P1, P0, 3), (P2, P0, 2)]]));
    assert_eq!(hand.turn(), Some(P1));
    play(&mut hand, "give 2S 0, give 2C 0, give 3C 0");
    assert_eq!(returned(&hand, P1, P0).of(Suit::Spades), cards("AS"));
    assert_eq!(hand.turn(), Some(P2));
    play(&mut hand, "give 3S 0, give 4C 0");
    assert_eq!(returned(&hand, P2, P0).of(Suit::Spades), cards("KS"));
    assert_eq!(of_suit(&hand, P0, Suit::Spades), cards("7S 3S 2S"));
}

#[test]
fn n5_the_higher_contract_gives_first() {
    let game = rules("contracts=9-5-2");
    let next = standing_after_tricks(&game, &game.first_standing(P0), [4, 7, 5]);
    assert_eq!(next.deltas(), Some(BySeat([-5, 2, 3])));
    let contracts = Seat::ALL.map(|seat| game.contract(seat, next.dealer()));
    assert_eq!(contracts, [2, 9, 5]);
    let deal = shuffled(&mut Stream::new([5, 1, 3, 925]));
    let counts = |words| {
        let mut hand = rules(words).start(&next, &deal);
        play(&mut hand, "trump NT");
        possible_counts(&hand)
    };
    let by_contract = vec![(P1, P0, 2), (P2, P0, 3)];
    assert_eq!(counts("contracts=9-5-2"), BTreeSet::from([by_contract]));
    let by_surplus = vec![(P2, P0, 3), (P1, P0, 2)];
    let words = "contracts=9-5-2 bleed_order=surplus";
    assert_eq!(counts(words), BTreeSet::from([by_surplus]));
}

#[test]
fn n6_the_dealer_is_never_bled_more_than_two() {
    let game = NineTwoFive::default();
    let next = standing_after_tricks(&game, &game.first_standing(P0), [4, 0, 12]);
    assert_eq!(next.deltas(), Some(BySeat([-5, -2, 7])));
    assert_eq!(next.dealer(), P1);
    let deal = shuffled(&mut Stream::new([6, 1, 3, 925]));
    let counts = |words| {
        let mut hand = rules(words).start(&next, &deal);
        play(&mut hand, "trump NT");
        possible_counts(&hand)
    };
    assert_eq!(counts(""), BTreeSet::from([vec![(P2, P0, 5), (P2, P1, 2)]]));
    let free = counts("bleed_cap=free");
    assert_eq!(free.len(), 8);
    assert!(free.contains(&vec![(P2, P0, 0), (P2, P1, 7)]));
}

#[test]
fn n7_the_highest_score_wins_even_below_fifteen() {
    let game = NineTwoFive::default();
    let before = standing(P0, [12, -3, -9], None, false);
    let end = hand_with_tricks(&game, &before, [13, 0, 3]).outcome().unwrap();
    assert_eq!(end.points, BySeat([4, -2, -2]));
    assert_eq!(end.standing.scores(), BySeat([16, -5, -11]));
    assert!(end.over);
    let before = standing(P0, [6, 8, -14], None, false);
    let end = hand_with_tricks(&game, &before, [10, 3, 3]).outcome().unwrap();
    assert_eq!(end.standing.match_scores(), BySeat([7, 9, -16]));
    assert!(end.over);
    let winner = Seat::ALL.into_iter().max_by_key(|&seat| end.standing.placing(seat));
    assert_eq!(winner, Some(P1));
}

#[test]
fn n8_a_tie_at_the_top_asks_for_another_hand_and_the_end_latches() {
    for (words, latched) in [("", true), ("tie=recheck", false)] {
        let game = rules(words);
        let before = standing(P1, [7, 7, -14], None, false);
        let tied = hand_with_tricks(&game, &before, [6, 10, 0]).outcome().unwrap();
        assert_eq!(tied.standing.scores(), BySeat([8, 8, -16]));
        assert!(!tied.over);
        assert_eq!(tied.standing.latched(), latched);
        assert_eq!(tied.standing.dealer(), P2);
        // The extra hand bleeds as any other: P0 and P1 were up by one, P2 down by two.
        let mut extra = game.start(&tied.standing, &shuffled(&mut Stream::new([8, 1, 3, 925])));
        play(&mut extra, "trump C");
        assert_eq!(possible_counts(&extra), BTreeSet::from([vec![(P1, P2, 1), (P0, P2, 1)]]));
        let end = hand_with_tricks(&game, &tied.standing, [3, 2, 11]).outcome().unwrap();
        assert_eq!(end.standing.scores(), BySeat([9, 5, -14]));
        assert_eq!(end.over, latched);
        assert!(!end.standing.latched());
    }
}

#[test]
fn n9_a_trump_beats_the_ace_led_and_at_no_trump_it_does_not() {
    let spades = CardSet::suit(Suit::Spades).to_string();
    let deal = deal_with(["", "", ""], ["AC", &format!("{spades} 2D 3D 4D"), "3C", ""]);
    for (trump, winner) in [("D", P1), ("NT", P0)] {
        let game = NineTwoFive::default();
        let mut hand = game.start(&game.first_standing(P0), &deal);
        start_play(&mut hand, trump.parse().unwrap());
        play(&mut hand, "play AC, play 2D, play 3C");
        assert_eq!(hand.turn(), Some(winner));
        let one = BySeat::from_fn(|seat| u8::from(seat == winner));
        assert_eq!(hand.tricks(), one);
    }
}

#[test]
fn sixteen_cards_each_are_dealt_and_four_lie_face_down() {
    let game = NineTwoFive::default();
    let deal = shuffled(&mut Stream::new([10, 1, 3, 925]));
    let hand = game.start(&game.first_standing(P1), &deal);
    for seat in Seat::ALL {
        assert_eq!(hand.view(seat).cards(), deal.hands()[seat]);
        assert_eq!(hand.view(seat).dealt().len(), 16);
        assert_eq!(hand.view(seat).kitty(), None);
        assert_eq!(hand.view(seat).unseen().len(), 36);
    }
}

#[test]
fn a_player_is_9_then_5_then_2_as_the_deal_goes_round_and_at_9_5_2_9_then_2_then_5() {
    let course = |words: &str| {
        let game = rules(words);
        [P0, P1, P2, P0].map(|dealer| game.contract(P0, dealer))
    };
    assert_eq!(course(""), [9, 5, 2, 9]);
    assert_eq!(course("contracts=9-5-2"), [9, 2, 5, 9]);
    assert_eq!(course("contracts=8-3-5"), [8, 5, 3, 8]);
    assert_eq!(course("contracts=8-4-4"), [8, 4, 4, 8]);
}

#[test]
fn the_dealer_names_any_trump_or_none_and_all_hear_it() {
    let game = NineTwoFive::default();
    let deal = shuffled(&mut Stream::new([11, 1, 3, 925]));
    for dealer in Seat::ALL {
        for trump in Trump::ALL {
            let mut hand = game.start(&game.first_standing(dealer), &deal);
            assert_eq!(hand.turn(), Some(dealer));
            assert_eq!(hand.legal(), Legal::Trump);
            assert_eq!(hand.view(P0).trump(), None);
            hand.play(Action::Trump(trump)).unwrap();
            assert!(Seat::ALL.into_iter().all(|seat| hand.view(seat).trump() == Some(trump)));
        }
    }
}

#[test]
fn the_first_hand_and_a_hand_after_all_contracts_were_made_have_no_bleed() {
    let game = NineTwoFive::default();
    let deal = shuffled(&mut Stream::new([12, 1, 3, 925]));
    for before in [game.first_standing(P0), after(P0, [0; 3])] {
        let mut hand = game.start(&before, &deal);
        play(&mut hand, "trump H");
        assert!(matches!(hand.legal(), Legal::Discard(_)));
        assert_eq!(hand.view(P1).bled().count(), 0);
    }
}

#[test]
fn the_bleed_goes_by_the_last_hand_and_not_by_the_scores() {
    let deal = shuffled(&mut Stream::new([13, 1, 3, 925]));
    let before = standing(P2, [-10, 10, 0], Some([2, -2, 0]), false);
    let mut hand = NineTwoFive::default().start(&before, &deal);
    play(&mut hand, "trump H");
    assert_eq!(possible_counts(&hand), BTreeSet::from([vec![(P0, P1, 2)]]));
}

#[test]
fn both_receivers_are_served_before_anything_returns() {
    let deal = deal_with(["KS 9S 4S", "", "AS 8S"], ["", "2S 3S 5S", "", ""]);
    let mut hand = bleeding("", P1, [-1, 3, -2], &deal);
    play(&mut hand, "give 2S 0, give 3S 2");
    assert_eq!(hand.view(P0).cards().len(), 17);
    assert_eq!(hand.view(P2).cards().len(), 17);
    assert!(hand.view(P1).bled().all(|b| !b.settled && b.cards.unwrap().1.is_empty()));
    // A card that was given can't be given again, nor one that is still to come back.
    for text in ["give 2S 2", "give AS 2"] {
        let refused = Illegal::NotHeld { seat: P1, card: card(&text[5..7]) };
        assert_eq!(hand.play(text.parse().unwrap()), Err(refused));
    }
    assert_eq!(hand.play("give 5S 0".parse().unwrap()), Err(Illegal::NotReceiver(P0)));
    assert_eq!(hand.play("give 5S 1".parse().unwrap()), Err(Illegal::NotReceiver(P1)));
    play(&mut hand, "give 5S 2");
    assert!(hand.view(P1).bled().all(|b| b.settled));
    assert_eq!(returned(&hand, P1, P2), cards("AS 8S"));
    assert!(Seat::ALL.into_iter().all(|seat| hand.view(seat).cards().len() >= 16));
}

#[test]
fn givers_of_equal_contracts_give_dealer_left_right() {
    let deal = shuffled(&mut Stream::new([14, 1, 3, 925]));
    // Dealer P1: P2 (left) and P0 (right) both have 4, P0 with the larger surplus.
    let hand = bleeding("contracts=8-4-4", P1, [3, -5, 2], &deal);
    assert_eq!(possible_counts(&hand), BTreeSet::from([vec![(P2, P1, 2), (P0, P1, 3)]]));
}

#[test]
fn giving_is_compulsory() {
    let mut hand = bleeding("", P0, [1, -1, 0], &shuffled(&mut Stream::new([15, 1, 3, 925])));
    assert_eq!(hand.play(Action::Keep), Err(Illegal::MustGive));
    assert!(hand.legal().iter().all(|action| matches!(action, Action::Give(..))));
}

#[test]
fn the_kitty_is_never_bled_and_comes_to_the_dealer_after_it() {
    let deal = deal_with(["", "", ""], ["", "", "", "AS KS QS JS"]);
    // The dealer is bled, and afterwards gives nothing of what he takes.
    let mut hand = bleeding("", P0, [-1, 1, 0], &deal);
    assert!(!hand.view(P0).cards().meets(cards("AS KS QS JS")));
    hand.play(hand.legal().nth(0)).unwrap();
    assert_eq!(hand.view(P0).kitty(), Some(cards("AS KS QS JS")));
    assert_eq!(hand.view(P0).cards().len(), 20);
    assert!(hand.view(P0).cards().contains_all(cards("AS KS QS JS")));
}

#[test]
fn the_dealer_lays_away_any_four_of_twenty_which_only_he_knows() {
    let deal = deal_with(["", "", ""], ["2C", "", "", "AS KS QS JS"]);
    let game = NineTwoFive::default();
    let mut hand = game.start(&game.first_standing(P0), &deal);
    play(&mut hand, "trump C");
    assert_eq!(hand.legal().len(), 20);
    play(&mut hand, "discard AS, discard 2C, discard JS");
    assert_eq!(hand.turn(), Some(P0));
    let again = Illegal::NotHeld { seat: P0, card: card("AS") };
    assert_eq!(hand.play("discard AS".parse().unwrap()), Err(again));
    play(&mut hand, "discard KS");
    assert_eq!(hand.view(P0).discards(), Some(cards("AS 2C JS KS")));
    assert_eq!(hand.view(P0).cards().len(), 16);
    for seat in [P1, P2] {
        assert_eq!(hand.view(seat).discards(), None);
        assert_eq!(hand.view(seat).kitty(), None);
        assert_eq!(hand.view(seat).discard_count(), 4);
        assert!(hand.view(seat).unseen().contains_all(cards("AS 2C JS KS")));
    }
}

#[test]
fn the_dealer_leads_and_suit_is_followed_where_it_can_be() {
    let spades = CardSet::suit(Suit::Spades).without(card("AS"));
    let some = ["AS AC", &format!("{spades} 2D 3D 4D 2H"), "3C", ""];
    let game = NineTwoFive::default();
    let mut hand = game.start(&game.first_standing(P0), &deal_with(["", "", ""], some));
    start_play(&mut hand, Trump::None);
    assert_eq!(hand.turn(), Some(P0));
    play(&mut hand, "play AC");
    assert_eq!(hand.legal(), Legal::Play(hand.view(P1).cards()), "no clubs, so any card");
    play(&mut hand, "play 2D");
    let clubs = of_suit(&hand, P2, Suit::Clubs);
    assert_eq!(hand.legal(), Legal::Play(clubs));
    let other = (hand.view(P2).cards() - clubs).first().unwrap();
    let refused = Illegal::MustFollow { seat: P2, suit: Suit::Clubs, card: other };
    assert_eq!(hand.play(Action::Play(other)), Err(refused));
    assert!(hand.view(P2).is_void(P1, Suit::Clubs));
}

#[test]
fn the_score_is_tricks_less_contract_and_a_hand_has_sixteen() {
    let game = NineTwoFive::default();
    for winner in Seat::ALL {
        let deal = deal_with_all_winners_at(winner);
        let mut hand = game.start(&standing(P0, [1, 2, -3], None, false), &deal);
        start_play(&mut hand, Trump::Suit(Suit::Clubs));
        let mut plays = 0;
        while hand.turn().is_some() {
            assert_eq!(hand.outcome(), None);
            hand.play(hand.legal().nth(hand.legal().len() / 2)).unwrap();
            plays += 1;
        }
        assert_eq!(plays, 48);
        let outcome = hand.outcome().unwrap();
        let contracts = BySeat([9, 2, 5]);
        for seat in Seat::ALL {
            let due = i32::from(hand.tricks()[seat]) - contracts[seat];
            assert_eq!(outcome.points[seat], due);
            assert_eq!(outcome.standing.scores()[seat], [1, 2, -3][seat.number()] + due);
        }
    }
}

#[test]
fn a_match_ends_at_fifteen_either_way_and_not_at_fourteen() {
    let game = NineTwoFive::default();
    // Dealer P0 makes 9, 2 and 5: with 10, 2 and 4 tricks, P0 wins one point from P2.
    for (scores, over) in [
        ([13, 0, -13], false),
        ([14, 0, -14], true),
        ([14, -7, -7], true),
        ([7, 7, -14], true),
        ([6, 8, -14], true),
        ([6, 7, -13], false),
    ] {
        let hand = hand_with_tricks(&game, &standing(P0, scores, None, false), [10, 2, 4]);
        assert_eq!(hand.outcome().unwrap().over, over, "{scores:?}");
    }
}

#[test]
fn a_latched_match_ends_inside_fifteen_and_goes_on_while_the_top_is_shared() {
    let game = NineTwoFive::default();
    let before = standing(P0, [3, 2, -5], Some([0; 3]), true);
    let end = hand_with_tricks(&game, &before, [9, 3, 4]).outcome().unwrap();
    assert_eq!(end.standing.scores(), BySeat([3, 3, -6]));
    assert!(!end.over && end.standing.latched());
    let end = hand_with_tricks(&game, &before, [10, 2, 4]).outcome().unwrap();
    assert!(end.over && !end.standing.latched());
}

#[test]
fn a_tie_below_the_top_does_not_matter() {
    let game = NineTwoFive::default();
    let before = standing(P0, [14, -7, -7], None, false);
    let end = hand_with_tricks(&game, &before, [11, 1, 4]).outcome().unwrap();
    assert_eq!(end.standing.scores(), BySeat([16, -8, -8]));
    assert!(end.over);
}
