//! The puzzles of 9-2-5: every answer is shown to be right without a bot's judgement of the
//! position.

use threehand_bots::games::nine_two_five::position;
use threehand_bots::puzzles::Proof;
use threehand_bots::solver::{Aim, Aims, DoubleDummy, MaxN, Position};
use threehand_bots::testing::proofs::{
    PlayedBy, Table, faults_by_playouts, faults_by_table, hands, ways, with_proof,
};
use threehand_bots::{Lab, Registry};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Hand};
use threehand_engine::{BySeat, CardSet, Hand as _};

use crate::sense::is_sensible;

/// Standard errors by which a right answer is ahead of a wrong one, at least.
const ERRORS: f64 = 3.0;

/// Own tricks: if each plays for itself, and if both others play against the seat. Of the worlds those
/// alone whose hands `are_taken`.
fn table(hand: &Hand, are_taken: impl Fn(&BySeat<CardSet>) -> bool) -> Option<Table<Action>> {
    let now = position(hand).filter(|now| now.tricks_left() <= 6)?;
    let seat = now.turn()?;
    let view = hand.view(seat);
    let others = [seat.left(), seat.right()];
    let may = others.map(|other| view.may_hold(other));
    let ways = ways(view.unseen(), others.map(|other| view.hand_size(other)), may)?;
    let cards = now.playable().iter();
    let mut table: Table<_> = cards.map(|card| (Action::Play(card), Vec::new())).collect();
    let aims = Aims::tricks(now.tricks_left());
    let (mut alone, mut against) = (MaxN::new(), DoubleDummy::new());
    for hands in ways.into_iter().map(|way| hands(seat, view.cards(), way)).filter(are_taken) {
        let world = Position::new(hands, now.trump(), *now.trick());
        let world = world.expect("every seat has its cards");
        let solved = alone.each(&world, &aims).zip(against.each(&world, seat, Aim::Many));
        for (row, ((_, alone), (_, against))) in table.iter_mut().zip(solved) {
            row.1.extend([i32::from(alone[seat]), i32::from(against)]);
        }
    }
    Some(table)
}

#[test]
fn endings_of_9_2_5_are_right_in_every_world() {
    let mut faults = Vec::new();
    for puzzle in with_proof::<NineTwoFive>(Proof::Worlds) {
        let table = table(&puzzle.hand, |_| true).expect("an ending with few worlds");
        faults.extend(faults_by_table(&puzzle, &table));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// And over all worlds, whatever was played, a wrong answer is better on average.
#[test]
fn endings_of_9_2_5_are_right_if_the_others_have_played_with_sense() {
    let mut faults = Vec::new();
    assert!(with_proof::<NineTwoFive>(Proof::Plays).count() >= 6);
    for puzzle in with_proof::<NineTwoFive>(Proof::Plays) {
        let view = puzzle.hand.view(puzzle.seat);
        let sensible = table(&puzzle.hand, |hands| is_sensible(&view, hands));
        faults.extend(faults_by_table(&puzzle, &sensible.expect("an ending with few worlds")));
        let all = table(&puzzle.hand, |_| true).expect("an ending with few worlds");
        let best = |is_right| {
            let rows = all.iter().filter(|(action, _)| puzzle.is_right(&[*action]) == is_right);
            rows.map(|(_, values)| values.iter().sum::<i32>()).max()
        };
        if best(true) >= best(false) {
            faults.push(format!("{}: right without a look at what was played", puzzle.line.name));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

fn are_ahead_over(worlds: u32) {
    let lab = Lab::standard();
    let mut players = PlayedBy::bot(&lab.bots::<NineTwoFive>(), "heuristic");
    let faults = faults_by_playouts(Proof::Playouts, worlds, &mut players, ERRORS);
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn calls_and_leads_of_9_2_5_are_ahead_by_far() {
    are_ahead_over(400);
}

#[test]
#[ignore = "takes minutes"]
fn calls_and_leads_of_9_2_5_are_ahead_by_far_over_4_000_worlds() {
    are_ahead_over(4_000);
}
