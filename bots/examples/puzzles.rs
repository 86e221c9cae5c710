//! How many of the puzzles each bot finds, as a table.
//!
//! `cargo run --release -p threehand-bots --example puzzles [SPEC…]`: the bots of these specs, or
//! one of each kind.

use std::error::Error;

use rand::SeedableRng;
use threehand_bots::registry::{GAMES, Kind, Roster, Spec, Visitor, with_game};
use threehand_bots::{BotRng, puzzles};
use threehand_engine::Hand;

/// Each puzzle is put to a bot so many times.
const TRIES: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<Spec> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let each = || Kind::ALL.into_iter().map(|kind| kind.name().parse());
    let specs = if asked.is_empty() { each().collect::<Result<_, _>>()? } else { asked };
    println!("| bot | {} |", GAMES.join(" | "));
    println!("|---|{}", "---:|".repeat(GAMES.len()));
    for spec in specs {
        let found = GAMES.iter().filter_map(|game| with_game(game, Found(spec)));
        println!("| `{spec}` | {} |", found.collect::<Vec<_>>().join(" | "));
    }
    Ok(())
}

/// How many of a game's puzzles a bot finds.
struct Found(Spec);

impl Visitor for Found {
    type Output = String;

    fn visit<G: Roster>(self) -> String {
        let all = puzzles::of_game::<G>();
        let mut rng = BotRng::seed_from_u64(1);
        let mut found = 0;
        for puzzle in &all {
            let mut bot = self.0.make(puzzle.hand.rules());
            for _ in 0..TRIES {
                let actions = puzzle.asked(&mut *bot, &mut rng);
                found += u32::from(puzzle.is_right(&actions));
            }
        }
        format!("{:.1} of {}", f64::from(found) / f64::from(TRIES), all.len())
    }
}
