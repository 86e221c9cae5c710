//! `compare`: rule variants against each other, on the same cards and with the same bots.

mod block_values;
pub(crate) mod columns;
mod conclusion;
pub(crate) mod design;
pub(crate) mod figures;
pub(crate) mod findings;
mod outcome;
mod page;
mod plan;
mod settings;
pub(crate) mod study;
#[cfg(test)]
mod tests;
mod text;
mod trace;
pub(crate) mod variants;

use std::ops::Range;

use indicatif::HumanCount;
use serde_json::{Map, Value};
use threehand_engine::BySeat;
use threehand_play::DynGame;
use threehand_play::referee::Watch;
use threehand_stats::{Mergeable as _, have_shape_of};

pub use self::settings::CompareSettings;

use self::block_values::{BLOCK_VALUES, BlockRows, HEADER};
use self::design::{Design, StudyBlock};
use self::findings::Comparison;
use self::outcome::CompareOutcome;
use self::study::Study;
use self::variants::options;
use crate::experiment::contract::{
    Block, Experiment, Fold, Kind, Outcome, Plan, Play, Probe, Recount, SavedSums, Settings,
    json_of, map_of,
};
use crate::experiment::prepare::{facts_of_variants, part, players, specs};
use crate::files::audit::audited_files::AuditedFiles;
use crate::files::audit::file_fault::FileFault;
use crate::files::growing::GrowingFile;
use crate::play::rematch::Rematch;
use crate::settings::common::CommonSettings;
use crate::settings::shard::Shard;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic
  threehand compare --game three-kings --variants three-kings,three-kings:melds=all:pending=worst --bots greedy,heuristic --out runs/melds

Each bot is a rung: it sits at all three seats. A verdict on a rule needs the same direction on three rungs.
A margin is in the measure's unit, and of a share from 0 to 1: --margin hands=0.5,won_seat_0=0.02";

/// The kind of experiment.
pub(crate) static KIND: Kind =
    Kind::of::<CompareSettings>("compare", columns::figures, || columns::summary().keys());

impl Settings for CompareSettings {
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
        check_size(self.variants.len(), self.bots.len(), self.against.is_some())?;
        let rungs = players(game, &self.bots, &self.common.external, noted)?;
        let named = variants::variants(game, &self.variants, &self.common.rules)?;
        variants::are_apart(&named, &rungs)?;
        let typed = self.against.as_deref();
        let against = variants::against(game, typed, &named, &self.common.rules)?;
        let mut design = Design::new(game, &named, rungs, &self.common);
        design.against = against;
        design.margins = settings::margins(&self.margin, &design.figures)?;
        let settings = Self {
            // The specs of the variants tell all options, so none is left that holds for all variants.
            common: CommonSettings { rules: Vec::new(), ..self.common.clone() },
            variants: named.iter().map(|variant| variant.spec.clone()).collect(),
            against: against.map(|variant| design.variants[variant].clone()),
            bots: specs(&design.rungs),
            ..self.clone()
        };
        let blocks = part(self.blocks, "blocks", self.shard)?;
        let file = || GrowingFile { name: BLOCK_VALUES.to_owned(), header: HEADER };
        Ok(Experiment {
            game,
            settings: Box::new(settings.clone()),
            facts: facts_of_variants(game, &options(&named), &design.rungs),
            players: design.rungs.clone(),
            blocks: blocks.clone(),
            all_blocks: self.blocks,
            most_shards: self.blocks,
            growing: vec![self.block_values.then(file)],
            probation: 0,
            play: Box::new(Compare {
                rows: self.block_values.then(|| BlockRows::new(&design)),
                settings,
                design,
                blocks,
            }),
        })
    }
}

/// The most variants: sums and tests of a rung grow with the square of their number.
const MOST_VARIANTS: usize = 32;

/// As many variants have a figure each on the line of progress.
const IN_A_LINE: usize = 4;

/// The most variants where each is compared with one alone.
const MOST_AGAINST_ONE: usize = 128;

/// The most that variants times rungs may be. A comparison of this size takes up to three quarters of a
/// gigabyte of memory, most of it for `--json`.
const MOST_CELLS: usize = 256;

/// Sees to it that the sums of a comparison fit into memory.
fn check_size(variants: usize, rungs: usize, against_one: bool) -> Result<(), Failure> {
    let most = if against_one { MOST_AGAINST_ONE } else { MOST_VARIANTS };
    if variants > most {
        let message = format!("{variants} variants are too many: compare {most} at most");
        return Err(Failure::setting("variants", message));
    }
    let cells = variants * rungs;
    if cells > MOST_CELLS {
        let message = format!(
            "{} and {} make {} sets of sums, and {MOST_CELLS} are the most: take fewer bots or fewer \
             variants",
            plural(variants as u64, "variant"),
            plural(rungs as u64, "bot"),
            HumanCount(cells as u64),
        );
        return Err(Failure::setting("bots", message));
    }
    Ok(())
}

