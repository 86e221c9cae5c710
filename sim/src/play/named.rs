//! A game found by its name.

use std::path::{Path, PathBuf};

use threehand_engine::options::{Variant, did_you_mean, nearest};
use threehand_engine::record::{Fault, Record};
use threehand_play::{Catalog, DynGame};

use crate::files::locked_folder::GAME;
use crate::io::bounded_read::{is_missing, read_file};
use crate::terminal::failure::Failure;

/// The longest file of a game that is read, in bytes: one more than the format allows, which refuses it.
const LONGEST: u64 = 64 * 1024 + 1;

/// The game that a setting names, by its name, by a word that no other game has, by its title, or by its file.
///
/// # Errors
/// If there is no such game, with the nearest name; what is wrong with the file.
pub fn game_named<'c>(catalog: &'c Catalog<'_>, name: &str) -> Result<&'c dyn DynGame, Failure> {
    if is_file(name) {
        return of_file(catalog, Path::new(name));
    }
    let names = catalog.names();
    let by_word = || meant(&names, name).and_then(|name| catalog.game(name));
    if let Some(game) = catalog.game(name).or_else(by_word) {
        return Ok(game);
    }
    let has_title = |game: &&dyn DynGame| {
        let title = game.page().lines().next().unwrap_or_default().trim_start_matches("# ");
        title.to_lowercase() == name.to_lowercase()
    };
    let titled = catalog.games_of_files().map(|game| game as &dyn DynGame).find(has_title);
    titled.ok_or_else(|| {
        let hint = elsewhere(catalog, name).unwrap_or_else(|| nearest_name(&names, name));
        Failure::setting("game", format!("no game is called `{name}`{hint}"))
    })
}

/// The file of this name, else the games that have a variant of this name, else one or two from files
/// whose title or description has the words, and a game of the lab with an option of such numbers.
fn elsewhere(catalog: &Catalog<'_>, name: &str) -> Option<String> {
    let games: Vec<_> = catalog.games().chain(catalog.games_of_files()).collect();
    let file = [name, &format!("{name}.toml")].map(PathBuf::from);
    if let Some(file) = file.into_iter().find(|path| path.is_file()) {
        return Some(format!("; the file beside is ./{}", file.display()));
    }
    let of_variants = games.iter().flat_map(|game| {
        let variants = game.variants().iter().filter(|variant| variant.name == name);
        variants.map(|variant| format!("--game {} --rules {}", game.name(), options_of(variant)))
    });
    let variants: Vec<_> = of_variants.collect();
    if !variants.is_empty() {
        return Some(format!("; it is a variant: {}", variants.join(" or ")));
    }
    let words = |text: &str| {
        let text = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
        format!(" {} ", text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let says = |game: &&dyn DynGame| {
        let page = game.page().trim_start_matches('#');
        words(page.split("\n#").next().unwrap_or_default()).contains(&words(name))
    };
    let games = catalog.games_of_files().map(|game| game as _).filter(says);
    let mut found: Vec<_> = games.map(|game| format!("--game {}", game.name())).collect();
    if found.len() > 2 {
        found.clear();
    }
    if name.contains('-') && name.chars().all(|c| c.is_ascii_digit() || c == '-') {
        found.extend(catalog.games().flat_map(|game| {
            let options = game.rule_options().iter().map(|option| option.name);
            let options = options.filter(|option| game.rules(&[(option, name)]).is_ok());
            options.map(|option| format!("--game {} --rules {option}={name}", game.name()))
        }));
    }
    (!found.is_empty()).then(|| format!("; it may be {}", found.join(" or ")))
}

/// Whether a game's name is the path of a file.
pub(crate) fn is_file(name: &str) -> bool {
    name.contains('/') || name.ends_with(".toml")
}

/// The game of a file.
fn of_file<'c>(catalog: &'c Catalog<'_>, path: &Path) -> Result<&'c dyn DynGame, Failure> {
    let bytes = read_file(path, "game", LONGEST);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other));
    let text = text.map_err(|error| wrong(path, &error))?;
    game_of_text(catalog, &text, path)
}

/// The game of a text, which was read from this file.
///
/// # Errors
/// What is wrong with the text.
pub fn game_of_text<'c>(
    catalog: &'c Catalog<'_>,
    text: &str,
    path: &Path,
) -> Result<&'c dyn DynGame, Failure> {
    catalog.of_file(text).map(|game| game as _).map_err(|error| wrong(path, &error))
}

fn wrong(path: &Path, why: &impl std::fmt::Display) -> Failure {
    Failure::setting("game", format!("{}: {why}", path.display()))
}

