//! The pages leave nothing out: every column, key, flag and parameter that there is, is explained, and
//! no column is explained that is not there.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{folder, manifest, succeed};
use serde_json::Value;

/// The commands that write all files between them, with small runs.
const RUNS: [(&str, &str); 5] = [
    ("tournament", "--game 9-2-5 --bots heuristic,greedy,random --blocks 5 --records all"),
    (
        "compare",
        "--game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy,heuristic --blocks 5 --block-values",
    ),
    ("sprt", "--game 9-2-5 --bots heuristic,greedy --blocks 40"),
    ("calibrate", "--game 9-2-5 --runs 20"),
    (
        "coverage",
        "--game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20 --blocks 2,5",
    ),
];

#[test]
fn every_column_is_in_the_dictionary_and_no_other() {
    let page = page("docs/files.md");
    for (name, path) in tables("dictionary") {
        let text = fs::read_to_string(&path).expect("a table can be read");
        let header = text.lines().next().expect("a table has a header").split(',');
        let there: BTreeSet<_> = header.map(by_role).collect();
        assert_eq!(told_columns(&page, &name), there, "{name}");
    }
}

#[test]
fn the_key_of_every_table_is_stated_and_no_two_rows_share_it() {
    let page = page("docs/files.md");
    let part = section(&page, "The files of each subcommand");
    let tables = tables("unique");
    assert_eq!(tables.len(), 17, "tables that runs write");
    for (name, path) in tables {
        let row = part.lines().find(|line| line.starts_with(&format!("| [`{name}`]")));
        let cell = row.and_then(|row| row.split('|').nth(3));
        let key = words(cell.unwrap_or_else(|| panic!("the key of {name}")));
        assert!(!key.is_empty(), "{name}");
        let mut table = csv::Reader::from_path(&path).expect("a table can be read");
        let header = table.headers().expect("a header").clone();
        for column in ["game", "variant"] {
            let of_two = column == "variant" && header.iter().any(|column| column == "b");
            assert!(of_two || header.iter().any(|there| there == column), "{name}: {column}");
        }
        let places: Vec<_> = key
            .iter()
            .map(|column| header.iter().position(|there| there == *column).expect(column))
            .collect();
        let mut keys = BTreeSet::new();
        for row in table.records() {
            let row = row.expect("a row");
            let key: Vec<_> = places.iter().map(|&place| row[place].to_owned()).collect();
            assert!(keys.insert(key.clone()), "{name}: {key:?} is there twice");
        }
    }
}

#[test]
fn every_key_of_manifests_and_records_is_in_the_dictionary() {
    let page = page("docs/files.md");
    for (command, arguments) in RUNS {
        let dir = folder(&format!("keys-{command}"));
        succeed(&format!("{command} {arguments} --out {}", dir.display()));
        let told = words(section(&page, "manifest.json"));
        for key in keys(&manifest(&dir)) {
            assert!(told.contains(&*key), "manifest.json of {command}: {key}");
        }
        if let Ok(records) = fs::read_to_string(dir.join("records.jsonl")) {
            let told = words(section(&page, "records.jsonl"));
            let record = records.lines().next().expect("a record");
            for key in keys(&serde_json::from_str(record).expect("a record is JSON")) {
                assert!(told.contains(&*key), "records.jsonl: {key}");
            }
        }
    }
}

#[test]
fn every_key_of_the_json_summaries_is_in_the_dictionary() {
    let page = page("docs/files.md");
    let part = section(&page, "--json");
    let solve = ("solve", "--game 9-2-5 AQ.2.. K3.A.. 654... trump=NT");
    let others = [solve, ("list", ""), ("bench", "--game 9-2-5 --rounds 1 --quiet")];
    for (command, arguments) in RUNS.into_iter().chain(others) {
        let arguments = arguments.replace(" --records all", "");
        let summary = succeed(&format!("{command} {arguments} --json"));
        let row = part.lines().find(|line| line.starts_with(&format!("| `{command}`")));
        let told = words(row.unwrap_or_else(|| panic!("--json of {command}")));
        let summary: Value = serde_json::from_str(&summary).expect("a summary is JSON");
        let lists = summary.as_object().expect("an object").values().filter_map(Value::as_array);
        let rows = lists.filter_map(|list| list.first()).filter(|row| row.is_object());
        let within = ["tournament"].contains(&command).then_some(&summary["bots"][0]);
        let inner = rows.filter(|_| command != "tournament").chain(within);
        for key in std::iter::once(&summary).chain(inner).flat_map(keys) {
            assert!(told.contains(&*key), "--json of {command}: {key}");
        }
    }
}

