//! `tournament`: what was typed, validated, played and reported.

use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use anyhow::anyhow;
use serde_json::json;
use threehand_bots::{Bots, Knowledge, Maker, Registry, Spec, Visitor};
use threehand_engine::BySeat;
use threehand_engine::options::{self, variant_name};

use super::report::{Report, forfeits, heard};
use super::resume::to_go_on;
use super::{plan, shell_quoted, with_named_game};
use crate::cli::{TournamentArgs, Which};
use crate::failure::Failure;
use crate::output::folder::{
    Contents, RunFolder, TALLY, results_hash, sha256, sums_of_shard, to_json,
};
use crate::output::manifest::Manifest;
use crate::output::standings::Standings;
use crate::output::summary::Summary;
use crate::output::terminal::IN_A_LINE;
use crate::players::{Player, label};
use crate::progress::Progress;
use crate::runner::{self, Ending, Tournament};
use crate::schedule::Format;
use crate::seeds::Seeds;
use crate::shard::Shard;
use crate::stats::Tally;

/// Plays a tournament and says what came out.
pub fn run(lab: &impl Registry, args: &TournamentArgs) -> Result<(), Failure> {
    with_named_game(lab, &args.game, Play { args })?
}

/// Makes the folder of a tournament from its shards, in order, and says what came out.
pub fn merge(lab: &impl Registry, args: &TournamentArgs, shards: &[&Path]) -> Result<(), Failure> {
    with_named_game(lab, &args.game, Merge { args, shards })?
}

struct Play<'a> {
    args: &'a TournamentArgs,
}

struct Merge<'a> {
    args: &'a TournamentArgs,
    shards: &'a [&'a Path],
}

/// A tournament as typed, validated.
struct Setup<G> {
    rules: G,
    players: Vec<Player>,
    variant: String,
    lineups: Vec<BySeat<usize>>,
    /// The blocks to play: all, or those of a shard.
    blocks: Range<u64>,
    threads: usize,
    manifest: Manifest,
}

impl<G: Knowledge> Setup<G> {
    fn of(bots: &Bots<'_, G>, args: &TournamentArgs) -> Result<Self, Failure> {
        let rules: G = read_rules(&args.rules)?;
        let players = read_players(bots, &args.bots)?;
        let format = read_format(args.format, players.len())?;
        let blocks = read_blocks(args.matches, args.shard, args.out.is_some() || args.plan)?;
        let variant = variant_name(&rules);
        let lineups = format.lineups(players.len());
        let threads = args.threads.map_or_else(cores, usize::from);
        let settings = json!({
            "game": G::NAME,
            "variant": variant,
            "rules_version": G::RULES_VERSION,
            "rules": options::to_json(&rules),
            "bots": labels(&players),
            "specs": specs(&players),
            "stands_for": stands_for(bots, &players),
            "format": format.name(),
            "lineups": lineups,
            "matches": args.matches,
            "seed": args.seed,
            "max_hands": args.max_hands,
            "hands": args.hands.to_string(),
            "records": args.records.to_string(),
            "compress": args.compress,
            "strict": args.strict,
            "shard": args.shard.map(|shard| shard.to_string()),
        });
        let resumed = args.resumed.as_ref();
        let manifest = Manifest::new("tournament", command_line(), settings, threads, resumed);
        Ok(Self { rules, players, variant, lineups, blocks, threads, manifest })
    }

    fn tally(&self) -> Tally {
        Tally::new(self.lineups.clone(), self.players.len(), G::ROLES.len())
    }

    fn summary<'a>(&'a self, tally: &'a Tally) -> Summary<'a, G> {
        Summary { rules: &self.rules, variant: &self.variant, players: &self.players, tally }
    }
}

