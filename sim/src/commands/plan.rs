//! `--plan`: what a tournament will take and what it can show, from a short probe of its bots.

use std::io::Write as _;
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, HumanCount};
use serde_json::{Map, Value, json};
use threehand_bots::Knowledge;

use super::plural;
use crate::cli::{TournamentArgs, Which};
use crate::failure::Failure;
use crate::output::summary::Summary;
use crate::runner::{self, Tournament};
use crate::stats::{Tally, smallest_effect};

/// Blocks that are probed at most, and for how long at most; two at least.
pub(super) const PROBED: (u64, Duration) = (200, Duration::from_secs(2));

/// From so few blocks nothing is said of what a run can show: their spread is mostly chance.
const TOO_FEW: u64 = 10;

/// What a run will take, told from its first blocks.
struct Plan<'a, G> {
    summary: Summary<'a, G>,
    /// Blocks that will be played here, and in the whole run of which they may be a shard.
    blocks: u64,
    whole: u64,
    /// The time that the probe took.
    probe: f64,
    /// The files that grow, with their bytes.
    files: Vec<(&'static str, f64)>,
}

/// Says what a run will take and what it can show; plays but a probe and writes nothing.
pub(super) fn tell<G: Knowledge>(
    args: &TournamentArgs,
    run: &Tournament<'_, G>,
    mut tally: Tally,
) -> Result<(), Failure> {
    let started = Instant::now();
    let probed = 0..args.matches.min(PROBED.0);
    let writes = args.out.is_some();
    let bytes = runner::probe(run, probed, PROBED.1, writes, &mut tally)?;
    let in_run = |which: Which| which.count(&run.blocks);
    let in_probe = |which: Which| which.count(&(0..tally.blocks())).max(1) as f64;
    let size = |bytes, which| bytes as f64 * in_run(which) as f64 / in_probe(which);
    let files = [
        ("matches.csv", size(bytes[0], Which::All)),
        ("hands.csv", size(bytes[1], run.hands)),
        ("records.jsonl", size(bytes[2], run.records)),
    ];
    let plan = Plan {
        summary: Summary {
            rules: &run.rules,
            variant: run.variant,
            players: run.players,
            tally: &tally,
        },
        blocks: run.blocks.end - run.blocks.start,
        whole: args.matches,
        probe: started.elapsed().as_secs_f64(),
        files: files.into_iter().filter(|(_, bytes)| *bytes > 0.0).collect(),
    };
    let mut out = anstream::stdout();
    if args.json {
        writeln!(out, "{}", plan.json())?;
    } else {
        write!(out, "{}", plan.text(args.seed, run.threads))?;
    }
    Ok(())
}

impl<G: Knowledge> Plan<'_, G> {
    /// What a sum over the probe will be over the blocks to be played.
    fn scaled(&self, sum: f64) -> f64 {
        sum * self.blocks as f64 / self.summary.tally.blocks() as f64
    }

    fn matches(&self) -> u64 {
        self.scaled(self.summary.tally.matches() as f64) as u64
    }

    fn bytes(&self) -> f64 {
        self.files.iter().map(|(_, bytes)| bytes).sum()
    }

    /// For each two bots the smallest difference of shares that the whole run will show; `None`
    /// where the probe was too short or had no spread.
    fn differences(&self) -> Vec<(&str, &str, Option<f64>)> {
        let (tally, players) = (self.summary.tally, self.summary.players);
        let pairs = (0..players.len()).flat_map(|a| (a + 1..players.len()).map(move |b| (a, b)));
        let met = pairs.filter(|&(a, b)| tally.ahead(a, b).is_some());
        let n = tally.blocks() as f64;
        met.map(|(a, b)| {
            let se = tally.difference(a, b).estimate.se.filter(|_| tally.blocks() >= TOO_FEW);
            let effect = se.map(|se| smallest_effect(se * n.sqrt(), self.whole));
            (players[a].label.as_str(), players[b].label.as_str(), effect)
        })
        .collect()
    }

    fn text(&self, seed: u64, threads: usize) -> String {
        let tally = self.summary.tally;
        let hands = rounded(self.scaled(tally.hands() as f64));
        let mut text = format!(
            "{} · {} line-ups a block · {} = {} matches, about {} hands · seed {seed} · {}\n",
            self.summary.variant,
            tally.matches() / tally.blocks(),
            plural(self.blocks, "block"),
            HumanCount(self.matches()),
            HumanCount(hands),
            plural(threads as u64, "thread"),
        );
        let files = self
            .files
            .iter()
            .map(|(name, bytes)| format!("{name} {}", DecimalBytes(rounded(*bytes))));
        let files: Vec<_> = files.collect();
        let written = if files.is_empty() {
            "nothing is to be written".to_owned()
        } else {
            format!("about {}: {}", DecimalBytes(rounded(self.bytes())), files.join(", "))
        };
        text += &format!(
            "  time    about {}, from {} in {:.2} s\n  files   {written}\n",
            duration(self.scaled(self.probe)),
            plural(tally.blocks(), "block"),
            self.probe,
        );
        for (bot, opponent, effect) in self.differences() {
            text += &match effect {
                Some(effect) => format!(
                    "  shows   a difference of {:.1} points of share between {bot} and {opponent}, \
                     in 80 % of such runs, if it is there\n",
                    100.0 * effect
                ),
                None => format!(
                    "  shows   between {bot} and {opponent} the probe was too short to tell, or had no spread\n"
                ),
            };
        }
        text += "Nothing was run or written.\n";
        text
    }

    fn json(&self) -> Value {
        let tally = self.summary.tally;
        let differences = self.differences().into_iter().map(|(bot, opponent, effect)| {
            json!({ "bot": bot, "opponent": opponent, "smallest_difference": effect })
        });
        let files: Map<_, _> = self
            .files
            .iter()
            .map(|(name, bytes)| ((*name).to_owned(), json!(bytes.round() as u64)))
            .collect();
        json!({
            "game": G::NAME,
            "variant": self.summary.variant,
            "blocks": self.blocks,
            "matches": self.matches(),
            "hands": self.scaled(tally.hands() as f64).round() as u64,
            "seconds": self.scaled(self.probe),
            "bytes": self.bytes().round() as u64,
            "files": files,
            "probe": { "blocks": tally.blocks(), "seconds": self.probe },
            "differences": differences.collect::<Vec<_>>(),
        })
    }
}

/// A guess with the two digits that it is worth.
pub(super) fn rounded(guess: f64) -> u64 {
    let unit = 10_f64.powi((guess.max(1.0).log10().floor() as i32 - 1).max(0));
    ((guess / unit).round() * unit) as u64
}

pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.1} s"),
        s if s < 5_400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}
