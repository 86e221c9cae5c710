//! What must hold in every hand of 9-2-5 under its default rules, over many random hands.

use std::collections::BTreeSet;

use threehand_engine::games::nine_two_five::{Bled, Legal};
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, Card, CardSet, Game, Hand as _, Legal as _, Seat, Standing as _, Stream, Suit, below,
};

use super::common::{Hand, P0, P1, after, play, play_randomly, random_deltas, rules, shuffled};

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
fn tricks_points_and_bleeds_keep_their_bounds() {
    for (key, words, bounds) in [
        (1, "", Some([2, 5, 9])),
        (2, "contracts=9-5-2", Some([5, 2, 9])),
        (3, "contracts=8-4-4 bleed_cap=free", None),
    ] {
        random_matches(words, 10_000, key, |number, hand| {
            let outcome = hand.outcome().unwrap();
            assert_eq!(outcome.points.0.iter().sum::<i32>(), 0);
            assert_eq!(outcome.standing.scores().0.iter().sum::<i32>(), 0);
            assert_eq!(hand.tricks().0.iter().sum::<u8>(), 16);
            assert_eq!(outcome.standing.dealer(), hand.standing().dealer().left());
            assert!(number > 0 || !outcome.over, "the first hand cannot end the match");
            for seat in Seat::ALL {
                let contract = i32::from(hand.contract(seat).unwrap());
                assert!((-contract..=16 - contract).contains(&outcome.points[seat]));
                // Nobody is bled of more cards than he can have been short in the hand before.
                let from = hand.view(seat).bled().filter(|bled| bled.receiver == seat);
                let bled: usize = from.map(|bled| bled.count).sum();
                assert!(bounds.is_none_or(|bounds| bled <= bounds[hand.role(seat)]), "{words}");
            }
        });
    }
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
fn a_bleed_gives_the_surplus_keeps_suits_and_returns_the_highest() {
    let mut compared = 0;
    for (key, words) in [(6, ""), (8, "bleed_cap=free bleed_optional=true")] {
        let capped = words.is_empty();
        each_bleed(key, words, |mut hand, rng| {
            let deltas = hand.standing().deltas().unwrap();
            bleed(&mut hand, rng, |hand, before, giver| {
                for seat in Seat::ALL {
                    let now = hand.view(seat).cards();
                    assert_eq!(suit_counts(now), suit_counts(before[seat]));
                }
                for bled in hand.view(giver).bled().filter(|bled| bled.giver == giver) {
                    let (given, returned) = bled.cards.expect("the giver sees them");
                    assert_eq!(suit_counts(given), suit_counts(returned));
                    assert_eq!(given.len(), bled.count);
                    let mut pairs = given.iter().zip(returned);
                    assert!(pairs.all(|(g, r)| g.suit() == r.suit() && r.index() >= g.index()));
                    // The receiver's other cards rank below the lowest that he returned.
                    let his = hand.view(bled.receiver).cards();
                    for lowest in Suit::ALL.into_iter().filter_map(|suit| returned.lowest_of(suit))
                    {
                        assert!(his.above(lowest).is_empty() && !his.contains(lowest));
                        compared += 1;
                    }
                }
            });
            for seat in Seat::ALL {
                assert_eq!(hand.view(seat).cards().len(), 16);
                let sum = |side: fn(&Bled) -> Seat| -> usize {
                    hand.view(P0).bled().filter(|b| side(b) == seat).map(|b| b.count).sum()
                };
                let [gave, got] = [sum(|b| b.giver), sum(|b| b.receiver)];
                let due = [deltas[seat], -deltas[seat]].map(|count| count.max(0) as usize);
                assert!(!capped || [gave, got] == due, "{deltas:?}");
                assert!(gave <= due[0], "{deltas:?}");
            }
        });
    }
    assert!(compared > checks(20_000), "{compared}");
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
