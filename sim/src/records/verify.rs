//! `verify`: a records file, replayed from the rules alone, or a run's folder, audited.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use serde_json::json;
use threehand_engine::record::Chain;
use threehand_play::Catalog;

use super::file::RecordsFile;
use crate::play::named::{game_of, learn_beside};
use crate::runs::audit;
use crate::settings::run_options::RunOptions;
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::shown::shown;
use crate::terminal::stream::{print, print_json};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand verify runs/a/records.jsonl
  threehand verify runs/a
  threehand verify runs/a --again

A folder is audited from the seed to the tables: what the manifest says, the cards, the records by the \
rules, the rows and the tables that follow from them, and the hash. With --again the bots play the run \
again, and every line is compared.";

/// A verification as typed.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// A records file (.jsonl or .jsonl.zst), or the folder of a run
    pub file: PathBuf,
    /// Play the run of the folder again, and compare every line
    #[arg(long)]
    pub again: bool,
    /// Threads to play on with --again [default: all cores]
    #[arg(long, value_name = "N", requires = "again", allow_negative_numbers = true, value_parser = value::whole::<1, 1024>)]
    pub threads: Option<u64>,
    /// Print the result as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// Say nothing if all is right
    #[arg(long, short)]
    pub quiet: bool,
}

/// Verifies a file or a folder; its first fault is the command's error.
pub fn run(catalog: &Catalog<'_>, args: &VerifyArgs) -> Result<(), Failure> {
    let &VerifyArgs { again, threads, json, quiet, .. } = args;
    if args.file.is_dir() {
        let options = RunOptions { threads, json, quiet, ..RunOptions::default() };
        return audit::run(catalog, &args.file, options, again);
    }
    if again && args.file.exists() {
        let reason = format!("{} is no folder of a run that could be played", args.file.display());
        return Err(Failure::setting("again", reason));
    }
    learn_beside(catalog, &args.file)?;
    let mut file = RecordsFile::open(&args.file)?;
    let mut chain = Chain::default();
    let (mut hands, mut matches) = (0_u64, 0_u64);
    while let Some(record) = file.next() {
        let record = record?;
        let replayed = game_of(catalog, &record).and_then(|game| game.replay(&record));
        let checked = replayed.and_then(|hand| hand.chain(&mut chain, &record));
        checked.map_err(|fault| anyhow!("{}: {fault}", file.place()))?;
        hands += 1;
        matches += u64::from(record.hand == 0);
    }
    chain.finish().map_err(|fault| anyhow!("{}: {fault}", file.place()))?;
    if hands == 0 {
        return Err(anyhow!("{}: there is no record in it", file.path.display()).into());
    }
    if args.json {
        print_json(&json!({ "hands": hands, "matches": matches }))?;
    } else if !args.quiet {
        let (hands, matches) = (plural(hands, "hand"), plural(matches, "match"));
        let path = shown(file.path.display());
        print(&format!("{path}: {hands} of {matches}, each as the rules have it\n"))?;
    }
    Ok(())
}
