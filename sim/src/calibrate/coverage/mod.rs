//! `coverage`: how often does each interval miss the truth, and each verdict say something wrong, after few blocks
//! and after many? A pool of blocks is played once and stands for the world. Each run draws blocks from the pool
//! and makes of them what the command would print.

mod comparisons;
mod counts;
mod duels;
mod outcome;
mod plan;
mod pool;
mod promise;
mod settings;
mod tournaments;

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::anyhow;
use serde_json::{Map, Value};
use threehand_play::{DynGame, Seeds};

pub use self::settings::CoverageSettings;

use self::comparisons::Comparisons;
use self::counts::Counts;
use self::outcome::CoverageOutcome;
use self::pool::{Drawn, Found, Pool};
use self::tournaments::Tournaments;
use crate::compare::study::Study;
use crate::compare::variants::{are_apart, variants};
use crate::experiment::contract::{
    Block, Experiment, ExperimentSettings, Fold, Outcome, Plan, Probe, Settings, Stop, json_of,
};
use crate::experiment::prepare::{arena, facts_of_variants, part, players, rules, specs};
use crate::external::External;
use crate::folder::note::{Checkpoint, Noted};
use crate::play::players::Player;
use crate::play::schedule::{Format, Schedule};
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::tables::column::Documented;
use crate::terminal::failure::Failure;
use crate::terminal::number::percent;
use threehand_play::referee::Watch;

/// What the promise of this word is about, for a reader.
pub(crate) fn told(word: &str) -> Option<&'static str> {
    promise::Promise::named(word).map(promise::Promise::told)
}

/// Hides the flags that `coverage` refuses: a pool is played without programs of others and without limits.
pub(crate) fn hide_what_a_pool_lacks(arg: clap::Arg) -> clap::Arg {
    let lacks = ["external", "move_seconds", "memory_mb"].contains(&arg.get_id().as_str());
    arg.hide(lacks)
}

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand coverage --game 9-2-5 --bots random,greedy,heuristic
  threehand coverage --game 9-2-5 --bots heuristic,greedy --blocks 30,100,1000 --runs 2000 --out runs/duel
  threehand coverage --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy:epsilon=0.1,heuristic --runs 2000 --out runs/rules

The truth is what all blocks of the pool come to. `calibrate` checks fresh blocks of equal bots instead.";

/// The most bots: every two of them are compared.
const MOST_BOTS: usize = 8;
/// The most variants, by which the sums of a comparison grow.
const MOST_VARIANTS: usize = 4;
/// At so many numbers of blocks a run is looked at, and of so many blocks at most.
const MOST_LOOKS: usize = 12;
const MOST_BLOCKS: u64 = 10_000;

impl ExperimentSettings for CoverageSettings {
    const COMMAND: &'static str = "coverage";
    const RESULTS: &'static [&'static str] = &["coverage.csv"];
    const FIGURES: fn() -> Vec<(&'static str, Documented)> = outcome::figures;
    const UNIT: &'static str = "run";

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a>(&self, game: &'a dyn DynGame) -> Result<Box<dyn Experiment + 'a>, Failure> {
        if self.stage.limits().is_some() {
            let setting =
                if self.stage.move_seconds.is_some() { "move-seconds" } else { "memory-mb" };
            let told = "a pool is played without limits, since no forfeit may stand in it";
            return Err(Failure::setting(setting, told));
        }
        if let Some(External { label, .. }) = self.stage.external.first() {
            let told = format!("a pool is played by bots of this program alone, not by {label}");
            return Err(Failure::setting("external", told));
        }
        let after = after(&self.blocks)?;
        let players = players(game, &self.bots, &self.stage.external)?;
        check("bots", players.len(), MOST_BOTS)?;
        let (seed, size) = (self.stage.seed, self.pool);
        let seeds = Seeds(seed);
        let stage = self.stage.clone();
        let mut typed = Vec::new();
        let (pool, stage, variants): (Box<dyn Drawn + 'a>, _, _) = if self.variants.is_empty() {
            let rules = rules(game, &stage.rules)?;
            let schedule = Schedule::new(Format::default_for(players.len()), players.len());
            let schedule = schedule.map_err(|_| {
                Failure::setting("bots", "a tournament takes two bots or more".to_owned())
            })?;
            let arena = arena(game, &*rules, &players, &stage);
            let options = vec![(rules.variant(), Value::from(rules.to_json()))];
            let command = Tournaments { game, seeds, players: players.clone(), arena, schedule };
            (Box::new(Pool::new(command, seed, size)), stage, options)
        } else {
            check("variants", self.variants.len(), MOST_VARIANTS)?;
            let named = variants(game, &self.variants, &stage.rules)?;
            are_apart(&named, &players)?;
            typed = named.iter().map(|variant| variant.spec.clone()).collect();
            let names: Vec<String> = named.iter().map(|variant| variant.name.clone()).collect();
            let (none, measures) = Study::new(game, named.len(), players.len(), None);
            let options = named.iter().map(|v| (v.name.clone(), v.rules.to_json().into()));
            let options = options.collect();
            // The names tell all options, so nothing is left that holds for all variants.
            let stage = Stage { rules: Vec::new(), ..stage };
            let command = Comparisons {
                game,
                seeds,
                variants: names,
                arenas: named.iter().map(|v| arena(game, &*v.rules, &players, &stage)).collect(),
                rungs: players.clone(),
                measures,
                margins: vec![None; none.figures.len()],
                none,
            };
            (Box::new(Pool::new(command, seed, size)), stage, options)
        };
        let names: Vec<String> = variants.iter().map(|(name, _)| name.clone()).collect();
        Ok(Box::new(Coverage {
            runs: part(self.runs, "runs", self.shard)?,
            variant: names.join(", "),
            settings: Self { stage, bots: specs(&players), variants: typed, ..self.clone() },
            players,
            game,
            options: variants.into_iter().collect(),
            pool_seconds: OnceLock::new(),
            pool,
            after,
        }))
    }
}

/// Numbers of blocks as typed, if they rise.
fn after(texts: &[String]) -> Result<Vec<u64>, Failure> {
    let refused = |told: String| Err(Failure::setting("blocks", told));
    let mut after: Vec<u64> = Vec::new();
    for text in texts {
        let blocks = match text.trim().parse() {
            Ok(blocks) if (2..=MOST_BLOCKS).contains(&blocks) => blocks,
            _ => {
                return refused(format!("`{text}` is no number of blocks from 2 to {MOST_BLOCKS}"));
            }
        };
        if after.last().is_some_and(|&last| last >= blocks) {
            return refused(format!(
                "{blocks} comes after {}: they have to rise",
                after[after.len() - 1]
            ));
        }
        after.push(blocks);
    }
    match after.len() {
        0 => refused("there is none: take some, such as 5,20,100,500".to_owned()),
        1..=MOST_LOOKS => Ok(after),
        looks => refused(format!("{looks} numbers are too many: {MOST_LOOKS} are the most")),
    }
}

/// Sees to it that there are two at least, and not too many to be compared with one another.
fn check(what: &'static str, count: usize, most: usize) -> Result<(), Failure> {
    if (2..=most).contains(&count) {
        return Ok(());
    }
    Err(Failure::setting(what, format!("coverage takes 2 to {most} {what}, not {count}")))
}

/// Runs that are drawn from a pool, ready to be made.
pub struct Coverage<'a> {
    settings: CoverageSettings,
    game: &'a dyn DynGame,
    /// What the rules are called, or the variants that are compared.
    variant: String,
    options: Map<String, Value>,
    players: Vec<Player>,
    pool: Box<dyn Drawn + 'a>,
    /// How long the pool took, for a plan.
    pool_seconds: OnceLock<f64>,
    /// After how many blocks the figures of a run are looked at.
    after: Vec<u64>,
    runs: Range<u64>,
}

