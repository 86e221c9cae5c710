//! `new-game`: a file to start a game from.

use anyhow::anyhow;
use clap::Args;
use threehand_engine::games::family::file_of_built_in;
use threehand_play::Catalog;

use crate::play::named::game_named;
use crate::terminal::failure::Failure;
use crate::terminal::stream::print_bytes;

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand new-game > mine.toml
  threehand check mine.toml
  threehand new-game hearts > mine.toml

docs/games.md says what a file can say.";

/// The file.
const FILE: &str = include_str!("new_game.toml");

/// The arguments of `new-game`.
#[derive(Debug, Args)]
pub struct NewGameArgs {
    /// A game whose file is printed: see `threehand list games` [default: a file with comments to start from]
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
}

/// Prints the file.
///
/// # Errors
/// If there is no such game, or it has no file; if standard output can't be written.
pub fn run(catalog: &Catalog<'_>, args: &NewGameArgs) -> Result<(), Failure> {
    let Some(name) = &args.game else { return print_bytes(FILE.as_bytes()) };
    let game = game_named(catalog, name).map_err(Failure::of_argument)?;
    let no_file = || anyhow!("{} is a built-in game, and no file can say what it is", game.name());
    let text = game.file_text().or_else(|| file_of_built_in(game.name()));
    let text = text.ok_or_else(|| Failure::usage(no_file()))?;
    print_bytes(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use threehand_engine::Game as _;
    use threehand_engine::games::Family;

    use super::FILE;

    #[test]
    fn the_file_is_a_game_and_is_one_with_all_keys_that_it_shows() {
        let game = Family::read(FILE).expect("a game");
        assert_eq!(game.variants().len(), 2);
        let is_key = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase());
        let used =
            FILE.lines().map(|line| line.strip_prefix('#').filter(|l| is_key(l)).unwrap_or(line));
        let used = used.collect::<Vec<_>>().join("\n");
        assert!(used.contains("\nhook = true") && used.contains("\n# Rules to compare with"));
        // The card that is turned up is one of the kitty's.
        Family::read(&used.replace("kitty = 3", "kitty = 2")).expect("a game");
    }
}
