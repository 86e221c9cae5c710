//! Points, scores and winners in words.

use threehand_engine::{BySeat, Seat};
use threehand_play::StandingRow;

/// `+3`, `0` or `−3`.
pub(crate) fn signed(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        _ if points < 0 => format!("−{}", points.unsigned_abs()),
        _ => format!("+{points}"),
    }
}

/// The points of all seats: `+3 0 −3`.
pub(crate) fn all_signed(points: BySeat<i32>) -> String {
    points.map(signed).0.join(" ")
}

/// Each seat's score, with its game points where the game has them.
pub(crate) fn scores_text(standing: &StandingRow) -> BySeat<String> {
    let scores = standing.scores.map(signed);
    match standing.game_points {
        None => scores,
        Some(points) => BySeat::from_fn(|seat| match points[seat] {
            1 => format!("{}, 1 game point", scores[seat]),
            count => format!("{}, {count} game points", scores[seat]),
        }),
    }
}

/// The winner of a match that ends with this standing; `None` if the match is shared.
pub(crate) fn winner(standing: &StandingRow) -> Option<Seat> {
    match standing.leaders()[..] {
        [winner] => Some(winner),
        _ => None,
    }
}
