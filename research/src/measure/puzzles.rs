//! The puzzles that each bot solves, a table a game.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rayon::prelude::*;
use threehand_bots::puzzles::{Proof, Puzzle, of_game};
use threehand_bots::{BotRng, Bots, Knowledge, Visitor};
use threehand_sim::terminal::failure::Failure;

use crate::specs;

/// The end of its help.
pub const EXAMPLES: &str = "\
Examples:
  research puzzles
  research puzzles --bots mc:worlds=8,mc:worlds=64
  research puzzles --game three-kings --bots policy:network=kings.network

A column is a kind of proof: see bots/puzzles/README.md.";

/// Attempts of a bot at each puzzle.
const TRIES: u32 = 20;

/// Puzzles as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One game alone, by its name [default: each game]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// The bots [default: one of each kind]
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',')]
    bots: Vec<String>,
}

impl Visitor for &Args {
    type Output = Result<String, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Self::Output {
        let all: Vec<_> = bots.names().map(str::to_owned).collect();
        let specs = specs(bots, "--bots", if self.bots.is_empty() { &all } else { &self.bots })?;
        let puzzles = of_game::<G>();
        let mut by_proof: BTreeMap<Proof, Vec<&Puzzle<G>>> = BTreeMap::new();
        for puzzle in &puzzles {
            by_proof.entry(puzzle.line.proof).or_default().push(puzzle);
        }
        let name = |(proof, of): (&Proof, &Vec<_>)| {
            format!("{}: {}", format!("{proof:?}").to_lowercase(), of.len())
        };
        let names: Vec<_> = by_proof.iter().map(name).collect();
        let mut text =
            format!("| {} | {} | all: {} |\n", G::NAME, names.join(" | "), puzzles.len());
        text += &format!("|---|{}\n", "---:|".repeat(names.len() + 1));
        let row = |spec| {
            let maker = bots.maker(spec);
            let mut rng = BotRng::seed_from_u64(1);
            let mut solved =
                |puzzle: &&Puzzle<G>| puzzle.times_found(&mut *maker(), TRIES, &mut rng);
            let mut solved: Vec<u32> =
                by_proof.values().map(|of| of.iter().map(&mut solved).sum()).collect();
            solved.push(solved.iter().sum());
            let cells = solved.iter().map(|&n| format!("{:.1}", f64::from(n) / f64::from(TRIES)));
            format!("| `{spec}` | {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        text.extend(specs.par_iter().map(row).collect::<Vec<_>>());
        Ok(text + "\n")
    }
}
