//! Where fitted weights stand among the sources of the bots. This file lists the games of this
//! project.

use std::path::Path;

use anyhow::{Context, anyhow};

use crate::lab::Failure;

/// Writes fitted weights to a file in the folder of what is known of playing this game.
///
/// # Errors
/// That the game is none of this project, or why the file can't be written.
pub fn write(game: &str, file: &str, weights: &[f64]) -> Result<(), Failure> {
    let folder = match game {
        "9-2-5" => "nine_two_five",
        "three-legged-kitty" => "three_legged_kitty",
        "three-kings" => "three_kings",
        _ => return Err(Failure::from(anyhow!("{game} has no folder in bots/src/games"))),
    };
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/src/games");
    let path = games.join(folder).join(file);
    std::fs::write(&path, text(weights))
        .with_context(|| format!("{} can't be written", path.display()))?;
    Ok(())
}

/// The weights as the text of a JSON file that is an array in Rust as well.
pub fn text(weights: &[f64]) -> String {
    let weights: Vec<_> = weights.iter().map(|weight| format!("{weight:.4}")).collect();
    format!("[{}]\n", weights.join(", "))
}
