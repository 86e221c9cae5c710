//! What a bot is: a decision for every view.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use threehand_engine::{Game, Hand as _, Outcome, Seat, View};

use crate::opinion::Opinion;

/// The generator that bots draw from: fast, and the same numbers on every machine.
pub type BotRng = Xoshiro256PlusPlus;

/// The generator of this 32-byte seed.
pub fn bot_rng(seed: [u8; 32]) -> BotRng {
    BotRng::from_seed(seed)
}

/// A player of the game `G`.
///
/// A bot knows nothing but the views it is asked about: it is given no hand, and a view has no way
/// to one. All its randomness comes from the generator it is handed at each decision, so a match
/// is a function of its seeds.
pub trait Bot<G: Game>: Send {
    /// The action it chooses, one of `view.legal()`.
    fn decide(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Action;

    /// The action it chooses. Where it can say how likely it is to do each legal action, `chances` has that afterwards,
    /// in the order of the legal actions, and else nothing.
    fn decide_by_chances(
        &mut self,
        view: &View<'_, G>,
        rng: &mut BotRng,
        chances: &mut Vec<f64>,
    ) -> G::Action {
        chances.clear();
        self.decide(view, rng)
    }

    /// What it would choose, and what it thinks of its choices where it can say so.
    fn opinion(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Opinion<G::Action> {
        Opinion::only(self.decide(view, rng))
    }
}

/// Plays a hand on to its end, each seat as `decide` says.
///
/// # Panics
/// If `decide` gives an action that is not legal.
pub fn play_out<G: Game>(
    hand: &mut G::Hand,
    mut decide: impl FnMut(Seat, &View<'_, G>) -> G::Action,
) -> Outcome<G::Standing> {
    while let Some(seat) = hand.turn() {
        let action = decide(seat, &hand.view(seat));
        hand.play(action).expect("bots play legal actions");
    }
    hand.outcome().expect("nobody is to move")
}
