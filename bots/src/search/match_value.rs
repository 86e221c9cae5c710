//! What the end of a hand is worth: the chance to win the match from there.
//!
//! P(seat wins) = exp(u(seat)) / Σ exp(u), with u linear in what the standing holds for the seat. The
//! weights maximise the likelihood of who won matches of three `heuristic` players who err now and
//! then, over the standings after all their hands. They lie in `match_value/`, written by
//!
//! ```text
//! cargo run --release -p threehand-bots --example match_value
//! ```
//!
//! Who deals next is left out: it is settled before the hand, so it hardly moves what to do in it, and
//! what it is worth depends on the order of the contracts. (With it the mean logarithm of the chance
//! given to who won rises from −0.851 to −0.842 in 9-2-5, and by less than 0.001 in the others.)

use threehand_engine::games::{
    NineTwoFive, ThreeKings, ThreeLeggedKitty, nine_two_five, three_kings, three_legged_kitty,
};
use threehand_engine::{BySeat, Game, Outcome, Seat, Standing};

/// The most features that a game has.
pub const MOST_FEATURES: usize = 6;

/// What a bot plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stakes {
    /// Its chance to win the match.
    Match,
    /// The points of the hand, more than the others get.
    Points,
}

impl Stakes {
    /// What the end of a hand is worth to a seat.
    pub(super) fn worth<G: MatchValue>(self, outcome: &Outcome<G::Standing>, seat: Seat) -> f64 {
        match self {
            Self::Match => G::chances(outcome)[seat],
            Self::Points => {
                let others = outcome.points[seat.left()] + outcome.points[seat.right()];
                f64::from(2 * outcome.points[seat] - others)
            }
        }
    }
}

/// A game whose standings speak of who will win.
pub trait MatchValue: Game {
    /// What speaks for a seat: a name each.
    const FEATURES: &'static [&'static str];
    /// What each of them weighs, as the logarithm of odds.
    const WEIGHTS: &'static [f64];

    /// What speaks for `seat` in an unfinished match, in the order of [`MatchValue::FEATURES`]; the
    /// rest is 0.
    fn features(standing: &Self::Standing, seat: Seat) -> [f64; MOST_FEATURES];

    /// Each seat's chance to win the match after this hand.
    fn chances(outcome: &Outcome<Self::Standing>) -> BySeat<f64> {
        let standing = &outcome.standing;
        let weights = if outcome.over {
            let best = Seat::ALL.map(|seat| standing.placing(seat)).into_iter().max();
            BySeat::from_fn(|seat| f64::from(u8::from(Some(standing.placing(seat)) == best)))
        } else {
            let promise = BySeat::from_fn(|seat| {
                let features = Self::features(standing, seat);
                let terms = features.into_iter().zip(Self::WEIGHTS);
                terms.map(|(feature, weight)| feature * weight).sum::<f64>()
            });
            let most = promise.0.into_iter().fold(f64::NEG_INFINITY, f64::max);
            promise.map(|promise| (promise - most).exp())
        };
        let sum: f64 = weights.0.iter().sum();
        weights.map(|weight| weight / sum)
    }
}

impl MatchValue for NineTwoFive {
    const FEATURES: &'static [&'static str] =
        &["score", "score near the end", "last points", "last points near the end"];
    const WEIGHTS: &'static [f64] = &include!("match_value/9-2-5.json");

    /// The points of the last hand count again: who was over his contract gives in the next.
    fn features(standing: &nine_two_five::Standing, seat: Seat) -> [f64; MOST_FEATURES] {
        let scores = standing.scores();
        let farthest = scores.0.iter().map(|score| score.abs()).max().unwrap_or(0);
        let nearness = 1.0 / f64::from((15 - farthest).max(0) + 8);
        let score = f64::from(scores[seat]);
        let last = standing.deltas().map_or(0.0, |deltas| f64::from(deltas[seat]));
        [score, score * nearness, last, last * nearness, 0.0, 0.0]
    }
}

impl MatchValue for ThreeLeggedKitty {
    const FEATURES: &'static [&'static str] = &["score", "score near the end"];
    const WEIGHTS: &'static [f64] = &include!("match_value/three-legged-kitty.json");

    fn features(standing: &three_legged_kitty::Standing, seat: Seat) -> [f64; MOST_FEATURES] {
        let scores = standing.scores();
        let most = scores.0.into_iter().max().unwrap_or(0);
        let nearness = 1.0 / f64::from((30 - most).max(0) + 10);
        let score = f64::from(scores[seat]);
        [score, score * nearness, 0.0, 0.0, 0.0, 0.0]
    }
}

impl MatchValue for ThreeKings {
    const FEATURES: &'static [&'static str] = &[
        "game points",
        "two game points",
        "points",
        "points by game points",
        "points with two",
        "pending",
    ];
    const WEIGHTS: &'static [f64] = &include!("match_value/three-kings.json");

    fn features(standing: &three_kings::Standing, seat: Seat) -> [f64; MOST_FEATURES] {
        let won = f64::from(standing.match_scores()[seat]);
        let last_set = f64::from(u8::from(standing.match_scores()[seat] == 2));
        let points = f64::from(standing.scores()[seat]);
        let pending = f64::from(standing.pending()[seat]);
        [won, last_set, points, points * won, points * last_set, pending]
    }
}
