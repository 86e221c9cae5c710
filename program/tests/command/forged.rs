//! Rows, records and tables that were forged, with a hash of the results that fits them, are found by `verify`.

use std::path::Path;

use crate::audit::{TOURNAMENT, change_lines, copied, good, refuse, rehash, verify};
use crate::common::{fail, parsed, runs};
use serde_json::{Value, json};

/// Replaces a field of a line of a CSV file.
fn set(line: &mut String, field: usize, value: &str) {
    let mut fields: Vec<&str> = line.trim_end().split(',').collect();
    fields[field] = value;
    *line = fields.join(",") + "\n";
}

#[test]
fn a_changed_digit_in_any_table_of_any_kind_of_run_is_found() {
    let compare = "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy,heuristic --blocks";
    for (run, files) in [
        (runs::run("test").command, &["blocks.csv", "test.csv"][..]),
        (runs::run("itself").command, &["runs.csv", "calibration.csv"]),
        ("calibrate --game 9-2-5 --max-hands 1 --runs 40 --shard 2/2", &["tally.json", "runs.csv"]),
        (runs::run("pool").command, &["coverage.csv"]),
        (
            &format!("{compare} 16 --block-values --shard 2/2"),
            &["block_values.csv", "characters.csv", "tally.json"],
        ),
        (
            &format!("{compare} 8"),
            &["characters.csv", "differences.csv", "distributions.csv", "verdicts.csv"],
        ),
        (
            &format!("{compare} 8 --block-values"),
            &[
                "block_values.csv",
                "characters.csv",
                "differences.csv",
                "distributions.csv",
                "verdicts.csv",
            ],
        ),
    ] {
        let dir = good(run);
        for file in files {
            // A value of a comparison, of a block or of the sums may be found by others that follow from it.
            let elsewhere =
                run.starts_with("compare") || ["blocks.csv", "tally.json"].contains(file);
            let place =
                if elsewhere { "tampered/".to_owned() } else { format!("tampered/{file}:") };
            refuse(&dir, file, &place, |dir| {
                change_lines(dir, file, |lines| {
                    let digit = |line: &str| line.rfind(|c: char| ('1'..'9').contains(&c));
                    let line = if *file == "tally.json" {
                        lines.iter_mut().find(|line| line.contains('6'))
                    } else {
                        lines.last_mut()
                    };
                    let line = line.expect("a line with a digit");
                    let digit = line.find('6').or(digit(line)).expect("a digit");
                    let next = if line[digit..].starts_with('7') { "6" } else { "7" };
                    line.replace_range(digit..=digit, next);
                });
            });
        }
    }
}

#[test]
fn forged_counts_of_coverage_are_refused() {
    let run = "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20";
    let run = format!("{run} --blocks 5,20 --shard 1/2");
    let dir = good(&run);
    for (what, field, value) in [
        ("another promise", 2, "luck"),
        ("another number of blocks", 4, "6"),
        ("another number of runs", 5, "21"),
        ("more printed than there were runs", 6, "21"),
        ("another count", 7, "17"),
        ("another count below", 8, "17"),
        ("more missed than printed", 9, "18446744073709551615"),
        ("another share", 10, "0.17"),
        ("another end", 12, "0.17"),
        ("another word", 14, "yes"),
    ] {
        refuse(&dir, what, "tampered/coverage.csv:", |dir| {
            change_lines(dir, "coverage.csv", |lines| set(&mut lines[1], field, value));
        });
    }
    // Who changes a count and all that follows from it is found by playing again.
    let forged = copied(&dir);
    change_lines(&forged, "coverage.csv", |lines| set(&mut lines[1], 3, "nobody"));
    rehash(&forged);
    let error = fail(1, &format!("{} --again -q", verify(&forged)));
    assert!(error.contains("tampered/coverage.csv:"), "{error}");
}