#[test]
fn every_flag_is_in_the_guide() {
    let page = page("docs/guide.md");
    for command in
        "tournament resume merge compare sprt calibrate coverage rate list rules verify replay report bench solve check-bot"
            .split(' ')
    {
        let help = succeed(&format!("{command} --help"));
        let flags = help.lines().filter_map(|line| {
            line.trim_start()
                .strip_prefix("--")
                .or_else(|| line.trim_start().split_once(", --").map(|(_, flag)| flag))
        });
        for flag in flags.map(|flag| flag.split([' ', ',']).next().unwrap_or_default()) {
            assert!(page.contains(&format!("`--{flag}")), "--{flag} of {command}");
        }
    }
}

#[test]
fn every_bot_has_a_heading_and_every_parameter_is_explained() {
    let page = page("docs/bots.md");
    let list: Value = serde_json::from_str(&succeed("list bots --json")).expect("JSON");
    for bot in list["bots"].as_array().expect("bots") {
        let name = bot["bot"].as_str().expect("a name");
        let told = words(section(&page, name));
        for parameter in bot["parameters"].as_array().expect("parameters") {
            let parameter = parameter["parameter"].as_str().expect("a name");
            let key = |word: &&str| word.split([':', '=']).any(|part| part == parameter);
            assert!(told.iter().any(key), "{name}: {parameter}");
        }
    }
}

/// The tables that the runs write, by name, in folders whose names begin so.
fn tables(folders: &str) -> Vec<(String, PathBuf)> {
    let of_run = |(command, arguments): (&str, &str)| {
        let dir = folder(&format!("{folders}-{command}"));
        succeed(&format!("{command} {arguments} --out {}", dir.display()));
        let entries = fs::read_dir(&dir).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("an entry can be read").path());
        let name = |path: &PathBuf| {
            path.file_name().expect("a file has a name").to_string_lossy().into_owned()
        };
        paths.map(|path| (name(&path), path)).collect::<Vec<_>>()
    };
    let files = RUNS.into_iter().flat_map(of_run);
    files.filter(|(name, _)| name.ends_with(".csv")).collect()
}

/// The text of a page.
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What stands under the heading of this name, up to the next heading of its level or a higher one.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let at = |heading: &str| page.find(heading).map(|start| start + heading.len());
    let (start, ends) = match at(&format!("\n### `{name}`\n")) {
        Some(start) => (start, ["\n### ", "\n## "]),
        None => (
            at(&format!("\n## `{name}`\n"))
                .or_else(|| at(&format!("\n## {name}\n")))
                .unwrap_or_else(|| panic!("no heading `{name}`")),
            ["\n## "; 2],
        ),
    };
    let end = ends.into_iter().filter_map(|end| page[start..].find(end)).min();
    &page[start..end.map_or(page.len(), |end| start + end)]
}

/// What stands between backquotes.
fn words(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The columns that the dictionary tells of a file.
fn told_columns(page: &str, name: &str) -> BTreeSet<String> {
    let rows = section(page, name).lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(words).map(str::to_owned).collect()
}

/// A column that there is once a role, as the dictionary tells of it.
fn by_role(column: &str) -> String {
    let roles = ["_dealer", "_left", "_right"];
    let stem = roles.into_iter().find_map(|role| column.strip_suffix(role));
    stem.map_or_else(|| column.to_owned(), |stem| format!("{stem}_ROLE"))
}

/// The keys of an object.
fn keys(value: &Value) -> Vec<String> {
    value.as_object().expect("an object").keys().cloned().collect()
}
