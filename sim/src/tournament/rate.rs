//! `rate`: ratings from the results of several tournaments together.

use std::ops::Range;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use threehand_play::Catalog;

use super::TournamentSettings;
use super::anchor::Anchor;
use super::columns::{Rated, rating};
use super::standings::points;
use crate::experiment::again::{finished_sums, prepare_again};
use crate::experiment::contract::ExperimentSettings as _;
use crate::experiment::life::settings_of;
use crate::experiment::prepare::specs;
use crate::folder::manifest::Written;
use crate::games::named::game_named;
use crate::runs::kinds::results;
use crate::stats::{ELO_SCALE, Estimate, FinishingOrders, Rating, Ratings, Tally};
use crate::tables::column::Columns;
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::{plural, signed};
use crate::terminal::stream::{print, print_json};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand rate runs/a runs/b
  threehand rate runs/a runs/b --anchor greedy=0

A bot is the same in two runs if its spec is. Its results against all others are taken together.";

/// Ratings as typed.
#[derive(Debug, Args)]
pub struct RateArgs {
    /// The folders of finished tournaments of one game and variant
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Set the rating of a bot, by its spec [default: the mean of all is 0]
    #[arg(long, value_name = "BOT=RATING")]
    pub anchor: Option<Anchor>,
    /// Print the ratings as one JSON object on one line
    #[arg(long)]
    pub json: bool,
}

/// A tournament that was read.
struct Read {
    dir: PathBuf,
    variant: String,
    /// The specs of its bots.
    bots: Vec<String>,
    seed: u64,
    blocks: Range<u64>,
    orders: FinishingOrders,
}

/// Prints the ratings that several tournaments make together.
///
/// # Errors
/// A folder that holds no finished tournament, or one of another game or variant; or the same cards counted twice.
pub fn run(catalog: &Catalog<'_>, args: &RateArgs) -> Result<(), Failure> {
    let mut read: Vec<Read> = Vec::new();
    let mut game = String::new();
    for dir in &args.dirs {
        let written = Written::read(dir)?;
        if written.run() != TournamentSettings::COMMAND || written.finished().is_none() {
            return Err(anyhow!("{}: it holds no finished tournament", dir.display()).into());
        }
        let name = written.text("game").to_owned();
        let next = read_run(catalog, &written)?;
        if let Some(first) = read.first() {
            if game != name || first.variant != next.variant {
                return Err(anyhow!(
                    "{} is of {}, and {} of {}: ratings are of one game and variant",
                    first.dir.display(),
                    first.variant,
                    dir.display(),
                    next.variant
                )
                .into());
            }
            read.iter().try_for_each(|other| apart(other, &next))?;
        }
        game = name;
        read.push(next);
    }
    let mut bots: Vec<String> = Vec::new();
    for bot in read.iter().flat_map(|run| &run.bots) {
        if !bots.contains(bot) {
            bots.push(bot.clone());
        }
    }
    let place =
        |bot: &String| bots.iter().position(|other| other == bot).expect("it was put there");
    let parts = read.iter().map(|run| (&run.orders, run.bots.iter().map(place).collect()));
    let parts: Vec<(&FinishingOrders, Vec<usize>)> = parts.collect();
    let pooled = FinishingOrders::pooled(&parts);
    let names: Vec<&str> = bots.iter().map(String::as_str).collect();
    let anchor = args.anchor.as_ref().map(|anchor| anchor.place(&names)).transpose()?;
    // No bot has fewer blocks than the shortest run that it is in.
    let least = read.iter().map(|run| run.blocks.end - run.blocks.start).min().unwrap_or(0);
    let ratings = Ratings::from_orders(bots.len(), least, &pooled, anchor);
    tell(args, &game, &read, &bots, &ratings)
}

/// Sees to it that no match is counted in two runs.
fn apart(one: &Read, other: &Read) -> anyhow::Result<()> {
    let same_cards = one.seed == other.seed
        && one.blocks.start < other.blocks.end
        && other.blocks.start < one.blocks.end;
    let shared = one.bots.iter().filter(|bot| other.bots.contains(bot)).count();
    if same_cards && shared > 1 {
        bail!(
            "{} and {} have bots in common on the same cards (seed {}): take another seed, or other blocks \
             (--first)",
            one.dir.display(),
            other.dir.display(),
            one.seed
        );
    }
    Ok(())
}

