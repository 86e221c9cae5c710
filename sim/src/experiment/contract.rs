//! The interface of a kind of experiment: a run is a fold over the rows of its blocks.
//!
//! A [`Kind`] reads [`Settings`]; settings become an [`Experiment`] in a game, which [`Play`] plays block by
//! block; its [`Fold`] adds them up and makes the tables. Playing, resuming, merging, printing again, rating,
//! reporting and verifying are that fold, fed from threads or from files.

use std::any::Any;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use threehand_engine::BySeat;
use threehand_play::DynGame;
use threehand_play::referee::Watch;
use threehand_stats::Failures;

use super::forfeits::{ForfeitsShown, forfeits_text};
use super::kind::FEWEST_BLOCKS;
pub(crate) use super::kind::map_of;
pub use super::kind::{Kind, Settings};
use super::status::RunStatus;
use crate::files::audit::audited_files::AuditedFiles;
use crate::files::audit::file_fault::FileFault;
use crate::files::growing::GrowingFile;
use crate::files::locked_folder::TALLY;
use crate::files::manifest::SavedManifest;
use crate::files::run_folder::{KeptSums, kept_in};
use crate::play::players::{Player, programs};
use crate::play::rematch::Rematch;
use crate::settings::shard::Shard;
use crate::tables::page::PageContent;
use crate::terminal::failure::Failure;
use crate::terminal::listener::TableRows;
use crate::terminal::number::{duration, plural};

/// One block of a run.
pub struct Block {
    /// The lines that the block adds to each file that grows.
    pub lines: Vec<Vec<u8>>,
    /// The rows, which the fold of the same experiment reads.
    pub rows: Box<dyn Any + Send>,
}

impl Block {
    /// A block of these rows.
    pub fn new(lines: Vec<Vec<u8>>, rows: impl Any + Send) -> Self {
        Self { lines, rows: Box::new(rows) }
    }

    /// The rows.
    ///
    /// # Panics
    /// If the block is of another kind of experiment.
    pub fn rows<T: Any>(&self) -> &T {
        self.rows.downcast_ref().expect("a block is read by the experiment that made it")
    }
}

/// An experiment, ready to be played.
pub struct Experiment<'a> {
    /// The game.
    pub game: &'a dyn DynGame,
    /// What decides the results, with what was left to the experiment filled in.
    pub settings: Box<dyn Settings>,
    /// What a manifest says besides the settings.
    pub facts: Map<String, Value>,
    /// The bots.
    pub players: Vec<Player>,
    /// The blocks to be played.
    pub blocks: Range<u64>,
    /// Blocks of the full run; this may be a shard of it.
    pub all_blocks: u64,
    /// The most shards in which the full run can be played.
    pub most_shards: u64,
    /// The files that grow by the lines of each block; a place may be left empty.
    pub growing: Vec<Option<GrowingFile>>,
    /// How many blocks have to be played before anything is written, since the experiment may yet be refused.
    pub probation: u64,
    /// What plays it.
    pub play: Box<dyn Play + 'a>,
}

impl Experiment<'_> {
    /// What a block is called.
    pub fn unit(&self) -> &'static str {
        self.settings.kind().unit
    }

    /// Whether this is a part of a run.
    pub fn is_shard(&self) -> bool {
        self.settings.shard().is_some()
    }

    /// The sums that the folder of a finished run of this has kept.
    pub(super) fn kept_sums<'s>(&self, dir: &'s Path, kept: &'s KeptSums) -> SavedSums<'s> {
        let file = kept_in(self.is_shard());
        SavedSums { dir, file, json: &kept.json, blocks: None, of_shard: false }
    }

    /// The blocks of a shard, counted from the first of the full run.
    pub(super) fn part_of(&self, shard: Shard) -> Range<u64> {
        let (part, each) = (shard.part(self.most_shards), self.all_blocks / self.most_shards);
        part.start * each..part.end * each
    }

    /// Whether two variants or two bots can be contrasted: their matches can be played again.
    pub fn has_pairs(&self) -> bool {
        let matches = self.play.matches();
        let by_rules = matches.iter().any(|one| !one.rules.is_empty());
        let is_other = |player: &Player| player.who != self.players[0].who;
        let differ = by_rules || self.players.iter().any(is_other);
        matches.len() > 1 && differ && programs(&self.players).next().is_none()
    }
}

