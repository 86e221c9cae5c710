//! Tables written where a reader wants them, the rules to read, and the list of what is measured.

use std::collections::BTreeSet;

use crate::common::tables::{Row, table};
use crate::common::{
    command, fail, folder, json, parsed, printed, read, runs, succeed, text, write,
};
use serde_json::Value;

/// Kept runs, the tables that each has, and the one that answers first.
const RUNS: [(&str, &[&str], &str); 5] = [
    ("three", &["summary", "crosstable", "ratings", "fit", "who_pays"], "summary"),
    ("pair", &["characters", "distributions", "differences", "verdicts"], "differences"),
    ("test", &["test"], "test"),
    ("itself", &["calibration", "runs"], "calibration"),
    ("pool", &["coverage"], "coverage"),
];

#[test]
fn every_table_of_a_run_can_be_exported_in_four_forms() {
    for (name, tables, headline) in RUNS {
        let (to, kept) = (folder(name), runs::run(name));
        let out = kept.copied(to.join("out"));
        let mut export = command("resume -q");
        export.arg(&out).arg("--export").arg(to.join("first.csv"));
        for table in tables {
            for ending in ["md", "csv", "json", "TSV"] {
                let to = to.join(format!("{table}.{ending}"));
                export.arg("--export").arg(format!("{table}={}", to.display()));
            }
        }
        printed(&mut export);
        assert_eq!(read(&to.join("first.csv")), read(&out.join(format!("{headline}.csv"))));
        for name in tables {
            let rows = table(out.join(format!("{name}.csv")));
            assert_eq!(
                read(&to.join(format!("{name}.csv"))),
                read(&out.join(format!("{name}.csv")))
            );
            let tabs = text(to.join(format!("{name}.TSV")));
            let mut tabs = csv::ReaderBuilder::new().delimiter(b'\t').from_reader(tabs.as_bytes());
            let tabs = tabs.deserialize().collect::<Result<Vec<Row>, _>>().expect("rows");
            assert_eq!(tabs, rows, "{name}");
            let json = parsed(&text(to.join(format!("{name}.json"))));
            let json = json.as_array().expect("a list");
            assert_eq!(json.len(), rows.len(), "{name}");
            json.iter().zip(&rows).for_each(|(object, row)| assert_alike(object, row));
            let page = text(to.join(format!("{name}.md")));
            assert_eq!(page.lines().count(), rows.len() + 2, "{name}");
            assert!(page.lines().all(|line| line.starts_with("| ") && line.ends_with(" |")));
        }
    }
}

#[test]
fn one_table_goes_to_standard_output_and_nothing_else_does() {
    let out = runs::run("three").copied(folder("stdout").join("out"));
    let resume = format!("resume {} -q --export", out.display());
    assert_eq!(succeed(&format!("{resume} -")), text(out.join("summary.csv")));
    assert!(succeed(&format!("{resume} -.md")).starts_with("| game |"));
    assert_eq!(succeed(&format!("{resume} fit=-.csv")), text(out.join("fit.csv")));
    assert!(succeed(&format!("{resume} fit=-.md")).starts_with("| game |"));
    assert!(!std::path::Path::new("-").exists());
    for (more, why) in [
        ("--json", "both need standard output"),
        ("--export fit=-.md", "two tables can't stand on standard output"),
    ] {
        let error = fail(2, &format!("{resume} - {more}"));
        assert!(error.contains(why), "{error}");
    }
    let check = "check 9-2-5 --blocks 2 --decisions 1 --quiet --export -";
    assert!(succeed(check).starts_with("game,variant,"), "{}", succeed(check));
}

#[test]
fn only_a_table_of_its_kind_is_replaced() {
    let dir = folder("replaced");
    let run = "tournament --game 9-2-5 --bots random,greedy --blocks 2 -q";
    for (name, other) in [
        ("t.md", "# Notes\n"),
        ("u.md", "| name | bot |\n"),
        ("t.csv", "bot,mean\ngreedy,1\n"),
        ("t.json", "[\n{\"a\":1}\n]\n"),
    ] {
        let to = dir.join(name);
        let export = format!("{run} --export {}", to.display());
        succeed(&export);
        let table = read(&to);
        succeed(&export);
        assert_eq!(read(&to), table);
        write(&to, other);
        let why = fail(2, &export);
        assert!(why.contains("it holds something else"), "{why}");
        assert_eq!(text(&to), other);
    }
    let (one, other) = (dir.join("a.csv"), dir.join("./b/../a.csv"));
    std::fs::create_dir(dir.join("b")).expect("a folder");
    let both = format!("--export {} --export crosstable={}", one.display(), other.display());
    let why = fail(2, &format!("{run} {both}"));
    assert!(why.contains("two tables can't stand in one file"), "{why}");
}

/// Asserts that an object holds what a row of a table does.
fn assert_alike(object: &Value, row: &Row) {
    let object = object.as_object().expect("an object");
    assert!(object.keys().collect::<BTreeSet<_>>().into_iter().eq(row.keys()), "{object:?}");
    for (column, field) in row {
        let told = match &object[column] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_f64() => {
                // JSON is read to the last digit but one.
                let (there, due) = (number.as_f64().expect("a number"), field.parse::<f64>());
                let gap = (there - due.expect("a number")).abs();
                assert!(gap <= 1e-15 * there.abs(), "{column}: {field}");
                continue;
            }
            other => other.to_string(),
        };
        assert_eq!(told, *field, "{column}");
    }
}

#[test]
fn every_measure_of_a_comparison_is_listed() {
    let list = json("list measures --game 9-2-5");
    let measures = list["measures"].as_array().expect("a list");
    let of = |measure: &Value, key: &str| measure[key].as_str().expect("a text").to_owned();
    let written = |measure: &&Value| of(measure, "stands").contains("characters.csv");
    let listed: BTreeSet<_> =
        measures.iter().filter(written).map(|measure| of(measure, "measure")).collect();
    let rows = table(runs::run("pair").dir().join("characters.csv"));
    assert_eq!(listed, rows.into_iter().map(|row| row["measure"].clone()).collect());
    for measure in measures {
        assert!(["unit", "meaning", "direction"].iter().all(|key| !of(measure, key).is_empty()));
    }
}

#[test]
fn rules_have_all_their_options() {
    let list = json("list games");
    for (name, game) in [("9-2-5", 0), ("Kitty", 1), ("three-kings", 2)] {
        let text = succeed(&format!("rules {name}"));
        for option in list["games"][game]["options"].as_array().unwrap() {
            let option = option["option"].as_str().unwrap();
            assert!(text.contains(&format!("\n  {option}")), "{name}: {option}");
        }
    }
}