#[test]
fn a_comparison_whose_figures_were_all_forged_is_refused_by_its_blocks() {
    let run = "compare --game 9-2-5 --bots greedy --blocks 8 --variants 9-2-5 --block-values";
    let dir = good(run);
    refuse(&dir, "a mean and its interval", "characters.csv:2: value is", |dir| {
        change_lines(dir, "characters.csv", |lines| {
            let line = lines.iter_mut().find(|line| line.contains(",points_dealer,"));
            let line = line.expect("a row");
            for field in [5, 7, 8] {
                let value = line.trim_end().split(',').nth(field).expect("a field");
                let value: f64 = value.parse().expect("a number");
                set(line, field, &(value + 1.0).to_string());
            }
        });
    });
    refuse(&dir, "a length", "no block comes to these values", |dir| {
        change_lines(dir, "block_values.csv", |lines| {
            let line = lines.iter_mut().find(|line| line.contains(",hands,1,"));
            set(line.expect("a row"), 5, "1001");
        });
    });
    refuse(&dir, "a removed row", "measure is points_sd_dealer, but", |dir| {
        change_lines(dir, "block_values.csv", |lines| drop(lines.remove(1)));
    });
    refuse(&dir, "a count of a quantity", "distributions.csv:14: count is", |dir| {
        change_lines(dir, "distributions.csv", |lines| {
            for line in lines.iter_mut().filter(|line| line.contains(",bled_to_dealer,")) {
                let count: u64 = line.split(',').nth(6).expect("a field").parse().expect("a count");
                set(line, 6, &(2 * count).to_string());
            }
        });
    });
}

/// Whether a line belongs to a match, in any of the files.
fn is_of(line: &str, number: u64, lineup: u64) -> bool {
    line.starts_with(&format!("9-2-5,9-2-5,1,{number},{lineup},"))
        || line.contains(&format!("\"match\":{number},\"lineup\":{lineup},"))
}

/// Changes the lines of each file that grows with the run.
fn each_file(dir: &Path, by: impl Fn(&mut Vec<String>)) {
    for file in ["matches.csv", "hands.csv", "records.jsonl"] {
        if dir.join(file).exists() {
            change_lines(dir, file, &by);
        }
    }
}

/// The lines of a match.
fn of_match(lines: &[String], number: u64, lineup: u64) -> Vec<String> {
    lines.iter().filter(|line| is_of(line, number, lineup)).cloned().collect()
}

#[test]
fn matches_that_are_missing_repeated_or_moved_are_found() {
    for (flags, [missing, last]) in [
        ("--records all", ["records.jsonl:", "records.jsonl:"]),
        ("", ["matches.csv:23: lineup is 2, but", "matches.csv:"]),
    ] {
        let dir = &good(&format!("{TOURNAMENT} {flags}"));
        refuse(dir, "a removed match", missing, |dir| {
            each_file(dir, |lines| lines.retain(|line| !is_of(line, 1, 1)));
        });
        refuse(dir, "a removed last match", last, |dir| {
            each_file(dir, |lines| lines.retain(|line| !is_of(line, 2, 5)));
        });
        refuse(dir, "a repeated match", "lineup is 1, but", |dir| {
            each_file(dir, |lines| {
                let twice = of_match(lines, 1, 1);
                let at = lines.iter().position(|line| is_of(line, 1, 2)).expect("a match");
                lines.splice(at..at, twice);
            });
        });
        refuse(dir, "a match repeated at the end", "goes on after all", |dir| {
            each_file(dir, |lines| lines.extend(of_match(lines, 2, 5)));
        });
        refuse(dir, "two matches exchanged", "match is 1, but", |dir| {
            each_file(dir, |lines| {
                let key = |line: &String| {
                    let number = (0..3).find(|&n| (0..6).any(|l| is_of(line, n, l)));
                    [Some(1), Some(0), Some(2)].iter().position(|&n| n == number)
                };
                let first = usize::from(lines[0].starts_with("game"));
                lines[first..].sort_by_key(key);
            });
        });
        refuse(dir, "a renumbered line-up", "lineup is 9, but", |dir| {
            each_file(dir, |lines| {
                for line in lines.iter_mut().filter(|line| is_of(line, 1, 1)) {
                    let renumbered = line.replacen(",1,1,1,", ",1,1,9,", 1);
                    *line = renumbered.replacen("\"lineup\":1,", "\"lineup\":9,", 1);
                }
            });
        });
    }
}

