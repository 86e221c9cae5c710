//! `verify` of a run's folder: what a run writes is found right, and whatever is changed in it is found
//! out, also where the hash of the results was made to fit.

mod common;

use std::path::{Path, PathBuf};

use common::{fail, files, folder, manifest, older, read, run, succeed};
use serde_json::{Value, json};
use threehand_engine::games::NineTwoFive;
use threehand_engine::record::Record;
use threehand_sim::folder::hash::hash_of_folder;
use threehand_sim::runs::kinds::results;

/// A small run, whose folder is found right.
fn good(name: &str, flags: &str) -> PathBuf {
    let dir = folder(name).join("good");
    succeed(&format!("{flags} -q --out {}", dir.display()));
    succeed(&format!("verify -q {}", dir.display()));
    dir
}

const BOTS: &str = "tournament --game 9-2-5 --bots heuristic,greedy,random";
const TOURNAMENT: &str = "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 3";

/// A copy of a folder that may be tampered with.
fn copy(dir: &Path) -> PathBuf {
    let to = dir.with_file_name("tampered");
    let _ = std::fs::remove_dir_all(&to);
    std::fs::create_dir(&to).unwrap();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
    to
}

/// Makes the hash in the manifest that of the files, as a forger would.
fn rehash(dir: &Path) {
    let mut manifest = manifest(dir);
    manifest["results_hash"] = json!(hash_of_folder(dir, &results(), &[]).unwrap());
    std::fs::write(dir.join("manifest.json"), serde_json::to_vec_pretty(&manifest).unwrap())
        .unwrap();
}

/// Changes the text of a file.
fn change(dir: &Path, file: &str, change: impl FnOnce(String) -> String) {
    let path = dir.join(file);
    let text = String::from_utf8(read(&path)).unwrap();
    let changed = change(text.clone());
    assert_ne!(changed, text, "{file} is changed");
    std::fs::write(path, changed).unwrap();
}

/// Changes the lines of a file.
fn change_lines(dir: &Path, file: &str, by: impl FnOnce(&mut Vec<String>)) {
    change(dir, file, |text| {
        let mut lines = text.lines().map(|line| format!("{line}\n")).collect();
        by(&mut lines);
        lines.concat()
    });
}

/// Sees to it that a folder is refused once it is tampered with, with this place, whether or not the
/// hash was made to fit, and also by playing it again.
fn refused(dir: &Path, what: &str, place: &str, tamper: impl FnOnce(&Path)) {
    let forged = copy(dir);
    tamper(&forged);
    let verify = format!("verify {}", forged.display());
    fail(1, &verify);
    rehash(&forged);
    let error = fail(1, &verify);
    assert!(error.contains(place), "{what}: {error}");
    fail(1, &format!("{verify} --again -q"));
}

/// Replaces a field of a line of a CSV file.
fn set(line: &mut String, field: usize, value: &str) {
    let mut fields: Vec<&str> = line.trim_end().split(',').collect();
    fields[field] = value;
    *line = fields.join(",") + "\n";
}

/// The lines of a match, or of a record of one, in any of the files.
fn is_of(line: &str, number: u64, lineup: u64) -> bool {
    line.starts_with(&format!("9-2-5,9-2-5,1,{number},{lineup},"))
        || line.contains(&format!("\"match\":{number},\"lineup\":{lineup},"))
}

const GROWING: [&str; 3] = ["matches.csv", "hands.csv", "records.jsonl"];

fn each_file(dir: &Path, by: impl Fn(&mut Vec<String>)) {
    for file in GROWING.into_iter().filter(|file| dir.join(file).exists()) {
        change_lines(dir, file, &by);
    }
}

