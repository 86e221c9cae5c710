//! The figures of a comparison against a plain recount of the rows of tournaments of the same
//! seed: three of one bot, whose line-ups are all the same, play the matches that a rung plays.

mod common;
#[path = "common/shares.rs"]
mod shares;

use std::collections::BTreeMap;
use std::path::Path;

use common::{folder, succeed};

type Row = BTreeMap<String, String>;

fn table(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-9 * (1.0 + expected.abs()), "{what}: {found} {expected}");
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn covariance(x: &[f64], y: &[f64]) -> f64 {
    let (mx, my) = (mean(x), mean(y));
    let products = x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my));
    products.sum::<f64>() / (x.len() as f64 - 1.0)
}

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

fn is_share(measure: &str) -> bool {
    ["won_", "made_", "ended_", "leader_wins_", "comeback"].iter().any(|of| measure.starts_with(of))
}

/// Where a figure that counts something starts; that of the matches' lengths is the shortest one.
fn least(measure: &str, matches: &[Row]) -> Option<f64> {
    match measure {
        "hands" => matches.iter().map(|row| number(row, "hands")).reduce(f64::min),
        "lead_changes" | "largest_swing" | "number_bid" => Some(0.0),
        _ => None,
    }
}

/// The ratio of sums over blocks, with what each block adds to its error: the delta method.
fn ratio(counts: &[(f64, f64)]) -> (f64, Vec<f64>) {
    let (x, n) = counts.iter().fold((0.0, 0.0), |(x, n), count| (x + count.0, n + count.1));
    let per_block = n / counts.len() as f64;
    (x / n, counts.iter().map(|(a, b)| (a - x / n * b) / per_block).collect())
}

/// Whether few blocks make an error: the squared skewness of the mean is one in twelve or more. The logarithm takes 1.5
/// times the relative error off skewness to the right.
fn rests_on_few(influences: &[f64], relative: f64) -> bool {
    let power = |power: i32| influences.iter().map(|d| d.powi(power)).sum::<f64>();
    let skewness = power(3) / power(2).powf(1.5);
    let left = if skewness > 0.0 { (skewness - 1.5 * relative).max(0.0) } else { skewness };
    left * left >= 1.0 / 12.0
}

fn error(influences: &[f64]) -> f64 {
    (covariance(influences, influences) / influences.len() as f64).sqrt()
}

