//! Do the intervals and tests keep their promises? `calibrate` makes many runs, and counts how often an interval
//! misses the truth and a test errs. A run is a bot against itself on fresh cards, where every difference is chance.
//! With `--pool`, or under the older name `coverage`, it is drawn from a pool of blocks, whose values are the truth.

mod cells;
mod comparisons;
mod fold;
mod outcome;
mod plan;
mod pool;
mod promise;
mod sequential;
mod settings;
mod tables;
mod tournaments;
mod trial;

use std::ops::Range;
use std::sync::OnceLock;
use std::time::Instant;

use serde_json::{Map, Value};
use threehand_play::referee::Watch;
use threehand_play::{Arena, DynGame, Seeds};

pub use self::promise::MISSES;
pub(crate) use self::promise::Promise;
pub use self::settings::CalibrateSettings;

use self::comparisons::Comparisons;
use self::fold::CalibrateFold;
use self::pool::{Drawn, Pool};
use self::tournaments::Tournaments;
use crate::experiment::contract::{Block, Experiment, Fold, Kind, Play, Settings};
use crate::experiment::prepare::{
    arena, facts, facts_of_variants, hypotheses, labels, part, players, rules, specs,
};
use crate::kinds::compare::study::Study;
use crate::kinds::compare::variants::{are_apart, variants};
use crate::play::duel::Duel;
use crate::play::players::{PlayedBy, Player};
use crate::play::schedule::{Format, Schedule};
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::stats::{Bounds, Hypotheses};
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;

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
pub(crate) static KIND: Kind = Kind::of::<CalibrateSettings>("calibrate", tables::figures_of_fresh);

/// The same with a pool, by the name that its folders hold.
pub(crate) static POOLED: Kind = Kind {
    unit: "run",
    read: |fields, words| Ok(Box::new(fields.read::<CalibrateSettings>(words)?.pooled())),
    ..Kind::of::<CalibrateSettings>("coverage", tables::figures_of_pool)
};

impl Settings for CalibrateSettings {
    fn kind(&self) -> &'static Kind {
        if self.pool.is_some() { &POOLED } else { &KIND }
    }

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn to_map(&self) -> Map<String, Value> {
        self.map()
    }

    fn prepare<'a>(&self, game: &'a dyn DynGame) -> Result<Experiment<'a>, Failure> {
        let mut settings = self.filled();
        settings.check()?;
        let hypotheses = hypotheses(Bounds::T(0.0, self.t1), self.alpha, self.beta)?;
        let after = settings.looks()?;
        let players = players(game, &settings.bots, &self.stage.external)?;
        settings.bots = specs(&players);
        let all = settings.runs.unwrap_or_default();
        let runs = part(all, "runs", self.shard)?;
        let (source, variant, facts) = match settings.pool {
            None => {
                let rules = rules(game, &self.stage.rules)?;
                let twice = [players[0].clone(), players[0].clone()];
                let arena = arena(game, &*rules, &twice, &self.stage);
                let facts = facts(game, &*rules, &players);
                (Source::Fresh(arena, Duel::default()), rules.variant(), facts)
            }
            Some(size) => {
                let (pool, options) = pool(game, size, &mut settings, &players)?;
                let names: Vec<&str> = options.keys().map(String::as_str).collect();
                let facts = facts_of_variants(game, &options, &players);
                (Source::Pool(pool, OnceLock::new()), names.join(", "), facts)
            }
        };
        let calibrate = Calibrate {
            settings,
            game: game.name(),
            variant,
            players,
            hypotheses,
            source,
            after,
            runs,
        };
        let (each, runs) = (calibrate.each(), &calibrate.runs);
        Ok(Experiment {
            settings: Box::new(calibrate.settings.clone()),
            facts,
            players: calibrate.players.clone(),
            blocks: runs.start * each..runs.end * each,
            all_blocks: all * each,
            most_shards: all,
            growing: Vec::new(),
            probation: if calibrate.is_fresh() && runs.start > 0 { 0 } else { each },
            stands_on_lines: false,
            play: Box::new(calibrate),
        })
    }
}

/// A pool of any command, and the options of its variants.
type PoolOfVariants<'a> = (Box<dyn Drawn + 'a>, Map<String, Value>);

