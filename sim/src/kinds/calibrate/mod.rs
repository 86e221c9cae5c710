//! Do the intervals and tests keep their promises? `calibrate` makes many runs, and counts how often an interval
//! misses the truth and a test errs. A run is a bot against itself on fresh cards, where every difference is chance.
//! With `--pool`, or under the older name `coverage`, it is drawn from a pool of blocks, whose values are the truth.

mod cells;
mod comparisons;
mod fresh;
mod outcome;
mod page;
mod plan;
mod pool;
mod promise;
mod sequential;
mod settings;
mod summary;
mod tables;
mod tournaments;

use std::ops::Range;

use indicatif::HumanCount;
use serde_json::{Map, Value};
use threehand_play::{DynGame, Seeds};
use threehand_stats::{Bounds, Hypotheses};

pub use self::promise::MISSES;
pub use self::settings::CalibrateSettings;
pub(crate) use self::settings::hidden_with_a_pool;

use self::cells::Cell;
use self::fresh::Fresh;
use self::pool::{Drawn, Pool, Pooled};
use self::promise::Promise;
use self::tournaments::Tournaments;
use crate::experiment::contract::{Experiment, Kind, Play, Settings};
use crate::experiment::prepare::{
    arena, facts, facts_of_variants, hypotheses, labels, part, players, rules, specs,
};
use crate::kinds::compare::design::Design;
use crate::kinds::compare::variants::{are_apart, options, variants};

use crate::play::players::{PlayedBy, Player};
use crate::play::schedule::{Format, Schedule};
use crate::settings::common::CommonSettings;
use crate::settings::shard::Shard;
use crate::terminal::failure::Failure;
use crate::terminal::number::{percent, plural};

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand calibrate --game 9-2-5
  threehand calibrate --game three-kings --bots greedy:epsilon=0.2 --runs 500 --blocks 1000 --out runs/aa
  threehand calibrate --game 9-2-5 --pool 2000 --bots random,greedy,heuristic
  threehand calibrate --game 9-2-5 --pool 2000 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic --out runs/rules

Without --pool a bot that ties nearly every block with itself is refused: its play has to be partly random.
`coverage` is the older name of `calibrate --pool 2000`.";

/// The least standard deviation of the sum of a run's differences, in steps of a difference. With less, the steps
/// show in the p-values before anything else.
const LEAST_SPREAD: f64 = 10.0;

/// The kind of experiment.
pub(crate) static KIND: Kind =
    Kind::of::<CalibrateSettings>("calibrate", tables::figures_of_fresh, || {
        summary::of_fresh().keys()
    });

/// The same with a pool, by the name that its folders hold.
pub(crate) static POOLED: Kind = Kind {
    unit: "run",
    read: |fields, words| Ok(Box::new(fields.read::<CalibrateSettings>(words)?.pooled())),
    ..Kind::of::<CalibrateSettings>("coverage", tables::figures_of_pool, || {
        summary::of_pool().keys()
    })
};

impl Settings for CalibrateSettings {
    fn kind(&self) -> &'static Kind {
        if self.pool.is_some() { &POOLED } else { &KIND }
    }

    fn common(&self) -> &CommonSettings {
        &self.common
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn to_map(&self) -> Map<String, Value> {
        self.map()
    }

    fn prepare<'a>(
        &self,
        game: &'a dyn DynGame,
        noted: &[String],
    ) -> Result<Experiment<'a>, Failure> {
        let mut settings = self.filled();
        settings.check()?;
        let hypotheses = hypotheses(Bounds::T(0.0, self.t1), self.alpha, self.beta)?;
        let after = settings.looks()?;
        let players = players(game, &settings.bots, &self.common.external, noted)?;
        settings.bots = specs(&players);
        let all = settings.runs.unwrap_or_default();
        let runs = part(all, "runs", self.shard)?;
        let mut of = Calibrate {
            settings,
            game: game.name(),
            variant: String::new(),
            players,
            hypotheses,
            after,
            runs,
        };
        // Blocks of a run: all of its own, or the run itself.
        let (each, facts, play): (_, _, Box<dyn Play>) = match of.settings.pool {
            None => {
                let rules = rules(game, &self.common.rules)?;
                let twice = [of.players[0].clone(), of.players[0].clone()];
                let arena = arena(game, &*rules, &twice, &self.common);
                of.variant = rules.variant();
                let facts = facts(game, &*rules, &of.players);
                (of.after[0], facts, Box::new(Fresh { of: of.clone(), arena }))
            }
            Some(size) => {
                let (pool, options) = pool(game, size, &mut of)?;
                of.variant = options.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                let facts = facts_of_variants(game, &options, &of.players);
                (1, facts, Box::new(Pooled { of: of.clone(), pool }))
            }
        };
        // The first run may yet be refused; of shards on fresh cards only the first looks.
        let looks = of.settings.pool.is_some() || of.runs.start == 0;
        Ok(Experiment {
            game,
            blocks: of.runs.start * each..of.runs.end * each,
            settings: Box::new(of.settings),
            facts,
            players: of.players,
            all_blocks: all * each,
            most_shards: all,
            growing: Vec::new(),
            probation: if looks { each } else { 0 },
            play,
        })
    }
}

