//! The puzzles of Three Kings: every answer is shown to be right without a bot's judgement of the
//! position.

use std::collections::HashSet;

use rand::SeedableRng;
use threehand_bots::puzzles::{Proof, Puzzle};
use threehand_bots::testing::proofs::{
    PlayedBy, Table, faults_by_playouts, faults_by_table, ways, with_proof,
};
use threehand_bots::{BotRng, Bots, Lab, Registry, Standard};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Hand, Legal};
use threehand_engine::{BySeat, CardSet, Game, Hand as _, Legal as _, Seat, Worlds as _};

/// Standard errors by which a right answer is ahead of a wrong one, at least.
const ERRORS: f64 = 3.0;

fn bots() -> Bots<'static, ThreeKings> {
    static LAB: Standard = Lab::standard();
    LAB.bots()
}

/// Own points: if each plays for itself, and if both others play against the seat.
fn table(hand: &Hand) -> Option<Table<Action>> {
    let legal = hand.legal();
    let seat = hand.turn()?;
    let view = hand.view(seat);
    let plays = matches!(legal, Legal::Play { .. });
    if !plays || view.stock_len() > 0 || view.cards().len() > 4 {
        return None;
    }
    let others = [seat.left(), seat.right()];
    let known = others.map(|other| view.known_card(other).map_or(CardSet::EMPTY, CardSet::only));
    let room = [0, 1].map(|n| view.hand_size(others[n]) - known[n].len());
    let may = others.map(|other| view.may_hold(other));
    let ways = ways(view.unseen(), room, may)?;
    let mut missing: HashSet<_> =
        ways.iter().map(|way| [way[0] | known[0], way[1] | known[1]]).collect();
    let mut table: Table<_> = legal.iter().map(|action| (action, Vec::new())).collect();
    let drawn = <ThreeKings as Game>::Worlds::of(&view);
    let mut rng = BotRng::seed_from_u64(1);
    while !missing.is_empty() {
        let world = drawn.draw(&mut rng);
        if !missing.remove(&others.map(|other| world.view(other).cards())) {
            continue;
        }
        for (action, row) in &mut table {
            let mut after = world.clone();
            after.play_unchecked(*action);
            row.extend([max_n(&after)[seat], against(&after, seat)]);
        }
    }
    Some(table)
}

/// The points of the hand if each seat plays for its own, and among equals for its left's.
fn max_n(hand: &Hand) -> BySeat<i32> {
    let Some(turn) = hand.turn() else {
        return hand.outcome().expect("nobody is to move").points;
    };
    let values = hand.legal().iter().map(|action| {
        let mut after = hand.clone();
        after.play_unchecked(action);
        max_n(&after)
    });
    values.max_by_key(|points| (points[turn], points[turn.left()])).expect("it has a move")
}

/// The points that the seat gets at least, whatever both others do.
fn against(hand: &Hand, seat: Seat) -> i32 {
    let Some(turn) = hand.turn() else {
        return hand.outcome().expect("nobody is to move").points[seat];
    };
    let values = hand.legal().iter().map(|action| {
        let mut after = hand.clone();
        after.play_unchecked(action);
        against(&after, seat)
    });
    if turn == seat { values.max() } else { values.min() }.expect("it has a move")
}

#[test]
fn endings_of_three_kings_are_right_in_every_world() {
    let mut faults = Vec::new();
    for puzzle in with_proof::<ThreeKings>(Proof::Worlds) {
        let table = table(&puzzle.hand).expect("an ending with few worlds");
        faults.extend(faults_by_table(&puzzle, &table));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

fn are_ahead_over(worlds: u32) {
    let mut players = PlayedBy::bot(&bots(), "heuristic");
    let faults = faults_by_playouts(Proof::Playouts, worlds, &mut players, ERRORS);
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn calls_and_leads_of_three_kings_are_ahead_by_far() {
    are_ahead_over(400);
}

#[test]
#[ignore = "takes minutes"]
fn calls_and_leads_of_three_kings_are_ahead_by_far_over_4_000_worlds() {
    are_ahead_over(4_000);
}

/// With three cards left a walk through the tree ends, and it finds what solving alone finds.
#[test]
fn a_tree_finds_what_is_solved_at_three_kings() {
    let ends = |puzzle: &Puzzle<ThreeKings>| puzzle.hand.view(puzzle.seat).cards().len() <= 3;
    let mut compared = 0;
    for puzzle in with_proof(Proof::Worlds).filter(ends) {
        let mut rng = BotRng::seed_from_u64(6);
        let mut always_found_by = |spec: &str| {
            let mut bot = bots().make(spec).expect("a spec");
            puzzle.times_found(&mut *bot, 20, &mut rng) == 20
        };
        if always_found_by("pimc") {
            compared += 1;
            assert!(always_found_by("ismcts:iterations=200"), "{}", puzzle.line.name);
        }
    }
    assert!(compared >= 4, "{compared}");
}
