//! Games that are read from a file, where `--game` stands.

use std::fs;
use std::path::PathBuf;

use crate::common::{assert_same, fail, folder, manifest, play, succeed, text, unfinish, write};

const FILE: &str = "\
# One card is turned up, hearts count double.
format = 1
name = \"turned-hearts\"
contract = [8, 6, 3]
[deal]
hand = 17
turn_up = true
[trump]
by = \"turn_up\"
[score]
over = 1
under = -1
cards = { H = 1 }
[match]
hands = 9
tie = \"shared\"
[variant.four-hands]
match.hands = 4
";

fn file(dir: &str) -> PathBuf {
    let file = folder(dir).join("mine.toml");
    write(&file, FILE);
    file
}

#[test]
fn a_run_of_a_game_from_a_file_needs_nothing_beside_its_folder() {
    let file = file("file");
    let run = format!(
        "tournament --game {} --bots random,greedy,mc:worlds=2 --blocks 3 --records all",
        file.display()
    );
    let dir = play(folder("run"), &run);
    fs::remove_file(&file).expect("the file is this test's own");
    assert_eq!(text(dir.join("game.toml")), FILE);
    assert_eq!(manifest(&dir)["game"], "turned-hearts");
    assert_eq!(manifest(&dir)["game_sha256"].as_str().map(str::len), Some(64));
    succeed(&format!("verify {} --quiet", dir.display()));
    let printed = succeed(&format!("replay {} --match 0 --lineup 0 --hand 0", dir.display()));
    assert!(printed.contains("turned up"), "{printed}");
    assert!(succeed(&format!("resume {}", dir.display())).contains("turned-hearts"));
    let again = folder("again");
    for name in ["game.toml", "manifest.json", "config.toml"] {
        fs::copy(dir.join(name), again.join(name)).expect("a copy");
    }
    unfinish(&again);
    succeed(&format!("resume {} --quiet", again.display()));
    assert_same(&again, &dir, "played again from the file of the folder");
    write(again.join("game.toml"), FILE.replace("8, 6, 3", "8, 5, 4"));
    let why = fail(1, &format!("resume {}", again.display()));
    assert!(why.contains("it is not the file that the run was begun with"), "{why}");
}

#[test]
fn variants_and_options_of_a_file_are_compared() {
    let file = file("file");
    let file = file.display();
    let printed = succeed(&format!(
        "compare --game {file} --variants turned-hearts,four-hands,turned-hearts:tricks.lead=dealer \
         --bots random,greedy --blocks 5"
    ));
    assert!(printed.contains("four-hands"), "{printed}");
    let printed = succeed(&format!(
        "tournament --game {file} --rules contract=7-7-3 --bots random,greedy --blocks 2"
    ));
    assert!(printed.contains("turned-hearts"), "{printed}");
}

#[test]
fn a_file_that_is_no_game_is_refused_in_one_line() {
    let file = file("file");
    write(&file, FILE.replace("hand = 17", "hands = 17"));
    let why = fail(2, &format!("tournament --game {} --bots random,greedy", file.display()));
    let due = "line 6, column 1: `deal.hands` is no key of a game; did you mean `deal.hand`?";
    assert!(why.contains("mine.toml") && why.contains(due), "{why}");
    let why = fail(2, "tournament --game ./no-such.toml --bots random,greedy");
    assert!(why.contains("./no-such.toml: No such file"), "{why}");
}
