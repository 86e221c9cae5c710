//! `compare`: rule variants against each other, on the same cards and with the same bots.

mod block_values;
mod characters;
mod conclusion;
mod counted;
mod differences;
mod distributions;
pub(crate) mod findings;
mod margins;
#[cfg(test)]
mod null_studies;
mod outcome;
mod plan;
mod recount;
mod settings;
pub(crate) mod study;
pub(crate) mod study_block;
mod text;
pub(crate) mod variants;
mod verdicts;

use std::ops::Range;
use std::path::Path;

use indicatif::HumanCount;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, options};

pub use self::settings::CompareSettings;

use self::block_values::{BLOCK_VALUES, BlockRows, HEADER};
use self::findings::{Comparison, Who};
use self::outcome::CompareOutcome;
use self::study::Study;
use self::study_block::{StudyBlock, play_block};
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::experiment::contract::{Design, Experiment, Outcome, Plan, Prepared, Probe, Sums};
use crate::experiment::prepare::{Maker, labels, makers, part, players, specs, stands_for};
use crate::folder::growing::GrowingFile;
use crate::play::players::Player;
use crate::play::referee::Watch;
use crate::play::seeds::Seeds;
use crate::play::table::Table;
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::stats::{Measure, Mergeable};
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::tournament::rows::Rows;

/// What help shows below the flags.
pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic
  threehand compare --game three-kings --variants three-kings,three-kings:melds=all:pending=worst --bots greedy,heuristic --out runs/melds

Each bot is a rung: it sits at all three seats. A verdict on a rule needs the same direction on three rungs.
A margin is in the measure's unit, and of a share from 0 to 1: --margin hands=0.5,won_seat_0=0.02";

impl Design for CompareSettings {
    const RESULTS: &'static [&'static str] =
        &[BLOCK_VALUES, "characters.csv", "distributions.csv", "differences.csv", "verdicts.csv"];
    type Block = (StudyBlock, String);
    type Sums = Study;

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn shard(&self) -> Option<Shard> {
        self.shard
    }

    fn prepare<'a, G: Knowledge>(self, bots: &Bots<'a, G>) -> Result<Prepared<'a, Self>, Failure> {
        check_size(self.variants.len(), self.bots.len(), self.against.is_some())?;
        let rungs = players(bots, &self.bots, &self.stage.external)?;
        let named = variants::variants::<G>(&self.variants, &self.stage.rules)?;
        variants::are_apart(&named, &rungs)?;
        let typed = self.against.as_deref();
        let against = variants::against(typed, &named, &self.stage.rules)?;
        let names: Vec<String> = named.iter().map(|variant| variant.name.clone()).collect();
        let rules: Vec<G> = named.iter().map(|variant| variant.rules).collect();
        let (study, measures) = Study::new::<G>(rules.len(), rungs.len(), against);
        let rows = || BlockRows::new(G::NAME, &rungs, &names, &measures);
        // The names tell all options, so nothing is left that holds for all variants.
        let stage = Stage { rules: Vec::new(), ..self.stage };
        Ok(Box::new(Compare {
            blocks: part(self.blocks, "blocks", self.shard)?,
            makers: makers(bots, &rungs),
            stands_for: stands_for(bots, &rungs),
            margins: margins::margins(&self.margin, &study.figures)?,
            rows: self.block_values.then(rows),
            settings: Self {
                stage,
                variants: named.into_iter().map(|variant| variant.spec).collect(),
                against: against.map(|variant| names[variant].clone()),
                bots: specs(&rungs),
                ..self
            },
            names,
            against,
            rungs,
            rules,
            measures,
        }))
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
        let told = format!("{variants} variants are too many: compare {most} at most");
        return Err(Failure::setting("variants", told));
    }
    let cells = variants * rungs;
    if cells > MOST_CELLS {
        let told = format!(
            "{} and {} make {} sets of sums, and {MOST_CELLS} are the most: take fewer bots or fewer \
             variants",
            plural(variants as u64, "variant"),
            plural(rungs as u64, "bot"),
            HumanCount(cells as u64),
        );
        return Err(Failure::setting("bots", told));
    }
    Ok(())
}

/// A comparison, ready to be played.
pub struct Compare<'a, G: Knowledge> {
    settings: CompareSettings,
    /// What the variants go by.
    names: Vec<String>,
    /// The variant against which the others are compared.
    against: Option<usize>,
    rungs: Vec<Player>,
    makers: Vec<Maker<'a, G>>,
    stands_for: Vec<String>,
    rules: Vec<G>,
    measures: Vec<Measure>,
    /// By figure.
    margins: Vec<Option<f64>>,
    blocks: Range<u64>,
    /// The rows of `block_values.csv`, if they are asked for.
    rows: Option<BlockRows>,
}

