//! `compare`: rule variants against each other, on the same cards and with the same bots.

use std::io::Write as _;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use indicatif::HumanCount;
use serde_json::{Map, json};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::options::{self, did_you_mean, nearest, variant_name};

use super::report::heard;
use super::resume::to_go_on;
use super::tournament::{
    command_line, cores, labels, makers, read_blocks, read_players, read_rules, resumable, specs,
    stands_for,
};
use super::{plural, study_plan, with_named_game};
use crate::cli::CompareArgs;
use crate::conveyor;
use crate::failure::{Failure, say};
use crate::output::comparison::Comparison;
use crate::output::folder::{Files, FolderError, RunFolder, TALLY, sums_of_shard, to_json};
use crate::output::manifest::Manifest;
use crate::players::Player;
use crate::progress::Progress;
use crate::runner::{heed_interrupts, interrupted};
use crate::seeds::Seeds;
use crate::study::{Study, Variant, play_block};
use crate::table::silence_bots;

/// Compares, and says what came out.
pub fn run(lab: &impl Registry, args: &CompareArgs) -> Result<(), Failure> {
    with_named_game(lab, &args.stage.game, Compare { args })?
}

/// Makes the folder of a comparison from its shards, in order, and says what came out.
pub fn merge(lab: &impl Registry, args: &CompareArgs, shards: &[&Path]) -> Result<(), Failure> {
    with_named_game(lab, &args.stage.game, Merge { args, shards })?
}

struct Compare<'a> {
    args: &'a CompareArgs,
}

struct Merge<'a> {
    args: &'a CompareArgs,
    shards: &'a [&'a Path],
}

/// A comparison as typed, validated.
struct Setup<G> {
    rungs: Vec<Player>,
    rules: Vec<G>,
    names: Vec<String>,
    /// The blocks to play: all, or those of a shard.
    blocks: Range<u64>,
    threads: usize,
    manifest: Manifest,
}

impl<G: Knowledge> Setup<G> {
    fn of(bots: &Bots<'_, G>, args: &CompareArgs) -> Result<Self, Failure> {
        let stage = &args.stage;
        let rungs = read_players(bots, &args.bots)?;
        // The same bot on the same cards says the same twice: it is no second rung.
        if let Some(twice) =
            (1..rungs.len()).find(|&r| rungs[..r].iter().any(|one| one.spec == rungs[r].spec))
        {
            return Err(Failure::usage(anyhow!("--bots: {} comes twice", rungs[twice].spec)));
        }
        let rules = read_variants::<G>(&args.variants, &stage.rules)?;
        let names: Vec<String> = rules.iter().map(variant_name).collect();
        if let Some(twice) = (1..names.len()).find(|&v| names[..v].contains(&names[v])) {
            return Err(Failure::usage(anyhow!("--variants: {} comes twice", names[twice])));
        }
        let blocks = read_blocks(args.matches, args.shard, args.out.is_some() || args.plan)?;
        let threads = stage.threads.map_or_else(cores, usize::from);
        let options: Map<_, _> = names
            .iter()
            .zip(&rules)
            .map(|(name, rules)| (name.clone(), options::to_json::<G>(rules).into()))
            .collect();
        // The names tell all options, so nothing is left that holds for all variants.
        let settings = json!({
            "game": G::NAME,
            "rules_version": G::RULES_VERSION,
            "variants": names,
            "options": options,
            "bots": labels(&rungs),
            "specs": specs(&rungs),
            "stands_for": stands_for(bots, &rungs),
            "matches": args.matches,
            "seed": stage.seed,
            "max_hands": stage.max_hands,
            "shard": args.shard.map(|shard| shard.to_string()),
        });
        let resumed = args.resumed.as_ref();
        let manifest = Manifest::new("compare", command_line(), settings, threads, resumed);
        Ok(Self { rungs, rules, names, blocks, threads, manifest })
    }

    /// Writes the tables of a finished comparison.
    fn finish(
        &self,
        folder: &mut RunFolder,
        comparison: &Comparison<'_>,
    ) -> Result<(), FolderError> {
        let shard = self.manifest.is_shard().then(|| (TALLY, to_json(comparison.study)));
        let tables: Vec<_> = comparison.tables().into_iter().chain(shard).collect();
        self.manifest.clone().finish(folder, &tables)?;
        Ok(())
    }
}

