//! What results of a hand of 9-2-5 bring in the next, by the bleed.

use rand::SeedableRng as _;
use rayon::prelude::*;
use threehand_bots::games::nine_two_five::Heuristic;
use threehand_bots::games::nine_two_five::heuristic::weights::Weights;
use threehand_bots::{Bot as _, BotRng, play_out};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::Standing;
use threehand_engine::{Seat, Standing as _};

use crate::fit::least_squares::solve;
use crate::matches::{deal, first_dealer, play_match};
use crate::streams::Purpose;

/// A constant; and for each role of the next hand by how much its player was over and under, and the
/// squares.
const FEATURES: usize = 13;
/// Over and under hang together; so little holds the weights small.
const RIDGE: f64 = 1e-3;

/// What each role of a hand scores, by the results of the hand before.
#[derive(Clone, Debug)]
pub struct Bleed {
    weights: [Vec<f64>; 3],
}

impl Bleed {
    /// As three players by these weights score in so many matches.
    pub fn of(rules: &NineTwoFive, weights: &Weights, matches: u64) -> Self {
        let of_match = |number| {
            let mut bot = Heuristic::weighing(weights);
            let mut rng = BotRng::seed_from_u64(number);
            let mut hands = Vec::new();
            play_match(rules, first_dealer(number), |hand, standing| {
                let deck = Purpose::BleedDecks.deck(number, hand);
                let end = play_out(&mut deal(rules, standing, deck), |_, view| {
                    bot.decide(view, &mut rng)
                });
                if let Some(features) = features(standing) {
                    hands.push((features, standing.dealer().around().map(|seat| end.points[seat])));
                }
                end
            });
            hands
        };
        let hands: Vec<_> = (0..matches).into_par_iter().map(of_match).collect();
        let mut products = vec![vec![0.0; FEATURES]; FEATURES];
        let mut slopes = [0, 1, 2].map(|_| vec![0.0; FEATURES]);
        for (features, points) in hands.iter().flatten() {
            for (row, a) in features.iter().enumerate() {
                for (column, b) in features.iter().enumerate() {
                    products[row][column] += a * b;
                }
                for (slopes, &points) in slopes.iter_mut().zip(points) {
                    slopes[row] += a * f64::from(points);
                }
            }
        }
        for (place, row) in products.iter_mut().enumerate() {
            row[place] += RIDGE;
        }
        Self { weights: slopes.map(|slopes| solve(products.clone(), slopes)) }
    }

    /// What the player in this seat is to score in the hand that follows.
    pub fn brings(&self, standing: &Standing, seat: Seat) -> f64 {
        let role = seat.steps_from(standing.dealer());
        let features = features(standing).unwrap_or([0.0; FEATURES]);
        features.iter().zip(&self.weights[role]).map(|(feature, weight)| feature * weight).sum()
    }
}

/// What speaks for scores in the hand that starts so; `None` if nothing was played before.
fn features(standing: &Standing) -> Option<[f64; FEATURES]> {
    let deltas = standing.deltas()?;
    let mut features = [1.0; FEATURES];
    for seat in Seat::ALL {
        let delta = f64::from(deltas[seat]);
        let (over, under) = (delta.max(0.0), (-delta).max(0.0));
        let first = 1 + 4 * seat.steps_from(standing.dealer());
        features[first..first + 4].copy_from_slice(&[over, under, over * over, under * under]);
    }
    Some(features)
}
