//! The schemas in `docs/schemas` and the dictionary of columns in `docs/files.md` are what the columns say. With
//! `GOLDEN=overwrite` they are written anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize as _;
use serde_json::ser::{PrettyFormatter, Serializer};
use serde_json::{Map, Value, json};
use threehand_stats::Estimate;

use super::column::{Documented, Head};
use super::shape::{Key, Schema, Shaped as _, by_name, either, list, object, of_type, or_null};
use crate::cli::check;
use crate::runs::kinds::KINDS;
use crate::runs::rate;

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)
}

/// Expects the text of a page or file.
fn expect(path: &Path, text: &str) {
    if std::env::var_os("GOLDEN").is_some_and(|how| how == "overwrite") {
        fs::write(path, text).expect("it can be written");
    }
    let held = fs::read_to_string(path).unwrap_or_default();
    assert!(held == text, "{}: GOLDEN=overwrite writes it anew", path.display());
}

/// The shapes of all JSON that is not made of columns. In `shapes.json` an object stands for itself, `*` for any key, and
/// `...` for the keys of others; a list for a list of its item, and a text for one or more types or other shapes. A type
/// that ends in `?` may be null, and a key missing.
struct Shapes(Map<String, Value>);

impl Shapes {
    fn of(&self, value: &Value) -> Schema {
        match value {
            Value::String(words) => self.of_words(words),
            Value::Array(item) => list(self.of(&item[0])),
            Value::Object(keys) => match keys.get("*") {
                Some(value) => by_name(self.of(value)),
                None => object(&self.keys(value)),
            },
            other => panic!("{other} is no shape"),
        }
    }

    fn keys(&self, object: &Value) -> Vec<Key> {
        let keys = |(key, value): (&String, &Value)| match (&**key, key.strip_suffix('?')) {
            ("...", _) => {
                let others = value.as_array().into_iter().flatten().filter_map(Value::as_str);
                others.flat_map(|other| self.keys(&self.0[other])).collect()
            }
            (_, Some(key)) => vec![Key { optional: true, ..Key::new(key, "", self.of(value)) }],
            _ => vec![Key::new(key, "", self.of(value))],
        };
        object.as_object().expect("an object").iter().flat_map(keys).collect()
    }

    fn of_words(&self, words: &str) -> Schema {
        let mut depth = 0;
        let between = |c: char| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == '|' && depth == 0
        };
        let mut schemas: Vec<Schema> =
            words.split(between).map(|word| self.of_word(word)).collect();
        if schemas.len() == 1 { schemas.remove(0) } else { either(schemas) }
    }

    fn of_word(&self, word: &str) -> Schema {
        if let Some(word) = word.strip_suffix('?') {
            return or_null(self.of_word(word));
        }
        if let Some(item) = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
            return list(self.of_words(item));
        }
        match word {
            "text" => of_type("string"),
            "integer" | "number" => of_type(word),
            "flag" => of_type("boolean"),
            "estimate" => Estimate::schema(),
            name => self.of(self.0.get(name).unwrap_or_else(|| panic!("no shape `{name}`"))),
        }
    }
}

#[test]
fn the_schemas_are_those_of_what_is_printed() {
    let shapes = Shapes(serde_json::from_str(include_str!("shapes.json")).expect("an object"));
    let named = shapes.0.iter().filter_map(|(name, shape)| {
        let (name, title) = name.split_once(": ")?;
        Some((name.to_owned(), (title.to_owned(), shapes.of(shape))))
    });
    let of_any_run = shapes.keys(&shapes.0["any run"]);
    let of_kind = KINDS.into_iter().map(|kind| {
        let keys = [(kind.summary)(), of_any_run.clone()].concat();
        let title = format!("`{} --json`", kind.command);
        (kind.command.to_owned(), (title, object(&keys)))
    });
    let rate = ("rate".to_owned(), ("`rate --json`".to_owned(), object(&rate::keys().keys())));
    let check = ("check".to_owned(), ("`check --json`".to_owned(), object(&check::keys())));
    let all: BTreeMap<_, _> = named.chain(of_kind).chain([rate, check]).collect();
    for (name, (title, of)) in &all {
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
        schema.insert("title".to_owned(), json!(title));
        schema.extend(of.clone());
        let mut text = Vec::new();
        let indented = PrettyFormatter::with_indent(b" ");
        let mut writer = Serializer::with_formatter(&mut text, indented);
        schema.serialize(&mut writer).expect("it is JSON");
        let text = String::from_utf8(text).expect("JSON is text") + "\n";
        expect(&docs("schemas").join(format!("{name}.json")), &text);
    }
    assert_eq!(fs::read_dir(docs("schemas")).expect("schemas").count(), all.len());
}

/// A table of the dictionary.
fn dictionary(figures: &Documented) -> String {
    let row = |(_, Head { unit, meaning, note, .. }, names): &(_, Head, Vec<String>)| {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let between = if note.is_empty() { "" } else { "; " };
        let row = format!("| {} | {unit} | {meaning}{between}{note} |\n", names.join(", "));
        row.replace("|  |", "| |")
    };
    let rows: String = figures.iter().map(row).collect();
    format!("| column | unit | meaning |\n|---|---|---|\n{rows}")
}

#[test]
fn the_dictionary_says_of_each_column_what_its_declaration_says() {
    let path = docs("files.md");
    let mut page = fs::read_to_string(&path).expect("the page");
    let of_kinds = KINDS.into_iter().flat_map(|kind| (kind.figures)());
    let of_check = [check::decisions().documented(), check::calls().documented()];
    for (file, figures) in of_kinds.chain(of_check) {
        let heading = format!("\n### `{file}`\n");
        let section = page.find(&heading).unwrap_or_else(|| panic!("no heading `{file}`"));
        let table = section + page[section..].find("\n| column |").expect("a table") + 1;
        let end = table + page[table..].find("\n\n").map_or(page.len() - table, |end| end + 1);
        page.replace_range(table..end, &dictionary(&figures));
    }
    expect(&path, &page);
}