impl Visitor for Compare<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Self { args } = self;
        let stage = &args.stage;
        let started = Instant::now();
        let setup = Setup::<G>::of(bots, args)?;
        let (seeds, max_hands) = (Seeds(stage.seed), stage.max_hands as usize);
        let Setup { rungs, rules, names, blocks, threads, .. } = &setup;
        let makers = makers(bots, rungs);
        let make = |rung: usize| makers[rung]();
        let variants: Vec<_> = (0..rules.len())
            .map(|v| Variant::new(names[v].clone(), rules[v], seeds, max_hands, &make))
            .collect();
        let (mut study, measures) = Study::new::<G>(variants.len(), rungs.len());
        let work = |number| play_block(&variants, rungs.len(), &measures, seeds, number);
        silence_bots();
        if args.plan {
            let probe = study_plan::probe(*threads, args.matches, work, |b| study.add(&b))?;
            let comparison = Comparison::new(G::NAME, names, rungs, &study);
            return study_plan::of_comparison(args, &comparison, blocks.clone(), *threads, probe);
        }
        heed_interrupts()?;
        let mut folder = open_folder(args, &setup, &mut study)?;
        let all = blocks.end - blocks.start;
        let due = blocks.start + study.blocks()..blocks.end;
        let progress = Progress::new(all, (study.blocks(), study.hands()), !stage.quiet);
        let take = |_, block| {
            study.add(&block);
            if let Some(folder) = &mut folder
                && let Err(error) = folder.add_lines(&[], &study)
            {
                return ControlFlow::Break(Err(error));
            }
            progress.update(study.blocks(), study.hands(), String::new);
            let more = study.blocks() < all;
            if more && interrupted() {
                ControlFlow::Break(Ok(()))
            } else {
                ControlFlow::Continue(())
            }
        };
        let flow = conveyor::run(*threads, due, work, take).context("threads can't be started")?;
        progress.clear();
        let resumable = |error: FolderError| resumable(error.into(), args.out.as_deref());
        let comparison = Comparison::new(G::NAME, names, rungs, &study);
        if let ControlFlow::Break(stopped) = flow {
            stopped.map_err(resumable)?;
            if let Some(folder) = &mut folder {
                folder.note_progress(&study).map_err(resumable)?;
            }
            return stopped_early(args, &comparison, all);
        }
        if let Some(folder) = &mut folder {
            setup.finish(folder, &comparison).map_err(resumable)?;
        }
        heard(print(args, &comparison, started.elapsed().as_secs_f64(), *threads))?;
        forfeits(rungs, &study)
    }
}

impl Visitor for Merge<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Self { args, shards } = self;
        let started = Instant::now();
        let setup = Setup::<G>::of(bots, args)?;
        let (mut study, _) = Study::new::<G>(setup.rules.len(), setup.rungs.len());
        for shard in shards {
            let part = sums_of_shard(shard, &study)?;
            study.merge(&part);
        }
        let out = args.out.as_deref().expect("a merger has a folder to write");
        // The manifest comes last: without it nobody takes half a merger for a run.
        let mut folder = RunFolder::create(out, Files::default(), args.force, &[])?;
        let [_, (name, config)] = setup.manifest.documents();
        folder.write_whole(name, &config)?;
        let comparison = Comparison::new(G::NAME, &setup.names, &setup.rungs, &study);
        setup.finish(&mut folder, &comparison)?;
        heard(print(args, &comparison, started.elapsed().as_secs_f64(), setup.threads))?;
        forfeits(&setup.rungs, &study)
    }
}

/// Opens the folder that is to be written, if any; of a comparison that is carried on, the study
/// then holds what was played before.
fn open_folder<G>(
    args: &CompareArgs,
    setup: &Setup<G>,
    study: &mut Study,
) -> Result<Option<RunFolder>, Failure> {
    let Some(dir) = &args.out else {
        return Ok(None);
    };
    let documents = setup.manifest.documents();
    let Some(written) = &args.resumed else {
        return Ok(Some(RunFolder::create(dir, Files::default(), args.force, &documents)?));
    };
    written.expect(&setup.manifest)?;
    let all = setup.blocks.end - setup.blocks.start;
    let (folder, noted) = RunFolder::reopen(dir, Files::default(), &documents, study, all)?;
    if let Some(noted) = noted {
        study.merge(&noted);
    }
    Ok(Some(folder))
}

