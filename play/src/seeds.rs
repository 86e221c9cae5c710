//! Where all randomness comes from: the run's seed and plain numbers, never what happened before.

use rand::Rng;
use threehand_bots::{BotRng, bot_rng};
use threehand_engine::{Deck, Seat, Stream, below};

use crate::table::Decks;

/// The seed of a run, from which each of its streams is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds(pub u64);

/// What a stream is for, so that no two purposes ever share one.
#[derive(Clone, Copy)]
enum Purpose {
    FirstDealer = 1,
    Deck = 2,
    Bot = 3,
    Bootstrap = 4,
    Draws = 5,
    Drawn = 6,
    Opinion = 7,
    Worlds = 8,
}

impl Seeds {
    fn stream(self, purpose: Purpose, match_number: u64, place: u64) -> Stream {
        Stream::new([self.0, match_number, place, purpose as u64])
    }

    /// Who deals first in a match, under every line-up.
    pub fn first_dealer(self, match_number: u64) -> Seat {
        Seat::cyclic(below(&mut self.stream(Purpose::FirstDealer, match_number, 0), 3))
    }

    /// The deck of a hand: the same under every line-up and every rule variant.
    pub fn deck(self, match_number: u64, hand: usize) -> Deck {
        Deck::shuffled(&mut self.stream(Purpose::Deck, match_number, hand as u64))
    }

    /// The decks of a match, each shuffled when it is first asked for.
    pub fn decks(self, match_number: u64) -> Decks {
        Decks::new(self, match_number)
    }

    /// Where a block's weights in the replicates of a bootstrap come from.
    pub fn bootstrap(self, match_number: u64) -> Stream {
        self.stream(Purpose::Bootstrap, match_number, 0)
    }

    /// Which blocks a run draws from a pool.
    pub fn draws(self, run: u64) -> Stream {
        self.stream(Purpose::Draws, run, 0)
    }

    /// Where the weights of the block that a run draws at this place come from.
    pub fn drawn(self, run: u64, place: u64) -> Stream {
        self.stream(Purpose::Drawn, run, place)
    }

    /// The generator of the bot that sits there under this line-up; it never moves a card.
    pub fn bot(self, match_number: u64, lineup: usize, seat: Seat) -> BotRng {
        let place = 3 * lineup as u64 + seat.number() as u64;
        generator(self.stream(Purpose::Bot, match_number, place))
    }

    /// The generator of a bot that is asked for its opinion of a hand of a match.
    pub fn opinion(self, match_number: u64, lineup: usize, hand: usize) -> BotRng {
        generator(self.stream(Purpose::Opinion, match_number, place_of(lineup, hand)))
    }

    /// Where the worlds come from that fit what a seat saw of a hand, and the luck in each of them.
    pub fn worlds(self, match_number: u64, lineup: usize, hand: usize) -> Stream {
        self.stream(Purpose::Worlds, match_number, place_of(lineup, hand))
    }
}

const fn place_of(lineup: usize, hand: usize) -> u64 {
    (lineup as u64) << 32 | hand as u64
}

fn generator(mut stream: Stream) -> BotRng {
    let mut seed = [0; 32];
    stream.fill_bytes(&mut seed);
    bot_rng(seed)
}
