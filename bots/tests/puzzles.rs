//! The puzzles: every answer is shown to be right without a bot's judgement of the position, and
//! the stronger a bot, the more it finds.

mod common;
mod proof;

use std::collections::HashSet;

use common::{LAB, rng_of};
use proof::{
    Endings, Finish, PlayedBy, Solved, Table, answers, chances, compare, is_sensible, margin,
    tricks_table,
};
use threehand_bots::puzzles::{Proof, Puzzle, of_game};
use threehand_bots::solver::DoubleDummy;
use threehand_bots::{AnyKind, Knowledge, Registry};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{Hand, Legal};

/// Standard errors by which a right answer is ahead of a wrong one, at least.
const ERRORS: f64 = 3.0;

/// Worlds played out by the quick test; the thorough one takes ten times as many.
const WORLDS: u32 = 400;

fn with_proof<G: Knowledge>(proof: Proof) -> impl Iterator<Item = Puzzle<G>> {
    of_game().into_iter().filter(move |puzzle: &Puzzle<G>| puzzle.line.proof == proof)
}

fn there_are_enough<G: Knowledge>() {
    let puzzles = of_game::<G>();
    assert!(puzzles.len() >= 25, "{}", puzzles.len());
    assert!(with_proof::<G>(Proof::Playouts).count() >= 8);
    let names: HashSet<_> = puzzles.iter().map(|puzzle| &puzzle.line.name).collect();
    let reasons: HashSet<_> = puzzles.iter().map(|puzzle| &puzzle.line.why).collect();
    assert_eq!([names.len(), reasons.len()], [puzzles.len(); 2], "a name or a reason comes twice");
    for puzzle in &puzzles {
        let right = puzzle.line.right.len();
        assert!(right > 0 && right < puzzle.hand.legal().len(), "{}", puzzle.line.name);
    }
}

#[test]
fn each_game_has_25_puzzles_and_eight_that_are_no_endings() {
    there_are_enough::<NineTwoFive>();
    there_are_enough::<ThreeLeggedKitty>();
    there_are_enough::<ThreeKings>();
}

/// What is wrong with the answers to a puzzle, by this table: no world may make a right one worse than
/// another, and some worlds must make it better than a wrong one.
fn faults_by<G: Knowledge>(puzzle: &Puzzle<G>, table: &Table<G::Action>) -> Vec<String> {
    let name = &puzzle.line.name;
    let (right, wrong): (Vec<_>, Vec<_>) =
        table.iter().partition(|(action, _)| puzzle.is_right(&[*action]));
    let mut faults = Vec::new();
    for (action, row) in &right {
        for (other, values) in &wrong {
            if compare(row, values) != (true, true) {
                faults.push(format!("{name}: {action} does not dominate {other}"));
            }
        }
        if right.iter().any(|(_, values)| values != row) {
            faults.push(format!("{name}: {action} is not as good as the other right ones"));
        }
    }
    faults
}

fn is_right_in_every_world<G: Endings>() {
    let faults: Vec<_> = with_proof::<G>(Proof::Worlds)
        .flat_map(|puzzle| {
            let table = G::table(&puzzle.hand).expect("an ending with few worlds");
            faults_by(&puzzle, &table)
        })
        .collect();
    assert!(faults.is_empty(), "{}: {faults:#?}", G::NAME);
}

#[test]
fn endings_of_9_2_5_are_right_in_every_world() {
    is_right_in_every_world::<NineTwoFive>();
}

