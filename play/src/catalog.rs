//! The games and the kinds of bot of a lab, as objects.

use std::sync::LazyLock;

use threehand_bots::{BotKind, Bots, Games, Knowledge, Lab, Standard, Visitor};

use crate::game::{DynGame, TypedGame};

/// The games and the kinds of bot of a lab, as objects.
pub struct Catalog<'a> {
    games: Vec<Box<dyn DynGame + 'a>>,
    kinds: &'a [BotKind],
}

impl<'a> Catalog<'a> {
    /// The games and kinds of bot of this lab.
    pub fn of(lab: &'a Lab<impl Games>) -> Self {
        let games = lab.games().into_iter().filter_map(|name| dyn_game(lab, name));
        Self { games: games.collect(), kinds: lab.kinds() }
    }

    /// The games, in their order.
    pub fn games(&self) -> impl Iterator<Item = &(dyn DynGame + 'a)> {
        self.games.iter().map(|game| &**game)
    }

    /// The names of the games, in their order.
    pub fn names(&self) -> Vec<&'static str> {
        self.games().map(DynGame::name).collect()
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Option<&(dyn DynGame + 'a)> {
        self.games().find(|game| game.name() == name)
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
            Box::new(TypedGame { bots: self.0.bots::<G>() })
        }
    }

    lab.with_game(name, Take(lab))
}
