//! The stress test finds faults, and the command that it prints finds them again.

#[allow(dead_code, reason = "the bots' tests use the other faults")]
#[path = "../../bots/tests/bots/high_card.rs"]
mod high_card;

use std::fs;
use std::path::Path;

use clap::Parser as _;
use rayon::ThreadPoolBuilder;
use threehand_bots::{Bot, BotRng, GameKind, Games, Lab, Only, Random};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::Action;
use threehand_engine::record::Record;
use threehand_engine::{Card, View};
use threehand_fuzz::stress::{Counts, Settings, run};

use crate::high_card::{A_POINT_IS_LOST_NOW_AND_THEN, HighCard, NOTHING};

/// Runs the stress test on so many threads; the message of a failure is the error.
fn stress(lab: &Lab<impl Games>, threads: usize, words: &str) -> Result<Counts, String> {
    let words = std::iter::once("stress").chain(words.split_whitespace());
    let settings = Settings::try_parse_from(words).expect("a command");
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    pool.install(|| run(lab, &settings)).map_err(|error| error.to_string())
}

/// The command at the end of a failure's message.
fn again(message: &str) -> &str {
    message.split("again with: stress ").nth(1).expect("a command")
}

#[test]
fn a_game_that_loses_a_point_now_and_then_is_found_and_found_again() {
    let lab = Lab::standard().game::<HighCard<A_POINT_IS_LOST_NOW_AND_THEN>>();
    let words = "--hands 20000 --sample 10000";
    let message = stress(&lab, 2, words).expect_err("the fault is found");
    for part in ["high-card, rules high-card, seed 1, match ", "scores after points of"] {
        assert!(message.contains(part), "{message}");
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stress.jsonl");
    let once_more = format!("{} --record {}", again(&message), file.display());
    assert_eq!(stress(&lab, 1, &once_more).as_ref(), Err(&message));
    let line = fs::read_to_string(&file).expect("the hand was kept");
    let record: Record = serde_json::from_str(&line).expect("a record");
    let place = format!("match {}, hand {} ", record.match_number, record.hand);
    assert!(message.contains(&place), "{place}: {message}");
    let there = record.actions[6..].iter().any(|action| action.ends_with("play AS"));
    assert!(there, "not the hand in which the point is lost: {line}");
    let whole = Lab::standard().game::<HighCard<NOTHING>>();
    assert!(stress(&whole, 1, &once_more).is_ok(), "nothing is broken");
    assert_eq!(stress(&lab, 3, words), Err(message), "another failure on three threads");
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

    fn make(&self, _: &threehand_bots::Settings) -> Box<dyn Bot<ThreeKings>> {
        Box::new(Cheats)
    }
}

#[test]
fn a_bot_that_plays_what_is_not_legal_is_found() {
    let lab = Lab::standard().bot(Only(Cheating));
    let message = stress(&lab, 2, "--game three-kings --hands 5000 --sample 10000");
    let message = message.expect_err("the fault is found");
    assert!(message.contains("is chosen and is not legal"), "{message}");
    assert!(again(&message).starts_with("--game three-kings --seed 1 --first "), "{message}");
}

#[test]
fn the_same_rounds_are_played_at_any_number_of_threads() {
    let words = "--hands 600 --sample 50 --seed 3";
    let counts = stress(&Lab::standard(), 1, words).expect("nothing is broken");
    assert!(counts.hands >= 600 && counts.replayed > 0, "{counts:?}");
    assert_eq!(stress(&Lab::standard(), 3, words), Ok(counts));
    let message = stress(&Lab::standard(), 1, "--game bridge");
    assert_eq!(message, Err("--game: no such game".to_owned()));
}
