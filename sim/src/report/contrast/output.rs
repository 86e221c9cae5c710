//! The hands that diverge as tables, with the commands to continue them.

use std::ffi::OsStr;
use std::path::Path;

use indicatif::HumanCount;
use serde_json::{Value, json};
use threehand_engine::record::Record;
use threehand_play::DynGame;

use super::divergence::Divergence;
use super::search::Found;
use crate::records::scores::all_signed;
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::plural;
use crate::terminal::screen::wants_all;
use crate::terminal::shown::{shell_quoted, shown};
use crate::terminal::stream::{print, print_bytes};

/// The number of worlds in a printed command.
const WORLDS: u64 = 1_000;
/// The number of pairs that are printed without `--all`.
const PAIRS: usize = 3;
/// The longest name that has room above columns.
const SHORT: usize = 16;

/// The outcome of a search.
pub(super) struct Output<'a> {
    pub(super) game: &'a dyn DynGame,
    /// The file of records.
    pub(super) file: &'a Path,
    /// The number of blocks searched.
    pub(super) blocks: u64,
    /// Whether the run has no more blocks.
    pub(super) is_whole: bool,
    pub(super) all: &'a [Found],
}

impl Output<'_> {
    /// For a reader. Commands are not broken, so that they can be pasted.
    ///
    /// # Errors
    /// If standard output can't be written.
    pub(super) fn print(&self) -> Result<(), Failure> {
        let Self { all, blocks, is_whole, .. } = self;
        let which = if *is_whole { "all" } else { "the first" };
        let (game, blocks) = (self.game.name(), plural(*blocks, "block"));
        print(&format!("{game}, the same cards played otherwise, in {which} {blocks}\n"))?;
        let shown = if wants_all() { all.len() } else { all.len().min(PAIRS) };
        for found in &all[..shown] {
            print(&table(found))?;
            let commands = found.1.iter().map(|hands| format!("  {}\n", self.command(hands)));
            print_bytes(commands.collect::<String>().as_bytes())?;
        }
        match (all.len() - shown) as u64 {
            0 => Ok(()),
            left => print(&format!("\n{} more (--all shows them)\n", plural(left, "pair"))),
        }
    }

    /// The command that continues a hand: under the other rules, or after the choice of the other bot.
    fn command(&self, hands: &Divergence) -> String {
        let Divergence { records: [one, other], action, .. } = hands;
        let file = shell_quoted(self.file.as_os_str());
        let Record { match_number, lineup, hand, .. } = one;
        let command = format!(
            "threehand replay {file} --match {match_number} --lineup {lineup} --hand {hand} --from {action}"
        );
        if hands.is_by_rules() {
            return format!(
                "{command} --rules {}",
                shell_quoted(OsStr::new(&rules_apart(self.game, one, other)))
            );
        }
        let line = &other.actions[*action];
        let words = line.split_once(' ').map_or(&**line, |(_, words)| words);
        format!("{command} --do {} --worlds {WORLDS}", shell_quoted(OsStr::new(words)))
    }

    /// As one JSON object.
    pub(super) fn json(&self) -> Value {
        let hand = |hands: &Divergence| {
            let Divergence { block, records, action, distance, starts_level, .. } = hands;
            json!({
                "match": block,
                "hand": records[0].hand,
                "lineups": records.each_ref().map(|record| record.lineup),
                "action": action,
                "done": records.each_ref().map(|record| &record.actions[*action]),
                "points": records.each_ref().map(|record| record.points),
                "apart": distance,
                "same_scores": starts_level,
                "command": self.command(hands),
            })
        };
        let pair = |(pair, found): &Found| {
            let [a, b] = &pair.names;
            json!({"a": a, "b": b, "hands": found.iter().map(hand).collect::<Vec<_>>()})
        };
        json!({
            "game": self.game.name(),
            "blocks": self.blocks,
            "file": self.file.to_string_lossy(),
            "pairs": self.all.iter().map(pair).collect::<Vec<_>>(),
        })
    }
}

/// The hands of a pair, and the purpose of the commands below them.
fn table((pair, found): &Found) -> String {
    let [a, b] = pair.names.each_ref().map(|name| shown(name).to_string());
    let Some(first) = found.first() else {
        return format!("\n{a} and {b}: no hand of the same cards is played otherwise.\n");
    };
    let is_short = [&a, &b].iter().all(|name| name.chars().count() <= SHORT);
    let [one, other] = if is_short { [&*a, &*b] } else { ["the first", "the second"] };
    let mut columns: Vec<_> = ["match", "hand", "action"].map(numbers).into();
    columns.extend([one, other].map(|name| words(format!("{name} does"))));
    columns.push(numbers(format!("points, {one}")).goes(2));
    columns.push(numbers(format!("points, {other}")).goes(1));
    columns.push(numbers("apart"));
    let all_level = found.iter().all(|hands| hands.starts_level);
    columns.extend((!all_level).then(|| words("scores before")));
    let mut grid = Grid::new(columns);
    for Divergence { block, records, action, distance, starts_level, .. } in found {
        let places = [*block, records[0].hand as u64, *action as u64];
        let mut row: Vec<String> = places.map(|place| place.to_string()).into();
        let done = |record: &Record| shown(&record.actions[*action]).to_string();
        row.extend(records.each_ref().map(done));
        row.extend(records.each_ref().map(|record| all_signed(record.points)));
        row.push(distance.to_string());
        let before = if *starts_level { "the same" } else { "others" };
        row.extend((!all_level).then(|| before.to_owned()));
        grid.row(row);
    }
    let how = match first.is_by_rules() {
        true => format!("To play each on under {b}, from the action at which they part:"),
        false => format!(
            "To let {a} do what {b} does, in {} hands that fit what the seat saw:",
            HumanCount(WORLDS)
        ),
    };
    format!("\n{a} and {b}\n{}{how}\n", grid.text())
}

/// The options of the second record's rules that differ from the first's.
fn rules_apart(game: &dyn DynGame, one: &Record, other: &Record) -> String {
    let (Ok(one), Ok(other)) = (game.rules_of(one), game.rules_of(other)) else {
        return String::new();
    };
    let (one, other) = (one.options(), other.options());
    let apart = game.rule_options().iter().filter_map(|option| {
        let value = |options: &[(&str, String)]| {
            let set = options.iter().find(|(name, _)| *name == option.name);
            set.map_or_else(|| option.default().to_owned(), |(_, value)| value.clone())
        };
        let other = value(&other);
        (value(&one) != other).then(|| format!("{}={other}", option.name))
    });
    apart.collect::<Vec<_>>().join(",")
}
