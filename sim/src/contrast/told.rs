//! What is said of hands that part: a table, and the commands that play them on.

use std::ffi::OsStr;
use std::path::Path;

use indicatif::HumanCount;
use serde_json::{Value, json};
use threehand_engine::record::Record;
use threehand_engine::{BySeat, Game};

use super::search::{Apart, Found};
use crate::records::words::signed;
use crate::terminal::failure::Failure;
use crate::terminal::grid::{Grid, numbers, words};
use crate::terminal::number::plural;
use crate::terminal::screen::wants_all;
use crate::terminal::shown::{shell_quoted, shown};
use crate::terminal::stream::{print, print_bytes};

/// As many worlds a printed command plays in.
const WORLDS: u64 = 1_000;
/// As many pairs are printed at first.
const PAIRS: usize = 3;
/// A longer name has no room above columns.
const SHORT: usize = 16;

/// What was found, to be told.
pub(super) struct Told<'a> {
    pub(super) game: &'static str,
    /// The file of records.
    pub(super) file: &'a Path,
    /// How many blocks were looked at.
    pub(super) looked: u64,
    /// Whether the run has no more.
    pub(super) is_whole: bool,
    pub(super) all: &'a [Apart],
}

impl Told<'_> {
    /// For a reader. Commands are not broken, so that they can be pasted.
    ///
    /// # Errors
    /// If standard output can't be written.
    pub(super) fn print<G: Game>(&self) -> Result<(), Failure> {
        let Self { game, all, looked, is_whole, .. } = self;
        let which = if *is_whole { "all" } else { "the first" };
        let blocks = plural(*looked, "block");
        print(&format!("{game}, the same cards played otherwise, in {which} {blocks}\n"))?;
        let shown = if wants_all() { all.len() } else { all.len().min(PAIRS) };
        for apart in &all[..shown] {
            print(&self.table(apart))?;
            let commands =
                apart.found.iter().map(|found| format!("  {}\n", self.command::<G>(found)));
            print_bytes(commands.collect::<String>().as_bytes())?;
        }
        match (all.len() - shown) as u64 {
            0 => Ok(()),
            left => print(&format!("\n{} more (--all shows them)\n", plural(left, "pair"))),
        }
    }

    /// The hands of a pair, and what the commands below them do.
    fn table(&self, Apart { pair, found }: &Apart) -> String {
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
        let all_alike = found.iter().all(|found| found.parting.begins_alike);
        columns.extend((!all_alike).then(|| words("scores before")));
        let mut grid = Grid::new(columns);
        for Found { block, records, parting, .. } in found {
            let places = [*block, records[0].hand as u64, parting.action as u64];
            let mut row: Vec<String> = places.map(|place| place.to_string()).into();
            let done = |record: &Record| shown(&record.actions[parting.action]).to_string();
            row.extend(records.each_ref().map(done));
            row.extend(records.each_ref().map(|record| points(record.points)));
            row.push(parting.by.to_string());
            let before = if parting.begins_alike { "the same" } else { "others" };
            row.extend((!all_alike).then(|| before.to_owned()));
            grid.row(row);
        }
        let how = match first.by_rules() {
            true => format!("To play each on under {b}, from the action at which they part:"),
            false => format!(
                "To let {a} do what {b} does, in {} hands that fit what the seat saw:",
                HumanCount(WORLDS)
            ),
        };
        format!("\n{a} and {b}\n{}{how}\n", grid.text())
    }

    /// The command that plays a hand on: under the other rules, or after the choice of the other bot.
    fn command<G: Game>(&self, found: &Found) -> String {
        let Found { records: [one, other], parting, .. } = found;
        let file = shell_quoted(self.file.as_os_str());
        let Record { match_number, lineup, hand, .. } = one;
        let command = format!(
            "threehand replay {file} --match {match_number} --lineup {lineup} --hand {hand} --from {}",
            parting.action
        );
        if found.by_rules() {
            return format!(
                "{command} --rules {}",
                shell_quoted(OsStr::new(&rules_apart::<G>(one, other)))
            );
        }
        let line = &other.actions[parting.action];
        let words = line.split_once(' ').map_or(&**line, |(_, words)| words);
        format!("{command} --do {} --worlds {WORLDS}", shell_quoted(OsStr::new(words)))
    }

    /// As one JSON object.
    pub(super) fn json<G: Game>(&self) -> Value {
        let hand = |found: &Found| {
            let Found { block, records, parting, .. } = found;
            json!({
                "match": block,
                "hand": records[0].hand,
                "lineups": records.each_ref().map(|record| record.lineup),
                "action": parting.action,
                "done": records.each_ref().map(|record| &record.actions[parting.action]),
                "points": records.each_ref().map(|record| record.points),
                "apart": parting.by,
                "same_scores": parting.begins_alike,
                "command": self.command::<G>(found),
            })
        };
        let pair = |apart: &Apart| {
            let [a, b] = &apart.pair.names;
            json!({"a": a, "b": b, "hands": apart.found.iter().map(hand).collect::<Vec<_>>()})
        };
        json!({
            "game": self.game,
            "blocks": self.looked,
            "file": self.file.to_string_lossy(),
            "pairs": self.all.iter().map(pair).collect::<Vec<_>>(),
        })
    }
}

impl Found {
    /// Whether the hands differ in their rules, and not in their bots.
    fn by_rules(&self) -> bool {
        self.records[0].bots == self.records[1].bots
    }
}

fn points(points: BySeat<i32>) -> String {
    points.map(signed).0.join(" ")
}

/// The options of the second record's rules where the first has others.
fn rules_apart<G: Game>(one: &Record, other: &Record) -> String {
    let (Ok(one), Ok(other)) = (one.rules::<G>(), other.rules::<G>()) else { return String::new() };
    let names = G::OPTIONS.iter().map(|option| option.name);
    let apart = names.filter(|name| one.option(name) != other.option(name));
    apart.map(|name| format!("{name}={}", other.option(name))).collect::<Vec<_>>().join(",")
}
