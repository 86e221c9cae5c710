//! What benchmarks time of the exact solvers: random deals, solved to the end with all cards open.

use std::hint::black_box;
use std::time::{Duration, Instant};

use threehand_engine::{BySeat, Deck, Game, Hand as _, Seat, Trick, Trump, below};

use super::Position;
use crate::bot::{Bot, BotRng};

/// Where the decks of trials come from, and their luck: for a number and a place.
pub struct Source<'a> {
    /// A deck.
    pub deck: &'a dyn Fn(u64, usize) -> Deck,
    /// A generator.
    pub luck: &'a dyn Fn(u64, usize) -> BotRng,
}

/// A question put to a solver for each of a row of random deals.
pub struct Trial {
    /// What is asked, such as `solve/10`: one solve with ten cards each.
    pub name: String,
    /// Solves the deal of this number by a solver that remembers nothing, and says how long the
    /// solver took.
    pub solve: Box<dyn FnMut(usize) -> Duration>,
}

impl Trial {
    /// How many deals a trial has.
    pub const DEALS: usize = 300;

    /// A trial of this name.
    pub(crate) fn new(
        name: impl Into<String>,
        solve: impl FnMut(usize) -> Duration + 'static,
    ) -> Self {
        Self { name: name.into(), solve: Box::new(solve) }
    }
}

/// How long a piece of work takes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// Deals of so many cards each, up to 17. Anybody leads; the five trumps come equally often, unless
/// there is to be none.
pub(crate) fn positions(source: &Source<'_>, cards: usize, plain: bool) -> Vec<Position> {
    let deal = |number: usize| {
        let deck = (source.deck)(number as u64, cards);
        let hand = |seat: Seat| deck.cards()[seat.number() * cards..][..cards].iter().copied();
        let hands = BySeat::from_fn(|seat| hand(seat).collect());
        let leader = below(&mut (source.luck)(number as u64, cards), 3);
        let trump = if plain { Trump::None } else { Trump::ALL[number % Trump::ALL.len()] };
        let trick = Trick::led_by(Seat::cyclic(leader));
        Position::new(hands, trump, trick).expect("a deck gives each seat its own cards")
    };
    (0..Trial::DEALS).map(deal).collect()
}

/// The first hands of matches that come to be `there` as `bot` plays all seats, one for each deal
/// of a trial with these `cards`.
pub(crate) fn hands<G: Game>(
    source: &Source<'_>,
    cards: usize,
    there: impl Fn(&G::Hand) -> bool,
    mut bot: impl Bot<G>,
) -> Vec<G::Hand> {
    let rules = G::default();
    let standing = rules.first_standing(Seat::P0);
    let mut brought = |number: usize| {
        for again in 0.. {
            let number = (number + again * Trial::DEALS) as u64;
            let mut luck = (source.luck)(number, cards);
            let deal = rules.deal(&standing, &(source.deck)(number, cards));
            let mut hand = rules.start(&standing, &deal);
            while let Some(seat) = hand.turn() {
                if there(&hand) {
                    return hand;
                }
                let action = bot.decide(&hand.view(seat), &mut luck);
                hand.play_unchecked(action);
            }
        }
        unreachable!("sooner or later a hand gets there")
    };
    (0..Trial::DEALS).map(&mut brought).collect()
}