impl Experiment for Coverage<'_> {
    fn settings(&self) -> &dyn Settings {
        &self.settings
    }

    fn players(&self) -> &[Player] {
        &self.players
    }

    fn facts(&self) -> Map<String, Value> {
        facts_of_variants(self.game, &self.options, &self.players)
    }

    fn blocks(&self) -> Range<u64> {
        self.runs.clone()
    }

    fn whole(&self) -> u64 {
        self.settings.runs
    }

    fn play(&self, number: u64, _: bool, _: Option<&Watch<'_>>) -> Block {
        let begun = Instant::now();
        self.pool.fill();
        self.pool_seconds.get_or_init(|| begun.elapsed().as_secs_f64());
        Block::new(Vec::new(), self.pool.run(number, &self.after))
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        Box::new(CoverageFold { of: self, counts: Counts::default() })
    }

    fn probation(&self) -> u64 {
        1
    }
}

/// The counts over runs.
struct CoverageFold<'a> {
    of: &'a Coverage<'a>,
    counts: Counts,
}

impl Checkpoint for CoverageFold<'_> {
    fn blocks(&self) -> u64 {
        self.counts.runs
    }

    fn to_json(&self, pretty: bool) -> String {
        json_of(&self.counts, pretty)
    }

    fn read(&self, json: &str) -> serde_json::Result<Option<Noted>> {
        let noted: Counts = serde_json::from_str(json)?;
        let fits = noted.is_like(&self.counts);
        Ok(fits.then(|| Noted::new(noted.runs, noted)))
    }
}

impl Fold for CoverageFold<'_> {
    fn hands(&self) -> u64 {
        0
    }

    fn add(&mut self, block: &Block) {
        let found: &Vec<Vec<Found>> = block.rows();
        self.counts.add(found, &self.of.after, || self.of.pool.promises());
    }

    fn restore(&mut self, noted: Noted, dir: &Path) -> anyhow::Result<()> {
        let noted: Counts = noted.sums();
        if !noted.is_like(&self.counts) {
            return Err(anyhow!("{}: its counts are of other promises", dir.display()));
        }
        if !noted.can_be(&self.of.after) {
            let told = "so many runs can not come to the counts that it notes";
            return Err(anyhow!("{}: {told}", dir.display()));
        }
        self.counts.merge(&noted);
        Ok(())
    }

    /// The first run tells whether the pool can be used at all.
    fn stop(&self) -> Option<Stop> {
        let failed = (self.counts.runs == 1).then(|| self.of.pool.failed()).flatten()?;
        let told = format!("{failed} failed in the pool: take bots that play to the end");
        Some(Stop::Refused(Failure::setting("bots", told)))
    }

    fn standing(&self) -> String {
        let counts = &self.counts;
        let intervals = counts.cells.iter().filter(|cell| !cell.promise.is_bound());
        let (missed, all) = intervals
            .fold((0, 0), |(missed, all), cell| (missed + cell.missed(), all + counts.runs));
        let share = if all > 0 { missed as f64 / all as f64 } else { 0.0 };
        format!("{} % of intervals miss the truth", percent(share))
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        Box::new(CoverageOutcome { of: self.of, counts: &self.counts })
    }

    fn plan(&self, probe: &Probe) -> Plan {
        plan::of_coverage(self.of, &self.counts, probe)
    }
}
