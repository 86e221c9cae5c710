//! Hands played by the quick bots of a game.

use rand::SeedableRng;
use threehand_engine::testing::{Trial, Trials};
use threehand_engine::{BySeat, Game, Hand, Seat, View, below};

use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::random::Random;

/// `random`, and those of `greedy` and `heuristic` that the game has; the last is what plays worlds
/// out.
pub(super) fn policies<G: Knowledge>() -> Vec<Box<dyn Bot<G>>> {
    let mut policies: Vec<Box<dyn Bot<G>>> = vec![Box::new(Random)];
    policies.extend(G::greedy().map(|bot| Box::new(bot) as Box<dyn Bot<G>>));
    policies.extend(G::heuristic().map(|bot| Box::new(bot) as Box<dyn Bot<G>>));
    policies
}

/// Plays hands by these bots, one drawn for each seat. At every decision, and once a hand is over,
/// the check is made first.
pub(super) fn at_decisions<G: Knowledge>(
    trials: &Trials<G>,
    mut check: impl FnMut(&mut Trial<'_, G>, Option<Seat>),
) {
    let mut policies = policies::<G>();
    trials.each(|trial| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        let drawn = BySeat::from_fn(|_| below(&mut rng, policies.len()));
        while let Some(seat) = trial.hand.turn() {
            check(trial, Some(seat));
            let action = policies[drawn[seat]].decide(&trial.hand.view(seat), &mut rng);
            trial.play(action);
        }
        check(trial, None);
    });
}

/// All that a seat can tell.
pub(super) fn text<G: Game>(view: &View<'_, G>) -> String {
    format!("{view:?}")
}
