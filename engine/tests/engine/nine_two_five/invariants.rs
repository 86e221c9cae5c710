//! What must hold in every hand of 9-2-5 under its default rules, over many random hands.

use std::collections::BTreeSet;

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Bled, Legal};
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, Card, CardSet, Game, Hand as _, Legal as _, Seat, Standing as _, Stream, Suit, Trump,
    below,
};

use super::common::{
    Hand, P0, P1, P2, after, cards, deal_with, deal_with_all_winners_at, play, play_randomly,
    random_deltas, rules, shuffled, standing, start_play,
};

fn hands(hand: &Hand) -> BySeat<CardSet> {
    BySeat::from_fn(|seat| hand.view(seat).cards())
}

fn suit_counts(cards: CardSet) -> [usize; 4] {
    Suit::ALL.map(|suit| cards.of(suit).len())
}

/// Random matches of at most twelve hands: calls `each` with every finished hand.
fn random_matches(words: &str, count: u64, key: u64, mut each: impl FnMut(usize, &Hand)) {
    let game = rules(words);
    let mut rng = Stream::new([key, 0, 5, 925]);
    for _ in 0..checks(count) {
        let mut standing = game.first_standing(Seat::cyclic(below(&mut rng, 3)));
        for number in 0..12 {
            let mut hand = game.start(&standing, &shuffled(&mut rng));
            play_randomly(&mut hand, &mut rng, |_| true);
            each(number, &hand);
            let outcome = hand.outcome().expect("the hand is over");
            if outcome.over {
                break;
            }
            standing = outcome.standing;
        }
    }
}

#[test]
fn points_and_scores_sum_to_nothing_and_tricks_to_sixteen() {
    for (key, words) in [(1, ""), (2, "contracts=9-5-2"), (3, "contracts=8-4-4 bleed_cap=free")] {
        random_matches(words, 5_000, key, |_, hand| {
            let outcome = hand.outcome().unwrap();
            assert_eq!(outcome.points.0.iter().sum::<i32>(), 0);
            assert_eq!(outcome.standing.scores().0.iter().sum::<i32>(), 0);
            assert_eq!(hand.tricks().0.iter().sum::<u8>(), 16);
            assert_eq!(outcome.standing.dealer(), hand.standing().dealer().left());
        });
    }
}

#[test]
fn points_stay_in_the_range_of_the_contract() {
    let range = |contract| match contract {
        9 => -9..=7,
        2 => -2..=14,
        5 => -5..=11,
        _ => panic!("no contract of 9-2-5"),
    };
    random_matches("", 10_000, 4, |_, hand| {
        let points = hand.outcome().unwrap().points;
        for seat in Seat::ALL {
            assert!(range(hand.contract(seat).unwrap()).contains(&points[seat]));
        }
    });
}

/// A hand of which one seat takes every trick.
fn hand_swept_by(seat: Seat, dealer: Seat) -> Hand {
    let game = NineTwoFive::default();
    let mut hand = game.start(&game.first_standing(dealer), &deal_with_all_winners_at(seat));
    let trump = Trump::Suit(Suit::Clubs);
    start_play(&mut hand, trump);
    while let Some(turn) = hand.turn() {
        let rank = |action: &Action| match action {
            Action::Play(card) => card.rank().index() + 13 * usize::from(trump.is(*card)),
            _ => panic!("only plays are left"),
        };
        let legal = hand.legal().iter();
        let action = if turn == seat { legal.max_by_key(rank) } else { legal.min_by_key(rank) };
        hand.play(action.unwrap()).unwrap();
    }
    hand
}

