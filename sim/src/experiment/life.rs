//! The life of an experiment: settings, plan, folder, blocks, tables, hash and report.

use std::ffi::OsString;
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use anyhow::{anyhow, bail};
use indicatif::DecimalBytes;
use serde::Serialize;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use super::again::left;
use super::contract::{Design, Experiment, Outcome, Prepared, Stop, Sums as _};
use super::files::Files;
use super::interrupt::{heed_interrupts, interrupted};
use super::parent;
use super::plan;
use super::rulings::{read_rulings, write_rulings};
use super::sitting::Sitting;
use crate::audit::course::Audit;
use crate::external::Cast;
use crate::folder::error::FolderError;
use crate::folder::hash::{results_hash, sha256};
use crate::folder::manifest::{Manifest, PROGRAMS, Written};
use crate::folder::note::Noted as _;
use crate::folder::place::{CONFIG, FORFEITS, MANIFEST, Place, TALLY, to_json};
use crate::folder::run_folder::{RunFolder, sums_of_shard};
use crate::games::named::with_named_game;
use crate::play::asking::silence_bots;
use crate::play::referee::{Referee, memory};
use crate::settings::config::ConfigFile;
use crate::settings::how::{Asked, How};
use crate::settings::stage::Stage;
use crate::tables::export::Exports;
use crate::tables::told;
use crate::terminal::failure::{Failure, heard};
use crate::terminal::number::plural;
use crate::terminal::shown::shell_quoted;
use crate::terminal::stream::print;

/// Where an experiment is begun.
#[derive(Clone, Copy)]
pub enum Begin<'a> {
    /// At the first block.
    Start,
    /// Where the experiment was left, in a folder with this manifest.
    Left(&'a Written),
    /// At the end: the folders with these manifests hold all shards of the experiment, in order.
    Shards(&'a [Written]),
    /// Nowhere: a folder is audited.
    Audited(&'a Audit<'a>),
}

/// Lives an experiment. `results` are the names of all files that any kind of experiment may leave
/// its results in.
///
/// # Errors
/// What is wrong with the settings; what went wrong; or that a bot failed, or somebody interrupted.
pub fn live<D: Design>(
    lab: &impl Registry,
    asked: &Asked<D>,
    begin: Begin<'_>,
    results: &[&'static str],
) -> Result<(), Failure> {
    let Asked { settings, how } = asked;
    if settings.shard().is_some() && how.out.is_none() && !how.plan {
        let told = "a shard is there to be merged: add --out DIR";
        return Err(Failure::setting("shard", told));
    }
    if how.die_with_parent {
        parent::die_with()?;
    }
    let how = &kept(settings.stage(), how)?;
    with_named_game(lab, settings.stage().game.as_str(), Life { settings, how, begin, results })?
}

/// How an experiment is begun, if its limits can be kept so.
fn kept(stage: &Stage, how: &How) -> Result<How, Failure> {
    let mut how = how.clone();
    let Some(limits) = stage.limits().filter(|_| !how.plan) else { return Ok(how) };
    let setting = if limits.seconds.is_some() { "move-seconds" } else { "memory-mb" };
    if how.hosted.host().is_some() {
        let told = "a run with a limit starts anew as a process of its own when a bot is lost: use \
                    the command threehand";
        return Err(Failure::setting(setting, told));
    }
    if how.out.is_none() {
        let told =
            "a run with a limit starts anew from its folder when a bot is lost: add --out DIR";
        return Err(Failure::setting(setting, told));
    }
    if limits.megabytes.is_some() {
        if how.threads.is_some_and(|threads| threads > 1) {
            let told = "memory is the whole process's, so bots have to decide one at a time: leave \
                        --threads out, and play shards side by side";
            return Err(Failure::setting("memory-mb", told));
        }
        if memory().is_none() {
            let told = "this system does not tell how much memory a process holds";
            return Err(Failure::setting("memory-mb", told));
        }
        how.threads = Some(1);
    }
    Ok(how)
}

struct Life<'a, D> {
    settings: &'a D,
    how: &'a How,
    begin: Begin<'a>,
    results: &'a [&'static str],
}

