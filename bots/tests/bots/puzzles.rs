//! The puzzles: there are enough of them, every answer is shown to be right without a bot's judgement of the position,
//! and the stronger a bot, the more it finds.

use std::collections::HashSet;

use rand::SeedableRng;
use serde_json::Map;
use threehand_bots::games::three_legged_kitty::Heuristic;
use threehand_bots::games::{nine_two_five, three_legged_kitty};
use threehand_bots::puzzles::{Proof, Puzzle, of_game};
use threehand_bots::solver::{Aim, DoubleDummy, MaxN, Position};
use threehand_bots::{Bot, BotKind, BotRng, Bots, Knowledge, Visitor};
use threehand_engine::games::{
    NineTwoFive, ThreeKings, ThreeLeggedKitty, nine_two_five as nine, three_kings as kings,
    three_legged_kitty as kitty,
};
use threehand_engine::testing::checks;
use threehand_engine::{
    BySeat, CardSet, Game, Hand as _, Legal as _, Outcome, Seat, Standing as _, Worlds as _,
};

use crate::proofs::{
    Finish, PlayedBy, Table, faults_by_playouts, faults_by_table, open_hands, share_found, ways,
    with_proof,
};
use crate::sensible::is_sensible;
use crate::{LAB, bots, plain_value};

/// Standard errors by which a right answer is ahead of a wrong one, at least.
const ERRORS: f64 = 3.0;

/// There are enough puzzles, and stronger bots find more of them.
#[derive(Clone)]
enum Check {
    Number,
    Strength,
}

impl Visitor for Check {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<G>) {
        match self {
            Self::Number => are_enough::<G>(),
            Self::Strength => stronger_bots_find_more(bots),
        }
    }
}

fn are_enough<G: Knowledge>() {
    let puzzles = of_game::<G>();
    assert!(puzzles.len() >= 25, "{}", puzzles.len());
    assert!(with_proof::<G>(Proof::Playouts).count() >= 8);
    let names: HashSet<_> = puzzles.iter().map(|puzzle| &puzzle.line.name).collect();
    let reasons: HashSet<_> = puzzles.iter().map(|puzzle| &puzzle.line.why).collect();
    let different = [names.len(), reasons.len()];
    assert_eq!(different, [puzzles.len(); 2], "a name or a reason comes twice");
    for puzzle in &puzzles {
        let right = puzzle.line.right.len();
        assert!(right > 0 && right < puzzle.hand.legal().len(), "{}", puzzle.line.name);
    }
}

/// A bot of each kind that searches, with little to search by.
fn searching() -> Vec<String> {
    let budget = |kind: &BotKind| {
        let budgets = [("worlds", "8"), ("iterations", "200")];
        let has = |name| kind.parameters.iter().any(|parameter| parameter.name == name);
        let (name, n) = budgets.into_iter().find(|&(name, _)| has(name))?;
        Some(format!("{}:{name}={n}", kind.name))
    };
    LAB.kinds().iter().filter_map(budget).collect()
}

fn stronger_bots_find_more<G: Knowledge>(bots: &Bots<G>) {
    let share = |name: &str| share_found(bots, of_game(), name, 20);
    let [random, greedy, heuristic] = ["random", "greedy", "heuristic"].map(share);
    assert!(random < greedy && greedy < heuristic, "{random} {greedy} {heuristic}");
    for spec in searching() {
        let found = share_found(bots, of_game(), &spec, 1);
        assert!(found >= heuristic, "{spec}: {found}, heuristic: {heuristic}");
    }
}

#[test]
fn each_game_has_25_puzzles_and_eight_that_are_no_endings() {
    LAB.each_game(Check::Number);
}

#[test]
fn stronger_bots_find_more_puzzles() {
    LAB.each_game(Check::Strength);
}

/// Own tricks at 9-2-5: if each plays for itself, and if both others play against the seat. Of the worlds those
/// alone whose hands `are_taken`.
fn nine_table(
    hand: &nine::Hand,
    are_taken: impl Fn(&BySeat<CardSet>) -> bool,
) -> Option<Table<nine::Action>> {
    let now = nine_two_five::position(hand).filter(|now| now.tricks_left() <= 6)?;
    let seat = now.turn()?;
    let view = hand.view(seat);
    let others = [seat.left(), seat.right()];
    let may = others.map(|other| view.may_hold(other));
    let ways = ways(view.unseen(), others.map(|other| view.hand_size(other)), may)?;
    let cards = now.playable().iter();
    let mut table: Table<_> = cards.map(|card| (nine::Action::Play(card), Vec::new())).collect();
    let (mut alone, mut against) = (MaxN::new(), DoubleDummy::new());
    let worlds = ways.into_iter().map(|way| open_hands(seat, view.cards(), way));
    for hands in worlds.filter(are_taken) {
        let world = Position::new(hands, now.trump(), *now.trick());
        let world = world.expect("every seat has its cards");
        let solved = alone.each(&world).zip(against.each(&world, seat, Aim::Many));
        for (row, ((_, alone), (_, against))) in table.iter_mut().zip(solved) {
            row.1.extend([i32::from(alone[seat]), i32::from(against)]);
        }
    }
    Some(table)
}

