//! `sprt`: is the first bot better than the second, in as few blocks as it takes.

use std::io::Write as _;
use std::ops::ControlFlow;

use anyhow::{Context as _, anyhow};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use serde_json::json;
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::options::{self, variant_name};

use super::report::heard;
use super::resume::to_go_on;
use super::tournament::{
    command_line, cores, labels, makers, read_players, read_rules, resumable, specs, stands_for,
};
use super::{plural, study_plan, with_named_game};
use crate::cli::SprtArgs;
use crate::conveyor;
use crate::duel::{Duel, DuelBlock};
use crate::failure::{Failure, say};
use crate::output::folder::{Files, FolderError, RunFolder, Sums};
use crate::output::manifest::Manifest;
use crate::output::terminal::{percent, signed};
use crate::players::Player;
use crate::progress::Progress;
use crate::runner::{heed_interrupts, interrupted};
use crate::seeds::Seeds;
use crate::stats::{Decision, Hypotheses, Moments, Sprt, Watch};
use crate::table::{Table, silence_bots};

/// Tests, and says what came out.
pub fn run(lab: &impl Registry, args: &SprtArgs) -> Result<(), Failure> {
    let hypotheses =
        Hypotheses { t0: args.t0, t1: args.t1, alpha: args.alpha, beta: args.beta }.checked();
    let hypotheses = hypotheses.map_err(Failure::usage)?;
    with_named_game(lab, &args.stage.game, Test { args, hypotheses })?
}

struct Test<'a> {
    args: &'a SprtArgs,
    hypotheses: Hypotheses,
}

/// All that has been seen so far.
pub(super) struct Evidence {
    pub(super) sprt: Sprt,
    watch: Watch,
    decision: Option<Decision>,
    won: Moments,
    pub(super) hands: u64,
    forfeits: [u64; 2],
}

impl Evidence {
    fn new(hypotheses: Hypotheses) -> Self {
        Self {
            sprt: Sprt::new(hypotheses, DuelBlock::STEP),
            watch: Watch::new(-DuelBlock::MOST, DuelBlock::MOST),
            decision: None,
            won: Moments::default(),
            hands: 0,
            forfeits: [0; 2],
        }
    }

    fn add(&mut self, block: &DuelBlock) {
        self.decision = self.sprt.add(block.difference());
        self.watch.add(block.difference() as f64 / DuelBlock::UNIT);
        self.won.add(block.won[0]);
        self.hands += block.hands;
        for (sum, forfeits) in self.forfeits.iter_mut().zip(block.forfeits) {
            *sum += forfeits;
        }
    }

    pub(super) fn blocks(&self) -> u64 {
        self.won.n()
    }

    fn noted(&self) -> Noted {
        Noted { blocks: self.blocks() }
    }

    fn llr(&self) -> String {
        self.sprt.llr().map_or_else(|| "–".to_owned(), |llr| signed(llr, 2).trim().to_owned())
    }
}

