//! Games from a file: their errors, their rules against other implementations, and what every game owes.

mod all_worlds;
mod built_in;
mod mistakes;
mod pages;
mod points;
mod promises;
mod random_files;
mod reference;
mod slow;

use threehand_engine::Game as _;
use threehand_engine::games::Family;
use threehand_engine::games::family::{FILES, NINE_TWO_FIVE};

/// The files of games that come along, and of some others.
pub(crate) fn files() -> Vec<&'static str> {
    let mut files = vec![
        include_str!("../../data/family/oh-hell-7.toml"),
        include_str!("../../data/family/trump-17.toml"),
        NINE_TWO_FIVE,
    ];
    files.extend(FILES.map(|(_, file)| file));
    files
}

/// The file of a game that comes along.
pub(crate) fn file(name: &str) -> &'static str {
    let (_, file) = FILES.iter().find(|(other, _)| *other == name).expect("a file");
    file
}

/// The game of a file.
pub(crate) fn game(text: &str) -> Family {
    Family::read(text).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn the_games_that_come_along_have_the_names_of_their_files() {
    for (name, file) in FILES {
        let game = game(file);
        assert_eq!(game.name(), name);
        assert!(
            game.title() != name && game.about().len() > 30 && game.about().len() < 250,
            "{name}"
        );
        assert!(game.variants().len() > 3, "{name}");
    }
}
