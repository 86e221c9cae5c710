//! The solver of phase 2 of Three Kings, held to a plain max^n that plays by the engine's own rules.

use std::cmp::Reverse;

use rand::SeedableRng;
use serde_json::json;
use threehand_bots::BotRng;
use threehand_bots::games::three_kings::endgame::{End, Solver};
use threehand_bots::testing::deal;
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{
    Hand, Legal as KingsLegal, PlayedTrick, Prediction, Standing,
};
use threehand_engine::testing::{any_rules, checks};
use threehand_engine::{
    BySeat, Game, Hand as _, Legal as _, Rank, Seat, Standing as _, Stream, below,
};

use crate::{hands, plain_value, play_until};

/// A hand of phase 2 with at most so many cards in all, or before its first card; such as random
/// play comes to.
fn ending(number: u64, most: usize) -> Option<Hand> {
    let mut rng = BotRng::seed_from_u64(number);
    let rules = if number.is_multiple_of(2) {
        ThreeKings::default()
    } else {
        any_rules(&mut Stream::new([number, 0, 14, 3]))
    };
    let dealer = Seat::cyclic(below(&mut rng, 3));
    let hand = deal(&rules, &rules.first_standing(dealer), &mut Stream::new([number, 3, 0, 0]));
    let is_there = |hand: &Hand| {
        let cards: usize = Seat::ALL.map(|seat| hand.view(seat).cards().len()).iter().sum();
        hand.view(Seat::P0).stock_len() == 0 && cards <= most
    };
    // Predictions now and then, so that there are endings with and without them.
    let predict = |hand: &Hand, rng: &mut BotRng| {
        let legal = hand.legal();
        matches!(legal, KingsLegal::Predict(_))
            .then(|| legal.nth([0, 0, 1, 2][below(rng, 4)].min(legal.len() - 1)))
    };
    play_until::<ThreeKings>(hand, &mut rng, is_there, predict)
}

/// The end of a hand that is over.
fn end_of(hand: &Hand) -> End {
    let outcome = hand.outcome().expect("it is over");
    let last = hand.view(Seat::P0).history().last().expect("a trick").winner;
    let mut brought = BySeat([0; 3]);
    for (seat, said) in hand.view(Seat::P0).predictions().iter() {
        let hit = match said {
            Prediction::Last => 5,
            Prediction::Ace => hand.rules().ace_prediction_points() as i8,
        };
        let miss = if said == Prediction::Last { -5 } else { -10 };
        brought[seat] = if hand.kept(seat).expect("it predicted") { hit } else { miss };
    }
    let lost_ace = hand.view(Seat::P0).history().last().and_then(|trick| {
        let led = trick.plays[trick.leader];
        let ace = led.len() == 1 && led.first().is_some_and(|card| card.rank() == Rank::Ace);
        (ace && trick.winner != trick.leader).then_some(trick.leader)
    });
    let points = outcome.points.map(|points| points as i8);
    End { points, last, brought, lost_ace }
}

/// What orders two ends for a seat: worth, its own points, its left's, its right's, the last trick.
type Taste = (u64, [i8; 3], Reverse<usize>, [i8; 3], Option<Seat>);

fn likes(seat: Seat, worth: Option<u64>, end: &End) -> Taste {
    let worth = worth.map_or(0, |number| any_worth(number, end)[seat] as u64);
    let points = seat.around().map(|seat| end.points[seat]);
    (worth, points, Reverse(end.last.steps_from(seat)), end.brought.0, end.lost_ace)
}

/// A worth drawn at random, often the same for different ends.
fn any_worth(number: u64, end: &End) -> BySeat<f64> {
    let mixed = end.points.0.iter().fold(number, |sum, &n| sum * 31 + (n as i64 + 40) as u64);
    BySeat::from_fn(|seat| {
        let seed = mixed * 9 + end.last.number() as u64 * 3 + seat.number() as u64;
        below(&mut BotRng::seed_from_u64(seed), 6) as f64
    })
}

fn plain_end(hand: &Hand, worth: Option<u64>) -> End {
    plain_value::<ThreeKings, _, _>(hand, &end_of, &|seat, end: &End| likes(seat, worth, end))
}

