//! `replay`: recorded hands as a person reads them.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Map, Value, json};
use threehand_bots::{Bots, Knowledge, Registry, Visitor};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Game, Hand as _, Played, Seat, Standing};

use super::blunders;
use super::chosen::{Chosen, in_its_game};
use super::decisions::Annotation;
use super::what_if::{self, WhatIfArgs};
use super::words::{ahead, signed};
use crate::play::asking::silence_bots;
use crate::play::seeds::Seeds;
use crate::settings::value;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;
use crate::terminal::stream::{print_json, print_painted};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand replay runs/a --match 17 --lineup 2 --hand 3
  threehand replay runs/a/records.jsonl --match 17 | less -R
  threehand replay runs/a --json | jq .tricks
  threehand replay runs/a --annotate pimc:worlds=32 --blunders 10
  threehand replay runs/a --match 17 --lineup 2 --hand 3 --from 0 --bots heuristic --match-on
  threehand replay runs/a --match 17 --lineup 2 --hand 3 --from 30 --do 'play AS' --worlds 1000

Actions count from 0, as in the list `actions` of a record. --annotate shows the number of each. Decisions \
with one legal choice are not judged.";

/// A replay as typed.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Which hands are replayed.
    #[command(flatten)]
    pub chosen: Chosen,
    /// Print each hand as one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// The seed of all randomness of --annotate and --from [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Show what this bot would have done at each decision, such as pimc:worlds=256
    #[arg(long, value_name = "SPEC", help_heading = "A second opinion", conflicts_with = "from")]
    pub annotate: Option<String>,
    /// Show only the N decisions that cost the most by that bot, the worst first
    #[arg(long, value_name = "N", help_heading = "A second opinion", requires = "annotate", value_parser = value::whole::<1, 1_000_000>)]
    pub blunders: Option<u64>,
    /// What is played otherwise.
    #[command(flatten)]
    pub what_if: WhatIfArgs,
}

/// Prints the hands that were asked for.
pub fn run(lab: &impl Registry, args: &ReplayArgs) -> Result<(), Failure> {
    let seeds = Seeds(args.seed.unwrap_or(1));
    if args.seed.is_some() && args.annotate.is_none() && args.what_if.from.is_none() {
        let told = "nothing here is random: it is for --annotate or --from";
        return Err(Failure::setting("seed", told));
    }
    silence_bots();
    let annotation = args.annotate.as_deref().map(|spec| Annotation { spec, seeds });
    if let Some(from) = args.what_if.from {
        return what_if::run(lab, args, from, seeds);
    }
    if let Some((annotation, most)) = annotation.zip(args.blunders) {
        return blunders::run(lab, &args.chosen, annotation, most, args.json);
    }
    let mut is_first = true;
    args.chosen.each(|record, place| {
        let there = (record, place);
        if args.json {
            return print_json(&in_its_game(lab, there, AsJson { record, annotation })?);
        }
        let text = in_its_game(lab, there, AsText { record, annotation })?;
        let between = if std::mem::take(&mut is_first) { "" } else { "\n" };
        print_hand(&format!("{between}{text}"))
    })
}

/// Prints the text of a hand.
pub(super) fn print_hand(text: &str) -> Result<(), Failure> {
    let lines: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    print_painted(&lines, red_suits)
}

/// A record with what replaying it shows.
struct AsJson<'a> {
    record: &'a Record,
    annotation: Option<Annotation<'a>>,
}

impl Visitor for AsJson<'_> {
    type Output = Result<Value, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let played = self.record.replay::<G>()?;
        let mut json = hand_json(self.record, &played)?;
        if let Some(annotation) = self.annotation {
            let judged = annotation.judge(bots, self.record, &played)?;
            json["annotator"] = judged.annotator.into();
            json["opinions"] = serde_json::to_value(judged.decisions)?;
        }
        Ok(json)
    }
}

/// A record with what replaying it shows, as one JSON object.
pub(super) fn hand_json<G: Game>(record: &Record, played: &Played<G>) -> anyhow::Result<Value> {
    let (end, outcome) = (&played.end, played.outcome.as_ref());
    let of_seats = |of: &dyn Fn(Seat) -> Value| Value::from(Seat::ALL.map(of).to_vec());
    let quantities: Map<_, _> = G::QUANTITIES
        .iter()
        .map(|quantity| (quantity.name.to_owned(), json!(outcome.and_then(|_| (quantity.of)(end)))))
        .collect();
    let over = outcome.filter(|outcome| outcome.over);
    let winners = over.map_or_else(Vec::new, |outcome| ahead(&outcome.standing));
    let told = tell(record, played)?;
    let mut json = serde_json::to_value(record)?;
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

/// A record as a person reads it.
struct AsText<'a> {
    record: &'a Record,
    annotation: Option<Annotation<'a>>,
}

impl Visitor for AsText<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Self::Output {
        let played = self.record.replay::<G>()?;
        let mut text = tell(self.record, &played)?;
        if let Some(annotation) = self.annotation {
            text += &annotation.judge(bots, self.record, &played)?.text();
        }
        Ok(text)
    }
}

/// A record and the hand that it comes to, for a reader.
pub(crate) fn tell<G: Game>(record: &Record, played: &Played<G>) -> anyhow::Result<String> {
    let mut text = String::new();
    let scores = Seat::ALL.map(|seat| format!("seat {seat} {}", signed(record.scores[seat])));
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
    let points = record.points.map(signed).0.join(" ");
    let now = Seat::ALL.map(|seat| format!("seat {seat} {}", signed(record.scores_after[seat])));
    let tricks = played.end.tricks().map(|t| t.to_string()).0.join(" · ");
    writeln!(text, "  tricks {tricks}     points {points}     now {}", now.join(", "))?;
    let end = match &played.outcome {
        Some(outcome) if outcome.over => Some(winner_line(&outcome.standing)),
        _ if record.truncated => Some("  the cap on hands ends the match".to_owned()),
        _ => None,
    };
    if let Some(end) = end {
        writeln!(text, "{end}")?;
    }
    Ok(text)
}

fn winner_line(standing: &impl Standing) -> String {
    match ahead(standing)[..] {
        [winner] => format!("  seat {winner} wins the match"),
        _ => "  the match is shared".to_owned(),
    }
}

/// Hearts and diamonds in red; the stream takes it off again where colours are not wanted.
pub(crate) fn red_suits(text: &str) -> String {
    let red = anstyle::AnsiColor::Red.on_default();
    let paint = |symbol: &str| format!("{red}{symbol}{red:#}");
    text.replace('♥', &paint("♥")).replace('♦', &paint("♦"))
}
