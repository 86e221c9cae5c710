//! `rate`: ratings from the results of several tournaments together.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::Value;
use threehand_play::Catalog;
use threehand_stats::{ELO_SCALE, Estimate, FinishingOrders, Rating, Ratings, Tally};

use crate::experiment::finished::sums_so_far;
use crate::experiment::prepare::{labels, specs, stands_for};
use crate::files::manifest::{GAME_SHA256, PROGRAMS, SavedManifest};
use crate::kinds::tournament;
use crate::kinds::tournament::anchor::Anchor;
use crate::kinds::tournament::ratings::{Rated, above_next, rating};
use crate::runs::kinds::experiment_of;
use crate::tables::column::Columns;
use crate::terminal::failure::Failure;
use crate::terminal::grid::words;
use crate::terminal::number::plural;
use crate::terminal::stream::{print, print_json};
use crate::terminal::unit::Unit;

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand rate runs/a runs/b
  threehand rate runs/a runs/b --anchor greedy=0

A bot is the same in two runs if its spec is; a program has to be the same command and files. Its results against all others are taken together.";

/// Ratings as typed.
#[derive(Debug, Args)]
pub struct RateArgs {
    /// The folders of finished tournaments of one game and variant
    #[arg(required = true, value_name = "DIR")]
    pub dirs: Vec<PathBuf>,
    /// Take the blocks that unfinished tournaments have so far, also while they go on
    #[arg(long)]
    pub so_far: bool,
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
    game: String,
    variant: String,
    written: SavedManifest,
    /// The specs of its bots, and what plays by each.
    bots: Vec<String>,
    plays: Vec<Value>,
    seed: u64,
    blocks: Range<u64>,
    orders: FinishingOrders,
    /// How far it has got, if it is not finished.
    so_far: Option<String>,
}

impl Read {
    fn len(&self) -> u64 {
        self.blocks.end - self.blocks.start
    }
}

/// Prints the ratings of the bots of several tournaments on one scale.
///
/// # Errors
/// A folder that holds no finished tournament, or one of another game or variant; or the same cards counted twice.
pub fn run(catalog: &Catalog<'_>, args: &RateArgs) -> Result<(), Failure> {
    let mut read: Vec<Read> = Vec::new();
    for dir in &args.dirs {
        let next = read_run(catalog, dir, args.so_far)?;
        read.iter().try_for_each(|other| fit_together(other, &next))?;
        read.push(next);
    }
    let mut bots: Vec<&str> = Vec::new();
    for bot in read.iter().flat_map(|run| &run.bots) {
        if !bots.contains(&&**bot) {
            bots.push(bot);
        }
    }
    let place =
        |bot: &String| bots.iter().position(|other| other == bot).expect("it was put there");
    let parts = read.iter().map(|run| (&run.orders, run.bots.iter().map(place).collect()));
    let pooled = FinishingOrders::pooled(&parts.collect::<Vec<_>>());
    let anchor = args.anchor.as_ref().map(|anchor| anchor.place(&bots)).transpose()?;
    // No bot has fewer blocks than the shortest run that it is in.
    let least = read.iter().map(Read::len).min().unwrap_or(0);
    let ratings = Ratings::from_orders(bots.len(), least, &pooled, anchor);
    if let Some((bot, _)) =
        anchor.filter(|(bot, _)| !matches!(ratings.bots[*bot], Rating::Rated(_)))
    {
        let why = format!("the results give {} no rating that could be set", bots[bot]);
        return Err(Failure::setting("anchor", why));
    }
    show(args, &read, &bots, &ratings)
}

/// Checks that two tournaments are of one game and variant, and that no match is counted in both.
fn fit_together(one: &Read, other: &Read) -> anyhow::Result<()> {
    let [a, b] = [one, other].map(|run| run.dir.display());
    if (&one.game, &one.variant) != (&other.game, &other.variant) {
        let (variant, another) = (&one.variant, &other.variant);
        bail!("{a} is of {variant}, and {b} of {another}: ratings are of one game and variant");
    }
    for key in [GAME_SHA256, "rules", "rules_version", "max_hands"] {
        if one.written.value(key) != other.written.value(key) {
            bail!(
                "{a} and {b} are of different rules (`{key}`): ratings are of one game and variant"
            );
        }
    }
    for (bot, plays) in one.bots.iter().zip(&one.plays) {
        let there = other.bots.iter().position(|there| there == bot);
        if there.is_some_and(|there| other.plays[there] != *plays) {
            let keys = format!("`stands_for` and `{PROGRAMS}`");
            bail!("{bot} is another bot in {a} than in {b}: see {keys} in their manifests");
        }
    }
    let same_cards = one.seed == other.seed
        && one.blocks.start < other.blocks.end
        && other.blocks.start < one.blocks.end;
    let shared = one.bots.iter().filter(|bot| other.bots.contains(bot)).count();
    if same_cards && shared > 1 {
        bail!(
            "{a} and {b} have bots in common on the same cards (seed {}): take another seed, or other blocks (--first)",
            one.seed
        );
    }
    Ok(())
}

