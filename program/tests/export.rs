//! Tables written where a reader wants them, the rules to read, and the list of what is measured.

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{fail, folder, read, succeed, threehand};
use serde_json::Value;

/// A run of each kind, the tables that it has, and the one that answers first.
const RUNS: [(&str, &[&str], &str); 5] = [
    (
        "tournament --game 9-2-5 --bots greedy,random,heuristic --blocks 6",
        &["summary", "crosstable", "ratings", "fit", "who_pays"],
        "summary",
    ),
    (
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy,random --blocks 20",
        &["characters", "distributions", "differences", "verdicts"],
        "differences",
    ),
    ("sprt --game three-kings --bots greedy,random --blocks 60", &["test"], "test"),
    (
        "calibrate --game 9-2-5 --bots random --runs 20 --blocks 500",
        &["calibration", "runs"],
        "calibration",
    ),
    (
        "coverage --game 9-2-5 --bots greedy,random --runs 50 --pool 500 --blocks 5,20",
        &["coverage"],
        "coverage",
    ),
];

#[test]
fn every_table_of_a_run_can_be_exported_in_three_forms() {
    for (number, (run, tables, headline)) in RUNS.into_iter().enumerate() {
        let dir = folder(&format!("export-{number}"));
        let (out, to) = (dir.join("out"), dir.display());
        let mut command = format!("{run} -q --out {} --export {to}/first.csv", out.display());
        for table in tables {
            for ending in ["md", "csv", "json"] {
                command += &format!(" --export {table}={to}/{table}.{ending}");
            }
        }
        succeed(&command);
        let same = |name: &str, table: &str| {
            let due = read(&out.join(format!("{table}.csv")));
            assert_eq!(read(&dir.join(name)), due, "{run}: {name}");
        };
        same("first.csv", headline);
        for table in tables {
            same(&format!("{table}.csv"), table);
            let mut rows = csv::Reader::from_path(out.join(format!("{table}.csv"))).unwrap();
            let columns: Vec<_> = rows.headers().unwrap().iter().map(str::to_owned).collect();
            let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
            let json: Value =
                serde_json::from_slice(&read(&dir.join(format!("{table}.json")))).unwrap();
            let json = json.as_array().unwrap();
            assert_eq!(json.len(), rows.len(), "{run}: {table}");
            for (object, row) in json.iter().zip(&rows) {
                assert!(object.as_object().unwrap().keys().eq(&columns), "{run}: {table}");
                for (column, field) in columns.iter().zip(row) {
                    let told = match &object[column] {
                        Value::Null => String::new(),
                        Value::String(text) => text.clone(),
                        Value::Number(number) if number.is_f64() => {
                            // JSON is read to the last digit but one.
                            let (there, due) = (number.as_f64().unwrap(), field.parse::<f64>());
                            let gap = (there - due.unwrap()).abs();
                            assert!(gap <= 1e-15 * there.abs(), "{table}: {column}: {field}");
                            continue;
                        }
                        other => other.to_string(),
                    };
                    assert_eq!(told, *field, "{run}: {table}: {column}");
                }
            }
            let page = String::from_utf8(read(&dir.join(format!("{table}.md")))).unwrap();
            assert_eq!(page.lines().count(), rows.len() + 2, "{run}: {table}");
            assert!(page.lines().all(|line| line.starts_with("| ") && line.ends_with(" |")));
        }
        // What was exported is written again from a run that has finished.
        fs::remove_file(dir.join("first.csv")).unwrap();
        succeed(&format!("resume -q {} --export {to}/first.csv", out.display()));
        same("first.csv", headline);
    }
}

#[test]
fn what_can_not_be_exported_is_refused_before_anything_is_played() {
    let dir = folder("export-refused");
    let run = "tournament --game 9-2-5 --bots pimc:worlds=100,greedy --blocks 100000 -q";
    let out = dir.join("out");
    fs::create_dir(dir.join("folder.md")).unwrap();
    fs::create_dir(&out).unwrap();
    for (export, told) in [
        ("rating=a.md", "did you mean `ratings`?"),
        ("a.txt", "has to end in .md, .csv or .json"),
        ("nowhere/a.md", "no such folder"),
        (&*dir.join("folder.md").display().to_string(), "it is a folder"),
        (&*out.join("summary.csv").display().to_string(), "the folder of the run"),
    ] {
        let error = fail(2, &format!("{run} --out {} --export {export}", out.display()));
        assert!(error.starts_with("error: --export: ") && error.contains(told), "{error}");
        assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{export}");
    }
}

#[test]
fn what_can_not_be_written_in_the_end_leaves_the_summary() {
    // No file system has names as long.
    let long = format!("{}.md", "a".repeat(300));
    let run = "tournament --game 9-2-5 --bots greedy,random --blocks 5 -q --export";
    let output = threehand().args(run.split(' ')).arg(long).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("win share"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("aaa.md: "));
}

#[test]
fn every_measure_of_a_comparison_is_listed() {
    let out = folder("measures").join("out");
    succeed(&format!("{} -q --out {}", RUNS[1].0, out.display()));
    let list: Value = serde_json::from_str(&succeed("list measures --json --game 9-2-5")).unwrap();
    let listed: BTreeSet<_> = list["measures"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|measure| measure["stands"].as_str().unwrap().contains("characters.csv"))
        .map(|measure| measure["measure"].as_str().unwrap().to_owned())
        .collect();
    let mut rows = csv::Reader::from_path(out.join("characters.csv")).unwrap();
    let place = rows.headers().unwrap().iter().position(|column| column == "measure").unwrap();
    let written: BTreeSet<_> = rows.records().map(|row| row.unwrap()[place].to_owned()).collect();
    assert_eq!(listed, written);
    for measure in list["measures"].as_array().unwrap() {
        for key in ["unit", "meaning", "direction"] {
            assert!(!measure[key].as_str().unwrap().is_empty(), "{measure}");
        }
    }
}

#[test]
fn rules_are_read_at_any_width_with_all_their_options() {
    for (name, game) in [("9-2-5", 0), ("Kitty", 1), ("three-kings", 2)] {
        for columns in [60, 80, 200] {
            let mut command = threehand();
            let output = command.args(["rules", name]).env("COLUMNS", columns.to_string()).output();
            let text = String::from_utf8(output.unwrap().stdout).unwrap();
            let widest = columns.min(100);
            let prose = text.lines().filter(|line| !line.starts_with("  "));
            for line in prose {
                assert!(line.chars().count() <= widest, "{name} at {columns}: {line}");
            }
            let list: Value = serde_json::from_str(&succeed("list games --json")).unwrap();
            for option in list["games"][game]["options"].as_array().unwrap() {
                let option = option["option"].as_str().unwrap();
                assert!(text.contains(&format!("\n  {option}")), "{name}: {option}");
            }
        }
    }
    assert!(fail(2, "rules").contains("the games are 9-2-5, three-legged-kitty, three-kings"));
    assert!(fail(2, "rules kity").contains("no game is called `kity`"));
}
