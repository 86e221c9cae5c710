//! The games and the kinds of bot of a lab, as objects.

use std::sync::{LazyLock, Mutex, PoisonError};

use threehand_bots::{BotKind, Bots, Games, Knowledge, Lab, Standard, Visitor};
use threehand_engine::games::Family;
use threehand_engine::games::family::{FILES, FileError};

use crate::game::{DynGame, TypedGame};

/// The games and the kinds of bot of a lab, as objects.
pub struct Catalog<'a> {
    games: Vec<Box<dyn DynGame + 'a>>,
    kinds: &'a [BotKind],
    of_files: &'a Bots<Family>,
    /// The games of files so far, the one read last at the end.
    files: Mutex<Vec<&'a (dyn DynGame + 'a)>>,
}

impl<'a> Catalog<'a> {
    /// The games and kinds of bot of this lab.
    pub fn of(lab: &'a Lab<impl Games>) -> Self {
        let games = lab.games().into_iter().filter_map(|name| dyn_game(lab, name));
        Self {
            games: games.collect(),
            kinds: lab.kinds(),
            of_files: lab.bots(),
            files: Mutex::default(),
        }
    }

    /// The game of a file, which stays for as long as the program runs.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn of_file(&self, text: &str) -> Result<&'a (dyn DynGame + 'a), FileError> {
        let game = Family::read(text)?;
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let known = files.iter().position(|file| file.file_text() == Some(text));
        let file = if let Some(place) = known {
            files.remove(place)
        } else {
            let bots = Box::leak(Box::new(self.of_files.in_game(game)));
            Box::leak(Box::new(TypedGame { game, bots }))
        };
        files.push(file);
        Ok(file)
    }

    /// The games of the lab, in their order.
    pub fn games(&self) -> impl Iterator<Item = &(dyn DynGame + 'a)> {
        self.games.iter().map(|game| &**game)
    }

    /// The games that come along as files, in their order.
    pub fn games_of_files(&self) -> impl Iterator<Item = &(dyn DynGame + 'a)> {
        let files = FILES.iter().filter(|(name, _)| self.games().all(|game| game.name() != *name));
        files.filter_map(|(_, text)| Some(self.of_file(text).ok()? as _))
    }

    /// The names of all games, those that come along as files last.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.games().map(DynGame::name).collect();
        let files = FILES.iter().map(|(name, _)| *name).filter(|name| !names.contains(name));
        let files: Vec<_> = files.collect();
        names.extend(files);
        names
    }

    /// The game of this name: of the lab, else of the file that was read last, else of a file that comes along.
    pub fn game(&self, name: &str) -> Option<&(dyn DynGame + 'a)> {
        if let Some(game) = self.games().find(|game| game.name() == name) {
            return Some(game);
        }
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(file) = files.into_iter().rfind(|game| game.name() == name) {
            return Some(file);
        }
        let (_, text) = FILES.iter().find(|(other, _)| *other == name)?;
        self.of_file(text).ok().map(|game| game as _)
    }

    /// The kinds of bot, weakest first, whether they play every game or not.
    pub const fn kinds(&self) -> &'a [BotKind] {
        self.kinds
    }
}

impl Catalog<'static> {
    /// The games and kinds of bot of this project.
    pub fn standard() -> Self {
        static LAB: LazyLock<Standard> = LazyLock::new(Lab::standard);
        Self::of(&*LAB)
    }
}

/// The game of this name of a lab, as an object.
pub fn dyn_game<'a>(lab: &'a Lab<impl Games>, name: &str) -> Option<Box<dyn DynGame + 'a>> {
    struct Take<'a, L>(&'a Lab<L>);

    impl<'a, L: Games> Visitor for Take<'a, L> {
        type Output = Box<dyn DynGame + 'a>;

        fn visit<G: Knowledge>(self, _: &Bots<G>) -> Self::Output {
            Box::new(TypedGame { game: G::default(), bots: self.0.bots::<G>() })
        }
    }

    lab.with_game(name, Take(lab))
}
