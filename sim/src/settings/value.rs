//! Values of settings as a command line, a TOML file and a manifest have them: words, numbers, lists
//! and tables, all of which can be written as text.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serializer};
use serde_json::Value;

/// A value as on a command line: what is inside a list is written with dashes.
pub fn text(value: &Value, between: &str) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            items.iter().map(|item| text(item, "-")).collect::<Vec<_>>().join(between)
        }
        Value::Object(entries) => {
            let pairs = entries.iter().map(|(key, value)| format!("{key}={}", text(value, "-")));
            pairs.collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    }
}

/// Whether a value sets nothing.
pub fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}

/// A whole number from `LEAST` to `MOST`.
///
/// # Errors
/// Why the text is no such number.
pub fn whole<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let number: i128 = text.parse().map_err(|_| format!("{text} is no whole number"))?;
    match u64::try_from(number) {
        Ok(number) if (LEAST..=MOST).contains(&number) && !text.starts_with('-') => Ok(number),
        _ if MOST == u64::MAX => Err(format!("{text} is not in {LEAST}..{MOST}")),
        _ => Err(format!("{text} is not in {LEAST}..={MOST}")),
    }
}

/// Reads a value that is one word or number by what reads such a word on the command line.
pub fn word<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
    text(&Value::deserialize(from)?, ",").parse().map_err(D::Error::custom)
}

/// Reads a word that may be left out.
pub fn optional_word<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let value = Value::deserialize(from)?;
    let given = (!value.is_null()).then(|| text(&value, ","));
    given.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

/// How a word that may be left out is read and written, for `#[serde(with = "value::optional")]`.
pub mod optional {
    pub use super::{as_optional_word as serialize, optional_word as deserialize};
}

/// Reads a whole number from `LEAST` to `MOST`.
pub fn number<'de, D, const LEAST: u64, const MOST: u64>(from: D) -> Result<u64, D::Error>
where
    D: Deserializer<'de>,
{
    whole::<LEAST, MOST>(&text(&Value::deserialize(from)?, ",")).map_err(D::Error::custom)
}

/// Reads a whole number that may be left out.
pub fn optional_number<'de, D, const LEAST: u64, const MOST: u64>(
    from: D,
) -> Result<Option<u64>, D::Error>
where
    D: Deserializer<'de>,
{
    let value = Value::deserialize(from)?;
    let given = (!value.is_null()).then(|| text(&value, ","));
    given.map(|text| whole::<LEAST, MOST>(&text).map_err(D::Error::custom)).transpose()
}

/// Reads words: a list, a text with commas between them, or a table, whose entries are `key=value`
/// in the order of the keys. An entry of a list may hold several words with commas between them, as a
/// command line may; an empty text is no word.
pub fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Array(items) => items.iter().flat_map(|item| words(&text(item, "-"))).collect(),
        Value::Object(entries) => {
            let pairs = entries.iter().map(|(key, value)| format!("{key}={}", text(value, "-")));
            let mut pairs: Vec<_> = pairs.collect();
            pairs.sort_unstable();
            pairs
        }
        Value::String(text) if text.is_empty() => Vec::new(),
        other => words(&text(&other, ",")),
    })
}

fn words(text: &str) -> Vec<String> {
    text.split(',').map(str::to_owned).collect()
}

/// Writes a value as the word that stands for the value on the command line.
pub fn as_word<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Writes such a value, or nothing.
pub fn as_optional_word<S: Serializer, T: Display>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.collect_str(value),
        None => to.serialize_none(),
    }
}