impl<D: Design> Visitor for Life<'_, D> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let prepare = |settings: &D| settings.clone().prepare(bots);
        let same = |a: &str, b: &str| match (bots.spec(a), bots.spec(b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        };
        self.live(G::NAME, &prepare, &same)
    }
}

impl<D: Design> Life<'_, D> {
    /// Lives the experiment in the game of this name, which `prepare` is of; `same` says whether two specs are of the
    /// same bot there.
    fn live<'a>(
        self,
        game: &'static str,
        prepare: &dyn Fn(&D) -> Result<Prepared<'a, D>, Failure>,
        same: &dyn Fn(&str, &str) -> bool,
    ) -> Result<(), Failure> {
        let Self { settings, how, begin, results } = self;
        let started = Instant::now();
        let experiment = &*prepare(settings)?;
        silence_bots();
        if how.plan {
            return plan::tell(experiment, how);
        }
        if matches!(begin, Begin::Start)
            && let Some(written) = left(experiment, game, how, same)?
        {
            // The settings as the folder spells them, to which its note of progress is bound.
            let settings = &written.settings()?;
            let life = Life { settings, how, begin: Begin::Left(&written), results };
            return life.live(game, prepare, same);
        }
        let resumed = match begin {
            Begin::Left(written) => Some(written),
            Begin::Audited(audit) => Some(audit.written),
            _ => None,
        };
        let mut facts = facts(experiment, game);
        let cast = Cast::of(experiment.players());
        let programs = match begin {
            _ if cast.is_empty() => None,
            Begin::Start => {
                let rules = facts.get("rules").and_then(Value::as_object);
                Some(cast.introduce(game, rules.unwrap_or(&Map::new()), how.quiet)?)
            }
            Begin::Left(written) => written.value(PROGRAMS).cloned(),
            Begin::Audited(audit) => audit.written.value(PROGRAMS).cloned(),
            Begin::Shards(shards) => same_programs(shards)?,
        };
        facts.extend(programs.map(|programs| (PROGRAMS.to_owned(), programs)));
        let command = how.hosted.command().map_or_else(typed_command, str::to_owned);
        let threads = how.threads();
        let manifest = Manifest::new(experiment.settings(), facts, command, threads, resumed);
        let is_shard = settings.shard().is_some();
        let rulings = resumed.map_or(Ok(Vec::new()), |written| read_rulings(&written.dir))?;
        let limits = settings.stage().limits();
        if let Some(written) = resumed.filter(|_| limits.is_none() && !rulings.is_empty()) {
            let path = written.dir.join(FORFEITS);
            let told = "the run has no limit that a bot could pass";
            return Err(anyhow!("{}: {told}", path.display()).into());
        }
        let referee = limits.map(|limits| Referee::new(limits, rulings));
        let exports = exports(experiment, how)?;
        let run = Run { exports, experiment, how, results, manifest, is_shard, started, referee };
        match begin {
            Begin::Start => run.start(),
            Begin::Left(written) => {
                written.expect(&run.manifest, &[], same)?;
                if let Some((finished, hash)) = written.finished() {
                    return run.tell_again(written, finished, hash);
                }
                Cast::of(experiment.players()).expect(written)?;
                run.carry_on(written, |config| is_of(config, settings))
            }
            Begin::Shards(shards) => {
                let mut parts = Vec::new();
                for shard in shards {
                    shard.expect(&run.manifest, &["shard"], same)?;
                    parts.push((shard, prepare(&shard.settings()?)?.blocks()));
                }
                run.merge(&parts)
            }
            Begin::Audited(audit) if audit.again => {
                Cast::of(experiment.players()).expect(audit.written)?;
                run.audit(audit, same, |config| is_of(config, settings))
            }
            Begin::Audited(audit) => run.audit(audit, same, |config| is_of(config, settings)),
        }
    }
}

