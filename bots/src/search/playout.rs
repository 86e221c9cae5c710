//! A hand played on to its end by bots of one kind.

use threehand_engine::{Game, Hand, Outcome};

use crate::bot::{Bot, BotRng};

/// Plays `hand` to its end, each seat by `policy` and from its own view alone.
pub(super) fn play_out<H: Hand, P: Bot<H::Game>>(
    hand: &mut H,
    policy: &mut P,
    rng: &mut BotRng,
) -> Outcome<<H::Game as Game>::Standing> {
    while let Some(seat) = hand.turn() {
        let action = policy.decide(&hand.view(seat), rng);
        hand.play_unchecked(action);
    }
    hand.outcome().expect("nobody is to move")
}