/// What plays the blocks of an experiment, and adds them up.
pub trait Play: Sync {
    /// Plays a block; its lines are wanted where they are `written`.
    fn block(&self, number: u64, written: bool, watch: Option<&Watch<'_>>) -> Block;
    /// How many blocks are played together: several where a bot decides many views at once.
    fn together(&self) -> u64 {
        1
    }
    /// Plays blocks together; the same blocks as [`Play::block`] gives.
    fn blocks(&self, numbers: Range<u64>, written: bool) -> Vec<Block> {
        numbers.map(|number| self.block(number, written, None)).collect()
    }
    /// The sums of no blocks.
    fn fold(&self) -> Box<dyn Fold + '_>;
    /// Counts again what the files of a folder hold, and checks each row.
    ///
    /// # Errors
    /// The first row that is wrong.
    fn recount<'s>(&'s self, held: &mut AuditedFiles) -> Result<Recount<'s>, FileFault> {
        let _ = held;
        Ok(Recount::without_rows())
    }
    /// Who sits where in each match of a block, in the order of play: the bots by their numbers.
    fn lineups(&self) -> Vec<BySeat<usize>>;
    /// The matches of a block that can be played again.
    fn matches(&self) -> Vec<Rematch<'_>> {
        Vec::new()
    }
}

/// The sums over the blocks of a run.
pub trait Fold: Send {
    /// Blocks so far.
    fn blocks(&self) -> u64;
    /// Finished hands so far.
    fn hands(&self) -> u64;
    /// Adds the next block.
    fn add(&mut self, block: &Block);
    /// The JSON of the sums, on one line or on lines that a person can read.
    fn to_json(&self, pretty: bool) -> String;
    /// Adds the sums that a folder holds.
    ///
    /// # Errors
    /// If they are of something else, or the folder does not hold what they count.
    fn restore(&mut self, saved: &SavedSums<'_>) -> anyhow::Result<()>;
    /// Whether to stop here.
    fn stop(&self) -> Option<Stop> {
        None
    }
    /// Keeps from here on what a person who watches the run is shown.
    fn watch(&mut self) {}
    /// Who leads, in words.
    fn standing(&self) -> String {
        String::new()
    }
    /// How far the run has come, in words, of so many blocks.
    fn reached(&self, all: u64, unit: &str) -> String {
        let done = indicatif::HumanCount(self.blocks());
        format!("{done} of {}", plural(all, unit))
    }
    /// The results.
    fn outcome(&self) -> Box<dyn Outcome + '_>;
    /// What the run takes, from a probe.
    fn plan(&self, probe: &Probe) -> Plan;
    /// The fold itself, for who knows its kind.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}

/// Sums that a folder holds: JSON, which only the fold reads that wrote it.
pub struct SavedSums<'a> {
    /// The folder.
    pub dir: &'a Path,
    /// The name of the file.
    pub file: &'static str,
    /// The sums.
    pub json: &'a str,
    /// How many blocks they have to count, if that is known.
    pub blocks: Option<u64>,
    /// Whether they are of the next shard of the run, and not of the run itself.
    pub of_shard: bool,
}

impl<'a> SavedSums<'a> {
    /// The sums of the next shard of a run, which has so many blocks if that is known.
    pub fn of_shard(shard: &'a SavedManifest, kept: &'a KeptSums, blocks: Option<u64>) -> Self {
        Self { dir: &shard.dir, file: TALLY, json: &kept.json, blocks, of_shard: true }
    }

    /// Reads the sums, which have to fit.
    ///
    /// # Errors
    /// If they do not, or count other blocks than they have to.
    pub fn read<T: DeserializeOwned>(
        &self,
        blocks: impl FnOnce(&T) -> u64,
        fit: impl FnOnce(&T) -> bool,
    ) -> anyhow::Result<T> {
        let place = || self.dir.join(self.file).display().to_string();
        let sums = serde_json::from_str(self.json).with_context(place)?;
        let held = blocks(&sums);
        if let Some(due) = self.blocks.filter(|due| *due != held) {
            bail!("{}: it counts {}, and has to count {due}", place(), plural(held, "block"));
        }
        if !fit(&sums) {
            bail!("{}: it is not of the run that manifest.json describes", place());
        }
        Ok(sums)
    }
}

/// The sums of a run counted again from the rows in its folder, without asking a bot.
#[derive(Default)]
pub struct Recount<'a> {
    /// The sums over all blocks; `None` of a run that keeps no rows.
    pub fold: Option<Box<dyn Fold + 'a>>,
    /// What the sums were made from, as in `by the records`.
    pub by: &'static str,
    /// Hands and matches that were replayed by the rules.
    pub replayed: (u64, u64),
    /// Keys of the sums that the rows do not determine.
    pub unknown: Vec<&'static str>,
    /// Of a run with limits the matches that were forfeited.
    pub(crate) forfeits: ForfeitsShown,
    /// What was checked, in sentences.
    pub checked: Vec<String>,
    /// What could not be checked and why, in sentences.
    pub unchecked: Vec<String>,
}

impl<'a> Recount<'a> {
    /// Sums without unknown keys.
    pub fn of(fold: Box<dyn Fold + 'a>, by: &'static str) -> Self {
        Self { fold: Some(fold), by, ..Self::default() }
    }

