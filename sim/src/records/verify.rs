//! `verify`: a records file, replayed from the rules alone, or a run's folder, audited.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use serde_json::json;
use threehand_engine::record::Chain;
use threehand_play::Catalog;

use super::file::RecordsFile;
use crate::files::locked_folder::CONTRAST;
use crate::io::bounded_read::{is_folder, is_missing};
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
  zstd -dc hands.jsonl.zst | threehand verify -

A folder is audited from the seed to the tables: what the manifest says, the cards, the records by the \
rules, the rows and the tables that follow from them, and the hash. With --again the bots play the run \
again, and every line is compared.";

/// A verification as typed.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// A records file (.jsonl or .jsonl.zst), - for standard input, or the folder of a run
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
    if is_folder(&args.file)? {
        let options = RunOptions { threads, json, quiet, ..RunOptions::default() };
        let contrast = args.file.join(CONTRAST);
        let checked = match is_missing(&contrast) {
            true => Vec::new(),
            false => vec![format!("{CONTRAST}: {}", replay_all(catalog, &contrast)?.1)],
        };
        return audit::run(catalog, &args.file, options, again, checked);
    }
    if again && args.file.exists() {
        let reason = format!("{} is no folder of a run that could be played", args.file.display());
        return Err(Failure::setting("again", reason));
    }
    let (name, replayed) = replay_all(catalog, &args.file)?;
    if args.json {
        print_json(&json!({ "hands": replayed.hands, "matches": replayed.matches }))?;
    } else if !args.quiet {
        print(&format!("{}: {replayed}\n", shown(name.display())))?;
    }
    Ok(())
}

/// What a records file holds.
#[derive(Default)]
struct Replayed {
    hands: u64,
    matches: u64,
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hands, matches) = (plural(self.hands, "hand"), plural(self.matches, "match"));
        write!(f, "{hands} of {matches}, each as the rules have it")
    }
}

/// Replays all records of a file by the rules. Returns the file's name besides.
fn replay_all(catalog: &Catalog<'_>, path: &Path) -> Result<(PathBuf, Replayed), Failure> {
    learn_beside(catalog, path)?;
    let mut file = RecordsFile::open(path)?;
    let (mut chain, mut all) = (Chain::default(), Replayed::default());
    while let Some(record) = file.next() {
        let record = record?;
        let replayed = game_of(catalog, &record).and_then(|game| game.replay(&record));
        let checked = replayed.and_then(|hand| hand.chain(&mut chain, &record));
        checked.map_err(|fault| anyhow!("{}: {fault}", file.place()))?;
        all.hands += 1;
        all.matches += u64::from(record.hand == 0);
    }
    chain.finish().map_err(|fault| anyhow!("{}: {fault}", file.place()))?;
    if all.hands == 0 {
        return Err(anyhow!("{}: there is no record in it", file.path.display()).into());
    }
    Ok((file.path, all))
}