/// Plays two variants as tournaments and as a comparison, and counts all figures again. Gives back how many rest on few
/// blocks.
fn check(game: &str, rules: [&str; 2], bot: &str, blocks: usize, own: &[(&str, Count)]) -> usize {
    let dir = folder(&format!("recount-{game}"));
    let variant = |rules: &str| {
        let options: String = rules.split_whitespace().map(|option| format!(":{option}")).collect();
        format!("{game}{options}")
    };
    let common = format!("--game {game} --blocks {blocks} --seed 3 -q");
    let mut names = Vec::new();
    let mut rows = Vec::new();
    for (number, rules) in rules.into_iter().enumerate() {
        let flag = if rules.is_empty() { "" } else { "--rules" };
        let out = dir.join(number.to_string());
        succeed(&format!(
            "tournament {common} --bots {bot},{bot},{bot} {flag} {} --out {}",
            rules.replace(' ', ","),
            out.display()
        ));
        let first = |row: &Row| row["lineup"] == "0";
        let read =
            |file: &str| table(&out.join(file)).into_iter().filter(first).collect::<Vec<_>>();
        rows.push((read("matches.csv"), read("hands.csv")));
        names.push(rows[number].0[0]["variant"].clone());
    }
    let study = dir.join("study");
    succeed(&format!(
        "compare {common} --variants {},{} --bots {bot} --out {}",
        variant(rules[0]),
        variant(rules[1]),
        study.display()
    ));
    let characters = table(&study.join("characters.csv"));
    let differences = table(&study.join("differences.csv"));
    let mut few = 0;
    for (measure, count) in COMMON.iter().chain(own) {
        let mut counted = Vec::new();
        for (name, (matches, hands)) in names.iter().zip(&rows) {
            let counts: Vec<_> = (0..blocks)
                .map(|block| {
                    let mine = |row: &&Row| row["match"] == block.to_string();
                    let played = Played {
                        seats: matches.iter().filter(mine).collect(),
                        hands: hands.iter().filter(mine).collect(),
                    };
                    assert_eq!(played.seats.len(), 3);
                    count(&played)
                })
                .collect();
            let (value, influences) = ratio(&counts);
            let mut told = characters.iter().filter(|r| r["measure"] == *measure);
            let told = told.find(|row| row["variant"] == *name);
            let told = told.unwrap_or_else(|| panic!("{game}: no {measure} of {name}"));
            close(number(told, "value"), value, &format!("{game} {name} {measure}"));
            let varies = error(&influences) > 1e-12;
            assert_eq!(!told["se"].is_empty(), varies, "{game} {measure}");
            counted.push((value, influences));
            if !varies {
                continue;
            }
            let (_, influences) = &counted[counted.len() - 1];
            close(number(told, "se"), error(influences), &format!("error of {measure}"));
            // SciPy 1.17: stats.t.ppf(0.975, 59) = 2.0009953780882670.
            let half = 2.000_995_378_088_267 * error(influences);
            let least = least(measure, matches);
            let relative = least.map_or(0.0, |least| error(influences) / (value - least));
            if !is_share(measure) && rests_on_few(influences, relative) {
                assert_eq!((&*told["lo"], &*told["hi"]), ("", ""), "{game} {measure}");
                few += 1;
                continue;
            }
            let ends = if is_share(measure) {
                shares::ends_of_share(value, half)
            } else if let Some(least) = least {
                // On the scale of the logarithm.
                let (log, half) = ((value - least).ln(), half / (value - least));
                [log - half, log + half].map(|x| least + x.exp())
            } else {
                [value - half, value + half]
            };
            close(number(told, "lo"), ends[0], &format!("lower end of {measure}"));
            close(number(told, "hi"), ends[1], &format!("upper end of {measure}"));
        }
        let told = differences.iter().find(|row| row["measure"] == *measure).unwrap();
        let [(a, x), (b, y)] = counted.as_slice() else { unreachable!("two variants") };
        if error(x) < 1e-12 || error(y) < 1e-12 {
            assert_eq!(told["rho"], "", "{game} {measure}");
            continue;
        }
        let paired: Vec<_> = x.iter().zip(y).map(|(x, y)| x - y).collect();
        close(number(told, "difference"), a - b, &format!("difference of {measure}"));
        close(number(told, "se"), error(&paired), &format!("its error, {measure}"));
        let rho = covariance(x, y) / (covariance(x, x) * covariance(y, y)).sqrt();
        close(number(told, "rho"), rho, &format!("rho of {measure}"));
        let gain = (covariance(x, x) + covariance(y, y)) / covariance(&paired, &paired);
        close(number(told, "variance_ratio"), gain, &format!("gain of {measure}"));
        let is_bare = rests_on_few(&paired, 0.0);
        assert_eq!([told["lo"].is_empty(), told["p"].is_empty()], [is_bare; 2], "{game} {measure}");
        few += usize::from(is_bare);
    }
    few
}

#[test]
fn a_comparison_of_9_2_5_is_what_the_rows_say() {
    let few =
        check("9-2-5", ["", "contracts=9-5-2 bleed_cap=free"], "greedy:epsilon=0.1", 60, &NINE);
    assert_eq!(few, 0, "hands of 9-2-5 are none of them rare");
}

#[test]
fn a_comparison_of_three_legged_kitty_is_what_the_rows_say() {
    let few = check(
        "three-legged-kitty",
        ["", "opening_cost=flat_one"],
        "heuristic:epsilon=0.1",
        60,
        &KITTY,
    );
    assert!(few > 1, "a large swing is rare: {few}");
}

#[test]
fn a_comparison_of_three_kings_is_what_the_rows_say() {
    let few = check("three-kings", ["", "melds=all pending=worst"], "random", 60, &KINGS);
    assert!(few < 4, "{few}");
}
