//! The figures of a comparison, counted again in floating point from nothing but `block_values.csv`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::tables::{
    Row, close, covariance, interval_of_share, maybe, number, standard_error, table,
};
use crate::common::{folder, play};

fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

/// Whether few blocks make an error: the squared skewness of the mean is one in twelve or more. The logarithm takes 1.5
/// times the relative error off skewness to the right.
fn rests_on_few(influences: &[f64], relative: f64) -> bool {
    let power = |power: i32| influences.iter().map(|d| d.powi(power)).sum::<f64>();
    let skewness = power(3) / power(2).powf(1.5);
    let left = if skewness > 0.0 { (skewness - 1.5 * relative).max(0.0) } else { skewness };
    left * left >= 1.0 / 12.0
}

/// As many blocks of equal weight say as much, by Kish.
fn effective(weights: impl Iterator<Item = f64> + Clone) -> f64 {
    sum(weights.clone()).powi(2) / sum(weights.map(|w| w * w))
}

/// Whether the error of a mean, of a share or of a deviation is believed at all, whatever its skewness.
fn is_enough(blocks: &[Sums]) -> bool {
    let part = |part: usize| blocks.iter().map(move |block| block[part].unwrap_or_default());
    let (n, all) = (sum(part(0)), blocks.len() as f64);
    let mean = sum(part(1)) / n;
    if blocks[0][3].is_none() {
        let weight = effective(part(0));
        return weight >= 30.0 || 2.0 * weight >= all;
    }
    let off = |[n, x, _, xx, ..]: &Sums| {
        let [n, x, xx] = [n, x, xx].map(|sum| sum.unwrap_or_default());
        (x - mean * n, xx - 2.0 * mean * x + mean * mean * n)
    };
    let squares = blocks.iter().map(|block| off(block).1);
    let variance = sum(squares.clone()) / n;
    let of_mean: Vec<_> = blocks.iter().map(|block| off(block).0 * all / n).collect();
    let of_square: Vec<_> = blocks
        .iter()
        .map(|block| (off(block).1 - variance * block[0].unwrap_or_default()) * all / n)
        .collect();
    effective(squares) >= 30.0
        && standard_error(&of_square) >= 5.0 * standard_error(&of_mean).powi(2)
}

/// Where the scale of a mean that counts something starts; `None` of points and shares.
fn least(measure: &str, blocks: &[Sums]) -> Option<f64> {
    let is_share = ["made_", "won_", "ended_", "leader_", "comeback", "skill"]
        .iter()
        .any(|of| measure.starts_with(of));
    match measure {
        "hands" => blocks.iter().filter_map(|block| block[1]).reduce(f64::min),
        _ => (!is_share && !measure.starts_with("points_")).then_some(0.0),
    }
}

/// A block's numbers n, Σx, Σy, Σx², Σy² and Σxy of a measure; none of those that its form has not.
type Sums = [Option<f64>; 6];

/// The rows, block by block, by bot, variant and measure.
fn block_values(dir: &Path) -> BTreeMap<[String; 3], Vec<Sums>> {
    let mut all: BTreeMap<_, Vec<Sums>> = BTreeMap::new();
    for row in table(dir.join("block_values.csv")) {
        let key = ["bot", "variant", "measure"].map(|column| row[column].clone());
        let of_measure = all.entry(key).or_default();
        assert_eq!(row["block"], of_measure.len().to_string());
        let columns = ["n", "sum_x", "sum_y", "sum_xx", "sum_yy", "sum_xy"];
        of_measure.push(columns.map(|column| maybe(&row, column)));
    }
    all
}

