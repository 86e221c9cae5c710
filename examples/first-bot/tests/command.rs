//! The bot is a bot like the others in the command that this package makes.

use std::process::Command;

fn threehand(words: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_first-bot"));
    let output = command.args(words.split(' ')).output().expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn it_is_listed_with_the_others() {
    let (out, _) = threehand("list bots");
    assert!(out.contains("  hasty           the last legal action"), "{out}");
    assert!(out.contains("  champion "), "{out}");
}

#[test]
fn it_plays_every_game() {
    for game in ["9-2-5", "three-legged-kitty", "three-kings"] {
        let words =
            format!("tournament --game {game} --bots hasty,random,greedy --blocks 20 --json");
        let (out, err) = threehand(&words);
        assert!(out.contains(r#""bot":"hasty","#), "{out}{err}");
    }
}

#[test]
fn a_slip_in_its_name_is_told() {
    let (_, err) = threehand("tournament --game 9-2-5 --bots hsty,random");
    assert!(err.contains("no bot is called `hsty`; did you mean `hasty`?"), "{err}");
}