#[test]
fn what_runs_write_is_found_right() {
    let base = "tournament --bots greedy,random,greedy:epsilon=0.1,random --blocks 4";
    for (i, flags) in [
        "--game 9-2-5 --records all",
        "--game 9-2-5 --records every=2 --hands every=3 --compress",
        "--game three-kings --hands none --max-hands 2",
        "--game three-kings --format triples",
        "--game three-legged-kitty --format gauntlet --records every=3 --hands none",
        "--game three-legged-kitty --shard 2/3 --records all --compress",
        "--game three-kings --shard 2/2 --hands none",
    ]
    .iter()
    .enumerate()
    {
        let dir = good(&format!("audit-right{i}"), &format!("{base} {flags}"));
        let out = dir.display();
        succeed(&format!("verify {out} --again --threads 2 -q"));
        assert_eq!(succeed(&format!("verify {out} -q")), "");
        let told = succeed(&format!("verify {out}"));
        assert!(told.contains("nothing is wrong with this tournament"), "{told}");
        let all = flags.contains("--records all");
        assert_eq!(told.contains("--records all keeps them"), !all, "{told}");
        let json: Value = serde_json::from_str(&succeed(&format!("verify {out} --json"))).unwrap();
        assert_eq!(json["finished"], true);
        assert_eq!(json["matches"] == 0, !flags.contains("--records"), "{json}");
    }
}

#[test]
fn other_kinds_of_run_are_found_right_and_their_tables_when_changed_wrong() {
    for (kind, flags, changes) in [
        ("sprt", "--bots heuristic,greedy", &[("blocks.csv", "6"), ("test.csv", "6")][..]),
        ("calibrate", "--runs 20", &[("runs.csv", "6"), ("calibration.csv", "6")]),
        ("calibrate", "--runs 40 --shard 2/2", &[("tally.json", "6"), ("runs.csv", "6")]),
        (
            "coverage",
            "--max-hands 2 --bots random,greedy --pool 500 --runs 20 --blocks 5,20",
            &[("coverage.csv", "5,")],
        ),
        (
            "compare",
            "--variants 9-2-5,9-5-2 --bots greedy,heuristic --blocks 16 --shard 1/2",
            &[("characters.csv", "6"), ("differences.csv", "6"), ("distributions.csv", "6")],
        ),
        (
            "compare",
            "--variants 9-2-5,9-5-2 --bots greedy,heuristic --blocks 8",
            &[
                ("characters.csv", "6"),
                ("differences.csv", "6"),
                ("distributions.csv", "6"),
                ("verdicts.csv", "2"),
            ],
        ),
        (
            "compare",
            "--variants 9-2-5,9-5-2 --bots greedy,heuristic --blocks 16 --block-values --shard 2/2",
            &[("block_values.csv", "6"), ("characters.csv", "6"), ("tally.json", "6")],
        ),
        (
            "compare",
            "--variants 9-2-5,9-5-2 --bots greedy,heuristic --blocks 8 --block-values",
            &[
                ("block_values.csv", "6"),
                ("characters.csv", "6"),
                ("differences.csv", "6"),
                ("distributions.csv", "6"),
                ("verdicts.csv", "2"),
            ],
        ),
    ] {
        let shard = flags.contains("shard");
        let blocks = flags.contains("block-values");
        let name = format!("audit-{kind}{shard}{blocks}");
        let dir = good(&name, &format!("{kind} --game 9-2-5 {flags}"));
        succeed(&format!("verify {} --again -q", dir.display()));
        for (file, digit) in changes {
            // A value of characters.csv is found out by the differences that it is part of, and one of a block by
            // the sums that it is part of.
            let whole = kind == "compare" && (!shard || *file == "block_values.csv");
            let place = if whole { "tampered/".to_owned() } else { format!("tampered/{file}:") };
            refused(&dir, file, &place, |dir| {
                change(dir, file, |text| {
                    let at = text.find(digit).unwrap();
                    format!("{}7{}", &text[..at], &text[at + 1..])
                });
            });
        }
    }
}

#[test]
fn forged_counts_of_broken_promises_are_refused() {
    let run = "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20";
    for (name, shard) in [("audit-promises", ""), ("audit-promises-shard", "--shard 1/2")] {
        let dir = good(name, &format!("{run} --blocks 5,20 {shard}"));
        succeed(&format!("verify {} --again -q", dir.display()));
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
            refused(&dir, what, "tampered/coverage.csv:", |dir| {
                change_lines(dir, "coverage.csv", |lines| set(&mut lines[1], field, value));
            });
        }
        // Who changes a count and all that follows from it is found out by playing again.
        let forged = copy(&dir);
        change_lines(&forged, "coverage.csv", |lines| set(&mut lines[1], 3, "nobody"));
        rehash(&forged);
        let error = fail(1, &format!("verify {} --again -q", forged.display()));
        assert!(error.contains("tampered/coverage.csv:"), "{error}");
    }
}

