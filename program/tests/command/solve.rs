//! `solve`: values of positions that a person can check, and what is wrong with a line.

use std::io::Write as _;
use std::process::Stdio;

use crate::common::{folder, succeed, threehand, write};
use serde_json::{Value, json};

fn solved(arguments: &str) -> Value {
    let text = succeed(&format!("solve {arguments} --json"));
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_heart_is_led_first_so_that_both_high_spades_win() {
    let hands = "AQ.2.. K3.A.. 654...";
    let json = solved(&format!("--game 9-2-5 {hands} trump=NT"));
    assert_eq!(json["game"], "9-2-5");
    assert_eq!((&json["value"], &json["best"]), (&json!([2, 1, 0]), &json!(["play 2H"])));
    assert_eq!(json["actions"].as_array().map(Vec::len), Some(3));
    assert!(json["nodes"].as_u64() > Some(0) && json["microseconds"].as_f64() > Some(0.0));
    let json = solved(&format!("--game three-legged-kitty {hands} contract=2NT cat=0"));
    assert_eq!((&json["value"], &json["best"]), (&json!(2), &json!(["play 2H"])));
}

#[test]
fn a_card_on_the_table_counts_as_played() {
    // Seat 1 has to head the ten or leave it to seat 0; with the jack he wins both tricks.
    let json = solved("--game 9-2-5 A... .KJ.. .32.. trump=NT lead=0 trick=TH");
    assert_eq!(json["best"], json!(["play JH", "play KH"]));
    assert_eq!(json["value"], json!([0, 2, 0]));
}

#[test]
fn in_null_the_cat_wants_no_tricks() {
    let json = solved("--game three-legged-kitty K2... 43... 65... contract=3Null cat=0");
    assert_eq!((&json["value"], &json["best"]), (&json!(1), &json!(["play 2S", "play KS"])));
}

#[test]
fn an_ace_led_to_the_last_trick_of_three_kings_wins_where_nobody_follows() {
    let value = |line: &str| solved(&format!("--game three-kings {line}"))["value"].clone();
    assert_eq!(value("A... .2.. ..3."), json!([5, 0, 0]));
    assert_eq!(value("A... 2... ..3."), json!([-5, 2, 0]));
    assert_eq!(value("A... .2.. ..3. prediction=0:ace"), json!([15, 0, 0]));
    assert_eq!(value("A... 2... ..3. prediction=0:ace"), json!([-15, 2, 0]));
    assert_eq!(value("A... .2.. ..3. prediction=2:last"), json!([5, 0, -5]));
    // 9 T J beats 8 8 8, and each of the melds brings its point.
    let json = solved("--game three-kings .9TJ.. K.A.3. ... lead=2 trick=8S8D8C");
    assert_eq!(json["best"], json!(["play JH TH 9H"]));
    assert_eq!(json["value"], json!([3, 0, 1]));
}

#[test]
fn suits_stand_below_each_other_however_long_one_is() {
    for hands in ["AQ.2.. K3.A.. 654...", "AKQJT98765... .AKQJT98765.. ..AKQJT98765."] {
        let text = succeed(&format!("solve --game 9-2-5 {hands} trump=NT"));
        let hearts = text.lines().filter_map(|line| line.split_once('♥'));
        let before: Vec<_> = hearts.map(|(before, _)| before.chars().count()).collect();
        assert!(before.len() == 3 && before.iter().all(|&n| n == before[0]), "{text}");
    }
}

#[test]
fn the_examples_of_its_help_work() {
    let help = succeed("solve --help");
    let examples = help.lines().filter_map(|line| line.trim().strip_prefix("threehand "));
    let examples: Vec<_> = examples.filter(|line| !line.contains("--file")).collect();
    assert_eq!(examples.len(), 3, "{help}");
    examples
        .into_iter()
        .for_each(|example| assert!(succeed(example).contains("best"), "{example}"));
}

#[test]
fn the_table_says_what_each_card_brings() {
    let text = succeed("solve --game 9-2-5 AQ.2.. K3.A.. 654... trump=NT");
    let line = |start: &str| text.lines().find(|line| line.trim().starts_with(start)).map(words);
    assert_eq!(line("play 2H").unwrap(), ["play", "2H", "2", "1", "0", "best"]);
    assert!(line("seat 0").unwrap().contains(&"AQ".to_owned()), "{text}");
    assert!(text.starts_with("9-2-5 · no trump · seat 0 to play, with 3 cards"), "{text}");
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn many_positions_come_from_a_file_or_a_pipe_one_a_line() {
    let lines = "A... K... Q... trump=NT\n\n2... K... Q... trump=NT lead=2\n";
    let path = folder("solve").join("positions.txt");
    write(&path, lines);
    let text = succeed(&format!("solve --game 9-2-5 --json --file {}", path.display()));
    let values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let values: Vec<_> = values.iter().map(|json| &json["value"]).collect();
    assert_eq!(values, [&json!([1, 0, 0]), &json!([0, 1, 0])]);

    let mut child = threehand()
        .args(["solve", "--game", "9-2-5", "--json", "--file", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout.iter().filter(|&&b| b == b'\n').count(), 2);

    write(&path, "A... K... Q... trump=NT\nA... K... trump=NT\n");
    let output = threehand()
        .args(["solve", "--game", "9-2-5", "--quiet", "--file"])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("positions.txt:2: three hands are needed, 2 are there"), "{error}");
}

#[test]
fn points_below_nothing_have_a_true_minus_in_the_table_and_are_numbers_in_json() {
    let line = "solve --game three-kings A... 2... ..3. prediction=0:ace";
    let text = succeed(line);
    assert!(text.starts_with("three-kings · phase 2 · seat 0 said ace · seat 0 to play"), "{text}");
    let row = text.lines().find(|line| line.contains("play AS")).expect("the ace");
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["play", "AS", "−15", "2", "0", "best"]);
    assert!(succeed(&format!("{line} --json")).contains("[-15,2,0]"));
}
