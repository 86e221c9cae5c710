//! The pages leave nothing out: every column, key, flag and parameter that there is, is explained, and
//! no column is explained that is not there.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::common::runs::{self, Kept};
use crate::common::{in_repository, json, manifest, parsed, records, succeed, text};
use serde_json::Value;

/// Kept runs that write all files between them.
fn kept() -> impl Iterator<Item = &'static Kept> {
    ["three", "pair", "test", "itself", "pool"].into_iter().map(runs::run)
}

#[test]
fn every_column_is_in_the_dictionary_and_no_other() {
    let page = page("docs/files.md");
    for (name, path) in tables() {
        let text = text(path);
        let header = text.lines().next().expect("a table has a header").split(',');
        let there: BTreeSet<_> = header.map(by_role).collect();
        assert_eq!(told_columns(&page, &name), there, "{name}");
    }
}

#[test]
fn the_key_of_every_table_is_stated_and_no_two_rows_share_it() {
    let page = page("docs/files.md");
    let part = section(&page, "The files of each subcommand");
    let tables = tables();
    assert_eq!(tables.len(), 17, "tables that runs write");
    for (name, path) in tables {
        let row = part.lines().find(|line| line.starts_with(&format!("| [`{name}`]")));
        let cell = row.and_then(|row| row.split('|').nth(3));
        let key = words(cell.unwrap_or_else(|| panic!("the key of {name}")));
        assert!(!key.is_empty(), "{name}");
        let rows = crate::common::tables::table(&path);
        for column in ["game", "variant"] {
            let of_two = column == "variant" && rows[0].contains_key("b");
            assert!(of_two || rows[0].contains_key(column), "{name}: {column}");
        }
        let mut keys = BTreeSet::new();
        for row in rows {
            let key: Vec<_> = key.iter().map(|column| row[*column].clone()).collect();
            assert!(keys.insert(key.clone()), "{name}: {key:?} is there twice");
        }
    }
}

#[test]
fn every_key_of_manifests_records_and_summaries_is_in_the_dictionary() {
    let page = page("docs/files.md");
    let told = words(section(&page, "manifest.json"));
    for kept in kept() {
        for key in keys(&manifest(&kept.dir())) {
            assert!(told.contains(&*key), "manifest.json of {}: {key}", kept.name);
        }
    }
    let told = words(section(&page, "records.jsonl"));
    for key in keys(&records(runs::run("three").dir().join("records.jsonl"))[0]) {
        assert!(told.contains(&*key), "records.jsonl: {key}");
    }
    let part = section(&page, "--json");
    let of_runs = kept().map(|kept| (kept.kind(), parsed(&kept.json())));
    let others = [
        ("solve", json("solve --game 9-2-5 AQ.2.. K3.A.. 654... trump=NT")),
        ("list", json("list")),
        ("bench", parsed(&runs::bench())),
        ("check", json("check 9-2-5 --blocks 2 --decisions 1")),
    ];
    for (command, summary) in of_runs.chain(others) {
        let row = part.lines().find(|line| line.starts_with(&format!("| `{command}`")));
        let told = words(row.unwrap_or_else(|| panic!("--json of {command}")));
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
        "tournament resume merge compare sprt calibrate coverage rate list rules verify replay report bench solve \
         check check-bot"
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
    let list = json("list bots");
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

/// The tables that the runs write, by name.
fn tables() -> Vec<(String, PathBuf)> {
    let of_run = |kept: &Kept| {
        let entries = std::fs::read_dir(kept.dir()).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("an entry can be read").path());
        let named =
            paths.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path));
        named.filter(|(name, _)| name.ends_with(".csv")).collect::<Vec<_>>()
    };
    kept().flat_map(of_run).collect()
}

/// The text of a page.
fn page(name: &str) -> String {
    text(in_repository(name))
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
