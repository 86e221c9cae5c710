//! Values as a file has them, and how errors show them.

use toml::de::DeValue;

use super::file::{HEAD, is_table};
use super::keys::{KEYS, Kind};
use crate::options::{did_you_mean, nearest};

/// That there is no such key, and which one may have been meant.
pub(super) fn unknown(name: &str) -> String {
    let names = || KEYS.iter().map(|key| key.name).chain(HEAD.iter().copied());
    if let Some(whole) =
        names().find(|key| name.strip_prefix(key).is_some_and(|x| x.starts_with('.')))
    {
        return format!("`{whole}` is no table, and has no key of its own");
    }
    if name == "score.cards" {
        return "`score.cards` is a table of cards and suits, such as { QS = 13, H = 1 }; a card or suit with \"none\" has no points"
            .to_owned();
    }
    let inside: Vec<_> = names().filter_map(|key| key.strip_prefix(&format!("{name}."))).collect();
    if !inside.is_empty() {
        return format!("`{name}` is a table, with the keys {}", inside.join(", "));
    }
    let like = nearest(name, names().chain(["score.cards"])).or_else(|| {
        let last = name.rsplit('.').next()?;
        let mut same = names().filter(|key| key.rsplit('.').next() == Some(last));
        same.next().filter(|_| same.next().is_none())
    });
    let hint = match (like, name.split_once('.')) {
        (Some(_), _) => did_you_mean(&like),
        (None, Some((table, _))) if is_table(table) => {
            let start = format!("{table}.");
            let keys: Vec<_> = names().filter_map(|key| key.strip_prefix(&start)).collect();
            format!("; `{table}` has {}", keys.join(", "))
        }
        _ => {
            let mut tables: Vec<_> = names().filter_map(|key| key.split('.').next()).collect();
            tables.dedup();
            format!("; a file has {}, variant", tables.join(", "))
        }
    };
    format!("`{}` is no key of a game{hint}", short(name))
}

/// The text of a value, if the value is of the sort that the kind asks for.
pub(super) fn text_of(value: &DeValue<'_>, kind: Kind) -> Option<String> {
    let plain = |value: &DeValue<'_>| match (kind, value) {
        (Kind::Whole(..) | Kind::WholeOr(..) | Kind::Contract, DeValue::Integer(number)) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string())
        }
        (Kind::Contract, _) => None,
        (_, DeValue::String(text)) => Some(text.to_string()).filter(|text| !text.contains('-')),
        _ => None,
    };
    match (kind, value) {
        (Kind::Cards | Kind::Some(..) | Kind::Row(_) | Kind::Roles | Kind::Contract, list) => {
            match list {
                DeValue::Array(items) if items.is_empty() => Some("none".to_owned()),
                DeValue::Array(items) => {
                    let texts: Option<Vec<_>> = items.iter().map(|i| plain(i.get_ref())).collect();
                    texts.map(|texts| texts.join("-"))
                }
                DeValue::String(word) => {
                    Some(word.to_string()).filter(|word| matches!(&**word, "none" | "all"))
                }
                _ => None,
            }
        }
        (Kind::Flag, DeValue::Boolean(flag)) => Some(flag.to_string()),
        (Kind::Whole(..) | Kind::WholeOr(..), number @ DeValue::Integer(_)) => plain(number),
        (Kind::WholeOr(word, ..), DeValue::String(text)) => {
            Some((*word).to_owned()).filter(|w| w == text)
        }
        (Kind::Ranks | Kind::Suits | Kind::OneOf(_) | Kind::Role(_), DeValue::String(text)) => {
            Some(text.to_string())
        }
        _ => None,
    }
}

/// A value as an error shows it.
pub(super) fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("\"{}\"", short(text)),
        DeValue::Integer(number) => short(number.as_str()),
        DeValue::Float(number) => short(number.as_str()),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(items) if items.len() <= 8 => {
            let items: Vec<_> = items.iter().map(|item| shown(item.get_ref())).collect();
            short(&format!("[{}]", items.join(", ")))
        }
        DeValue::Array(_) => "a long list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// The beginning of a text on one line.
pub(super) fn short(text: &str) -> String {
    let printable = |c: char| if c.is_control() { '·' } else { c };
    let mut start: String = text.chars().take(40).map(printable).collect();
    if text.chars().nth(40).is_some() {
        start.push('…');
    }
    start
}
