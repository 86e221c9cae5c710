//! `contrast`: the hands of a run in which two variants or two bots diverge most, with commands to continue them.

pub(crate) mod divergence;
mod output;
pub(crate) mod pairs;
pub(crate) mod rerun;
pub(crate) mod search;

use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::Args;
use threehand_play::Catalog;

use self::output::Output;
use self::rerun::{OTHER_VERSION, Rerun};
use self::search::Search;
use crate::experiment::finished::{expect_same, finished_sums};
use crate::files::locked_folder::{CONTRAST, leave_to_run};
use crate::io::atomic_write::must_be_new;
use crate::play::players::programs;
use crate::records::file::write_records;
use crate::report::folder::Folder;
use crate::runs::kinds::experiment_of;
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::stream::{print_json, say};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand contrast runs/a
  threehand contrast runs/a --top 20 --blocks 5k
  threehand contrast runs/a --json | jq -r '.pairs[].hands[].command'

The hands have the same cards, and are played otherwise from some action on. The \
run is played again from its seed, and whole matches are written as records, which `verify` and `replay` \
read. In the records of a comparison, line-up 0 is its first variant, line-up 1 its second, and so on.";

/// The number of matches that are played again; at least those of a block.
const MATCHES: usize = 2_000;
/// The number where a bot searches.
const SEARCHED: usize = 12;

/// A contrast as typed.
#[derive(Debug, Args)]
pub struct ContrastArgs {
    /// The folder of a finished run of `compare`, `tournament` or `sprt`
    pub dir: PathBuf,
    /// As many hands of each pair, the furthest apart first
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value::whole::<1, 1_000>)]
    pub top: u64,
    /// Play the first N blocks of the run again [default: those of 2,000 matches; of 12 where a bot searches]
    #[arg(long, value_name = "N", value_parser = value::whole::<1, { u64::MAX }>)]
    pub blocks: Option<u64>,
    /// The file of records [default: contrast.jsonl in the folder]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print the hands as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress and no messages
    #[arg(long, short)]
    pub quiet: bool,
}

/// Finds the hands that diverge most, writes their matches, and prints them.
///
/// # Errors
/// If the folder holds no finished run of two variants or two bots, or a file can't be written.
pub fn run(catalog: &Catalog<'_>, args: &ContrastArgs) -> Result<(), Failure> {
    if let Some(out) = &args.out {
        must_be_new(out)?;
        leave_to_run(out, CONTRAST)?;
    }
    let folder = Folder::open(&args.dir)?;
    if !folder.written.is_of_this_version() {
        return Err(anyhow!("{}: {OTHER_VERSION}", args.dir.display()).into());
    }
    let experiment = &experiment_of(catalog, &folder.written)?;
    expect_same(experiment, &folder.written)?;
    let fold = match experiment.settings.kind().may_decide {
        true => finished_sums(experiment, &folder.written)?,
        false => None,
    };
    let played = fold.map_or(experiment.all_blocks, |fold| fold.blocks());
    experiment.expect_bots()?;
    let rerun = Rerun::of(catalog, experiment, &folder, played)?;
    if let Some((label, _)) = programs(&experiment.players).next() {
        let why = format!("the program {label} plays in it, and is not asked again");
        return Err(anyhow!("{}: {why}", folder.path().display()).into());
    }
    let search = Search::of(&rerun);
    let against = folder.written.value("against").and_then(|it| it.as_str());
    let pairs = search.pairs(against);
    if pairs.is_empty() {
        return Err(nothing(&folder));
    }
    let most = if rerun.searches { SEARCHED } else { MATCHES };
    let usual = (most / search.matches.len()).max(1) as u64;
    let blocks = rerun.first_blocks(args.blocks.unwrap_or(usual));
    let mut all = search.find(pairs, &blocks, args.top as usize, !args.quiet)?;
    let matches = search.records(&mut all);
    let file = args.out.clone().unwrap_or_else(|| folder.path().join(CONTRAST));
    let (blocks, played) = (blocks.len() as u64, rerun.blocks.end - rerun.blocks.start);
    let is_whole = blocks == played;
    let mut lines = Vec::new();
    matches.iter().flatten().for_each(|record| record.write_line(&mut lines));
    // A file without a record is refused by what reads records.
    if lines.is_empty() {
        let _ = std::fs::remove_file(&file);
    } else {
        write_records(&file, &lines).with_context(|| file.display().to_string())?;
    }
    let output = Output { game: rerun.game, file: &file, blocks, is_whole, all: &all };
    if args.json {
        print_json(&output.json())?;
    } else {
        output.print()?;
    }
    if !args.quiet && !lines.is_empty() {
        let hands = matches.iter().map(Vec::len).sum::<usize>() as u64;
        let (hands, count) = (plural(hands, "hand"), plural(matches.len() as u64, "match"));
        say(&format!("written to {}: {hands} of {count}", file.display()));
    }
    Ok(())
}

/// A run has no pair to contrast.
fn nothing(folder: &Folder) -> Failure {
    let (dir, run) = (folder.path().display(), folder.written.run());
    anyhow!("{dir}: this run of `{run}` has neither two variants nor two bots that change places")
        .into()
}
