//! Do the intervals and tests keep their promises? `calibrate` lets a bot play itself, many times on fresh cards;
//! [`coverage`] draws runs from a pool of blocks.

pub mod coverage;
mod fold;
mod outcome;
mod plan;
mod settings;
mod share;
mod trial;

use std::ops::Range;

use serde_json::{Map, Value};
use threehand_engine::BySeat;
use threehand_engine::record::Record;
use threehand_play::{Arena, DynGame, DynRules, Keep, Seeds};

pub use self::settings::CalibrateSettings;
pub use self::share::MISSES;

use self::fold::CalibrateFold;
use self::trial::FEWEST;
use crate::experiment::contract::{Block, Experiment, ExperimentSettings, Fold, Settings};
use crate::experiment::prepare::{arena, facts, hypotheses, part, players, rules, specs};
use crate::play::duel::Duel;
use crate::play::players::{PlayedBy, Player};
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::stats::{Bounds, Hypotheses};
use crate::tables::column::Documented;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use threehand_play::referee::Watch;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand calibrate --game 9-2-5
  threehand calibrate --game three-kings --bots greedy:epsilon=0.2 --runs 500 --blocks 1000 --out runs/aa

Some of the bot's play has to be left to chance: a bot that ties nearly every block with itself is refused.";

/// The spread that the sum of a run's differences must have, in steps of a difference. With less,
/// that there are steps would show in the p-values before anything else.
const LEAST_SPREAD: f64 = 10.0;

impl ExperimentSettings for CalibrateSettings {
    const COMMAND: &'static str = "calibrate";
    const RESULTS: &'static [&'static str] = &["runs.csv", "calibration.csv"];
    const FIGURES: fn() -> Vec<(&'static str, Documented)> = outcome::figures;

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a>(&self, game: &'a dyn DynGame) -> Result<Box<dyn Experiment + 'a>, Failure> {
        let hypotheses = hypotheses(Bounds::T(0.0, self.t1), self.alpha, self.beta)?;
        let each = self.blocks;
        if each < FEWEST {
            let told = format!(
                "a run takes at least {FEWEST} blocks, not {each}: with fewer, the steps in which \
                 differences come show in the p-values"
            );
            return Err(Failure::setting("blocks", told));
        }
        if each.checked_mul(self.runs).is_none() {
            return Err(Failure::setting("blocks", format!("{each} blocks are too many")));
        }
        let rules = rules(game, &self.stage.rules)?;
        if self.bots.len() != 1 {
            let told = format!(
                "calibrate lets one bot play itself, not {}: `coverage` takes several",
                self.bots.len()
            );
            return Err(Failure::setting("bots", told));
        }
        let players = players(game, &self.bots, &self.stage.external)?;
        Ok(Box::new(Calibrate {
            runs: part(self.runs, "runs", self.shard)?,
            arena: arena(game, &*rules, &[players[0].clone(), players[0].clone()], &self.stage),
            variant: rules.variant(),
            settings: Self { bots: specs(&players), ..self.clone() },
            duel: Duel::default(),
            hypotheses,
            game,
            rules,
            players,
        }))
    }
}

/// A calibration, ready to be played: run r has the blocks from r times their number on.
pub struct Calibrate<'a> {
    settings: CalibrateSettings,
    game: &'a dyn DynGame,
    hypotheses: Hypotheses,
    rules: Box<dyn DynRules>,
    variant: String,
    players: Vec<Player>,
    /// The bot twice.
    arena: Box<dyn Arena + 'a>,
    duel: Duel,
    /// The runs to be played.
    runs: Range<u64>,
}

/// Advice to take a bot that does not tie with itself, of this kind.
fn more_at_random(kind: &str) -> String {
    format!("take a bot that plays more at random, such as random or {kind}:epsilon=0.2")
}

impl Calibrate<'_> {
    /// The name that the bot goes by.
    fn bot(&self) -> &str {
        &self.players[0].label
    }

    /// What is said of a bot that plays too much alike.
    fn too_even(&self, steps: f64, forfeits: u64) -> Failure {
        let Player { who, label: bot } = &self.players[0];
        let blocks = plural(self.settings.blocks, "block");
        let nearly = if steps == 0.0 { "" } else { "nearly " };
        let advice = match who {
            _ if forfeits > 0 => format!("it forfeited {}", plural(forfeits, "match")),
            PlayedBy::BuiltIn(spec) => more_at_random(spec.bot()),
            PlayedBy::External(_) => more_at_random("greedy"),
        };
        let told = format!(
            "{bot} against itself tied {nearly}every block of a run of {blocks}, so there is too \
             little chance to test: {advice}"
        );
        Failure::setting("bots", told)
    }
}

impl Experiment for Calibrate<'_> {
    fn settings(&self) -> &dyn Settings {
        &self.settings
    }

    fn players(&self) -> &[Player] {
        &self.players
    }

    fn facts(&self) -> Map<String, Value> {
        facts(self.game, &*self.rules, &self.players)
    }

    fn blocks(&self) -> Range<u64> {
        self.runs.start * self.settings.blocks..self.runs.end * self.settings.blocks
    }

    fn whole(&self) -> u64 {
        self.settings.runs * self.settings.blocks
    }

    fn most_shards(&self) -> u64 {
        self.settings.runs
    }

    fn play(&self, number: u64, _: bool, watch: Option<&Watch<'_>>) -> Block {
        let seeds = Seeds(self.settings.stage.seed);
        Block::new(Vec::new(), self.duel.block(&*self.arena, seeds, number, watch))
    }

    fn matches(&self) -> Vec<String> {
        vec![String::new(); self.duel.lineups().len()]
    }

    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let mut decks = Seeds(self.settings.stage.seed).decks(block);
        let keep = Keep { records: true, hands: false };
        // Line-ups that sit alike, and differ in the bots' luck alone.
        self.arena.play(&mut decks, (number, BySeat([0; 3])), keep, None).records
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        Box::new(CalibrateFold::new(self))
    }

    fn probation(&self) -> u64 {
        if self.runs.start == 0 { self.settings.blocks } else { 0 }
    }
}
