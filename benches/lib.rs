//! What the benchmarks share: hands to start from, of any game.

use threehand_engine::{Deck, Game, Hand, Legal, Outcome, Seat, Stream, below};

/// The `n`-th hand of a fixed row, as dealt; the second of a match, so that what crosses from hand
/// to hand is there.
pub fn second_hand<G: Game>(n: u64) -> G::Hand {
    let rules = G::default();
    let mut rng = Stream::new([n, 0, 0, 0]);
    let mut standing = rules.first_standing(Seat::P0);
    let first = deal(&rules, &standing, &mut rng);
    let Outcome { standing: next, over, .. } = first.play_out(&mut rng);
    if !over {
        standing = next;
    }
    deal(&rules, &standing, &mut rng)
}

fn deal<G: Game>(rules: &G, standing: &G::Standing, rng: &mut Stream) -> G::Hand {
    rules.start(standing, &rules.deal(standing, &Deck::shuffled(rng)))
}

/// The same at the first lead; of the next hand that comes to one, where all would pass.
pub fn first_lead<G: Game>(n: u64) -> G::Hand {
    let mut hand = second_hand::<G>(n);
    let mut rng = Stream::new([n, 1, 0, 0]);
    while hand.turn().is_some() {
        if hand.legal().nth(0).to_string().starts_with("play ") {
            return hand;
        }
        play_any(&mut hand, &mut rng);
    }
    first_lead::<G>(n + 1_000_000)
}

/// Plays any legal action.
pub fn play_any<H: Hand>(hand: &mut H, rng: &mut impl rand::Rng) {
    let legal = hand.legal();
    hand.play_unchecked(legal.nth(below(rng, legal.len())));
}
