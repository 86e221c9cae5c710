//! What `bench` times of the exact solver: random deals, one against two, solved to the end.

use std::hint::black_box;
use std::time::{Duration, Instant};

use threehand_bots::solver::{Aim, OneAgainstTwo, Position};
use threehand_engine::{BySeat, Seat, Trick, Trump, below};

use crate::seeds::Seeds;

/// Deals of one size.
const DEALS: u64 = 300;
/// How often each is solved: the best time counts.
pub const ROUNDS: usize = 5;
/// The match numbers of their cards start here.
const FIRST: u64 = 1 << 32;

/// Random deals of so many cards each, with the best time of each so far. The five trumps come
/// equally often, and anybody leads.
pub struct Solves {
    positions: Vec<Position>,
    best: Vec<Duration>,
}

impl Solves {
    /// Deals of this size, up to 17 cards each.
    pub fn new(cards: usize) -> Self {
        let seeds = Seeds(1);
        let deal = |number: u64| {
            let deck = seeds.deck(FIRST + number, cards);
            let hand = |seat: Seat| deck.cards()[seat.number() * cards..][..cards].iter().copied();
            let hands = BySeat::from_fn(|seat| hand(seat).collect());
            let leader = below(&mut seeds.bot(FIRST + number, cards, Seat::P0), 3);
            let trump = Trump::ALL[number as usize % Trump::ALL.len()];
            let trick = Trick::led_by(Seat::from_number(leader));
            Position::new(hands, trump, trick).expect("a deck gives each seat its own cards")
        };
        let positions: Vec<_> = (0..DEALS).map(deal).collect();
        let best = vec![Duration::MAX; positions.len()];
        Self { positions, best }
    }

    /// Solves each once more, by a solver that remembers nothing of the last time.
    pub fn round(&mut self) {
        let mut solver = OneAgainstTwo::new();
        for (position, best) in self.positions.iter().zip(&mut self.best) {
            solver.forget();
            let start = Instant::now();
            black_box(solver.tricks(position, Seat::P0, Aim::Many));
            *best = start.elapsed().min(*best);
        }
    }

    /// Nanoseconds a solve: the mean over the deals of the best of the rounds.
    pub fn mean(&self) -> f64 {
        let sum: Duration = self.best.iter().sum();
        sum.as_nanos() as f64 / self.best.len() as f64
    }
}
