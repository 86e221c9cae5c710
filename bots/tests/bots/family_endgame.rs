//! The solver of games from files, held to a plain max^n that plays by the engine's own rules.

use rand::SeedableRng;
use threehand_bots::games::family::endgame::{Solver, promise};
use threehand_bots::testing::deal;
use threehand_bots::{BotRng, Knowledge};
use threehand_engine::games::Family;
use threehand_engine::games::family::{Hand, OpenHand};
use threehand_engine::testing::checks;
use threehand_engine::{BySeat, Game as _, Hand as _, Legal as _, Outcome, Seat, Stream, below};

use crate::random_files::any_game;
use crate::{plain_value, play_until};

/// A hand of a random game with so many tricks to go at most, such as random play comes to.
fn ending(number: u64, most: usize) -> Option<Hand> {
    let mut rng = BotRng::seed_from_u64(number);
    let game = any_game(8, number, if number.is_multiple_of(3) { 20 } else { 52 });
    let mut standing = game.first_standing(Seat::cyclic(below(&mut rng, 3)));
    // A few hands on, so that there are scores and the hand before counts.
    for again in 0..number % 4 {
        let hand = deal(&game, &standing, &mut Stream::new([number, again, 8, 0]));
        let outcome = hand.play_out(&mut rng);
        if !outcome.over {
            standing = outcome.standing;
        }
    }
    let hand = deal(&game, &standing, &mut Stream::new([number, 9, 8, 0]));
    let cards_left = below(&mut rng, 3 * most) + 1;
    let is_there = |hand: &Hand| {
        let held = Seat::ALL.map(|seat| hand.view(seat).cards().len()).iter().sum::<usize>();
        OpenHand::of(hand, most).is_some() && held <= cards_left
    };
    play_until::<Family>(hand, &mut rng, is_there, |_, _| None)
}

type Ended = Outcome<<Family as threehand_engine::Game>::Standing>;

fn likes(seat: Seat, worth: &BySeat<f64>) -> [f64; 3] {
    seat.around().map(|seat| worth[seat])
}

/// What the hand is worth to each seat if each chooses by the plain solver.
fn plain_worth(hand: &Hand, worth: &impl Fn(&Ended, BySeat<u8>) -> BySeat<f64>) -> BySeat<f64> {
    let end = |hand: &Hand| worth(&hand.outcome().expect("it is over"), hand.tricks());
    plain_value::<Family, _, _>(hand, &end, &|seat, worth| likes(seat, worth))
}

/// The value of so many endings is the plain solver's, and so is that after each action.
fn check(count: u64, most: usize, first: u64) {
    let endings = (first..).filter_map(|number| Some((number, ending(number, most)?)));
    for (number, hand) in endings.take(count as usize) {
        let same = |hand: &Hand| {
            let Some(open) = OpenHand::of(hand, most) else { return };
            let game = hand.rules();
            let due = plain_worth(hand, &|end, tricks| promise(game, end.points, tricks));
            let mut solver = Solver::new(|points, tricks| promise(game, points, tricks));
            assert_eq!(solver.end(open).worth, due, "{number} {hand:?}");
            let due = plain_worth(hand, &|end, _| game.equity(end));
            let equity = |points, tricks| game.equity(&hand.settle_points(tricks, points));
            assert_eq!(Solver::new(equity).end(open).worth, due, "{number} {hand:?}");
        };
        same(&hand);
        for action in hand.legal().iter() {
            let mut next = hand.clone();
            next.play(action).expect("it is legal");
            same(&next);
        }
    }
}

#[test]
fn every_end_is_the_plain_solver_s() {
    check(checks(5_000), 1, 0);
    check(checks(5_000), 2, 1_000_000);
    check(checks(3_000), 3, 2_000_000);
    check(checks(60), 4, 3_000_000);
}