/// The end of so many endings is the plain solver's, and so is that after each action.
fn check(count: usize, most: usize, first: u64) {
    let mut solver = Solver::new();
    let mut solve = |hand: &Hand, worth: Option<u64>| match worth {
        None => solver.end(hand),
        Some(number) => solver.end_by(hand, &mut |end: &End| any_worth(number, end)),
    };
    let endings = (first..).filter_map(|number| Some((number, ending(number, most)?)));
    for (number, hand) in endings.take(count) {
        for worth in [None, Some(number)] {
            let due = plain_end(&hand, worth);
            assert_eq!(solve(&hand, worth), Some(due), "{number} {worth:?} {hand:?}");
            for action in hand.legal().iter() {
                let mut next = hand.clone();
                next.play(action).expect("it is legal");
                if next.turn().is_some() {
                    let due = Some(plain_end(&next, worth));
                    assert_eq!(solve(&next, worth), due, "{number} {worth:?} {action} {hand:?}");
                }
            }
        }
    }
}

#[test]
fn every_end_is_the_plain_solver_s() {
    for most in 1..=10 {
        check(hands(1_000), most, most as u64 * 1_000_000);
    }
    check(hands(150), 12, 77_000_000);
}

/// What the solver says at once is the best of what it says after each action, which the engine
/// takes: so predictions are asked for when they are due.
#[test]
fn the_first_trick_with_its_predictions_goes_by_the_rules() {
    let mut solver = Solver::new();
    let count = hands(80).max(30);
    // Phase 2 starts with seven cards each after tricks of ten; one or two of them are played.
    let starts = (500_000..).filter_map(|number| {
        let hand = ending(number, 20 - number as usize % 2)?;
        let history = hand.view(hand.turn()?).history();
        let started = history.iter().map(PlayedTrick::size).sum::<usize>() == 10;
        started.then_some((number, hand))
    });
    let mut open = 0;
    for (number, hand) in starts.take(count) {
        let turn = hand.turn().expect("somebody is to move");
        let ends: Vec<_> = hand
            .legal()
            .iter()
            .map(|action| {
                let mut next = hand.clone();
                next.play(action).expect("it is legal");
                solver.end(&next).expect("phase 2 goes on")
            })
            .collect();
        let best = ends.into_iter().max_by_key(|end| likes(turn, None, end));
        assert_eq!(solver.end(&hand), best, "{number} {hand:?}");
        open += usize::from(hand.view(turn).predictions().is_empty());
    }
    assert!(open > 1 && open < count, "{open} of {count} without a prediction");
}

/// From whatever standing and under whatever rules, an end of the last three cards leads to what the
/// engine says; but it may not be known who of equals was there first.
#[test]
fn an_end_leads_to_what_the_engine_says() {
    let (mut ended, mut touched, mut equals) = (0, 0, 0);
    let count = checks(6_000).max(600);
    for number in 0..count {
        let mut rng = BotRng::seed_from_u64(number);
        let rules: ThreeKings = any_rules(&mut Stream::new([number, 0, 14, 3]));
        let scores = BySeat::from_fn(|_| rules.set_points() - 20 + below(&mut rng, 20) as i32);
        let carry = json!({
            "pending": [0, -5, -10], "game_points": [1, 2, 0], "last_trick_winner": 0,
        });
        let dealer = Seat::cyclic(below(&mut rng, 3));
        let carry = carry.as_object().expect("a map");
        let standing = Standing::from_record(dealer, scores, carry).expect("a standing");
        let mut hand = deal(&rules, &standing, &mut Stream::new([number, 4, 0, 0]));
        let mut from = None;
        while hand.turn().is_some() {
            let open = hand.view(Seat::P0).stock_len() == 0;
            if open
                && from.is_none()
                && Seat::ALL.iter().all(|&seat| hand.view(seat).cards().len() <= 3)
            {
                from = Some(hand.clone());
            }
            let legal = hand.legal();
            hand.play(legal.nth(below(&mut rng, legal.len()))).expect("it is legal");
        }
        let due = hand.outcome().expect("it is over");
        let outcome = end_of(&hand).outcome(&from.expect("three cards were left once"));
        let after = BySeat::from_fn(|seat| scores[seat] + due.points[seat]);
        let top = after.0.iter().max().expect("three scores");
        let known = Seat::ALL.iter().filter(|&&seat| after[seat] == *top).count() == 1;
        if known || outcome == due {
            assert_eq!(outcome, due, "{number} {rules:?}");
        } else {
            equals += 1;
        }
        let set_over = due.standing.game_points() != standing.game_points();
        ended += u32::from(set_over);
        touched += u32::from(set_over && *top < rules.set_points());
    }
    let expected = u64::from(ended) > count / 6 && touched > 0 && equals < count / 100;
    assert!(expected, "{ended} {touched} {equals}");
}