impl Visitor for Play<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let args = self.args;
        let started = Instant::now();
        let setup = Setup::<G>::of(bots, args)?;
        let rules = setup.rules;
        let makers = makers(bots, &setup.players);
        let run = Tournament {
            rules,
            variant: &setup.variant,
            players: &setup.players,
            make: &|bot| makers[bot](),
            lineups: &setup.lineups,
            seeds: Seeds(args.seed),
            blocks: setup.blocks.clone(),
            max_hands: args.max_hands as usize,
            threads: setup.threads,
            hands: args.hands,
            records: args.records,
            compress: args.compress,
            strict: args.strict,
        };
        let mut tally = setup.tally();
        if args.plan {
            return plan::tell(args, &run, tally);
        }
        runner::heed_interrupts()?;
        let mut folder = open_folder(args, &setup, &mut tally)?;
        let all = setup.blocks.end - setup.blocks.start;
        let progress = Progress::new(all, (tally.blocks(), tally.hands()), !args.quiet);
        let progress =
            if setup.players.len() > IN_A_LINE { progress.with_lines() } else { progress };
        let failed = args.strict && (0..setup.players.len()).any(|bot| tally.forfeits(bot) > 0);
        let ending = if failed {
            Ending::StoppedByFailure
        } else {
            runner::play(&run, folder.as_mut(), &mut tally, &progress)
                .map_err(|failure| resumable(failure, args.out.as_deref()))?
        };
        progress.clear();
        let summary = setup.summary(&tally);
        let (seconds, threads) = (started.elapsed().as_secs_f64(), setup.threads);
        let report = Report { args, summary, seconds, threads };
        match ending {
            Ending::Done => {
                let standings = Standings::new(&summary);
                let manifest = setup.manifest.clone();
                let hash = finish_folder(folder.as_mut(), &summary, &standings, manifest)
                    .map_err(|failure| resumable(failure, args.out.as_deref()))?;
                heard(report.print(&standings, &hash, folder.as_mut()))?;
                forfeits(&summary)
            }
            Ending::Interrupted | Ending::StoppedByFailure => {
                if tally.blocks() > 0 && !args.json {
                    heard(report.print_tables(&Standings::new(&summary)))?;
                }
                report.stopped(ending, all, folder.as_ref())
            }
        }
    }
}

impl Visitor for Merge<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let started = Instant::now();
        let setup = Setup::<G>::of(bots, self.args)?;
        let mut tally = setup.tally();
        for shard in self.shards {
            let part = sums_of_shard(shard, &tally)?;
            tally.merge(&part);
        }
        let out = self.args.out.as_deref().expect("a merger has a folder to write");
        // The manifest comes last: without it nobody takes half a merger for a run.
        let mut folder = RunFolder::create(out, contents(self.args), self.args.force, &[])?;
        for shard in self.shards {
            folder.append(shard)?;
        }
        let [_, (name, config)] = setup.manifest.documents();
        folder.write_whole(name, &config)?;
        let summary = setup.summary(&tally);
        let standings = Standings::new(&summary);
        let hash = finish_folder(Some(&mut folder), &summary, &standings, setup.manifest.clone())?;
        let (seconds, threads) = (started.elapsed().as_secs_f64(), setup.threads);
        let report = Report { args: self.args, summary, seconds, threads };
        heard(report.print(&standings, &hash, Some(&mut folder)))?;
        forfeits(&summary)
    }
}

pub(super) fn read_rules<G: Knowledge>(pairs: &[String]) -> Result<G, Failure> {
    let mut options = Vec::new();
    for pair in pairs {
        let split = pair.split_once('=').ok_or_else(|| {
            Failure::usage(anyhow!("--rules: `{pair}` is no key=value, such as contracts=9-5-2"))
        })?;
        options.push(split);
    }
    options::rules(options).map_err(|error| Failure::usage(anyhow!("--rules: {error}")))
}

pub(super) fn read_players<G: Knowledge>(
    bots: &Bots<'_, G>,
    texts: &[String],
) -> Result<Vec<Player>, Failure> {
    let specs: Result<Vec<Spec>, _> = texts.iter().map(|text| bots.spec(text)).collect();
    Ok(label(specs.map_err(|error| Failure::usage(anyhow!("--bots: {error}")))?))
}

/// The names that bots go by.
pub(super) fn labels(players: &[Player]) -> Vec<&str> {
    players.iter().map(|player| player.label.as_str()).collect()
}

/// What bots were asked for as.
pub(super) fn specs(players: &[Player]) -> Vec<String> {
    players.iter().map(|player| player.spec.to_string()).collect()
}

