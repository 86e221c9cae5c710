//! How many of the puzzles each bot finds, a table a game.
//!
//! `cargo run --release -p threehand-bots --example puzzles [SPEC…]`: the bots of these specs, or
//! one of each kind.

use std::collections::BTreeMap;
use std::error::Error;

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_bots::puzzles::{Proof, Puzzle, of_game};
use threehand_bots::registry::{GAMES, Kind, Roster, Spec, Visitor, with_game};
use threehand_engine::Hand;

/// Each puzzle is put to a bot so many times.
const TRIES: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<Spec> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let each = || Kind::ALL.into_iter().map(|kind| kind.name().parse());
    let specs = if asked.is_empty() { each().collect::<Result<_, _>>()? } else { asked };
    for game in GAMES {
        with_game(game, Found(&specs));
    }
    Ok(())
}

/// Prints a game's table: a row a bot, a column a proof, and what they come to together.
struct Found<'a>(&'a [Spec]);

impl Visitor for Found<'_> {
    type Output = ();

    fn visit<G: Roster>(self) {
        let puzzles = of_game::<G>();
        let mut by_proof: BTreeMap<Proof, Vec<&Puzzle<G>>> = BTreeMap::new();
        for puzzle in &puzzles {
            by_proof.entry(puzzle.line.proof).or_default().push(puzzle);
        }
        let name = |proof: &Proof| format!("{proof:?}").to_lowercase();
        let names: Vec<_> =
            by_proof.iter().map(|(proof, of)| format!("{}: {}", name(proof), of.len())).collect();
        println!("| {} | {} | all: {} |", G::NAME, names.join(" | "), puzzles.len());
        println!("|---|{}", "---:|".repeat(names.len() + 1));
        for spec in self.0 {
            let mut rng = BotRng::seed_from_u64(1);
            let mut found = |puzzle: &Puzzle<G>| {
                let mut bot = spec.make(puzzle.hand.rules());
                puzzle.times_found(&mut *bot, TRIES, &mut rng)
            };
            let found: Vec<u32> =
                by_proof.values().map(|of| of.iter().map(|puzzle| found(puzzle)).sum()).collect();
            let shares = found.iter().copied().chain([found.iter().sum()]);
            let cells: Vec<_> =
                shares.map(|found| format!("{:.1}", f64::from(found) / f64::from(TRIES))).collect();
            println!("| `{spec}` | {} |", cells.join(" | "));
        }
        println!();
    }
}
