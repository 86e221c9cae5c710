//! What `bench` times of the exact solvers: random deals, solved to the end with all cards open.

use std::hint::black_box;
use std::time::{Duration, Instant};

use threehand_bots::games::three_kings::endgame as three_kings_endgame;
use threehand_bots::games::three_legged_kitty::Heuristic as KittyHeuristic;
use threehand_bots::solver::{Aim, Aims, DoubleDummy, MaxN, Position};
use threehand_bots::{Bot as _, BotRng, Lab, Random, Registry as _};
use threehand_engine::games::{
    NineTwoFive, ThreeKings, ThreeLeggedKitty, three_kings, three_legged_kitty,
};
use threehand_engine::{BySeat, Deal, Game, Hand, Seat, Trick, Trump, View, below};

use crate::play::seeds::Seeds;

/// Deals of one size.
const DEALS: u64 = 300;
/// How often each is solved: the best time counts.
pub(super) const ROUNDS: usize = 5;
/// The match numbers of their cards start here.
const FIRST: u64 = 1 << 32;

/// A question put to a solver for each of a row of random deals, with the best time of each so far.
pub(super) struct Solves {
    /// What is asked, as `bench` names it.
    pub bench: String,
    /// The game whose hands are like these.
    pub game: &'static str,
    /// Solves the deal of this number by a solver that remembers nothing, and says how long it took.
    solve: Box<dyn FnMut(usize) -> Duration>,
    best: Vec<Duration>,
}

impl Solves {
    /// All questions.
    pub(super) fn all() -> Vec<Self> {
        let sizes = [6, 8, 10].map(|cards| Self::tricks(cards, Aim::Many));
        let few = Self::tricks(10, Aim::Few);
        let asked = [few, Self::takes(10), Self::contract(), Self::max_n(7)];
        let kings = [3, 5, 6].map(Self::kings);
        sizes.into_iter().chain(asked).chain(kings).collect()
    }

    fn new(
        bench: String,
        game: &'static str,
        solve: impl FnMut(usize) -> Duration + 'static,
    ) -> Self {
        Self { bench, game, solve: Box::new(solve), best: vec![Duration::MAX; DEALS as usize] }
    }

    /// What the Cat leads to the first trick, decided by `pimc` over 100 worlds.
    fn contract() -> Self {
        let hands: Vec<_> = (0..DEALS).map(first_lead).collect();
        let lab = Lab::standard();
        Self::new("decision/first lead".to_owned(), ThreeLeggedKitty::NAME, move |deal| {
            let hand = &hands[deal];
            let mut bot = lab.bots().make("pimc:worlds=100").expect("a spec");
            let cat = hand.turn().expect("the Cat is to lead");
            let mut rng = Seeds(1).bot(FIRST + deal as u64, 0, cat);
            timed(|| bot.decide(&hand.view(cat), &mut rng))
        })
    }

    /// How many tricks the one gets against two, who is after many or, in Null, after few.
    fn tricks(cards: usize, aim: Aim) -> Self {
        let null = if aim == Aim::Few { "/null" } else { "" };
        let positions = positions(cards, aim == Aim::Few);
        let mut solver = DoubleDummy::new();
        Self::new(format!("solve/{cards}{null}"), ThreeLeggedKitty::NAME, move |deal| {
            solver.forget();
            timed(|| solver.tricks(&positions[deal], Seat::P0, aim))
        })
    }

    /// Whether he gets so many, from one trick to all by turns.
    fn takes(cards: usize) -> Self {
        let positions = positions(cards, false);
        let mut solver = DoubleDummy::new();
        Self::new(format!("solve/{cards}/made"), ThreeLeggedKitty::NAME, move |deal| {
            solver.forget();
            let least = (deal / Trump::ALL.len() % cards + 1) as u8;
            timed(|| solver.takes(&positions[deal], Seat::P0, Aim::Many, least))
        })
    }

    /// How the tricks are shared where each seat is after as many as it can get.
    fn max_n(cards: usize) -> Self {
        let positions = positions(cards, false);
        let aims = Aims::tricks(cards);
        let mut solver = MaxN::new();
        Self::new(format!("solve/{cards}"), NineTwoFive::NAME, move |deal| {
            solver.forget();
            timed(|| solver.tricks(&positions[deal], &aims))
        })
    }