/// And over all worlds, whatever was played, a wrong answer is better on average.
#[test]
fn endings_of_9_2_5_are_right_if_the_others_have_played_with_sense() {
    let mut faults = Vec::new();
    assert!(with_proof::<NineTwoFive>(Proof::Plays).count() >= 6);
    for puzzle in with_proof::<NineTwoFive>(Proof::Plays) {
        let view = puzzle.hand.view(puzzle.seat);
        let sensible = tricks_table(&puzzle.hand, |hands| is_sensible(&view, hands));
        faults.extend(faults_by(&puzzle, &sensible.expect("an ending with few worlds")));
        let all = NineTwoFive::table(&puzzle.hand).expect("an ending with few worlds");
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

#[test]
fn endings_of_three_legged_kitty_are_right_in_every_world() {
    is_right_in_every_world::<ThreeLeggedKitty>();
}

#[test]
fn endings_of_three_kings_are_right_in_every_world() {
    is_right_in_every_world::<ThreeKings>();
}

/// Every right answer wins more matches than every wrong one, by more than so many standard errors
/// over so many worlds; with a bound below 0, none wins fewer by more than that.
fn is_ahead<G: Endings>(proof: Proof, worlds: u32, finish: &mut impl Finish<G>, errors: f64) {
    let is_enough = |mean: f64, error: f64| match errors {
        0.0.. => mean > errors * error,
        _ => mean >= errors * error,
    };
    let mut faults = Vec::new();
    for puzzle in with_proof::<G>(proof) {
        let answers = answers::<G>(&puzzle.hand);
        let table = chances::<G>(&puzzle.hand, &answers, worlds, finish);
        for (wrong, values) in answers.iter().zip(&table) {
            for (right, row) in answers.iter().zip(&table) {
                if puzzle.is_right(wrong) || !puzzle.is_right(right) {
                    continue;
                }
                let (mean, error) = margin(row, values);
                if !is_enough(mean, error) {
                    let name = &puzzle.line.name;
                    faults.push(format!("{name}: {right:?} {wrong:?} {mean:.4} ± {error:.4}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}: {faults:#?}", G::NAME);
}

#[test]
fn calls_and_leads_of_9_2_5_are_ahead_by_far() {
    is_ahead::<NineTwoFive>(Proof::Playouts, WORLDS, &mut PlayedBy::bot("heuristic"), ERRORS);
}

#[test]
fn calls_and_leads_of_three_legged_kitty_are_ahead_by_far() {
    is_ahead::<ThreeLeggedKitty>(Proof::Playouts, WORLDS, &mut PlayedBy::bot("heuristic"), ERRORS);
}

#[test]
fn calls_and_leads_of_three_kings_are_ahead_by_far() {
    is_ahead::<ThreeKings>(Proof::Playouts, WORLDS, &mut PlayedBy::bot("heuristic"), ERRORS);
}

/// The playouts are not the only witness: where the play is solved, no answer is clearly better.
#[test]
fn calls_of_three_legged_kitty_stand_when_the_play_is_solved() {
    is_ahead::<ThreeLeggedKitty>(Proof::Playouts, 60, &mut Solved(DoubleDummy::new()), -2.0);
}

#[test]
#[ignore = "takes minutes"]
fn calls_and_leads_are_ahead_by_far_over_4_000_worlds() {
    is_ahead::<NineTwoFive>(Proof::Playouts, 10 * WORLDS, &mut PlayedBy::bot("heuristic"), ERRORS);
    is_ahead::<ThreeLeggedKitty>(
        Proof::Playouts,
        10 * WORLDS,
        &mut PlayedBy::bot("heuristic"),
        ERRORS,
    );
    is_ahead::<ThreeKings>(Proof::Playouts, 10 * WORLDS, &mut PlayedBy::bot("heuristic"), ERRORS);
    is_ahead::<ThreeLeggedKitty>(Proof::Playouts, WORLDS, &mut Solved(DoubleDummy::new()), 0.0);
}

/// Nor do the answers hang on playouts that give in too soon: with bots that search in all seats no
/// other is clearly better.
#[test]
#[ignore = "takes minutes"]
fn calls_of_three_legged_kitty_stand_where_searching_bots_play_on() {
    is_ahead::<ThreeLeggedKitty>(Proof::Playouts, 60, &mut PlayedBy::bot(TABLES[0]), -2.0);
}

/// Those who play on where playouts mislead.
const TABLES: [&str; 2] = ["pimc:worlds=16", "pimc:worlds=16:yielding=0.5"];

/// Every right answer is ahead of every wrong one at each table, by more than so many standard errors
/// over so many worlds.
fn is_ahead_at_tables(worlds: u32, errors: f64) {
    assert!(with_proof::<ThreeLeggedKitty>(Proof::Tables).count() >= 7);
    for table in TABLES {
        let mut players = PlayedBy::bot(table);
        is_ahead::<ThreeLeggedKitty>(Proof::Tables, worlds, &mut players, errors);
    }
}

#[test]
fn bids_that_nobody_has_to_outbid_are_behind_at_both_tables() {
    is_ahead_at_tables(16, 0.0);
}

#[test]
#[ignore = "takes minutes"]
fn bids_that_nobody_has_to_outbid_are_behind_by_far_at_both_tables() {
    is_ahead_at_tables(200, ERRORS);
}

/// A seat that reckons with others who bid no more leaves them the contract.
#[test]
fn bids_that_nobody_has_to_outbid_are_left_where_others_may_yield() {
    let found = |spec: &str| {
        let puzzles = with_proof::<ThreeLeggedKitty>(Proof::Tables);
        share_found(puzzles, spec, 10)
    };
    for bot in ["pimc:worlds=16", "ismcts:iterations=400"] {
        let [without, with] = ["0", "0.5"].map(|share| found(&format!("{bot}:yielding={share}")));
        assert!(2.0 * without < with, "{bot}: {without} {with}");
    }
}

/// The share of these puzzles that a bot finds, of so many tries at each.
fn share_found<G: Knowledge>(
    puzzles: impl IntoIterator<Item = Puzzle<G>>,
    spec: &str,
    tries: u32,
) -> f64 {
    let mut rng = rng_of(5);
    let (mut found, mut asked) = (0, 0);
    for puzzle in puzzles {
        let mut bot = LAB.bots::<G>().make(spec).expect("a spec");
        found += puzzle.times_found(&mut *bot, tries, &mut rng);
        asked += tries;
    }
    f64::from(found) / f64::from(asked)
}

/// With three cards left a walk through the tree ends, and it finds what solving alone finds.
#[test]
fn a_tree_finds_what_is_solved_at_three_kings() {
    let ends = |puzzle: &Puzzle<ThreeKings>| puzzle.hand.view(puzzle.seat).cards().len() <= 3;
    let mut compared = 0;
    for puzzle in with_proof(Proof::Worlds).filter(ends) {
        let mut rng = rng_of(6);
        let mut always_found_by = |spec: &str| {
            let mut bot = LAB.bots::<ThreeKings>().make(spec).expect("a spec");
            puzzle.times_found(&mut *bot, 20, &mut rng) == 20
        };
        if always_found_by("pimc") {
            compared += 1;
            assert!(always_found_by("ismcts:iterations=200"), "{}", puzzle.line.name);
        }
    }
    assert!(compared >= 4, "{compared}");
}

/// A bot of each kind that searches, with little to search by.
fn searching() -> Vec<String> {
    let budget = |kind: &dyn AnyKind| {
        let budgets = [("worlds", "8"), ("iterations", "200")];
        let has = |name| kind.parameters().iter().any(|parameter| parameter.name() == name);
        let (name, n) = budgets.into_iter().find(|&(name, _)| has(name))?;
        Some(format!("{}:{name}={n}", kind.name()))
    };
    LAB.kinds().into_iter().filter_map(budget).collect()
}

fn stronger_bots_find_more<G: Knowledge>() {
    let share = |name: &str| share_found::<G>(of_game(), name, 20);
    let [random, greedy, heuristic] = ["random", "greedy", "heuristic"].map(share);
    assert!(random < greedy && greedy < heuristic, "{random} {greedy} {heuristic}");
    for spec in searching() {
        let found = share_found::<G>(of_game(), &spec, 1);
        assert!(found >= heuristic, "{spec}: {found}, heuristic: {heuristic}");
    }
}

#[test]
fn stronger_bots_find_more_at_9_2_5() {
    stronger_bots_find_more::<NineTwoFive>();
}

#[test]
fn stronger_bots_find_more_at_three_legged_kitty() {
    stronger_bots_find_more::<ThreeLeggedKitty>();
}

#[test]
fn stronger_bots_find_more_at_three_kings() {
    stronger_bots_find_more::<ThreeKings>();
}
