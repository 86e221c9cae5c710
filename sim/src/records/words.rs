//! How scores and results are worded.

use threehand_engine::{BySeat, Seat, Standing};

/// `+3`, `0` or `−3`.
pub(crate) fn signed(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        _ if points < 0 => format!("−{}", points.unsigned_abs()),
        _ => format!("+{points}"),
    }
}

/// Each seat's score, with its game points where the game has them.
pub(crate) fn scores_text(standing: &impl Standing) -> BySeat<String> {
    let scores = standing.scores().map(signed);
    match standing.game_points() {
        None => scores,
        Some(points) => BySeat::from_fn(|seat| match points[seat] {
            1 => format!("{}, 1 game point", scores[seat]),
            count => format!("{}, {count} game points", scores[seat]),
        }),
    }
}

/// The seats that stand ahead of all others at the end of a match.
pub(crate) fn ahead(standing: &impl Standing) -> Vec<Seat> {
    let best = Seat::ALL.map(|seat| standing.placing(seat)).into_iter().max();
    Seat::ALL.into_iter().filter(|&seat| Some(standing.placing(seat)) == best).collect()
}

/// Who wins a match that ends with this standing.
pub(crate) fn winner_text(standing: &impl Standing) -> String {
    match ahead(standing)[..] {
        [winner] => format!("Seat {winner} wins the match."),
        _ => "The match is shared.".to_owned(),
    }
}
