//! `sprt`: is the first bot better than the second, in as few blocks as it takes.

use std::io::Write as _;
use std::ops::ControlFlow;

use anyhow::{Context as _, anyhow};
use serde_json::json;
use threehand_bots::registry::{Roster, Visitor};
use threehand_engine::options::variant_name;

use super::report::heard;
use super::tournament::{cores, read_players, read_rules};
use super::{plural, with_named_game};
use crate::cli::SprtArgs;
use crate::conveyor;
use crate::duel::{Duel, DuelBlock};
use crate::failure::Failure;
use crate::output::terminal::{percent, signed};
use crate::players::Player;
use crate::progress::Progress;
use crate::runner::{heed_interrupts, interrupted};
use crate::seeds::Seeds;
use crate::stats::{Decision, Hypotheses, Moments, Sprt, Watch};
use crate::table::{Table, silence_bots};

/// Tests, and says what came out.
pub fn run(args: &SprtArgs) -> Result<(), Failure> {
    let hypotheses =
        Hypotheses { t0: args.t0, t1: args.t1, alpha: args.alpha, beta: args.beta }.checked();
    let hypotheses = hypotheses.map_err(Failure::usage)?;
    with_named_game(&args.stage.game, Test { args, hypotheses })?
}

struct Test<'a> {
    args: &'a SprtArgs,
    hypotheses: Hypotheses,
}

/// All that has been seen when the test ends.
struct Evidence {
    sprt: Sprt,
    watch: Watch,
    decision: Option<Decision>,
    won: Moments,
    hands: u64,
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

    fn blocks(&self) -> u64 {
        self.won.n()
    }

    fn llr(&self) -> String {
        self.sprt.llr().map_or_else(|| "–".to_owned(), |llr| signed(llr, 2).trim().to_owned())
    }
}

impl Visitor for Test<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Roster>(self) -> Result<(), Failure> {
        let Self { args, hypotheses } = self;
        let stage = &args.stage;
        let rules: G = read_rules(&stage.rules)?;
        let players = read_players(&args.bots)?;
        if players.len() != 2 {
            let count = players.len();
            return Err(Failure::usage(anyhow!("--bots: sprt tests two bots, not {count}")));
        }
        let make = |bot: usize| players[bot].spec.make(&rules);
        let duel = Duel::new(Table::new(rules, Seeds(stage.seed), stage.max_hands as usize, &make));
        heed_interrupts()?;
        silence_bots();
        let progress = Progress::new(args.matches, (0, 0), !stage.quiet);
        let mut evidence = Evidence::new(hypotheses);
        let take = |_, block: DuelBlock| {
            evidence.add(&block);
            progress.update(evidence.blocks(), evidence.hands, || {
                let (lower, upper) = (hypotheses.lower(), hypotheses.upper());
                let (lower, upper) = (signed(lower, 2), signed(upper, 2));
                format!("LLR {} of {lower} … {upper}", evidence.llr())
            });
            if evidence.decision.is_some() || interrupted() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let threads = stage.threads.map_or_else(cores, usize::from);
        let _ = conveyor::run(threads, 0..args.matches, |number| duel.block(number), take)
            .context("threads can't be started")?;
        progress.clear();
        let report =
            Report { args, hypotheses, variant: variant_name(&rules), players: &players, evidence };
        let told = if stage.json { report.print_json() } else { report.print() };
        heard(told)?;
        report.accidents()
    }
}

/// What is said at the end.
struct Report<'a> {
    args: &'a SprtArgs,
    hypotheses: Hypotheses,
    variant: String,
    players: &'a [Player],
    evidence: Evidence,
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
            "decision": match evidence.decision {
                Some(Decision::Better) => "better",
                Some(Decision::NotBetter) => "not_better",
                None => "undecided",
            },
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

    /// An interrupt or a bot's failure is the command's exit code.
    fn accidents(&self) -> Result<(), Failure> {
        let failed =
            self.players.iter().zip(self.evidence.forfeits).filter(|(_, count)| *count > 0);
        let failed: Vec<_> = failed
            .map(|(player, count)| format!("{} failed in {}", player.label, plural(count, "match")))
            .collect();
        if interrupted() && self.evidence.decision.is_none() {
            let blocks = plural(self.evidence.blocks(), "block");
            return Err(Failure::Interrupted(format!(
                "interrupted after {blocks}: the same command starts again"
            )));
        }
        if failed.is_empty() {
            return Ok(());
        }
        Err(Failure::BotFailed(format!("{}: forfeited", failed.join(", "))))
    }
}
