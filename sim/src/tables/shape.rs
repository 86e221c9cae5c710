//! What a JSON value holds, from which its JSON Schema is made.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use crate::stats::Estimate;

/// What a JSON value holds.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// Yes or no.
    Flag,
    /// The same or null.
    Optional(Box<Self>),
    /// Values in a row.
    List(Box<Self>),
    /// Values under names that are not known beforehand.
    ByName(Box<Self>),
    /// Values under known keys.
    Object(Vec<Key>),
    /// One or the other.
    Either(Vec<Self>),
}

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
    pub shape: Shape,
}

impl Key {
    /// A key that is always there.
    pub fn new(name: impl Into<String>, about: impl Into<String>, shape: Shape) -> Self {
        Self { name: name.into(), about: about.into(), optional: false, shape }
    }

    /// The same, which may be missing.
    pub fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

impl Shape {
    /// An object of these keys.
    pub fn of(keys: &[(&str, Self)]) -> Self {
        let key = |(name, shape): &(&str, Self)| Key::new(*name, "", shape.clone());
        Self::Object(keys.iter().map(key).collect())
    }

    /// The same or null.
    pub fn or_null(self) -> Self {
        match self {
            Self::Optional(_) => self,
            shape => Self::Optional(Box::new(shape)),
        }
    }

    /// The keys of an object, or of one that may be null.
    pub fn keys(&self) -> &[Key] {
        match self {
            Self::Object(keys) => keys,
            Self::Optional(shape) => shape.keys(),
            _ => &[],
        }
    }

    /// The JSON Schema of such values.
    pub fn schema(&self) -> Map<String, Value> {
        let of_type = |name: &str| Map::from_iter([("type".to_owned(), json!(name))]);
        match self {
            Self::Text => of_type("string"),
            Self::Integer => of_type("integer"),
            Self::Number => of_type("number"),
            Self::Flag => of_type("boolean"),
            Self::Optional(shape) => either([shape.schema(), of_type("null")]),
            Self::List(shape) => with(of_type("array"), "items", shape.schema()),
            Self::ByName(shape) => with(of_type("object"), "additionalProperties", shape.schema()),
            Self::Object(keys) => {
                let property = |key: &Key| {
                    let mut schema = Map::new();
                    if !key.about.is_empty() {
                        schema.insert("description".to_owned(), json!(key.about));
                    }
                    schema.extend(key.shape.schema());
                    (key.name.clone(), Value::Object(schema))
                };
                let required = keys.iter().filter(|key| !key.optional).map(|key| &key.name);
                let mut schema = of_type("object");
                schema.insert("properties".to_owned(), keys.iter().map(property).collect());
                schema.insert("required".to_owned(), json!(required.collect::<Vec<_>>()));
                schema.insert("additionalProperties".to_owned(), json!(false));
                schema
            }
            Self::Either(shapes) => either(shapes.iter().map(Self::schema)),
        }
    }
}

fn with(
    mut schema: Map<String, Value>,
    key: &str,
    value: Map<String, Value>,
) -> Map<String, Value> {
    schema.insert(key.to_owned(), Value::Object(value));
    schema
}

/// The schema of values under any of these schemas, which say different types.
fn either(schemas: impl IntoIterator<Item = Map<String, Value>>) -> Map<String, Value> {
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

/// A type whose values always have the same shape in JSON.
pub trait Shaped: Serialize {
    /// That shape.
    fn shape() -> Shape;
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
    ($($shape:ident: $($type:ty)+;)+) => {
        $($(impl Shaped for $type {
            fn shape() -> Shape {
                Shape::$shape
            }
        })+)+
    };
}

shaped! {
    Text: &str String;
    Integer: u64 i64 usize;
    Number: f64;
    Flag: bool;
}

impl<V: Shaped> Shaped for Option<V> {
    fn shape() -> Shape {
        Shape::Optional(Box::new(V::shape()))
    }
}

impl<V: Shaped> Shaped for Vec<V> {
    fn shape() -> Shape {
        Shape::List(Box::new(V::shape()))
    }
}

impl<V: Shaped> Shaped for Named<V> {
    fn shape() -> Shape {
        Shape::ByName(Box::new(V::shape()))
    }
}

impl Shaped for Estimate {
    fn shape() -> Shape {
        let ends = [
            ("se", "standard error over blocks"),
            ("lo", "lower end of the 95 % interval"),
            ("hi", "upper end of the 95 % interval"),
        ];
        let ends = ends.map(|(name, about)| Key::new(name, about, <Option<f64>>::shape()));
        let mean = Key::new("mean", "the estimate", Shape::Number);
        Shape::Object(std::iter::once(mean).chain(ends).collect())
    }
}
