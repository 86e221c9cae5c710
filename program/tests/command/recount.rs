//! The sums of a comparison's blocks, counted again from the rows of tournaments of the same seed: three of one bot,
//! whose line-ups are all the same, play the matches that a comparison plays. What a comparison makes of the sums is
//! checked in `block_values`.

use crate::common::tables::{Row, number, table};
use crate::common::{folder, play};

/// The rows of one match: its three seats, and its hands.
struct Played<'a> {
    seats: Vec<&'a Row>,
    hands: Vec<&'a Row>,
}

/// What a block adds to a figure that is a ratio of sums: so much, of so many.
type Count = fn(&Played<'_>) -> (f64, f64);

fn sum<'a>(rows: impl Iterator<Item = &'a &'a Row>, value: impl Fn(&Row) -> f64) -> (f64, f64) {
    rows.fold((0.0, 0.0), |(sum, n), row| (sum + value(row), n + 1.0))
}

fn in_role(played: &Played<'_>, role: &str, value: impl Fn(&Row) -> f64) -> (f64, f64) {
    sum(played.hands.iter().filter(|row| row["role"] == role), value)
}

fn won_by(played: &Played<'_>, seat: usize) -> (f64, f64) {
    (number(played.seats[seat], "won"), 1.0)
}

/// The first dealer, told by the first hand.
fn first_dealer(played: &Played<'_>) -> usize {
    played.hands[0]["dealer"].parse().unwrap()
}

/// What orders the seats, hand after hand: scores, and before them the game points where there are any.
fn scores(played: &Played<'_>) -> Vec<[f64; 3]> {
    let hands = played.hands.chunks(3);
    hands.map(|rows| [0, 1, 2].map(|seat| standing(rows[seat]))).collect()
}

fn standing(row: &Row) -> f64 {
    1000.0 * row["game_points_after"].parse().unwrap_or(0.0) + number(row, "score_after")
}

/// Who alone has the most.
fn leader(scores: &[f64; 3]) -> Option<usize> {
    (0..3).find(|&seat| (0..3).all(|other| other == seat || scores[seat] > scores[other]))
}

fn lead_changes(played: &Played<'_>) -> (f64, f64) {
    let leaders: Vec<usize> = scores(played).iter().filter_map(leader).collect();
    (leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64, 1.0)
}

fn leader_wins_after_2(played: &Played<'_>) -> (f64, f64) {
    let scores = scores(played);
    match scores.get(1).and_then(leader) {
        Some(seat) if scores.len() > 2 => won_by(played, seat),
        _ => (0.0, 0.0),
    }
}

fn comeback(played: &Played<'_>) -> (f64, f64) {
    let scores = scores(played);
    let at_half = (scores.len() / 2).checked_sub(1).map(|hand| scores[hand].map(|score| -score));
    at_half.and_then(|scores| leader(&scores)).map_or((0.0, 0.0), |seat| won_by(played, seat))
}

fn largest_swing(played: &Played<'_>) -> (f64, f64) {
    let swing = |rows: &[&Row]| {
        let points: Vec<_> = rows.iter().map(|row| number(row, "points")).collect();
        points.iter().copied().fold(f64::MIN, f64::max)
            - points.into_iter().fold(f64::MAX, f64::min)
    };
    (played.hands.chunks(3).map(swing).fold(0.0, f64::max), 1.0)
}

fn made(row: &Row) -> f64 {
    f64::from(number(row, "tricks") >= number(row, "contract"))
}

/// A Cat whose contract was made has points.
fn cat_made(row: &Row) -> f64 {
    f64::from(number(row, "points") > 0.0)
}

const COMMON: [(&str, Count); 9] = [
    ("won_seat_0", |played| won_by(played, 0)),
    ("won_seat_2", |played| won_by(played, 2)),
    ("won_first_dealer", |played| won_by(played, first_dealer(played))),
    ("won_first_left", |played| won_by(played, (first_dealer(played) + 1) % 3)),
    ("hands", |played| (number(played.seats[0], "hands"), 1.0)),
    ("lead_changes", lead_changes),
    ("leader_wins_after_2", leader_wins_after_2),
    ("comeback", comeback),
    ("largest_swing", largest_swing),
];