#[test]
fn every_end_of_the_ranges_is_reached_and_the_first_hand_cannot_end_the_match() {
    let mut reached = BTreeSet::new();
    for dealer in Seat::ALL {
        for seat in Seat::ALL {
            let hand = hand_swept_by(seat, dealer);
            assert_eq!(hand.tricks()[seat], 16);
            let outcome = hand.outcome().unwrap();
            assert!(!outcome.over);
            for seat in Seat::ALL {
                reached.insert((hand.contract(seat).unwrap(), outcome.points[seat]));
            }
        }
    }
    let ends = [(2, -2), (2, 14), (5, -5), (5, 11), (9, -9), (9, 7)];
    assert_eq!(reached, BTreeSet::from(ends));
    random_matches("", 5_000, 5, |number, hand| {
        assert!(number > 0 || !hand.outcome().unwrap().over);
    });
}

/// Plays the bleed at random, calling `each` whenever a giver's exchanges are settled, with the
/// hands before his first gift.
fn bleed(hand: &mut Hand, rng: &mut Stream, mut each: impl FnMut(&Hand, BySeat<CardSet>, Seat)) {
    while let Legal::Give { .. } = hand.legal() {
        let before = hands(hand);
        let giver = hand.turn().unwrap();
        let settled = |hand: &Hand| {
            let mut his = hand.view(giver).bled().filter(|bled| bled.giver == giver);
            his.all(|bled| bled.settled)
        };
        play_randomly(hand, rng, |hand| !settled(hand));
        each(hand, before, giver);
    }
}

/// Many hands at the start of their bleed, with the dealer bled or not. The dealer has called
/// after the bleed, so that his kitty still lies there when it is over.
fn each_bleed(key: u64, words: &str, mut each: impl FnMut(Hand, &mut Stream)) {
    let game = rules(&format!("trump_call=after_bleed {words}"));
    let mut rng = Stream::new([key, 0, 5, 925]);
    for _ in 0..checks(20_000) {
        let most = [2, 5, 9, 16][below(&mut rng, 4)];
        let deltas = random_deltas(&mut rng, most);
        let before = after(Seat::cyclic(below(&mut rng, 3)), deltas);
        let hand = game.start(&before, &shuffled(&mut rng));
        each(hand, &mut rng);
    }
}

#[test]
fn surpluses_are_deficits_and_the_counts_are_forced() {
    each_bleed(6, "", |mut hand, rng| {
        let deltas = hand.standing().deltas().unwrap();
        bleed(&mut hand, rng, |_, _, _| {});
        for seat in Seat::ALL {
            let sum = |side: fn(&Bled) -> Seat| -> usize {
                hand.view(P0).bled().filter(|b| side(b) == seat).map(|b| b.count).sum()
            };
            assert_eq!(sum(|b| b.giver), deltas[seat].max(0) as usize);
            assert_eq!(sum(|b| b.receiver), (-deltas[seat]).max(0) as usize);
        }
    });
}

#[test]
fn bleeding_keeps_the_size_and_the_suits_of_every_hand() {
    for (key, words) in [(7, ""), (8, "bleed_cap=free bleed_optional=true")] {
        each_bleed(key, words, |mut hand, rng| {
            bleed(&mut hand, rng, |hand, before, _| {
                for seat in Seat::ALL {
                    let now = hand.view(seat).cards();
                    assert_eq!(suit_counts(now), suit_counts(before[seat]));
                }
            });
            assert!(Seat::ALL.into_iter().all(|seat| hand.view(seat).cards().len() == 16));
        });
    }
}

#[test]
fn what_returns_is_card_for_card_at_least_what_was_given() {
    each_bleed(9, "", |mut hand, rng| {
        bleed(&mut hand, rng, |hand, _, giver| {
            for bled in hand.view(giver).bled().filter(|bled| bled.giver == giver) {
                let (given, returned) = bled.cards.expect("the giver sees them");
                assert_eq!(suit_counts(given), suit_counts(returned));
                assert_eq!(given.len(), bled.count);
                let pairs = given.iter().zip(returned);
                assert!(
                    pairs.into_iter().all(|(g, r)| g.suit() == r.suit() && r.index() >= g.index())
                );
            }
        });
    });
}