/// Reads a tournament, which need not be finished if it is read `so_far`.
fn read_run(catalog: &Catalog<'_>, dir: &Path, so_far: bool) -> Result<Read, Failure> {
    let written = SavedManifest::read(dir)?;
    let there = dir.display();
    if written.run() != tournament::KIND.command {
        return Err(anyhow!("{there}: it holds no tournament").into());
    }
    if written.finished().is_some() {
        written.expect_results(&[])?;
    } else if !so_far {
        let reason = "the tournament is not finished (--so-far rates the blocks that it has)";
        return Err(Failure::from(anyhow!("{there}: {reason}")).resumable(dir, &[]));
    }
    let experiment = experiment_of(catalog, &written)?;
    let (fold, so_far) = sums_so_far(&experiment, &written)?;
    let stands_for = stands_for(&experiment.players).into_iter().zip(labels(&experiment.players));
    let plays = stands_for.map(|(spec, bot)| program(&written, bot).unwrap_or(spec.into()));
    let tally: &Tally = fold.as_any().and_then(|sums| sums.downcast_ref()).expect("a tournament");
    Ok(Read {
        dir: dir.to_owned(),
        game: written.text("game").to_owned(),
        variant: written.text("variant").to_owned(),
        bots: specs(&experiment.players),
        plays: plays.collect(),
        seed: experiment.settings.common().seed,
        blocks: experiment.blocks.start..experiment.blocks.start + fold.blocks(),
        orders: tally.orders.clone(),
        so_far,
        written,
    })
}

/// The command of a program, with hashes in place of its files; `None` of other bots.
fn program(written: &SavedManifest, bot: &str) -> Option<Value> {
    let program = written.value(PROGRAMS)?.get(bot)?;
    let files = program.get("sha256")?.as_object()?;
    let words = program.get("command")?.as_array()?.iter();
    let words = words.map(|word| files.get(word.as_str().unwrap_or_default()).unwrap_or(word));
    Some(words.chain(files.values()).cloned().collect())
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
pub(crate) struct Pool<'a> {
    read: &'a [Read],
    rows: Vec<Pooled<'a>>,
}

/// The figures of a bot.
fn columns<'a>() -> Columns<'a, Pooled<'a>> {
    Columns::<Pooled<'a>>::of("ratings of rate")
        .column("bot", |row| row.bot)
        .shown(words("bot"))
        .column("runs", |row| row.runs)
        .shown(Unit::Whole.column("runs").goes(3))
        .column("blocks", |row| row.blocks)
        .shown(Unit::Whole.column("blocks").goes(3))
        .and(rating(|row| Rated { rating: row.rating, next: row.next }))
        .shown(above_next())
}

/// The keys of `--json`.
pub(crate) fn keys<'a>() -> Columns<'a, Pool<'a>> {
    Columns::<Pool<'a>>::of("rate")
        .column("game", |pool| pool.read[0].game.as_str())
        .column("variant", |pool| pool.read[0].variant.as_str())
        .column("runs", |pool| {
            pool.read.iter().map(|run| run.dir.display().to_string()).collect::<Vec<_>>()
        })
        .column("so_far", |pool| pool.read.iter().map(|run| run.so_far.clone()).collect::<Vec<_>>())
        .rows("ratings", columns(), |pool| pool.rows.clone())
}

fn show(args: &RateArgs, read: &[Read], bots: &[&str], ratings: &Ratings) -> Result<(), Failure> {
    let row = |(number, bot): (usize, &&'_ str)| {
        let of = || read.iter().filter(|run| run.bots.iter().any(|other| other == bot));
        Pooled {
            bot: bots[number],
            runs: of().count(),
            blocks: of().map(Read::len).sum(),
            rating: &ratings.bots[number],
            next: ratings.next[number].map(|(next, above)| (bots[next], above)),
        }
    };
    let pool = Pool { read, rows: bots.iter().enumerate().map(row).collect() };
    if args.json {
        return print_json(&keys().object(&pool).into());
    }
    let mut order: Vec<usize> = ratings.ranking().into_iter().map(|(bot, _)| bot).collect();
    order.extend((0..bots.len()).filter(|bot| !matches!(ratings.bots[*bot], Rating::Rated(_))));
    let table = columns().grid(order.into_iter().map(|bot| pool.rows[bot]));
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
    let unfinished = read.iter().filter_map(|run| {
        Some(format!("So far: {} has {}.\n", run.dir.display(), run.so_far.as_ref()?))
    });
    let unfinished: String = unfinished.collect();
    print(&format!(
        "{} · {} of {}\n{unfinished}\n{}\n{ELO_SCALE} points of rating are odds of 10 to 1 of finishing ahead; {zero}. In brackets \
         stands a 95 % interval; it counts as many blocks as the shortest run has.{apart}\n",
        read[0].variant,
        plural(bots.len() as u64, "bot"),
        plural(read.len() as u64, "tournament"),
        table.text(),
    ))
}
