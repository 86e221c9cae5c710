//! Settings made into what is played: rules, bots and blocks.

use std::ops::Range;

use threehand_bots::{Bots, Knowledge, Spec};
use threehand_engine::options;

use crate::play::duel::DuelBlock;
use crate::play::players::{Player, label};
use crate::play::seated::Seated;
use crate::settings::shard::Shard;
use crate::stats::{Bounds, Hypotheses};
use crate::terminal::failure::Failure;

/// The rules that options make.
pub fn rules<G: Knowledge>(pairs: &[String]) -> Result<G, Failure> {
    let mut options = Vec::new();
    for pair in pairs {
        let split = pair.split_once('=').ok_or_else(|| {
            let told = format!("`{pair}` is no key=value, such as contracts=9-5-2");
            Failure::setting("rules", told)
        })?;
        options.push(split);
    }
    options::rules(options).map_err(|error| Failure::setting("rules", error.to_string()))
}

/// The bots with the names that they go by.
pub fn players<G: Knowledge>(bots: &Bots<'_, G>, texts: &[String]) -> Result<Vec<Player>, Failure> {
    let specs: Result<Vec<Spec>, _> = texts.iter().map(|text| bots.spec(text)).collect();
    Ok(label(specs.map_err(|error| Failure::setting("bots", error.to_string()))?))
}

/// The names that bots go by.
pub fn labels(players: &[Player]) -> Vec<&str> {
    players.iter().map(|player| player.label.as_str()).collect()
}

/// What bots were asked for as.
pub fn specs(players: &[Player]) -> Vec<String> {
    players.iter().map(|player| player.spec.to_string()).collect()
}

/// What bots play as in a game. A run is gone on with only if that is still the same.
pub fn stands_for<G: Knowledge>(bots: &Bots<'_, G>, players: &[Player]) -> Vec<String> {
    players.iter().map(|player| bots.stands_for(&player.spec).to_string()).collect()
}

/// Makes the same bot of a run anew, as often as it is asked.
pub type Maker<'a, G> = Box<dyn Fn() -> Seated<G> + Sync + 'a>;

/// What makes each of the bots.
pub fn makers<'a, G: Knowledge>(bots: &Bots<'a, G>, players: &[Player]) -> Vec<Maker<'a, G>> {
    let maker = |player: &Player| -> Maker<'a, G> {
        let make = bots.maker(&player.spec);
        Box::new(move || Seated::Bot(make()))
    };
    players.iter().map(maker).collect()
}

/// These hypotheses about a difference of shares, if they can be tested.
pub fn hypotheses(bounds: Bounds, alpha: f64, beta: f64) -> Result<Hypotheses, Failure> {
    let checked = Hypotheses { bounds, alpha, beta }.checked(DuelBlock::MOST);
    checked.map_err(|error| Failure::setting(error.of(), error.to_string()))
}

/// The part of all blocks, or runs of blocks, that is to be played.
pub fn part(all: u64, of: &str, shard: Option<Shard>) -> Result<Range<u64>, Failure> {
    let Some(shard) = shard else {
        return Ok(0..all);
    };
    if shard.count > all {
        let count = shard.count;
        let told = format!("{all} {of} make at most {all} shards, not {count}");
        return Err(Failure::setting("shard", told));
    }
    Ok(shard.part(all))
}