impl Visitor for Test<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Result<(), Failure> {
        let Self { args, hypotheses } = self;
        let stage = &args.stage;
        let rules: G = read_rules(&stage.rules)?;
        let players = read_players(bots, &args.bots)?;
        if players.len() != 2 {
            let count = players.len();
            return Err(Failure::usage(anyhow!("--bots: sprt tests two bots, not {count}")));
        }
        let threads = stage.threads.map_or_else(cores, usize::from);
        let makers = makers(bots, &players);
        let make = |bot: usize| makers[bot]();
        let duel = Duel::new(Table::new(rules, Seeds(stage.seed), stage.max_hands as usize, &make));
        let mut report = Report {
            args,
            hypotheses,
            game: G::NAME,
            variant: variant_name(&rules),
            players: &players,
            evidence: Evidence::new(hypotheses),
        };
        silence_bots();
        if args.plan {
            let evidence = &mut report.evidence;
            let add = |block: DuelBlock| evidence.add(&block);
            let probe = study_plan::probe(threads, args.matches, |number| duel.block(number), add)?;
            return study_plan::of_test(args, &report, threads, probe);
        }
        heed_interrupts()?;
        let settings = json!({
            "game": G::NAME,
            "variant": report.variant,
            "rules_version": G::RULES_VERSION,
            "rules": options::to_json(&rules),
            "bots": labels(&players),
            "specs": specs(&players),
            "stands_for": stands_for(bots, &players),
            "t0": args.t0,
            "t1": args.t1,
            "alpha": args.alpha,
            "beta": args.beta,
            "matches": args.matches,
            "seed": stage.seed,
            "max_hands": stage.max_hands,
        });
        let resumed = args.resumed.as_ref();
        let manifest = Manifest::new("sprt", command_line(), settings, threads, resumed);
        let mut folder = open_folder(args, &manifest, &mut report.evidence)?;
        let evidence = &mut report.evidence;
        // A test that was stopped between its decision and its end has nothing to play.
        let played = evidence.blocks();
        let due = if evidence.decision.is_some() { 0..0 } else { played..args.matches };
        let progress =
            Progress::new(args.matches, (evidence.blocks(), evidence.hands), !stage.quiet);
        let take = |number, block: DuelBlock| {
            evidence.add(&block);
            if let Some(folder) = &mut folder
                && let Err(error) =
                    folder.add_lines(&[row(number, &block).as_bytes()], &evidence.noted())
            {
                return ControlFlow::Break(Err(error));
            }
            progress.update(evidence.blocks(), evidence.hands, || {
                let (lower, upper) = (hypotheses.lower(), hypotheses.upper());
                let (lower, upper) = (signed(lower, 2), signed(upper, 2));
                format!("LLR {} of {lower} … {upper}", evidence.llr())
            });
            if evidence.decision.is_some() || interrupted() {
                return ControlFlow::Break(Ok(()));
            }
            ControlFlow::Continue(())
        };
        let resumable = |error: FolderError| resumable(error.into(), args.out.as_deref());
        let flow = conveyor::run(threads, due, |number| duel.block(number), take)
            .context("threads can't be started")?;
        progress.clear();
        if let ControlFlow::Break(Err(error)) = flow {
            return Err(resumable(error));
        }
        let evidence = &report.evidence;
        if evidence.decision.is_none() && evidence.blocks() < args.matches {
            if let Some(folder) = &mut folder {
                folder.note_progress(&evidence.noted()).map_err(resumable)?;
            }
            return report.stopped();
        }
        if let Some(folder) = &mut folder {
            manifest.finish(folder, &[("test.csv", report.csv())]).map_err(resumable)?;
        }
        let told = if stage.json { report.print_json() } else { report.print() };
        heard(told)?;
        if let Some(dir) = args.out.as_ref().filter(|_| !stage.quiet) {
            let dir = dir.display();
            say(&format!("written to {dir}: blocks.csv, test.csv, manifest.json, config.toml"));
        }
        report.accidents()
    }
}

/// The first line of `blocks.csv`.
const BLOCKS_HEADER: &str = "match,a_won_sixths,b_won_sixths,hands,a_forfeits,b_forfeits\n";

/// A block's row of `blocks.csv`.
fn row(number: u64, block: &DuelBlock) -> String {
    let DuelBlock { won: [a, b], hands, forfeits: [a_forfeits, b_forfeits] } = block;
    format!("{number},{a},{b},{hands},{a_forfeits},{b_forfeits}\n")
}

/// What is noted of a test that goes on: its evidence is that of the rows of `blocks.csv`.
#[derive(Serialize, Deserialize)]
struct Noted {
    blocks: u64,
}

impl Sums for Noted {
    fn blocks(&self) -> u64 {
        self.blocks
    }

    fn is_like(&self, _: &Self) -> bool {
        true
    }
}

