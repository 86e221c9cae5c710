//! `calibrate`: do the intervals and tests keep their promises? A bot against itself, many times.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use indicatif::DecimalBytes;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::options::{self, variant_name};

use super::plan::{duration, rounded};
use super::report::heard;
use super::tournament::{command_line, cores, read_players, read_rules, stands_for};
use super::{plural, with_named_game};
use crate::calibration::{Calibration, FEWEST, MISSES, Trial};
use crate::cli::CalibrateArgs;
use crate::conveyor;
use crate::duel::{Duel, DuelBlock};
use crate::failure::{Failure, say};
use crate::output::calibration::CalibrationTables;
use crate::output::folder::to_json;
use crate::output::study_folder::StudyFolder;
use crate::output::terminal::percent;
use crate::players::Player;
use crate::progress::Progress;
use crate::runner::{heed_interrupts, interrupted};
use crate::seeds::Seeds;
use crate::settings;
use crate::stats::{Hypotheses, binomial_interval};
use crate::table::{Table, silence_bots};

/// The spread that the sum of a run's differences must have, in steps of a difference. With less,
/// that there are steps would show in the p-values before anything else.
const LEAST_SPREAD: f64 = 10.0;

/// Blocks that a plan plays at most, and for how long at most.
const PROBED: (u64, Duration) = (200, Duration::from_secs(2));

/// Calibrates, and says what came out.
pub fn run(lab: &impl Registry, args: &CalibrateArgs) -> Result<(), Failure> {
    let hypotheses = Hypotheses { t0: 0.0, t1: args.t1, alpha: args.alpha, beta: args.beta };
    let hypotheses = hypotheses.checked().map_err(Failure::usage)?;
    if args.matches < FEWEST {
        return Err(Failure::usage(anyhow!(
            "--matches: a run takes at least {FEWEST} blocks, not {}: with fewer, the steps in which \
             differences come show in the p-values",
            args.matches
        )));
    }
    if args.matches.checked_mul(u64::from(args.runs)).is_none() {
        return Err(Failure::usage(anyhow!("--matches: {} blocks are too many", args.matches)));
    }
    with_named_game(lab, &args.stage.game, Calibrate { args, hypotheses })?
}

struct Calibrate<'a> {
    args: &'a CalibrateArgs,
    hypotheses: Hypotheses,
}

/// What has been played so far.
struct Played {
    calibration: Calibration,
    underway: Trial,
    /// Finished runs whose interval misses 0.
    missed: u64,
    blocks: u64,
    hands: u64,
    forfeits: u64,
}

impl Played {
    fn new(hypotheses: Hypotheses) -> Self {
        Self {
            calibration: Calibration::default(),
            underway: Trial::new(hypotheses),
            missed: 0,
            blocks: 0,
            hands: 0,
            forfeits: 0,
        }
    }

    fn add(&mut self, block: &DuelBlock) {
        self.underway.add(block.difference());
        self.blocks += 1;
        self.hands += block.hands;
        self.forfeits += block.forfeits.iter().sum::<u64>();
    }
}

impl Visitor for Calibrate<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Self { args, hypotheses } = self;
        let stage = &args.stage;
        let started = (jiff::Timestamp::now(), Instant::now());
        let rules: G = read_rules(&stage.rules)?;
        let players = read_players(bots, &args.bots)?;
        let [player] = players.as_slice() else {
            let count = players.len();
            return Err(Failure::usage(anyhow!(
                "--bots: calibrate lets one bot play itself, not {count}"
            )));
        };
        let maker = bots.maker(&player.spec);
        let make = |_| maker();
        let duel = Duel::new(Table::new(rules, Seeds(stage.seed), stage.max_hands as usize, &make));
        let variant = variant_name(&rules);
        let threads = stage.threads.map_or_else(cores, usize::from);
        let session = Session { args, hypotheses, variant, player, threads };
        silence_bots();
        if args.plan {
            return session.plan(&duel);
        }
        let folder =
            args.out.as_ref().map(|dir| StudyFolder::create(dir, args.force)).transpose()?;
        heed_interrupts()?;
        let played = match session.play(&duel) {
            Ok(played) => played,
            Err(failure) => {
                if let Some(folder) = folder {
                    folder.leave();
                }
                return Err(failure);
            }
        };
        let tables = session.tables(&played.calibration);
        if let Some(folder) = folder {
            let manifest = session.manifest(bots, &rules, &started.0.to_string());
            let config = settings::to_toml("calibrate", &manifest);
            let finish = |hash: String| {
                let mut manifest = manifest;
                manifest.insert("finished".to_owned(), jiff::Timestamp::now().to_string().into());
                manifest.insert("results_hash".to_owned(), hash.into());
                to_json(&manifest)
            };
            folder.finish(&config, &tables.tables(), finish)?;
        }
        heard(session.print(&played, &tables, started.1.elapsed().as_secs_f64()))?;
        if played.forfeits > 0 {
            let matches = plural(played.forfeits, "match");
            return Err(Failure::BotFailed(format!(
                "{} failed in {matches}: forfeited",
                player.label
            )));
        }
        Ok(())
    }
}

