//! `replay`: recorded hands as a person reads them.

use clap::Args;
use serde_json::{Map, Value, json};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Seat};
use threehand_play::{Catalog, DynGame, DynHand, Seeds, panics::silence_bots};

use super::continuation::{self, ContinuationArgs};
use super::judgement::{Judge, print_blunders};
use super::scores::{all_signed, match_end, signed};
use super::selection::{Selection, in_game};
use crate::play::named::learn_beside;
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
    /// The hands.
    #[command(flatten)]
    pub selection: Selection,
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
    /// How a hand is continued.
    #[command(flatten)]
    pub continuation: ContinuationArgs,
}

/// Prints the selected hands, judged or continued where that is asked for.
///
/// # Errors
/// What is wrong with a record or the command, or which bot failed.
pub fn run(catalog: &Catalog<'_>, args: &ReplayArgs) -> Result<(), Failure> {
    let seeds = Seeds(args.seed.unwrap_or(1));
    if args.seed.is_some() && args.annotate.is_none() && args.continuation.from.is_none() {
        let message = "nothing here is random: it is for --annotate or --from";
        return Err(Failure::setting("seed", message));
    }
    silence_bots();
    learn_beside(catalog, &args.selection.file)?;
    if let Some(from) = args.continuation.from {
        return continuation::run(catalog, args, from, seeds);
    }
    let judge = args.annotate.as_deref().map(|spec| Judge { spec, seeds });
    if let Some((judge, most)) = judge.zip(args.blunders) {
        return print_blunders(catalog, &args.selection, judge, most, args.json);
    }
    let mut is_first = true;
    args.selection.each(|record, place| {
        let (json, text) = in_game(catalog, (record, place), |game| {
            let hand = game.replay(record)?;
            let judgement = judge.map(|judge| judge.judge(game, record, &*hand)).transpose()?;
            if !args.json {
                let judged = judgement.map_or_else(String::new, |judgement| judgement.text());
                return Ok((Value::Null, hand_text(record, &*hand) + &judged));
            }
            let mut json = hand_json(game, record, &*hand)?;
            if let Some(judgement) = judgement {
                judgement.add_to(&mut json);
            }
            Ok((json, String::new()))
        })?;
        if args.json {
            return print_json(&json);
        }
        let between = if std::mem::take(&mut is_first) { "" } else { "\n" };
        print_hand(&format!("{between}{text}"))
    })
}

/// Prints the text of a hand.
pub(super) fn print_hand(text: &str) -> Result<(), Failure> {
    print_painted(&(trimmed(text).join("\n") + "\n"), red_suits)
}

/// The lines of a text without blanks at their ends.
pub(crate) fn trimmed(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

/// A record with the results of replaying it, as one JSON object.
pub(super) fn hand_json(
    game: &dyn DynGame,
    record: &Record,
    hand: &dyn DynHand,
) -> anyhow::Result<Value> {
    let (roles, contracts, kept) = hand.seats();
    let values = hand.row().map_or_else(Vec::new, |row| row.quantities);
    let names = game.quantities().into_iter().map(|[name, ..]| name.to_owned());
    let values = values.into_iter().chain(std::iter::repeat(None)).map(Value::from);
    let over = hand.end().filter(|end| end.over);
    let results = [
        ("roles", json!(roles.map(|role| game.roles().get(role)))),
        ("contracts", json!(contracts)),
        ("kept", json!(kept)),
        ("tricks", json!(hand.tricks())),
        ("quantities", names.zip(values).collect::<Map<_, _>>().into()),
        ("over", over.is_some().into()),
        ("winners", json!(over.map_or_else(Vec::new, |end| end.standing.leaders()))),
        ("told", trimmed(&hand_text(record, hand)).into()),
    ];
    let mut json = serde_json::to_value(record)?;
    for (key, value) in results {
        json[key] = value;
    }
    Ok(json)
}

/// A record and its hand for a reader, trick by trick.
pub(crate) fn hand_text(record: &Record, hand: &dyn DynHand) -> String {
    let by_seat = |scores: BySeat<i32>| {
        Seat::ALL.map(|seat| format!("seat {seat} {}", signed(scores[seat]))).join(", ")
    };
    let mut text = format!(
        "{} · match {}, line-up {}, hand {} · dealer seat {} · before: {}\n{}",
        shown(&record.variant),
        record.match_number,
        record.lineup,
        record.hand,
        record.dealer,
        by_seat(record.scores),
        hand.story(&record.bots.clone().map(|bot| shown(bot).into()))
    );
    if record.forfeit.is_none() {
        let tricks = hand.tricks().map(|tricks| tricks.to_string()).0.join(" · ");
        text += &format!(
            "  tricks {tricks}     points {}     now {}\n",
            all_signed(record.points),
            by_seat(record.scores_after)
        );
    }
    let end = match_end(record, hand).map(|end| format!("  {end}\n"));
    text + &end.unwrap_or_default()
}

/// Paints hearts and diamonds red. The stream removes the colour where none is wanted.
pub(crate) fn red_suits(text: &str) -> String {
    let red = anstyle::AnsiColor::Red.on_default();
    let paint = |symbol: &str| format!("{red}{symbol}{red:#}");
    text.replace('♥', &paint("♥")).replace('♦', &paint("♦"))
}