/// A measure's value, and how much each block moves it: the delta method. `None` where the measure is not defined.
fn figure(blocks: &[Sums]) -> Option<(f64, Vec<f64>)> {
    let total = |part: usize| sum(blocks.iter().filter_map(|block| block[part]));
    let all = total(0);
    let mean = |part: usize| total(part) / all;
    let per_block = all / blocks.len() as f64;
    if all == 0.0 {
        return None;
    }
    let (mx, my) = (mean(1), mean(2));
    let by = |influence: &dyn Fn([f64; 6]) -> f64| -> Vec<f64> {
        blocks.iter().map(|b| influence(b.map(Option::unwrap_or_default)) / per_block).collect()
    };
    match blocks[0] {
        [_, _, None, None, None, None] => Some((mx, by(&|[n, x, ..]| x - mx * n))),
        [_, _, None, Some(_), None, None] => {
            let variance = mean(3) - mx * mx;
            let sd = variance.sqrt();
            let off = |[n, x, _, xx, ..]: [f64; 6]| xx - 2.0 * mx * x + mx * mx * n - variance * n;
            let slope = if sd > 0.0 { 1.0 / (2.0 * sd) } else { 0.0 };
            Some((sd, by(&|sums| slope * off(sums))))
        }
        _ => {
            let (vx, vy) = (mean(3) - mx * mx, mean(4) - my * my);
            let r = (mean(5) - mx * my) / (vx * vy).sqrt();
            let influence = |[n, x, y, xx, yy, xy]: [f64; 6]| {
                let xx = xx - 2.0 * mx * x + n * mx * mx;
                let yy = yy - 2.0 * my * y + n * my * my;
                let xy = xy - mx * y - my * x + n * mx * my;
                xy / (vx * vy).sqrt() - r / 2.0 * (xx / vx + yy / vy)
            };
            Some((r, by(&influence)))
        }
    }
}

/// The solution of linear equations, given as rows with the right-hand side last.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for pivot in 0..n {
        let size = |row: &usize| rows[*row][pivot].abs();
        let best = (pivot..n).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap();
        rows.swap(pivot, best);
        let base = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
            let times = row[pivot] / base[pivot];
            row.iter_mut().zip(&base).for_each(|(a, b)| *a -= times * b);
        }
    }
    (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
}

/// What the luck of the blocks takes off each block's part of a difference, told by the regression over the blocks of
/// the other parity.
fn luck_of(difference: &[f64], luck: &[Vec<f64>]) -> Vec<f64> {
    let blocks = difference.len();
    let mut taken = vec![0.0; blocks];
    for half in 0..2 {
        let others: Vec<_> = (0..blocks).filter(|block| block % 2 != half).collect();
        let of = |values: &[f64]| others.iter().map(|&block| values[block]).collect::<Vec<_>>();
        let row = |one: &Vec<f64>| -> Vec<f64> {
            let with = luck.iter().map(Vec::as_slice).chain([difference]);
            with.map(|other| covariance(&of(one), &of(other))).collect()
        };
        let weights = solve(luck.iter().map(row).collect());
        for block in (0..blocks).filter(|block| block % 2 == half) {
            taken[block] = sum(luck.iter().zip(&weights).map(|(luck, w)| w * luck[block]));
        }
    }
    taken
}

/// The least number with so many hundredths of all at or below it.
fn quantile(blocks: &[Sums], hundredths: usize) -> f64 {
    let mut lengths: Vec<f64> = blocks.iter().filter_map(|block| block[1]).collect();
    lengths.sort_by(f64::total_cmp);
    lengths[(lengths.len() * hundredths).div_ceil(100) - 1]
}

const EVENNESS: [&str; 2] = ["role_spread", "unevenness"];

