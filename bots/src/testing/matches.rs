//! Matches played to their ends, and who wins them.

use rand::SeedableRng;
use threehand_engine::{BySeat, Deck, Game, Seat, Standing, Stream};

use crate::bot::{Bot, BotRng, play_out};
use crate::knowledge::Knowledge;
use crate::lab::Bots;

/// Keeps these streams apart from all others.
const MATCHES: u64 = 0x6D_61_74_63_68;

/// A hand of a shuffled deck.
pub fn deal<G: Game>(rules: &G, standing: &G::Standing, rng: &mut Stream) -> G::Hand {
    rules.start(standing, &rules.deal(standing, &Deck::shuffled(rng)))
}

/// Plays a match to its end; who won it, if one seat did alone. The cards are a function of the
/// seed, whatever the players do.
///
/// # Panics
/// If a bot plays an illegal action.
pub fn play_match<G: Knowledge>(
    rules: &G,
    dealer: Seat,
    players: &mut BySeat<Box<dyn Bot<G>>>,
    seed: u64,
) -> Option<Seat> {
    let mut rng = BotRng::seed_from_u64(seed);
    let mut standing = rules.first_standing(dealer);
    for number in 0.. {
        let mut hand = deal(rules, &standing, &mut Stream::new([seed, number, 0, MATCHES]));
        let outcome = play_out::<G>(&mut hand, |seat, view| players[seat].decide(view, &mut rng));
        standing = outcome.standing;
        if outcome.over {
            break;
        }
    }
    let is_ahead = |seat: &Seat| {
        let others = [seat.left(), seat.right()];
        others.into_iter().all(|other| standing.placing(*seat) > standing.placing(other))
    };
    Seat::ALL.into_iter().find(is_ahead)
}

/// The share of matches that one bot wins against two of another, in all three seats on the same
/// cards in each of so many blocks. Parity is 1/3.
///
/// The standard error is about 0.27 / √blocks if the bots are level.
///
/// # Panics
/// If one of the bots is no spec.
pub fn win_share<G: Knowledge>(
    bots: &Bots<G>,
    rules: &G,
    one: &str,
    two: &str,
    blocks: u32,
) -> f64 {
    let [one, two] = [one, two].map(|text| {
        let spec = bots.spec(text);
        bots.maker(&spec.unwrap_or_else(|why| panic!("{}: `{text}`: {why}", G::NAME)))
    });
    let mut won = 0;
    for block in 0..blocks {
        for seat in Seat::ALL {
            let mut players = BySeat::from_fn(|other| if other == seat { one() } else { two() });
            let dealer = Seat::cyclic(block as usize);
            let winner = play_match(rules, dealer, &mut players, u64::from(block));
            won += u32::from(winner == Some(seat));
        }
    }
    f64::from(won) / f64::from(3 * blocks)
}
