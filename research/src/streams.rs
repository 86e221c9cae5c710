//! Where the randomness of the studies comes from.

use rand::SeedableRng;
use threehand_bots::BotRng;
use threehand_engine::{BySeat, Deck, Stream};

/// What streams are for. No two purposes share a number, so nothing is measured with the cards that
/// something was chosen by.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub enum Purpose {
    /// The decks of `one-against-two`.
    DuelDecks = 17,
    /// The decks of `gain`.
    GainDecks = 18,
    /// The bots of `one-against-two` and of `gain`.
    Luck = 19,
    /// The decks of the matches whose standings `kings-weights` starts from.
    StandingDecks = 20,
    /// The decks by which `kings-weights` moves the weights.
    WeightDecks = 21,
    /// The decks of the matches that show what new weights are worth.
    TrialDecks = 22,
    /// The bots of the matches in which `regret` finds its decisions.
    RegretLuck = 24,
    /// The decks of those matches.
    RegretDecks = 25,
    /// The judge of `regret`, and the bots that are judged.
    Judgement = 26,
    /// The bots of `forecast`.
    ForecastLuck = 29,
    /// The decks of `forecast`.
    ForecastDecks = 31,
    /// The bots that play on after a call, to see what it brings.
    ForecastTrials = 37,
    /// The decks of the matches by which `order-weights` fits.
    OrderDecks = 40,
    /// The decks by which it learns what the bleed brings.
    BleedDecks = 41,
    /// The bots of those matches.
    OrderLuck = 42,
    /// By how much `order-weights` moves the weights that it is to find again.
    OrderStart = 43,
    /// The decks of `nulls`.
    NullDecks = 44,
    /// The bots of its matches, and the worlds that they look into.
    NullLuck = 45,
    /// The bots that play on from its calls.
    NullTrials = 46,
    /// The decks that `train` learns from.
    TrainDecks = 60,
    /// The bots of those matches, and the rules.
    TrainLuck = 61,
    /// The decks and bots of the trials of what it has learned.
    TrainTrial = 62,
    /// The decks of `equity`.
    EquityDecks = 0x6d61_7463_6876,
}

impl Purpose {
    /// The deck of a hand of a match.
    pub fn deck(self, match_number: u64, hand: u64) -> Deck {
        Deck::shuffled(&mut Stream::new([self as u64, match_number, hand, 0]))
    }

    /// The generator of this number and place.
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
