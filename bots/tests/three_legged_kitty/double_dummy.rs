//! The solver of one against two, held to a plain one that plays by the engine's own rules: no
//! table, no bounds, no order, every card tried.

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_bots::games::three_legged_kitty::{Contract, position};
use threehand_bots::solver::{Aim, DoubleDummy, Position};
use threehand_bots::testing::deal;
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Bid, Hand, Legal as KittyLegal, Strain};
use threehand_engine::{Game, Hand as _, Legal as _, Seat, Stream, Trump, below};

/// A hand in its play, with so many tricks to go and so many cards on the table.
fn ending(number: u64, strain: Strain, tricks: usize, laid: usize) -> Hand {
    let rules = ThreeLeggedKitty::default();
    let mut rng = BotRng::seed_from_u64(number);
    let dealer = Seat::cyclic(below(&mut rng, 3));
    let mut hand = deal(&rules, &rules.first_standing(dealer), &mut Stream::new([number, 5, 0, 0]));
    let mut passes = below(&mut rng, 3);
    let bid = Bid::new(1 + below(&mut rng, 5) as u8, strain).expect("a bid up to 5");
    loop {
        let action = match hand.legal() {
            KittyLegal::Call { .. } if passes > 0 => {
                passes -= 1;
                Action::Pass
            }
            KittyLegal::Call { bids, .. } if bids.contains(bid) => Action::Bid(bid),
            KittyLegal::Call { .. } => Action::Pass,
            legal @ KittyLegal::Play(_) => {
                let cards = Seat::ALL.map(|seat| hand.view(seat).cards().len());
                let table = hand.view(Seat::P0).trick().len();
                if cards.iter().sum::<usize>() + table == 3 * tricks && table == laid {
                    return hand;
                }
                any(&mut rng, legal)
            }
            legal => any(&mut rng, legal),
        };
        hand.play(action).expect("it is legal");
    }
}

fn any(rng: &mut BotRng, legal: KittyLegal) -> Action {
    legal.nth(below(rng, legal.len()))
}

/// The tricks that the Cat will have once the hand is played out.
fn plainly(hand: &Hand, cat: Seat, aim: Aim) -> u8 {
    let Some(turn) = hand.turn() else { return hand.tricks()[cat] };
    let values = hand.legal().iter().map(|action| {
        let mut next = hand.clone();
        next.play(action).expect("it is legal");
        plainly(&next, cat, aim)
    });
    let most = (turn == cat) == (aim == Aim::Many);
    if most { values.max() } else { values.min() }.expect("somebody is to play")
}

/// Each strain with so many endings, each size of ending and of the trick on the table.
fn endings(per_size: u64, most_tricks: usize) -> impl Iterator<Item = Hand> {
    let sizes = (1..=most_tricks).flat_map(|tricks| (0..3).map(move |laid| (tricks, laid)));
    let all = sizes.flat_map(move |size| Strain::ALL.map(|strain| (size, strain)));
    all.flat_map(move |((tricks, laid), strain)| {
        (0..per_size).map(move |n| {
            let number = ((n * 6 + strain.index() as u64) * 3 + laid as u64) * 16 + tricks as u64;
            ending(number, strain, tricks, laid)
        })
    })
}

#[test]
fn every_value_is_the_plain_solver_s_in_21_600_endings() {
    let (mut solver, mut contract) = (DoubleDummy::new(), Contract::default());
    let mut solved = 0;
    for hand in endings(300, 4) {
        let (position, cat, aim) = position(&hand).expect("it is being played");
        let taken = hand.tricks()[cat];
        let due = plainly(&hand, cat, aim) - taken;
        assert_eq!(solver.tricks(&position, cat, aim), due, "{position:?} {cat} {aim:?}");
        for least in 0..=position.tricks_left() as u8 + 1 {
            let takes = solver.takes(&position, cat, aim, least);
            assert_eq!(takes, due >= least, "{least} in {position:?} {cat} {aim:?}");
        }
        let bid = hand.contract(cat).expect("the Cat has bid");
        assert_eq!(
            contract.makes(&hand),
            Some(bid.is_made_with(taken + due)),
            "{position:?} {bid}"
        );
        solved += 1;
    }
    assert_eq!(solved, 21_600);
}

#[test]
fn either_aim_is_solved_with_and_without_a_trump() {
    let mut solver = DoubleDummy::new();
    for hand in endings(40, 3) {
        let (position, cat, _) = position(&hand).expect("it is being played");
        for aim in [Aim::Many, Aim::Few] {
            let due = plainly(&hand, cat, aim) - hand.tricks()[cat];
            assert_eq!(solver.tricks(&position, cat, aim), due, "{position:?} {cat} {aim:?}");
        }
    }
}

#[test]
fn each_card_s_value_is_that_of_the_hand_after_it() {
    let mut solver = DoubleDummy::new();
    for hand in endings(40, 3) {
        let (position, cat, aim) = position(&hand).expect("it is being played");
        let values: Vec<_> = solver.each(&position, cat, aim).collect();
        assert_eq!(values.len(), hand.legal().len());
        for (card, value) in values {
            let mut next = hand.clone();
            next.play(Action::Play(card)).expect("it is legal");
            assert_eq!(value, plainly(&next, cat, aim) - hand.tricks()[cat], "{card} {position:?}");
        }
    }
}

#[test]
fn a_solver_that_has_seen_much_says_the_same_as_a_new_one() {
    let mut old = DoubleDummy::new();
    for hand in endings(4, 8) {
        let (position, cat, aim) = position(&hand).expect("it is being played");
        let value = DoubleDummy::new().tricks(&position, cat, aim);
        assert_eq!(old.tricks(&position, cat, aim), value);
    }
}

#[test]
fn the_plain_solver_agrees_on_longer_endings_too() {
    let mut solver = DoubleDummy::new();
    for number in 0..60 {
        let strain = Strain::ALL[number as usize % 6];
        let hand = ending(number + 1_000_000, strain, 5, number as usize / 6 % 3);
        let (position, cat, aim) = position(&hand).expect("it is being played");
        let due = plainly(&hand, cat, aim) - hand.tricks()[cat];
        assert_eq!(solver.tricks(&position, cat, aim), due, "{position:?} {cat} {aim:?}");
    }
}

#[test]
fn positions_that_can_t_be_are_refused() {
    use threehand_bots::solver::NoPosition;
    use threehand_engine::{BySeat, CardSet, Trick};
    let hands = |texts: [&str; 3]| BySeat(texts.map(|text| text.parse::<CardSet>().unwrap()));
    let trick = Trick::led_by(Seat::P0);
    let twice = Position::new(hands(["AS", "AS", "2C"]), Trump::None, trick);
    assert_eq!(twice, Err(NoPosition::Twice("AS".parse().unwrap())));
    let uneven = Position::new(hands(["AS", "KS 3C", "2C"]), Trump::None, trick);
    assert_eq!(uneven, Err(NoPosition::Uneven { seat: Seat::P1, held: 2, due: 1 }));
}
