//! `check`: what a game is and what happens in it, for whoever has written its rules.

mod calls;
mod columns;
mod decisions;
mod text;
mod warnings;

use std::ops::ControlFlow;

use clap::Args;
use threehand_bots::{BotKind, EPSILON};
use threehand_play::{Catalog, DynGame, DynRules};
use threehand_stats::{Estimate, RatioSums};

use self::calls::CallRow;
pub use self::columns::{DECISIONS, calls, decisions, keys};
use self::decisions::{Decisions, Played, Player};
use super::rules::page;
use crate::experiment::prepare::{players, rules};
use crate::kinds::compare::columns::characters;
use crate::kinds::compare::design::Design;
use crate::kinds::compare::findings::Comparison;
use crate::kinds::compare::study::Study;
use crate::kinds::compare::variants::NamedVariant;
use crate::play::named::game_named;
use crate::play::ordered_map::ordered_map;
use crate::settings::common::CommonSettings;
use crate::settings::run_options::threads;
use crate::settings::value;
use crate::tables::export::Exports;
use crate::terminal::failure::Failure;
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::stream::{print, print_json};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand new-game > mine.toml
  threehand check mine.toml
  threehand check mine.toml --rules contract=7-6-4
  threehand check 9-2-5 --decisions 1000 --export decisions.csv

Matches end after 100 hands at the latest. Warnings do not change the exit code.";

/// The cap on the hands of a match: nobody sits through more.
const MOST_HANDS: u64 = 100;

/// The fewest blocks, and the fewest hands of the first bot, where the number of blocks is not given.
const LEAST_BLOCKS: u64 = 30;
const LEAST_HANDS: u64 = 1000;

/// The arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The game: the file of one, or see `threehand list games`
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Rule options that differ from the game's defaults (a list is written with dashes)
    #[arg(long, value_name = "KEY=VALUE,…", value_delimiter = ',', value_parser = value::item)]
    pub rules: Vec<String>,
    /// The bots that play, weakest first [default: random, greedy, heuristic, as far as they play the game]
    #[arg(long, value_name = "SPEC,…", value_delimiter = ',', value_parser = value::item)]
    pub bots: Vec<String>,
    /// Matches of each bot [default: as many as make 1,000 hands of the first bot, and at least 30]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<1, 100_000>)]
    pub blocks: Option<u64>,
    /// Matches of the last bot in which a search values a decision of each phase; 0 for none
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = value::whole::<0, 100_000>)]
    pub decisions: u64,
    /// The seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// Threads; they do not change the results [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value::whole::<1, 1024>)]
    pub threads: Option<u64>,
    /// Write a table to a file, in the format of its extension: .md, .csv, .tsv or .json; by default
    /// decisions. - is standard output, as CSV or as in -.md
    #[arg(long, value_name = "[TABLE=]FILE", allow_hyphen_values = true)]
    pub export: Vec<String>,
    /// Print the results as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// No progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// What happened in a game.
pub struct Check<'a> {
    comparison: Comparison<'a>,
    rules: &'a dyn DynRules,
    decisions: Decisions,
    calls: Vec<CallRow>,
    /// By bot: the hands that it played, how many matches the cap ended, and the share of matches that are shared.
    hands: Vec<i64>,
    endless: Vec<Option<Estimate>>,
    shared: Vec<Option<Estimate>>,
    /// What contracts and tricks always add up to, if they differ.
    owed: Option<(u32, u32)>,
    seed: u64,
}

