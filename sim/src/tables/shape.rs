//! JSON Schemas of values.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value, json};
use threehand_stats::Estimate;

/// A JSON Schema.
pub type Schema = Map<String, Value>;

/// A key of an object.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// Whether it may be missing.
    pub optional: bool,
    /// What it holds.
    pub schema: Schema,
}

impl Key {
    /// A key that is always there.
    pub fn new(name: impl Into<String>, about: impl Into<String>, schema: Schema) -> Self {
        Self { name: name.into(), about: about.into(), optional: false, schema }
    }
}

/// The schema of values of this type, such as `string`.
pub fn of_type(name: &str) -> Schema {
    Map::from_iter([("type".to_owned(), json!(name))])
}

/// The schema of values in a row.
pub fn list(items: Schema) -> Schema {
    with("array", "items", items)
}

/// The schema of values under names that are not known beforehand.
pub fn by_name(values: Schema) -> Schema {
    with("object", "additionalProperties", values)
}

fn with(name: &str, key: &str, schema: Schema) -> Schema {
    let mut all = of_type(name);
    all.insert(key.to_owned(), schema.into());
    all
}

/// The schema of values under these keys.
pub fn object(keys: &[Key]) -> Schema {
    let property = |Key { name, about, schema, .. }: &Key| {
        let about = Some(about).filter(|about| !about.is_empty());
        let about = about.map(|about| ("description".to_owned(), json!(about)));
        let schema: Schema = about.into_iter().chain(schema.clone()).collect();
        (name.clone(), Value::Object(schema))
    };
    let required = keys.iter().filter(|key| !key.optional).map(|key| &key.name);
    let mut schema = of_type("object");
    schema.insert("properties".to_owned(), keys.iter().map(property).collect());
    schema.insert("required".to_owned(), json!(required.collect::<Vec<_>>()));
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

/// The schema of values under any of these schemas, which say different types.
pub fn either(schemas: impl IntoIterator<Item = Schema>) -> Schema {
    let (mut all, mut types) = (Map::new(), Vec::new());
    for mut schema in schemas {
        match schema.get_mut("type").map(Value::take) {
            Some(Value::Array(more)) => types.extend(more),
            one => types.extend(one),
        }
        all.extend(schema);
    }
    all.insert("type".to_owned(), Value::Array(types));
    all
}

/// Whether values of this schema may be null.
pub fn is_nullable(schema: &Schema) -> bool {
    schema["type"].as_array().is_some_and(|types| types.iter().any(|name| name == "null"))
}

/// The schema of the same values or null.
pub fn or_null(schema: Schema) -> Schema {
    if is_nullable(&schema) { schema } else { either([schema, of_type("null")]) }
}

/// A type whose values always have the same schema.
pub trait Shaped: Serialize {
    /// That schema.
    fn schema() -> Schema;
}

/// Values under names.
#[derive(Clone, Debug)]
pub struct Named<V>(pub Vec<(String, V)>);

impl<V: Serialize> Serialize for Named<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}

macro_rules! shaped {
    ($($name:literal: $($type:ty)+;)+) => {
        $($(impl Shaped for $type {
            fn schema() -> Schema {
                of_type($name)
            }
        })+)+
    };
}

shaped! {
    "string": &str String;
    "integer": u64 i64 usize;
    "number": f64;
    "boolean": bool;
}

impl<V: Shaped> Shaped for Option<V> {
    fn schema() -> Schema {
        or_null(V::schema())
    }
}

impl<V: Shaped> Shaped for Vec<V> {
    fn schema() -> Schema {
        list(V::schema())
    }
}

impl<V: Shaped> Shaped for Named<V> {
    fn schema() -> Schema {
        by_name(V::schema())
    }
}

impl Shaped for Estimate {
    fn schema() -> Schema {
        let end = |name, about| Key::new(name, about, <Option<f64>>::schema());
        object(&[
            Key::new("mean", "the estimate", f64::schema()),
            end("se", "standard error over blocks"),
            end("lo", "lower end of the 95 % interval"),
            end("hi", "upper end of the 95 % interval"),
        ])
    }
}