/// Whether the contract is made, or beaten, whatever the other side does.
fn kitty_table(hand: &kitty::Hand) -> Option<Table<kitty::Action>> {
    let (now, cat, aim) =
        three_legged_kitty::position(hand).filter(|now| now.0.tricks_left() <= 7)?;
    let seat = now.turn()?;
    let view = hand.view(seat);
    let others = [seat.left(), seat.right()];
    let open = others.map(|other| view.open(other));
    let room = [0, 1].map(|n| view.hand_size(others[n]) - open[n].len());
    let may = others.map(|other| view.may_hold(other));
    let ways = ways(view.hidden(), room, may)?;
    let cards = now.playable().iter();
    let mut table: Table<_> = cards.map(|card| (kitty::Action::Play(card), Vec::new())).collect();
    let bid = view.contract()?;
    let mut solver = DoubleDummy::new();
    for way in ways {
        let held = [way[0] | open[0], way[1] | open[1]];
        let world = Position::new(open_hands(seat, view.cards(), held), now.trump(), *now.trick());
        let world = world.expect("every seat has its cards");
        for (row, (_, tricks)) in table.iter_mut().zip(solver.each(&world, cat, aim)) {
            let made = bid.is_made_with(view.tricks()[cat] + tricks);
            row.1.push(i32::from(made == (seat == cat)));
        }
    }
    Some(table)
}

