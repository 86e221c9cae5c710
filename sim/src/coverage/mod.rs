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
mod recount;
mod settings;
mod tournaments;

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::anyhow;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge};
use threehand_engine::options::{self, variant_name};

pub use self::settings::CoverageSettings;

use self::comparisons::Comparisons;
use self::counts::Counts;
use self::outcome::CoverageOutcome;
use self::pool::{Drawn, Found, Pool};
use self::tournaments::Tournaments;
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::compare::study::Study;
use crate::compare::variants::{are_apart, variants};
use crate::experiment::contract::{Design, Experiment, Outcome, Plan, Prepared, Probe, Stop};
use crate::experiment::prepare::{labels, makers, part, players, rules, specs, stands_for};
use crate::external::External;
use crate::folder::note::Noted as _;
use crate::play::players::Player;
use crate::play::referee::Watch;
use crate::play::schedule::{Format, Schedule};
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::terminal::failure::Failure;
use crate::terminal::number::percent;

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

impl Design for CoverageSettings {
    const RESULTS: &'static [&'static str] = &["coverage.csv"];
    const UNIT: &'static str = "run";
    type Block = Vec<Vec<Found>>;
    type Sums = Counts;

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a, G: Knowledge>(self, bots: &Bots<'a, G>) -> Result<Prepared<'a, Self>, Failure> {
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
        let players = players(bots, &self.bots, &self.stage.external)?;
        check("bots", players.len(), MOST_BOTS)?;
        let (seed, size) = (self.stage.seed, self.pool);
        let stage = self.stage.clone();
        let mut typed = Vec::new();
        let (pool, stage, variants): (Box<dyn Drawn + 'a>, _, _) = if self.variants.is_empty() {
            let rules: G = rules(&stage.rules)?;
            let schedule = Schedule::new(Format::default_for(players.len()), players.len());
            let schedule = schedule.map_err(|_| {
                Failure::setting("bots", "a tournament takes two bots or more".to_owned())
            })?;
            let (players, makers) = (players.clone(), makers(bots, &players));
            let name = variant_name(&rules);
            let command = Tournaments { rules, stage: stage.clone(), players, makers, schedule };
            let options = vec![(name, Value::from(options::to_json(&rules)))];
            (Box::new(Pool::new(command, seed, size)), stage, options)
        } else {
            check("variants", self.variants.len(), MOST_VARIANTS)?;
            let named = variants::<G>(&self.variants, &stage.rules)?;
            are_apart(&named, &players)?;
            typed = named.iter().map(|variant| variant.spec.clone()).collect();
            let names: Vec<String> = named.iter().map(|variant| variant.name.clone()).collect();
            let rules: Vec<G> = named.iter().map(|variant| variant.rules).collect();
            let (none, measures) = Study::new::<G>(rules.len(), players.len(), None);
            let options = names
                .iter()
                .cloned()
                .zip(rules.iter().map(|r| options::to_json(r).into()))
                .collect();
            // The names tell all options, so nothing is left that holds for all variants.
            let stage = Stage { rules: Vec::new(), ..stage };
            let command = Comparisons {
                stage: stage.clone(),
                variants: names,
                rules,
                makers: makers(bots, &players),
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
            stands_for: stands_for(bots, &players),
            bots: labels(&players).join(", "),
            variant: names.join(", "),
            settings: Self { stage, bots: specs(&players), variants: typed, ..self },
            players,
            game: G::NAME,
            rules_version: G::RULES_VERSION,
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
    game: &'static str,
    rules_version: u32,
    /// What the rules are called, or the variants that are compared.
    variant: String,
    options: Map<String, Value>,
    /// The names of the bots, with commas between them.
    bots: String,
    players: Vec<Player>,
    stands_for: Vec<String>,
    pool: Box<dyn Drawn + 'a>,
    /// How long the pool took, for a plan.
    pool_seconds: OnceLock<f64>,
    /// After how many blocks the figures of a run are looked at.
    after: Vec<u64>,
    runs: Range<u64>,
}

impl Coverage<'_> {
    fn told<'s>(&'s self, counts: &'s Counts) -> CoverageOutcome<'s> {
        CoverageOutcome {
            game: self.game,
            variant: &self.variant,
            bots: &self.bots,
            settings: &self.settings,
            after: &self.after,
            counts,
        }
    }
}

impl Experiment<CoverageSettings> for Coverage<'_> {
    fn settings(&self) -> &CoverageSettings {
        &self.settings
    }

    fn players(&self) -> &[Player] {
        &self.players
    }

    fn facts(&self) -> Map<String, Value> {
        let facts = [
            ("rules_version", json!(self.rules_version)),
            ("options", self.options.clone().into()),
            ("bots", json!(labels(&self.players))),
            ("stands_for", json!(self.stands_for)),
        ];
        facts.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
    }

    fn blocks(&self) -> Range<u64> {
        self.runs.clone()
    }

    fn whole(&self) -> u64 {
        self.settings.runs
    }

    fn play(&self, number: u64, _: bool, _: Option<&Watch<'_>>) -> Vec<Vec<Found>> {
        let begun = Instant::now();
        self.pool.fill();
        self.pool_seconds.get_or_init(|| begun.elapsed().as_secs_f64());
        self.pool.run(number, &self.after)
    }

    fn start(&self) -> Counts {
        Counts::default()
    }

    fn add(&self, counts: &mut Counts, found: &Vec<Vec<Found>>) {
        counts.add(found, &self.after, || self.pool.promises());
    }

    fn restore(&self, counts: &mut Counts, noted: &Counts, dir: &Path) -> anyhow::Result<()> {
        if !noted.is_like(counts) {
            return Err(anyhow!("{}: its counts are of other promises", dir.display()));
        }
        if !noted.can_be(&self.after) {
            let told = "so many runs can not come to the counts that it notes";
            return Err(anyhow!("{}: {told}", dir.display()));
        }
        counts.merge(noted);
        Ok(())
    }

    fn recount(&self, held: &mut Held) -> Result<Recount<Counts>, Fault> {
        recount::recount(self, held)
    }

    /// The first run tells whether the pool can be used at all.
    fn stop(&self, counts: &Counts) -> Option<Stop> {
        let failed = (counts.runs == 1).then(|| self.pool.failed()).flatten()?;
        let told = format!("{failed} failed in the pool: take bots that play to the end");
        Some(Stop::Refused(Failure::setting("bots", told)))
    }

    fn probation(&self) -> u64 {
        1
    }

    fn standing(&self, counts: &Counts) -> String {
        let intervals = counts.cells.iter().filter(|cell| !cell.promise.is_bound());
        let (missed, all) = intervals
            .fold((0, 0), |(missed, all), cell| (missed + cell.missed(), all + counts.runs));
        let share = if all > 0 { missed as f64 / all as f64 } else { 0.0 };
        format!("{} % of intervals miss the truth", percent(share))
    }

    fn outcome<'s>(&'s self, counts: &'s Counts) -> Box<dyn Outcome + 's> {
        Box::new(self.told(counts))
    }

    fn plan(&self, counts: &Counts, probe: &Probe) -> Plan {
        let pool = self.pool_seconds.get().copied().unwrap_or_default();
        plan::of_coverage(&self.told(counts), self.runs.end - self.runs.start, pool, probe)
    }
}