/// How uneven the roles are that one seat has in a hand, and how much each block moves it.
fn evenness(
    values: &BTreeMap<[String; 3], Vec<Sums>>,
    row: &Row,
    side: &str,
) -> Option<(f64, Vec<f64>)> {
    let is_role = |[bot, variant, measure]: &[String; 3]| {
        let of_points = measure.starts_with("points_") && !measure.starts_with("points_sd_");
        (bot, variant) == (&row["bot"], &row[side]) && of_points && measure != "points_out"
    };
    let roles = values.iter().filter(|(key, _)| is_role(key)).map(|(_, sums)| sums);
    // All three seats are `out` in a hand that is passed out.
    let roles: Vec<(f64, Vec<f64>)> = roles.filter_map(|sums| figure(sums)).collect();
    let (k, blocks) = (roles.len() as f64, roles.first()?.1.len());
    let together = |weights: &[f64]| -> Vec<f64> {
        (0..blocks).map(|b| sum(roles.iter().zip(weights).map(|(role, w)| w * role.1[b]))).collect()
    };
    if row["measure"] == EVENNESS[0] {
        let best = roles.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let worst = roles.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let moved = best.1.iter().zip(&worst.1).map(|(best, worst)| best - worst);
        return Some((best.0 - worst.0, moved.collect()));
    }
    let mean = sum(roles.iter().map(|role| role.0)) / k;
    let by_chance = (0..roles.len()).map(|r| {
        let weights: Vec<_> =
            (0..roles.len()).map(|s| f64::from(u8::from(r == s)) - 1.0 / k).collect();
        standard_error(&together(&weights)).powi(2)
    });
    let square = (sum(roles.iter().map(|role| (role.0 - mean).powi(2))) - sum(by_chance)) / k;
    let root = square.max(0.0).sqrt();
    let weights: Vec<_> =
        roles.iter().map(|role| (role.0 - mean) / (k * root.max(1e-300))).collect();
    Some((root, together(&weights)))
}

/// SciPy 1.17: stats.t.ppf(0.975, 59).
const T_59: f64 = 2.000_995_378_088_267;

