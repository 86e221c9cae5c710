//! The settings of a run kept in a file: the TOML that `--config` reads, and what a manifest holds.
//! Both become words of a command line, so that they are checked by what checks those.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Arg, ArgAction, Command, CommandFactory};
use serde_json::{Map, Value};
use threehand_engine::options::{did_you_mean, nearest};
use toml::Spanned;

use crate::cli::Cli;
use crate::failure::Failure;

/// A file of settings that a command line named.
pub struct Config {
    path: PathBuf,
    /// The settings taken from it, each with its line.
    lines: Vec<(String, usize)>,
}

/// Puts the settings of the file that `--config` names, if it is there, before the flags as typed;
/// what was typed stands above the file.
pub fn expand(words: Vec<OsString>) -> Result<(Vec<OsString>, Option<Config>), Failure> {
    let cli = Cli::command();
    let named = words.iter().skip(1).position(|word| !is_flag(word)).map(|place| place + 1);
    let command = named.and_then(|place| cli.find_subcommand(&words[place]));
    let (Some(place), Some(command)) = (named, command) else {
        return Ok((words, None));
    };
    let Some(path) = config_path(&words).filter(|_| flag(command, "config").is_some()) else {
        return Ok((words, None));
    };
    let said = path.display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| anyhow!("{said}: {error}"))?;
    let line = |at: usize| 1 + text[..at.min(text.len())].matches('\n').count();
    let table: BTreeMap<Spanned<String>, toml::Value> = toml::from_str(&text).map_err(|error| {
        let line = line(error.span().map_or(0, |span| span.start));
        anyhow!("{said}:{line}: {}", error.message())
    })?;
    let mut config = Config { path, lines: Vec::new() };
    let mut from_file = Vec::new();
    for (key, value) in &table {
        let line = line(key.span().start);
        let key = key.get_ref();
        let arg = flag(command, key).filter(|_| !["config", "help"].contains(&key.as_str()));
        let arg = arg.ok_or_else(|| anyhow!("{said}:{line}: {}", unknown(command, key)))?;
        if is_typed(arg, &words) {
            continue;
        }
        let word = of_file(arg, value)
            .and_then(|value| word(arg, &value))
            .map_err(|error| anyhow!("{said}:{line}: {key} {error}"))?;
        from_file.extend(word.map(OsString::from));
        config.lines.push((key.clone(), line));
    }
    let mut expanded = words;
    expanded.splice(place + 1..place + 1, from_file);
    Ok((expanded, Some(config)))
}

impl Config {
    /// A message whose first flag is a setting of the file, with the file and line instead.
    pub fn place(&self, message: &str) -> Option<String> {
        let (before, rest) = message.split_once("--")?;
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
        let (_, line) = self.lines.iter().find(|(key, _)| *key == rest[..end])?;
        let told = before.strip_prefix("error: ").unwrap_or(before);
        Some(format!("{}:{line}: {told}{rest}", self.path.display()))
    }
}

/// Flags that say how a run is begun or told, and not what it is.
const NO_SETTINGS: [&str; 8] =
    ["threads", "out", "force", "config", "plan", "json", "quiet", "help"];

/// The words that make a command of what a manifest holds: its keys are the flags' names, with
/// underscores; only the bots' specs stand in `specs`.
pub fn words(run: &str, manifest: &Map<String, Value>) -> Result<Vec<String>, String> {
    let settings = settings(run, manifest);
    let cli = Cli::command();
    let command =
        cli.find_subcommand(run).ok_or_else(|| format!("no command is called `{run}`"))?;
    let told = |name: &&&str| **name != "threads" && manifest.contains_key(**name);
    if let Some(name) = NO_SETTINGS.iter().find(told) {
        return Err(format!("`{name}` is no setting of a run"));
    }
    let missing: Vec<_> = command
        .get_arguments()
        .filter(|arg| arg.is_required_set())
        .filter_map(Arg::get_long)
        .filter(|&long| !settings.contains_key(long))
        .map(|long| format!("`{}`", manifest_key(long)))
        .collect();
    if !missing.is_empty() {
        return Err(format!("it does not say {}", missing.join(", ")));
    }
    let mut words = vec!["threehand".to_owned(), run.to_owned()];
    for (key, value) in &settings {
        let arg = flag(command, key).expect("settings are flags");
        words.extend(word(arg, value).map_err(|error| format!("{key} {error}"))?);
    }
    Ok(words)
}

