//! Points, scores and the ends of matches in words.

use threehand_engine::BySeat;
use threehand_engine::record::Record;
use threehand_play::{DynHand, StandingRow};

use crate::terminal::shown::shown;

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

/// The end of a match with a recorded hand, as in `seat 1 wins the match`; `None` if the match goes on.
pub(crate) fn match_end(record: &Record, hand: &dyn DynHand) -> Option<String> {
    if let Some(forfeit) = &record.forfeit {
        let (seat, reason) = (forfeit.seat, shown(&forfeit.reason));
        return Some(format!("seat {seat} forfeits the match: {reason}"));
    }
    match hand.end() {
        Some(end) if end.over => Some(match end.standing.leaders()[..] {
            [winner] => format!("seat {winner} wins the match"),
            _ => "the match is shared".to_owned(),
        }),
        _ => record.truncated.then(|| "the cap on hands ends the match".to_owned()),
    }
}