const NINE: [(&str, Count); 6] = [
    ("points_dealer", |played| in_role(played, "dealer", |row| number(row, "points"))),
    ("points_right", |played| in_role(played, "right", |row| number(row, "points"))),
    ("made_dealer", |played| in_role(played, "dealer", made)),
    ("made_left", |played| in_role(played, "left", made)),
    ("ended_top", |played| (reached(played, |score| score >= 15.0), 1.0)),
    ("ended_bottom", |played| (reached(played, |score| score <= -15.0), 1.0)),
];

const KITTY: [(&str, Count); 5] = [
    ("points_cat", |played| in_role(played, "cat", |row| number(row, "points"))),
    ("points_left", |played| in_role(played, "left", |row| number(row, "points"))),
    ("made_cat", |played| in_role(played, "cat", cat_made)),
    ("number_bid", |played| {
        in_role(played, "cat", |row| {
            row["contract"].trim_end_matches(char::is_alphabetic).parse().unwrap()
        })
    }),
    ("passed_out", |played| {
        sum(played.hands.iter().step_by(3), |row| f64::from(row["role"] == "out"))
    }),
];

const KINGS: [(&str, Count); 2] = [
    ("points_lead", |played| in_role(played, "lead", |row| number(row, "points"))),
    ("points_right", |played| in_role(played, "right", |row| number(row, "points"))),
];

fn reached(played: &Played<'_>, end: impl Fn(f64) -> bool) -> f64 {
    f64::from(played.seats.iter().any(|row| end(number(row, "score"))))
}

/// Plays two variants as tournaments and as a comparison, and counts the sums of all blocks again.
fn check(game: &str, rules: [&str; 2], bot: &str, own: &[(&str, Count)]) {
    const BLOCKS: usize = 40;
    let dir = folder(game);
    let common = format!("--game {game} --blocks {BLOCKS} --seed 3");
    let mut variants = Vec::new();
    let mut rows = Vec::new();
    for (number, rules) in rules.into_iter().enumerate() {
        let flag = if rules.is_empty() { String::new() } else { format!("--rules {rules}") };
        let run = format!("tournament {common} --bots {bot},{bot},{bot} {flag}");
        let run = play(dir.join(number.to_string()), &run);
        let first = |row: &Row| row["lineup"] == "0";
        let read = |file: &str| table(run.join(file)).into_iter().filter(first).collect::<Vec<_>>();
        rows.push((read("matches.csv"), read("hands.csv")));
        let options: String =
            rules.split_terminator(',').map(|option| format!(":{option}")).collect();
        variants.push(format!("{game}{options}"));
    }
    let compare = format!("compare {common} --variants {} --bots {bot}", variants.join(","));
    let study = play(dir.join("study"), &format!("{compare} --block-values"));
    let values = table(study.join("block_values.csv"));
    for (matches, hands) in &rows {
        let variant = &matches[0]["variant"];
        for (measure, count) in COMMON.iter().chain(own) {
            let is_of = |row: &&Row| row["variant"] == *variant && row["measure"] == *measure;
            let sums: Vec<&Row> = values.iter().filter(is_of).collect();
            assert_eq!(sums.len(), BLOCKS, "{variant} {measure}");
            // Wins are counted in sixths.
            let of_wins = ["won_", "leader_wins_", "comeback"];
            let scale = if of_wins.iter().any(|of| measure.starts_with(of)) { 6.0 } else { 1.0 };
            for (block, sums) in sums.into_iter().enumerate() {
                let mine = |row: &&Row| row["match"] == block.to_string();
                let played = Played {
                    seats: matches.iter().filter(mine).collect(),
                    hands: hands.iter().filter(mine).collect(),
                };
                let (x, n) = count(&played);
                let due = (scale * x, scale * n);
                assert_eq!((number(sums, "sum_x"), number(sums, "n")), due, "{measure}: {sums:?}");
            }
        }
    }
}

#[test]
fn the_sums_of_blocks_are_those_of_the_rows_of_a_tournament() {
    check("9-2-5", ["", "contracts=9-5-2,bleed_cap=free"], "greedy:epsilon=0.1", &NINE);
    let kitty = ["", "opening_cost=flat_one"];
    check("three-legged-kitty", kitty, "heuristic:epsilon=0.1", &KITTY);
    check("three-kings", ["", "melds=all,pending=worst"], "random", &KINGS);
}