#[test]
fn a_changed_row_is_found_with_and_without_records() {
    /// A file, a row and a field, what it is set to, and the place that is named.
    type Change = (&'static str, &'static [usize], usize, fn(&str) -> String, &'static str);
    const CHANGES: [Change; 8] = [
        ("matches.csv", &[2], 6, |_| "greedi".to_owned(), "bot is greedi, but"),
        ("hands.csv", &[2], 7, |_| "greedi".to_owned(), "bot is greedi, but"),
        ("matches.csv", &[5], 7, |_| "2".to_owned(), "matches.csv:"),
        ("matches.csv", &[1, 2], 8, |_| "0.5".to_owned(), "matches.csv:"),
        ("matches.csv", &[1, 2, 3], 10, |_| "true".to_owned(), "truncated is true, but"),
        ("matches.csv", &[1, 2, 3], 9, |_| "1".to_owned(), "csv:"),
        (
            "hands.csv",
            &[1, 2, 3],
            8,
            |dealer| ((dealer.parse::<u8>().expect("a seat") + 1) % 3).to_string(),
            "dealer is",
        ),
        ("hands.csv", &[1], 12, |_| "99".to_owned(), "hands.csv:2:"),
    ];
    for flags in ["--records all", ""] {
        let dir = &good(&format!("{TOURNAMENT} {flags}"));
        for (file, rows, field, value, place) in CHANGES {
            refuse(dir, &format!("{file}: {field}"), place, |dir| {
                change_lines(dir, file, |lines| {
                    for &row in rows {
                        let before = lines[row].split(',').nth(field).expect("a field").to_owned();
                        set(&mut lines[row], field, &value(&before));
                    }
                });
            });
        }
        refuse(dir, "an added forfeit", "matches.csv:", |dir| {
            change_lines(dir, "matches.csv", |lines| {
                let winner = lines[1..4].iter().position(|l| l.split(',').nth(8) == Some("1"));
                set(&mut lines[1 + winner.expect("a winner")], 11, "true");
            });
        });
    }
}

#[test]
fn a_changed_record_is_found() {
    let dir = good(&format!("{TOURNAMENT} --records all"));
    type Case = (&'static str, fn(&mut Value));
    let cases: [Case; 6] = [
        ("deal", |record| {
            let hand = record["deal"]["hands"][0].as_str().expect("cards");
            let hand = format!("{}{}{}", &hand[3..5], &hand[2..3], &hand[..2]) + &hand[5..];
            record["deal"]["hands"][0] = json!(hand);
        }),
        ("bots is", |record| record["bots"][1] = json!("greedi")),
        ("scores is", |record| record["scores"][1] = json!(99)),
        ("points:", |record| record["points"][1] = json!(99)),
        ("truncated is true, but", |record| record["truncated"] = json!(true)),
        ("forfeit:", |record| record["forfeit"] = json!({"seat": 0, "reason": "gave up"})),
    ];
    for (place, by) in cases {
        refuse(&dir, place, &format!("records.jsonl:2: {place}"), |dir| {
            change_lines(dir, "records.jsonl", |lines| {
                let mut record = parsed(&lines[1]);
                by(&mut record);
                lines[1] = format!("{record}\n");
            });
        });
    }
    refuse(&dir, "another spelling", "records.jsonl:2:", |dir| {
        change_lines(dir, "records.jsonl", |lines| lines[1] = lines[1].replacen(':', ": ", 1));
    });
}