fn check(game: &str, variants: [&str; 2], blocks: usize) {
    let dir = folder(game);
    let dir = play(
        dir,
        &format!(
            "compare --game {game} --variants {} --bots random,greedy:epsilon=0.1 --blocks {blocks} --max-hands 5 \
             --block-values --seed 2",
            variants.join(",")
        ),
    );
    let values = block_values(&dir);
    assert!(values.values().all(|rows| rows.len() == blocks), "a row for each block");
    let of = |row: &Row, variant: &str, measure: &str| {
        &values[&[row["bot"].clone(), row[variant].clone(), measure.to_owned()]]
    };
    let (mut forms, mut adjusted, mut bare, mut intervals) = ([0; 3], 0, 0, 0);
    for row in table(dir.join("characters.csv")) {
        let (measure, what) = (row["measure"].as_str(), format!("{game} {row:?}"));
        if let Some(hundredths) = [("hands_median", 50), ("hands_p95", 95)]
            .into_iter()
            .find_map(|(name, hundredths)| (name == measure).then_some(hundredths))
        {
            let expected = quantile(of(&row, "variant", "hands"), hundredths);
            assert_eq!(number(&row, "value"), expected, "{what}");
        } else if measure == "largest_swing_max" {
            let swings = of(&row, "variant", "largest_swing").iter().filter_map(|sums| sums[1]);
            assert_eq!(maybe(&row, "value"), swings.reduce(f64::max), "{what}");
        } else if EVENNESS.contains(&measure) {
            let (value, influences) = evenness(&values, &row, "variant").unwrap();
            close(number(&row, "value"), value, &what);
            if let Some(se) = maybe(&row, "se") {
                close(se, standard_error(&influences), &what);
            }
        } else if !measure.ends_with("_max") {
            let sums = of(&row, "variant", measure);
            let (value, influences) = figure(sums).unwrap();
            close(number(&row, "value"), value, &what);
            match maybe(&row, "se") {
                Some(se) => close(se, standard_error(&influences), &what),
                None => assert!(standard_error(&influences) < 1e-12, "{what}"),
            }
            let form = sums[0][3..].iter().flatten().count().min(2);
            forms[form] += 1;
            if form == 2 || row["se"].is_empty() {
                continue;
            }
            let scale = least(measure, sums).filter(|least| form == 0 && value > *least);
            let is_share =
                form == 0 && least(measure, sums).is_none() && !measure.starts_with("points_");
            let relative = scale.map_or(0.0, |least| standard_error(&influences) / (value - least));
            let told =
                is_share || is_enough(sums) && (form == 1 || !rests_on_few(&influences, relative));
            let ends = [maybe(&row, "lo"), maybe(&row, "hi")];
            assert!(is_share || ends.map(|end| end.is_some()) == [told; 2], "{what}");
            bare += usize::from(!told);
            if let [Some(lo), Some(hi)] = ends
                && form == 0
                && blocks == 60
            {
                let half = T_59 * standard_error(&influences);
                let due = match scale {
                    _ if is_share => interval_of_share(value, half),
                    // On the scale of the logarithm.
                    Some(least) => [-1.0, 1.0].map(|sign| {
                        least + (value - least) * (sign * half / (value - least)).exp()
                    }),
                    None => [value - half, value + half],
                };
                close(lo, due[0], &what);
                close(hi, due[1], &what);
                intervals += 1;
            }
        }
    }
    for row in table(dir.join("differences.csv")) {
        let (measure, what) = (row["measure"].as_str(), format!("{game} {row:?}"));
        if measure == "hands_median" || measure == "hands_p95" {
            continue;
        }
        if EVENNESS.contains(&measure) {
            let [(a, x), (b, y)] = ["a", "b"].map(|side| evenness(&values, &row, side).unwrap());
            close(number(&row, "difference"), a - b, &what);
            let paired: Vec<_> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
            if let Some(se) = maybe(&row, "se") {
                close(se, standard_error(&paired), &what);
            }
            continue;
        }
        let [(a, x), (b, y)] = ["a", "b"].map(|side| figure(of(&row, side, measure)).unwrap());
        let paired: Vec<_> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
        close(number(&row, "difference"), a - b, &what);
        let Some(se) = maybe(&row, "se") else {
            assert!(standard_error(&paired) < 1e-12, "{what}");
            continue;
        };
        close(se, standard_error(&paired), &what);
        let (xx, yy) = (covariance(&x, &x), covariance(&y, &y));
        if let Some(rho) = maybe(&row, "rho") {
            close(rho, covariance(&x, &y) / (xx * yy).sqrt(), &what);
        }
        let gain = (xx + yy) / covariance(&paired, &paired);
        close(number(&row, "variance_ratio"), gain, &what);
        let both = [of(&row, "a", measure), of(&row, "b", measure)];
        let form = both[0][0][3..].iter().flatten().count();
        if form < 2 {
            let told = both.iter().all(|sums| is_enough(sums))
                && (form == 1 || !rests_on_few(&paired, 0.0));
            let ends = ["lo", "hi", "p"].map(|column| !row[column].is_empty());
            assert_eq!(ends, [told; 3], "{what}");
            assert!(told || row["adjusted"].is_empty(), "{what}");
            bare += usize::from(!told);
        }
        if !row["adjusted"].is_empty() {
            let places = ["luck_dealer", "luck_left", "luck_right"];
            let luck = |side| places.map(|place| of(&row, side, place));
            let luck = [luck("a"), luck("b")].into_iter().flatten();
            let luck: Vec<Vec<f64>> =
                luck.map(|rows| rows.iter().filter_map(|sums| sums[1]).collect()).collect();
            let taken = luck_of(&paired, &luck);
            let left: Vec<_> = paired.iter().zip(&taken).map(|(d, luck)| d - luck).collect();
            let mean = sum(taken.iter().copied()) / blocks as f64;
            close(number(&row, "adjusted"), a - b - mean, &what);
            close(number(&row, "adjusted_se"), standard_error(&left), &what);
            adjusted += 1;
        }
    }
    assert!(forms.iter().all(|count| *count >= 10), "measures of each form: {forms:?}");
    assert!(bare >= 2, "{bare} figures rest on few blocks");
    assert!(intervals >= 20 || blocks != 60, "{intervals} intervals");
    assert!(adjusted >= 6 || blocks < 100, "{adjusted} differences without luck");
}

#[test]
fn a_comparison_of_9_2_5_follows_from_the_values_of_its_blocks() {
    check("9-2-5", ["9-2-5", "9-5-2"], 130);
}

#[test]
fn a_comparison_of_three_legged_kitty_follows_from_the_values_of_its_blocks() {
    check(
        "three-legged-kitty",
        ["three-legged-kitty", "three-legged-kitty:opening_cost=flat_one"],
        60,
    );
}
