//! A game found by its name.

use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::options::{Variant, did_you_mean, nearest};
use threehand_engine::record::{Fault, Record};

use threehand_play::{Catalog, DynGame};

use crate::terminal::failure::Failure;

/// Visits the game that a setting names, by its name or by a word that no other game has.
pub fn with_named_game<V: Visitor>(
    lab: &impl Registry,
    name: &str,
    visitor: V,
) -> Result<V::Output, Failure> {
    let called = meant(&lab.games(), name).unwrap_or(name);
    lab.with_game(called, visitor).ok_or_else(|| {
        let variant = lab.each_game(FindVariant(name)).into_iter().flatten().next();
        let hint = variant.unwrap_or_else(|| nearest_game(lab, name));
        Failure::setting("game", format!("no game is called `{name}`{hint}"))
    })
}

/// The game that a setting names, by its name or by a word that no other game has.
///
/// # Errors
/// If there is no such game, with the nearest name.
pub fn game_named<'c>(catalog: &'c Catalog<'_>, name: &str) -> Result<&'c dyn DynGame, Failure> {
    let names: Vec<_> = catalog.games().map(DynGame::name).collect();
    let game = meant(&names, name).and_then(|name| catalog.game(name));
    game.map(|game| game as &dyn DynGame).ok_or_else(|| {
        let variants = catalog
            .games()
            .flat_map(|game| game.variants().iter().map(move |variant| (game.name(), variant)));
        let mut found = variants.filter(|(_, variant)| variant.name == name);
        let hint = found.next().map(|(game, variant)| {
            format!("; it is a variant: --game {game} --rules {}", options_of(variant))
        });
        let hint = hint.unwrap_or_else(|| nearest_name(&names, name));
        Failure::setting("game", format!("no game is called `{name}`{hint}"))
    })
}

/// The options of a variant, as `--rules` takes them.
pub(super) fn options_of(variant: &Variant) -> String {
    variant
        .options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect::<Vec<_>>()
        .join(",")
}

/// The game of a record.
///
/// # Errors
/// If there is no such game, with the nearest name.
pub fn game_of<'c>(catalog: &'c Catalog<'_>, record: &Record) -> Result<&'c dyn DynGame, Fault> {
    let game = catalog.game(&record.game).map(|game| game as &dyn DynGame);
    game.ok_or_else(|| {
        let names: Vec<_> = catalog.games().map(DynGame::name).collect();
        let hint = nearest_name(&names, &record.game);
        Fault::at("game", format!("no game is called `{}`{hint}", record.game))
    })
}

/// The name of the game that a setting names.
///
/// # Errors
/// If there is no such game.
pub fn name_of(lab: &impl Registry, name: &str) -> Result<&'static str, Failure> {
    struct Name;

    impl Visitor for Name {
        type Output = &'static str;

        fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> &'static str {
            G::NAME
        }
    }

    with_named_game(lab, name, Name)
}

/// The game that a person means: capitals are as good as small letters, and a word of the name will
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

/// Visits the game of a record.
pub fn with_recorded_game<V: Visitor>(
    lab: &impl Registry,
    record: &Record,
    visitor: V,
) -> Result<V::Output, Fault> {
    lab.with_game(&record.game, visitor).ok_or_else(|| {
        let hint = nearest_game(lab, &record.game);
        Fault::at("game", format!("no game is called `{}`{hint}", record.game))
    })
}

/// `; did you mean …?`, or all games if none is like it, and no word that stands for a game.
fn nearest_game(lab: &impl Registry, name: &str) -> String {
    nearest_name(&lab.games(), name)
}

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

/// Looks for a variant that was named in a game's place.
#[derive(Clone)]
struct FindVariant<'a>(&'a str);

impl Visitor for FindVariant<'_> {
    type Output = Option<String>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Option<String> {
        let variant = G::VARIANTS.iter().find(|variant| variant.name == self.0)?;
        let options = options_of(variant);
        Some(format!("; it is a variant: --game {} --rules {options}", G::NAME))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_a_word_that_no_other_has() {
        let games = ["9-2-5", "three-legged-kitty", "three-kings"];
        for (typed, game) in [
            ("9-2-5", Some("9-2-5")),
            ("THREE-KINGS", Some("three-kings")),
            ("kitty", Some("three-legged-kitty")),
            ("Kings", Some("three-kings")),
            ("three", None),
            ("5", None),
            ("king", None),
            ("", None),
        ] {
            assert_eq!(meant(&games, typed), game, "{typed}");
        }
    }
}