/// The pool of so many blocks of these settings.
fn pool<'a>(
    game: &'a dyn DynGame,
    size: u64,
    settings: &mut CalibrateSettings,
    players: &[Player],
) -> Result<PoolOfVariants<'a>, Failure> {
    let seeds = Seeds(settings.stage.seed);
    if settings.variants.is_empty() {
        let rules = rules(game, &settings.stage.rules)?;
        let schedule = Schedule::new(Format::default_for(players.len()), players.len());
        let tournament = Tournaments {
            game,
            seeds,
            players: players.to_vec(),
            arena: arena(game, &*rules, players, &settings.stage),
            lineups: schedule.expect("a few bots make few line-ups").iter().collect(),
        };
        let options = std::iter::once((rules.variant(), rules.to_json().into()));
        return Ok((Box::new(Pool::new(tournament, seeds, size)), options.collect()));
    }
    let named = variants(game, &settings.variants, &settings.stage.rules)?;
    are_apart(&named, players)?;
    let (none, measures) = Study::new(game, named.len(), players.len(), None);
    let arena = |rules| arena(game, rules, players, &settings.stage);
    let comparison = Comparisons {
        game,
        seeds,
        variants: named.iter().map(|variant| variant.name.clone()).collect(),
        arenas: named.iter().map(|variant| arena(&*variant.rules)).collect(),
        rungs: players.to_vec(),
        measures,
        margins: vec![None; none.figures.len()],
        none,
    };
    // The specs of the variants hold all options, so none is left that holds for all variants.
    settings.stage.rules = Vec::new();
    settings.variants = named.iter().map(|variant| variant.spec.clone()).collect();
    let options =
        named.iter().map(|variant| (variant.name.clone(), variant.rules.to_json().into()));
    Ok((Box::new(Pool::new(comparison, seeds, size)), options.collect()))
}

/// A calibration, ready to be played.
pub struct Calibrate<'a> {
    settings: CalibrateSettings,
    game: &'static str,
    /// The name of the rules, or those of the compared variants.
    variant: String,
    players: Vec<Player>,
    hypotheses: Hypotheses,
    source: Source<'a>,
    /// The numbers of blocks after which a run is looked at.
    after: Vec<u64>,
    /// The runs to be played.
    runs: Range<u64>,
}

/// Where the blocks of a run come from.
enum Source<'a> {
    /// A bot plays itself: run r has the blocks from r times their number on.
    Fresh(Box<dyn Arena + 'a>, Duel),
    /// They are drawn from a pool, whose play took so many seconds.
    Pool(Box<dyn Drawn + 'a>, OnceLock<f64>),
}

impl Calibrate<'_> {
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

    const fn is_fresh(&self) -> bool {
        matches!(self.source, Source::Fresh(..))
    }

    /// How often a promise may be broken.
    fn due(&self, promise: Promise) -> f64 {
        if promise == Promise::SprtFalsePositives { self.hypotheses.alpha } else { MISSES }
    }

    /// How many blocks are played for a run: all of its own, or the run itself.
    fn each(&self) -> u64 {
        if self.is_fresh() { self.after[0] } else { 1 }
    }

    /// The refusal of a bot that ties too often with itself: its differences have a spread of so many steps.
    fn too_even(&self, steps: f64, forfeits: u64) -> Failure {
        let Player { who, label: bot } = &self.players[0];
        let nearly = if steps == 0.0 { "" } else { "nearly " };
        let kind = match who {
            PlayedBy::BuiltIn(spec) => spec.bot(),
            PlayedBy::External(_) => "greedy",
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

impl Play for Calibrate<'_> {
    fn block(&self, number: u64, _: bool, watch: Option<&Watch<'_>>) -> Block {
        match &self.source {
            Source::Fresh(arena, duel) => {
                let seeds = Seeds(self.settings.stage.seed);
                Block::new(Vec::new(), duel.block(&**arena, seeds, number, watch))
            }
            Source::Pool(pool, seconds) => {
                let begun = Instant::now();
                pool.fill();
                seconds.get_or_init(|| begun.elapsed().as_secs_f64());
                Block::new(Vec::new(), pool.run(number, &self.after))
            }
        }
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        Box::new(CalibrateFold::new(self))
    }
}
