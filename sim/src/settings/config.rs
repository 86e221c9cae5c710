//! Settings in a TOML file, with the lines where they stand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Map, Value};
use threehand_engine::options::did_you_mean;
use toml::Spanned;

use super::fields::{Fields, word};
use super::value::is_nothing;
use crate::io::bounded_read::read_file;
use crate::terminal::failure::Fault;

/// Flags that a file can't set.
const ONLY_TYPED: [&str; 2] = ["config", "help"];

/// The longest file of settings, in bytes: as many bots as can play have room in it.
const LONGEST: u64 = 1 << 20;

/// The settings of a file, if it is one.
pub(crate) fn settings_in(path: &Path) -> Option<toml::Table> {
    toml::from_slice(&read_file(path, "file of settings", LONGEST).ok()?).ok()
}

/// A TOML file of settings.
pub struct ConfigFile {
    path: PathBuf,
    entries: Vec<Entry>,
}

/// A key of the file with its value.
struct Entry {
    key: String,
    line: usize,
    value: toml::Value,
    /// The setting that the entry gives, once that setting is known and was not typed.
    setting: Option<String>,
}

impl ConfigFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file can't be read, or is no TOML.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let said = || path.display().to_string();
        let bytes = read_file(path, "file of settings", LONGEST).with_context(said)?;
        Self::parse(path, &String::from_utf8(bytes).with_context(said)?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If the text is no TOML.
    pub fn parse(path: &Path, text: &str) -> anyhow::Result<Self> {
        let line = |at: usize| 1 + text[..at.min(text.len())].matches('\n').count();
        let table: BTreeMap<Spanned<String>, toml::Value> =
            toml::from_str(text).map_err(|error| {
                let line = line(error.span().map_or(0, |span| span.start));
                // The numbers of TOML end at 2^63 - 1, and seeds do not.
                let number = error.span().and_then(|span| text.get(span)).unwrap_or_default();
                let is_long = number.len() > 18 && number.bytes().all(|b| b.is_ascii_digit());
                let what = match is_long {
                    true => "write a number beyond 9223372036854775807 in quotes",
                    false => error.message(),
                };
                anyhow!("{}:{line}: {what}", path.display())
            })?;
        let entry = |(key, value): (Spanned<String>, _)| {
            let line = line(key.span().start);
            Entry { key: key.into_inner(), line, value, setting: None }
        };
        Ok(Self { path: path.to_owned(), entries: table.into_iter().map(entry).collect() })
    }

    /// The words that give the settings of the file, but for those that were typed.
    ///
    /// # Errors
    /// The first key or value that is wrong, with its line.
    pub fn words(
        &mut self,
        command: &str,
        fields: &Fields,
        is_typed: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Vec<String>> {
        let said = self.path.display();
        let mut words = Vec::new();
        let mut seen: Vec<(String, &str)> = Vec::new();
        for Entry { key, line, value, setting: found } in &mut self.entries {
            let arg = fields.find(key).filter(|_| !ONLY_TYPED.contains(&key.as_str()));
            let Some(arg) = arg else {
                let hint = did_you_mean(&fields.nearest(key, &ONLY_TYPED));
                bail!("{said}:{line}: {command} has no setting `{key}`{hint}");
            };
            let setting = arg.get_long().unwrap_or_default().to_owned();
            if let Some((_, other)) = seen.iter().find(|(other, _)| *other == setting) {
                bail!("{said}:{line}: `{key}` is the same setting as `{other}`: leave one out");
            }
            seen.push((setting.clone(), key));
            if is_typed(&setting) {
                continue;
            }
            let value = plain(value).map_err(|reason| anyhow!("{said}:{line}: {key} {reason}"))?;
            if Fields::is_empty(arg, &value) {
                bail!("{said}:{line}: {key} is empty: give it a value or leave it out");
            }
            if !is_nothing(&value) || value.is_boolean() {
                let flags = fields.flags(key, &value);
                let flags = flags.map_err(|wrong| anyhow!("{said}:{line}: {}", wrong.reason))?;
                words.extend(flags.iter().map(word));
            }
            *found = Some(setting);
        }
        Ok(words)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file gives a setting.
    pub fn gives(&self, setting: &str) -> bool {
        self.entries.iter().any(|entry| entry.setting.as_deref() == Some(setting))
    }

    /// What is wrong with a setting, with the file and line that give it; `None` if the setting was typed.
    pub fn place(&self, fault: &Fault) -> Option<String> {
        let gives = |entry: &&Entry| entry.setting.as_deref() == Some(fault.setting);
        let Entry { key, line, .. } = self.entries.iter().find(gives)?;
        Some(format!("{}:{line}: {key}: {}", self.path.display(), fault.reason))
    }
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

/// The TOML file that repeats a run with these settings.
pub fn to_toml(command: &str, settings: Map<String, Value>) -> Vec<u8> {
    let settings = settings.into_iter().filter(|(_, value)| !is_nothing(value));
    let settings = settings.map(|(key, value)| {
        // TOML's whole numbers end at 2^63.
        let large = value.as_u64().is_some_and(|number| i64::try_from(number).is_err());
        let value = if large { Value::String(value.to_string()) } else { value };
        (key, value)
    });
    // A table ends the plain keys of a TOML file, so it comes last.
    let (tables, plain): (Vec<_>, Vec<_>) = settings.partition(|(_, value)| value.is_object());
    let settings: Map<_, _> = plain.into_iter().chain(tables).collect();
    let text = toml::to_string(&settings).expect("plain settings can be written as TOML");
    format!("# threehand {command} --config config.toml\n{text}").into_bytes()
}
