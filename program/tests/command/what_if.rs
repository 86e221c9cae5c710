//! `replay` with another bot's opinion, and hands played on otherwise: every figure is counted again with the library.

use std::path::{Path, PathBuf};

use crate::common::{
    GAMES, command, folder, json, parsed, play, printed, run, succeed, text, write,
};
use rand::Rng as _;
use serde_json::{Value, json};
use threehand_bots::{Bots, Knowledge, Lab, Visitor, bot_rng, play_out};
use threehand_engine::record::{DealText, Record};
use threehand_engine::{BySeat, Hand as _, Legal as _, Played, Seat, Stream, Worlds as _};
use threehand_play::Seeds;

/// The folder of a tournament of one block with all its records, and these as they were written.
pub(crate) fn tournament(name: &str, game: &str, flags: &str) -> (PathBuf, Vec<Record>) {
    let bots = format!("tournament --game {game} --bots random,greedy,heuristic --seed 7");
    let dir = play(folder(name), &format!("{bots} --blocks 1 --records all {flags}"));
    let records = text(dir.join("records.jsonl"));
    let records = records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (dir, records)
}

/// The command that replays a hand.
pub(crate) fn replay(dir: &Path, record: &Record, flags: &str) -> String {
    let Record { match_number, lineup, hand, .. } = record;
    let path = dir.display();
    format!("replay {path} --match {match_number} --lineup {lineup} --hand {hand} {flags}")
}

#[test]
fn played_on_with_the_runs_seed_a_match_comes_out_as_it_was_recorded() {
    for game in GAMES {
        let (dir, records) = tournament(&format!("again-{game}"), game, "");
        for lineup in [0, 4] {
            let of_match: Vec<_> = records.iter().filter(|one| one.lineup == lineup).collect();
            let first = of_match[0];
            let told = json(&replay(&dir, first, "--from 0 --seed 7 --match-on"));
            let hands = told["hands"].as_array().unwrap();
            assert_eq!(hands.len(), of_match.len(), "{game}");
            let command = format!("replay {} --match 0 --lineup {lineup} --json", dir.display());
            for (hand, line) in hands.iter().zip(succeed(&command).lines()) {
                assert_eq!(*hand, parsed(line), "{game}");
            }
            // Without the match, its first hand alone.
            let alone = json(&replay(&dir, first, "--from 0 --seed 7"));
            assert_eq!(alone["hands"], json!([hands[0]]), "{game}");
            let other = json(&replay(&dir, first, "--from 0 --seed 8"));
            assert_ne!(other["hands"], alone["hands"], "another seed is other luck");
        }
    }
}

#[test]
fn from_its_last_action_on_a_hand_has_the_points_of_its_record() {
    for game in GAMES {
        let (dir, records) = tournament(&format!("last-{game}"), game, "");
        for record in records.iter().step_by(5) {
            for from in [record.actions.len(), record.actions.len() - 1] {
                let command = replay(&dir, record, &format!("--from {from} --bots greedy --json"));
                let told = succeed(&command);
                let told = parsed(&told);
                assert_eq!(told["hands"][0]["points"], json!(record.points), "{game} {from}");
                assert_eq!(told["recorded"]["points"], json!(record.points), "{game}");
                assert_eq!(told["hands"][0]["actions"], json!(record.actions), "{game}");
                assert_eq!(told["hands"][0]["bots"], json!(["greedy", "greedy", "greedy"]));
            }
        }
    }
}

#[test]
fn other_contracts_give_the_same_tricks_other_points() {
    let (dir, records) = tournament("contracts", "9-2-5", "");
    for record in records.iter().filter(|record| record.hand == 0) {
        let from = record.actions.len();
        let command = format!("--from {from} --rules contracts=8-3-5 --json");
        let told = parsed(&succeed(&replay(&dir, record, &command)));
        let hand = &told["hands"][0];
        assert_eq!(told["variant"], "8-3-5");
        for seat in 0..3 {
            // 8 for the dealer, 3 to the left, 5 to the right.
            let due = [8, 3, 5][(seat + 3 - record.dealer.number()) % 3];
            let tricks = hand["tricks"][seat].as_i64().unwrap();
            assert_eq!(hand["points"][seat].as_i64().unwrap(), tricks - due, "{record:?}");
        }
    }
}