#[test]
fn a_comparison_whose_figures_were_all_forged_is_refused_by_its_blocks() {
    let run = "compare --game 9-2-5 --bots greedy --blocks 8 --variants 9-2-5";
    let forge = |dir: &Path| {
        change_lines(dir, "characters.csv", |lines| {
            let line = lines.iter_mut().find(|line| line.contains(",points_dealer,")).unwrap();
            let mean: f64 = line.split(',').nth(5).unwrap().parse().unwrap();
            let moved = |field: usize| {
                let end: f64 = line.trim_end().split(',').nth(field).unwrap().parse().unwrap();
                (end + 1.0).to_string()
            };
            let (lo, hi) = (moved(7), moved(8));
            set(line, 5, &(mean + 1.0).to_string());
            set(line, 7, &lo);
            set(line, 8, &hi);
        });
    };
    let with = good("audit-forged", &format!("{run} --block-values"));
    let place = "characters.csv:2: value is";
    refused(&with, "a mean", place, forge);
    refused(&with, "a length", "no block comes to these values", |dir| {
        change_lines(dir, "block_values.csv", |lines| {
            let line = lines.iter_mut().find(|line| line.contains(",hands,1,")).unwrap();
            set(line, 5, "1001");
        });
    });
    refused(&with, "a removed row", "measure is points_sd_dealer, but", |dir| {
        change_lines(dir, "block_values.csv", |lines| drop(lines.remove(1)));
    });
    refused(&with, "a count of a quantity", "values that sum to", |dir| {
        change_lines(dir, "distributions.csv", |lines| {
            let all = |line: &&mut String| line.contains(",bled_to_dealer,");
            let shares: Vec<&mut String> = lines.iter_mut().filter(all).collect();
            for line in shares {
                let count: u64 = line.split(',').nth(6).unwrap().parse().unwrap();
                set(line, 6, &(2 * count).to_string());
            }
        });
    });
}

