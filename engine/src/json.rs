//! JSON in which each thing has one text, as a record has it.

use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde::ser::Serialize;
use serde_json::{Map, Value};

/// Reads an object that says no key twice; the plain one keeps what is said last.
///
/// # Errors
/// If what is read is no object, or says a key twice.
pub fn object<'de, D: Deserializer<'de>>(from: D) -> Result<Map<String, Value>, D::Error> {
    struct Entries;

    impl<'de> Visitor<'de> for Entries {
        type Value = Map<String, Value>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut map = Map::new();
            while let Some((key, value)) = entries.next_entry::<String, Value>()? {
                if map.contains_key(&key) {
                    return Err(A::Error::custom(format!("duplicate field `{key}`")));
                }
                map.insert(key, value);
            }
            Ok(map)
        }
    }

    from.deserialize_map(Entries)
}

/// Reads a flag that is `true` or not there.
pub(crate) fn only_true<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    match bool::deserialize(from)? {
        true => Ok(true),
        false => Err(D::Error::custom("`false`, which is said by leaving the field out")),
    }
}

/// Reads a count that is above 0 or not there.
pub(crate) fn not_zero<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        0 => Err(D::Error::custom("`0`, which is said by leaving the field out")),
        count => Ok(count),
    }
}

/// Reads a value that is not there or not null.
pub(crate) fn not_null<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(from).map(Some)
}

/// What a record's object says, else what is wrong with it.
pub(crate) fn read<T: DeserializeOwned>(from: &Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(from.clone())).map_err(|error| error.to_string())
}

/// The object that says this.
///
/// # Panics
/// If it is none.
pub(crate) fn written(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        other => panic!("{other:?} is no object"),
    }
}
