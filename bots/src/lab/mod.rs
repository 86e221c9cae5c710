//! The games and the bots that there are, as one value, and the specs that choose and tune bots.

mod bots;
mod games;
mod kind;
mod only;
mod parameter;
mod spec;

use std::any::{Any, TypeId};
use std::sync::Arc;

use threehand_engine::games::{Family, NineTwoFive, ThreeKings, ThreeLeggedKitty};

use crate::champion::Champion;
use crate::knowledge::Knowledge;
use crate::learned::ThePolicy;
use crate::quick::{Greedy, Heuristic, Random};
use crate::search::{Ismcts, Mc, Pimc};

pub use bots::{Bots, Maker};
pub use games::{Games, Visitor};
pub use kind::{BotKind, Kind};
pub use only::{GameKind, Only};
pub use parameter::{EPSILON, Parameter, Range, Settings};
pub use spec::{Spec, SpecError};

/// Games and kinds of bot: what the command `threehand` can play.
///
/// The games are part of the type, so that each kind of bot is made for each game. Anyone adds to
/// them from a crate of their own, games first:
///
/// ```
/// use threehand_bots::{Bot, BotRng, Kind, Knowledge, Lab, Settings};
/// use threehand_engine::{Game, Legal, View};
///
/// struct First;
///
/// impl<G: Game> Bot<G> for First {
///     fn decide(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Action {
///         view.legal().nth(0)
///     }
/// }
///
/// impl Kind for First {
///     const NAME: &'static str = "first";
///     const ABOUT: &'static str = "the first legal action";
///
///     fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
///         Box::new(First)
///     }
/// }
///
/// let lab = Lab::standard().bot(First);
/// assert_eq!(lab.kinds().len(), 9);
/// ```
#[derive(Debug, Default)]
pub struct Lab<L = ()> {
    games: L,
    /// The bots that play games from files.
    of_files: Bots<Family>,
    kinds: Vec<BotKind>,
    /// Whether games get the kinds of bot of this project.
    is_standard: bool,
}

/// The three games of this project, as a list.
pub type StandardGames = ((((), Bots<NineTwoFive>), Bots<ThreeLeggedKitty>), Bots<ThreeKings>);

/// The laboratory with the games of this project.
pub type Standard = Lab<StandardGames>;

impl Lab {
    /// A laboratory without games and bots.
    pub fn new() -> Self {
        Self::default()
    }

    /// The three games and the eight kinds of bot of this project: the one place that lists them.
    pub fn standard() -> Standard {
        let lab = Lab::new().game::<NineTwoFive>().game::<ThreeLeggedKitty>().game::<ThreeKings>();
        Lab { is_standard: true, ..lab.standard_bots() }
    }
}

impl<L: Games> Lab<L> {
    /// The laboratory with one more game.
    ///
    /// # Panics
    /// If kinds of bot were added before the game, which could not play it.
    pub fn game<G: Knowledge>(self) -> Lab<(L, Bots<G>)> {
        let is_standard = self.is_standard;
        let (games, of_files) = (((), Bots::default()), Bots::default());
        let game = Lab { games, of_files, kinds: Vec::new(), is_standard };
        let game = if is_standard { game.standard_bots() } else { game };
        assert_eq!(self.kinds.len(), game.kinds.len(), "games come before bots of one's own");
        let Lab { games: (_, bots), of_files, kinds, .. } = game;
        Lab { games: (self.games, bots), of_files, kinds, is_standard }
    }

    /// The laboratory with one more kind of bot; the strongest comes last.
    #[must_use]
    pub fn bot<K: Kind>(mut self, kind: K) -> Self {
        let (kind, about) = (Arc::new(kind), BotKind::of::<K>());
        self.games.add(&kind);
        self.of_files.all.push((about, kind));
        self.kinds.push(about);
        self
    }

    /// The names of the games, in their order.
    pub fn games(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.games.names(&mut names);
        names
    }

    /// The kinds of bot, weakest first, whether they play every game or not.
    pub fn kinds(&self) -> &[BotKind] {
        &self.kinds
    }

    /// Does something with the game of this name; `None` if there is none.
    pub fn with_game<V: Visitor>(&self, name: &str, visitor: V) -> Option<V::Output> {
        self.games.visit(name, visitor).ok()
    }

    /// Does the same thing with every game, in their order.
    pub fn each_game<V: Visitor + Clone>(&self, visitor: V) -> Vec<V::Output> {
        let games = self.games().into_iter();
        games.filter_map(|game| self.with_game(game, visitor.clone())).collect()
    }

    /// The bots that play the game `G`, also if that is the [family](Family) of games from files.
    ///
    /// # Panics
    /// If the laboratory has no such game.
    pub fn bots<G: Knowledge>(&self) -> &Bots<G> {
        let of_files = TypeId::of::<G>() == TypeId::of::<Family>();
        let bots =
            if of_files { Some(&self.of_files as _) } else { self.games.bots(TypeId::of::<G>()) };
        let bots = bots.and_then(|bots: &dyn Any| bots.downcast_ref());
        bots.unwrap_or_else(|| panic!("the laboratory has no {}", G::NAME))
    }

    fn standard_bots(self) -> Self {
        let lab = self.bot(Random).bot(Greedy).bot(Heuristic).bot(Mc).bot(Pimc);
        lab.bot(Ismcts).bot(ThePolicy).bot(Champion)
    }
}