/// Reads the file of the game beside records, so that their game is known by its name.
///
/// # Errors
/// What is wrong with the file.
pub fn learn_beside(catalog: &Catalog<'_>, records: &Path) -> Result<(), Failure> {
    let dir = if records.is_dir() { Some(records) } else { records.parent() };
    match dir.map(|dir| dir.join(GAME)).filter(|path| !is_missing(path)) {
        Some(path) => of_file(catalog, &path).map(|_| ()),
        None => Ok(()),
    }
}

/// The game of this name, or all games of the lab.
///
/// # Errors
/// As [`game_named`].
pub(crate) fn games<'c>(
    catalog: &'c Catalog<'_>,
    name: Option<&str>,
) -> Result<Vec<&'c dyn DynGame>, Failure> {
    match name {
        Some(name) => Ok(vec![game_named(catalog, name)?]),
        None => Ok(catalog.games().map(|game| game as &dyn DynGame).collect()),
    }
}

/// Reads the file of the game of this name beside a file of settings, if it is there as in the folder of a run.
///
/// # Errors
/// What is wrong with the file.
pub fn learn_of_settings(
    catalog: &Catalog<'_>,
    settings: &Path,
    name: &str,
) -> Result<(), Failure> {
    let is_of_name = |bytes: &[u8]| {
        let game: Option<toml::Table> = toml::from_slice(bytes).ok();
        game.is_some_and(|game| game.get("name").is_some_and(|own| own.as_str() == Some(name)))
    };
    match read_file(&settings.with_file_name(GAME), "game", LONGEST) {
        Ok(bytes) if is_of_name(&bytes) => learn_beside(catalog, settings),
        _ => Ok(()),
    }
}

/// The options of a variant, as `--rules` takes them.
pub(crate) fn options_of(variant: &Variant) -> String {
    let options = variant.options.iter().map(|(key, value)| format!("{key}={value}"));
    options.collect::<Vec<_>>().join(",")
}

/// The game of a record.
///
/// # Errors
/// If there is no such game, with the nearest name.
pub fn game_of<'c>(catalog: &'c Catalog<'_>, record: &Record) -> Result<&'c dyn DynGame, Fault> {
    let game = catalog.game(&record.game).map(|game| game as &dyn DynGame);
    game.ok_or_else(|| {
        let hint = nearest_name(&catalog.names(), &record.game);
        let beside =
            format!("; records of a game from a file need the file beside them, as {GAME}");
        Fault::at("game", format!("no game is called `{}`{hint}{beside}", record.game))
    })
}

/// The game that a person means: case is ignored, and a word of the name will
/// do that stands in no other game's name, such as `kitty`.
pub(crate) fn meant<'g>(games: &[&'g str], typed: &str) -> Option<&'g str> {
    let mut found = games.iter().copied().filter(|game| *game == typed.to_lowercase());
    let mut by_word = with_word(games, typed);
    found.next().or_else(|| by_word.next().filter(|_| by_word.next().is_none()))
}

/// The games in whose name this word stands.
fn with_word<'g>(games: &[&'g str], typed: &str) -> impl Iterator<Item = &'g str> {
    let typed = typed.to_lowercase();
    let is_word = move |game: &&str| {
        typed.contains(char::is_alphabetic) && game.split('-').any(|word| word == typed)
    };
    games.iter().copied().filter(is_word)
}

/// `; did you mean …?`, or all games if none is like it, and no word that stands for a game.
fn nearest_name(games: &[&str], name: &str) -> String {
    let named: Vec<_> = with_word(games, name).collect();
    if named.len() > 1 {
        return format!("; it may be {}", named.join(" or "));
    }
    let words = games.iter().flat_map(|game| game.split('-'));
    let words = words.filter(|word| meant(games, word).is_some());
    let like = nearest(name, games.iter().copied().chain(words));
    match like.and_then(|like| meant(games, like)) {
        None => format!("; the games are {}", games.join(", ")),
        like => did_you_mean(&like),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_a_word_that_no_other_has() {
        let games = Catalog::standard().names();
        for (typed, game) in [
            ("9-2-5", Some("9-2-5")),
            ("THREE-KINGS", Some("three-kings")),
            ("kitty", Some("three-legged-kitty")),
            ("Kings", Some("three-kings")),
            ("major", Some("sergeant-major")),
            ("three", None),
            ("5", None),
            ("king", None),
            ("", None),
        ] {
            assert_eq!(meant(&games, typed), game, "{typed}");
        }
    }
}