/// Opens the folder that is to be written, if any; of a test that is carried on, the evidence is
/// then that of the blocks played before.
fn open_folder(
    args: &SprtArgs,
    manifest: &Manifest,
    evidence: &mut Evidence,
) -> Result<Option<RunFolder>, Failure> {
    let Some(dir) = &args.out else {
        return Ok(None);
    };
    let files = || Files(vec![Some(("blocks.csv".to_owned(), BLOCKS_HEADER))]);
    let documents = manifest.documents();
    let Some(written) = &args.resumed else {
        return Ok(Some(RunFolder::create(dir, files(), args.force, &documents)?));
    };
    written.expect(manifest)?;
    let (folder, noted) =
        RunFolder::reopen(dir, files(), &documents, &Noted { blocks: 0 }, args.matches)?;
    let Some(Noted { blocks }) = noted else {
        return Ok(Some(folder));
    };
    let path = dir.join("blocks.csv");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    for (number, line) in (0..).zip(text.lines().skip(1)) {
        let block = read_row(number, line).filter(|_| evidence.decision.is_none());
        let block = block.ok_or_else(|| {
            let line = number + 2;
            anyhow!(
                "{}:{line}: it is not the row that was written; start again with --force",
                path.display()
            )
        })?;
        evidence.add(&block);
    }
    if evidence.blocks() != blocks {
        let (there, path) = (evidence.blocks(), path.display());
        return Err(Failure::Failed(anyhow!(
            "{path}: {there} blocks, where progress.json has noted {blocks}; start again with \
             --force"
        )));
    }
    Ok(Some(folder))
}

fn read_row(number: u64, line: &str) -> Option<DuelBlock> {
    let values: Vec<u64> =
        line.split(',').map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let &[at, a, b, hands, a_forfeits, b_forfeits] = values.as_slice() else { return None };
    let sixths = a <= 36 && b <= 36;
    let block = DuelBlock { won: [a as i64, b as i64], hands, forfeits: [a_forfeits, b_forfeits] };
    (at == number && sixths).then_some(block)
}

#[derive(Serialize)]
struct TestRow<'a> {
    game: &'a str,
    variant: &'a str,
    a: &'a str,
    b: &'a str,
    decision: &'a str,
    blocks: u64,
    llr: Option<f64>,
    lower: f64,
    upper: f64,
    t: Option<f64>,
    win_share: f64,
    difference: f64,
    se: Option<f64>,
    lo: Option<f64>,
    hi: Option<f64>,
    anytime_lo: f64,
    anytime_hi: f64,
}

/// What is said at the end.
pub(super) struct Report<'a> {
    args: &'a SprtArgs,
    pub(super) hypotheses: Hypotheses,
    pub(super) game: &'static str,
    pub(super) variant: String,
    pub(super) players: &'a [Player],
    pub(super) evidence: Evidence,
}