/// The tables that are to be written elsewhere. Which tables there are, only sums tell, and those of many line-ups take
/// memory: they are made where a table was asked for.
fn exports<D: Design>(experiment: &dyn Experiment<D>, how: &How) -> Result<Exports, Failure> {
    if how.export.is_empty() {
        return Ok(Exports::default());
    }
    let nothing = experiment.start();
    let outcome = experiment.outcome(&nothing);
    let tables: Vec<_> = outcome.tables().iter().map(|table| table.file()).collect();
    Exports::read(&how.export, &tables, outcome.headline(), how.out.as_deref())
}

/// What the manifest tells besides the settings, with the game by its name, however it was typed.
pub(super) fn facts<D: Design>(
    experiment: &dyn Experiment<D>,
    game: &'static str,
) -> Map<String, Value> {
    let mut facts = experiment.facts();
    facts.insert("game".to_owned(), game.into());
    if !Cast::of(experiment.players()).is_empty() {
        facts.insert("repeatable".to_owned(), false.into());
    }
    facts
}

/// The programs that played all shards of a run.
fn same_programs(shards: &[Written]) -> anyhow::Result<Option<Value>> {
    let (first, others) = shards.split_first().expect("there are shards to merge");
    let programs = first.value(PROGRAMS);
    if let Some(other) = others.iter().find(|other| other.value(PROGRAMS) != programs) {
        let (here, there) = (first.dir.display(), other.dir.display());
        bail!(
            "{here} and {there} were played by different programs: see `{PROGRAMS}` in their manifests"
        );
    }
    Ok(programs.cloned())
}

/// The tables by the names of their files, with the sums of a shard beside them.
pub(super) fn tables<T: Serialize>(
    outcome: &dyn Outcome,
    of_shard: Option<&T>,
) -> Vec<(&'static str, Vec<u8>)> {
    let tables = outcome.tables();
    let tables = tables.iter().map(|table| (table.file(), crate::tables::csv(&**table)));
    tables.chain(of_shard.map(|sums| (TALLY, to_json(sums)))).collect()
}

/// How often each bot failed that did, by kind of failure; `None` if none did.
fn by_bot(outcome: &dyn Outcome) -> Option<Value> {
    let failed = outcome.failed().into_iter().filter(|failed| failed.matches > 0);
    let by_bot: Map<_, _> =
        failed.map(|failed| (failed.bot.to_owned(), json!(failed.failures))).collect();
    (!by_bot.is_empty()).then_some(Value::Object(by_bot))
}

/// Whether the text of a `config.toml` has these settings.
fn is_of<D: Design>(config: &str, settings: &D) -> bool {
    let there = ConfigFile::parse(Path::new(CONFIG), config)
        .and_then(|mut file| file.settings::<D>(D::COMMAND, &D::fields(), |_| false));
    there.is_ok_and(|there| there == *settings)
}

/// An experiment that is lived.
pub(super) struct Run<'a, D> {
    pub(super) experiment: &'a dyn Experiment<D>,
    pub(super) how: &'a How,
    exports: Exports,
    /// Who keeps the limits, if there are any.
    pub(super) referee: Option<Referee>,
    pub(super) results: &'a [&'static str],
    pub(super) manifest: Manifest,
    pub(super) is_shard: bool,
    started: Instant,
}

/// How playing ended.
pub(super) enum Ending {
    /// All blocks are played, or no more are needed.
    Done,
    /// Something ended the experiment before.
    Stopped(Stopped),
    /// The experiment can't be done.
    Refused(Failure),
}

/// Why an experiment did not get to its end.
#[derive(Clone, Copy)]
pub(super) enum Stopped {
    /// A bot failed, and that was to end the experiment.
    ByStrictness,
    /// A signal of this number came.
    BySignal(u8),
}

impl From<Stop> for Ending {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Decided => Self::Done,
            Stop::BotFailed => Self::Stopped(Stopped::ByStrictness),
            Stop::Refused(failure) => Self::Refused(failure),
        }
    }
}

