//! `sprt`: is the first bot better than the second, in as few blocks as it takes. A test stops at the
//! block that decides. A shard of a test plays all its blocks; only `merge`, which sees the blocks of all shards in
//! their order, decides.

mod evidence;
mod outcome;
mod plan;
mod recount;
pub(crate) mod rule;
mod settings;

use std::ops::Range;
use std::path::Path;

use indicatif::HumanCount;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge};
use threehand_engine::options::{self, variant_name};
use threehand_engine::record::Record;

pub use self::settings::SprtSettings;

pub(crate) use self::evidence::Step;

use self::evidence::{BLOCKS, BLOCKS_HEADER, Evidence, Rows, of, row};
use self::outcome::SprtOutcome;
use self::rule::{Points, Quantity, Question, TestKind};
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::experiment::contract::{
    Design, Experiment, Outcome, Plan, Prepared, Probe, Stop, Sums as _,
};
use crate::experiment::prepare::{
    Maker, hypotheses, labels, makers, part, players, rules, specs, stands_for,
};
use crate::folder::growing::GrowingFile;
use crate::play::duel::{Duel, DuelBlock};
use crate::play::players::Player;
use crate::play::referee::Watch;
use crate::play::seeds::Seeds;
use crate::play::table::Table;
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::stats::Bounds;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand sprt --game 9-2-5 --bots heuristic,greedy
  threehand sprt --game three-kings --bots greedy:epsilon=0.1,greedy:epsilon=0.2 --share 0,3
  threehand sprt --game 9-2-5 --bots heuristic,greedy --test e

t is the mean of a block's difference of win shares in units of its standard deviation: 0.1 is a \
small step (about 2 points of share), 0.5 a large one.";

impl Design for SprtSettings {
    const RESULTS: &'static [&'static str] = &[BLOCKS, "test.csv"];
    const MAY_DECIDE: bool = true;
    type Block = (DuelBlock, String);
    type Sums = Evidence;

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a, G: Knowledge>(self, bots: &Bots<'a, G>) -> Result<Prepared<'a, Self>, Failure> {
        let question = self.question()?;
        let rules: G = rules(&self.stage.rules)?;
        if self.bots.len() != 2 {
            let told = format!("sprt tests two bots, not {}", self.bots.len());
            return Err(Failure::setting("bots", told));
        }
        let players = players(bots, &self.bots, &self.stage.external)?;
        let variant = variant_name(&rules);
        Ok(Box::new(Test {
            blocks: self.part()?,
            makers: makers(bots, &players),
            stands_for: stands_for(bots, &players),
            of: of(G::NAME, &variant),
            variant,
            settings: Self { bots: specs(&players), ..self },
            duel: Duel::default(),
            question,
            rules,
            players,
        }))
    }
}

/// Where the test with these settings stood after each block that its folder holds, and the bounds of its
/// evidence: the lower and the upper one, or with a test by betting those of both capitals.
///
/// # Errors
/// If the folder's rows can't be read.
pub(crate) fn course(
    settings: &SprtSettings,
    dir: &Path,
) -> Result<(Vec<Step>, [f64; 2]), Failure> {
    let question = settings.question()?;
    let bounds = match question.test {
        TestKind::Sprt => [question.hypotheses.lower(), question.hypotheses.upper()],
        TestKind::E => [-question.hypotheses.alpha.ln(), -question.hypotheses.beta.ln()],
    };
    Ok((evidence::steps(settings.nothing_seen()?, dir)?, bounds))
}

impl SprtSettings {
    /// The blocks to play.
    fn part(&self) -> Result<Range<u64>, Failure> {
        part(self.blocks, "blocks", self.shard)
    }

    /// The evidence of no blocks.
    fn nothing_seen(&self) -> Result<Evidence, Failure> {
        Ok(Evidence::new(self.question()?, self.part()?.start, self.shard.is_some()))
    }

    /// What is asked, if it can be.
    fn question(&self) -> Result<Question, Failure> {
        let Self { test, on, share, t0, t1, alpha, beta, .. } = *self;
        let refused = |setting, told: &str| Err(Failure::setting(setting, told));
        if on == Quantity::Score && test == TestKind::E {
            return refused("on", "test=e needs differences with bounds, which scores have not");
        }
        if on == Quantity::Score && share.is_some() {
            return refused(
                "share",
                "bounds in points of share are none of scores: take t0 and t1",
            );
        }
        if test == TestKind::E && share.is_none() && (t0, t1) != (0.0, 0.1) {
            return refused("test", "e has its bounds in points of share: take share, such as 0,2");
        }
        let share = share.or((test == TestKind::E).then_some(Points::USUAL));
        let bounds = share.map_or(Bounds::T(t0, t1), Points::bounds);
        Ok(Question { test, on, hypotheses: hypotheses(bounds, alpha, beta)? })
    }
}

