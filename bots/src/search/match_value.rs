//! What the end of a hand is worth: the chance to win the match from there.
//!
//! P(seat wins) = exp(u(seat)) / Σ exp(u), with u linear in what the standing holds. The
//! coefficients maximise the likelihood of who won 24,000 matches of three `heuristic` players
//! who err now and then, over the standings after all their hands.

use threehand_engine::games::{
    NineTwoFive, ThreeKings, ThreeLeggedKitty, nine_two_five, three_kings, three_legged_kitty,
};
use threehand_engine::{BySeat, Game, Outcome, Seat, Standing};

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
    /// What speaks for each seat in an unfinished match, as the logarithm of its odds.
    fn promise(standing: &Self::Standing) -> BySeat<f64>;

    /// Each seat's chance to win the match after this hand.
    fn chances(outcome: &Outcome<Self::Standing>) -> BySeat<f64> {
        let standing = &outcome.standing;
        let weights = if outcome.over {
            let best = Seat::ALL.map(|seat| standing.placing(seat)).into_iter().max();
            BySeat::from_fn(|seat| f64::from(u8::from(Some(standing.placing(seat)) == best)))
        } else {
            let promise = Self::promise(standing);
            let most = promise.0.into_iter().fold(f64::NEG_INFINITY, f64::max);
            promise.map(|promise| (promise - most).exp())
        };
        let sum: f64 = weights.0.iter().sum();
        weights.map(|weight| weight / sum)
    }
}

impl MatchValue for NineTwoFive {
    /// The points of the last hand count again: who was over his contract gives in the next.
    fn promise(standing: &nine_two_five::Standing) -> BySeat<f64> {
        let scores = standing.scores();
        let farthest = scores.0.iter().map(|score| score.abs()).max().unwrap_or(0);
        let nearness = 1.0 / f64::from((15 - farthest).max(0) + 8);
        BySeat::from_fn(|seat| {
            let delta = standing.deltas().map_or(0.0, |deltas| f64::from(deltas[seat]));
            f64::from(scores[seat]) * (0.0091 + 1.0397 * nearness)
                + delta * (0.1363 + 0.5626 * nearness)
        })
    }
}

impl MatchValue for ThreeLeggedKitty {
    fn promise(standing: &three_legged_kitty::Standing) -> BySeat<f64> {
        let scores = standing.scores();
        let most = scores.0.into_iter().max().unwrap_or(0);
        let nearness = 1.0 / f64::from((30 - most).max(0) + 10);
        scores.map(|score| f64::from(score) * (0.0688 + 1.2957 * nearness))
    }
}

impl MatchValue for ThreeKings {
    fn promise(standing: &three_kings::Standing) -> BySeat<f64> {
        let (scores, game_points) = (standing.scores(), standing.match_scores());
        BySeat::from_fn(|seat| {
            let (won, last_set) = (f64::from(game_points[seat]), game_points[seat] == 2);
            let score = f64::from(scores[seat]);
            let a_point = 0.1032 + 0.0116 * won + if last_set { 0.0147 } else { 0.0 };
            let penalty = 0.05 * f64::from(standing.pending()[seat]);
            0.8726 * won + if last_set { 0.2789 } else { 0.0 } + score * a_point + penalty
        })
    }
}
