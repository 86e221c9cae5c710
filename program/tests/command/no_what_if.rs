//! Hands that can't be played on otherwise, or only with more words.

use std::fs;
use std::path::Path;

use crate::common::{command, fail, folder, refused, succeed, write};
use crate::what_if::{replay, tournament};
use threehand_engine::BySeat;
use threehand_engine::record::Record;

#[test]
fn what_can_not_be_played_on_is_refused_in_one_line() {
    let (dir, records) = tournament("refused", "9-2-5", "");
    let record = &records[0];
    for (flags, expected) in [
        ("--worlds 5", "--from <N>"),
        ("--do pass", "--from <N>"),
        ("--match-on", "--from <N>"),
        ("--bots greedy", "--from <N>"),
        ("--rules tie=recheck", "--from <N>"),
        ("--from 1 --seat 1", "--worlds <N>"),
        ("--from 1 --worlds 5 --seat 3", "3 is not in 0..=2"),
        ("--from 1 --worlds 0", "0 is not in 1..=1000000"),
        ("--from 1 --worlds 5 --match-on", "cannot be used with '--match-on'"),
        ("--from 1 --annotate greedy", "cannot be used with"),
        ("--from 1000", "--from: 1000 is beyond the end of the hand"),
        ("--from 1 --bots greedy,random", "name one bot for all seats or three by seat, not 2"),
        ("--from 1 --bots gredy", "did you mean `greedy`?"),
        ("--from 1 --rules tie=rechek", "did you mean `recheck`?"),
        ("--seed 3", "--seed: nothing here is random"),
        ("--blunders 3", "--annotate <SPEC>"),
        ("--annotate greedy --blunders 3", "greedy puts no figures on its choices"),
        ("--annotate gredy", "--annotate: no bot is called `gredy`; did you mean `greedy`?"),
    ] {
        let error = fail(2, &replay(&dir, record, flags));
        assert!(error.starts_with("error: ") && error.contains(expected), "{flags}: {error}");
    }
    let end = record.actions.len();
    let error = fail(2, &replay(&dir, record, &format!("--from {end} --worlds 5")));
    assert!(error.contains("--worlds: the hand is over there"), "{error}");
    let error = fail(2, &format!("replay {} --match 0 --hand 0 --from 1", dir.display()));
    assert!(error.contains("--from: it is for a single hand: choose one with --lineup"), "{error}");
    let first = replay(&dir, record, "--from 0");
    let turn = record.dealer;
    for (doing, expected) in [
        ("trumps C", "did you mean `trump C`?".to_owned()),
        ("play AS", format!("; seat {turn} may trump C, trump D, trump H, trump S, trump NT")),
        ("", "is no action of 9-2-5".to_owned()),
    ] {
        let error = refused(2, command(&first).args(["--do", doing]));
        assert!(error.starts_with("error: --do: ") && error.contains(&expected), "{error}");
    }
    let left = (turn.number() + 1) % 3;
    let error =
        refused(2, command(&format!("{first} --worlds 5 --seat {left}")).args(["--do", "trump C"]));
    assert!(
        error.contains(&format!("--seat: with --do it is the seat that acts: seat {turn}")),
        "{error}"
    );
}

#[test]
fn a_match_is_played_on_only_with_the_cards_of_its_run() {
    let (dir, records) = tournament("match-on", "three-legged-kitty", "");
    let alone = folder("match-on-alone");
    fs::copy(dir.join("records.jsonl"), alone.join("records.jsonl")).unwrap();
    let command = |dir: &Path| replay(dir, &records[0], "--from 0 --match-on");
    succeed(&command(&dir));
    assert!(fail(2, &command(&alone)).contains("config.toml can't be read"));
    let config = fs::read_to_string(dir.join("config.toml")).unwrap();
    for (config, expected) in [
        (config.replace("seed = 7", "seed = 8"), "its seed does not deal the cards of this hand"),
        (config.replace("seed = 7", ""), "does not say both `seed` and `max-hands`"),
        ("[".to_owned(), "does not say both `seed` and `max-hands`"),
    ] {
        write(alone.join("config.toml"), config);
        let error = fail(2, &command(&alone));
        assert!(error.starts_with("error: --match-on: ") && error.contains(expected), "{error}");
    }
}

#[test]
fn a_person_who_can_not_be_asked_is_replaced_by_a_bot() {
    let (dir, mut records) = tournament("person", "9-2-5", "");
    records[0].bots = BySeat(["person", "greedy", "greedy"].map(str::to_owned));
    fs::write(
        dir.join("records.jsonl"),
        format!("{}\n", serde_json::to_string(&records[0]).unwrap()),
    )
    .unwrap();
    let error = fail(2, &replay(&dir, &records[0], "--from 1"));
    assert!(
        error.contains("--bots: `person` at seat 0 of the record can't play on: name who does"),
        "{error}"
    );
    succeed(&replay(&dir, &records[0], "--from 1 --bots heuristic,greedy,greedy"));
}

#[test]
fn what_other_rules_forbid_is_refused_with_its_place() {
    let (dir, records) = tournament("forbidden", "9-2-5", "--rules trump_call=after_bleed");
    let bleeds = |record: &&Record| record.actions[0].contains(" give ");
    let record = records.iter().find(bleeds).expect("a hand that begins with a bleed");
    let other = "--rules trump_call=before_bleed";
    let error = fail(2, &replay(&dir, record, &format!("--from 1 {other}")));
    let said = "error: --rules: the record does not go by 9-2-5: actions[0]: ";
    assert!(error.starts_with(said), "{error}");
    succeed(&replay(&dir, record, &format!("--from 0 {other}")));
}
