//! The variants of a comparison, as they are named.

use anyhow::anyhow;
use threehand_bots::Knowledge;
use threehand_engine::options::{self, did_you_mean, nearest, variant_name};

use crate::experiment::prepare::rules;
use crate::games::named::meant;
use crate::play::players::Player;
use crate::terminal::failure::Failure;

/// A variant of a comparison.
pub(crate) struct Named<G> {
    /// What it goes by: its label, or the name that its rules have.
    pub(crate) name: String,
    /// How it is typed, in full: the name of its rules, with `label=` before it if it has a label.
    pub(crate) spec: String,
    pub(crate) rules: G,
}

/// The variants as typed, over the options of `--rules`: a name, or `name:key=value:key=value`, with `label=` before it
/// where it is to go by another name.
pub(crate) fn variants<G: Knowledge>(
    texts: &[String],
    common: &[String],
) -> Result<Vec<Named<G>>, Failure> {
    rules::<G>(common)?;
    let wrong = |error: anyhow::Error| Failure::setting("variants", error.to_string());
    texts.iter().map(|text| named(text, common).map_err(wrong)).collect()
}

/// The label of a variant, if it has one, and the rest: an equals sign before any colon ends a label.
fn labelled(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((label, rest)) if !label.contains(':') => (Some(label), rest),
        _ => (None, text),
    }
}

fn named<G: Knowledge>(text: &str, common: &[String]) -> anyhow::Result<Named<G>> {
    let (label, rest) = labelled(text);
    if let Some(option) =
        label.filter(|label| G::OPTIONS.iter().any(|option| option.name == *label))
    {
        let game = G::NAME;
        anyhow::bail!("`{option}` is an option of {game}; did you mean `{game}:{text}`?");
    }
    let rules: G = variant(rest, common)?;
    let full = variant_name(&rules);
    let Some(label) = label else { return Ok(Named { name: full.clone(), spec: full, rules }) };
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if label.is_empty() || !label.chars().all(is_plain) {
        anyhow::bail!("`{label}` is no label: write letters, digits, - _ and . alone");
    }
    if G::VARIANTS.iter().any(|variant| variant.name == label && label != full) {
        anyhow::bail!("`{label}` is the name of other rules: take another label for {full}");
    }
    Ok(Named { name: label.to_owned(), spec: format!("{label}={full}"), rules })
}

fn variant<G: Knowledge>(text: &str, common: &[String]) -> anyhow::Result<G> {
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default();
    let names = || G::VARIANTS.iter().map(|variant| variant.name);
    let called = meant(&[G::NAME], name).unwrap_or(name);
    let named = G::VARIANTS.iter().find(|variant| variant.name == called).ok_or_else(|| {
        if let Some(told) = as_value::<G>(name) {
            return anyhow!(told);
        }
        let (game, all) = (G::NAME, names().collect::<Vec<_>>().join(", "));
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
            anyhow!("`{text}` is no option: write key=value, as in {}:key=value", G::NAME)
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
    Ok(options::rules(all.iter().map(|(key, value)| (key.as_str(), value.as_str())))?)
}

/// What is said of a name that is a value of a single option.
fn as_value<G: Knowledge>(name: &str) -> Option<String> {
    let takes = |option: &&options::RuleOption| options::rules::<G>([(option.name, name)]).is_ok();
    let mut taking = G::OPTIONS.iter().filter(takes);
    let (Some(option), None) = (taking.next(), taking.next()) else { return None };
    let (game, option) = (G::NAME, option.name);
    Some(format!("{game} has no variant `{name}`; did you mean `{game}:{option}={name}`?"))
}

/// Sees to it that no variant comes twice, no name, and no rung.
pub(crate) fn are_apart<G: Knowledge>(
    variants: &[Named<G>],
    rungs: &[Player],
) -> Result<(), Failure> {
    // The same bot on the same cards says the same twice: it is no second rung.
    let is_twice = |&r: &usize| rungs[..r].iter().any(|one| one.who == rungs[r].who);
    if let Some(twice) = (1..rungs.len()).find(is_twice) {
        return Err(Failure::setting("bots", format!("{} comes twice", rungs[twice].who)));
    }
    for (number, variant) in variants.iter().enumerate() {
        let before = &variants[..number];
        if before.iter().any(|other| other.name == variant.name) {
            return Err(Failure::setting("variants", format!("{} comes twice", variant.name)));
        }
        if let Some(other) = before.iter().find(|other| other.rules == variant.rules) {
            let told = format!("{} and {} are the same rules", other.name, variant.name);
            return Err(Failure::setting("variants", told));
        }
    }
    Ok(())
}

/// The number of the variant against which the others are compared.
pub(crate) fn against<G: Knowledge>(
    typed: Option<&str>,
    variants: &[Named<G>],
    common: &[String],
) -> Result<Option<usize>, Failure> {
    let Some(typed) = typed else { return Ok(None) };
    let by_name = variants.iter().position(|variant| variant.name == typed);
    let by_rules = || {
        let rules: G = variant(typed, common).ok()?;
        variants.iter().position(|variant| variant.rules == rules)
    };
    by_name.or_else(by_rules).map(Some).ok_or_else(|| {
        let names = variants.iter().map(|variant| variant.name.as_str());
        let told = format!("`{typed}` is none of the variants{}", options::one_of(typed, names));
        Failure::setting("against", told)
    })
}
