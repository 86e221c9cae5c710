//! `policy` at the games from files that networks were trained for.

use std::sync::LazyLock;

use threehand_engine::games::Family;
use threehand_engine::games::family::{Action, FILES};
use threehand_engine::{Game as _, View};

use super::heuristic::Heuristic;
use crate::bot::{Bot, BotRng};
use crate::learned::{Network, Policy};

/// A network for the game of a name, which comes along.
struct Trained {
    name: &'static str,
    game: LazyLock<Family>,
    network: LazyLock<Network>,
}

/// What `policy` has learned; `research train` makes such files.
static ALL: [Trained; 1] = [Trained {
    name: "sergeant-major",
    game: LazyLock::new(|| {
        let (_, text) =
            FILES.iter().find(|(name, _)| *name == "sergeant-major").expect("it comes along");
        Family::read(text).expect("a game")
    }),
    network: LazyLock::new(|| {
        let file = include_bytes!("sergeant-major.network");
        Network::read::<Family>(file).expect("a network of games from files")
    }),
}];

/// The network for a game that comes along: for no other of its name, but for all its variants.
pub(super) fn network(game: Family) -> Option<&'static LazyLock<Network>> {
    let trained = ALL.iter().find(|trained| trained.name == game.name())?;
    let (own, other) = (*trained.game, game.published());
    let says = |game: Family| {
        let options = game.options().iter();
        options.map(|option| (option.name, game.option(option.name))).collect::<Vec<_>>()
    };
    (own == other || says(own) == says(other)).then_some(&trained.network)
}

/// Plays by the network for the game that it is asked about, and as `heuristic` where there is none.
#[derive(Clone, Copy, Default)]
pub(super) struct ByGame(Option<(Family, Option<Policy<'static>>)>);

impl ByGame {
    fn policy(&mut self, game: Family) -> Option<Policy<'static>> {
        let known = self.0.filter(|(of, _)| *of == game);
        let known = known.unwrap_or_else(|| {
            let policy = network(game).map(|network| Policy::new(network));
            (game, policy)
        });
        self.0 = Some(known);
        known.1
    }
}

impl Bot<Family> for ByGame {
    fn decide(&mut self, view: &View<'_, Family>, rng: &mut BotRng) -> Action {
        match self.policy(*view.rules()) {
            Some(mut policy) => policy.decide(view, rng),
            None => Heuristic.decide(view, rng),
        }
    }

    fn decide_by_chances(
        &mut self,
        view: &View<'_, Family>,
        rng: &mut BotRng,
        chances: &mut Vec<f64>,
    ) -> Action {
        match self.policy(*view.rules()) {
            Some(mut policy) => policy.decide_by_chances(view, rng, chances),
            None => Heuristic.decide_by_chances(view, rng, chances),
        }
    }
}