/// Checks a game, and prints what it is and what happened.
///
/// # Errors
/// What is wrong with the game or the arguments.
pub fn run(catalog: &Catalog<'_>, args: &CheckArgs) -> Result<(), Failure> {
    let game = game_named(catalog, &args.game).map_err(Failure::of_argument)?;
    let tables = [decisions().table([]), calls().table([]), characters().table([])];
    let exports = Exports::read(&args.export, &tables, DECISIONS, None)?;
    exports.leave_stdout(args.json)?;
    let rules = rules(game, &args.rules)?;
    let name = rules.variant();
    let common = CommonSettings {
        game: game.name().to_owned(),
        rules: args.rules.clone(),
        seed: args.seed,
        max_hands: MOST_HANDS,
        external: Vec::new(),
        move_seconds: None,
        memory_mb: None,
    };
    let bots = if args.bots.is_empty() { quick_bots(game) } else { args.bots.clone() };
    let rungs = players(game, &bots, &[], &[])?;
    let variant = [NamedVariant { name: name.clone(), spec: name, rules }];
    let design = Design::new(game, &variant, rungs, &common);
    let [NamedVariant { rules, .. }] = &variant;
    let blocks = play(&design, &**rules, args)?;
    let mut study = Study::new(&design);
    blocks.iter().for_each(|block| study.add(&block.study));
    let check = Check::of(&design, &study, &**rules, &blocks, args.seed);
    let (decisions, calls) = (decisions().table(check.rows()), calls().table(check.of_calls()));
    exports.write(&[decisions, calls, check.comparison.characters()])?;
    if exports.fill_stdout() {
        return Ok(());
    }
    if args.json {
        return print_json(&columns::summary().object(&&check).into());
    }
    let mut rules_page = game.file_text().map(|_| format!("\n{}", page(game))).unwrap_or_default();
    if !rules_page.is_empty() && !args.rules.is_empty() {
        rules_page +=
            &format!("\nChecked with other rules than these: {}\n", args.rules.join(", "));
    }
    print(&(check.text() + &rules_page))
}

/// The two weakest bots, and the strongest of those that do not search: of which nothing can be set but how often they play
/// at random.
fn quick_bots(game: &dyn DynGame) -> Vec<String> {
    let is_quick = |kind: &BotKind| kind.parameters.iter().all(|set| set.name == EPSILON.name);
    let quick: Vec<_> = game.kinds().into_iter().filter(is_quick).collect();
    let chosen =
        quick.iter().enumerate().filter(|(place, _)| *place < 2 || *place + 1 == quick.len());
    chosen.map(|(_, kind)| kind.name.to_owned()).collect()
}

/// Plays blocks until there are enough hands and decisions.
fn play(
    design: &Design<'_>,
    rules: &dyn DynRules,
    args: &CheckArgs,
) -> Result<Vec<Played>, Failure> {
    let player = Player { design, rules, valued: args.decisions };
    let least = args.blocks.unwrap_or(LEAST_BLOCKS.max(args.decisions));
    let bar = ProgressBar::new((least, "match"), (0, 0), !args.quiet && !args.json);
    let (mut blocks, mut hands) = (Vec::new(), 0);
    let take = |number: u64, block: Played| {
        hands += block.hands[0] as u64;
        blocks.push(block);
        bar.update((number + 1).min(least), hands, String::new);
        let is_enough = args.blocks.is_some() || hands >= LEAST_HANDS;
        if number + 1 >= least && is_enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let flow = ordered_map(threads(args.threads), 0..u64::MAX, |number| player.block(number), take);
    bar.clear();
    Ok(flow.map(|_| blocks)?)
}

impl<'a> Check<'a> {
    fn of(
        design: &'a Design<'a>,
        study: &'a Study,
        rules: &'a dyn DynRules,
        blocks: &[Played],
        seed: u64,
    ) -> Self {
        let bots = || 0..design.rungs.len();
        let share = |is_so: &dyn Fn(&Played) -> bool| {
            let mut sums = RatioSums::default();
            blocks.iter().for_each(|block| sums.add(i64::from(is_so(block)), 1));
            sums.share()
        };
        let mut owed = blocks.iter().flat_map(|block| &block.owed);
        let first = owed.next().copied();
        let is_same = owed.all(|owed| Some(*owed) == first);
        let decisions = Decisions::of(blocks);
        Self {
            comparison: Comparison::new(design, study),
            rules,
            calls: calls::rows(blocks, design.rungs.len(), &decisions),
            decisions,
            hands: bots().map(|bot| blocks.iter().map(|block| block.hands[bot]).sum()).collect(),
            endless: bots().map(|bot| share(&|block| block.endless[bot])).collect(),
            shared: bots().map(|bot| share(&|block| block.shared[bot])).collect(),
            owed: first.filter(|(contracts, tricks)| is_same && contracts != tricks),
            seed,
        }
    }
}
