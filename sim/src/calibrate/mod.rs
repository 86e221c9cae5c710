//! `calibrate`: do the intervals and tests keep their promises? A bot against itself, many times.

mod findings;
mod outcome;
mod plan;
mod played;
mod promises;
mod recount;
mod runs;
mod settings;
mod text;
mod trial;

use std::ops::Range;
use std::path::Path;

use indicatif::HumanCount;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge};
use threehand_engine::BySeat;
use threehand_engine::options::{self, variant_name};
use threehand_engine::record::Record;

pub use self::settings::CalibrateSettings;
pub use self::trial::MISSES;

use self::findings::Findings;
use self::outcome::CalibrateOutcome;
use self::plan::Foretold;
use self::played::{Played, Progress};
use self::trial::{Calibration, FEWEST};
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::experiment::contract::{
    Design, Experiment, Outcome, Plan, Prepared, Probe, Stop, Sums as _,
};
use crate::experiment::prepare::{
    Maker, hypotheses, labels, makers, part, players, rules, specs, stands_for,
};
use crate::play::duel::{Duel, DuelBlock};
use crate::play::players::{PlayedBy, Player};
use crate::play::referee::Watch;
use crate::play::seeds::Seeds;
use crate::play::table::Table;
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::stats::{Bounds, Hypotheses};
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::tournament::rows::Rows;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand calibrate --game 9-2-5
  threehand calibrate --game three-kings --bots greedy:epsilon=0.2 --runs 500 --blocks 1000 --out runs/aa

Some of the bot's play has to be left to chance: a bot that ties nearly every block with itself is refused.";

/// The spread that the sum of a run's differences must have, in steps of a difference. With less,
/// that there are steps would show in the p-values before anything else.
const LEAST_SPREAD: f64 = 10.0;

impl Design for CalibrateSettings {
    const RESULTS: &'static [&'static str] = &["runs.csv", "calibration.csv"];
    type Block = DuelBlock;
    type Sums = Played;

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a, G: Knowledge>(self, bots: &Bots<'a, G>) -> Result<Prepared<'a, Self>, Failure> {
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
        let rules: G = rules(&self.stage.rules)?;
        if self.bots.len() != 1 {
            let told = format!(
                "calibrate lets one bot play itself, not {}: `coverage` takes several",
                self.bots.len()
            );
            return Err(Failure::setting("bots", told));
        }
        let players = players(bots, &self.bots, &self.stage.external)?;
        Ok(Box::new(Calibrate {
            runs: part(self.runs, "runs", self.shard)?,
            maker: makers(bots, &players).remove(0),
            stands_for: stands_for(bots, &players),
            variant: variant_name(&rules),
            settings: Self { bots: specs(&players), ..self },
            duel: Duel::default(),
            hypotheses,
            rules,
            players,
        }))
    }
}

/// A calibration, ready to be played: run r has the blocks from r times their number on.
pub struct Calibrate<'a, G: Knowledge> {
    settings: CalibrateSettings,
    hypotheses: Hypotheses,
    rules: G,
    variant: String,
    players: Vec<Player>,
    maker: Maker<'a, G>,
    stands_for: Vec<String>,
    duel: Duel,
    /// The runs to be played.
    runs: Range<u64>,
}

/// Advice to take a bot that does not tie with itself, of this kind.
fn more_at_random(kind: &str) -> String {
    format!("take a bot that plays more at random, such as random or {kind}:epsilon=0.2")
}

impl<G: Knowledge> Calibrate<'_, G> {
    fn findings<'s>(&'s self, calibration: &'s Calibration) -> Findings<'s> {
        Findings {
            game: G::NAME,
            variant: &self.variant,
            bot: &self.players[0].label,
            blocks: self.settings.blocks,
            hypotheses: self.hypotheses,
            calibration,
        }
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

impl<G: Knowledge> Experiment<CalibrateSettings> for Calibrate<'_, G> {
    fn settings(&self) -> &CalibrateSettings {
        &self.settings
    }

    fn players(&self) -> &[Player] {
        &self.players
    }

    fn facts(&self) -> Map<String, Value> {
        let facts = [
            ("variant", json!(self.variant)),
            ("rules_version", json!(G::RULES_VERSION)),
            ("rules", json!(options::to_json(&self.rules))),
            ("bots", json!(labels(&self.players))),
            ("stands_for", json!(self.stands_for)),
        ];
        facts.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
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

    fn play(&self, number: u64, _: bool, watch: Option<&Watch<'_>>) -> DuelBlock {
        let Stage { seed, max_hands, .. } = self.settings.stage;
        let make = |_| (self.maker)();
        let table = Table::new(self.rules, Seeds(seed), max_hands as usize, &make).watched(watch);
        self.duel.block(&table, number)
    }

    fn matches(&self) -> Vec<String> {
        vec![String::new(); self.duel.lineups().len()]
    }

    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let Stage { seed, max_hands, .. } = self.settings.stage;
        let make = |_| (self.maker)();
        let table = Table::new(self.rules, Seeds(seed), max_hands as usize, &make);
        let rows = Rows::new(&self.rules, &self.variant, &self.players);
        // Line-ups that sit alike, and differ in the bots' luck alone.
        rows.replay(&table, block, (number, BySeat([0; 3])))
    }

    fn start(&self) -> Played {
        Played::new(self.hypotheses, self.settings.blocks)
    }

    fn add(&self, played: &mut Played, block: &DuelBlock) {
        played.add(block);
    }

    fn restore(&self, played: &mut Played, noted: &Progress, _: &Path) -> anyhow::Result<()> {
        played.restore(noted);
        Ok(())
    }

    fn recount(&self, held: &mut Held) -> Result<Recount<Played>, Fault> {
        recount::recount(self, held)
    }

    /// The first run of all tells how the bot plays; later runs differ from the first by chance.
    fn stop(&self, played: &Played) -> Option<Stop> {
        let [first] = played.note.runs.trials() else { return None };
        let even = self.runs.start == 0 && first.steps() < LEAST_SPREAD;
        even.then(|| Stop::Refused(self.too_even(first.steps(), played.note.forfeits)))
    }

    fn probation(&self) -> u64 {
        if self.runs.start == 0 { self.settings.blocks } else { 0 }
    }

    fn standing(&self, played: &Played) -> String {
        let runs = played.note.runs.trials().len();
        format!("{} of {runs} intervals miss 0", played.missed)
    }

    fn reached(&self, played: &Played) -> String {
        let done = HumanCount(played.note.runs.trials().len() as u64);
        format!("{done} of {}", plural(self.runs.end - self.runs.start, "run"))
    }

    fn outcome<'s>(&'s self, played: &'s Played) -> Box<dyn Outcome + 's> {
        Box::new(CalibrateOutcome {
            findings: self.findings(&played.note.runs),
            first: self.runs.start,
            seed: self.settings.stage.seed,
            played: played.blocks(),
            hands: played.note.hands,
            forfeits: played.note.forfeits,
            failures: played.note.failures,
        })
    }

    fn plan(&self, played: &Played, probe: &Probe) -> Plan {
        let told = Foretold {
            findings: self.findings(&played.note.runs),
            begun: played.underway.trial(),
            hands: played.note.hands,
            seed: self.settings.stage.seed,
            runs: self.runs.end - self.runs.start,
            least_spread: LEAST_SPREAD,
        };
        plan::of_calibration(&told, probe)
    }
}
