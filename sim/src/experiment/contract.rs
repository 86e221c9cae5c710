//! What each kind of experiment has of its own.

use std::ops::Range;
use std::path::Path;

use serde_json::{Map, Value};
use threehand_bots::{Bots, Knowledge};
use threehand_engine::record::Record;

use super::sitting::Sitting;
use crate::audit::fault::Fault;
use crate::audit::held::Held;
use crate::audit::recount::Recount;
use crate::folder::growing::GrowingFile;
use crate::folder::note::Noted;
use crate::play::players::Player;
use crate::play::referee::Watch;
use crate::settings::Settings;
use crate::settings::shard::Shard;
use crate::settings::stage::Stage;
use crate::stats::Failures;
use crate::tables::Table;
use crate::terminal::failure::Failure;
use crate::terminal::number::{duration, plural};

/// The settings of a kind of experiment, and the experiment that such settings describe.
pub trait Design: Settings {
    /// The names of all files in which such an experiment may leave its results.
    const RESULTS: &'static [&'static str];
    /// What a block is called for a reader.
    const UNIT: &'static str = "block";
    /// Whether such an experiment may be decided before its last block.
    const MAY_DECIDE: bool = false;
    /// What one block yields.
    type Block: Send;
    /// What is summed over blocks.
    type Sums: Sums + Send;

    /// What is played.
    fn stage(&self) -> &Stage;

    /// The part of the whole that is to be played.
    fn shard(&self) -> Option<Shard> {
        None
    }

    /// The experiment in a game that these settings describe.
    ///
    /// # Errors
    /// What is wrong with the settings.
    fn prepare<'a, G: Knowledge>(self, bots: &Bots<'a, G>) -> Result<Prepared<'a, Self>, Failure>;
}

/// An experiment in a game, ready to be played. What is done with it is compiled once, not for each game.
pub type Prepared<'a, D> = Box<dyn Experiment<D> + 'a>;

/// An experiment in a game, ready to be played block by block.
pub trait Experiment<D: Design>: Sync {
    /// The settings as the game understands them: what stands for each of them is said.
    fn settings(&self) -> &D;

    /// What the manifest tells besides the settings, and instead of those of the same key.
    fn facts(&self) -> Map<String, Value>;

    /// The bots.
    fn players(&self) -> &[Player];

    /// The blocks to play, by number: all, or those of a shard.
    fn blocks(&self) -> Range<u64>;

    /// How many blocks the whole experiment has, be these blocks played here or in other shards.
    fn whole(&self) -> u64;

    /// How many shards the whole experiment can be played in.
    fn most_shards(&self) -> u64 {
        self.whole()
    }

    /// The files that grow by the lines of each block; a place may be left empty.
    fn growing(&self) -> Vec<Option<GrowingFile>> {
        Vec::new()
    }

