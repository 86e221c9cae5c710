//! How many of the puzzles each bot finds, a table a game.

use std::collections::BTreeMap;
use std::io::Write;

use rand::SeedableRng;
use rayon::prelude::*;
use threehand_bots::puzzles::{Proof, Puzzle, of_game};
use threehand_bots::{BotRng, Bots, Knowledge, Registry, Visitor};

use crate::cli::specs;
use crate::lab::Failure;

/// What its help ends with.
pub const EXAMPLES: &str = "\
Examples:
  research puzzles
  research puzzles --bots mc:worlds=8,mc:worlds=64

A column is a kind of proof: see bots/puzzles/README.md.";

/// Each puzzle is put to a bot so many times.
const TRIES: u32 = 20;

/// Puzzles as typed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The bots that are asked [default: one of each kind]
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',')]
    bots: Vec<String>,
}

/// Puts the puzzles of each game to the bots, and writes the tables.
pub fn run(lab: &impl Registry, args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    for game in lab.games() {
        lab.with_game(game, Found { args, out }).transpose()?;
    }
    Ok(())
}

/// A game's table: a row a bot, a column a proof, and what they come to together.
struct Found<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
}

impl Visitor for Found<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let specs = if self.args.bots.is_empty() {
            let each: Vec<_> = bots.names().map(str::to_owned).collect();
            specs(bots, "--bots", &each)?
        } else {
            specs(bots, "--bots", &self.args.bots)?
        };
        let puzzles = of_game::<G>();
        let mut by_proof: BTreeMap<Proof, Vec<&Puzzle<G>>> = BTreeMap::new();
        for puzzle in &puzzles {
            by_proof.entry(puzzle.line.proof).or_default().push(puzzle);
        }
        let name = |proof: &Proof| format!("{proof:?}").to_lowercase();
        let names: Vec<_> =
            by_proof.iter().map(|(proof, of)| format!("{}: {}", name(proof), of.len())).collect();
        writeln!(self.out, "| {} | {} | all: {} |", G::NAME, names.join(" | "), puzzles.len())?;
        writeln!(self.out, "|---|{}", "---:|".repeat(names.len() + 1))?;
        let row = |maker: &(dyn Fn() -> Box<dyn threehand_bots::Bot<G>> + Sync)| {
            let mut rng = BotRng::seed_from_u64(1);
            let mut found = |puzzle: &Puzzle<G>| puzzle.times_found(&mut *maker(), TRIES, &mut rng);
            let found: Vec<u32> =
                by_proof.values().map(|of| of.iter().map(|puzzle| found(puzzle)).sum()).collect();
            let shares = found.iter().copied().chain([found.iter().sum()]);
            let cells = shares.map(|found| format!("{:.1}", f64::from(found) / f64::from(TRIES)));
            cells.collect::<Vec<_>>().join(" | ")
        };
        let makers: Vec<_> = specs.iter().map(|spec| bots.maker(spec)).collect();
        let rows: Vec<_> = makers.par_iter().map(|maker| row(maker)).collect();
        for (spec, row) in specs.iter().zip(rows) {
            writeln!(self.out, "| `{spec}` | {row} |")?;
        }
        writeln!(self.out)?;
        Ok(())
    }
}
