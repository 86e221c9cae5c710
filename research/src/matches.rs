//! Matches of a study: bots in seats, the deal, and hand after hand to the end.

use rayon::prelude::*;
use threehand_bots::{Bot, Knowledge, Maker, play_out};
use threehand_engine::{BySeat, Deck, Game, Outcome, Seat};

use crate::streams::Purpose;

/// A match that is not over by then ends as it stands.
const MAX_HANDS: u64 = 1_000;

/// A bot in each seat.
pub type Seated<'a, G> = BySeat<Box<dyn Bot<G> + 'a>>;

/// Three bots of one kind.
pub fn three_of<G: Game>(maker: &Maker<'_, G>) -> Seated<'static, G> {
    BySeat::from_fn(|_| maker())
}

/// The one bot in this seat, the other in both others.
pub fn one_against_two<G: Game>(
    one: &Maker<'_, G>,
    seat: Seat,
    two: &Maker<'_, G>,
) -> Seated<'static, G> {
    BySeat::from_fn(|other| if other == seat { one() } else { two() })
}

/// The first dealer of a match: each seat in turn.
pub const fn first_dealer(match_number: u64) -> Seat {
    Seat::cyclic((match_number % 3) as usize)
}

/// Deals a hand under these rules.
pub fn deal<G: Game>(rules: &G, standing: &G::Standing, deck: Deck) -> G::Hand {
    rules.start(standing, &rules.deal(standing, &deck))
}

/// Plays a match under these rules: `play` plays the hand of a number from a standing. Returns the last
/// outcome, with the match over in any case.
pub fn play_match<G: Game>(
    rules: &G,
    first_dealer: Seat,
    mut play: impl FnMut(u64, &G::Standing) -> Outcome<G::Standing>,
) -> Outcome<G::Standing> {
    let mut standing = rules.first_standing(first_dealer);
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

/// What one bot wins by these rules of each block against two of another, in each seat on the same cards, which are
/// those of `purpose`; `bots` has the bots with the one in a seat. A third is parity.
pub fn shares_won<'a, G: Knowledge>(
    rules: &G,
    purpose: Purpose,
    blocks: u64,
    bots: impl Fn(Seat) -> Seated<'a, G> + Sync,
) -> Vec<f64> {
    let share = |block| {
        let won = Seat::ALL.map(|seat| {
            let mut bots = bots(seat);
            let mut rngs = Purpose::Luck.generators(block, seat.number() as u64);
            let end = play_match(rules, first_dealer(block), |hand, standing| {
                let mut hand = deal(rules, standing, purpose.deck(block, hand));
                play_out(&mut hand, |turn, view| bots[turn].decide(view, &mut rngs[turn]))
            });
            rules.equity(&end)[seat]
        });
        won.iter().sum::<f64>() / 3.0
    };
    (0..blocks).into_par_iter().map(share).collect()
}