/// Own points at Three Kings: if each plays for itself, and if both others play against the seat.
fn kings_table(hand: &kings::Hand) -> Option<Table<kings::Action>> {
    let legal = hand.legal();
    let seat = hand.turn()?;
    let view = hand.view(seat);
    let plays = matches!(legal, kings::Legal::Play { .. });
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
    let end = |hand: &kings::Hand| hand.outcome().expect("nobody is to move").points;
    let alone = |turn: Seat, points: &BySeat<i32>| (points[turn], points[turn.left()]);
    let against =
        |turn: Seat, points: &BySeat<i32>| if turn == seat { points[seat] } else { -points[seat] };
    while !missing.is_empty() {
        let world = drawn.draw(&mut rng);
        if !missing.remove(&others.map(|other| world.view(other).cards())) {
            continue;
        }
        for (action, row) in &mut table {
            let mut after = world.clone();
            after.play_unchecked(*action);
            row.push(plain_value::<ThreeKings, _, _>(&after, &end, &alone)[seat]);
            row.push(plain_value::<ThreeKings, _, _>(&after, &end, &against)[seat]);
        }
    }
    Some(table)
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{faults:#?}");
}

fn are_right_in_every_world<G: Knowledge>(table: impl Fn(&G::Hand) -> Option<Table<G::Action>>) {
    for puzzle in with_proof::<G>(Proof::Worlds) {
        let table = table(&puzzle.hand).expect("an ending with few worlds");
        assert_none(&faults_by_table(&puzzle, &table));
    }
}

#[test]
fn endings_are_right_in_every_world() {
    are_right_in_every_world::<NineTwoFive>(|hand| nine_table(hand, |_| true));
    are_right_in_every_world::<ThreeLeggedKitty>(kitty_table);
    are_right_in_every_world::<ThreeKings>(kings_table);
}

/// And over all worlds, whatever was played, a wrong answer is better on average.
#[test]
fn endings_of_9_2_5_are_right_if_the_others_have_played_with_sense() {
    assert!(with_proof::<NineTwoFive>(Proof::Plays).count() >= 6);
    for puzzle in with_proof::<NineTwoFive>(Proof::Plays) {
        let view = puzzle.hand.view(puzzle.seat);
        let sensible = nine_table(&puzzle.hand, |hands| is_sensible(&view, hands));
        assert_none(&faults_by_table(&puzzle, &sensible.expect("an ending with few worlds")));
        let all = nine_table(&puzzle.hand, |_| true).expect("an ending with few worlds");
        let best = |is_right| {
            let rows = all.iter().filter(|(action, _)| puzzle.is_right(&[*action]) == is_right);
            rows.map(|(_, values)| values.iter().sum::<i32>()).max()
        };
        let name = &puzzle.line.name;
        assert!(best(true) < best(false), "{name}: right without a look at what was played");
    }
}

/// The heuristic bids and exchanges; then all hands are opened, and both sides play their best.
struct Solved(DoubleDummy);

impl Finish<ThreeLeggedKitty> for Solved {
    fn finish(&mut self, mut hand: kitty::Hand, luck: &mut BotRng) -> Outcome<kitty::Standing> {
        while let Some(turn) = hand.turn() {
            if let Some((position, cat, aim)) = three_legged_kitty::position(&hand) {
                let bid = hand.contract(cat).expect("the Cat has bid");
                let made = bid.is_made_with(self.0.tricks(&position, cat, aim));
                return scored(&hand, cat, if made { i32::from(bid.number()) } else { 0 });
            }
            let action = Heuristic.decide(&hand.view(turn), luck);
            hand.play_unchecked(action);
        }
        hand.outcome().expect("nobody is to move")
    }
}

/// The end of a hand in which the Cat scores so much, or else both others 5.
fn scored(hand: &kitty::Hand, cat: Seat, cat_s: i32) -> Outcome<kitty::Standing> {
    let before = hand.standing();
    let points = BySeat::from_fn(|seat| match (seat == cat, cat_s) {
        (true, _) => cat_s,
        (false, 0) => 5,
        _ => 0,
    });
    let scores = BySeat::from_fn(|seat| before.scores()[seat] + points[seat]);
    let top = scores.0.into_iter().max().expect("three scores");
    let alone = scores.0.into_iter().filter(|&score| score == top).count() == 1;
    let standing = kitty::Standing::from_record(before.dealer().left(), scores, &Map::new());
    Outcome { points, standing: standing.expect("scores"), over: top >= 30 && alone }
}

/// Every right answer is ahead of every wrong one, by more than so many standard errors over so many
/// worlds; with a bound below 0, none is behind by more.
fn are_ahead<G: Knowledge>(proof: Proof, worlds: u64, finish: &mut impl Finish<G>, errors: f64) {
    assert_none(&faults_by_playouts(proof, worlds as u32, finish, errors));
}

/// Tries many worlds by night, and enough of them by day.
#[test]
fn calls_and_leads_are_ahead_by_far() {
    fn check<G: Knowledge>() {
        let mut players = PlayedBy::bot(bots::<G>(), "heuristic");
        are_ahead(Proof::Playouts, checks(4_000).max(400), &mut players, ERRORS);
    }
    check::<NineTwoFive>();
    check::<ThreeLeggedKitty>();
    check::<ThreeKings>();
}

/// The playouts are not the only witness: where the play is solved, no answer is clearly better.
#[test]
fn calls_of_three_legged_kitty_stand_when_the_play_is_solved() {
    let (worlds, errors) = if checks(100) == 100 { (400, 0.0) } else { (30, -2.0) };
    are_ahead(Proof::Playouts, worlds, &mut Solved(DoubleDummy::new()), errors);
}

/// Those who play on where playouts mislead.
const TABLES: [&str; 2] =
    ["pimc:worlds=16:early=search", "pimc:worlds=16:early=search:yielding=0.5"];

/// With bots that search in all seats, bids that nobody has to outbid are behind at each table, and no other call is
/// clearly better than the right one.
#[test]
#[ignore = "takes minutes"]
fn calls_of_three_legged_kitty_stand_where_searching_bots_play_on() {
    let players = |table| PlayedBy::bot(bots::<ThreeLeggedKitty>(), table);
    assert!(with_proof::<ThreeLeggedKitty>(Proof::Tables).count() >= 7);
    for table in TABLES {
        are_ahead(Proof::Tables, 200, &mut players(table), ERRORS);
    }
    are_ahead(Proof::Playouts, 60, &mut players(TABLES[0]), -2.0);
}

/// A seat that reckons with others who bid no more leaves them the contract.
#[test]
fn bids_that_nobody_has_to_outbid_are_left_where_others_may_yield() {
    let tries = checks(100).min(10) as u32;
    let found = |spec: &str| {
        share_found::<ThreeLeggedKitty>(bots(), with_proof(Proof::Tables), spec, tries)
    };
    for bot in ["pimc:worlds=16:early=search", "ismcts:iterations=400:early=search"] {
        let [without, with] = ["0", "0.5"].map(|share| found(&format!("{bot}:yielding={share}")));
        assert!(2.0 * without < with, "{bot}: {without} {with}");
    }
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
