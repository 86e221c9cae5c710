//! Each study on little data, with its exact figures.

use clap::Parser;
use threehand_bots::Lab;
use threehand_engine::games::Family;
use threehand_research::{Cli, study};
use threehand_sim::terminal::failure::Failure;

/// The text of a study.
fn written(words: &str) -> String {
    done(words).unwrap_or_else(|failure| panic!("{words}: {}", failure.message()))
}

fn done(words: &str) -> Result<String, Failure> {
    let cli = Cli::try_parse_from(format!("research {words}").split(' ')).expect(words);
    study(&Lab::standard(), &cli.command)
}

/// The lines with one space in place of many.
fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn one_bot_against_two_wins_its_share_of_matches() {
    let text = written("one-against-two --game 9-2-5 --bots heuristic,greedy --blocks 2");
    let line = &lines(&text)[0];
    assert!(line.starts_with("9-2-5 heuristic greedy 2 blocks 0.833 ± 2.118 "), "{line}");
    assert!(line.ends_with(" ms a decision"), "{line}");
}

#[test]
fn a_bot_that_errs_gains_less_than_nothing() {
    let words =
        "counter --game three-kings --bot heuristic --among heuristic:epsilon=0.2 --hands 2";
    assert_eq!(
        lines(&written(words)),
        ["three-kings heuristic:epsilon=0.2 heuristic 6 hands gain -0.354 ± 3.246 \
             points a hand -0.500"]
    );
}

#[test]
fn a_counter_is_found_by_halving_and_measured_on_other_cards() {
    let words = "counter --game 9-2-5 --bot greedy --among random,greedy,policy --hands 30";
    let text = written(words);
    let rounds: Vec<_> = text.split("\n\n").map(lines).collect();
    assert_eq!(rounds.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 1], "{text}");
    // A bot gains nothing over itself.
    assert!(
        rounds[0][1].ends_with(" greedy greedy 31 hands gain +0.000 ± 0.000 points a hand +0.000")
    );
    let found = &rounds[2][0];
    assert!(
        found.starts_with("9-2-5 policy greedy ")
            && rounds[0][0].starts_with("9-2-5 policy greedy ")
    );
    assert_ne!(found.split("gain").nth(1), rounds[1][0].split("gain").nth(1), "the same cards");
}

#[test]
fn heuristic_finds_as_many_puzzles_as_their_page_says() {
    let text = written("puzzles --bots heuristic");
    let rows: Vec<_> = text.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(
        rows,
        [
            "| `heuristic` | 14.0 | 5.0 | 13.0 | 32.0 |",
            "| `heuristic` | 17.0 | 15.0 | 7.0 | 39.0 |",
            "| `heuristic` | 15.0 | 11.0 | 26.0 |"
        ]
    );
}

#[test]
fn the_puzzles_of_one_game_are_those_of_all_games() {
    let one = written("puzzles --game kitty --bots heuristic");
    assert!(one.starts_with("| three-legged-kitty |"), "{one}");
    assert!(one.ends_with("| `heuristic` | 17.0 | 15.0 | 7.0 | 39.0 |\n\n"), "{one}");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    for (words, told) in [
        ("counter --game 9-2-6 --bot mc --among mc", "error: --game: no game is called `9-2-6`"),
        ("one-against-two --game 9-2-5 --bots mc", "error: --bots: two bots are needed, not 1"),
        ("counter --game 9-2-5 --bot mx --among mc", "error: --bot: "),
        ("train --game 9-2-5 --exploit mx --out network", "error: --exploit: "),
        (
            "train --game kity --out network",
            "error: --game: no game is called `kity`; did you mean `three-legged-kitty`?",
        ),
    ] {
        let failure = done(words).expect_err(words);
        assert_eq!(failure.code(), 2, "{words}");
        assert!(failure.message().starts_with(told), "{words}: {}", failure.message());
    }
}

#[test]
fn counts_that_no_machine_has_room_for_are_refused() {
    let most = u64::MAX;
    for words in [
        format!("train --game 9-2-5 --out network --hands {most}"),
        format!("one-against-two --game 9-2-5 --bots greedy,random --blocks {most}"),
        format!("counter --game 9-2-5 --bot greedy --among random --hands {most}"),
    ] {
        let words = format!("research {words}");
        assert!(Cli::try_parse_from(words.split(' ')).is_err(), "{words}");
    }
}

#[test]
fn the_words_of_the_command_line_make_sense() {
    <Cli as clap::CommandFactory>::command().debug_assert();
}

#[test]
fn a_game_from_a_file_learns_a_network_that_plays_it() {
    let out = std::env::temp_dir().join(format!("threehand-{}.network", std::process::id()));
    let out_text = out.display();
    // In the first round a network stays as it was.
    let share_won = |words: &str| {
        let words = format!("train {words} --rounds 1 --hands 1 --out {out_text}");
        let figures = written(&words);
        let (_, share) = figures.split_once(" round 1: ").expect("a share");
        share.split(' ').next().unwrap_or(share).parse::<f64>().expect("a number")
    };
    share_won("--game ../examples/games/seventeen.toml --blocks 2");
    let lab = Lab::standard();
    lab.bots::<Family>().spec(&format!("policy:network={out_text}")).expect("a network");
    // A network of 9-2-5 plays a game like it better than an untrained one.
    let untrained = share_won("--game sergeant-major --blocks 10");
    let of_another = "../bots/src/games/nine_two_five/policy.network";
    let begun = share_won(&format!("--game sergeant-major --blocks 10 --from {of_another}"));
    assert!(begun > untrained + 0.2, "{begun}, untrained {untrained}");
    // And against two `random` it wins more than against two `heuristic`, of whom it learns as well.
    let against = share_won(&format!(
        "--game 9-2-5 --blocks 10 --from {of_another} --exploit random,heuristic"
    ));
    assert!(against > 0.9, "{against}");
    std::fs::remove_file(out).expect("it was made");
}