/// Plays a record on in worlds, as the command promises to: the points of what is done first, and of what was done.
struct Recount<'a> {
    record: &'a Record,
    from: usize,
    worlds: usize,
    spec: &'a str,
    doing: Option<&'a str>,
}

impl Visitor for Recount<'_> {
    type Output = [Vec<BySeat<i32>>; 2];

    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Self::Output {
        let Self { record, from, worlds, spec, doing } = self;
        let played: Played<G> = record.begun(record.rules().unwrap(), from).unwrap();
        let seat = played.end.turn().unwrap();
        let possible = G::Worlds::of(&played.end.view(seat));
        let mut stream = Seeds(1).worlds(record.match_number, record.lineup, record.hand);
        let mut points = [Vec::new(), Vec::new()];
        let line = record.actions[from].split_once(' ').unwrap().1;
        for _ in 0..worlds {
            let mut key = [0; 32];
            stream.fill_bytes(&mut key);
            let luck = Seeds(stream.next_u64());
            let world = possible.draw(&mut bot_rng(key));
            for (words, points) in [doing, Some(line)].into_iter().zip(&mut points) {
                let mut hand = world.clone();
                for action in words
                    .iter()
                    .flat_map(|words| hand.rules().read_line(words).unwrap())
                    .collect::<Vec<_>>()
                {
                    hand.play(action).unwrap();
                }
                let mut rngs = BySeat::from_fn(|seat| luck.bot(record.match_number, 0, seat));
                let mut at = BySeat::from_fn(|_| bots.make(spec).unwrap());
                let outcome =
                    play_out::<G>(&mut hand, |seat, view| at[seat].decide(view, &mut rngs[seat]));
                points.push(outcome.points);
            }
        }
        points
    }
}

/// Compares an estimate with the plain mean of numbers and its standard error.
fn is_mean(told: &Value, numbers: impl Iterator<Item = i32>) {
    let numbers: Vec<f64> = numbers.map(f64::from).collect();
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let spread = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let near = |key: &str, due: f64| (told[key].as_f64().unwrap() - due).abs() < 1e-9;
    assert!(near("mean", mean), "{told} {mean}");
    let se = (spread / n).sqrt();
    assert!(if se > 0.0 { near("se", se) } else { told["se"].is_null() }, "{told} {se}");
    if se > 0.0 {
        // From 200 values on 1.96 standard errors to each side.
        assert!(near("lo", mean - 1.959_963_984_540_054 * se), "{told}");
        assert!(near("hi", mean + 1.959_963_984_540_054 * se), "{told}");
    }
}

/// The first legal line of the seat to move after so many lines, other than the one that was played.
struct Other<'a>(&'a Record, usize);

impl Visitor for Other<'_> {
    type Output = Option<String>;

    fn visit<G: Knowledge>(self, _: &Bots<G>) -> Option<String> {
        let Self(record, from) = self;
        let played: Played<G> = record.begun(record.rules().unwrap(), from).unwrap();
        let rules = *played.end.rules();
        let words = played.end.legal().iter().map(|action| action.to_string());
        let mut lines = words.filter(|words| rules.read_line(words).is_ok());
        lines.find(|words| !record.actions[from].ends_with(words))
    }
}

