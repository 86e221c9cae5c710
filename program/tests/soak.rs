//! `soak` finds what is broken, and says how to come to it again.

mod common;

#[allow(dead_code, reason = "the bots' tests use the other faults")]
#[path = "../../bots/tests/every_game/high_card.rs"]
mod high_card;

use std::fs;

use clap::Parser as _;
use common::{folder, run, succeed};
use serde_json::Value;
use threehand_bots::{Bot, BotRng, GameKind, Lab, Only, Random, Registry, Settings};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::Action;
use threehand_engine::record::Record;
use threehand_engine::{Card, View};
use threehand_sim::cli::{Cli, Command};
use threehand_sim::soak;

use crate::high_card::{A_POINT_IS_LOST_NOW_AND_THEN, HighCard, NOTHING};

/// What a soak of these games and bots says that failed.
fn soaked(lab: &impl Registry, words: &str) -> Option<String> {
    let words = std::iter::once("threehand").chain(words.split_whitespace());
    let Command::Soak(args) = Cli::try_parse_from(words).expect("a command").command else {
        panic!("another command");
    };
    soak::run(lab, &args).err().map(|failure| failure.message())
}

/// The command that a failure names.
fn again(failure: &str) -> &str {
    failure.split("again with: threehand ").nth(1).expect("a command")
}

#[test]
fn a_game_that_loses_a_point_now_and_then_is_found_and_found_again() {
    let lab = Lab::standard().game::<HighCard<A_POINT_IS_LOST_NOW_AND_THEN>>();
    let told = soaked(&lab, "soak --hands 20000 --sample 10000 --threads 2 --quiet");
    let told = told.expect("the fault is found");
    for part in ["error: high-card, rules high-card, seed 1, match ", "scores after points of"] {
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(told.lines().count(), 1, "{told}");
    let file = folder("soak-broken").join("hand.jsonl");
    let once_more = format!("{} --quiet --record {}", again(&told), file.display());
    assert_eq!(soaked(&lab, &once_more).as_ref(), Some(&told));
    let line = fs::read_to_string(&file).expect("the hand was kept");
    let record: Record = serde_json::from_str(&line).expect("a record");
    assert!(told.contains(&format!("match {}, hand {} ", record.match_number, record.hand)));
    let there = record.actions[6..].iter().any(|action| action.ends_with("play AS"));
    assert!(there, "not the hand in which the point is lost: {line}");
    let whole = Lab::standard().game::<HighCard<NOTHING>>();
    assert_eq!(soaked(&whole, &once_more), None, "nothing is broken");
}

#[test]
fn the_first_failure_is_the_same_at_any_number_of_threads() {
    let lab = Lab::new().game::<HighCard<A_POINT_IS_LOST_NOW_AND_THEN>>();
    let told = |threads| {
        let words = "soak --seed 4 --hands 20000 --sample 10000 --quiet --threads";
        soaked(&lab, &format!("{words} {threads}")).expect("the fault is found")
    };
    assert_eq!(told(1), told(3));
}

/// Plays at random, and one action in 2,000 that it can't play.
struct Cheats;

impl Bot<ThreeKings> for Cheats {
    fn decide(&mut self, view: &View<'_, ThreeKings>, rng: &mut BotRng) -> Action {
        let others: Vec<Card> = Card::all().filter(|card| !view.cards().contains(*card)).collect();
        let rare = threehand_engine::below(rng, 2_000) == 0;
        if rare { Action::Upcard(others[0]) } else { Random.decide(view, rng) }
    }
}

struct Cheating;

impl GameKind for Cheating {
    type Game = ThreeKings;
    const NAME: &'static str = "cheating";
    const ABOUT: &'static str = "plays what it can't";

    fn make(&self, _: &Settings) -> Box<dyn Bot<ThreeKings>> {
        Box::new(Cheats)
    }
}

#[test]
fn a_bot_that_plays_what_is_not_legal_is_found() {
    let lab = Lab::standard().bot(Only(Cheating));
    let words = "soak --game three-kings --hands 5000 --sample 10000 --quiet";
    let told = soaked(&lab, words).expect("the fault is found");
    assert!(told.contains("is chosen and is not legal"), "{told}");
    assert!(again(&told).starts_with("soak --game three-kings --seed 1 --first "), "{told}");
}

#[test]
fn a_soak_plays_the_same_at_any_number_of_threads() {
    let summary = |threads| {
        let words = format!("soak --hands 600 --sample 50 --seed 3 --json --threads {threads}");
        let mut summary: Value = serde_json::from_str(&succeed(&words)).expect("JSON");
        for key in ["threads", "seconds", "hands_per_second"] {
            summary.as_object_mut().expect("an object").remove(key).expect("a key");
        }
        summary
    };
    let one = summary(1);
    assert_eq!(one, summary(3));
    assert!(one["hands"].as_u64() >= Some(600) && one["verified"].as_u64() > Some(0), "{one}");
    assert_eq!(one["overflow_checks"], true, "tests are built with every check on");
    let games = one["games"].as_array().expect("games");
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game["hands"].as_u64() > Some(50)), "{one}");
}

#[test]
fn a_soak_that_finds_nothing_says_what_it_did() {
    let output = run("soak --game 9-2-5 --hands 100 --sample 20 --quiet");
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    for part in ["hands of ", "decisions, and no check failed", "  9-2-5: ", "overflow checks on"] {
        assert!(told.contains(part), "{told}");
    }
}
