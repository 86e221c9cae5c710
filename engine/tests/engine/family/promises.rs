//! What every game owes, of games from files: those that people play, and random ones.

use threehand_engine::Game as _;
use threehand_engine::games::Family;
use threehand_engine::testing::{
    Trials, checks, conformance, playouts, scenes, worlds, worlds_say_no_more,
};

use super::random_files::any_game;
use super::{files, game};
use crate::met::repeats;

#[test]
fn the_games_of_files_keep_the_contract_of_a_game() {
    for file in files() {
        conformance(&Trials::of(game(file), repeats(300, 8) as usize));
        worlds_say_no_more(&Trials::of(game(file), repeats(40, 8) as usize));
        playouts(&Trials::of(game(file), checks(20_000) as usize));
    }
}

#[test]
fn every_verb_is_taken_at_a_table_that_has_all_cards() {
    let verbs = files().into_iter().flat_map(|file| scenes(&Trials::of(game(file), 40)));
    let verbs: std::collections::BTreeSet<_> = verbs.collect();
    let due = ["back", "bid", "discard", "fewest", "give", "keep", "pass", "play", "pull", "trump"];
    assert!(verbs.iter().eq(due), "{verbs:?}");
}

/// Each random file is read anew, and played for some hands.
fn in_random_games(games: u64, check: impl Fn(Family)) {
    for number in 0..games {
        eprintln!("random game {number}");
        check(any_game(1, number, 52));
    }
}

#[test]
fn random_games_keep_the_contract_of_a_game() {
    in_random_games(checks(1_000), |game| {
        let trials = || Trials::of(game, 8);
        threehand_engine::testing::hands(&trials());
        scenes(&trials());
        threehand_engine::testing::records(&trials());
        playouts(&trials());
        threehand_engine::testing::options(&trials());
        threehand_engine::testing::seen(&Trials::of(game, 3));
    });
}

#[test]
fn the_worlds_of_random_games_show_the_same() {
    in_random_games(checks(1_000), |game| worlds(&Trials::of(game, 4).seed(2)));
}

#[test]
fn matches_of_random_games_end() {
    in_random_games(checks(1_000), |game| {
        // Where all bid 17 tricks, a tie is as good as never broken.
        if game.option("match.tie") == "shared" {
            threehand_engine::testing::matches_end(&Trials::of(game, 1).under(game));
        }
    });
}