    /// Plays a block, on any thread; `written` says whether its lines are wanted. A referee may watch.
    fn play(&self, number: u64, written: bool, watch: Option<&Watch<'_>>) -> D::Block;

    /// The lines that a block adds to the files that grow.
    fn lines<'b>(&self, block: &'b D::Block) -> Vec<&'b [u8]> {
        let _ = block;
        Vec::new()
    }

    /// The sums of no blocks.
    fn start(&self) -> D::Sums;

    /// Adds a block. Blocks come in the order of their numbers.
    fn add(&self, sums: &mut D::Sums, block: &D::Block);

    /// Adds what was noted of other blocks, which come after those that were added before.
    ///
    /// # Errors
    /// If the folder that the note was found in does not hold what the sums need besides.
    fn restore(&self, sums: &mut D::Sums, noted: &NoteOf<D>, dir: &Path) -> anyhow::Result<()>;

    /// Adds what was noted in a shard whose blocks come next, as far as they are needed.
    ///
    /// # Errors
    /// If the shard does not hold what the sums need besides.
    fn join(&self, sums: &mut D::Sums, noted: &NoteOf<D>, shard: &Path) -> anyhow::Result<()> {
        self.restore(sums, noted, shard)
    }

    /// Counts again what a folder holds, without asking a bot, and holds the files that grew against
    /// all that is due there.
    ///
    /// # Errors
    /// The first place where a file is not what it should be.
    fn recount(&self, held: &mut Held) -> Result<Recount<D::Sums>, Fault>;

    /// Why no more blocks are to be played, as the sums tell after each block.
    fn stop(&self, sums: &D::Sums) -> Option<Stop> {
        let _ = sums;
        None
    }

    /// How many blocks are played before the folder is begun, since these blocks may show that the
    /// experiment can't be done.
    fn probation(&self) -> u64 {
        0
    }

    /// Somebody looks on from here: what [`standing`](Self::standing) tells at its best has to be kept.
    fn watch(&self, sums: &mut D::Sums) {
        let _ = sums;
    }

    /// What is shown on the progress line, whether or not it is [watched](Self::watch).
    fn standing(&self, sums: &D::Sums) -> String {
        let _ = sums;
        String::new()
    }

    /// Whether that takes lines of its own.
    fn stands_on_lines(&self) -> bool {
        false
    }

    /// How far an experiment got that was stopped.
    fn reached(&self, sums: &D::Sums) -> String {
        let blocks = self.blocks();
        let done = indicatif::HumanCount(sums.blocks());
        format!("{done} of {}", plural(blocks.end - blocks.start, D::UNIT))
    }

    /// The matches of every block that can be shown to a reader: what sets each apart, such as its
    /// rules, or nothing.
    fn matches(&self) -> Vec<String> {
        Vec::new()
    }

    /// Plays one of [these](Self::matches) matches of a block again, for the records of its hands.
    fn replay(&self, block: u64, number: usize) -> Vec<Record> {
        let _ = (block, number);
        Vec::new()
    }

    /// What came out.
    fn outcome<'s>(&'s self, sums: &'s D::Sums) -> Box<dyn Outcome + 's>;

    /// What the experiment will take and can show, from a probe of its first blocks.
    fn plan(&self, sums: &D::Sums, probe: &Probe) -> Plan;
}

/// What an experiment notes of its sums.
pub type NoteOf<D> = <<D as Design>::Sums as Sums>::Note;

/// What is summed over blocks.
pub trait Sums {
    /// The part of the sums that is noted, so that the experiment can be gone on with.
    type Note: Noted;

    /// Blocks so far.
    fn blocks(&self) -> u64;
    /// Finished hands so far.
    fn hands(&self) -> u64;
    /// What is noted.
    fn note(&self) -> &Self::Note;
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
    fn tables(&self) -> Vec<Box<dyn Table + '_>>;

    /// The table that answers first, by the name of its file.
    fn headline(&self) -> &'static str;

    /// The summary as one JSON object.
    fn json(&self, sitting: &Sitting) -> Value;

    /// The summary for a reader.
    fn text(&self, sitting: &Sitting) -> String;

    /// The answer alone, as the summary has it: sentences, a line each, and lines of a word and a figure, which begin
    /// with a blank.
    fn answer(&self) -> String;

    /// What else the summary says of the results in sentences, a line each.
    fn notes(&self) -> String {
        String::new()
    }

    /// Whether the sums are enough for a summary, as those of an interrupted experiment may not be.
    fn can_be_told(&self) -> bool {
        true
    }

    /// How often each bot failed.
    fn failed(&self) -> Vec<Failed<'_>>;

    /// Which bots failed, if any did, in words.
    fn failures(&self) -> Option<String> {
        let failed = self.failed().into_iter().filter(|failed| failed.matches > 0);
        let failed = failed.map(|Failed { bot, matches, failures }| {
            format!("{bot} failed in {}", forfeits_text(matches, &failures))
        });
        let failed: Vec<_> = failed.collect();
        (!failed.is_empty()).then(|| format!("{}: forfeited", failed.join(", ")))
    }
}

/// The matches that a bot forfeited, with the kinds of failure: `3 matches (2 timed out, 1 died)`.
pub fn forfeits_text(matches: u64, failures: &Failures) -> String {
    let kinds = failures.counts().map(|(kind, count)| format!("{count} {}", kind.told()));
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    let count = plural(matches, "match");
    if kinds.is_empty() { count } else { format!("{count} ({kinds})") }
}

/// How often a bot failed.
#[derive(Clone, Copy, Debug)]
pub struct Failed<'a> {
    /// The name that the bot goes by.
    pub bot: &'a str,
    /// The matches that it forfeited.
    pub matches: u64,
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
    /// How many decisions were timed, where the bots were let off the others; the rest of what such a probe
    /// tells is rough.
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
        const FEWEST: u64 = 10;
        let told =
            format!("the probe came to {}, and {FEWEST} are needed", plural(blocks, "block"));
        (blocks < FEWEST).then_some(told)
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