#[test]
fn a_receivers_other_cards_rank_below_the_lowest_that_he_returned() {
    let mut compared = 0;
    each_bleed(10, "", |mut hand, rng| {
        bleed(&mut hand, rng, |hand, _, _| {
            let giver_views = hand.view(P0).bled().map(|bled| bled.giver);
            for (i, giver) in giver_views.enumerate() {
                let bled = hand.view(giver).bled().nth(i).unwrap();
                let (_, returned) = bled.cards.unwrap();
                let his = hand.view(bled.receiver).cards();
                for lowest in Suit::ALL.into_iter().filter_map(|suit| returned.lowest_of(suit)) {
                    assert!(his.above(lowest).is_empty() && !his.contains(lowest));
                    compared += 1;
                }
            }
        });
    });
    assert!(compared > checks(20_000), "{compared}");
}

#[test]
fn no_contract_is_bled_of_more_cards_than_it_can_have_been_short() {
    for (words, bounds) in [("", [2, 5, 9]), ("contracts=9-5-2", [5, 2, 9])] {
        // For dealer, left and right: what each had undertaken in the hand before.
        let contracts = if words.is_empty() { [9, 2, 5] } else { [9, 5, 2] };
        let mut most = [0; 3];
        random_matches(words, 10_000, 11, |_, hand| {
            for seat in Seat::ALL {
                let role = hand.role(seat);
                assert_eq!(hand.contract(seat), Some(contracts[role]));
                let from = hand.view(seat).bled().filter(|bled| bled.receiver == seat);
                most[role] = most[role].max(from.map(|bled| bled.count).sum());
            }
        });
        assert!(most.iter().zip(bounds).all(|(most, bound)| *most <= bound), "{most:?}");
        // Each bound is met after a hand in which that seat took no trick at all.
        let game = rules(words);
        for dealer in Seat::ALL {
            for (role, bound) in bounds.into_iter().enumerate() {
                let seat = dealer.around()[role];
                let was = i32::from(game.contract(seat, dealer.right()));
                let deltas = BySeat::from_fn(|s| match s.steps_from(seat) {
                    0 => -was,
                    1 => was,
                    _ => 0,
                });
                let mut hand =
                    game.start(&after(dealer, deltas.0), &shuffled(&mut Stream::new([0; 4])));
                play_randomly(&mut hand, &mut Stream::new([1; 4]), |_| true);
                let counts: Vec<_> = hand.view(P0).bled().map(|bled| bled.count).collect();
                assert_eq!(counts, [bound]);
            }
        }
    }
}

#[test]
fn the_dealer_has_4845_ways_to_discard() {
    fn all(hand: &Hand, found: &mut BTreeSet<Vec<usize>>) {
        match hand.legal() {
            Legal::Discard(_) => {
                for action in hand.legal().iter() {
                    let mut next = hand.clone();
                    next.play(action).unwrap();
                    all(&next, found);
                }
            }
            _ => {
                let cards = hand.view(P1).discards().expect("the dealer's own");
                found.insert(cards.iter().map(Card::index).collect());
            }
        }
    }
    for (words, ways) in [("", 4845), ("kitty=discard_then_take", 1820)] {
        let game = rules(words);
        let mut hand =
            game.start(&game.first_standing(P1), &shuffled(&mut Stream::new([12, 0, 5, 925])));
        play(&mut hand, "trump C");
        let mut found = BTreeSet::new();
        all(&hand, &mut found);
        assert_eq!(found.len(), ways);
    }
}

#[test]
fn nobody_but_the_dealer_has_cards_from_the_kitty() {
    let kitty = cards("2C 3C 4C 5C");
    let deal = deal_with(["", "", ""], ["", "", "", "2C 3C 4C 5C"]);
    for key in 0..checks(200) {
        let game = NineTwoFive::default();
        let before = standing(P2, [0; 3], Some([2, -1, -1]), false);
        let mut hand = game.start(&before, &deal);
        play_randomly(&mut hand, &mut Stream::new([key, 1, 5, 925]), |_| true);
        let dealer = hand.view(P2);
        assert!((dealer.played(P2) | dealer.discards().unwrap()).contains_all(kitty));
    }
}
