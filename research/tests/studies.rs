//! Each study on little, with the figures that it gave when it was a program of its own.

use clap::Parser;
use threehand_bots::Lab;
use threehand_research::cli::Cli;
use threehand_research::lab::Failure;
use threehand_research::study;

/// What a study writes.
fn written(words: &str) -> String {
    let mut out = Vec::new();
    done(words, &mut out).unwrap_or_else(|failure| panic!("{words}: {}", failure.message()));
    String::from_utf8(out).expect("studies write text")
}

fn done(words: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
    let cli = Cli::try_parse_from(format!("research {words}").split(' ')).expect(words);
    study(&Lab::standard(), &cli.command, out)
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
    let words = "gain --game three-kings --bots heuristic:epsilon=0.2,heuristic --hands 2";
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

    let alone = "counter --game 9-2-5 --bot greedy --among policy --hands 30 --first 7";
    let gain = "gain --game 9-2-5 --bots policy,greedy --hands 30 --first 7";
    assert_eq!(written(alone), written(gain));
}

#[test]
fn regrets_are_those_of_a_longer_search() {
    let words = "regret --game 9-2-5 --positions 4 --worlds 10 --bots heuristic,pimc:worlds=4";
    assert_eq!(
        lines(&written(words)),
        [
            "9-2-5 heuristic 4 positions 0.00535 ± 0.00958",
            "9-2-5 pimc:worlds=4 4 positions 0.00944 ± 0.01017 less -0.00409 ± 0.00824"
        ]
    );
}

#[test]
fn an_action_that_no_judged_choice_stands_for_is_told() {
    let words = "regret --game three-kings --positions 40 --worlds 1 --bots greedy";
    let failure = done(words, &mut Vec::new()).expect_err("greedy plays such a card");
    assert_eq!(failure.code(), 1);
    let told = "error: no choice that was judged stands for `";
    assert!(failure.message().starts_with(told), "{}", failure.message());
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
fn a_forecast_is_compared_with_what_came() {
    assert_eq!(
        lines(&written("forecast --bots heuristic --matches 1")),
        [
            "heuristic: a bid over a pass, in chances to win the match",
            "high bid 0 to 0 12 bids promised +0.015 brought -0.158",
            "high bid 1 to 3 6 bids promised +0.101 brought -0.151",
            "high bid 4 to 6 12 bids promised +0.091 brought +0.055",
            "high bid 7 to 8 28 bids promised +0.045 brought -0.106",
            "high bid 9 to 10 19 bids promised -0.042 brought +0.001",
            "5 contracts: made 0.800, foretold by playing out 0.557, by solving 0.457",
            "blend 0.00 squared error 0.2781",
            "blend 0.25 squared error 0.2398",
            "blend 0.50 squared error 0.2066",
            "blend 0.75 squared error 0.1784",
            "blend 1.00 squared error 0.1554"
        ]
    );
}

#[test]
fn match_equity_is_fitted_for_every_game() {
    assert_eq!(
        lines(&written("equity --matches 30")),
        [
            "game standings ln 1/3 foretold",
            "9-2-5 163 -1.0986 -0.8160",
            "score -0.2776",
            "score near the end 4.9978",
            "last points 0.4498",
            "last points near the end -4.2444",
            "three-legged-kitty 143 -1.0986 -0.7406",
            "score 0.0948",
            "score near the end 0.5126",
            "three-kings 257 -1.0986 -0.7960",
            "game points 1.0388",
            "two game points -0.3108",
            "points 0.0489",
            "points by game points 0.0087",
            "points with two 0.0352",
            "pending 0.0418"
        ]
    );
}

#[test]
fn a_step_moves_the_weights_of_three_kings() {
    let text = written("kings-weights --steps 1 --blocks 2");
    let lines = lines(&text);
    for line in [
        "late [ 1.42, 0.60, 0.30, -0.02, -0.13, -0.27, -0.09, 0.00, -0.17, -0.04, 0.34, 0.32]",
        "held [ 0.71, 0.94]",
        "spread [ 4.95]",
    ] {
        assert!(lines.iter().any(|other| other == line), "{line} is not in:\n{text}");
    }
    let last = lines.last().expect("a line");
    assert!(last.starts_with("one against two of those before: "), "{last}");
    assert!(last.ends_with(" % of 6 matches"), "{last}");
}

#[test]
fn a_fit_to_an_order_is_measured_under_it() {
    let text = written("order-weights --contracts 9-2-5,9-5-2 --matches 10 --blocks 4");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "order,disturbed,bots,measure,n,value,lo,hi");
    for order in ["9-2-5", "9-5-2"] {
        let of = |bots: &str, measure: &str| {
            let start = format!("{order},0,{bots},{measure},");
            let line = lines.iter().find_map(|line| line.strip_prefix(&start)).expect(&start);
            line.split(',').nth(1).expect("a value").parse::<f64>().expect("a number")
        };
        assert!((0.0..=1.0).contains(&of("fitted", "won")));
        assert!(of("fitted less as it is", "decides_otherwise") > 0.0, "the weights are others");
        let points = |bots| {
            ["dealer", "left", "right"].map(|role| of(bots, &format!("points_{role}"))).iter().sum()
        };
        let [as_it_is, fitted]: [f64; 2] = ["as it is", "fitted"].map(points);
        assert!(as_it_is.abs() < 1e-4 && fitted.abs() < 1e-4, "points come to 0:\n{text}");
        let less = of("fitted", "role_spread") - of("as it is", "role_spread");
        assert!((of("fitted less as it is", "role_spread") - less).abs() < 1e-4);
    }
    assert!(text.contains("9-5-2,0,fitted,won_from_first,4,"), "{text}");
}

