//! The solver of three who play each for itself, held to a plain max^n that plays by the engine's
//! own rules: no table, no bounds, no order, every card tried.

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_bots::games::nine_two_five::position;
use threehand_bots::solver::{Aims, MaxN, Position};
use threehand_bots::testing::deal;
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Hand, Legal as NineLegal};
use threehand_engine::{
    BySeat, Game, Hand as _, Legal as _, Seat, Stream, Suit, Trick, Trump, below,
};

/// A hand in its play, with so many tricks to go and so many cards on the table.
fn ending(number: u64, trump: Trump, tricks: usize, laid: usize) -> Hand {
    let rules = NineTwoFive::default();
    let mut rng = BotRng::seed_from_u64(number);
    let dealer = Seat::cyclic(below(&mut rng, 3));
    let mut hand = deal(&rules, &rules.first_standing(dealer), &mut Stream::new([number, 7, 0, 0]));
    loop {
        let action = match hand.legal() {
            NineLegal::Trump => Action::Trump(trump),
            legal => {
                let cards = Seat::ALL.map(|seat| hand.view(seat).cards().len());
                let table = hand.view(Seat::P0).trick().len();
                if cards.iter().sum::<usize>() + table == 3 * tricks && table == laid {
                    return hand;
                }
                legal.nth(below(&mut rng, legal.len()))
            }
        };
        hand.play(action).expect("it is legal");
    }
}

/// How a seat orders two ways to share the tricks: by worth, its own tricks, those of its left.
fn likes(seat: Seat, worth: &dyn Fn(BySeat<u8>) -> BySeat<f64>, a: BySeat<u8>) -> (f64, u8, u8) {
    (worth(a)[seat], a[seat], a[seat.left()])
}

/// The tricks that each seat will have won from `before` on, once the hand is played out.
fn plainly(
    hand: &Hand,
    before: BySeat<u8>,
    worth: &dyn Fn(BySeat<u8>) -> BySeat<f64>,
) -> BySeat<u8> {
    let Some(turn) = hand.turn() else {
        return BySeat::from_fn(|seat| hand.tricks()[seat] - before[seat]);
    };
    let values = hand.legal().iter().map(|action| {
        let mut next = hand.clone();
        next.play(action).expect("it is legal");
        plainly(&next, before, worth)
    });
    let order = |a: &BySeat<u8>, b: &BySeat<u8>| {
        likes(turn, worth, *a).partial_cmp(&likes(turn, worth, *b)).expect("numbers")
    };
    values.max_by(order).expect("somebody is to play")
}

/// Each trump with so many endings, each size of ending and of the trick on the table.
fn endings(per_size: u64, most_tricks: usize) -> impl Iterator<Item = (u64, Hand)> {
    let sizes = (1..=most_tricks).flat_map(|tricks| (0..3).map(move |laid| (tricks, laid)));
    let all = sizes.flat_map(move |size| Trump::ALL.map(|trump| (size, trump)));
    all.flat_map(move |((tricks, laid), trump)| {
        (0..per_size).map(move |n| {
            let number = ((n * 5 + trump.index() as u64) * 3 + laid as u64) * 17 + tricks as u64;
            (number, ending(number, trump, tricks, laid))
        })
    })
}

/// A worth drawn at random, often the same for different tricks, and different for each number.
fn any_worth(number: u64) -> impl Fn(BySeat<u8>) -> BySeat<f64> {
    move |tricks| {
        let share = tricks.0.iter().fold(number, |sum, &n| sum * 31 + u64::from(n) + 1);
        BySeat::from_fn(|seat| {
            below(&mut BotRng::seed_from_u64(share * 3 + seat.number() as u64), 6) as f64
        })
    }
}

