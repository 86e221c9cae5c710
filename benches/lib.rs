//! What the benchmarks share: hands of 9-2-5 to start from.

use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{self, Action};
use threehand_engine::{Deal, Deck, Game, Hand, Legal, Seat, Stream, below};

/// The `n`-th hand of a fixed row, the second of a match, so that it has a bleed.
pub fn bled_hand(n: u64) -> nine_two_five::Hand {
    let rules = NineTwoFive::default();
    let mut rng = Stream::new([n, 0, 0, 0]);
    let first = rules.first_standing(Seat::P0);
    let deal = Deal::new(Deck::shuffled(&mut rng), rules.hand_sizes(&first));
    let mut hand = rules.start(&first, &deal);
    play_randomly(&mut hand, &mut rng, |_| false);
    let standing = hand.outcome().expect("the hand was played out").standing;
    rules.start(&standing, &Deal::new(Deck::shuffled(&mut rng), rules.hand_sizes(&standing)))
}

/// The same at the first lead.
pub fn at_first_lead(n: u64) -> nine_two_five::Hand {
    let mut hand = bled_hand(n);
    let mut rng = Stream::new([n, 1, 0, 0]);
    play_randomly(&mut hand, &mut rng, |hand| {
        matches!(hand.legal(), nine_two_five::Legal::Play(_))
    });
    hand
}

/// Plays uniformly at random until the hand is over or `stop` says so.
pub fn play_randomly(
    hand: &mut nine_two_five::Hand,
    rng: &mut Stream,
    stop: impl Fn(&nine_two_five::Hand) -> bool,
) {
    while hand.turn().is_some() && !stop(hand) {
        let legal = hand.legal();
        let action: Action = legal.nth(below(rng, legal.len()));
        hand.play_unchecked(action);
    }
}
