//! `tournament`: what was typed, validated, played and reported.

use std::io::Write as _;

use anyhow::anyhow;
use indicatif::HumanCount;
use threehand_bots::registry::{Roster, Spec, Visitor};
use threehand_engine::options::{self, variant_name};

use super::{plural, with_named_game};
use crate::cli::TournamentArgs;
use crate::failure::{Failure, is_broken_pipe, say};
use crate::output::folder::{Contents, RunFolder, results_hash, sha256, to_json};
use crate::output::manifest::Manifest;
use crate::output::summary::Summary;
use crate::players::{Player, label};
use crate::progress::Progress;
use crate::runner::{self, Ending, Tournament};
use crate::schedule::Format;
use crate::seeds::Seeds;
use crate::stats::Tally;

/// Plays a tournament and says what came out.
pub fn run(args: &TournamentArgs) -> Result<(), Failure> {
    with_named_game(&args.game, Play { args })?
}

struct Play<'a> {
    args: &'a TournamentArgs,
}

impl Visitor for Play<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Roster>(self) -> Result<(), Failure> {
        let args = self.args;
        let started = (jiff::Timestamp::now(), std::time::Instant::now());
        let rules: G = read_rules(&args.rules)?;
        let players = read_players(&args.bots)?;
        let format = read_format(args.format, players.len())?;
        let variant = variant_name(&rules);
        let lineups = format.lineups(players.len());
        let threads = args.threads.map_or_else(cores, usize::from);
        let run = Tournament {
            rules,
            variant: &variant,
            players: &players,
            make: &|bot| players[bot].spec.make(&rules),
            lineups: &lineups,
            seeds: Seeds(args.seed),
            matches: args.matches,
            max_hands: args.max_hands as usize,
            threads,
            hands: args.hands,
            records: args.records,
            compress: args.compress,
            strict: args.strict,
        };
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION"),
            command: command_line(),
            game: G::NAME,
            variant: variant.clone(),
            rules_version: G::RULES_VERSION,
            rules: options::to_json(&rules),
            bots: players.iter().map(|player| player.label.clone()).collect(),
            format: format.name(),
            lineups: lineups.clone(),
            matches: args.matches,
            seed: args.seed,
            max_hands: args.max_hands as usize,
            hands: args.hands.to_string(),
            records: args.records.to_string(),
            compress: args.compress,
            threads,
            started: started.0.to_string(),
            finished: None,
            results_hash: None,
        };
        let mut tally = Tally::new(lineups.clone(), players.len(), G::ROLES.len());
        runner::heed_interrupts()?;
        let mut folder = start_folder(args, &manifest, &tally)?;
        let progress = Progress::new(args.matches, !args.quiet);
        let ending = runner::play(&run, folder.as_mut(), &mut tally, &progress)?;
        progress.clear();
        let summary =
            Summary { rules: &rules, variant: &variant, players: &players, tally: &tally };
        let report = Report { args, summary, seconds: started.1.elapsed().as_secs_f64(), threads };
        match ending {
            Ending::Done => {
                let hash = finish_folder(folder.as_mut(), &summary, manifest)?;
                heard(report.print(&hash, folder.as_mut()))?;
                forfeits(&summary)
            }
            Ending::Interrupted | Ending::StoppedByFailure => {
                if tally.blocks() > 0 && !args.json {
                    heard(report.print_tables())?;
                }
                report.stopped(ending, folder.as_ref())
            }
        }
    }
}

fn read_rules<G: Roster>(pairs: &[String]) -> Result<G, Failure> {
    let mut options = Vec::new();
    for pair in pairs {
        let split = pair.split_once('=').ok_or_else(|| {
            Failure::usage(anyhow!("--rules: `{pair}` is no key=value, such as contracts=9-5-2"))
        })?;
        options.push(split);
    }
    options::rules(options).map_err(|error| Failure::usage(anyhow!("--rules: {error}")))
}