/// Reads a finished tournament.
fn read_run(catalog: &Catalog<'_>, written: &Written) -> Result<Read, Failure> {
    let settings = settings_of(&TournamentSettings::KIND, written)?;
    let dir = written.dir.clone();
    written.expect_results(&results(), &[])?;
    let game = game_named(catalog, &settings.stage().game)?;
    let experiment = prepare_again(&*settings, game, written)?;
    let Some(fold) = finished_sums(&*experiment, written, &results())? else {
        let told = "its sums are not those of its tables";
        return Err(anyhow!("{}: {told}", dir.display()).into());
    };
    let tally: &Tally = fold.as_any().and_then(|sums| sums.downcast_ref()).expect("a tournament");
    let variant = written.text("variant").to_owned();
    let bots = specs(experiment.players());
    let (seed, blocks) = (settings.stage().seed, experiment.blocks());
    Ok(Read { dir, variant, bots, seed, blocks, orders: tally.orders.clone() })
}

/// A bot in several tournaments.
#[derive(Clone, Copy)]
struct Pooled<'a> {
    bot: &'a str,
    runs: usize,
    blocks: u64,
    rating: &'a Rating,
    next: Option<(&'a str, Estimate)>,
}

/// All bots of several tournaments.
struct Pool<'a> {
    game: &'a str,
    read: &'a [Read],
    rows: Vec<Pooled<'a>>,
}

/// The keys of `--json`.
fn keys<'a>() -> Columns<'a, Pool<'a>> {
    let bots = Columns::<Pooled<'a>>::new()
        .bot(|row| row.bot)
        .column("runs", "tournaments", "tournaments in which the bot sat", |row| row.runs)
        .column("blocks", "blocks", "blocks of those tournaments", |row| row.blocks)
        .and(rating(|row| Rated { rating: row.rating, next: row.next }));
    Columns::<Pool<'a>>::new()
        .game(|pool| pool.game)
        .variant(|pool| pool.read[0].variant.as_str())
        .column("runs", "", "the folders of the tournaments", |pool| {
            pool.read.iter().map(|run| run.dir.display().to_string()).collect::<Vec<_>>()
        })
        .rows("ratings", "the rating of each bot", bots, |pool| pool.rows.clone())
}

fn tell(
    args: &RateArgs,
    game: &str,
    read: &[Read],
    bots: &[String],
    ratings: &Ratings,
) -> Result<(), Failure> {
    let runs = |bot: &String| read.iter().filter(|run| run.bots.contains(bot)).count();
    let blocks = |bot: &String| -> u64 {
        let of = read.iter().filter(|run| run.bots.contains(bot));
        of.map(|run| run.blocks.end - run.blocks.start).sum()
    };
    if args.json {
        let rows = bots.iter().enumerate().map(|(number, bot)| Pooled {
            bot,
            runs: runs(bot),
            blocks: blocks(bot),
            rating: &ratings.bots[number],
            next: ratings.next[number].map(|(next, above)| (&*bots[next], above)),
        });
        let pool = Pool { game, read, rows: rows.collect() };
        return print_json(&keys().object(&pool).into());
    }
    let mut order: Vec<usize> = ratings.ranking().into_iter().map(|(bot, _)| bot).collect();
    order.extend((0..bots.len()).filter(|bot| !matches!(ratings.bots[*bot], Rating::Rated(_))));
    let heads = [words("bot"), numbers("rating"), numbers("above the next")];
    let mut grid =
        Grid::new(heads.into_iter().chain([numbers("runs").goes(2), numbers("blocks").goes(1)]));
    for bot in order {
        let above = ratings.next[bot].map(|(_, above)| points(&Rating::Rated(above)));
        grid.row([
            bots[bot].clone(),
            points(&ratings.bots[bot]),
            above.unwrap_or_default(),
            runs(&bots[bot]).to_string(),
            blocks(&bots[bot]).to_string(),
        ]);
    }
    let zero = match &args.anchor {
        Some(anchor) => format!("{anchor} was given"),
        None => "their mean is 0".to_owned(),
    };
    let apart = match ratings.bots.contains(&Rating::Apart) {
        true => {
            " – stands where no chain of results in both directions leads to the other bots: play a tournament with \
             bots of both sides."
        }
        false => "",
    };
    print(&format!(
        "{} · {} of {}\n\n{}\n{} points of rating are odds of 10 to 1 of finishing ahead; {zero}. In brackets \
         stands a 95 % interval; it counts as many blocks as the shortest run has.{apart}\n",
        read[0].variant,
        plural(bots.len() as u64, "bot"),
        plural(read.len() as u64, "tournament"),
        grid.text(),
        signed(ELO_SCALE, 0).trim().trim_start_matches('+'),
    ))
}
