//! `contrast`: the hands of a run in which two variants, or two bots, part most, with the commands that play them on.

mod pairs;
mod search;
mod told;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args;
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_play::{Catalog, DynGame};

use self::search::Search;
use self::told::Told;
use crate::experiment::again::prepare_again;
use crate::experiment::contract::{Experiment, Settings};
use crate::experiment::life::settings_of;
use crate::experiment::rulings::read_rulings;
use crate::folder::place::CONTRAST;
use crate::games::named::{game_named, with_named_game};
use crate::play::asking::silence_bots;
use crate::play::players::{Player, programs};
use crate::report::folder::Folder;
use crate::report::hands::searches;
use crate::runs::kinds::kind;
use crate::settings::value;
use crate::terminal::aside::Aside;
use crate::terminal::failure::Failure;
use crate::terminal::number::plural;
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::stream::{print_json, say};
use crate::whole::{must_be_new, write_whole};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand contrast runs/a
  threehand contrast runs/a --top 20 --blocks 5k
  threehand contrast runs/a --json | jq -r '.pairs[].hands[].command'

The hands have the same cards, and are played otherwise from some action on. The \
run is played again from its seed, and whole matches are written as records, which `verify` and `replay` \
read. In the records of a comparison, line-up 0 is its first variant, line-up 1 its second, and so on.";

/// As many matches are played again, but at least those of a block.
const MATCHES: usize = 2_000;
/// As many where a bot searches, so that each match takes a while.
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

/// Finds the hands that part most, writes their matches, and prints them.
///
/// # Errors
/// If the folder holds no finished run of two variants or two bots, or a file can't be written.
pub fn run(lab: &impl Registry, catalog: &Catalog<'_>, args: &ContrastArgs) -> Result<(), Failure> {
    args.out.as_deref().map_or(Ok(()), must_be_new)?;
    let folder = Folder::open(&args.dir)?;
    if folder.written.text("version") != env!("CARGO_PKG_VERSION") {
        let told = "another version of threehand began this run, and what its bots would do now is not known";
        return Err(anyhow!("{}: {told}", args.dir.display()).into());
    }
    silence_bots();
    let kind = kind(folder.written.run()).ok_or_else(|| nothing(&folder))?;
    let settings = &*settings_of(kind, &folder.written)?;
    let game = game_named(catalog, &settings.stage().game)?;
    with_named_game(lab, game.name(), InGame { lab, game, folder: &folder, args, settings })?
}

/// Whether an experiment has two variants, or two bots, that can be asked to play again.
pub(crate) fn has_pairs(experiment: &dyn Experiment) -> bool {
    let (matches, players) = (experiment.matches(), experiment.players());
    let by_rules = matches.iter().any(|rules| !rules.is_empty());
    let is_other = |player: &Player| player.who != players[0].who;
    let differ = by_rules || players.iter().any(is_other);
    matches.len() > 1 && differ && programs(players).next().is_none()
}

/// That a run has no two things to hold against each other.
fn nothing(folder: &Folder) -> Failure {
    let (dir, run) = (folder.path().display(), folder.written.run());
    anyhow!("{dir}: this run of `{run}` has neither two variants nor two bots that change places")
        .into()
}

struct InGame<'a, R> {
    lab: &'a R,
    game: &'a dyn DynGame,
    folder: &'a Folder,
    args: &'a ContrastArgs,
    settings: &'a dyn Settings,
}

impl<R: Registry> Visitor for InGame<'_, R> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> Self::Output {
        let Self { lab, game, folder, args, settings } = self;
        let experiment = prepare_again(settings, game, &folder.written)?;
        if let Some((label, _)) = programs(experiment.players()).next() {
            let told = format!("the program {label} plays in it, and is not asked again");
            return Err(anyhow!("{}: {told}", folder.path().display()).into());
        }
        let per_block = experiment.matches().len();
        if per_block == 0 {
            return Err(nothing(folder));
        }
        let most = if searches(lab, &experiment.facts()) { SEARCHED } else { MATCHES };
        let blocks = args.blocks.unwrap_or((most / per_block).max(1) as u64);
        let search = Search {
            experiment: &*experiment,
            blocks: first_blocks(&*experiment, folder.path(), blocks)?,
            most: args.top as usize,
            against: folder.written.value("against").and_then(|it| it.as_str()).map(str::to_owned),
        };
        let pairs = search.pairs();
        if pairs.is_empty() {
            return Err(nothing(folder));
        }
        let looked = search.blocks.len() as u64;
        let bar = ProgressBar::new((looked, "block"), (0, 0), !args.quiet);
        let aside = Aside::take();
        let found = search.look::<G>(pairs, &bar);
        drop(aside);
        bar.clear();
        let mut all = found?;
        let matches = search.matches::<G>(&mut all);
        let file = args.out.clone().unwrap_or_else(|| folder.path().join(CONTRAST));
        let whole = experiment.blocks();
        let is_whole = looked == whole.end - whole.start;
        let told = Told { game: G::NAME, file: &file, looked, is_whole, all: &all };
        let mut lines = String::new();
        for record in matches.iter().flatten() {
            lines += &serde_json::to_string(record)?;
            lines.push('\n');
        }
        write_whole(&file, lines.as_bytes()).with_context(|| file.display().to_string())?;
        if args.json {
            print_json(&told.json::<G>())?;
        } else {
            told.print::<G>()?;
        }
        if !args.quiet {
            let hands = matches.iter().map(Vec::len).sum::<usize>() as u64;
            let (hands, count) = (plural(hands, "hand"), plural(matches.len() as u64, "match"));
            say(&format!("written to {}: {hands} of {count}", file.display()));
        }
        Ok(())
    }
}

/// The first blocks of a run, but for those in which a bot ran out of time or memory: it is not asked again.
fn first_blocks(experiment: &dyn Experiment, dir: &Path, count: u64) -> anyhow::Result<Vec<u64>> {
    let leave: Vec<u64> = read_rulings(dir)?.into_iter().map(|ruling| ruling.block).collect();
    let blocks = experiment.blocks().filter(|block| !leave.contains(block));
    Ok(blocks.take(usize::try_from(count).unwrap_or(usize::MAX)).collect())
}
