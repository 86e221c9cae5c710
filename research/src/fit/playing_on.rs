//! Fits what things weigh for `heuristic` at 9-2-5 by playing on.
//!
//! At decisions of matches under given contracts every choice is played on to the end of the hand. What
//! it comes to are the points of that hand, and what its results bring in the next by the bleed: that is
//! regressed beforehand on results of hands. What came beyond what the weights foretell is regressed on
//! the features of the choice, and the weights are changed by that; by how much, matches kept apart say.

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::games::nine_two_five::Heuristic;
use threehand_bots::games::nine_two_five::heuristic::choices;
use threehand_bots::games::nine_two_five::heuristic::weights::{KINDS, Weights};
use threehand_bots::{Bot as _, BotRng, play_out};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Hand};
use threehand_engine::{Hand as _, Seat, below};

use crate::fit::bleed::Bleed;
use crate::fit::least_squares::{Choice, Sums};
use crate::matches::{deal, first_dealer, play_match};
use crate::streams::Purpose;

/// One in so many decisions is played on from.
const RARITY: usize = 7;
/// One in so many plays of the matches is at random, so that all kinds of hands come up.
const ABSENCE: usize = 20;
/// One in so many matches is kept apart.
const KEPT_APART: u64 = 5;
/// Matches that are played before their decisions are summed up.
const BATCH: u64 = 100;
/// How small changes may be held, from little to much.
const RIDGES: [f64; 6] = [10.0, 100.0, 1e3, 1e4, 1e5, 1e6];

/// Weights, with what became of the errors in matches kept apart.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// Decisions that were played on from.
    pub decisions: u64,
    /// The squared errors of the matches kept apart, before and after.
    pub errors: [f64; 2],
}

/// Fits the weights over so many matches of players that start with these.
pub fn fit(rules: &NineTwoFive, weights: &Weights, matches: u64) -> Fitted {
    let bleed = Bleed::of(rules, weights, matches);
    let fresh = || KINDS.map(|places| Sums::new(places.len()));
    let [mut seen, mut kept_apart] = [fresh(), fresh()];
    for batch in (0..matches).step_by(BATCH as usize) {
        let of_match = |number| decisions(rules, weights, &bleed, number);
        let numbers = batch..(batch + BATCH).min(matches);
        let played: Vec<_> = numbers.clone().into_par_iter().map(of_match).collect();
        for (number, decisions) in numbers.zip(played) {
            let sums = if number % KEPT_APART == 0 { &mut kept_apart } else { &mut seen };
            for (kind, choices) in decisions {
                sums[kind].add(&choices);
            }
        }
    }
    let mut fitted = Fitted { weights: *weights, decisions: 0, errors: [0.0; 2] };
    for ((places, seen), apart) in KINDS.into_iter().zip(&seen).zip(&kept_apart) {
        let still = vec![0.0; places.len()];
        let changes = RIDGES.map(|ridge| seen.change(ridge)).into_iter().chain([still.clone()]);
        let with_errors = changes.map(|change| (apart.errors(&change), change));
        let best = with_errors.min_by(|a, b| a.0.total_cmp(&b.0));
        let (errors, change) = best.expect("there are ridges");
        for (weight, by) in fitted.weights[places].iter_mut().zip(change) {
            *weight += by as f32;
        }
        fitted.errors[0] += apart.errors(&still);
        fitted.errors[1] += errors;
        fitted.decisions += seen.decisions() + apart.decisions();
    }
    fitted
}

/// A choice as the bot sees it: what it does, with its features.
type Seen = (Action, Vec<(usize, f32)>);

/// The decisions of a match that are played on from: of which kind, and its choices.
fn decisions(
    rules: &NineTwoFive,
    weights: &Weights,
    bleed: &Bleed,
    number: u64,
) -> Vec<(usize, Vec<Choice>)> {
    let mut bot = Heuristic::weighing(weights);
    let mut rng = Purpose::OrderLuck.generator(number, 0);
    let mut found = Vec::new();
    play_match(rules, first_dealer(number), |hand_number, standing| {
        let mut hand = deal(rules, standing, Purpose::OrderDecks.deck(number, hand_number));
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            if below(&mut rng, RARITY) == 0 {
                let seen = choices(&view);
                if seen.len() > 1 {
                    found.push(played_on(weights, bleed, &hand, seat, seen));
                }
            }
            let absent = below(&mut rng, ABSENCE) == 0;
            let action =
                if absent { view.any_legal(&mut rng) } else { bot.decide(&view, &mut rng) };
            hand.play(action).expect("bots play legal actions");
        }
        hand.outcome().expect("nobody is to move")
    });
    found
}

/// Plays on after each choice to the end of the hand.
fn played_on(
    weights: &Weights,
    bleed: &Bleed,
    hand: &Hand,
    seat: Seat,
    seen: Vec<Seen>,
) -> (usize, Vec<Choice>) {
    let first = seen[0].1.first().map_or(0, |&(place, _)| place);
    let kind = KINDS.iter().position(|places| places.contains(&first)).expect("a place of a kind");
    let of_choice = |(action, mut features): Seen| {
        let foretold: f32 = features.iter().map(|&(place, amount)| weights[place] * amount).sum();
        for (place, _) in &mut features {
            *place -= KINDS[kind].start;
        }
        let mut bot = Heuristic::weighing(weights);
        // The same for every choice.
        let mut rng = BotRng::seed_from_u64(0);
        let mut hand = hand.clone();
        hand.play(action).expect("a choice is legal");
        let end = play_out(&mut hand, |_, view| bot.decide(view, &mut rng));
        let points = f64::from(end.points[seat]) + bleed.brings(&end.standing, seat);
        Choice { features, beyond: points - f64::from(foretold) }
    };
    (kind, seen.into_iter().map(of_choice).collect())
}