fn read_players(texts: &[String]) -> Result<Vec<Player>, Failure> {
    let specs: Result<Vec<Spec>, _> = texts.iter().map(|text| text.parse()).collect();
    Ok(label(specs.map_err(|error| Failure::usage(anyhow!("--bots: {error}")))?))
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

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The command as it was typed, with quotes where a shell would need them.
fn command_line() -> String {
    let quote = |word: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_=:,./+".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let typed = std::env::args_os().skip(1).map(|word| quote(word.to_string_lossy().into_owned()));
    std::iter::once("threehand".to_owned()).chain(typed).collect::<Vec<_>>().join(" ")
}

fn start_folder(
    args: &TournamentArgs,
    manifest: &Manifest,
    tally: &Tally,
) -> Result<Option<RunFolder>, Failure> {
    let Some(dir) = &args.out else {
        return Ok(None);
    };
    let contents = Contents {
        hands: args.hands != crate::cli::Which::None,
        records: args.records != crate::cli::Which::None,
        compress: args.compress,
    };
    let mut folder = RunFolder::create(dir, contents, args.force)?;
    folder.write_whole("manifest.json", &to_json(manifest))?;
    folder.note_progress(tally)?;
    Ok(Some(folder))
}

/// Adds the tables to the folder and ends its manifest; gives the hash of the results, which
/// without a folder covers the two tables that one would hold.
fn finish_folder<G: Roster>(
    folder: Option<&mut RunFolder>,
    summary: &Summary<'_, G>,
    manifest: Manifest,
) -> Result<String, Failure> {
    let tables = [("summary.csv", summary.csv()), ("crosstable.csv", summary.crosstable())];
    let Some(folder) = folder else {
        let digests = tables.map(|(name, bytes)| (name.to_owned(), sha256(&bytes)));
        return Ok(results_hash(digests.to_vec()));
    };
    let hash = folder.finish(&tables)?;
    let finished = Some(jiff::Timestamp::now().to_string());
    let manifest = Manifest { finished, results_hash: Some(hash.clone()), ..manifest };
    folder.write_whole("manifest.json", &to_json(&manifest))?;
    folder.close()?;
    Ok(hash)
}

/// What came of printing, where a reader that went away is as good as one that has read.
fn heard(printed: Result<(), Failure>) -> Result<(), Failure> {
    match printed {
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => Ok(()),
        printed => printed,
    }
}

/// What is said at the end.
struct Report<'a, G> {
    args: &'a TournamentArgs,
    summary: Summary<'a, G>,
    seconds: f64,
    threads: usize,
}

impl<G: Roster> Report<'_, G> {
    fn print(&self, hash: &str, folder: Option<&mut RunFolder>) -> Result<(), Failure> {
        if self.args.json {
            writeln!(anstream::stdout(), "{}", self.summary.json(self.seconds, hash))?;
        } else {
            self.print_tables()?;
        }
        if let Some(folder) = folder.filter(|_| !self.args.quiet) {
            let sizes = folder.sizes();
            let files: Vec<_> = sizes
                .into_iter()
                .map(|(name, bytes)| format!("{name} {}", indicatif::DecimalBytes(bytes)))
                .chain(["summary.csv", "crosstable.csv", "manifest.json"].map(str::to_owned))
                .collect();
            say(&format!("written to {}: {}", folder.dir().display(), files.join(", ")));
        }
        Ok(())
    }

    fn print_tables(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        let tally = self.summary.tally;
        writeln!(
            out,
            "{} · {} line-ups a block · {} = {} matches, {} hands · seed {} · {} · {:.1} s\n",
            self.summary.variant,
            tally.matches() / tally.blocks().max(1),
            plural(tally.blocks(), "block"),
            HumanCount(tally.matches()),
            HumanCount(tally.hands()),
            self.args.seed,
            plural(self.threads as u64, "thread"),
            self.seconds,
        )?;
        for line in self.summary.table().lines() {
            writeln!(out, " {}", line.trim_end())?;
        }
        write!(out, "\n{}", self.summary.findings())?;
        Ok(())
    }

    /// A run that did not get to its end: how far it got, and what is left of it.
    fn stopped(&self, ending: Ending, folder: Option<&RunFolder>) -> Result<(), Failure> {
        let (done, all) = (HumanCount(self.summary.tally.blocks()), HumanCount(self.args.matches));
        let kept = folder.map_or_else(
            || "nothing was to be written".to_owned(),
            |folder| format!("{} holds them", folder.dir().display()),
        );
        Err(match ending {
            Ending::StoppedByFailure => Failure::BotFailed(format!(
                "stopped at the first failure of a bot, as --strict asks, after {done} of {all} \
                 blocks; {kept}"
            )),
            _ => Failure::Interrupted(format!("interrupted after {done} of {all} blocks; {kept}")),
        })
    }
}

/// Ends with exit code 3 if a bot failed anywhere.
fn forfeits<G: Roster>(summary: &Summary<'_, G>) -> Result<(), Failure> {
    let failed = summary.players.iter().enumerate().filter_map(|(bot, player)| {
        let count = summary.tally.forfeits(bot);
        (count > 0).then(|| format!("{} failed in {}", player.label, plural(count, "match")))
    });
    let failed: Vec<_> = failed.collect();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(Failure::BotFailed(format!("{}: forfeited", failed.join(", "))))
    }
}