#[test]
fn every_value_and_every_card_s_is_the_plain_solver_s_in_12_000_endings() {
    let mut solver = MaxN::new();
    let mut solved = 0;
    for (_, hand) in endings(200, 4) {
        let position = position(&hand).expect("it is being played");
        let aims = Aims::tricks(position.tricks_left());
        let worth = |tricks: BySeat<u8>| tricks.map(f64::from);
        let due = plainly(&hand, hand.tricks(), &worth);
        assert_eq!(solver.tricks(&position, &aims), due, "{position:?}");
        let values: Vec<_> = solver.each(&position, &aims).collect();
        assert_eq!(values.len(), hand.legal().len());
        for (card, value) in values {
            let mut next = hand.clone();
            next.play(Action::Play(card)).expect("it is legal");
            assert_eq!(value, plainly(&next, hand.tricks(), &worth), "{card} {position:?}");
        }
        solved += 1;
    }
    assert_eq!(solved, 12_000);
}

#[test]
fn any_worth_of_the_tricks_is_solved_in_12_000_endings() {
    let mut solver = MaxN::new();
    for (number, hand) in endings(200, 4) {
        let position = position(&hand).expect("it is being played");
        let worth = any_worth(number);
        let aims = Aims::of(position.tricks_left(), &worth);
        let due = plainly(&hand, hand.tricks(), &worth);
        assert_eq!(solver.tricks(&position, &aims), due, "{position:?}");
        for (card, value) in solver.each(&position, &aims) {
            let mut next = hand.clone();
            next.play(Action::Play(card)).expect("it is legal");
            assert_eq!(value, plainly(&next, hand.tricks(), &worth), "{card} {position:?}");
        }
    }
}

#[test]
fn the_plain_solver_agrees_on_longer_endings_too() {
    let mut solver = MaxN::new();
    for number in 0..40 {
        let hand = ending(number + 9_000_000, Trump::ALL[number as usize % 5], 5, 0);
        let position = position(&hand).expect("it is being played");
        let worth = any_worth(number);
        let due = plainly(&hand, hand.tricks(), &worth);
        assert_eq!(solver.tricks(&position, &Aims::of(5, &worth)), due, "{position:?}");
    }
}

#[test]
fn a_solver_that_has_seen_much_says_the_same_as_a_new_one() {
    let mut old = MaxN::new();
    for (number, hand) in endings(2, 7) {
        let position = position(&hand).expect("it is being played");
        let left = position.tricks_left();
        for aims in [Aims::tricks(left), Aims::of(left, any_worth(number))] {
            let new = MaxN::new().tricks(&position, &aims);
            assert_eq!(old.tricks(&position, &aims), new, "{position:?}");
        }
    }
}

#[test]
fn nobody_gets_less_than_it_can_be_sure_of_against_both_others() {
    use threehand_bots::solver::{Aim, DoubleDummy};
    let (mut alone, mut against) = (MaxN::new(), DoubleDummy::new());
    for (_, hand) in endings(20, 7) {
        let position = position(&hand).expect("it is being played");
        let shared = alone.tricks(&position, &Aims::tricks(position.tricks_left()));
        for seat in Seat::ALL {
            assert!(shared[seat] >= against.tricks(&position, seat, Aim::Many), "{position:?}");
        }
    }
}

/// A seat that chooses twice in a row likes what comes of its second choice better than what others
/// would have had it choose.
#[test]
fn a_value_is_that_of_the_best_card_where_others_want_another_one() {
    let hands = ["6C 7C 5D JH AH 3S QS", "TD AD 5H KH 4S 8S AS", "QC 2D 9D JD 3H 4H 6S"];
    let hands = BySeat(hands.map(|cards| cards.parse().expect("cards")));
    let trump = Trump::Suit(Suit::Spades);
    let position = Position::new(hands, trump, Trick::led_by(Seat::P2)).expect("a position");
    let (mut solver, aims) = (MaxN::new(), Aims::tricks(7));
    let order = |tricks: &BySeat<u8>| (tricks[Seat::P2], tricks[Seat::P0]);
    let best = solver.each(&position, &aims).map(|(_, tricks)| tricks).max_by_key(order);
    assert_eq!(best, Some(BySeat([3, 4, 0])));
    assert_eq!(Some(solver.tricks(&position, &aims)), best);
}