#[test]
fn points_in_worlds_are_those_of_a_plain_loop_through_the_library() {
    let lab = Lab::standard();
    for game in GAMES {
        let (dir, records) = tournament(&format!("worlds-{game}"), game, "");
        let mut compared = 0;
        for record in records.iter().step_by(3).take(4) {
            let from = 2 * record.actions.len() / 3;
            let Some(doing) = lab.with_game(game, Other(record, from)).unwrap() else { continue };
            let recount = |doing| {
                let recount = Recount { record, from, worlds: 200, spec: "greedy", doing };
                lab.with_game(game, recount).unwrap()
            };
            let flags = format!("--from {from} --worlds 200 --bots greedy --json");
            let plain = parsed(&succeed(&replay(&dir, record, &flags)));
            let [points, _] = recount(None);
            let both = replay(&dir, record, &flags);
            let both = parsed(&printed(command(&both).args(["--do", &doing])));
            let [first, second] = recount(Some(&doing));
            for seat in Seat::ALL {
                let n = seat.number();
                is_mean(&plain["points"][n], points.iter().map(|one| one[seat]));
                is_mean(&both["points"][n], first.iter().map(|one| one[seat]));
                is_mean(&both["points_done"][n], second.iter().map(|one| one[seat]));
                let pairs = first.iter().zip(&second);
                is_mean(&both["difference"][n], pairs.map(|(a, b)| a[seat] - b[seat]));
            }
            assert!(plain["done"].is_null() && plain["difference"].is_null());
            assert_eq!((&both["do"], both["worlds"].as_u64()), (&json!(doing), Some(200)));
            assert!(record.actions[from].ends_with(both["done"].as_str().unwrap()));
            compared += 1;
        }
        assert!(compared > 1, "{game}");
    }
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    let (dir, records) = tournament("bytes", "three-kings", "");
    let record = &records[0];
    for flags in [
        "--from 4 --worlds 40 --bots heuristic",
        "--from 4 --worlds 40 --seat 1 --bots greedy,random,heuristic --json",
        "--from 4 --bots random",
        "--from 4 --bots random --match-on",
        "--annotate pimc:worlds=4",
        "--annotate pimc:worlds=4 --json",
    ] {
        let command = replay(&dir, record, flags);
        assert_eq!(succeed(&command), succeed(&command), "{flags}");
        assert_ne!(succeed(&format!("{command} --seed 2")), succeed(&command), "{flags}");
    }
}

/// Another record that the seat to move after so many lines could not tell from this one until its next line is played:
/// two cards that it has not seen lie elsewhere, and the rest is played at random.
struct Alike<'a>(&'a Record, usize);

impl Visitor for Alike<'_> {
    type Output = Option<Record>;

    fn visit<G: Knowledge>(self, _: &Bots<G>) -> Option<Record> {
        let Self(record, from) = self;
        let rules: G = record.rules().unwrap();
        let before = record.begun(rules, from).unwrap();
        let seat = before.end.turn()?;
        let seen = |played: &Played<G>| format!("{:?}", played.end.view(seat));
        let DealText { hands: BySeat([a, b, c]), rest } = &record.deal;
        let parts = [a, b, c, rest].map(|text| text.split(' ').collect::<Vec<_>>());
        let others: Vec<usize> = (0..4).filter(|&part| part != seat.number()).collect();
        for (i, &one) in others.iter().enumerate() {
            for &other in &others[i + 1..] {
                for (x, y) in
                    (0..parts[one].len()).flat_map(|x| (0..parts[other].len()).map(move |y| (x, y)))
                {
                    let mut swapped = parts.clone();
                    (swapped[one][x], swapped[other][y]) = (parts[other][y], parts[one][x]);
                    let [a, b, c, rest] = swapped.map(|part| part.join(" "));
                    let deal = DealText { hands: BySeat([a, b, c]), rest };
                    let changed = Record { deal, ..record.clone() };
                    let Ok(same) = changed.begun(rules, from) else { continue };
                    let Ok(mut on) = changed.begun(rules, from + 1) else { continue };
                    if same.end.turn() != Some(seat) || seen(&same) != seen(&before) {
                        continue;
                    }
                    let mut luck = Stream::new([9; 4]);
                    while on.end.turn().is_some() {
                        on.play(on.end.any_legal(&mut luck)).unwrap();
                    }
                    let place = (record.match_number, record.lineup, record.hand);
                    return Some(Record::of(&on, place, record.bots.clone()));
                }
            }
        }
        None
    }
}

#[test]
fn two_hands_that_a_seat_can_not_tell_apart_give_the_same_worlds() {
    let lab = Lab::standard();
    for game in GAMES {
        let (dir, records) = tournament(&format!("alike-{game}"), game, "");
        let other_dir = folder(&format!("alike-{game}-other"));
        let mut compared = 0;
        for record in records.iter().filter(|record| record.hand == 0) {
            for from in [0, record.actions.len() / 3, record.actions.len() / 2] {
                let Some(other) = lab.with_game(game, Alike(record, from)).unwrap() else {
                    continue;
                };
                assert_ne!(other.deal, record.deal);
                let line = format!("{}\n", serde_json::to_string(&other).unwrap());
                write(other_dir.join("records.jsonl"), line);
                let Some(doing) = lab.with_game(game, Other(record, from)).unwrap() else {
                    continue;
                };
                let flags = format!("--from {from} --worlds 25 --bots heuristic");
                for last in
                    [vec![], vec!["--do", &*doing], vec!["--json"], vec!["--json", "--do", &*doing]]
                {
                    let [one, two] = [&dir, &other_dir]
                        .map(|dir| printed(command(&replay(dir, record, &flags)).args(&last)));
                    assert_eq!(one, two, "{game}: seat of actions[{from}]");
                }
                compared += 1;
            }
        }
        assert!(compared >= 6, "{game}: {compared}");
    }
}

