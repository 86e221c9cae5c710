//! The games and the kinds of bot of a lab, as objects.

use std::sync::{LazyLock, Mutex, PoisonError};

use threehand_bots::{BotKind, Bots, Games, Knowledge, Lab, Standard, Visitor};
use threehand_engine::Game as _;
use threehand_engine::games::Family;
use threehand_engine::games::family::FileError;

use crate::game::{DynGame, TypedGame};

/// The games and the kinds of bot of a lab, as objects.
pub struct Catalog<'a> {
    games: Vec<Box<dyn DynGame + 'a>>,
    kinds: &'a [BotKind],
    of_files: &'a Bots<Family>,
    /// The games of files so far.
    files: Mutex<Vec<(Family, &'a (dyn DynGame + 'a))>>,
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
        if let Some((_, file)) = files.iter().find(|(other, _)| *other == game) {
            return Ok(*file);
        }
        let typed = TypedGame { game, bots: self.of_files };
        let file: &'a (dyn DynGame + 'a) = Box::leak(Box::new(typed));
        files.push((game, file));
        Ok(file)
    }

    /// The games, in their order.
    pub fn games(&self) -> impl Iterator<Item = &(dyn DynGame + 'a)> {
        self.games.iter().map(|game| &**game)
    }

    /// The names of the games, in their order.
    pub fn names(&self) -> Vec<&'static str> {
        self.games().map(DynGame::name).collect()
    }

    /// The game of this name, also if it was read from a file.
    pub fn game(&self, name: &str) -> Option<&(dyn DynGame + 'a)> {
        let of_lab = self.games().find(|game| game.name() == name);
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        of_lab.or_else(|| Some(files.iter().find(|(game, _)| game.name() == name)?.1))
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
