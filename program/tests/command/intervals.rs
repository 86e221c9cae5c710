//! No interval ends where its figure can't be.

use std::env;

use crate::common::tables::{maybe, table};
use crate::common::{command, folder};

/// Shares: the table, the columns of an interval, and its range.
const INTERVALS: [(&str, [&str; 2], [f64; 2]); 9] = [
    ("summary.csv", ["lo", "hi"], [0.0, 1.0]),
    ("crosstable.csv", ["lo", "hi"], [0.0, 1.0]),
    ("crosstable.csv", ["difference_lo", "difference_hi"], [-1.0, 1.0]),
    ("crosstable.csv", ["alone_lo", "alone_hi"], [0.0, 1.0]),
    ("who_pays.csv", ["lo", "hi"], [0.0, 1.0]),
    ("who_pays.csv", ["change_lo", "change_hi"], [-1.0, 1.0]),
    ("who_pays.csv", ["kingmaking_lo", "kingmaking_hi"], [-1.0, 1.0]),
    ("distributions.csv", ["lo", "hi"], [0.0, 1.0]),
    ("test.csv", ["lo", "hi"], [-36.0 / 54.0, 36.0 / 54.0]),
];

#[test]
fn intervals_of_short_runs_end_where_their_figures_do() {
    let seeds = if env::var_os("THREEHAND_CHECKS").is_some_and(|it| it == "full") { 30 } else { 2 };
    let runs = [
        ("tournament --game kitty --bots heuristic,greedy,random", 4),
        ("sprt --game kitty --bots heuristic,random", 4),
        ("sprt --game kings --bots greedy,random --test e", 4),
        ("compare --game 9-2-5 --variants 9-2-5,8-3-5 --bots random,heuristic", 9),
        ("compare --game kings --variants three-kings --bots random,greedy", 12),
    ];
    let mut checked = 0;
    for (number, (run, hands)) in runs.into_iter().enumerate() {
        for (seed, blocks) in (1..=seeds).flat_map(|seed| [2, 3, 5].map(|blocks| (seed, blocks))) {
            let dir = folder(&format!("{number}-{seed}-{blocks}"));
            let run = format!("{run} --blocks {blocks} --max-hands {hands} --seed {seed} -q --out");
            assert!(command(&run).arg(&dir).output().expect("it can be run").status.success());
            let mut check =
                |file: &str, measure: Option<&str>, ends: [&str; 2], range: [f64; 2]| {
                    let rows =
                        if dir.join(file).exists() { table(dir.join(file)) } else { Vec::new() };
                    let rows = rows.iter().filter(|row| {
                        measure.is_none_or(|measure| row["measure"].starts_with(measure))
                    });
                    for row in rows {
                        for end in ends.into_iter().filter_map(|end| maybe(row, end)) {
                            assert!(
                                range[0] - 1e-12 <= end && end <= range[1] + 1e-12,
                                "{run}: {row:?}"
                            );
                            checked += 1;
                        }
                    }
                };
            for (file, ends, range) in INTERVALS {
                check(file, None, ends, range);
            }
            let (most, ends) = (f64::from(hands), ["lo", "hi"]);
            for measure in ["hands", "lead_changes"] {
                check("characters.csv", Some(measure), ends, [0.0, most]);
                check("differences.csv", Some(measure), ends, [-most, most]);
            }
            for measure in ["won_", "made_", "ended_", "leader_", "comeback", "skill"] {
                check("characters.csv", Some(measure), ends, [0.0, 1.0]);
                check("differences.csv", Some(measure), ends, [-1.0, 1.0]);
                check(
                    "differences.csv",
                    Some(measure),
                    ["adjusted_lo", "adjusted_hi"],
                    [-1.0, 1.0],
                );
            }
        }
    }
    assert!(checked > 500, "{checked}");
}
