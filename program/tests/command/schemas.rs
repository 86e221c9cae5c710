//! Every JSON that threehand prints or writes is as its schema in `docs/schemas` says: no key more, none less.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::common::runs::{self, ALL};
use crate::common::{folder, in_repository, manifest, parsed, play, run, succeed, text};
use crate::external::script;
use serde_json::Value;

/// What is wrong with a value under a schema. Only the words that the schemas use are known.
fn fault(value: &Value, schema: &Value, place: &str) -> Option<String> {
    let words = ["$schema", "title", "description", "type", "properties", "required"];
    let known = [&words[..], &["additionalProperties", "items"]].concat();
    let schema = schema.as_object().expect("a schema is an object");
    if let Some(word) = schema.keys().find(|word| !known.contains(&word.as_str())) {
        return Some(format!("{place}: the schema says `{word}`, which nobody checks"));
    }
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called {other}"),
    };
    let types = match schema.get("type") {
        None => return Some(format!("{place}: the schema says no type")),
        Some(Value::Array(types)) => types.clone(),
        Some(one) => vec![one.clone()],
    };
    if !types.iter().any(|name| is(name.as_str().expect("a name"))) {
        return Some(format!("{place}: {value} is none of {types:?}"));
    }
    if let Some(items) = value.as_array() {
        let Some(of) = schema.get("items") else {
            return items.first().map(|_| format!("{place}: the schema says nothing of its items"));
        };
        let mut faults = items.iter().enumerate();
        return faults.find_map(|(n, item)| fault(item, of, &format!("{place}[{n}]")));
    }
    let object = value.as_object()?;
    let properties = schema.get("properties").and_then(Value::as_object);
    for (key, value) in object {
        let place = format!("{place}.{key}");
        let of = properties.and_then(|properties| properties.get(key));
        let told = match of.or_else(|| schema.get("additionalProperties")) {
            None | Some(Value::Bool(_)) => Some(format!("{place} is in no schema")),
            Some(of) => fault(value, of, &place),
        };
        if told.is_some() {
            return told;
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    let mut missing = required.into_iter().flatten().filter_map(Value::as_str);
    missing.find(|key| !object.contains_key(*key)).map(|key| format!("{place}.{key} is missing"))
}

fn schemas() -> PathBuf {
    in_repository("docs/schemas")
}

/// The schemas that were held against something.
static HELD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Holds lines of JSON against the schema of this name.
fn hold(name: &str, lines: &str) {
    let schema = parsed(&text(schemas().join(format!("{name}.json"))));
    assert!(!lines.trim().is_empty(), "{name}");
    for line in lines.lines() {
        if let Some(told) = fault(&parsed(line), &schema, name) {
            panic!("{told}");
        }
    }
    HELD.lock().expect("no test fails in it").insert(name.to_owned());
}

/// Runs the command, and holds what it prints against a schema.
fn prints(name: &str, command: &str) {
    hold(name, &succeed(&format!("{command} --json")));
}

/// Holds against their schemas what a replay of the first hand prints besides.
fn replays(out: &Path) {
    let hand = format!("replay {} --match 0 --lineup 0 --hand 0", out.display());
    for (name, flags) in [
        ("replay", "--annotate pimc:worlds=2"),
        ("replay", "--annotate greedy"),
        ("replay-blunders", "--annotate pimc:worlds=2 --blunders 5"),
        ("replay-from", "--from 3 --bots greedy"),
        ("replay-worlds", "--from 3 --bots greedy --worlds 3"),
    ] {
        prints(name, &format!("{hand} {flags}"));
    }
}

/// Holds against their schemas all that a folder is asked for with `--json`.
fn holds(name: &str, command: &str, out: &Path) {
    let said = out.display();
    prints("verify", &format!("verify {said}"));
    hold("manifest", &manifest(out).to_string());
    prints(name, &format!("resume -q {said}"));
    if command.contains("--shard") {
        prints("missing", &format!("merge --missing {said} -q"));
    }
    if name == "tournament" {
        prints("rate", &format!("rate {said}"));
    }
    let two_bots = !command.contains("greedy,greedy ");
    if name == "tournament" && two_bots || command.contains(",9-5-2") && name == "compare" {
        prints("contrast", &format!("contrast {said} --blocks 3"));
    }
    if out.join("records.jsonl").exists() {
        hold("record", &text(out.join("records.jsonl")));
        prints("replay", &format!("replay {said} --lineup 0"));
    }
}

#[test]
fn every_json_that_is_printed_or_written_is_as_its_schema_says_and_every_schema_is_used() {
    let dir = folder("runs");
    for kept in &ALL {
        hold(kept.kind(), &kept.json());
        holds(kept.kind(), kept.command, &kept.copied(dir.join(kept.name)));
    }
    for (number, (name, command)) in [
        ("tournament", "tournament --game kitty --bots greedy,random --blocks 4 --records all --max-hands 2"),
        ("tournament", "tournament --game kings --bots greedy,greedy --first 7 --blocks 5 --anchor greedy=0"),
        (
            "tournament",
            "tournament --game kings --bots greedy,random --blocks 8 --records all --shard 1/2 --rules \
             first_deal=set,set_points=20",
        ),
        (
            "tournament",
            "tournament --game 9-2-5 --bots pimc:worlds=4,random --blocks 1 --max-hands 1 --format abb --rules \
             contracts=7-4-5,target=20",
        ),
        ("compare", "compare --game 9-2-5 --variants mine=9-2-5:contracts=7-4-5,9-5-2 --bots greedy --blocks 3"),
        (
            "compare",
            "compare --game kings --variants three-kings,three-kings:set_points=20 --bots random,greedy,heuristic \
             --blocks 25 --margin hands=1 --against three-kings",
        ),
        ("compare", "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy --blocks 110 --block-values"),
        ("sprt", "sprt --game 9-2-5 --bots greedy,random --test e --share 0,2 --blocks 30"),
        ("sprt", "sprt --game kings --bots greedy,greedy --on score --blocks 2"),
    ]
    .into_iter()
    .enumerate()
    {
        holds(name, command, &play(dir.join(number.to_string()), command));
    }
    replays(&runs::run("three").dir());
    programs(&dir);
    for (name, command) in [
        (
            "tournament-plan",
            "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 20 --plan",
        ),
        (
            "tournament-plan",
            "tournament --game 9-2-5 --bots pimc:worlds=500,greedy --blocks 20 --plan",
        ),
        (
            "compare-plan",
            "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy --blocks 20 --plan",
        ),
        ("sprt-plan", "sprt --game kitty --bots heuristic,greedy --plan"),
        ("calibrate-plan", "calibrate --game 9-2-5 --bots random --runs 1e6 --plan"),
        (
            "coverage-plan",
            "coverage --game 9-2-5 --bots greedy,random --pool 500 --runs 20 --blocks 2 --max-hands 1 --plan",
        ),
        ("list", "list"),
        ("list", "list measures --game kings"),
        ("rules", "rules kitty"),
        ("check", "check kings --blocks 3 --decisions 1"),
        ("check", "check kitty --blocks 1 --decisions 0 --bots random"),
        ("solve", "solve --game 9-2-5 AQ.2.. K3.A.. 654... trump=NT"),
        ("solve", "solve --game 9-2-5 AQ.2.. K3.A.. 54..3. trump=NT lead=0"),
    ] {
        prints(name, command);
    }
    hold("bench", &runs::bench());
    let all = fs::read_dir(schemas()).expect("schemas");
    let name = |entry: fs::DirEntry| {
        entry.path().file_stem().map(|stem| stem.to_string_lossy().into_owned())
    };
    let all: BTreeSet<_> = all.filter_map(|entry| name(entry.expect("an entry"))).collect();
    assert_eq!(all, *HELD.lock().expect("no test fails in it"));
}

/// Holds runs with programs that play or fail against their schemas.
fn programs(dir: &Path) {
    let fails = script(dir, "fails", "", "exit 3");
    for (program, code) in [("../examples/external/first.sh", 0), (&*fails, 3)] {
        for (name, command) in [
            ("tournament", "tournament --game 9-2-5 --bots cmd:it,random --format abb --blocks 1"),
            ("sprt", "sprt --game 9-2-5 --bots cmd:it,random --blocks 1 --max-hands 1"),
            (
                "compare",
                "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots cmd:it --blocks 1 --max-hands 1",
            ),
        ] {
            let out = dir.join(format!("{name}-{code}"));
            let command =
                format!("{command} -q --json --external it={program} --out {}", out.display());
            let output = run(&command);
            assert_eq!(output.status.code(), Some(code), "{command}");
            hold(name, &String::from_utf8(output.stdout).expect("UTF-8"));
            let manifest = manifest(&out);
            hold("manifest", &manifest.to_string());
            assert_eq!(manifest.get("failures").is_some(), code == 3, "{command}");
        }
    }
}

#[test]
fn a_key_too_many_too_few_or_of_another_type_is_noticed() {
    let rules = parsed(&text(schemas().join("rules.json")));
    let told = |text: &str| fault(&parsed(text), &rules, "rules");
    assert_eq!(told(r#"{"game":"a","page":"b"}"#), None);
    assert_eq!(told(r#"{"game":"a"}"#).unwrap(), "rules.page is missing");
    assert_eq!(told(r#"{"game":"a","page":"b","x":1}"#).unwrap(), "rules.x is in no schema");
    assert!(told(r#"{"game":1,"page":"b"}"#).unwrap().starts_with("rules.game: 1 is none of"));
}
