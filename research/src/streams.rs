//! The random streams of the studies.

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_engine::{BySeat, Deck, Stream};

/// The purpose of a stream. Each has its own number, so no study measures with cards that it chose by.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub enum Purpose {
    /// The decks of `one-against-two`.
    DuelDecks = 17,
    /// The decks of `counter`.
    CounterDecks = 18,
    /// The bots of `one-against-two` and of `counter`.
    Luck = 19,
    /// The bots of `exploit`.
    Exploit = 20,
    /// The decks of `train`.
    TrainDecks = 60,
    /// The bots of those matches, and the rules.
    TrainLuck = 61,
    /// The decks of the trials of `train`.
    TrainTrial = 62,
}

impl Purpose {
    /// The deck of a hand of a match.
    pub fn deck(self, match_number: u64, hand: u64) -> Deck {
        Deck::shuffled(&mut Stream::new([self as u64, match_number, hand, 0]))
    }

    /// A generator for this number and place.
    pub fn generator(self, number: u64, place: u64) -> BotRng {
        BotRng::from_rng(&mut Stream::new([self as u64, number, place, 0]))
    }

    /// A generator for each seat, for this number and place.
    pub fn generators(self, number: u64, place: u64) -> BySeat<BotRng> {
        BySeat::from_fn(|seat| {
            let key = [self as u64, number, place, seat.number() as u64];
            BotRng::from_rng(&mut Stream::new(key))
        })
    }
}