/// The variants as typed: a name, or `name:key=value:key=value`, over the options of `--rules`.
fn read_variants<G: Knowledge>(texts: &[String], common: &[String]) -> Result<Vec<G>, Failure> {
    read_rules::<G>(common)?;
    let wrong = |error: anyhow::Error| Failure::usage(error.context("--variants"));
    texts.iter().map(|text| read_variant(text, common).map_err(wrong)).collect()
}

fn read_variant<G: Knowledge>(text: &str, common: &[String]) -> anyhow::Result<G> {
    let mut parts = text.split(':');
    let name = parts.next().unwrap_or_default();
    let names = || G::VARIANTS.iter().map(|variant| variant.name);
    let named = G::VARIANTS.iter().find(|variant| variant.name == name).ok_or_else(|| {
        let (game, all) = (G::NAME, names().collect::<Vec<_>>().join(", "));
        match did_you_mean(&nearest(name, names())) {
            hint if hint.is_empty() => {
                anyhow!(
                    "{game} has no variant `{name}`: it is {all}, or one of them with :key=value"
                )
            }
            hint => anyhow!("{game} has no variant `{name}`{hint}"),
        }
    })?;
    let pair = |text: &'_ str| -> anyhow::Result<(String, String)> {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            anyhow!("`{text}` is no option: write key=value, as in {}:key=value", G::NAME)
        })?;
        Ok((key.to_owned(), value.to_owned()))
    };
    let own: Vec<_> = parts.map(pair).collect::<Result<_, _>>()?;
    let named = named.options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
    let common: Vec<_> = common.iter().map(|text| pair(text)).collect::<Result<_, _>>()?;
    // What is said nearer to the variant's own words stands.
    let mut all = own;
    for layer in [named.collect::<Vec<_>>(), common] {
        let fresh: Vec<_> =
            layer.into_iter().filter(|(key, _)| all.iter().all(|(k, _)| k != key)).collect();
        all.extend(fresh);
    }
    Ok(options::rules(all.iter().map(|(key, value)| (key.as_str(), value.as_str())))?)
}

fn print(
    args: &CompareArgs,
    comparison: &Comparison<'_>,
    seconds: f64,
    threads: usize,
) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if args.stage.json {
        writeln!(out, "{}", comparison.json())?;
    } else {
        let study = comparison.study;
        writeln!(
            out,
            "{} · {} · {} · {}: {}, {} · seed {} · {} · {seconds:.1} s\n",
            comparison.game,
            plural(comparison.variants.len() as u64, "variant"),
            plural(comparison.rungs.len() as u64, "rung"),
            plural(study.blocks(), "block"),
            plural(study.matches(), "match"),
            plural(study.hands(), "hand"),
            args.stage.seed,
            plural(threads as u64, "thread"),
        )?;
        write!(out, "{}", comparison.text())?;
    }
    if let Some(dir) = args.out.as_ref().filter(|_| !args.stage.quiet) {
        let names: Vec<_> = comparison.tables().into_iter().map(|(name, _)| name).collect();
        say(&format!(
            "written to {}: {}, manifest.json, config.toml",
            dir.display(),
            names.join(", ")
        ));
    }
    Ok(())
}

/// An interrupted comparison shows what it has, and says how to go on.
fn stopped_early(args: &CompareArgs, comparison: &Comparison<'_>, all: u64) -> Result<(), Failure> {
    let blocks = comparison.study.blocks();
    if blocks > 0 && !args.stage.json {
        heard(write!(anstream::stdout(), "{}", comparison.text()).map_err(Failure::from))?;
    }
    let then = args.out.as_deref().map_or_else(
        || "nothing was to be written; the same command starts again".to_owned(),
        to_go_on,
    );
    Err(Failure::Interrupted(format!(
        "interrupted after {} of {}; {then}",
        HumanCount(blocks),
        plural(all, "block")
    )))
}

/// Ends with exit code 3 if a bot failed anywhere.
fn forfeits(rungs: &[Player], study: &Study) -> Result<(), Failure> {
    let failed: Vec<_> = rungs
        .iter()
        .enumerate()
        .filter(|(rung, _)| study.forfeits(*rung) > 0)
        .map(|(rung, player)| {
            format!("{} in {}", player.label, plural(study.forfeits(rung), "match"))
        })
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::BotFailed(format!(
        "a bot failed in the matches of {}: forfeited",
        failed.join(", ")
    )))
}
