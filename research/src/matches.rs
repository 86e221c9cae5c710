//! Matches of a study: who sits where, the deal, and hand after hand to the end.

use threehand_bots::{Bot, Maker};
use threehand_engine::{BySeat, Deck, Game, Outcome, Seat};

/// A match that is not over by then ends as it stands.
const MAX_HANDS: u64 = 1_000;

/// A bot in each seat.
pub type Seated<G> = BySeat<Box<dyn Bot<G>>>;

/// Three bots of one kind.
pub fn three_of<G: Game>(maker: &Maker<'_, G>) -> Seated<G> {
    BySeat::from_fn(|_| maker())
}

/// The one bot in this seat, the other in both others.
pub fn one_against_two<G: Game>(one: &Maker<'_, G>, seat: Seat, two: &Maker<'_, G>) -> Seated<G> {
    BySeat::from_fn(|other| if other == seat { one() } else { two() })
}

/// Who deals first in a match: each seat in turn.
pub const fn first_dealer(match_number: u64) -> Seat {
    Seat::cyclic((match_number % 3) as usize)
}

/// Deals a hand under the rules as published.
pub fn deal<G: Game>(standing: &G::Standing, deck: Deck) -> G::Hand {
    let rules = G::default();
    rules.start(standing, &rules.deal(standing, &deck))
}

/// Plays a match: `play` plays the hand of each number from the standing that is given to it. What
/// comes of the last hand, with the match over in any case.
pub fn play_match<G: Game>(
    first_dealer: Seat,
    mut play: impl FnMut(u64, &G::Standing) -> Outcome<G::Standing>,
) -> Outcome<G::Standing> {
    let mut standing = G::default().first_standing(first_dealer);
    let mut hand = 0;
    loop {
        let outcome = play(hand, &standing);
        hand += 1;
        if outcome.over || hand == MAX_HANDS {
            return Outcome { over: true, ..outcome };
        }
        standing = outcome.standing;
    }
}
