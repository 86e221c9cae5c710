//! `sprt`: is the first bot better than the second, in as few blocks as it takes. A test stops at the
//! block that decides. A shard of a test plays all its blocks; only `merge`, which sees the blocks of all shards in
//! their order, decides.

mod evidence;
mod outcome;
mod page;
mod plan;
pub(crate) mod rule;
mod settings;

use std::collections::BTreeMap;
use std::ops::Range;

use indicatif::HumanCount;
use serde_json::{Map, Value};
use threehand_engine::BySeat;
use threehand_play::referee::Watch;
use threehand_play::{Arena, DynGame, Seeds};
use threehand_stats::Bounds;

pub use self::settings::SprtSettings;

use self::evidence::{BLOCKS, BLOCKS_HEADER, Evidence, Rows, of, read_row, row};
use self::rule::{Points, Quantity, Question, TestKind};
use crate::experiment::contract::{
    Block, Experiment, Fold, Kind, Outcome, Plan, Play, Probe, Recount, SavedSums, Settings, Stop,
    json_of, map_of,
};
use crate::experiment::forfeits::ForfeitsShown;
use crate::experiment::prepare::{arena, facts, hypotheses, part, players, rules, specs};
use crate::files::audit::audited_files::AuditedFiles;
use crate::files::audit::file_fault::FileFault;
use crate::files::growing::GrowingFile;
use crate::play::duel::{DuelBlock, lineups};
use crate::play::players::Player;
use crate::play::rematch::Rematch;
use crate::settings::common::CommonSettings;
use crate::settings::shard::Shard;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand sprt --game 9-2-5 --bots heuristic,greedy
  threehand sprt --game three-kings --bots greedy:epsilon=0.1,greedy:epsilon=0.2 --share 0,3
  threehand sprt --game 9-2-5 --bots heuristic,greedy --test e

t is the mean of a block's difference of win shares in units of its standard deviation: 0.1 is a \
small step (about 2 percentage points), 0.5 a large one. Its rating goes by matches won, that of a \
tournament by all places.";

/// The kind of experiment.
pub(crate) static KIND: Kind = Kind {
    may_decide: true,
    ..Kind::of::<SprtSettings>("sprt", outcome::figures, || outcome::columns().keys())
};

impl Settings for SprtSettings {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn to_map(&self) -> Map<String, Value> {
        map_of(self)
    }

    fn common(&self) -> &CommonSettings {
        &self.common
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a>(
        &self,
        game: &'a dyn DynGame,
        noted: &[String],
    ) -> Result<Experiment<'a>, Failure> {
        let question = self.question()?;
        let rules = rules(game, &self.common.rules)?;
        if self.bots.len() != 2 {
            let message = format!("sprt tests two bots, not {}", self.bots.len());
            return Err(Failure::setting("bots", message));
        }
        let players = players(game, &self.bots, &self.common.external, noted)?;
        let variant = rules.variant();
        let test = Test {
            blocks: part(self.blocks, "blocks", self.shard)?,
            arena: arena(game, &*rules, &players, &self.common),
            of: of(game.name(), &variant),
            variant,
            settings: Self { bots: specs(&players), ..self.clone() },
            question,
            game,
            players,
        };
        Ok(Experiment {
            game,
            settings: Box::new(test.settings.clone()),
            facts: facts(game, &*rules, &test.players),
            players: test.players.clone(),
            blocks: test.blocks.clone(),
            all_blocks: self.blocks,
            most_shards: self.blocks,
            growing: vec![Some(GrowingFile { name: BLOCKS.to_owned(), header: BLOCKS_HEADER })],
            probation: 0,
            play: Box::new(test),
        })
    }
}

impl SprtSettings {
    /// What is asked, if it can be.
    fn question(&self) -> Result<Question, Failure> {
        let Self { test, on, share, t0, t1, alpha, beta, .. } = *self;
        let refused = |setting, message: &str| Err(Failure::setting(setting, message));
        if on == Quantity::Score && test == TestKind::E {
            return refused("on", "test=e needs differences with bounds, which scores have not");
        }
        if on == Quantity::Score && share.is_some() {
            return refused(
                "share",
                "bounds in percentage points are none of scores: take t0 and t1",
            );
        }
        if test == TestKind::E && share.is_none() && (t0, t1) != (0.0, 0.1) {
            return refused(
                "test",
                "e has its bounds in percentage points: take share, such as 0,2",
            );
        }
        let share = share.or((test == TestKind::E).then_some(Points::USUAL));
        let bounds = share.map_or(Bounds::T(t0, t1), Points::bounds);
        Ok(Question { test, on, hypotheses: hypotheses(bounds, alpha, beta)? })
    }
}

