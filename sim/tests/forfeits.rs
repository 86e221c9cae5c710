//! A bot that fails loses its match and nothing else: the run goes on and the records say where.

mod common;

use rand::Rng;
use threehand_bots::{Bot, BotRng, Lab, Random, Registry as _};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::Action;
use threehand_engine::{Card, CardSet, View};
use threehand_sim::cli::Which;
use threehand_sim::output::folder::{Contents, RunFolder};
use threehand_sim::play::players::label;
use threehand_sim::play::schedule::Format;
use threehand_sim::play::seeds::Seeds;
use threehand_sim::progress::Progress;
use threehand_sim::runner::{Ending, Tournament, play};
use threehand_sim::stats::Tally;

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

/// Plays two faulty bots and a sound one, into a folder, on so many threads.
fn run(folder: &mut RunFolder, threads: usize, strict: bool) -> (Ending, Tally) {
    let lab = Lab::standard();
    let random = lab.bots::<NineTwoFive>().spec("random").unwrap();
    let players = label(vec![random; 3]);
    let lineups = Format::Triples.lineups(3);
    let make = |bot: usize| -> Box<dyn Bot<NineTwoFive>> {
        match bot {
            0 => Box::new(Faulty(panics)),
            1 => Box::new(Faulty(cheats)),
            _ => Box::new(Random),
        }
    };
    let run = Tournament {
        rules: NineTwoFive::default(),
        variant: "9-2-5",
        players: &players,
        make: &make,
        lineups: &lineups,
        seeds: Seeds(3),
        blocks: 0..50,
        max_hands: 1000,
        threads,
        hands: Which::All,
        records: Which::All,
        compress: false,
        strict,
    };
    let mut tally = Tally::new(lineups.clone(), 3, 3);
    let ending = play(&run, Some(folder), &mut tally, &Progress::new(50, (0, 0), false));
    folder.finish(&[]).unwrap();
    (ending.unwrap(), tally)
}

fn create(name: &str) -> RunFolder {
    let contents = Contents { hands: true, records: true, compress: false };
    RunFolder::create(&common::folder(name), contents, true, &[]).unwrap()
}

#[test]
fn a_failing_bot_forfeits_its_match_and_the_run_goes_on() {
    let mut folder = create("forfeits");
    let (ending, tally) = run(&mut folder, 2, false);
    assert_eq!(ending, Ending::Done);
    assert_eq!(tally.matches(), 300);
    assert!(tally.forfeits(0) > 20 && tally.forfeits(1) > 20, "{tally:?}");
    assert_eq!(tally.forfeits(2), 0);
    assert!(tally.win_share(2).mean > 0.4, "who does not fail gains by it");
    // The records are as the rules have it, up to the decision that failed.
    let dir = folder.dir().display().to_string();
    assert!(common::succeed(&format!("verify {dir}")).contains("of 300 matches"));
    let records = String::from_utf8(common::read(&folder.dir().join("records.jsonl"))).unwrap();
    let reasons: Vec<serde_json::Value> = records
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter_map(|record| record.get("forfeit").cloned())
        .collect();
    assert_eq!(reasons.len() as u64, tally.forfeits(0) + tally.forfeits(1));
    let says = |text: &str| {
        reasons.iter().filter(|forfeit| forfeit["reason"].as_str().unwrap().contains(text)).count()
    };
    assert_eq!(says("panicked: lost my cards") as u64, tally.forfeits(0));
    assert_eq!(says("is not legal") as u64, tally.forfeits(1));
    let matches = String::from_utf8(common::read(&folder.dir().join("matches.csv"))).unwrap();
    let forfeits = matches.lines().filter(|line| line.ends_with(",true")).collect::<Vec<_>>();
    assert_eq!(forfeits.len(), reasons.len());
    assert!(
        forfeits.iter().all(|line| line.split(',').nth(8) == Some("0")),
        "who forfeits wins nothing"
    );
}

#[test]
fn forfeits_are_the_same_at_any_number_of_threads() {
    let (mut one, mut seven) = (create("forfeits1"), create("forfeits7"));
    assert_eq!(run(&mut one, 1, false), run(&mut seven, 7, false));
    for file in ["matches.csv", "hands.csv", "records.jsonl"] {
        assert!(common::read(&one.dir().join(file)) == common::read(&seven.dir().join(file)));
    }
}

#[test]
fn a_strict_run_stops_at_the_first_failure() {
    let (ending, tally) = run(&mut create("strict"), 2, true);
    assert_eq!(ending, Ending::StoppedByFailure);
    assert!(tally.blocks() < 50 && tally.forfeits(0) + tally.forfeits(1) > 0);
}