/// What bots play as in a game. A run is gone on with only if that is still the same.
pub(super) fn stands_for<G: Knowledge>(bots: &Bots<'_, G>, players: &[Player]) -> Vec<String> {
    players.iter().map(|player| bots.stands_for(&player.spec).to_string()).collect()
}

/// What makes each of the bots.
pub(super) fn makers<'a, G: Knowledge>(
    bots: &Bots<'a, G>,
    players: &[Player],
) -> Vec<Maker<'a, G>> {
    players.iter().map(|player| bots.maker(&player.spec)).collect()
}

fn read_format(asked: Option<Format>, bots: usize) -> Result<Format, Failure> {
    let format = asked.unwrap_or(Format::default_for(bots));
    if bots < format.fewest() {
        let (name, fewest) = (format.name(), format.fewest());
        let message = anyhow!("--bots: {name} need at least {fewest} bots, not {bots}");
        return Err(Failure::usage(message));
    }
    Ok(format)
}

/// The blocks to be played: all, or those of a part, which has to be written.
pub(super) fn read_blocks(
    matches: u64,
    shard: Option<Shard>,
    written: bool,
) -> Result<Range<u64>, Failure> {
    let Some(shard) = shard else {
        return Ok(0..matches);
    };
    if !written {
        return Err(Failure::usage(anyhow!(
            "--shard: a shard is there to be merged: add --out DIR"
        )));
    }
    if shard.count > matches {
        let count = shard.count;
        let message =
            anyhow!("--shard: {matches} blocks make at most {matches} shards, not {count}");
        return Err(Failure::usage(message));
    }
    Ok(shard.blocks(matches))
}

pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The command as it was typed, with quotes where a shell would need them.
pub(super) fn command_line() -> String {
    let typed = std::env::args_os().skip(1).map(|word| shell_quoted(&word.to_string_lossy()));
    std::iter::once("threehand".to_owned()).chain(typed).collect::<Vec<_>>().join(" ")
}

/// What went wrong, and that it can be gone on with.
pub(super) fn resumable(failure: Failure, out: Option<&Path>) -> Failure {
    match (failure, out) {
        (Failure::Failed(error), Some(dir)) => {
            Failure::Failed(anyhow!("{error:#}; {}", to_go_on(dir)))
        }
        (failure, _) => failure,
    }
}

fn contents(args: &TournamentArgs) -> Contents {
    Contents {
        hands: args.hands != Which::None,
        records: args.records != Which::None,
        compress: args.compress,
    }
}

/// Opens the folder that is to be written, if any; of a run that is carried on, the tally then
/// counts what was played before.
fn open_folder<G>(
    args: &TournamentArgs,
    setup: &Setup<G>,
    tally: &mut Tally,
) -> Result<Option<RunFolder>, Failure> {
    let Some(dir) = &args.out else {
        return Ok(None);
    };
    let documents = setup.manifest.documents();
    let Some(written) = &args.resumed else {
        return Ok(Some(RunFolder::create(dir, contents(args), args.force, &documents)?));
    };
    written.expect(&setup.manifest)?;
    let all = setup.blocks.end - setup.blocks.start;
    let (folder, noted) = RunFolder::reopen(dir, contents(args), &documents, tally, all)?;
    if let Some(noted) = noted {
        tally.merge(&noted);
    }
    Ok(Some(folder))
}

/// Adds the tables to the folder and ends its manifest; gives the hash of the results, which
/// without a folder covers the tables that one would hold.
fn finish_folder<G: Knowledge>(
    folder: Option<&mut RunFolder>,
    summary: &Summary<'_, G>,
    standings: &Standings<'_>,
    manifest: Manifest,
) -> Result<String, Failure> {
    let tables = [
        ("summary.csv", summary.csv()),
        ("crosstable.csv", summary.crosstable()),
        ("ratings.csv", standings.ratings_csv()),
        ("who_pays.csv", standings.who_pays_csv()),
    ];
    let Some(folder) = folder else {
        let digests = tables.map(|(name, bytes)| (name.to_owned(), sha256(&bytes)));
        return Ok(results_hash(digests.to_vec()));
    };
    let shard = manifest.is_shard().then(|| (TALLY, to_json(summary.tally)));
    let tables: Vec<_> = tables.into_iter().chain(shard).collect();
    Ok(manifest.finish(folder, &tables)?)
}