#[test]
fn nulls_that_promise_something_are_bid_in_the_hand_as_it_lies() {
    let text = written("nulls --bots heuristic --matches 6");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "bot,height,measure,n,value,lo,hi");
    let of = |height: u8, measure: &str| {
        let start = format!("heuristic,{height},{measure},");
        let line = lines.iter().find_map(|line| line.strip_prefix(&start))?;
        line.split(',').nth(1).expect("a value").parse::<f64>().ok()
    };
    for height in 1..=8_u8 {
        let (Some(promised), Some(made)) = (of(height, "promised"), of(height, "made")) else {
            continue;
        };
        // Five points to each of the others for a failure.
        assert!(promised > 5.0 / (5.0 + f64::from(height)), "height {height}:\n{text}");
        let margin = f64::from(height) * made - 5.0 * (1.0 - made);
        assert!((of(height, "margin").expect("beside it") - margin).abs() < 1e-3, "{text}");
        let less = of(height, "bid").expect("beside it") - of(height, "own").expect("beside it");
        assert!((of(height, "less").expect("beside it") - less).abs() < 1e-4, "{text}");
    }
    assert!(of(1, "promised").is_some(), "the lowest Null often promises something:\n{text}");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    for (words, told) in [
        ("order-weights --contracts 9-5-3", "error: --contracts: "),
        ("gain --game 9-2-6 --bots mc,mc", "error: --game: no game is called `9-2-6`"),
        ("gain --game 9-2-5 --bots mc", "error: --bots: two bots are asked for, not 1"),
        ("regret --game 9-2-5 --bots mx", "error: --bots: "),
        (
            "train --game kity --out network",
            "error: --game: no game is called `kity`; did you mean `three-legged-kitty`?",
        ),
    ] {
        let failure = done(words, &mut Vec::new()).expect_err(words);
        assert_eq!(failure.code(), 2, "{words}");
        assert!(failure.message().starts_with(told), "{words}: {}", failure.message());
    }
}

#[test]
fn a_measurement_that_is_stopped_has_said_what_it_came_to_so_far() {
    for (words, unit, figures) in [
        ("one-against-two --game 9-2-5 --bots heuristic,greedy --blocks", "blocks", 3),
        ("gain --game 9-2-5 --bots heuristic,greedy --hands", "hands", 4),
    ] {
        let mut research = std::process::Command::new(env!("CARGO_BIN_EXE_research"));
        let all = format!("{words} 40");
        let output = research.args(all.split(' ')).output().expect("it runs");
        let so_far = lines(&String::from_utf8_lossy(&output.stderr));
        assert!(so_far.len() > 5 && so_far.len() < 20, "{so_far:?}");
        // The last of them is what a shorter run would have come to, but for the time.
        let last = so_far.last().and_then(|line| line.strip_prefix("so far: ")).expect("a line");
        let words_of_last: Vec<_> = last.split(' ').collect();
        let place = words_of_last.iter().position(|word| *word == unit).expect("a count");
        let shorter = lines(&written(&format!("{words} {}", words_of_last[place - 1])));
        let told =
            |line: &str| line.split(' ').take(place + 1 + figures).collect::<Vec<_>>().join(" ");
        assert_eq!(told(last), told(&shorter[0]));
    }
}

#[test]
fn words_that_are_no_command_are_answered_in_one_line() {
    let mut research = std::process::Command::new(env!("CARGO_BIN_EXE_research"));
    let output = research.args(["gain", "--gam", "9-2-5"]).output().expect("it runs");
    let told = "error: unexpected argument '--gam' found; a similar argument exists: '--game'\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn counts_that_no_machine_has_room_for_are_refused() {
    let most = u64::MAX;
    for words in [
        format!("forecast --bots greedy --matches {most}"),
        format!("nulls --bots heuristic --matches {most}"),
        format!("equity --matches {most}"),
        "equity --matches 2".to_owned(),
        format!("kings-weights --blocks {most}"),
        format!("train --game 9-2-5 --out network --hands {most}"),
        format!("one-against-two --game 9-2-5 --bots greedy,random --blocks {most}"),
        format!("gain --game 9-2-5 --bots greedy,random --hands {most}"),
        "order-weights --contracts 9-5-2 --disturbed nan".to_owned(),
    ] {
        let words = format!("research {words}");
        assert!(Cli::try_parse_from(words.split(' ')).is_err(), "{words}");
    }
}

#[test]
fn the_words_of_the_command_line_make_sense() {
    <Cli as clap::CommandFactory>::command().debug_assert();
}
