//! A bot that fails loses its match and nothing else: the run goes on and the records say where.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args as _, Command, FromArgMatches as _};
use rand::Rng;
use serde_json::{Value, json};
use threehand_bots::{Bot, BotRng, GameKind, Games, Lab, Only, Random, Settings};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::Action;
use threehand_engine::{Card, CardSet, View};
use threehand_play::Catalog;
use threehand_sim::experiment::start::start;
use threehand_sim::kinds::tournament::TournamentSettings;
use threehand_sim::settings::run_options::{ExperimentArgs, RunOptions};
use threehand_sim::terminal::failure::Failure;

use crate::common::tables::{number, table};
use crate::common::{assert_same, folder, manifest, parsed, records, succeed, text, write};

/// Plays at random, and at one decision in 500 fails in its way.
struct Faulty(fn(&View<'_, NineTwoFive>) -> Action);

impl Bot<NineTwoFive> for Faulty {
    fn decide(&mut self, view: &View<'_, NineTwoFive>, rng: &mut BotRng) -> Action {
        if rng.next_u32().is_multiple_of(500) { (self.0)(view) } else { Random.decide(view, rng) }
    }
}

fn panics(_: &View<'_, NineTwoFive>) -> Action {
    panic!("lost my cards")
}

fn cheats(view: &View<'_, NineTwoFive>) -> Action {
    let not_mine: CardSet = !view.cards();
    Action::Play(not_mine.first().unwrap_or(Card::from_index(0)))
}

struct Panics;

impl GameKind for Panics {
    type Game = NineTwoFive;
    const NAME: &'static str = "panics";
    const ABOUT: &'static str = "panics now and then";

    fn make(&self, _: &Settings) -> Box<dyn Bot<NineTwoFive>> {
        Box::new(Faulty(panics))
    }
}

struct Cheats;

impl GameKind for Cheats {
    type Game = NineTwoFive;
    const NAME: &'static str = "cheats";
    const ABOUT: &'static str = "plays a card of another's now and then";

    fn make(&self, _: &Settings) -> Box<dyn Bot<NineTwoFive>> {
        Box::new(Faulty(cheats))
    }
}

/// Plays two faulty bots and a sound one into a folder, with these flags besides; gives the folder
/// and what the run ended with.
fn run(name: &str, flags: &str) -> (PathBuf, Failure) {
    let dir = folder(name);
    let words = format!(
        "run --game 9-2-5 --bots panics,cheats,random --seed 3 --blocks 50 --records all --quiet \
         --json --out {} {flags}",
        dir.display()
    );
    let typed = ExperimentArgs::<TournamentSettings>::augment_args(Command::new("run"));
    let typed = typed.get_matches_from(words.split_whitespace());
    let asked: ExperimentArgs<TournamentSettings> =
        ExperimentArgs::from_arg_matches(&typed).unwrap();
    let lab = lab();
    let catalog = Catalog::of(&lab);
    let failure = start(&catalog, &asked.settings, &asked.options()).unwrap_err();
    (dir, failure)
}

fn lab() -> Lab<impl Games> {
    Lab::standard().bot(Only(Panics)).bot(Only(Cheats))
}

/// Audits a folder, also by playing the run again.
fn audit(dir: &Path, again: bool) -> Result<(), Failure> {
    let how = RunOptions { quiet: true, ..RunOptions::default() };
    threehand_sim::runs::audit::run(&Catalog::of(&lab()), dir, how, again, Vec::new())
}

/// A column of `summary.csv`, by bot.
fn column(dir: &Path, name: &str) -> BTreeMap<String, f64> {
    let rows = table(dir.join("summary.csv"));
    rows.iter().map(|row| (row["bot"].clone(), number(row, name))).collect()
}

#[test]
fn a_failing_bot_forfeits_its_match_and_the_run_goes_on() {
    let (dir, failure) = run("forfeits", "--threads 2");
    assert_eq!(failure.code(), 3);
    let forfeits = column(&dir, "forfeits");
    let told = format!(
        "panics failed in {0} matches ({0} panicked), cheats failed in {1} matches ({1} chose an illegal action): \
         forfeited",
        forfeits["panics"], forfeits["cheats"]
    );
    assert_eq!(failure.message(), told);
    assert!(forfeits["panics"] > 20.0 && forfeits["cheats"] > 20.0, "{forfeits:?}");
    assert_eq!(forfeits["random"], 0.0);
    let (panics, cheats) = (forfeits["panics"] as u64, forfeits["cheats"] as u64);
    let due = json!({ "panics": { "panicked": panics }, "cheats": { "illegal": cheats } });
    assert_eq!(manifest(&dir)["failures"], due, "counted by bot and kind");
    assert!(column(&dir, "win_share")["random"] > 0.4, "who does not fail gains by it");
    // The records are as the rules have it, up to the decision that failed.
    let verify = format!("verify {}/records.jsonl", dir.display());
    assert!(succeed(&verify).contains("of 300 matches"));
    let recorded = records(dir.join("records.jsonl"));
    let reasons: Vec<_> = recorded.iter().filter_map(|record| record.get("forfeit")).collect();
    let says = |text: &str| {
        let says = |forfeit: &&&Value| forfeit["reason"].as_str().unwrap().contains(text);
        reasons.iter().filter(says).count() as f64
    };
    assert_eq!(says("panicked: lost my cards"), forfeits["panics"]);
    assert_eq!(says("is not legal"), forfeits["cheats"]);
    assert_eq!(reasons.len() as f64, forfeits["panics"] + forfeits["cheats"]);
    let matches = table(dir.join("matches.csv"));
    let lost: Vec<_> = matches.iter().filter(|row| row["forfeit"] == "true").collect();
    assert_eq!(lost.len(), reasons.len());
    assert!(lost.iter().all(|row| row["won"] == "0"), "who forfeits wins nothing");
}

#[test]
fn forfeits_are_audited_and_one_of_a_seat_that_was_not_on_turn_is_refused() {
    for (name, flags) in [("audited", ""), ("audited-rows", "--hands every=3")] {
        let (dir, _) = run(name, flags);
        audit(&dir, false).unwrap();
        audit(&dir, true).unwrap();
    }
    let (dir, _) = run("audited-strict", "--strict");
    audit(&dir, false).unwrap();
    audit(&dir, true).unwrap();
    let (dir, _) = run("audited-forged", "");
    let path = dir.join("records.jsonl");
    let text = text(&path);
    let at = text.find("\"forfeit\":{\"seat\":").expect("a forfeit") + 18;
    let seat: u8 = text[at..=at].parse().unwrap();
    let forged = format!("{}{}{}", &text[..at], (seat + 1) % 3, &text[at + 1..]);
    write(&path, forged);
    let told = audit(&dir, false).unwrap_err().message();
    assert!(told.contains("forfeit: it was not seat"), "{told}");
}

#[test]
fn forfeits_are_the_same_at_any_number_of_threads() {
    let (one, _) = run("forfeits1", "--threads 1");
    let (seven, _) = run("forfeits7", "--threads 7");
    assert_same(&seven, &one, "seven threads");
}

#[test]
fn a_strict_run_stops_at_the_first_failure() {
    let (dir, failure) = run("strict", "--threads 2 --strict");
    assert_eq!(failure.code(), 3);
    let told = failure.message();
    assert!(told.starts_with("stopped at the first failure of a bot, as --strict asks"), "{told}");
    let note = parsed(&text(dir.join("progress.json")));
    assert!(note["blocks"].as_u64().unwrap() < 50, "{note}");
    assert!(manifest(&dir)["finished"].is_null());
}
