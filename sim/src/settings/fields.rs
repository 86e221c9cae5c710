//! What clap knows of settings, for those that do not come from the command line: their names,
//! defaults and shapes.

use clap::{Arg, ArgAction, Args, Command};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use threehand_engine::options::nearest;

use super::value::{is_nothing, text};

/// The fields of a struct that flags can fill.
pub struct Fields {
    command: Command,
}

/// A setting whose value is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The key, as given.
    pub key: String,
    /// What is wrong, with the key in it.
    pub told: String,
}

impl Fields {
    /// The fields of the flags `A` of a subcommand.
    pub fn of<A: Args>(command: &'static str) -> Self {
        Self { command: A::augment_args(Command::new(command)) }
    }

    fn args(&self) -> impl Iterator<Item = &Arg> {
        self.command.get_arguments().filter(|arg| arg.get_long().is_some())
    }

    /// The names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.args().filter_map(Arg::get_long)
    }

    /// What clap calls the field of this name.
    pub fn id<'n>(&'n self, name: &'n str) -> &'n str {
        self.find(name).map_or(name, |arg| arg.get_id().as_str())
    }

    /// What clap calls the fields.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.args().map(|arg| arg.get_id().as_str())
    }

    /// The field of this name, which may be an older name.
    pub fn find(&self, key: &str) -> Option<&Arg> {
        self.args().find(|arg| names(arg).any(|name| name == key))
    }

    /// The name of the field that is nearest to a name that is none.
    pub fn nearest(&self, key: &str, but: &[&str]) -> Option<&str> {
        let all = self.args().filter(|arg| !names(arg).any(|name| but.contains(&name)));
        let like = nearest(key, all.flat_map(names))?;
        self.find(like).and_then(Arg::get_long)
    }

    /// The names of the fields without a default, which have to be given.
    pub fn required(&self) -> impl Iterator<Item = &str> {
        self.args().filter(|arg| arg.is_required_set()).filter_map(Arg::get_long)
    }

    /// Reads values by the names of their fields over the defaults. A required field that is not
    /// given is empty.
    ///
    /// # Errors
    /// The first value that is wrong.
    pub fn read<A: DeserializeOwned>(
        &self,
        given: impl IntoIterator<Item = (String, Value)>,
    ) -> Result<A, Wrong> {
        let mut map = self.defaults();
        let read = |map: &Map<String, Value>| serde_json::from_value(Value::Object(map.clone()));
        let mut result: Result<A, serde_json::Error> = read(&map);
        for (key, value) in given {
            let wrong = |told| Wrong { key: key.clone(), told };
            let arg = self.find(&key).ok_or_else(|| wrong(format!("no setting `{key}`")))?;
            if matches!(arg.get_action(), ArgAction::SetTrue) && !value.is_boolean() {
                return Err(wrong(format!("{key} is true or false")));
            }
            map.insert(arg.get_long().unwrap_or_default().to_owned(), value.clone());
            result = read(&map);
            if let Err(error) = &result {
                let name = arg.get_value_names().map_or("VALUE", |names| names[0].as_str());
                let value = text(&value, ",");
                let told = format!("invalid value '{value}' for '{key} <{name}>': {error}");
                return Err(wrong(told));
            }
        }
        result.map_err(|error| Wrong { key: String::new(), told: error.to_string() })
    }

    fn defaults(&self) -> Map<String, Value> {
        let default = |arg: &Arg| {
            let values = arg.get_default_values().iter();
            let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
            if matches!(arg.get_action(), ArgAction::SetTrue) {
                return Some(Value::Bool(false));
            }
            (arg.is_required_set() || !values.is_empty()).then(|| values.join(",").into())
        };
        let long = |arg: &Arg| arg.get_long().unwrap_or_default().to_owned();
        self.args().filter_map(|arg| Some((long(arg), default(arg)?))).collect()
    }

    /// Whether a list may be left out, and so be said to be empty.
    pub fn may_be_empty(&self, arg: &Arg) -> bool {
        let optional = !arg.is_required_set() && arg.get_default_values().is_empty();
        optional && matches!(arg.get_action(), ArgAction::Append)
    }

    /// Whether a value sets nothing where there has to be something. An empty text is no value of
    /// anything.
    pub fn is_empty(&self, arg: &Arg, value: &Value) -> bool {
        let nothing = !value.is_boolean() && is_nothing(value) && !self.may_be_empty(arg);
        nothing || value.as_str() == Some("")
    }
}

fn names(arg: &Arg) -> impl Iterator<Item = &str> {
    arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default())
}