impl<D: Design> Run<'_, D> {
    fn start(self) -> Result<(), Failure> {
        self.heed()?;
        let take = |dir: &std::path::PathBuf| Place::take(dir, self.how.force, self.results);
        let files = match self.how.out.as_ref().map(take).transpose()? {
            None => Files::None,
            // A run that may have to start anew needs a folder from the first block on.
            Some(place) if self.experiment.probation() > 0 && self.referee.is_none() => {
                Files::Promised(place, Vec::new())
            }
            Some(place) => Files::Begun(self.begin(place)?),
        };
        let sums = self.experiment.start();
        self.go_on(files, sums)
    }

    /// Lets signals be seen; those of another program are its own matter.
    fn heed(&self) -> Result<(), Failure> {
        self.how.hosted.host().map_or_else(heed_interrupts, |_| Ok(()))
    }

    pub(super) fn begin(&self, place: Place) -> Result<RunFolder, FolderError> {
        let folder =
            RunFolder::begin(place, self.experiment.growing(), &self.manifest.documents())?;
        self.cast().log_to(folder.dir());
        Ok(folder)
    }

    /// The programs that play.
    fn cast(&self) -> Cast<'_> {
        Cast::of(self.experiment.players())
    }

    fn carry_on(
        self,
        written: &Written,
        is_same: impl FnOnce(&str) -> bool,
    ) -> Result<(), Failure> {
        self.heed()?;
        let mut sums = self.experiment.start();
        let (growing, documents) = (self.experiment.growing(), self.manifest.documents());
        let (folder, noted) =
            RunFolder::reopen(written, growing, &documents, sums.note(), self.all(), is_same)?;
        self.cast().log_to(folder.dir());
        if let Some(noted) = noted {
            self.experiment.restore(&mut sums, &noted, &written.dir)?;
        }
        if !self.how.quiet {
            let (dir, reached) = (written.dir.display(), self.experiment.reached(&sums));
            self.how.hosted.say(&format!("{dir}: going on after {reached}"));
        }
        self.go_on(Files::Begun(folder), sums)
    }

    /// Prints what came out, and writes the tables that were asked for.
    pub(super) fn summary(&self, outcome: &dyn Outcome, sitting: &Sitting) -> Result<(), Failure> {
        heard(if self.how.json {
            let mut json = outcome.json(sitting);
            if let Some(failures) = by_bot(outcome) {
                json["failures"] = failures;
            }
            if let Some(times) = self.cast().times() {
                json["times"] = times;
            }
            self.how.hosted.tell(json, || told(&outcome.tables()))
        } else {
            print(&outcome.text(sitting))
        })?;
        self.exports.write(&outcome.tables())
    }

    /// Puts shards together, each with the blocks that it has to hold.
    fn merge(self, shards: &[(&Written, Range<u64>)]) -> Result<(), Failure> {
        heed_interrupts()?;
        let mut sums = self.experiment.start();
        // The hash of the sums of each shard, and how many blocks of the shard are kept if not all are needed.
        let mut looked_at = Vec::new();
        for (shard, blocks) in shards {
            let (part, hash) = sums_of_shard(&shard.dir, self.experiment.start().note())?;
            let (due, held) = (blocks.end - blocks.start, part.blocks());
            if held != due {
                let path = shard.dir.join(TALLY);
                let told = format!("it counts {}, and the shard has {due}", plural(held, D::UNIT));
                return Err(anyhow!("{}: {told}", path.display()).into());
            }
            let before = sums.blocks();
            self.experiment.join(&mut sums, &part, &shard.dir)?;
            let kept = sums.blocks() - before;
            looked_at.push(((TALLY.to_owned(), hash), (kept < due).then_some(kept)));
        }
        let out = self.how.out.as_deref().expect("a merger has a folder to write");
        let place = Place::take(out, self.how.force, self.results)?;
        let (growing, documents) = (self.experiment.growing(), self.manifest.documents());
        let mut folder = RunFolder::begin_merger(place, growing, &documents)?;
        for ((shard, _), (hash, kept)) in shards.iter().zip(looked_at) {
            // What is decided before its last block has a line for each block.
            let mut read = folder.append(&shard.dir, kept)?;
            read.push(hash);
            // What was looked at before may have been changed since.
            if let Err(error) = shard.expect_results(self.results, &read) {
                folder.discard()?;
                return Err(error.into());
            }
            if let Some(signal) = interrupted() {
                folder.discard()?;
                let told = "interrupted; nothing was written; the same command starts again";
                return Err(Failure::Interrupted(signal, told.to_owned()));
            }
        }
        let rulings = shards.iter().map(|(shard, _)| read_rulings(&shard.dir));
        let mut rulings = rulings.collect::<Result<Vec<_>, _>>()?.concat();
        let end = self.experiment.blocks().start + sums.blocks();
        rulings.retain(|ruling| ruling.block < end);
        if !rulings.is_empty() {
            write_rulings(&folder, &rulings)?;
        }
        self.end(Some(folder), &sums)
    }

    /// The tables by the names of their files, with the sums of a shard.
    pub(super) fn tables(
        &self,
        outcome: &dyn Outcome,
        sums: &D::Sums,
    ) -> Vec<(&'static str, Vec<u8>)> {
        tables(outcome, self.is_shard.then(|| sums.note()))
    }

    /// How many blocks there are to play.
    pub(super) fn all(&self) -> u64 {
        let blocks = self.experiment.blocks();
        blocks.end - blocks.start
    }

    /// Plays the blocks that the sums do not count yet, and ends the experiment.
    fn go_on(self, mut files: Files, mut sums: D::Sums) -> Result<(), Failure> {
        let played = match self.experiment.stop(&sums) {
            Some(stop) => Ok(stop.into()),
            None => self.play(&mut files, &mut sums, self.all())?,
        };
        let begun = matches!(files, Files::Begun(_));
        let resumable = |failure| self.resumable(failure, begun);
        match played.map_err(|error: anyhow::Error| resumable(error.into()))? {
            Ending::Done => {
                let folder = files.folder(|place| self.begin(place))?;
                self.end(folder, &sums)
            }
            Ending::Refused(failure) => {
                files.leave();
                Err(failure)
            }
            Ending::Stopped(why) => {
                let noted = files.note(sums.note());
                noted.map_err(|error| resumable(error.into()))?;
                Err(self.stopped(why, begun, &sums)?)
            }
        }
    }

    /// Writes what came out, and prints the summary.
    fn end(&self, mut folder: Option<RunFolder>, sums: &D::Sums) -> Result<(), Failure> {
        let outcome = self.experiment.outcome(sums);
        let tables = self.tables(&*outcome, sums);
        let hash = self.finish(folder.as_mut(), &tables, &*outcome, sums);
        let hash = hash.map_err(|error| self.resumable(error.into(), folder.is_some()))?;
        self.summary(&*outcome, &self.sitting(hash))?;
        if let Some(folder) = folder.as_mut().filter(|_| !self.how.quiet) {
            let sizes = folder.sizes().into_iter();
            let sizes = sizes.map(|(name, bytes)| format!("{name} {}", DecimalBytes(bytes)));
            let names = tables.iter().map(|(name, _)| *name).filter(|name| *name != TALLY);
            let names = names.chain([MANIFEST, CONFIG]).map(str::to_owned);
            let files: Vec<_> = sizes.chain(names).collect();
            let told = format!("written to {}: {}", folder.dir().display(), files.join(", "));
            self.how.hosted.say(&told);
        }
        // A host finds them in the summary.
        if !self.how.quiet && self.how.hosted.host().is_none() {
            self.cast().say_times();
            if !self.how.json {
                self.how.hosted.say(&self.next(folder.as_ref()));
            }
        }
        outcome.failures().map_or(Ok(()), |failed| Err(Failure::BotFailed(failed)))
    }

    /// What can be asked next of what was played.
    fn next(&self, folder: Option<&RunFolder>) -> String {
        let Some(folder) = folder else {
            return "next: --out DIR keeps the run, and threehand report DIR makes a page of it"
                .to_owned();
        };
        let dir = shell_quoted(folder.dir().as_os_str());
        if self.is_shard {
            return format!(
                "next: threehand merge {dir} OTHER-PARTS --out DIR, once all are played"
            );
        }
        let has_records = folder.sizes().iter().any(|(name, _)| name.starts_with("records"));
        let hands = if has_records { format!(", threehand replay {dir}") } else { String::new() };
        format!("next: threehand report {dir}{hands}")
    }

    /// Adds the tables to the folder and ends its manifest; gives the hash of the results, which
    /// without a folder covers the tables that one would hold.
    fn finish(
        &self,
        folder: Option<&mut RunFolder>,
        tables: &[(&str, Vec<u8>)],
        outcome: &dyn Outcome,
        sums: &D::Sums,
    ) -> Result<String, FolderError> {
        let Some(folder) = folder else {
            let digest = |(name, bytes): &(&str, Vec<u8>)| ((*name).to_owned(), sha256(bytes));
            return Ok(results_hash(tables.iter().map(digest).collect()));
        };
        let hash = folder.finish(tables, self.results)?;
        if !self.is_shard {
            folder.keep(sums.note())?;
        }
        folder.close(&self.manifest.clone().finished(
            &hash,
            by_bot(outcome),
            self.cast().times(),
        ))?;
        Ok(hash)
    }

    pub(super) fn sitting(&self, results_hash: String) -> Sitting {
        let seconds = self.started.elapsed().as_secs_f64();
        Sitting { seconds, threads: self.how.threads(), results_hash, ..Sitting::default() }
    }

    /// Shows the sums of an experiment that did not get to the end; gives what is said of that, and
    /// of what is left to do.
    pub(super) fn stopped(
        &self,
        why: Stopped,
        begun: bool,
        sums: &D::Sums,
    ) -> Result<Failure, Failure> {
        let outcome = self.experiment.outcome(sums);
        if sums.blocks() > 0 && !self.how.json && outcome.can_be_told() {
            let stopped = Some(self.experiment.reached(sums));
            let sitting = Sitting { stopped, ..self.sitting(String::new()) };
            heard(print(&outcome.text(&sitting)))?;
        }
        let dir = self.how.out.as_deref().filter(|_| begun);
        let nothing = "nothing was written; the same command starts again".to_owned();
        Ok(match why {
            Stopped::ByStrictness => {
                let done = plural(sums.blocks(), "block");
                let all = indicatif::HumanCount(self.all());
                let held = dir.map_or(nothing, |dir| format!("{} holds them", dir.display()));
                Failure::BotFailed(format!(
                    "stopped at the first failure of a bot, as --strict asks, after {done} of {all}; \
                     {held}"
                ))
            }
            Stopped::BySignal(signal) => {
                let told = format!("interrupted after {}", self.experiment.reached(sums));
                match dir {
                    Some(dir) => {
                        Failure::Interrupted(signal, told).resumable(dir, &self.how.export)
                    }
                    None => Failure::Interrupted(signal, format!("{told}; {nothing}")),
                }
            }
        })
    }

    /// What went wrong, and how to go on with the experiment.
    pub(super) fn resumable(&self, failure: Failure, begun: bool) -> Failure {
        let begun = |dir: &&Path| begun && dir.join(MANIFEST).exists();
        let dir = self.how.out.as_deref().filter(|_| failure.can_be_mended()).filter(begun);
        match (failure, dir) {
            (failure @ Failure::Failed(_), Some(dir)) => failure.resumable(dir, &self.how.export),
            (failure, _) => failure,
        }
    }
}

/// The command as typed.
fn typed_command() -> String {
    command_line(&std::env::args_os().skip(1).collect::<Vec<_>>())
}

/// The command with these words, with quotes where a shell would need them.
pub fn command_line(words: &[OsString]) -> String {
    let words = words.iter().map(|word| shell_quoted(word));
    std::iter::once("threehand".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
