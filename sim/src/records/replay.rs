//! `replay`: recorded hands as a person reads them.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Game, Hand as _, Played, Seat};

use super::file::RecordsFile;
use crate::games::named::with_recorded_game;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;
use crate::terminal::stream::{print_json, print_painted};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand replay runs/a --match 17 --lineup 2 --hand 3
  threehand replay runs/a/records.jsonl --match 17 | less -R
  threehand replay runs/a --json | jq .tricks";

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
    /// Print each hand as one JSON object on one line
    #[arg(long)]
    pub json: bool,
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
    let mut nearest = Nearest::default();
    while let Some(record) = file.next() {
        let record = record?;
        nearest.see(record.match_number, args.match_number);
        if !wanted(&record) {
            continue;
        }
        told_hands += 1;
        if args.json {
            let json = with_recorded_game(lab, &record, AsJson(&record));
            let json = json.map_err(anyhow::Error::from).flatten().with_context(|| file.place())?;
            print_json(&json)?;
            continue;
        }
        let told = with_recorded_game(lab, &record, Tell(&record)).map_err(anyhow::Error::from);
        let text = told.flatten().with_context(|| file.place())?;
        let between = if told_hands > 1 { "\n" } else { "" };
        let lines: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        print_painted(&format!("{between}{lines}"), red_suits)?;
    }
    if told_hands == 0 {
        let asked = [
            args.match_number.map(|m| format!("match {m}")),
            args.lineup.map(|l| format!("line-up {l}")),
            args.hand.map(|h| format!("hand {h}")),
        ];
        let asked: Vec<_> = asked.into_iter().flatten().collect();
        let what = if asked.is_empty() { "record".to_owned() } else { asked.join(", ") };
        let why = nearest.told(&file.path);
        return Err(anyhow!("{}: no {what} in it{why}", file.path.display()).into());
    }
    Ok(())
}

/// The recorded matches next to one that was asked for.
#[derive(Default)]
struct Nearest {
    below: Option<u64>,
    above: Option<u64>,
    there: bool,
}

impl Nearest {
    fn see(&mut self, number: u64, asked: Option<u64>) {
        let Some(asked) = asked else { return };
        match number.cmp(&asked) {
            Ordering::Less => self.below = self.below.max(Some(number)),
            Ordering::Equal => self.there = true,
            Ordering::Greater => self.above = Some(self.above.map_or(number, |n| n.min(number))),
        }
    }

    /// Why a match is not in the file, and which are; nothing where the match is there.
    fn told(&self, path: &Path) -> String {
        let nearest = match (self.below, self.above) {
            _ if self.there => return String::new(),
            (None, None) => return String::new(),
            (Some(below), Some(above)) => format!("the nearest are matches {below} and {above}"),
            (Some(one), None) | (None, Some(one)) => format!("the nearest is match {one}"),
        };
        let recorded =
            kept(path).map_or_else(String::new, |every| format!("{every} was recorded: "));
        format!("; {recorded}{nearest}")
    }
}

/// Which matches the run of this file kept, such as `every=10`; `None` if that is not known, or all.
fn kept(path: &Path) -> Option<String> {
    let config = std::fs::read_to_string(path.with_file_name("config.toml")).ok()?;
    let config: toml::Table = toml::from_str(&config).ok()?;
    let records = config.get("records")?.as_str()?;
    records.starts_with("every=").then(|| shown(records).to_string())
}

/// The seats that stand ahead of all others at the end of a match.
fn ahead<G: Game>(standing: &G::Standing) -> Vec<Seat> {
    use threehand_engine::Standing;
    let best = Seat::ALL.map(|seat| standing.placing(seat)).into_iter().max();
    Seat::ALL.into_iter().filter(|&seat| Some(standing.placing(seat)) == best).collect()
}

/// A record with what replaying it shows.
struct AsJson<'a>(&'a Record);

impl Visitor for AsJson<'_> {
    type Output = anyhow::Result<Value>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> anyhow::Result<Value> {
        let played = self.0.replay::<G>()?;
        let (end, outcome) = (&played.end, played.outcome.as_ref());
        let of_seats = |of: &dyn Fn(Seat) -> Value| Value::from(Seat::ALL.map(of).to_vec());
        let quantities: Map<_, _> = G::QUANTITIES
            .iter()
            .map(|quantity| {
                (quantity.name.to_owned(), json!(outcome.and_then(|_| (quantity.of)(end))))
            })
            .collect();
        let over = outcome.filter(|outcome| outcome.over);
        let winners = over.map_or_else(Vec::new, |outcome| ahead::<G>(&outcome.standing));
        let told = tell(self.0, &played)?;
        let mut json = serde_json::to_value(self.0)?;
        let shows = [
            ("roles", of_seats(&|seat| json!(G::ROLES.get(end.role(seat))))),
            ("contracts", of_seats(&|seat| json!(end.contract(seat).map(|c| c.to_string())))),
            ("kept", of_seats(&|seat| json!(end.kept(seat)))),
            ("tricks", of_seats(&|seat| json!(end.tricks()[seat]))),
            ("quantities", quantities.into()),
            ("over", over.is_some().into()),
            ("winners", json!(winners)),
            ("told", told.lines().map(str::trim_end).collect::<Vec<_>>().into()),
        ];
        for (key, value) in shows {
            json[key] = value;
        }
        Ok(json)
    }
}

struct Tell<'a>(&'a Record);

impl Visitor for Tell<'_> {
    type Output = anyhow::Result<String>;

    fn visit<G: Knowledge>(self, _: &Bots<'_, G>) -> anyhow::Result<String> {
        tell(self.0, &self.0.replay::<G>()?)
    }
}

/// A record and the hand that it comes to, for a reader.
pub(crate) fn tell<G: Game>(record: &Record, played: &Played<G>) -> anyhow::Result<String> {
    let mut text = String::new();
    let scores = Seat::ALL.map(|seat| format!("seat {seat} {}", score(record.scores[seat])));
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
    G::tell(played, &bots, &mut text)?;
    if let Some(forfeit) = &record.forfeit {
        writeln!(text, "  seat {} forfeits the match: {}", forfeit.seat, shown(&forfeit.reason))?;
        return Ok(text);
    }
    let points = record.points.map(score).0.join(" ");
    let now = Seat::ALL.map(|seat| format!("seat {seat} {}", score(record.scores_after[seat])));
    let tricks = played.end.tricks().map(|t| t.to_string()).0.join(" · ");
    writeln!(text, "  tricks {tricks}     points {points}     now {}", now.join(", "))?;
    let end = match &played.outcome {
        Some(outcome) if outcome.over => Some(winner_line::<G>(&outcome.standing)),
        _ if record.truncated => Some("  the cap on hands ends the match".to_owned()),
        _ => None,
    };
    if let Some(end) = end {
        writeln!(text, "{end}")?;
    }
    Ok(text)
}

fn winner_line<G: Game>(standing: &G::Standing) -> String {
    match ahead::<G>(standing)[..] {
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
pub(crate) fn red_suits(text: &str) -> String {
    let red = anstyle::AnsiColor::Red.on_default();
    let paint = |symbol: &str| format!("{red}{symbol}{red:#}");
    text.replace('♥', &paint("♥")).replace('♦', &paint("♦"))
}