#[test]
fn a_run_that_was_tampered_with_is_refused_with_the_place() {
    let with = good("audit-records", &format!("{TOURNAMENT} --records all"));
    let without = good("audit-rows", TOURNAMENT);
    for (dir, records) in [(&with, true), (&without, false)] {
        let at = |records_place: &str, rows_place: &str| {
            if records { records_place.to_owned() } else { rows_place.to_owned() }
        };
        let place = at("records.jsonl:", "matches.csv:23: lineup is 2, but");
        refused(dir, "a removed match", &place, |dir| {
            each_file(dir, |lines| lines.retain(|line| !is_of(line, 1, 1)));
        });
        refused(dir, "a removed last match", &at("records.jsonl:", "matches.csv:"), |dir| {
            each_file(dir, |lines| lines.retain(|line| !is_of(line, 2, 5)));
        });
        refused(dir, "a repeated match", &at("lineup is 1, but", "lineup is 1, but"), |dir| {
            each_file(dir, |lines| {
                let twice: Vec<_> =
                    lines.iter().filter(|line| is_of(line, 1, 1)).cloned().collect();
                let at = lines.iter().position(|line| is_of(line, 1, 2)).unwrap();
                lines.splice(at..at, twice);
            });
        });
        refused(
            dir,
            "a match repeated at the end",
            &at("goes on after all", "goes on after all"),
            |dir| {
                each_file(dir, |lines| {
                    let twice: Vec<_> =
                        lines.iter().filter(|line| is_of(line, 2, 5)).cloned().collect();
                    lines.extend(twice);
                });
            },
        );
        refused(dir, "two matches exchanged", &at("match is 1, but", "match is 1, but"), |dir| {
            each_file(dir, |lines| {
                let key = |line: &String| {
                    let number = (0..3).find(|&n| (0..6).any(|l| is_of(line, n, l)));
                    [Some(1), Some(0), Some(2)].iter().position(|&n| n == number)
                };
                let first = usize::from(lines[0].starts_with("game"));
                lines[first..].sort_by_key(key);
            });
        });
        refused(dir, "a renumbered line-up", &at("lineup is 9, but", "lineup is 9, but"), |dir| {
            each_file(dir, |lines| {
                for line in lines.iter_mut().filter(|line| is_of(line, 1, 1)) {
                    *line = line.replacen(",1,1,1,", ",1,1,9,", 1).replacen(
                        "\"lineup\":1,",
                        "\"lineup\":9,",
                        1,
                    );
                }
            });
        });
        refused(dir, "a renamed bot", "bot is greedi, but", |dir| {
            change_lines(dir, "matches.csv", |lines| set(&mut lines[2], 6, "greedi"));
        });
        refused(dir, "a bot renamed in hands.csv", "bot is greedi, but", |dir| {
            change_lines(dir, "hands.csv", |lines| set(&mut lines[2], 7, "greedi"));
        });
        refused(dir, "another score", "matches.csv:", |dir| {
            change_lines(dir, "matches.csv", |lines| set(&mut lines[5], 7, "2"));
        });
        refused(dir, "another share", "matches.csv:", |dir| {
            change_lines(dir, "matches.csv", |lines| {
                set(&mut lines[1], 8, "0.5");
                set(&mut lines[2], 8, "0.5");
            });
        });
        refused(dir, "an added forfeit", "matches.csv:", |dir| {
            change_lines(dir, "matches.csv", |lines| {
                let winner = lines[1..4].iter().position(|l| l.split(',').nth(8) == Some("1"));
                set(&mut lines[1 + winner.unwrap()], 11, "true");
            });
        });
        refused(dir, "an added truncation", "truncated is true, but", |dir| {
            change_lines(dir, "matches.csv", |lines| {
                lines[1..4].iter_mut().for_each(|line| set(line, 10, "true"));
            });
        });
        refused(dir, "another number of hands", "csv:", |dir| {
            change_lines(dir, "matches.csv", |lines| {
                lines[1..4].iter_mut().for_each(|line| set(line, 9, "1"));
            });
        });
        refused(dir, "another first dealer", "dealer is", |dir| {
            change_lines(dir, "hands.csv", |lines| {
                for line in &mut lines[1..4] {
                    let dealer = line.split(',').nth(8).unwrap().parse::<u8>().unwrap();
                    set(line, 8, &((dealer + 1) % 3).to_string());
                }
            });
        });
        refused(dir, "other points", "hands.csv:2:", |dir| {
            change_lines(dir, "hands.csv", |lines| set(&mut lines[1], 12, "99"));
        });
    }
}

#[test]
fn records_that_were_tampered_with_are_refused_with_the_place() {
    let dir = good("audit-forged", &format!("{TOURNAMENT} --records all"));
    let edit = |dir: &Path, by: &dyn Fn(&mut Value)| {
        change_lines(dir, "records.jsonl", |lines| {
            let mut record: Value = serde_json::from_str(&lines[1]).unwrap();
            by(&mut record);
            lines[1] = format!("{record}\n");
        });
    };
    refused(&dir, "a dealt hand in another order", "records.jsonl:2: deal", |dir| {
        edit(dir, &|record| {
            let hand = record["deal"]["hands"][0].as_str().unwrap();
            let hand = format!("{}{}{}", &hand[3..5], &hand[2..3], &hand[..2]) + &hand[5..];
            record["deal"]["hands"][0] = json!(hand);
        });
    });
    refused(&dir, "a renamed bot", "records.jsonl:2: bots is", |dir| {
        edit(dir, &|record| record["bots"][1] = json!("greedi"));
    });
    refused(&dir, "another score", "records.jsonl:2: scores is", |dir| {
        edit(dir, &|record| record["scores"][1] = json!(99));
    });
    refused(&dir, "other points", "records.jsonl:2: points:", |dir| {
        edit(dir, &|record| record["points"][1] = json!(99));
    });
    refused(&dir, "an added truncation", "records.jsonl:2: truncated is true, but", |dir| {
        edit(dir, &|record| record["truncated"] = json!(true));
    });
    refused(&dir, "an added forfeit", "records.jsonl:2: forfeit:", |dir| {
        edit(dir, &|record| record["forfeit"] = json!({"seat": 0, "reason": "gave up"}));
    });
    refused(&dir, "another spelling", "records.jsonl:2:", |dir| {
        change_lines(dir, "records.jsonl", |lines| lines[1] = lines[1].replacen(':', ": ", 1));
    });
}