/// A calibration as it was asked for.
struct Session<'a> {
    args: &'a CalibrateArgs,
    hypotheses: Hypotheses,
    variant: String,
    player: &'a Player,
    threads: usize,
}

impl Session<'_> {
    fn blocks(&self) -> u64 {
        u64::from(self.args.runs) * self.args.matches
    }

    fn tables<'t>(&'t self, calibration: &'t Calibration) -> CalibrationTables<'t> {
        CalibrationTables {
            game: &self.args.stage.game,
            variant: &self.variant,
            bot: &self.player.label,
            blocks: self.args.matches,
            hypotheses: self.hypotheses,
            calibration,
        }
    }

    /// Plays all runs: run r has the blocks from r times their number on.
    fn play<G: Knowledge>(&self, duel: &Duel<'_, G>) -> Result<Played, Failure> {
        let args = self.args;
        let progress = Progress::new(self.blocks(), (0, 0), !args.stage.quiet);
        let mut played = Played::new(self.hypotheses);
        let take = |_, block: DuelBlock| {
            played.add(&block);
            if played.underway.blocks() == args.matches {
                let trial = std::mem::replace(&mut played.underway, Trial::new(self.hypotheses));
                // The first run tells how the bot plays; later ones differ from it by chance.
                if played.calibration.trials().is_empty() && trial.steps() < LEAST_SPREAD {
                    return ControlFlow::Break(self.too_even(trial.steps()));
                }
                played.missed += u64::from(trial.misses());
                played.calibration.add(trial);
            }
            progress.update(played.blocks, played.hands, || {
                let runs = played.calibration.trials().len();
                format!("{} of {runs} intervals miss 0", played.missed)
            });
            if interrupted() && played.blocks < self.blocks() {
                return ControlFlow::Break(Failure::Interrupted(format!(
                    "interrupted after {} of {}: nothing is written; the same command starts again",
                    played.calibration.trials().len(),
                    plural(u64::from(args.runs), "run"),
                )));
            }
            ControlFlow::Continue(())
        };
        let work = |number| duel.block(number);
        let flow = conveyor::run(self.threads, 0..self.blocks(), work, take)
            .context("threads can't be started")?;
        progress.clear();
        match flow {
            ControlFlow::Break(failure) => Err(failure),
            ControlFlow::Continue(()) => Ok(played),
        }
    }

    /// What is said of a bot that plays too much alike.
    fn too_even(&self, steps: f64) -> Failure {
        let (bot, blocks) = (&self.player.label, plural(self.args.matches, "block"));
        let found = if steps == 0.0 {
            format!("{bot} against itself tied every block of a run of {blocks}")
        } else {
            format!("{bot} against itself tied nearly every block of a run of {blocks}")
        };
        Failure::usage(anyhow!(
            "--bots: {found}, so there is too little chance to test: take a bot that plays more at \
             random, such as random or greedy:epsilon=0.2"
        ))
    }

    fn print(
        &self,
        played: &Played,
        tables: &CalibrationTables<'_>,
        seconds: f64,
    ) -> Result<(), Failure> {
        let args = self.args;
        let mut out = anstream::stdout().lock();
        if args.stage.json {
            let mut json = tables.json();
            json["hands"] = played.hands.into();
            json["forfeits"] = played.forfeits.into();
            writeln!(out, "{json}")?;
        } else {
            writeln!(
                out,
                "{} · {} against itself · {} of {} = {}, {} · seed {} · {} · {seconds:.1} s\n",
                self.variant,
                self.player.label,
                plural(u64::from(args.runs), "run"),
                plural(args.matches, "block"),
                plural(6 * played.blocks, "match"),
                plural(played.hands, "hand"),
                args.stage.seed,
                plural(self.threads as u64, "thread"),
            )?;
            write!(out, "{}", tables.text())?;
        }
        if let Some(dir) = args.out.as_ref().filter(|_| !args.stage.quiet) {
            let names: Vec<_> = tables.tables().into_iter().map(|(name, _)| name).collect();
            say(&format!(
                "written to {}: {}, manifest.json, config.toml",
                dir.display(),
                names.join(", ")
            ));
        }
        Ok(())
    }

    /// All of the manifest that is known beforehand.
    fn manifest<G: Knowledge>(
        &self,
        bots: &Bots<'_, G>,
        rules: &G,
        started: &str,
    ) -> Map<String, Value> {
        let args = self.args;
        let manifest = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "command": command_line(),
            "run": "calibrate",
            "game": G::NAME,
            "variant": self.variant,
            "rules_version": G::RULES_VERSION,
            "rules": options::to_json::<G>(rules),
            "bots": [self.player.label],
            "specs": [self.player.spec.to_string()],
            "stands_for": stands_for(bots, std::slice::from_ref(self.player)),
            "runs": args.runs,
            "matches": args.matches,
            "seed": args.stage.seed,
            "max_hands": args.stage.max_hands,
            "t1": args.t1,
            "alpha": args.alpha,
            "beta": args.beta,
            "threads": self.threads,
            "started": started,
        });
        match manifest {
            Value::Object(map) => map,
            _ => unreachable!("it was written as an object"),
        }
    }

    /// Says what the runs will take and what they can show; plays but a few blocks.
    fn plan<G: Knowledge>(&self, duel: &Duel<'_, G>) -> Result<(), Failure> {
        let args = self.args;
        let started = Instant::now();
        let mut played = Played::new(self.hypotheses);
        let take = |_, block: DuelBlock| {
            played.add(&block);
            let enough = played.blocks >= 2 && started.elapsed() >= PROBED.1;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let work = |number| duel.block(number);
        let _ = conveyor::run(self.threads, 0..PROBED.0.min(self.blocks()), work, take)
            .context("threads can't be started")?;
        let probe = played.underway;
        let scale = self.blocks() as f64 / played.blocks as f64;
        let seconds = scale * started.elapsed().as_secs_f64();
        let hands = scale * played.hands as f64;
        let none = Calibration::default();
        let row = self.tables(&none).run_rows([(args.runs as usize, &probe)].into_iter());
        let row = row.split(|&byte| byte == b'\n').nth(1).map_or(0, <[u8]>::len);
        let bytes = if args.out.is_some() { row as u64 * u64::from(args.runs) } else { 0 };
        let expected = (MISSES * f64::from(args.runs)).round() as u64;
        let (lo, hi) = binomial_interval(expected, u64::from(args.runs));
        let steps = probe.steps() * (args.matches as f64 / played.blocks as f64).sqrt();
        let enough = steps >= LEAST_SPREAD;
        let mut out = anstream::stdout().lock();
        if args.stage.json {
            let json = json!({
                "game": args.stage.game,
                "variant": self.variant,
                "bot": self.player.label,
                "runs": args.runs,
                "blocks": args.matches,
                "matches": 6 * self.blocks(),
                "hands": hands.round() as u64,
                "seconds": seconds,
                "bytes": bytes,
                "miss_share": { "lo": lo, "hi": hi },
                "enough_spread": enough,
            });
            writeln!(out, "{json}")?;
            return Ok(());
        }
        writeln!(
            out,
            "{} · {} against itself · {} of {} = {}, about {} · seed {} · {}",
            self.variant,
            self.player.label,
            plural(u64::from(args.runs), "run"),
            plural(args.matches, "block"),
            plural(6 * self.blocks(), "match"),
            plural(rounded(hands), "hand"),
            args.stage.seed,
            plural(self.threads as u64, "thread"),
        )?;
        writeln!(
            out,
            "  time    about {}, from {}",
            duration(seconds),
            plural(played.blocks, "block")
        )?;
        if bytes > 0 {
            writeln!(out, "  files   about {}", DecimalBytes(rounded(bytes as f64)))?;
        } else {
            writeln!(out, "  files   nothing is to be written")?;
        }
        if enough {
            writeln!(
                out,
                "  shows   intervals that miss the truth in less than {} or more than {} % of runs",
                percent(lo),
                percent(hi)
            )?;
        } else {
            writeln!(
                out,
                "  shows   nothing: the bot plays too much alike for a run to have spread"
            )?;
        }
        Ok(writeln!(out, "Nothing was run or written.")?)
    }
}