impl Sums for Study {
    type Note = Self;

    fn blocks(&self) -> u64 {
        self.blocks()
    }

    fn hands(&self) -> u64 {
        self.hands()
    }

    fn note(&self) -> &Self {
        self
    }
}

impl<G: Knowledge> Compare<'_, G> {
    fn comparison<'s>(&'s self, study: &'s Study) -> Comparison<'s> {
        Comparison::new(G::NAME, self.who(), &self.margins, study)
    }

    /// Who is compared.
    fn who(&self) -> Who<'_> {
        Who { variants: &self.names, rungs: &self.rungs, against: self.against }
    }
}

impl<G: Knowledge> Experiment<CompareSettings> for Compare<'_, G> {
    fn settings(&self) -> &CompareSettings {
        &self.settings
    }

    fn players(&self) -> &[Player] {
        &self.rungs
    }

    fn facts(&self) -> Map<String, Value> {
        let options = self.names.iter().zip(&self.rules);
        let options: Map<_, _> = options
            .map(|(name, rules)| (name.clone(), options::to_json::<G>(rules).into()))
            .collect();
        let facts = [
            ("rules_version", json!(G::RULES_VERSION)),
            ("options", options.into()),
            ("bots", json!(labels(&self.rungs))),
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
        let file = || GrowingFile { name: BLOCK_VALUES.to_owned(), header: HEADER };
        vec![self.rows.as_ref().map(|_| file())]
    }

    fn play(&self, number: u64, written: bool, watch: Option<&Watch<'_>>) -> (StudyBlock, String) {
        let Stage { seed, max_hands, .. } = self.settings.stage;
        let make = |rung: usize| self.makers[rung]();
        let table =
            |&rules| Table::new(rules, Seeds(seed), max_hands as usize, &make).watched(watch);
        let tables: Vec<_> = self.rules.iter().map(table).collect();
        let block = play_block(&tables, self.rungs.len(), &self.measures, Seeds(seed), number);
        let rows = self.rows.as_ref().filter(|_| written);
        let rows = rows.map_or_else(String::new, |rows| rows.of_block(&block));
        (block, rows)
    }

    /// The last rung with itself under each of the rules.
    fn matches(&self) -> Vec<String> {
        self.names.clone()
    }

    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let Stage { seed, max_hands, .. } = self.settings.stage;
        let make = |rung: usize| self.makers[rung]();
        let (rules, top) = (self.rules[number], self.rungs.len() - 1);
        let table = Table::new(rules, Seeds(seed), max_hands as usize, &make);
        let rows = Rows::new(&rules, &options::variant_name(&rules), &self.rungs);
        rows.replay(&table, block, (0, BySeat([top; 3])))
    }

    fn lines<'b>(&self, (_, rows): &'b (StudyBlock, String)) -> Vec<&'b [u8]> {
        vec![rows.as_bytes()]
    }

    fn start(&self) -> Study {
        Study::new::<G>(self.rules.len(), self.rungs.len(), self.against).0
    }

    fn add(&self, study: &mut Study, (block, _): &(StudyBlock, String)) {
        study.add(block);
    }

    fn restore(&self, study: &mut Study, noted: &Study, _: &Path) -> anyhow::Result<()> {
        study.merge(noted);
        Ok(())
    }

    /// How far the best role is ahead of the worst under each variant, of the last rung, where all have room.
    fn standing(&self, study: &Study) -> String {
        let spread = study.figure("role_spread").filter(|_| self.names.len() <= IN_A_LINE);
        let Some(spread) = spread else { return String::new() };
        let told = self.names.iter().enumerate().filter_map(|(variant, name)| {
            let value = study.value(self.rungs.len() - 1, variant, spread)?;
            Some(format!("{name} {:.2}", value.mean))
        });
        let told = told.collect::<Vec<_>>().join(" · ");
        if told.is_empty() { told } else { format!("best role less worst {told}") }
    }

    fn recount(&self, held: &mut Held) -> Result<Recount<Study>, Fault> {
        recount::recount(self, held)
    }

    fn outcome<'s>(&'s self, study: &'s Study) -> Box<dyn Outcome + 's> {
        let seed = self.settings.stage.seed;
        Box::new(CompareOutcome { comparison: self.comparison(study), seed })
    }

    fn plan(&self, study: &Study, probe: &Probe) -> Plan {
        let blocks = self.blocks.end - self.blocks.start;
        plan::of_comparison(&self.settings, &self.comparison(study), blocks, probe)
    }
}
