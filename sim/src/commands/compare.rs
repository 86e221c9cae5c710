//! `compare`: rule variants against each other, on the same cards and with the same bots.

use std::io::Write as _;
use std::ops::ControlFlow;

use anyhow::{Context as _, anyhow};
use serde_json::{Value, json};
use threehand_bots::Bot;
use threehand_bots::registry::{Roster, Visitor};
use threehand_engine::options::{self, did_you_mean, nearest, variant_name};

use super::report::heard;
use super::tournament::{command_line, cores, read_players};
use super::{plural, with_named_game};
use crate::cli::CompareArgs;
use crate::conveyor;
use crate::failure::{Failure, say};
use crate::output::comparison::Comparison;
use crate::output::folder::to_json;
use crate::output::study_folder::StudyFolder;
use crate::players::Player;
use crate::progress::Progress;
use crate::runner::{heed_interrupts, interrupted};
use crate::seeds::Seeds;
use crate::study::{Study, Variant, play_block};
use crate::table::silence_bots;

/// Compares, and says what came out.
pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    with_named_game(&args.stage.game, Compare { args })?
}

struct Compare<'a> {
    args: &'a CompareArgs,
}

impl Visitor for Compare<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Roster>(self) -> Result<(), Failure> {
        let Self { args } = self;
        let stage = &args.stage;
        let started = (jiff::Timestamp::now(), std::time::Instant::now());
        let rungs = read_players(&args.bots)?;
        let rules = read_variants::<G>(&args.variants, &stage.rules)?;
        let names: Vec<String> = rules.iter().map(variant_name).collect();
        if let Some(twice) = (1..names.len()).find(|&v| names[..v].contains(&names[v])) {
            return Err(Failure::usage(anyhow!("--variants: {} comes twice", names[twice])));
        }
        let (seeds, max_hands) = (Seeds(stage.seed), stage.max_hands as usize);
        let players = &rungs;
        let makers: Vec<_> = rules
            .iter()
            .map(|rules| move |rung: usize| -> Box<dyn Bot<G>> { players[rung].spec.make(rules) })
            .collect();
        let variants: Vec<_> = (0..rules.len())
            .map(|v| Variant::new(names[v].clone(), rules[v], seeds, max_hands, &makers[v]))
            .collect();
        let folder =
            args.out.as_ref().map(|dir| StudyFolder::create(dir, args.force)).transpose()?;
        heed_interrupts()?;
        silence_bots();
        let progress = Progress::new(args.matches, (0, 0), !stage.quiet);
        let (mut study, measures) = Study::new::<G>(variants.len(), rungs.len());
        let threads = stage.threads.map_or_else(cores, usize::from);
        let take = |_, block| {
            study.add(&block);
            progress.update(study.blocks(), study.hands(), String::new);
            let more = study.blocks() < args.matches;
            if more && interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let work = |number| play_block(&variants, rungs.len(), &measures, seeds, number);
        let flow = conveyor::run(threads, 0..args.matches, work, take)
            .context("threads can't be started")?;
        progress.clear();
        let comparison = Comparison::new(G::NAME, &names, &rungs, &study);
        if flow.is_break() {
            if let Some(folder) = folder {
                folder.leave();
            }
            return stopped(args, &comparison);
        }
        if let Some(folder) = folder {
            let manifest = |hash| {
                let finished = jiff::Timestamp::now().to_string();
                to_json(&json!({
                    "version": env!("CARGO_PKG_VERSION"),
                    "command": command_line(),
                    "game": G::NAME,
                    "rules_version": G::RULES_VERSION,
                    "variants": variants_json(&names, &rules),
                    "bots": rungs.iter().map(|rung| rung.label.as_str()).collect::<Vec<_>>(),
                    "matches": args.matches,
                    "seed": stage.seed,
                    "max_hands": max_hands,
                    "threads": threads,
                    "started": started.0.to_string(),
                    "finished": finished,
                    "results_hash": hash,
                }))
            };
            folder.finish(&comparison.tables(), manifest)?;
        }
        heard(print(args, &comparison, started.1.elapsed().as_secs_f64(), threads))?;
        forfeits(&rungs, &study)
    }
}

/// The variants as typed: a name, or `name:key=value:key=value`, over the options of `--rules`.
fn read_variants<G: Roster>(texts: &[String], common: &[String]) -> Result<Vec<G>, Failure> {
    let wrong = |error: anyhow::Error| Failure::usage(error.context("--variants"));
    texts.iter().map(|text| read_variant(text, common).map_err(wrong)).collect()
}

fn read_variant<G: Roster>(text: &str, common: &[String]) -> anyhow::Result<G> {
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
    let common: Vec<_> =
        common.iter().map(|text| pair(text).context("--rules")).collect::<Result<_, _>>()?;
    // What is said nearer to the variant's own words stands.
    let mut all = own;
    for layer in [named.collect::<Vec<_>>(), common] {
        let fresh: Vec<_> =
            layer.into_iter().filter(|(key, _)| all.iter().all(|(k, _)| k != key)).collect();
        all.extend(fresh);
    }
    Ok(options::rules(all.iter().map(|(key, value)| (key.as_str(), value.as_str())))?)
}

fn variants_json<G: Roster>(names: &[String], rules: &[G]) -> Value {
    let variant = |(name, rules)| json!({ "variant": name, "rules": options::to_json::<G>(rules) });
    names.iter().zip(rules).map(variant).collect()
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
        say(&format!("written to {}: {}, manifest.json", dir.display(), names.join(", ")));
    }
    Ok(())
}

/// An interrupted comparison shows what it has, and writes nothing.
fn stopped(args: &CompareArgs, comparison: &Comparison<'_>) -> Result<(), Failure> {
    let blocks = comparison.study.blocks();
    if blocks > 0 && !args.stage.json {
        heard(write!(anstream::stdout(), "{}", comparison.text()).map_err(Failure::from))?;
    }
    Err(Failure::Interrupted(format!(
        "interrupted after {} of {}: nothing is written; the same command starts again",
        blocks,
        plural(args.matches, "block")
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
