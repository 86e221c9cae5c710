//! How many of the puzzles each bot finds, as a table.
//!
//! `cargo run --release -p threehand-bots --example puzzles [SPEC…]`: the bots of these specs, or
//! one of each kind.

use std::error::Error;

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_bots::puzzles::{Proof, of_game};
use threehand_bots::registry::{GAMES, Kind, Roster, Spec, Visitor, with_game};
use threehand_engine::Hand;

/// Each puzzle is put to a bot so many times.
const TRIES: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<Spec> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let each = || Kind::ALL.into_iter().map(|kind| kind.name().parse());
    let specs = if asked.is_empty() { each().collect::<Result<_, _>>()? } else { asked };
    let row = |spec| {
        let cells = GAMES.iter().filter_map(|game| with_game(game, Row(spec)));
        cells.collect::<Vec<_>>().join(" | ")
    };
    println!("| bot | {} |", row(None));
    println!("|---|{}", "---:|".repeat(2 * GAMES.len()));
    for spec in specs {
        println!("| `{spec}` | {} |", row(Some(spec)));
    }
    Ok(())
}

/// A game's two cells: what the bot finds of the endings and of the rest, or how many there are.
struct Row(Option<Spec>);

impl Visitor for Row {
    type Output = String;

    fn visit<G: Roster>(self) -> String {
        let cells = [(true, "endings"), (false, "before")].map(|(ending, name)| {
            let puzzles: Vec<_> = of_game::<G>()
                .into_iter()
                .filter(|puzzle| {
                    matches!(puzzle.line.proof, Proof::Worlds | Proof::Plays) == ending
                })
                .collect();
            let Some(spec) = self.0 else {
                return format!("{}: {} {name}", G::NAME, puzzles.len());
            };
            let mut rng = BotRng::seed_from_u64(1);
            let mut found = 0;
            for puzzle in &puzzles {
                let mut bot = spec.make(puzzle.hand.rules());
                found += puzzle.times_found(&mut *bot, TRIES, &mut rng);
            }
            format!("{:.1}", f64::from(found) / f64::from(TRIES))
        });
        cells.join(" | ")
    }
}