/// A comparison, ready to be played.
pub struct Compare<'a> {
    settings: CompareSettings,
    design: Design<'a>,
    blocks: Range<u64>,
    /// The rows of `block_values.csv`, if they are asked for.
    rows: Option<BlockRows>,
}

impl Compare<'_> {
    fn block_of(&self, block: StudyBlock, written: bool) -> Block {
        let rows = self.rows.as_ref().filter(|_| written);
        let rows = rows.map_or_else(String::new, |rows| rows.of_block(&block));
        Block::new(vec![rows.into_bytes()], block)
    }
}

impl Play for Compare<'_> {
    fn block(&self, number: u64, written: bool, watch: Option<&Watch<'_>>) -> Block {
        self.block_of(self.design.play(number, watch), written)
    }

    fn together(&self) -> u64 {
        self.design.together()
    }

    fn blocks(&self, numbers: Range<u64>, written: bool) -> Vec<Block> {
        let played = self.design.play_side_by_side(numbers).into_iter();
        played.map(|block| self.block_of(block, written)).collect()
    }

    fn lineups(&self) -> Vec<BySeat<usize>> {
        self.design.lineups()
    }

    /// The last rung with itself under each of the rules.
    fn matches(&self) -> Vec<Rematch<'_>> {
        let Design { arenas, variants, rungs, .. } = &self.design;
        let lineup = (0, BySeat([rungs.len() - 1; 3]));
        let variants = variants.iter().zip(arenas);
        variants.map(|(rules, arena)| Rematch { rules, arena: &**arena, lineup }).collect()
    }

    fn fold(&self) -> Box<dyn Fold + '_> {
        Box::new(CompareFold { of: self, study: Study::new(&self.design) })
    }

    fn recount<'s>(&'s self, held: &mut AuditedFiles) -> Result<Recount<'s>, FileFault> {
        let numbers = held.numbers(&self.blocks);
        let Some((rows, file)) = self.rows.as_ref().zip(held.files[0].as_mut()) else {
            return Ok(Recount::without_rows());
        };
        let mut study = Study::new(&self.design);
        for number in numbers {
            let weights = self.design.weights(number);
            study.add(&rows.read(file, number, weights, self.settings.common.max_hands)?);
        }
        let blocks = plural(study.blocks, "block");
        let mut recount = Recount::of(Box::new(CompareFold { of: self, study }), "by the blocks");
        recount.unknown = UNKNOWN.to_vec();
        recount.checked.push(format!(
            "{BLOCK_VALUES}: every row of {blocks} is there once, with what a block can come to"
        ));
        recount.unchecked.push(
            "how the matches were played, since a comparison keeps no rows of them; the distributions, the number \
             of hands, and the matches that were truncated or forfeited, which are taken from the kept sums"
                .to_owned(),
        );
        Ok(recount)
    }
}

/// Keys of the sums that `block_values.csv` does not determine.
const UNKNOWN: [&str; 5] = ["distributions", "hands", "truncated", "forfeits", "failures"];

/// The sums of a comparison.
struct CompareFold<'a> {
    of: &'a Compare<'a>,
    study: Study,
}

impl Fold for CompareFold<'_> {
    fn blocks(&self) -> u64 {
        self.study.blocks
    }

    fn to_json(&self, pretty: bool) -> String {
        json_of(&self.study, pretty)
    }

    fn hands(&self) -> u64 {
        self.study.hands
    }

    fn add(&mut self, block: &Block) {
        self.study.add(block.rows());
    }

    fn restore(&mut self, saved: &SavedSums<'_>) -> anyhow::Result<()> {
        let fit = |study: &Study| have_shape_of(study, Study::new(&self.of.design));
        self.study.merge(&saved.read(|study| study.blocks, fit)?);
        Ok(())
    }

    /// How far the best role is ahead of the worst under each variant, of the last rung, where all have room.
    fn standing(&self) -> String {
        let Self { of: Compare { design, .. }, study } = self;
        let Design { variants, rungs, figures, .. } = design;
        let spread = design.figure("role_spread").filter(|_| variants.len() <= IN_A_LINE);
        let Some(spread) = spread else { return String::new() };
        let spreads = variants.iter().enumerate().filter_map(|(variant, name)| {
            let value = study.value(rungs.len() - 1, variant, &figures[spread])?;
            Some(format!("{name} {:.2}", value.mean))
        });
        let spreads = spreads.collect::<Vec<_>>().join(" · ");
        if spreads.is_empty() { spreads } else { format!("best role less worst {spreads}") }
    }

    fn outcome(&self) -> Box<dyn Outcome + '_> {
        let comparison = Comparison::new(&self.of.design, &self.study);
        Box::new(CompareOutcome { comparison, settings: &self.of.settings })
    }

    fn plan(&self, probe: &Probe) -> Plan {
        let Compare { settings, blocks, design, .. } = self.of;
        let comparison = Comparison::new(design, &self.study);
        plan::of_comparison(settings, &comparison, blocks.end - blocks.start, probe)
    }
}