/// A sequential test, ready to be played.
pub struct Test<'a, G: Knowledge> {
    settings: SprtSettings,
    question: Question,
    rules: G,
    variant: String,
    /// How the rows of `blocks.csv` end.
    of: String,
    players: Vec<Player>,
    makers: Vec<Maker<'a, G>>,
    stands_for: Vec<String>,
    duel: Duel,
    /// The blocks to be played.
    blocks: Range<u64>,
}

impl<G: Knowledge> Test<'_, G> {
    fn told<'s>(&'s self, evidence: &'s Evidence) -> SprtOutcome<'s> {
        SprtOutcome {
            game: G::NAME,
            variant: &self.variant,
            players: &self.players,
            seed: self.settings.stage.seed,
            shard: self.settings.shard,
            question: self.question,
            evidence,
        }
    }
}

impl<G: Knowledge> Experiment<SprtSettings> for Test<'_, G> {
    fn settings(&self) -> &SprtSettings {
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
        self.blocks.clone()
    }

    fn whole(&self) -> u64 {
        self.settings.blocks
    }

    fn growing(&self) -> Vec<Option<GrowingFile>> {
        vec![Some(GrowingFile { name: BLOCKS.to_owned(), header: BLOCKS_HEADER })]
    }

    fn play(&self, number: u64, _: bool, watch: Option<&Watch<'_>>) -> (DuelBlock, String) {
        let Stage { seed, max_hands, .. } = self.settings.stage;
        let make = |bot: usize| self.makers[bot]();
        let table = Table::new(self.rules, Seeds(seed), max_hands as usize, &make).watched(watch);
        let block = self.duel.block(&table, number);
        (block, row(number, &block, &self.of))
    }

    fn matches(&self) -> Vec<String> {
        vec![String::new(); self.duel.lineups().len()]
    }

    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let Stage { seed, max_hands, .. } = self.settings.stage;
        let make = |bot: usize| self.makers[bot]();
        let table = Table::new(self.rules, Seeds(seed), max_hands as usize, &make);
        let rows = crate::tournament::rows::Rows::new(&self.rules, &self.variant, &self.players);
        rows.replay(&table, block, (number, self.duel.lineups()[number]))
    }

    fn lines<'b>(&self, (_, row): &'b (DuelBlock, String)) -> Vec<&'b [u8]> {
        vec![row.as_bytes()]
    }

    fn start(&self) -> Evidence {
        Evidence::new(self.question, self.blocks.start, self.settings.shard.is_some())
    }

    fn add(&self, evidence: &mut Evidence, (block, _): &(DuelBlock, String)) {
        evidence.add(block);
    }

    fn restore(&self, evidence: &mut Evidence, noted: &Rows, dir: &Path) -> anyhow::Result<()> {
        evidence.read(dir, noted)
    }

    fn join(&self, evidence: &mut Evidence, noted: &Rows, shard: &Path) -> anyhow::Result<()> {
        evidence.join(shard, noted)
    }

    fn recount(&self, held: &mut Held) -> Result<Recount<Evidence>, Fault> {
        recount::recount(self, held)
    }

    fn stop(&self, evidence: &Evidence) -> Option<Stop> {
        evidence.decision.map(|_| Stop::Decided)
    }

    fn standing(&self, evidence: &Evidence) -> String {
        evidence.rule.standing(&self.question.hypotheses)
    }

    fn reached(&self, evidence: &Evidence) -> String {
        let all = plural(self.blocks.end - self.blocks.start, "block");
        let most = if evidence.is_shard { "" } else { "at most " };
        format!("{} of {most}{all}", HumanCount(evidence.blocks()))
    }

    fn outcome<'s>(&'s self, evidence: &'s Evidence) -> Box<dyn Outcome + 's> {
        Box::new(self.told(evidence))
    }

    fn plan(&self, evidence: &Evidence, probe: &Probe) -> Plan {
        plan::of_test(&self.told(evidence), self.blocks.end - self.blocks.start, probe)
    }
}
