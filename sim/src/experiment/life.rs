//! The life of an experiment: settings, plan, folder, blocks, tables, hash and report.

use std::io::Write as _;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use indicatif::DecimalBytes;
use threehand_bots::{Bots, Knowledge, Registry, Visitor};

use super::contract::{Design, Experiment, Outcome, Stop, Sums};
use super::interrupt::{heed_interrupts, interrupted};
use super::plan;
use super::sitting::Sitting;
use crate::folder::growing::GrowingFile;
use crate::folder::hash::{results_hash, sha256};
use crate::folder::manifest::{Manifest, Written};
use crate::folder::place::{CONFIG, MANIFEST, Place, TALLY, to_json};
use crate::folder::run_folder::{RunFolder, sums_of_shard};
use crate::games::named::with_named_game;
use crate::play::ordered_map::ordered_map;
use crate::play::table::silence_bots;
use crate::settings::Settings;
use crate::settings::config::ConfigFile;
use crate::settings::how::{Asked, How};
use crate::terminal::failure::{Failure, heard, say, shell_quoted};
use crate::terminal::progress_bar::ProgressBar;

/// Where an experiment is begun.
pub enum From<'a> {
    /// At its first block.
    Start,
    /// Where it was left, in a folder with this manifest.
    Left(&'a Written),
    /// At its end: in these folders are all its shards, in their order.
    Shards(&'a [&'a Path]),
}

/// Lives an experiment. `results` are the names of all files that any kind of experiment may leave
/// its results in.
///
/// # Errors
/// What is wrong with the settings; what went wrong; or that a bot failed, or somebody interrupted.
pub fn live<D: Design>(
    lab: &impl Registry,
    asked: &Asked<D>,
    from: &From<'_>,
    results: &[&'static str],
) -> Result<(), Failure> {
    let Asked { settings, how } = asked;
    if settings.shard().is_some() && how.out.is_none() && !how.plan {
        let told = "a shard is there to be merged: add --out DIR";
        return Err(Failure::setting("shard", told));
    }
    with_named_game(lab, settings.game(), Life { settings, how, from, results })?
}

struct Life<'a, D> {
    settings: &'a D,
    how: &'a How,
    from: &'a From<'a>,
    results: &'a [&'static str],
}

impl<D: Design> Visitor for Life<'_, D> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Self { settings, how, from, results } = self;
        let started = Instant::now();
        let experiment = settings.clone().prepare(bots)?;
        silence_bots();
        if how.plan {
            let whole = settings.clone().prepare_whole(bots)?;
            return plan::tell(&experiment, whole, how);
        }
        let resumed = match from {
            From::Left(written) => Some(*written),
            _ => None,
        };
        let facts = experiment.facts();
        let settings = experiment.settings();
        let manifest = Manifest::new(settings, facts, command_line(), how.threads(), resumed);
        let is_shard = settings.shard().is_some();
        let run = Run { experiment: &experiment, how, results, manifest, is_shard, started };
        match from {
            From::Start => run.start(),
            From::Left(written) => run.carry_on(written),
            From::Shards(shards) => run.merge(shards),
        }
    }
}
