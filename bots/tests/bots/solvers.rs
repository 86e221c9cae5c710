//! The solvers of games of tricks, held to a plain search that plays by the engine's own rules.

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_bots::games::{nine_two_five, three_legged_kitty};
use threehand_bots::solver::{Aim, DoubleDummy, MaxN, NoPosition, Position};
use threehand_bots::testing::deal;
use threehand_engine::games::nine_two_five::{Action as Nine, Legal as NineLegal};
use threehand_engine::games::three_legged_kitty::{
    Action as Kitty, Bid, Legal as KittyLegal, Strain,
};
use threehand_engine::games::{NineTwoFive, ThreeLeggedKitty};
use threehand_engine::testing::{cards, checks};
use threehand_engine::{
    BySeat, Game, Hand as _, Legal as _, Seat, Stream, Suit, Trick, Trump, below,
};

use crate::{plain_value, play_until};

type NineHand = <NineTwoFive as Game>::Hand;
type KittyHand = <ThreeLeggedKitty as Game>::Hand;

/// A hand of this number with so many tricks to go and so many cards on the table.
type Size = (u64, usize, usize);

fn nine_ending((number, tricks, laid): Size, trump: Trump) -> NineHand {
    let rules = NineTwoFive::default();
    let mut rng = BotRng::seed_from_u64(number);
    let dealer = Seat::cyclic(below(&mut rng, 3));
    let hand = deal(&rules, &rules.first_standing(dealer), &mut Stream::new([number, 7, 0, 0]));
    let is_there = |hand: &NineHand| {
        let cards = Seat::ALL.map(|seat| hand.view(seat).cards().len()).iter().sum::<usize>();
        let table = hand.view(Seat::P0).trick().len();
        cards + table == 3 * tricks && table == laid
    };
    let call = |hand: &NineHand, _: &mut BotRng| {
        matches!(hand.legal(), NineLegal::Trump).then_some(Nine::Trump(trump))
    };
    play_until::<NineTwoFive>(hand, &mut rng, is_there, call).expect("every size comes")
}

fn kitty_ending((number, tricks, laid): Size, strain: Strain) -> KittyHand {
    let rules = ThreeLeggedKitty::default();
    let mut rng = BotRng::seed_from_u64(number);
    let dealer = Seat::cyclic(below(&mut rng, 3));
    let hand = deal(&rules, &rules.first_standing(dealer), &mut Stream::new([number, 5, 0, 0]));
    let mut passes = below(&mut rng, 3);
    let bid = Bid::new(1 + below(&mut rng, 5) as u8, strain).expect("a bid up to 5");
    let is_there = |hand: &KittyHand| {
        let cards = Seat::ALL.map(|seat| hand.view(seat).cards().len()).iter().sum::<usize>();
        let table = hand.view(Seat::P0).trick().len();
        let plays = matches!(hand.legal(), KittyLegal::Play(_));
        plays && cards + table == 3 * tricks && table == laid
    };
    let call = |hand: &KittyHand, _: &mut BotRng| match hand.legal() {
        KittyLegal::Call { bids, .. } if passes == 0 && bids.contains(bid) => Some(Kitty::Bid(bid)),
        KittyLegal::Call { .. } => {
            passes = passes.saturating_sub(1);
            Some(Kitty::Pass)
        }
        _ => None,
    };
    play_until::<ThreeLeggedKitty>(hand, &mut rng, is_there, call).expect("every size comes")
}

/// So many endings with each trump or strain, each number of tricks up to `most` and each size of the trick on the table.
fn endings<T: Copy, H>(
    kinds: impl AsRef<[T]>,
    per_size: u64,
    most: usize,
    ending: fn(Size, T) -> H,
) -> Vec<H> {
    let mut endings = Vec::new();
    for tricks in 1..=most {
        for laid in 0..3 {
            for (kind, n) in kinds.as_ref().iter().zip(0_u64..) {
                for again in 0..per_size {
                    let number = ((again * 6 + n) * 3 + laid as u64) * 17 + tricks as u64;
                    endings.push(ending((number, tricks, laid), *kind));
                }
            }
        }
    }
    endings
}

/// The tricks that each seat will have won from `hand` on, each after its own and then those of its left.
fn plain_shares(hand: &NineHand, from: &NineHand) -> BySeat<u8> {
    let end = |end: &NineHand| BySeat::from_fn(|seat| end.tricks()[seat] - from.tricks()[seat]);
    let liking = |seat: Seat, tricks: &BySeat<u8>| (tricks[seat], tricks[seat.left()]);
    plain_value::<NineTwoFive, _, _>(hand, &end, &liking)
}

/// The tricks that the Cat will have won from `hand` on.
fn plain_tricks(hand: &KittyHand, from: &KittyHand, cat: Seat, aim: Aim) -> u8 {
    let end = |end: &KittyHand| end.tricks()[cat] - from.tricks()[cat];
    let liking = |seat: Seat, &tricks: &u8| match (seat == cat) == (aim == Aim::Many) {
        true => i32::from(tricks),
        false => -i32::from(tricks),
    };
    plain_value::<ThreeLeggedKitty, _, _>(hand, &end, &liking)
}