impl Report<'_> {
    fn print_json(&self) -> Result<(), Failure> {
        let evidence = &self.evidence;
        let moments = evidence.sprt.moments();
        let plain = moments.estimate(DuelBlock::UNIT);
        let (anytime_lo, anytime_hi) = evidence.watch.interval();
        let json = json!({
            "a": self.players[0].label,
            "b": self.players[1].label,
            "decision": self.decision_word(),
            "llr": evidence.sprt.llr(),
            "lower": self.hypotheses.lower(),
            "upper": self.hypotheses.upper(),
            "blocks": evidence.blocks(),
            "win_share": evidence.won.mean(DuelBlock::UNIT),
            "lo": plain.lo,
            "hi": plain.hi,
            "anytime_lo": anytime_lo,
            "anytime_hi": anytime_hi,
            "variant": self.variant,
            "t": evidence.sprt.t(),
            "difference": plain.mean,
            "se": plain.se,
            "hands": evidence.hands,
            "forfeits": evidence.forfeits,
        });
        Ok(writeln!(anstream::stdout(), "{json}")?)
    }

    fn print(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        let Hypotheses { t0, t1, alpha, beta } = self.hypotheses;
        let (evidence, blocks) = (&self.evidence, self.evidence.blocks());
        writeln!(
            out,
            "{} · is {} better than {}? · t ≤ {t0} against t ≥ {t1}, α {alpha}, β {beta} · {} = {}, \
             {} · seed {}\n",
            self.variant,
            self.players[0].label,
            self.players[1].label,
            plural(blocks, "block"),
            plural(6 * blocks, "match"),
            plural(evidence.hands, "hand"),
            self.args.stage.seed,
        )?;
        writeln!(out, "{}", self.decision())?;
        let difference = evidence.sprt.moments().estimate(DuelBlock::UNIT);
        let mean = percent(difference.mean);
        let Some((plain_lo, plain_hi)) = difference.lo.zip(difference.hi) else {
            let cause = if blocks > 1 {
                format!(
                    "The difference was {mean} points of share in every block alike: there is no \
                     spread to take an error from."
                )
            } else {
                "One block has no spread to take an error from.".to_owned()
            };
            return Ok(writeln!(out, "{cause}")?);
        };
        let (lo, hi) = evidence.watch.interval();
        writeln!(
            out,
            "Difference {mean} points of share, t = {}; 95 %: {} to {} as if that many blocks had \
             been settled beforehand, {} to {} whenever one stops.",
            signed(evidence.sprt.t().unwrap_or_default(), 3).trim(),
            percent(plain_lo),
            percent(plain_hi),
            percent(lo),
            percent(hi),
        )?;
        Ok(())
    }

    fn decision(&self) -> String {
        let (a, b) = (&self.players[0].label, &self.players[1].label);
        let evidence = &self.evidence;
        let llr = evidence.llr();
        let bounds = format!(
            "{} … {}",
            signed(self.hypotheses.lower(), 2),
            signed(self.hypotheses.upper(), 2)
        );
        let share = percent(evidence.won.mean(DuelBlock::UNIT));
        match evidence.decision {
            Some(Decision::Better) => format!(
                "{a} is better than {b}: the evidence is {llr}, beyond {bounds}; win share {share} %, parity 33.3 %."
            ),
            Some(Decision::NotBetter) => format!(
                "{a} is not better than {b}: the evidence is {llr}, beyond {bounds}; win share {share} %, parity 33.3 %."
            ),
            None => format!(
                "Undecided: the evidence is {llr}, within {bounds}; win share {share} %, parity 33.3 %."
            ),
        }
    }

    /// An interrupted test shows what it has, and says how to go on.
    fn stopped(&self) -> Result<(), Failure> {
        if self.evidence.blocks() > 0 && !self.args.stage.json {
            heard(self.print())?;
        }
        let then = self.args.out.as_deref().map_or_else(
            || "nothing was to be written; the same command starts again".to_owned(),
            to_go_on,
        );
        Err(Failure::Interrupted(format!(
            "interrupted after {} of at most {}; {then}",
            HumanCount(self.evidence.blocks()),
            plural(self.args.matches, "block")
        )))
    }

    /// `test.csv`: one row, which says what came out.
    fn csv(&self) -> Vec<u8> {
        let evidence = &self.evidence;
        let plain = evidence.sprt.moments().estimate(DuelBlock::UNIT);
        let (anytime_lo, anytime_hi) = evidence.watch.interval();
        let row = TestRow {
            game: self.game,
            variant: &self.variant,
            a: &self.players[0].label,
            b: &self.players[1].label,
            decision: self.decision_word(),
            blocks: evidence.blocks(),
            llr: evidence.sprt.llr(),
            lower: self.hypotheses.lower(),
            upper: self.hypotheses.upper(),
            t: evidence.sprt.t(),
            win_share: evidence.won.mean(DuelBlock::UNIT),
            difference: plain.mean,
            se: plain.se,
            lo: plain.lo,
            hi: plain.hi,
            anytime_lo,
            anytime_hi,
        };
        let mut rows = csv::Writer::from_writer(Vec::new());
        rows.serialize(row).expect("plain rows can be written to memory");
        rows.into_inner().expect("plain rows can be written to memory")
    }

    const fn decision_word(&self) -> &'static str {
        match self.evidence.decision {
            Some(Decision::Better) => "better",
            Some(Decision::NotBetter) => "not_better",
            None => "undecided",
        }
    }

    /// A bot's failure is the command's exit code.
    fn accidents(&self) -> Result<(), Failure> {
        let failed =
            self.players.iter().zip(self.evidence.forfeits).filter(|(_, count)| *count > 0);
        let failed: Vec<_> = failed
            .map(|(player, count)| format!("{} failed in {}", player.label, plural(count, "match")))
            .collect();
        if failed.is_empty() {
            return Ok(());
        }
        Err(Failure::BotFailed(format!("{}: forfeited", failed.join(", "))))
    }
}
