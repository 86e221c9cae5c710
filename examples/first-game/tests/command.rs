//! The game is a game like the others in the command that this package makes.

use std::process::{Command, Output};

fn threehand(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_first-game"));
    command.args(words.split(' ')).output().expect("the command runs")
}

/// What the command writes if all goes well.
fn printed(words: &str) -> String {
    let Output { status, stdout, stderr } = threehand(words);
    assert!(status.success(), "{words}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("it writes UTF-8")
}

#[test]
fn it_is_listed_with_its_option() {
    let out = printed("list games");
    assert!(out.contains("game 8-5-3: --rules key=value, the default first"), "{out}");
    assert!(out.contains("  first_lead      left, dealer"), "{out}");
}

#[test]
fn the_bots_that_play_it_are_listed() {
    let out = printed("list bots");
    let plays = |games: &str| out.matches(&format!("  plays {games}\n")).count();
    assert_eq!(plays("9-2-5, three-legged-kitty, three-kings"), 4, "{out}");
    assert_eq!(plays("9-2-5, three-legged-kitty, three-kings, 8-5-3"), 4, "{out}");
}

#[test]
fn bots_that_know_nothing_of_it_play_it_and_their_records_are_verified() {
    let dir = std::env::temp_dir().join(format!("first-game-{}", std::process::id()));
    let bots = "random,mc:worlds=1,pimc:worlds=1,ismcts:iterations=2";
    let dir_text = dir.display();
    let out = printed(&format!(
        "tournament --game 8-5-3 --bots {bots} --blocks 1 --max-hands 2 --records all \
         --out {dir_text}"
    ));
    assert!(out.contains("8-5-3 · 36 line-ups a block · 1 block = 36 matches"), "{out}");
    let out = printed(&format!("verify {dir_text}"));
    assert!(out.contains("36 matches"), "{out}");
    let out = printed(&format!("replay {dir_text} --match 0 --lineup 0 --hand 0"));
    assert!(out.contains(" trump ") && out.contains(" discard "), "{out}");
    std::fs::remove_dir_all(&dir).expect("the folder is this test's own");
}

#[test]
fn its_rules_are_compared_and_its_bots_are_tested() {
    let variants = "8-5-3,8-5-3:first_lead=dealer";
    let out = printed(&format!(
        "compare --game 8-5-3 --variants {variants} --bots random,mc:worlds=1 --blocks 2 \
         --max-hands 3"
    ));
    assert!(out.contains("points a hand, dealer"), "{out}");
    let out = printed("sprt --game 8-5-3 --bots mc:worlds=1,random --blocks 200 --max-hands 1");
    assert!(out.contains("mc:worlds=1 is better than random"), "{out}");
}

#[test]
fn a_bot_that_it_lacks_is_refused() {
    let Output { status, stderr, .. } = threehand("tournament --game 8-5-3 --bots greedy,random");
    let err = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(2), "{err}");
    assert!(err.contains("8-5-3 has no `greedy`"), "{err}");
}