/// A pool of any command, and the options of its variants.
type PoolOfVariants<'a> = (Box<dyn Drawn + 'a>, Map<String, Value>);

/// The pool of so many blocks of these settings.
fn pool<'a>(
    game: &'a dyn DynGame,
    size: u64,
    Calibrate { settings, players, .. }: &mut Calibrate,
) -> Result<PoolOfVariants<'a>, Failure> {
    let seeds = Seeds(settings.common.seed);
    if settings.variants.is_empty() {
        let rules = rules(game, &settings.common.rules)?;
        let schedule = Schedule::new(Format::default_for(players.len()), players.len());
        let tournament = Tournaments {
            game,
            seeds,
            players: players.to_vec(),
            arena: arena(game, &*rules, players, &settings.common),
            lineups: schedule.expect("a few bots make few line-ups").iter().collect(),
        };
        let options = std::iter::once((rules.variant(), rules.to_json().into()));
        return Ok((Box::new(Pool::new(tournament, seeds, size)), options.collect()));
    }
    let named = variants(game, &settings.variants, &settings.common.rules)?;
    are_apart(&named, players)?;
    let design = Design::new(game, &named, players.clone(), &settings.common);
    // The specs of the variants hold all options, so none is left that holds for all variants.
    settings.common.rules = Vec::new();
    settings.variants = named.iter().map(|variant| variant.spec.clone()).collect();
    Ok((Box::new(Pool::new(design, seeds, size)), options(&named)))
}

/// What is known of a calibration before it is played.
#[derive(Clone)]
struct Calibrate {
    settings: CalibrateSettings,
    game: &'static str,
    /// The name of the rules, or those of the compared variants.
    variant: String,
    players: Vec<Player>,
    hypotheses: Hypotheses,
    /// The numbers of blocks after which a run is looked at.
    after: Vec<u64>,
    /// The runs to be played.
    runs: Range<u64>,
}

impl Calibrate {
    /// Who plays how many runs, in words, with these matches and hands if they are on fresh cards.
    fn heading(&self, runs: u64, matches: u64, hands: &str) -> String {
        let (variant, bots) = (&self.variant, labels(&self.players).join(", "));
        let runs = plural(runs, "run");
        match self.settings.pool {
            None => {
                let (blocks, matches) = (plural(self.after[0], "block"), plural(matches, "match"));
                format!(
                    "{variant} · {bots} against itself · {runs} of {blocks} = {matches}, {hands}"
                )
            }
            Some(size) => {
                format!("{variant} · {bots} · {runs} from a pool of {}", plural(size, "block"))
            }
        }
    }

    /// The name of the bot that plays itself.
    fn bot(&self) -> &str {
        &self.players[0].label
    }

    /// How often a promise may be broken.
    fn due(&self, promise: Promise) -> f64 {
        if promise == Promise::SprtFalsePositives { self.hypotheses.alpha } else { MISSES }
    }

    /// How often intervals miss the truth, of these counts of so many runs.
    fn standing(&self, runs: u64, cells: &[Cell]) -> String {
        let rates: Vec<_> = cells.iter().filter(|cell| !cell.promise.is_bound()).collect();
        let missed: u64 = rates.iter().map(|cell| cell.missed()).sum();
        let all = runs * rates.len() as u64;
        format!("{} % of intervals miss the truth", percent(missed as f64 / all.max(1) as f64))
    }

    fn reached(&self, runs: u64) -> String {
        format!("{} of {}", HumanCount(runs), plural(self.runs.end - self.runs.start, "run"))
    }

    /// The refusal of a bot that ties too often with itself: its differences have a spread of so many steps.
    fn too_even(&self, steps: f64, forfeits: u64) -> Failure {
        let Player { who, label: bot } = &self.players[0];
        let nearly = if steps == 0.0 { "" } else { "nearly " };
        let kind = match who {
            PlayedBy::BuiltIn(spec) => spec.bot(),
            PlayedBy::External(_) | PlayedBy::Absent { .. } => "greedy",
        };
        let advice = match forfeits {
            0 => format!(
                "take a bot that plays more at random, such as random or {kind}:epsilon=0.2"
            ),
            _ => format!("it forfeited {}", plural(forfeits, "match")),
        };
        let why = format!(
            "{bot} against itself tied {nearly}every block of a run of {}, so there is too little \
             chance to test: {advice}",
            plural(self.after[0], "block"),
        );
        Failure::setting("bots", why)
    }
}