/// A sequential test, ready to be played.
pub struct Test<'a> {
    game: &'a dyn DynGame,
    settings: SprtSettings,
    question: Question,
    variant: String,
    /// How the rows of `blocks.csv` end.
    of: String,
    players: Vec<Player>,
    arena: Box<dyn Arena + 'a>,
    /// The blocks to be played.
    blocks: Range<u64>,
}

impl Test<'_> {
    fn block_of(&self, number: u64, block: DuelBlock) -> Block {
        Block::new(vec![row(number, &block, &self.of).into_bytes()], block)
    }

    /// The evidence of no blocks.
    fn evidence(&self) -> Evidence {
        Evidence::new(self.question, self.blocks.start, self.settings.shard.is_some())
    }
}

impl Play for Test<'_> {
    fn block(&self, number: u64, _: bool, watch: Option<&Watch<'_>>) -> Block {
        let seeds = Seeds(self.settings.common.seed);
        self.block_of(number, DuelBlock::play(&*self.arena, seeds, number, watch))
    }

    fn together(&self) -> u64 {
        (self.arena.most_at_once() as u64).div_ceil(DuelBlock::matches(1))
    }

    fn blocks(&self, numbers: Range<u64>, _: bool) -> Vec<Block> {
        let seeds = Seeds(self.settings.common.seed);
        let played = DuelBlock::play_side_by_side(&*self.arena, seeds, numbers.clone());
        numbers.zip(played).map(|(number, block)| self.block_of(number, block)).collect()
    }

    fn lineups(&self) -> Vec<BySeat<usize>> {
        lineups().map(|(_, seated)| seated).collect()
    }

    fn matches(&self) -> Vec<Rematch<'_>> {
        lineups().map(|lineup| Rematch { rules: "", arena: &*self.arena, lineup }).collect()
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        Box::new(TestFold { test: self, evidence: self.evidence() })
    }

    /// Counts again from `blocks.csv`, up to the block that decides.
    fn recount<'s>(&'s self, held: &mut AuditedFiles) -> Result<Recount<'s>, FileFault> {
        let mut evidence = self.evidence();
        let mut forfeited = BTreeMap::new();
        let numbers = held.numbers(&self.blocks);
        let Some(file) = &mut held.files[0] else {
            return Ok(Recount::of(Box::new(TestFold { test: self, evidence }), BLOCKS));
        };
        for number in numbers {
            if evidence.decision.is_some() {
                break;
            }
            let line = file.due_line(|| format!("block {number}"))?;
            let block = read_row(number, &line.bytes, self.settings.common.max_hands);
            let block = block.map_err(|why| file.fault(line.number, why))?;
            file.compare(&[line], row(number, &block, &self.of).as_bytes(), "as a run writes it")?;
            evidence.add(&block);
            forfeited.insert(number, block.forfeits.iter().sum());
        }
        let up_to = if evidence.is_shard { "" } else { ", up to the one that decides" };
        let message = format!(
            "{BLOCKS}: {}, each with what six matches can come to{up_to}",
            plural(evidence.blocks(), "block"),
        );
        let why = "how the matches were played, since a test keeps no records";
        let mut recount = Recount::of(Box::new(TestFold { test: self, evidence }), "by blocks.csv");
        recount.forfeits = ForfeitsShown::InBlocks(forfeited);
        recount.unknown.push("failures");
        recount.checked.push(message);
        recount.unchecked.push(why.to_owned());
        Ok(recount)
    }
}

/// The evidence of a test, block by block.
struct TestFold<'a> {
    test: &'a Test<'a>,
    evidence: Evidence,
}

impl Fold for TestFold<'_> {
    fn blocks(&self) -> u64 {
        self.evidence.blocks()
    }

    fn to_json(&self, pretty: bool) -> String {
        json_of(&self.evidence.note, pretty)
    }

    fn hands(&self) -> u64 {
        self.evidence.hands
    }

    fn add(&mut self, block: &Block) {
        self.evidence.add(block.rows());
    }

    fn restore(&mut self, saved: &SavedSums<'_>) -> anyhow::Result<()> {
        let rows = saved.read(|rows: &Rows| rows.blocks, |_| true)?;
        match saved.of_shard {
            true => self.evidence.join(saved.dir, &rows),
            false => self.evidence.read(saved.dir, &rows),
        }
    }

    fn stop(&self) -> Option<Stop> {
        self.evidence.decision.map(|_| Stop::Decided)
    }

    fn standing(&self) -> String {
        self.evidence.rule.standing(&self.test.question.hypotheses)
    }

    fn reached(&self, all: u64, unit: &str) -> String {
        let most = if self.evidence.is_shard { "" } else { "at most " };
        format!("{} of {most}{}", HumanCount(self.blocks()), plural(all, unit))
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        Box::new(self)
    }

    fn plan(&self, probe: &Probe) -> Plan {
        let blocks = &self.test.blocks;
        plan::of_test(self, blocks.end - blocks.start, probe)
    }
}
