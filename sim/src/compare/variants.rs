//! The variants of a comparison, as they are named.

use anyhow::anyhow;
use threehand_bots::Knowledge;
use threehand_engine::options::{self, did_you_mean, nearest};

use crate::experiment::prepare::rules;
use crate::play::players::Player;
use crate::terminal::failure::Failure;

/// The variants as typed: a name, or `name:key=value:key=value`, over the options of `--rules`.
pub(crate) fn variants<G: Knowledge>(
    texts: &[String],
    common: &[String],
) -> Result<Vec<G>, Failure> {
    rules::<G>(common)?;
    let wrong = |error: anyhow::Error| Failure::setting("variants", error.to_string());
    texts.iter().map(|text| variant(text, common).map_err(wrong)).collect()
}

fn variant<G: Knowledge>(text: &str, common: &[String]) -> anyhow::Result<G> {
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default();
    let names = || G::VARIANTS.iter().map(|variant| variant.name);
    let named = G::VARIANTS.iter().find(|variant| variant.name == name).ok_or_else(|| {
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

/// Sees to it that no variant comes twice, and no rung.
pub(crate) fn are_apart(names: &[String], rungs: &[Player]) -> Result<(), Failure> {
    // The same bot on the same cards says the same twice: it is no second rung.
    let is_twice = |&r: &usize| rungs[..r].iter().any(|one| one.spec == rungs[r].spec);
    if let Some(twice) = (1..rungs.len()).find(is_twice) {
        return Err(Failure::setting("bots", format!("{} comes twice", rungs[twice].spec)));
    }
    match (1..names.len()).find(|&v| names[..v].contains(&names[v])) {
        Some(twice) => Err(Failure::setting("variants", format!("{} comes twice", names[twice]))),
        None => Ok(()),
    }
}
