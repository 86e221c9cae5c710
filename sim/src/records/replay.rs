//! `replay`: recorded hands as a person reads them.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Game, Seat};

use super::file::RecordsFile;
use crate::games::named::with_recorded_game;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;
use crate::terminal::stream::print_painted;

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand replay runs/a --match 17 --lineup 2 --hand 3
  threehand replay runs/a/records.jsonl --match 17 | less -R";

/// A replay as typed.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A records file (.jsonl or .jsonl.zst), or the folder of a run that has one
    pub file: PathBuf,
    /// Only this match
    #[arg(long = "match", value_name = "M")]
    pub match_number: Option<u64>,
    /// Only this line-up
    #[arg(long, value_name = "L")]
    pub lineup: Option<usize>,
    /// Only this hand
    #[arg(long, value_name = "H")]
    pub hand: Option<usize>,
}

/// Prints the hands that were asked for.
pub fn run(lab: &impl Registry, args: &ReplayArgs) -> Result<(), Failure> {
    let mut file = RecordsFile::open(&args.file)?;
    let wanted = |record: &Record| {
        args.match_number.is_none_or(|m| record.match_number == m)
            && args.lineup.is_none_or(|l| record.lineup == l)
            && args.hand.is_none_or(|h| record.hand == h)
    };
    let mut told_hands = 0_usize;
    while let Some(record) = file.next() {
        let record = record?;
        if !wanted(&record) {
            continue;
        }
        let told = with_recorded_game(lab, &record, Tell(&record)).map_err(anyhow::Error::from);
        let text = told.flatten().with_context(|| file.place())?;
        let between = if told_hands > 0 { "\n" } else { "" };
        let lines: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        print_painted(&format!("{between}{lines}"), red_suits)?;
        told_hands += 1;
    }
    if told_hands == 0 {
        let asked = [
            args.match_number.map(|m| format!("match {m}")),
            args.lineup.map(|l| format!("line-up {l}")),
            args.hand.map(|h| format!("hand {h}")),
        ];
        let asked: Vec<_> = asked.into_iter().flatten().collect();
        let what = if asked.is_empty() { "record".to_owned() } else { asked.join(", ") };
        return Err(anyhow!("{}: no {what} in it", file.path.display()).into());
    }
    Ok(())
}

struct Tell<'a>(&'a Record);

impl Visitor for Tell<'_> {
    type Output = anyhow::Result<String>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> anyhow::Result<String> {
        let record = self.0;
        let played = record.replay::<G>()?;
        let mut text = String::new();
        let scores = Seat::ALL.map(|seat| format!("{seat} {}", score(record.scores[seat])));
        writeln!(
            text,
            "{} · match {}, line-up {}, hand {} · dealer seat {} · before: {}",
            shown(&record.variant),
            record.match_number,
            record.lineup,
            record.hand,
            record.dealer,
            scores.join(", ")
        )?;
        let bots = BySeat::from_fn(|seat| shown(&record.bots[seat]).into());
        G::tell(&played, &bots, &mut text)?;
        if let Some(forfeit) = &record.forfeit {
            writeln!(
                text,
                "  seat {} forfeits the match: {}",
                forfeit.seat,
                shown(&forfeit.reason)
            )?;
            return Ok(text);
        }
        let points = record.points.map(score).0.join(" ");
        let now = Seat::ALL.map(|seat| format!("{seat} {}", score(record.scores_after[seat])));
        let tricks =
            threehand_engine::Hand::tricks(&played.end).map(|t| t.to_string()).0.join(" · ");
        writeln!(text, "  tricks {tricks}     points {points}     now {}", now.join(", "))?;
        let end = match played.outcome {
            Some(outcome) if outcome.over => Some(winner_line::<G>(&outcome.standing)),
            _ if record.truncated => Some("  the cap on hands ends the match".to_owned()),
            _ => None,
        };
        if let Some(end) = end {
            writeln!(text, "{end}")?;
        }
        Ok(text)
    }
}

fn winner_line<G: Game>(standing: &G::Standing) -> String {
    use threehand_engine::Standing;
    let best = Seat::ALL.map(|seat| standing.placing(seat)).into_iter().max();
    let winners: Vec<_> =
        Seat::ALL.into_iter().filter(|&seat| Some(standing.placing(seat)) == best).collect();
    match winners[..] {
        [winner] => format!("  seat {winner} wins the match"),
        _ => "  the match is shared".to_owned(),
    }
}

fn score(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        _ if points < 0 => format!("−{}", -points),
        _ => format!("+{points}"),
    }
}

/// Hearts and diamonds in red; the stream takes it off again where colours are not wanted.
fn red_suits(text: &str) -> String {
    let red = anstyle::AnsiColor::Red.on_default();
    let paint = |symbol: &str| format!("{red}{symbol}{red:#}");
    text.replace('♥', &paint("♥")).replace('♦', &paint("♦"))
}
