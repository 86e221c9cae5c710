//! What clap knows of settings: the only declaration of their names, defaults and bounds. A setting of a TOML
//! file or of a manifest is read as the words that would give it on a command line.

use std::error::Error as _;

use clap::builder::Resettable;
use clap::{Arg, ArgAction, Args, Command};
use serde_json::Value;
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
    pub reason: String,
}

/// A flag, with its value if it takes one.
pub type Flag = (String, Option<String>);

/// The word that gives a flag.
pub fn word((name, value): &Flag) -> String {
    value.as_ref().map_or_else(|| format!("--{name}"), |value| format!("--{name}={value}"))
}

/// A command whose flags need not be given, and may be given together.
pub fn lenient(command: Command) -> Command {
    command.mut_args(|arg| arg.required(false).conflicts_with(Resettable::Reset))
}

impl Fields {
    /// The fields of the flags `A` of a subcommand.
    pub fn of<A: Args>(command: &'static str) -> Self {
        Self::of_command(A::augment_args(Command::new(command)))
    }

    /// The fields that the flags of a command fill.
    pub const fn of_command(command: Command) -> Self {
        Self { command }
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

    /// Reads settings from the words that give them.
    ///
    /// # Errors
    /// What is wrong with them, or missing.
    pub fn read<A: Args>(&self, words: Vec<String>) -> Result<A, Wrong> {
        let command = lenient(self.command.clone()).no_binary_name(true);
        let read = command.try_get_matches_from(words);
        let read = read.and_then(|matches| A::from_arg_matches(&matches));
        read.map_err(|error| Wrong { key: String::new(), reason: error.to_string() })
    }

    /// The flags that give a setting this value, checked by its field.
    ///
    /// # Errors
    /// Why there are none.
    pub fn flags(&self, key: &str, value: &Value) -> Result<Vec<Flag>, Wrong> {
        let wrong = |reason| Wrong { key: key.to_owned(), reason };
        let arg = self.find(key).ok_or_else(|| wrong(format!("no setting `{key}`")))?;
        let name = || arg.get_long().unwrap_or_default().to_owned();
        let values = match (arg.get_action(), value) {
            (ArgAction::SetTrue, Value::Bool(true)) => return Ok(vec![(name(), None)]),
            (ArgAction::SetTrue, Value::Bool(false)) => return Ok(Vec::new()),
            (ArgAction::SetTrue, _) => return Err(wrong(format!("{key} is true or false"))),
            // Programs by their labels.
            (ArgAction::Append, Value::Object(programs)) if arg.get_value_delimiter().is_none() => {
                let program = |(label, program): (&String, &Value)| {
                    command_of(program).map(|command| format!("{label}={command}"))
                };
                programs.iter().map(program).collect::<Result<_, _>>()
            }
            (ArgAction::Append, value) if arg.get_value_delimiter().is_none() => {
                Ok(text(value, ",").split(',').map(|item| item.trim().to_owned()).collect())
            }
            _ => Ok(vec![text(value, ",")]),
        };
        let refused = |why: String| {
            let value_name = arg.get_value_names().map_or("VALUE", |names| names[0].as_str());
            let value = text(value, ",");
            wrong(format!("invalid value '{value}' for '{key} <{value_name}>': {why}"))
        };
        let values: Vec<String> = values.map_err(refused)?;
        let flags: Vec<Flag> = values.into_iter().map(|value| (name(), Some(value))).collect();
        let alone = lenient(Command::new("setting").no_binary_name(true).arg(arg));
        match alone.try_get_matches_from(flags.iter().map(word)) {
            Ok(_) => Ok(flags),
            Err(error) => Err(refused(why(&error, arg))),
        }
    }

    /// Whether a value sets nothing where there has to be something. An empty text is no value of anything; a list
    /// that may be left out may be empty.
    pub fn is_empty(arg: &Arg, value: &Value) -> bool {
        let may_be_empty = matches!(arg.get_action(), ArgAction::Append)
            && !arg.is_required_set()
            && arg.get_default_values().is_empty();
        let is_empty = !value.is_boolean() && is_nothing(value) && !may_be_empty;
        is_empty || value.as_str() == Some("")
    }
}

/// The command of a program in a table, as a shell takes it.
fn command_of(program: &Value) -> Result<String, String> {
    const EXPECTED: &str = "expected a table such as { command = [\"python3\", \"mybot.py\"] }";
    let entries = program.as_object().filter(|entries| entries.len() == 1);
    let words = entries.and_then(|entries| entries.get("command")?.as_array());
    let words: Option<Vec<&str>> =
        words.and_then(|words| words.iter().map(Value::as_str).collect());
    let words = words.ok_or_else(|| format!("invalid type: {program}, {EXPECTED}"))?;
    shlex::try_join(words).map_err(|error| error.to_string())
}

/// Why a field does not take a value.
fn why(error: &clap::Error, arg: &Arg) -> String {
    if let Some(source) = error.source() {
        return source.to_string();
    }
    let values = arg.get_possible_values();
    let names: Vec<_> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    match names.as_slice() {
        [some @ .., last] => format!("it is {} or {last}", some.join(", ")),
        [] => error.to_string(),
    }
}

fn names(arg: &Arg) -> impl Iterator<Item = &str> {
    arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default())
}
