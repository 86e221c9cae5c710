//! What the seats have done so far.

use rand::SeedableRng;
use threehand_engine::testing::Trials;
use threehand_engine::{Hand, Seat, Worlds, below};

use super::policies::{at_decisions, text};
use crate::bot::{Bot, BotRng};
use crate::knowledge::Knowledge;
use crate::random::Random;

/// A hand gone through again, from what was dealt by what was done, comes to the same.
///
/// At one decision in three and at the end of each hand it is gone through as one who sees all, and
/// comes to what all seats see. At decisions a world of the seat is gone through as well, as the seat would,
/// and comes to what the seat sees. Gives back how many decisions these were: none if the game does
/// not tell its deals, so that no world is weighed.
///
/// # Panics
/// If a hand comes to something else; if what was done was illegal.
pub fn past<G: Knowledge>(trials: &Trials<G>) -> usize {
    let mut asked = 0;
    at_decisions(trials, |trial, seat| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        if seat.is_some() && below(&mut rng, 3) > 0 {
            return;
        }
        let hand = &trial.hand;
        let Some(again) = gone_through::<G>(hand, None, &mut rng) else { return };
        for other in Seat::ALL {
            let [then, now] = [&again, hand].map(|hand| text(&hand.view(other)));
            assert_eq!(then, now, "seat {other} sees something else once it is gone through");
        }
        let Some(seat) = seat else {
            return assert_eq!(again.outcome(), hand.outcome(), "it ends in another way");
        };
        let world = G::Worlds::of(&hand.view(seat)).draw(&mut rng);
        let again = gone_through::<G>(&world, Some(seat), &mut rng).expect("worlds have deals too");
        let [then, now] = [&again, hand].map(|hand| text(&hand.view(seat)));
        assert_eq!(then, now, "seat {seat} sees something else once a world is gone through");
        asked += 1;
    });
    asked
}

/// Goes through a hand with wishes at random, as a seat that does not see all, or else as whoever is
/// to move. `None` if the game does not tell the deal.
fn gone_through<G: Knowledge>(
    hand: &G::Hand,
    me: Option<Seat>,
    rng: &mut BotRng,
) -> Option<G::Hand> {
    let mut past = hand.rules().start(hand.standing(), &G::dealt(hand)?);
    while let Some(turn) = past.turn() {
        let wish = Random.decide(&past.view(turn), rng);
        let Some(action) = G::done(hand, &past, me.unwrap_or(turn), wish) else { break };
        let played = past.play(action);
        played
            .unwrap_or_else(|why| panic!("`{action}` of seat {turn} can't have been done: {why}"));
    }
    Some(past)
}