/// The TOML that repeats the run of a manifest.
pub fn to_toml(run: &str, manifest: &Map<String, Value>) -> Vec<u8> {
    let mut settings = settings(run, manifest);
    for value in settings.values_mut() {
        // TOML's whole numbers end at 2^63.
        if value.as_u64().is_some_and(|number| i64::try_from(number).is_err()) {
            *value = Value::String(value.to_string());
        }
    }
    let text = toml::to_string(&settings).expect("plain settings can be written as TOML");
    format!("# threehand {run} --config config.toml\n{text}").into_bytes()
}

/// What of a manifest decides the results, by the flags' names; those left at nothing are left out.
fn settings(run: &str, manifest: &Map<String, Value>) -> Map<String, Value> {
    let cli = Cli::command();
    let flags = cli.find_subcommand(run).into_iter().flat_map(Command::get_arguments);
    let longs = flags.filter_map(Arg::get_long).filter(|long| !NO_SETTINGS.contains(long));
    let settings = longs.filter_map(|long| {
        let value = manifest.get(&manifest_key(long)).filter(|value| !is_nothing(value))?;
        Some((long.to_owned(), value.clone()))
    });
    // A table ends the plain keys of a TOML file, so it comes last.
    let (tables, plain): (Vec<_>, Vec<_>) = settings.partition(|(_, value)| value.is_object());
    plain.into_iter().chain(tables).collect()
}

/// The key by which a manifest holds what a flag sets.
fn manifest_key(long: &str) -> String {
    if long == "bots" { "specs".to_owned() } else { long.replace('-', "_") }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}

fn is_flag(word: &OsString) -> bool {
    word.to_string_lossy().starts_with('-')
}

fn flag<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(name))
}

fn unknown(command: &Command, key: &str) -> String {
    let known = command.get_arguments().filter_map(Arg::get_long);
    let hint = did_you_mean(&nearest(key, known.filter(|&long| long != "config")));
    format!("{} has no setting `{key}`{hint}", command.get_name())
}

fn config_path(words: &[OsString]) -> Option<PathBuf> {
    let place = words.iter().position(|word| word.to_string_lossy().starts_with("--config"))?;
    let word = words[place].to_str();
    let path = match word.and_then(|word| word.strip_prefix("--config=")) {
        Some(path) => Some(path.into()),
        None if word == Some("--config") => words.get(place + 1).map(PathBuf::from),
        None => None,
    };
    // What is wrong with a flag without a value is said where all flags are read.
    path.filter(|path| !path.as_os_str().is_empty())
}

fn is_typed(arg: &Arg, words: &[OsString]) -> bool {
    let long = format!("--{}", arg.get_long().unwrap_or_default());
    let short = arg.get_short().map(|short| format!("-{short}"));
    words.iter().filter_map(|word| word.to_str()).any(|word| {
        let name = word.split_once('=').map_or(word, |(name, _)| name);
        name == long || Some(name) == short.as_deref()
    })
}

/// A value of a TOML file, if it is one that can be typed. Only of a list that may be left out can
/// a file say that it is empty.
fn of_file(arg: &Arg, value: &toml::Value) -> Result<Value, String> {
    let optional = !arg.is_required_set() && arg.get_default_values().is_empty();
    let value = plain(value)?;
    let empty = !value.is_boolean() && is_nothing(&value);
    if empty && !(optional && matches!(arg.get_action(), ArgAction::Append)) {
        return Err("is empty: give it a value or leave it out".to_owned());
    }
    Ok(value)
}

/// The same value as JSON, which has no dates and no numbers without end.
fn plain(value: &toml::Value) -> Result<Value, String> {
    Ok(match value {
        toml::Value::String(text) => text.as_str().into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Boolean(flag) => (*flag).into(),
        toml::Value::Float(number) if number.is_finite() => (*number).into(),
        toml::Value::Float(number) => return Err(format!("can't be {number}")),
        toml::Value::Datetime(time) => return Err(format!("can't be the date or time {time}")),
        toml::Value::Array(items) => items.iter().map(plain).collect::<Result<_, _>>()?,
        toml::Value::Table(entries) => {
            let entry = |(key, value): (&String, _)| Ok((key.clone(), plain(value)?));
            Value::Object(entries.iter().map(entry).collect::<Result<_, String>>()?)
        }
    })
}

/// A setting as it would be typed; `None` if it sets nothing.
fn word(arg: &Arg, value: &Value) -> Result<Option<String>, String> {
    let long = arg.get_long().unwrap_or_default();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        let on = value.as_bool().ok_or("is true or false")?;
        return Ok(on.then(|| format!("--{long}")));
    }
    let empty = !value.is_boolean() && is_nothing(value);
    Ok((!empty).then(|| format!("--{long}={}", text(value, ","))))
}

/// A value as it would be typed: what is inside a list is written with dashes.
fn text(value: &Value, between: &str) -> String {
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