#[test]
fn tricks_of_three_are_shared_as_the_plain_solver_says() {
    let mut solver = MaxN::new();
    let longer = (0..checks(200).min(40))
        .map(|number| nine_ending((number + 9_000_000, 5, 0), Trump::ALL[number as usize % 5]));
    for hand in endings(Trump::ALL, checks(200), 4, nine_ending).into_iter().chain(longer) {
        let position = nine_two_five::position(&hand).expect("it is being played");
        assert_eq!(solver.tricks(&position), plain_shares(&hand, &hand), "{position:?}");
        let values: Vec<_> = solver.each(&position).collect();
        assert_eq!(values.len(), hand.legal().len());
        for (card, value) in values {
            let mut next = hand.clone();
            next.play(Nine::Play(card)).expect("it is legal");
            assert_eq!(value, plain_shares(&next, &hand), "{card} {position:?}");
        }
    }
}

/// And the contract is made or not as its tricks say.
#[test]
fn tricks_of_one_against_two_are_those_of_the_plain_solver() {
    let (mut solver, mut contract) = (DoubleDummy::new(), three_legged_kitty::Contract::default());
    let longer = (0..checks(300).min(60)).map(|number| {
        kitty_ending(
            (number + 1_000_000, 5, number as usize / 6 % 3),
            Strain::ALL[number as usize % 6],
        )
    });
    for hand in endings(Strain::ALL, checks(300), 4, kitty_ending).into_iter().chain(longer) {
        let (position, cat, aim) = three_legged_kitty::position(&hand).expect("it is played");
        for aim in [Aim::Many, Aim::Few] {
            let due = plain_tricks(&hand, &hand, cat, aim);
            assert_eq!(solver.tricks(&position, cat, aim), due, "{position:?} {cat} {aim:?}");
            for least in 0..=position.tricks_left() as u8 + 1 {
                let takes = solver.takes(&position, cat, aim, least);
                assert_eq!(takes, due >= least, "{least} in {position:?} {cat} {aim:?}");
            }
        }
        let tricks = hand.tricks()[cat] + solver.tricks(&position, cat, aim);
        let made = hand.contract(cat).expect("the Cat has bid").is_made_with(tricks);
        assert_eq!(contract.makes(&hand), Some(made), "{position:?}");
        let values: Vec<_> = solver.each(&position, cat, aim).collect();
        assert_eq!(values.len(), hand.legal().len());
        for (card, value) in values {
            let mut next = hand.clone();
            next.play(Kitty::Play(card)).expect("it is legal");
            assert_eq!(value, plain_tricks(&next, &hand, cat, aim), "{card} {position:?}");
        }
    }
}

/// And nobody gets less than it can be sure of against both others.
#[test]
fn a_solver_that_has_seen_much_says_the_same_as_a_new_one() {
    let (mut shares, mut tricks) = (MaxN::new(), DoubleDummy::new());
    for hand in endings(Trump::ALL, 2, 7, nine_ending) {
        let position = nine_two_five::position(&hand).expect("it is being played");
        let shared = MaxN::new().tricks(&position);
        assert_eq!(shares.tricks(&position), shared, "{position:?}");
        for seat in Seat::ALL {
            assert!(shared[seat] >= tricks.tricks(&position, seat, Aim::Many), "{position:?}");
        }
    }
    for hand in endings(Strain::ALL, 4, 8, kitty_ending) {
        let (position, cat, aim) = three_legged_kitty::position(&hand).expect("it is played");
        let value = DoubleDummy::new().tricks(&position, cat, aim);
        assert_eq!(tricks.tricks(&position, cat, aim), value);
    }
}

/// A seat that chooses twice in a row likes what comes of its second choice better than what others
/// would have had it choose.
#[test]
fn a_value_is_that_of_the_best_card_where_others_want_another_one() {
    let hands = ["6C 7C 5D JH AH 3S QS", "TD AD 5H KH 4S 8S AS", "QC 2D 9D JD 3H 4H 6S"];
    let trump = Trump::Suit(Suit::Spades);
    let position = Position::new(BySeat(hands.map(cards)), trump, Trick::led_by(Seat::P2));
    let position = position.expect("a position");
    let mut solver = MaxN::new();
    let order = |tricks: &BySeat<u8>| (tricks[Seat::P2], tricks[Seat::P0]);
    let best = solver.each(&position).map(|(_, tricks)| tricks).max_by_key(order);
    assert_eq!(best, Some(BySeat([3, 4, 0])));
    assert_eq!(Some(solver.tricks(&position)), best);
}

#[test]
fn positions_that_can_t_be_are_refused() {
    let position = |hands: [&str; 3]| {
        Position::new(BySeat(hands.map(cards)), Trump::None, Trick::led_by(Seat::P0))
    };
    let twice = NoPosition::Twice("AS".parse().unwrap());
    assert_eq!(position(["AS", "AS", "2C"]), Err(twice));
    let uneven = NoPosition::Uneven { seat: Seat::P1, held: 2, due: 1 };
    assert_eq!(position(["AS", "KS 3C", "2C"]), Err(uneven));
}