    /// How phase 2 ends with so many cards left to each, where each seat is after points.
    fn kings(cards: usize) -> Self {
        let hands: Vec<_> = (0..DEALS).map(|number| kings_hand(number, cards)).collect();
        let mut solver = three_kings_endgame::Solver::new();
        Self::new(format!("solve/{cards}"), ThreeKings::NAME, move |deal| {
            solver.forget();
            timed(|| solver.end(&hands[deal]))
        })
    }

    /// Solves each deal once more.
    pub(super) fn round(&mut self) {
        for (deal, best) in self.best.iter_mut().enumerate() {
            *best = (self.solve)(deal).min(*best);
        }
    }

    /// Nanoseconds a solve, of the best of the rounds: the mean over the deals, and their median.
    pub(super) fn mean_and_median(&self) -> (f64, f64) {
        let sum: Duration = self.best.iter().sum();
        let mut sorted = self.best.clone();
        sorted.sort_unstable();
        let median = sorted[sorted.len() / 2];
        (sum.as_nanos() as f64 / self.best.len() as f64, median.as_nanos() as f64)
    }
}

fn timed<T>(solve: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(solve());
    start.elapsed()
}

/// Deals of so many cards each, up to 17. Anybody leads; the five trumps come equally often, unless
/// there is to be none.
fn positions(cards: usize, plain: bool) -> Vec<Position> {
    let seeds = Seeds(1);
    let deal = |number: u64| {
        let deck = seeds.deck(FIRST + number, cards);
        let hand = |seat: Seat| deck.cards()[seat.number() * cards..][..cards].iter().copied();
        let hands = BySeat::from_fn(|seat| hand(seat).collect());
        let leader = below(&mut seeds.bot(FIRST + number, cards, Seat::P0), 3);
        let trump =
            if plain { Trump::None } else { Trump::ALL[number as usize % Trump::ALL.len()] };
        let trick = Trick::led_by(Seat::from_number(leader));
        Position::new(hands, trump, trick).expect("a deck gives each seat its own cards")
    };
    (0..DEALS).map(deal).collect()
}

/// A hand of Three-Legged Kitty whose auction and exchange `heuristic` has gone through.
fn first_lead(number: u64) -> three_legged_kitty::Hand {
    brought::<ThreeLeggedKitty>(
        number,
        0,
        |hand| matches!(hand.legal(), three_legged_kitty::Legal::Play(_)),
        |view, rng| KittyHeuristic.decide(view, rng),
    )
}

/// A hand of Three Kings at the first lead at which each seat has so many cards of phase 2, brought
/// there by any legal actions.
fn kings_hand(number: u64, cards: usize) -> three_kings::Hand {
    let there = |hand: &three_kings::Hand| {
        let view = hand.view(Seat::P0);
        let level = Seat::ALL.iter().all(|&seat| view.hand_size(seat) == cards);
        view.stock_len() == 0 && level && view.trick().is_empty()
    };
    brought::<ThreeKings>(number, cards, there, |view, rng| Random.decide(view, rng))
}

/// The first hand of a match that comes to be `there` as all seats act like this, of those that are
/// dealt for `number` and these `cards`.
fn brought<G: Game>(
    number: u64,
    cards: usize,
    there: impl Fn(&G::Hand) -> bool,
    act: impl Fn(&View<'_, G>, &mut BotRng) -> G::Action,
) -> G::Hand {
    let seeds = Seeds(1);
    let rules = G::default();
    let standing = rules.first_standing(Seat::P0);
    for again in 0.. {
        let number = FIRST + number + again * DEALS;
        let mut rng = seeds.bot(number, cards, Seat::P0);
        let deal = Deal::new(seeds.deck(number, cards), rules.hand_sizes(&standing));
        let mut hand = rules.start(&standing, &deal);
        while let Some(seat) = hand.turn() {
            if there(&hand) {
                return hand;
            }
            let action = act(&hand.view(seat), &mut rng);
            hand.play_unchecked(action);
        }
    }
    unreachable!("sooner or later a hand gets there")
}
