//! What benchmarks time of the solver of Three-Legged Kitty.

use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Hand, Legal};
use threehand_engine::{Hand as _, Seat, Trump};

use super::Heuristic;
use crate::bot::BotRng;
use crate::lab::Lab;
use crate::solver::{Aim, DoubleDummy, Source, Trial, hands, positions, timed};

/// Tricks with 6, 8 and 10 cards and in Null; whether so many are taken; and a first lead.
pub(super) fn all(source: &Source<'_>) -> Vec<Trial> {
    let sizes = [6, 8, 10].map(|cards| tricks(source, cards, Aim::Many));
    let others = [tricks(source, 10, Aim::Few), takes(source, 10), first_lead(source)];
    sizes.into_iter().chain(others).collect()
}

/// How many tricks the one gets against two, who is after many or, in Null, after few.
fn tricks(source: &Source<'_>, cards: usize, aim: Aim) -> Trial {
    let null = if aim == Aim::Few { "/null" } else { "" };
    let positions = positions(source, cards, aim == Aim::Few);
    let mut solver = DoubleDummy::new();
    Trial::new(format!("solve/{cards}{null}"), move |deal| {
        solver.forget();
        timed(|| solver.tricks(&positions[deal], Seat::P0, aim))
    })
}

/// Whether he gets so many, from one trick to all by turns.
fn takes(source: &Source<'_>, cards: usize) -> Trial {
    let positions = positions(source, cards, false);
    let mut solver = DoubleDummy::new();
    Trial::new(format!("solve/{cards}/made"), move |deal| {
        solver.forget();
        let least = (deal / Trump::ALL.len() % cards + 1) as u8;
        timed(|| solver.takes(&positions[deal], Seat::P0, Aim::Many, least))
    })
}

/// What the Cat leads to the first trick, decided by `pimc` over 100 worlds, after an auction and an
/// exchange by `heuristic`.
fn first_lead(source: &Source<'_>) -> Trial {
    let there = |hand: &Hand| matches!(hand.legal(), Legal::Play(_));
    let hands = hands::<ThreeLeggedKitty>(source, 0, there, Heuristic);
    let lab = Lab::standard();
    // Luck of its own for each deal.
    let lucks: Vec<BotRng> = (0..Trial::DEALS).map(|deal| (source.luck)(deal as u64, 0)).collect();
    Trial::new("decision/first lead", move |deal| {
        let hand = &hands[deal];
        let mut bot = lab.bots().make("pimc:worlds=100").expect("a spec");
        let cat = hand.turn().expect("the Cat is to lead");
        let mut luck = lucks[deal].clone();
        timed(|| bot.decide(&hand.view(cat), &mut luck))
    })
}
