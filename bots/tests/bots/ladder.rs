//! Each rung of the ladder earns its place: one of it against two of the rung below. Parity is 1/3.

use threehand_bots::Knowledge;
use threehand_bots::testing::win_share;
use threehand_engine::Game as _;
use threehand_engine::games::{Family, NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::options::rules_of;
use threehand_engine::testing::{checks, rules};

use crate::bots;

/// The share of matches that one bot wins against two of another, over so many blocks of three matches.
fn share<G: Knowledge>(words: &str, [one, two]: [&str; 2], blocks: u64) -> f64 {
    win_share::<G>(bots(), &rules(words), one, two, blocks as u32)
}

/// One of the first bot wins more than this share against two of the second.
fn beats<G: Knowledge>(words: &str, bots: [&str; 2], least: f64) {
    let share = share::<G>(words, bots, checks(300).max(60));
    assert!(share > least, "{} {words} {bots:?}: {share}", G::NAME);
}

const GREEDY: [&str; 2] = ["greedy", "random"];
const HEURISTIC: [&str; 2] = ["heuristic", "greedy"];

#[test]
fn each_rung_is_a_step_above_the_one_below_at_9_2_5() {
    beats::<NineTwoFive>("", GREEDY, 0.5);
    beats::<NineTwoFive>("", HEURISTIC, 0.75);
    for contracts in ["9-5-2", "8-3-5", "9-3-4", "8-4-4"] {
        beats::<NineTwoFive>(&format!("contracts={contracts}"), HEURISTIC, 0.6);
    }
}

#[test]
fn each_rung_is_a_step_above_the_one_below_at_three_kings() {
    beats::<ThreeKings>("", GREEDY, 0.9);
    beats::<ThreeKings>("", HEURISTIC, 0.7);
}

#[test]
fn each_rung_is_a_step_above_the_one_below_at_three_legged_kitty() {
    for (deck, heuristic) in [("deck=52", 0.9), ("deck=32", 0.75)] {
        beats::<ThreeLeggedKitty>(deck, GREEDY, 0.9);
        beats::<ThreeLeggedKitty>(deck, HEURISTIC, heuristic);
    }
}

/// A game's share has a standard error of 0.055. Over 300 blocks of all line-ups the shares were 0.38, 0.53 and
/// 0.45.
#[test]
#[ignore = "ten blocks show little, and many take minutes: by night"]
fn pimc_beats_two_heuristic_though_it_looks_at_few_worlds() {
    let pimc = ["pimc:worlds=8", "heuristic"];
    let shares = [
        share::<NineTwoFive>("", pimc, checks(24)),
        share::<ThreeLeggedKitty>("", pimc, checks(24)),
        share::<ThreeKings>("", pimc, checks(24)),
    ];
    let mean = shares.iter().sum::<f64>() / 3.0;
    assert!(mean > 0.37 && shares.iter().all(|&share| share > 0.27), "{shares:?}");
}

#[test]
fn each_rung_is_a_step_above_the_one_below_at_games_from_files() {
    const FILES: [&str; 3] = [
        threehand_engine::games::family::NINE_TWO_FIVE,
        include_str!("../../../engine/src/games/family/files/hearts.toml"),
        include_str!("../../../engine/src/games/family/files/oh-hell.toml"),
    ];
    for file in FILES {
        let game = Family::read(file).unwrap_or_else(|why| panic!("{why}"));
        for ([one, two], least) in [(GREEDY, 0.6), (HEURISTIC, 0.4)] {
            let share = win_share(bots::<Family>(), &game, one, two, checks(300).max(60) as u32);
            assert!(share > least, "{} {one} over two {two}: {share}", game.name());
        }
    }
}

#[test]
fn a_bidder_of_few_cards_beats_one_that_counts_its_high_cards() {
    let game = Family::read(include_str!("../../../engine/src/games/family/files/oh-hell.toml"));
    let game = game.unwrap_or_else(|why| panic!("{why}"));
    let no_trump = [("trump.by", "none"), ("deal.turn_up", "false")];
    for (hand, more, least) in [("3", &[][..], 0.45), ("5", &[], 0.45), ("3", &no_trump, 0.25)] {
        let options = [("deal.hand", hand)].into_iter().chain(more.iter().copied());
        let game = rules_of(&game, options).expect("it is a game");
        let [one, two] = HEURISTIC;
        let share = win_share(bots::<Family>(), &game, one, two, checks(300).max(60) as u32);
        assert!(share > least, "{hand} {more:?}: {share}");
    }
}