#[test]
fn two_plays_that_change_nothing_are_told_apart_by_asking_the_bots_again() {
    let dir = good("audit-swap", &format!("{TOURNAMENT} --records all"));
    let text = String::from_utf8(read(&dir.join("records.jsonl"))).unwrap();
    let (line, record) = text
        .lines()
        .enumerate()
        .find_map(|(line, text)| Some((line, swapped(serde_json::from_str(text).unwrap())?)))
        .expect("somewhere two plays can be swapped");
    let forged = copy(&dir);
    let verify = format!("verify -q {}", forged.display());
    change_lines(&forged, "records.jsonl", |lines| {
        lines[line] = serde_json::to_string(&record).unwrap() + "\n";
    });
    assert!(fail(1, &verify).contains("results_hash is"));
    rehash(&forged);
    succeed(&verify);
    let error = fail(1, &format!("{verify} --again"));
    assert!(error.contains(&format!("records.jsonl:{}: actions[", line + 1)), "{error}");
    assert!(error.contains("but played again it is"), "{error}");
}

/// The record with two plays of a seat swapped, by which nothing else changes.
fn swapped(record: Record) -> Option<Record> {
    let is_play = |i: &usize| record.actions[*i].contains(" play ");
    let plays: Vec<usize> = (0..record.actions.len()).filter(is_play).collect();
    plays.iter().enumerate().find_map(|(n, &a)| {
        plays[n + 1..].iter().find_map(|&b| {
            let mut other = record.clone();
            other.actions.swap(a, b);
            let same_seat = record.actions[a][..1] == record.actions[b][..1];
            (same_seat && other.replay::<NineTwoFive>().is_ok()).then_some(other)
        })
    })
}

