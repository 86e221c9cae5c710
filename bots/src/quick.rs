//! The kinds of bot that look at no worlds: `random`, and what a game knows of itself.

use threehand_engine::{Game, Legal as _, View};

use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::lab::{EPSILON, Kind, Parameter, Settings};

/// Chooses uniformly among the legal actions of every decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    #[inline]
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action {
        view.any_legal(rng)
    }

    fn decide_by_chances(
        &mut self,
        view: &View<'_, G>,
        rng: &mut BotRng,
        chances: &mut Vec<f64>,
    ) -> G::Action {
        let legal = view.legal().len();
        chances.clear();
        chances.resize(legal, 1.0 / legal as f64);
        view.any_legal(rng)
    }
}

impl Kind for Random {
    const NAME: &'static str = "random";
    const ABOUT: &'static str = "any legal action, each equally likely";

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(Self)
    }
}

/// The kinds of bot of the games that have such a bot.
macro_rules! of_games {
    ($($(#[$what:meta])* $kind:ident: $bot:ident, $about:literal;)*) => {$(
        $(#[$what])*
        #[derive(Clone, Copy, Debug)]
        pub struct $kind;

        impl Kind for $kind {
            const NAME: &'static str = stringify!($bot);
            const ABOUT: &'static str = $about;
            const PARAMETERS: &'static [Parameter] = &[EPSILON];

            fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
                Box::new(G::$bot().expect("the game has one"))
            }

            fn plays<G: Knowledge>(&self, _: &Settings) -> bool {
                G::$bot().is_some()
            }
        }
    )*};
}

of_games! {
    /// The kind of bot `greedy`, of the games that have [one](Knowledge::greedy).
    Greedy: greedy, "the obvious card: wins as cheaply as it can, else throws its lowest";
    /// The kind of bot `heuristic`, of the games that have [one](Knowledge::heuristic).
    Heuristic: heuristic, "a good club player: values its hand, counts cards and voids";
}