/// What a bot thinks of the decisions of a record that have a choice: the place of the line and the loss.
struct Opinions<'a>(&'a Record, &'a str);

impl Visitor for Opinions<'_> {
    type Output = Vec<(usize, Option<f64>)>;

    fn visit<G: Knowledge>(self, bots: &Bots<G>) -> Self::Output {
        let Self(record, spec) = self;
        let mut rng = Seeds(1).opinion(record.match_number, record.lineup, record.hand);
        let mut at = BySeat::from_fn(|_| bots.make(spec).unwrap());
        let mut found = Vec::new();
        for (place, line) in record.actions.iter().enumerate() {
            let mut played: Played<G> = record.begun(record.rules().unwrap(), place).unwrap();
            for done in played.end.rules().read_line(line.split_once(' ').unwrap().1).unwrap() {
                let seat = played.end.turn().unwrap();
                if played.end.legal().len() > 1 {
                    let opinion = at[seat].opinion(&played.end.view(seat), &mut rng);
                    let actions: Vec<_> = opinion.worths.iter().map(|worth| worth.action).collect();
                    let exact = actions.iter().position(|&action| action == done);
                    let place_of = exact.or_else(|| G::candidate_for(&actions, done));
                    found.push((place, place_of.map(|place| opinion.worths[place].loss)));
                }
                played.play(done).unwrap();
            }
        }
        found
    }
}

#[test]
fn another_bots_losses_are_those_of_the_library_and_the_worst_come_first() {
    let lab = Lab::standard();
    for game in GAMES {
        let (dir, records) = tournament(&format!("opinions-{game}"), game, "");
        let of_match: Vec<_> = records.iter().filter(|record| record.lineup == 0).take(3).collect();
        let spec = "pimc:worlds=4";
        let mut all = Vec::new();
        for record in &of_match {
            let told =
                parsed(&succeed(&replay(&dir, record, &format!("--annotate {spec} --json"))));
            let told = told["opinions"].as_array().unwrap();
            let due = lab.with_game(game, Opinions(record, spec)).unwrap();
            assert_eq!(told.len(), due.len(), "{game}: decisions with a choice");
            for (told, (action, loss)) in told.iter().zip(due) {
                let same = match (told["loss"].as_f64(), loss) {
                    (Some(told), Some(due)) => (told - due).abs() < 1e-12,
                    (told, due) => told == due,
                };
                assert!(same && told["action"] == action, "{told}: {loss:?}");
                let figures = ["worth_choice", "worth_done", "loss"].map(|key| told[key].as_f64());
                if let [Some(choice), Some(done), Some(loss)] = figures {
                    assert!((choice - done - loss).abs() < 1e-9, "{told}");
                    all.extend((loss > 0.0 && told["same"] == false).then_some(loss));
                }
            }
        }
        all.sort_by(|a, b| b.total_cmp(a));
        let file = dir.join("three.jsonl");
        let lines =
            of_match.iter().map(|record| format!("{}\n", serde_json::to_string(record).unwrap()));
        write(&file, lines.collect::<String>());
        let annotate = format!("replay {} --annotate {spec} --blunders 6", file.display());
        let told = json(&annotate);
        let losses =
            told["blunders"].as_array().unwrap().iter().map(|one| one["loss"].as_f64().unwrap());
        assert_eq!(losses.collect::<Vec<_>>(), all[..6.min(all.len())], "{game}");
        assert_eq!(told["hands"].as_u64(), Some(of_match.len() as u64));
        // The last line is a command, which plays the first of them otherwise.
        let output = run(&annotate);
        let said = String::from_utf8(output.stderr).unwrap();
        let (_, next) = said.trim_end().rsplit_once("threehand ").expect("a command");
        let words: Vec<_> = next.split('\'').collect();
        match words[..] {
            [alone] => drop(succeed(alone)),
            [start, action, end] => {
                let mut rest = vec![action];
                rest.extend(end.split_whitespace());
                printed(command(start).args(&rest));
            }
            _ => panic!("{said}"),
        }
    }
}