#[test]
fn every_digit_of_every_file_counts() {
    let dir = good("audit-digits", &format!("{BOTS} --blocks 2 --records all"));
    for (name, bytes) in files(&dir) {
        let digits: Vec<usize> =
            (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        for &at in digits.iter().step_by(1 + digits.len() / 12) {
            let forged = copy(&dir);
            let mut bytes = bytes.clone();
            bytes[at] = b'0' + (bytes[at] - b'0' + 1) % 10;
            std::fs::write(forged.join(&name), bytes).unwrap();
            rehash(&forged);
            let error = fail(1, &format!("verify {}", forged.display()));
            assert!(error.contains(&format!("tampered/{name}:")), "{name} at {at}: {error}");
        }
    }
}

#[test]
fn a_manifest_that_was_tampered_with_is_refused() {
    let dir = good("audit-manifest", &format!("{TOURNAMENT} --records all"));
    for (key, value, place) in [
        ("seed", json!(2), "config.toml:"),
        ("blocks", json!(4), "config.toml:"),
        ("bots", json!(["heuristic", "greedi", "random"]), "bots[1] is \"greedi\""),
        ("specs", json!(["heuristic", "greedy", "greedy"]), "manifest.json:"),
        ("stands_for", json!(["heuristic", "greedy", "greedy"]), "stands_for[2] is"),
        ("variant", json!("9-5-2"), "variant is \"9-5-2\""),
        ("rules", json!({"contracts": [9, 5, 2]}), "manifest.json:"),
        ("rules_version", json!(2), "rules_version is 2"),
        ("lineups", json!([[0, 1, 2]]), "lineups are 1, but 3 bots make 6"),
        ("format", json!("pairs"), "manifest.json:"),
        ("records", json!("none"), "config.toml:"),
        ("finished", json!(null), "only one of finished and results_hash"),
        ("run", json!("sprt"), "manifest.json:"),
        ("unheard", json!("of"), "unheard is"),
        ("blocks", json!(1_000_000_000_000_000_000_u64), "config.toml:"),
        ("specs", json!(vec!["random"; 100_000]), "bots make"),
        ("specs", json!(vec!["random"; 100_000].join(",")), "specs is no list"),
        ("lineups", json!(null), "lineups are 0, but 3 bots make 6"),
        ("version", json!("0.0.9"), "threehand 0.0.9"),
    ] {
        let forged = copy(&dir);
        let mut map = manifest(&forged);
        map[key] = value;
        std::fs::write(forged.join("manifest.json"), map.to_string()).unwrap();
        let error = fail(1, &format!("verify {}", forged.display()));
        assert!(error.contains(place), "{key}: {error}");
    }
    // The same with the settings that repeat the run: then it is the cards that tell.
    for (from, to, place) in [
        ("seed = 1", "seed = 2", "by the seed and the rules it is"),
        ("blocks = 3", "blocks = 1000000000000000000", "the file ends before"),
        ("blocks = 3", "blocks = 2", "the file goes on after"),
        ("max-hands = 1000", "max-hands = 2", "truncated is false, but by max_hands"),
    ] {
        let key = |text: &str| text.split(" = ").next().unwrap().replace('-', "_");
        let value: u64 = to.split(" = ").nth(1).unwrap().parse().unwrap();
        let forged = copy(&dir);
        change(&forged, "config.toml", |text| text.replace(from, to));
        let mut map = manifest(&forged);
        map[key(to)] = json!(value);
        std::fs::write(forged.join("manifest.json"), map.to_string()).unwrap();
        let error = fail(1, &format!("verify {}", forged.display()));
        assert!(error.contains(place), "{to}: {error}");
    }
    // Another run's documents and this run's results.
    let other = good("audit-other", &format!("{TOURNAMENT} --seed 2 --records all"));
    refused(&dir, "another run's settings", "by the seed and the rules it is", |dir| {
        for name in ["manifest.json", "config.toml"] {
            std::fs::copy(other.join(name), dir.join(name)).unwrap();
        }
    });
}

#[test]
fn a_folder_with_a_file_too_few_or_too_many_is_refused() {
    let dir = good("audit-files", &format!("{TOURNAMENT} --hands none"));
    for name in files(&dir).keys() {
        refused(&dir, name, &format!("tampered/{name}: No such file"), |dir| {
            std::fs::remove_file(dir.join(name)).unwrap();
        });
    }
    refused(
        &dir,
        "a file too many",
        "hands.csv: a run with these settings writes no such",
        |dir| {
            std::fs::write(dir.join("hands.csv"), "game\n").unwrap();
        },
    );
    let forged = copy(&dir);
    std::fs::remove_file(forged.join("manifest.json")).unwrap();
    assert!(fail(1, &format!("verify {}", forged.display())).contains("no manifest.json"));
    std::fs::create_dir(forged.join("manifest.json")).unwrap();
    assert!(fail(1, &format!("verify {}", forged.display())).contains("it is no plain file"));
}

#[test]
fn a_line_without_end_is_refused() {
    let dir = good("audit-long", &format!("{TOURNAMENT} --records all"));
    for name in ["matches.csv", "records.jsonl", "summary.csv"] {
        refused(&dir, name, "the line is longer than any line of a run can be", |dir| {
            change_lines(dir, name, |lines| lines[1] = "9".repeat(3 << 20));
        });
    }
}

#[test]
fn an_unfinished_run_is_checked_as_far_as_it_is_noted() {
    let dir = older("unfinished", &folder("audit-unfinished"));
    let told = succeed(&format!("verify {}", dir.display()));
    assert!(told.contains("an unfinished tournament; nothing is wrong with the first 2 blocks"));
    for (file, from, to, place) in [
        ("progress.json", "\"hands\":12", "\"hands\":13", "progress.json: hands is 13, but"),
        ("progress.json", "1807", "1806", "matches.csv:37: the line is cut off"),
        ("progress.json", "1807", "99999", "where progress.json has noted 99999"),
        ("progress.json", "\"blocks\":2", "\"blocks\":9", "blocks are 9, but the run has 3"),
        ("progress.json", "\"matches.csv\"", "\"hands.csv\"", "the file ends before"),
        ("matches.csv", "random", "rundom", "bot is rundom, but"),
    ] {
        let forged = copy(&dir);
        change(&forged, file, |text| text.replacen(from, to, 1));
        let error = fail(1, &format!("verify {}", forged.display()));
        assert!(error.contains(place), "{from}: {error}");
    }
    // As a kill leaves it that comes before the first block.
    let begun = copy(&dir);
    std::fs::remove_file(begun.join("progress.json")).unwrap();
    std::fs::remove_file(begun.join("matches.csv")).unwrap();
    for again in ["", "--again"] {
        let told = succeed(&format!("verify {} {again}", begun.display()));
        assert!(told.contains("of which no block is noted yet"), "{told}");
    }
}

#[test]
fn failures_that_no_match_shows_are_refused() {
    let dir = good("audit-failures", TOURNAMENT);
    for again in ["", "--again"] {
        let forged = copy(&dir);
        change(&forged, "manifest.json", |text| {
            text.replacen('{', "{\"failures\": {\"greedy\": {\"illegal\": 5}}, ", 1)
        });
        let error = fail(1, &format!("verify {} {again}", forged.display()));
        assert!(error.contains("manifest.json: failures"), "{error}");
    }
}

#[test]
fn older_and_merged_folders_are_found_right() {
    let to = folder("audit-older");
    for name in ["shard-1", "shard-2"] {
        let dir = older(name, &to);
        succeed(&format!("verify -q {}", dir.display()));
        succeed(&format!("verify -q --again {}", dir.display()));
    }
    let dir = folder("audit-merged");
    let out = dir.display();
    for shard in 1..=2 {
        succeed(&format!("{TOURNAMENT} --records all --shard {shard}/2 -q --out {out}/{shard}"));
        succeed(&format!("verify -q {out}/{shard}"));
    }
    succeed(&format!("merge {out}/1 {out}/2 --out {out}/whole -q"));
    succeed(&format!("verify -q {out}/whole"));
    succeed(&format!("verify -q --again {out}/whole"));
}

#[test]
fn a_flipped_byte_is_found_out_and_nothing_panics() {
    let plain = good("audit-flips", &format!("{BOTS} --blocks 2 --records all"));
    let small = good(
        "audit-flips-small",
        "tournament --game three-kings --bots greedy,random --blocks 2 --records every=2 --compress \
         --shard 1/2",
    );
    let mut state = 9_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for (dir, flips) in [(plain, 250), (small, 150)] {
        let mut all: Vec<(String, Vec<u8>)> = files(&dir).into_iter().collect();
        all.push(("manifest.json".to_owned(), read(&dir.join("manifest.json"))));
        for _ in 0..flips {
            let (name, bytes) = &all[random(all.len())];
            let mut bytes = bytes.clone();
            let at = random(bytes.len());
            bytes[at] ^= 1 << random(8);
            let forged = copy(&dir);
            std::fs::write(forged.join(name), &bytes).unwrap();
            let verify = format!("verify {}", forged.display());
            if run(&verify).status.success() {
                assert!(name == "manifest.json" && tells_no_results(&bytes), "{name} at {at}");
                continue;
            }
            fail(1, &verify);
            if name != "manifest.json" {
                rehash(&forged);
                let output = run(&verify);
                let error = String::from_utf8_lossy(&output.stderr);
                assert!(matches!(output.status.code(), Some(0 | 1)), "{name} at {at}: {error}");
                assert!(!error.contains("panicked"), "{name} at {at}: {error}");
            }
        }
    }
}

/// Whether a manifest differs from one that is right only in what decides no results.
fn tells_no_results(bytes: &[u8]) -> bool {
    let map: Value = serde_json::from_slice(bytes).unwrap();
    ["command", "threads", "started", "finished"].iter().all(|key| map.get(key).is_some())
}
