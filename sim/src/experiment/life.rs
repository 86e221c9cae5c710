//! The life of an experiment, from what was asked to the run that comes of it.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use anyhow::{anyhow, bail};
use serde_json::{Map, Value};
use threehand_play::Catalog;

use super::again::left;
use super::audit::Audit;
use super::contract::{Experiment, Kind, Settings};
use super::parent;
use super::plan;
use super::rulings::read_rulings;
use super::run::Run;
use crate::files::manifest::{Manifest, PROGRAMS, Written};
use crate::files::place::{CONFIG, FORFEITS};
use crate::play::external::ExternalBots;
use crate::play::named::game_named;
use crate::settings::config::ConfigFile;
use crate::settings::fields::{Wrong, word};
use crate::settings::how::How;
use crate::settings::stage::Stage;
use crate::tables::export::Exports;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shell_quoted;
use threehand_play::panics::silence_bots;
use threehand_play::referee::{Referee, memory};

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
    Audited(Audit<'a>),
}

/// Runs an experiment.
///
/// # Errors
/// What is wrong with the settings; what went wrong; or that a bot failed, or somebody interrupted.
pub fn live(
    catalog: &Catalog<'_>,
    settings: &dyn Settings,
    how: &How,
    begin: Begin<'_>,
) -> Result<(), Failure> {
    if settings.shard().is_some() && how.out.is_none() && !how.plan {
        let reason = "a shard is there to be merged: add --out DIR";
        return Err(Failure::setting("shard", reason));
    }
    if how.die_with_parent {
        parent::die_with()?;
    }
    let game = game_named(catalog, &settings.stage().game)?;
    let same = &|a: &str, b: &str| match (game.spec(a), game.spec(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    let started = Instant::now();
    let experiment = &settings.prepare(game)?;
    let how = &kept(settings.stage(), how)?;
    silence_bots();
    if how.plan {
        return plan::print_plan(experiment, how);
    }
    if matches!(begin, Begin::Start)
        && let Some(written) = left(experiment, game.name(), how, same)?
    {
        // The settings as the folder spells them, to which its note of progress is bound.
        let settings = settings_of(settings.kind(), &written)?;
        return live(catalog, &*settings, how, Begin::Left(&written));
    }
    let resumed = match begin {
        Begin::Left(written) => Some(written),
        Begin::Audited(audit) => Some(audit.written),
        _ => None,
    };
    let mut facts = facts(experiment, game.name());
    let external_bots = ExternalBots::of(&experiment.players);
    let programs = match begin {
        _ if external_bots.is_empty() => None,
        Begin::Start => {
            let rules = facts.get("rules").and_then(Value::as_object);
            Some(external_bots.introduce(game.name(), rules.unwrap_or(&Map::new()), how.quiet)?)
        }
        Begin::Left(written) => written.value(PROGRAMS).cloned(),
        Begin::Audited(audit) => audit.written.value(PROGRAMS).cloned(),
        Begin::Shards(shards) => same_programs(shards)?,
    };
    facts.extend(programs.map(|programs| (PROGRAMS.to_owned(), programs)));
    let typed = || command_line(&std::env::args_os().skip(1).collect::<Vec<_>>());
    let command = how.output.command().map_or_else(typed, str::to_owned);
    let threads = how.threads();
    let manifest = manifest(experiment, facts, (command, threads), resumed);
    let is_shard = settings.shard().is_some();
    let rulings = resumed.map_or(Ok(Vec::new()), |written| read_rulings(&written.dir))?;
    let limits = settings.stage().limits();
    if let Some(written) = resumed.filter(|_| limits.is_none() && !rulings.is_empty()) {
        let path = written.dir.join(FORFEITS);
        let reason = "the run has no limit that a bot could pass";
        return Err(anyhow!("{}: {reason}", path.display()).into());
    }
    let referee = limits.map(|limits| Referee::new(limits, rulings));
    let exports = exports(experiment, how)?;
    let run = Run { exports, experiment, how, manifest, is_shard, started, referee };
    match begin {
        Begin::Start => run.start(),
        Begin::Left(written) => {
            written.expect(&run.manifest, &[], same)?;
            if let Some((finished, hash)) = written.finished() {
                return run.print_again("the run finished", written, finished, hash);
            }
            ExternalBots::of(&experiment.players).expect(written)?;
            run.carry_on(written, |config| is_of(config, settings))
        }
        Begin::Shards(shards) => {
            let there = left(experiment, game.name(), how, same)?;
            let mut parts = Vec::new();
            for shard in shards {
                shard.expect(&run.manifest, &["shard"], same)?;
                let settings = settings_of(settings.kind(), shard)?;
                parts.push((shard, settings.prepare(game)?.blocks));
            }
            run.merge(&parts, there)
        }
        Begin::Audited(audit) if audit.again => {
            ExternalBots::of(&experiment.players).expect(audit.written)?;
            run.audit(audit, same, |config| is_of(config, settings))
        }
        Begin::Audited(audit) => run.audit(audit, same, |config| is_of(config, settings)),
    }
}

/// How an experiment is begun, if its limits can be kept so.
fn kept(stage: &Stage, how: &How) -> Result<How, Failure> {
    let mut how = how.clone();
    let Some(limits) = stage.limits().filter(|_| !how.plan) else { return Ok(how) };
    let setting = if limits.seconds.is_some() { "move-seconds" } else { "memory-mb" };
    if how.output.listener().is_some() {
        let reason = "a run with a limit starts anew as a process of its own when a bot is lost: use \
                    the command threehand";
        return Err(Failure::setting(setting, reason));
    }
    if how.out.is_none() {
        let reason =
            "a run with a limit starts anew from its folder when a bot is lost: add --out DIR";
        return Err(Failure::setting(setting, reason));
    }
    if limits.megabytes.is_some() {
        if how.threads.is_some_and(|threads| threads > 1) {
            let reason = "memory is the whole process's, so bots have to decide one at a time: leave \
                        --threads out, and play shards side by side";
            return Err(Failure::setting("memory-mb", reason));
        }
        if memory().is_none() {
            let reason = "this system does not tell how much memory a process holds";
            return Err(Failure::setting("memory-mb", reason));
        }
        how.threads = Some(1);
    }
    Ok(how)
}

/// The tables that are to be written elsewhere. Which tables there are, only sums tell, and those of many line-ups take
/// memory: they are made where a table was asked for.
fn exports(experiment: &Experiment<'_>, how: &How) -> Result<Exports, Failure> {
    if how.export.is_empty() {
        return Ok(Exports::default());
    }
    let nothing = experiment.play.fold();
    let outcome = nothing.outcome();
    let tables: Vec<_> = outcome.tables().iter().map(|table| table.file).collect();
    Exports::read(&how.export, &tables, outcome.headline(), how.out.as_deref())
}

/// What the manifest holds besides the settings, with the full name of the game.
pub(super) fn facts(experiment: &Experiment<'_>, game: &'static str) -> Map<String, Value> {
    let mut facts = experiment.facts.clone();
    facts.insert("game".to_owned(), game.into());
    if !ExternalBots::of(&experiment.players).is_empty() {
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

/// The manifest of an experiment that was begun by this command on so many threads.
pub(super) fn manifest(
    experiment: &Experiment<'_>,
    facts: Map<String, Value>,
    (command, threads): (String, usize),
    resumed: Option<&Written>,
) -> Manifest {
    let settings = &experiment.settings;
    let kind = settings.kind();
    let of = (kind.command, &kind.fields());
    Manifest::new(of, settings.to_map(), facts, command, threads, resumed)
}

/// The settings of a run of this kind, by its manifest.
///
/// # Errors
/// What is missing from the manifest or wrong in it.
pub fn settings_of(kind: &Kind, written: &Written) -> anyhow::Result<Box<dyn Settings>> {
    let flags = written.settings(&kind.fields())?;
    let words = flags.iter().map(word).collect();
    kind.settings(words).map_err(|Wrong { reason, .. }| anyhow!("{}: {reason}", written.place()))
}

/// Whether the text of a `config.toml` has these settings.
fn is_of(config: &str, settings: &dyn Settings) -> bool {
    let kind = settings.kind();
    let words = ConfigFile::parse(Path::new(CONFIG), config)
        .and_then(|mut file| file.words(kind.command, &kind.fields(), |_| false));
    let there = words.ok().and_then(|words| kind.settings(words).ok());
    there.is_some_and(|there| there.to_map() == settings.to_map())
}

/// The command with these words, with quotes where a shell would need them.
pub fn command_line(words: &[OsString]) -> String {
    let words = words.iter().map(|word| shell_quoted(word));
    std::iter::once("threehand".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