    /// A run that keeps no rows of its blocks.
    pub fn without_rows() -> Self {
        let why = "how the matches were played: this run keeps no rows of them, so its tables are compared with \
                   the kept sums alone";
        Self { by: "by the kept sums", unchecked: vec![why.to_owned()], ..Self::default() }
    }
}

/// The JSON of sums.
pub(crate) fn json_of(sums: &impl Serialize, pretty: bool) -> String {
    let json =
        if pretty { serde_json::to_string_pretty(sums) } else { serde_json::to_string(sums) };
    json.expect("plain values can be written as JSON")
}

/// Why an experiment ends before its last block.
#[derive(Debug)]
pub enum Stop {
    /// The question is decided: the results are complete.
    Decided,
    /// A bot failed, and that was to end the experiment.
    BotFailed,
    /// The blocks show that the experiment can't be done.
    Refused(Failure),
}

/// What came out of an experiment.
pub trait Outcome {
    /// The tables.
    fn tables(&self) -> Vec<TableRows>;

    /// The table that answers first, by the name of its file.
    fn headline(&self) -> &'static str;

    /// The summary as one JSON object.
    fn json(&self, status: &RunStatus) -> Value;

    /// The summary for a reader.
    fn text(&self, status: &RunStatus) -> String;

    /// The answer alone: sentences, a line each, and lines of a word and a figure, which begin with a blank.
    fn answer(&self) -> String;

    /// What else the summary says of the results in sentences, a line each.
    fn notes(&self) -> String {
        String::new()
    }

    /// What a page shows of the results of the run in this folder.
    ///
    /// # Errors
    /// If a file of the folder can't be read.
    fn page(&self, dir: &Path) -> anyhow::Result<PageContent>;

    /// Whether the sums are enough for a summary, as those of an interrupted experiment may not be.
    fn can_be_told(&self) -> bool {
        true
    }

    /// How often each bot failed.
    fn failed(&self) -> Vec<Failed<'_>>;

    /// Which bots failed, if any did, in words.
    fn failures(&self) -> Option<String> {
        let failed = self.failed().into_iter().filter(|failed| failed.matches > 0);
        let failed = failed.map(|Failed { bot, matches, failures, .. }| {
            format!("{bot} failed in {}", forfeits_text(matches, &failures))
        });
        let failed: Vec<_> = failed.collect();
        (!failed.is_empty()).then(|| format!("{}: forfeited", failed.join(", ")))
    }
}

/// How often a bot failed.
#[derive(Clone, Copy, Debug)]
pub struct Failed<'a> {
    /// The name that the bot goes by.
    pub bot: &'a str,
    /// The matches that it forfeited.
    pub matches: u64,
    /// The matches in which it had a seat.
    pub of: u64,
    /// Those whose kind of failure is known.
    pub failures: Failures,
}

/// The first blocks, played to tell what all of them will take.
#[derive(Clone, Debug)]
pub struct Probe {
    /// How many blocks.
    pub blocks: u64,
    /// How long these blocks took, or would have taken.
    pub seconds: f64,
    /// How many decisions were timed, where the bots were let off the others: then the rest is rough.
    pub timed: Option<u64>,
    /// What these blocks would have added to each of the files that grow.
    pub bytes: Vec<u64>,
    /// Whether the experiment is to be written.
    pub written: bool,
    /// Threads that these blocks were played on.
    pub threads: usize,
}

impl Probe {
    /// That so many blocks are too few to say what an experiment can show, as their spread is mostly chance; `None` if
    /// they are not.
    pub(crate) fn too_short(blocks: u64) -> Option<String> {
        let there = plural(blocks, "block");
        let reason = format!("the probe came to {there}, and {FEWEST_BLOCKS} are needed");
        (blocks < FEWEST_BLOCKS).then_some(reason)
    }

    /// What a sum over the probe will be over so many blocks.
    pub fn scaled(&self, sum: f64, blocks: u64) -> f64 {
        sum * blocks as f64 / self.blocks as f64
    }

    /// The line that says how many seconds an experiment will take; `all` says what takes them, where the experiment may
    /// end before.
    pub fn time(&self, seconds: f64, all: &str) -> String {
        let (time, blocks) = (duration(seconds), plural(self.blocks, "block"));
        match self.timed {
            None => {
                format!("  time    about {time}{all}, from {blocks} in {:.2} s\n", self.seconds)
            }
            Some(timed) => format!(
                "  time    roughly {time}{all}, from {} of a block whose others were made at random\n",
                plural(timed, "decision"),
            ),
        }
    }
}

/// What an experiment will take and can show.
pub struct Plan {
    /// As one JSON object.
    pub json: Value,
    /// For a reader, in lines.
    pub text: String,
    /// How many seconds it will take.
    pub seconds: f64,
    /// How many of these seconds every shard takes anew.
    pub seconds_of_each: f64,
}
