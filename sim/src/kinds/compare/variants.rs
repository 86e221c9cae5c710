//! The variants of a comparison, as they are named.

use anyhow::anyhow;
use serde_json::{Map, Value};
use threehand_engine::options::{RuleOption, did_you_mean, nearest, one_of};
use threehand_play::{DynGame, DynRules};

use crate::experiment::prepare::rules;
use crate::play::named::meant;
use crate::play::players::Player;
use crate::settings::value;
use crate::terminal::failure::Failure;

/// A variant of a comparison.
pub(crate) struct NamedVariant {
    /// What it goes by: its label, or the name that its rules have.
    pub(crate) name: String,
    /// How it is typed, in full: the name of its rules, with `label=` before it if it has a label.
    pub(crate) spec: String,
    pub(crate) rules: Box<dyn DynRules>,
}

/// The options of each of these variants, by name.
pub(crate) fn options(variants: &[NamedVariant]) -> Map<String, Value> {
    variants.iter().map(|v| (v.name.clone(), v.rules.to_json().into())).collect()
}

/// The variants as typed, over the options of `--rules`: a name, or `name:key=value:key=value`, with `label=` before it
/// where it is to go by another name.
pub(crate) fn variants(
    game: &dyn DynGame,
    texts: &[String],
    common: &[String],
) -> Result<Vec<NamedVariant>, Failure> {
    rules(game, common)?;
    let wrong = |error: anyhow::Error| Failure::setting("variants", error.to_string());
    texts.iter().map(|text| named(game, text, common).map_err(wrong)).collect()
}

/// The label of a variant, if it has one, and the rest: an equals sign before any colon ends a label.
fn labelled(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((label, rest)) if !label.contains(':') => (Some(label), rest),
        _ => (None, text),
    }
}

fn named(game: &dyn DynGame, text: &str, common: &[String]) -> anyhow::Result<NamedVariant> {
    let (label, rest) = labelled(text);
    let rules = variant(game, rest, common)
        .map_err(|error| lone_option(game, text, common).unwrap_or(error))?;
    let full = rules.variant();
    let Some(label) = label else {
        return Ok(NamedVariant { name: full.clone(), spec: full, rules });
    };
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if label.is_empty() || !label.chars().all(is_plain) {
        anyhow::bail!("`{label}` is no label: write letters, digits, - _ and . alone");
    }
    value::is_present(label).map_err(anyhow::Error::msg)?;
    if is_option(game, label) {
        anyhow::bail!("`{label}` is an option of {}: take another label for {full}", game.name());
    }
    if game.variants().iter().any(|variant| variant.name == label && label != full) {
        anyhow::bail!("`{label}` is the name of other rules: take another label for {full}");
    }
    Ok(NamedVariant { name: label.to_owned(), spec: format!("{label}={full}"), rules })
}

fn is_option(game: &dyn DynGame, name: &str) -> bool {
    game.rule_options().iter().any(|option| option.name == name)
}

/// What is wrong with a text that gives an option without the variant that it changes, as `key=value` or
/// `label=key=value`.
fn lone_option(game: &dyn DynGame, text: &str, common: &[String]) -> Option<anyhow::Error> {
    let (label, rest) = labelled(text);
    let starts = |text: &&str| text.split_once('=').is_some_and(|(name, _)| is_option(game, name));
    let pair = [rest, text].into_iter().find(starts)?;
    let label = label.filter(|label| pair == rest && !is_option(game, label));
    let label = label.map_or_else(String::new, |label| format!("{label}="));
    let meant = format!("{}:{pair}", game.name());
    let option = pair.split('=').next()?;
    Some(variant(game, &meant, common).err().unwrap_or_else(|| {
        let game = game.name();
        anyhow!("`{option}` is an option of {game}; did you mean `{label}{meant}`?")
    }))
}

