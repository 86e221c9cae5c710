//! Settings made into what is played: rules, bots and blocks.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use threehand_bots::SpecError;
use threehand_play::{Arena, DynGame, DynRules, Seeds};
use threehand_stats::{Bounds, Hypotheses};

use crate::play::duel::DuelBlock;
use crate::play::external::{External, ExternalBot, ExternalSpec};
use crate::play::players::{PYTHON, PlayedBy, Player, label, programs};
use crate::settings::common::CommonSettings;
use crate::settings::shard::Shard;
use crate::terminal::failure::Failure;

/// The rules that options make.
pub fn rules(game: &dyn DynGame, pairs: &[String]) -> Result<Box<dyn DynRules>, Failure> {
    let mut options = Vec::new();
    for pair in pairs {
        let split = pair.split_once('=').ok_or_else(|| {
            let reason = format!("`{pair}` is no key=value, such as contracts=9-5-2");
            Failure::setting("rules", reason)
        })?;
        options.push(split);
    }
    game.rules(&options).map_err(|error| Failure::setting("rules", error.to_string()))
}

/// The bots with the names that they go by, and with these programs; and with what they stood for by a manifest, of a
/// run that has begun.
pub fn players(
    game: &dyn DynGame,
    texts: &[String],
    listed: &[External],
    noted: &[String],
) -> Result<Vec<Player>, Failure> {
    let wrong = |reason: String| Failure::setting("bots", reason);
    let who = |(place, text): (usize, &String)| {
        if !ExternalSpec::is_meant(text) {
            let noted = noted.get(place);
            let read = noted.map(|noted| game.noted_spec(text, noted));
            return match read.unwrap_or_else(|| game.spec(text)) {
                Ok(spec) => Ok(PlayedBy::BuiltIn(spec)),
                Err(SpecError::UnknownBot { name, .. }) if name == PYTHON => absent(text, noted)
                    .ok_or_else(|| {
                        wrong(format!("`{text}` is a function of Python, which alone can call it"))
                    }),
                Err(_) if listed.iter().any(|external| external.label == *text) => {
                    Err(wrong(format!("no bot is called `{text}`; did you mean `cmd:{text}`?")))
                }
                Err(error) => Err(wrong(error.to_string())),
            };
        }
        let spec = ExternalSpec::read(text).map_err(wrong)?;
        let named = listed.iter().find(|external| external.label == spec.label);
        let external = named.ok_or_else(|| {
            let label = &spec.label;
            wrong(format!("no program is called `{label}`: add --external {label}='COMMAND'"))
        })?;
        Ok(PlayedBy::External(Arc::new(ExternalBot::new(external.clone(), spec))))
    };
    let players = label(texts.iter().enumerate().map(who).collect::<Result<_, _>>()?);
    for (place, External { label, .. }) in listed.iter().enumerate() {
        let wrong = |reason: String| Err(Failure::setting("external", reason));
        if listed[..place].iter().any(|other| other.label == *label) {
            return wrong(format!("{label} is given twice"));
        }
        if game.bot_names().contains(&label.as_str()) {
            return wrong(format!("{label} is a bot of this program: choose another label"));
        }
        if !programs(&players).any(|(_, program)| program.external().label == *label) {
            return wrong(format!("no bot is cmd:{label}: add it to --bots, or leave {label} out"));
        }
    }
    Ok(players)
}

/// A function of Python in a run that has noted what the spec stood for: by itself, or with the SHA-256 of its code.
fn absent(spec: &str, noted: Option<&String>) -> Option<PlayedBy> {
    let noted = noted?;
    let hash = noted.strip_prefix(spec)?;
    let digits = hash.strip_prefix(":sha256=").unwrap_or_default();
    let is_hash = digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let is_noted = hash.is_empty() || is_hash;
    let (spec, stands_for) = (spec.to_owned(), noted.clone());
    is_noted.then_some(PlayedBy::Absent { spec, stands_for })
}

/// The names that bots go by.
pub fn labels(players: &[Player]) -> Vec<&str> {
    players.iter().map(|player| player.label.as_str()).collect()
}

/// What bots were asked for as.
pub fn specs(players: &[Player]) -> Vec<String> {
    players.iter().map(|player| player.who.to_string()).collect()
}

/// The specs that bots play as. A run is resumed only if they are still the same.
pub fn stands_for(players: &[Player]) -> Vec<String> {
    let stands_for = |player: &Player| match &player.who {
        PlayedBy::BuiltIn(spec) => spec.stands_for().to_string(),
        PlayedBy::External(program) => program.spec(),
        PlayedBy::Absent { stands_for, .. } => stands_for.clone(),
    };
    players.iter().map(stands_for).collect()
}

/// What a manifest says of a run under one set of rules, besides its settings.
pub fn facts(game: &dyn DynGame, rules: &dyn DynRules, players: &[Player]) -> Map<String, Value> {
    let mut facts = facts_of_bots(game, players);
    facts.insert("variant".to_owned(), rules.variant().into());
    facts.insert("rules".to_owned(), rules.to_json().into());
    facts
}

/// What a manifest says of a run under several variants with these options, besides its settings.
pub fn facts_of_variants(
    game: &dyn DynGame,
    options: &Map<String, Value>,
    players: &[Player],
) -> Map<String, Value> {
    let mut facts = facts_of_bots(game, players);
    facts.insert("options".to_owned(), options.clone().into());
    facts
}

fn facts_of_bots(game: &dyn DynGame, players: &[Player]) -> Map<String, Value> {
    let facts = [
        ("rules_version", json!(game.rules_version())),
        ("bots", json!(labels(players))),
        ("stands_for", json!(stands_for(players))),
    ];
    facts.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

/// Where the matches of a run are played by these rules.
pub fn arena<'a>(
    game: &'a dyn DynGame,
    rules: &dyn DynRules,
    players: &[Player],
    common: &CommonSettings,
) -> Box<dyn Arena + 'a> {
    let players: Vec<_> = players.iter().map(|player| player.who.clone()).collect();
    game.arena(rules, &players, Seeds(common.seed), common.max_hands as usize)
}

/// These hypotheses about a difference of shares, if they can be tested.
pub fn hypotheses(bounds: Bounds, alpha: f64, beta: f64) -> Result<Hypotheses, Failure> {
    let checked = Hypotheses { bounds, alpha, beta }.checked(DuelBlock::MOST);
    checked.map_err(|(name, told)| Failure::setting(name, told))
}

/// The part of all blocks, or runs of blocks, that is to be played.
pub fn part(all: u64, of: &str, shard: Option<Shard>) -> Result<Range<u64>, Failure> {
    let Some(shard) = shard else {
        return Ok(0..all);
    };
    if shard.count > all {
        let count = shard.count;
        let reason = format!("{all} {of} make at most {all} shards, not {count}");
        return Err(Failure::setting("shard", reason));
    }
    Ok(shard.part(all))
}