fn variant(game: &dyn DynGame, text: &str, common: &[String]) -> anyhow::Result<Box<dyn DynRules>> {
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default();
    let names = || game.variants().iter().map(|variant| variant.name);
    let called = meant(&[game.name()], name).unwrap_or(name);
    let named = game.variants().iter().find(|variant| variant.name == called).ok_or_else(|| {
        if let Some(error) = as_value(game, name) {
            return error;
        }
        let (game, all) = (game.name(), names().collect::<Vec<_>>().join(", "));
        match did_you_mean(&nearest(name, names())) {
            hint if hint.is_empty() => {
                anyhow!(
                    "{game} has no variant `{name}`: it is {all}, or one of them with :key=value"
                )
            }
            hint => anyhow!("{game} has no variant `{name}`{hint}"),
        }
    })?;
    let pair = |text: &'_ str| -> anyhow::Result<(String, String)> {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            anyhow!("`{text}` is no option: write key=value, as in {}:key=value", game.name())
        })?;
        Ok((key.to_owned(), value.to_owned()))
    };
    let own: Vec<_> = parts.map(pair).collect::<Result<_, _>>()?;
    let named = named.options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
    let common: Vec<_> = common.iter().map(|text| pair(text)).collect::<Result<_, _>>()?;
    // What is said nearer to the variant's own words stands.
    let mut all = own;
    for layer in [named.collect::<Vec<_>>(), common] {
        let fresh: Vec<_> =
            layer.into_iter().filter(|(key, _)| all.iter().all(|(k, _)| k != key)).collect();
        all.extend(fresh);
    }
    let all: Vec<_> = all.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    Ok(game.rules(&all)?)
}

/// What is said of a name that is a value of a single option, or is written like one: what that option takes.
fn as_value(game: &dyn DynGame, name: &str) -> Option<anyhow::Error> {
    let rules = |option: &RuleOption| game.rules(&[(option.name, name)]);
    let shape = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "0");
    let is_alike =
        |option: &&RuleOption| name.contains('-') && shape(name) == shape(option.default());
    let options = game.rule_options().iter();
    let taking: Vec<_> = options.clone().filter(|option| rules(option).is_ok()).collect();
    match &taking[..] {
        [] => rules(options.clone().find(is_alike)?).err().map(anyhow::Error::from),
        [option] => {
            let (game, option) = (game.name(), option.name);
            Some(anyhow!("{game} has no variant `{name}`; did you mean `{game}:{option}={name}`?"))
        }
        _ => None,
    }
}

/// Sees to it that no variant comes twice, no name, and no bot.
pub(crate) fn are_apart(variants: &[NamedVariant], rungs: &[Player]) -> Result<(), Failure> {
    // The same bot on the same cards says the same twice: it is no second bot.
    let is_twice = |&r: &usize| rungs[..r].iter().any(|one| one.who == rungs[r].who);
    if let Some(twice) = (1..rungs.len()).find(is_twice) {
        return Err(Failure::setting("bots", format!("{} comes twice", rungs[twice].who)));
    }
    for (number, variant) in variants.iter().enumerate() {
        let before = &variants[..number];
        if before.iter().any(|other| other.name == variant.name) {
            return Err(Failure::setting("variants", format!("{} comes twice", variant.name)));
        }
        if let Some(other) =
            before.iter().find(|other| other.rules.options() == variant.rules.options())
        {
            let message = format!("{} and {} are the same rules", other.name, variant.name);
            return Err(Failure::setting("variants", message));
        }
    }
    Ok(())
}

/// The number of the variant against which the others are compared.
pub(crate) fn against(
    game: &dyn DynGame,
    typed: Option<&str>,
    variants: &[NamedVariant],
    common: &[String],
) -> Result<Option<usize>, Failure> {
    let Some(typed) = typed else { return Ok(None) };
    let by_name = variants.iter().position(|variant| variant.name == typed);
    let by_rules = || {
        let options = variant(game, typed, common).ok()?.options();
        variants.iter().position(|variant| variant.rules.options() == options)
    };
    by_name.or_else(by_rules).map(Some).ok_or_else(|| {
        let names = variants.iter().map(|variant| variant.name.as_str());
        let message = format!("`{typed}` is none of the variants{}", one_of(typed, names));
        Failure::setting("against", message)
    })
}
