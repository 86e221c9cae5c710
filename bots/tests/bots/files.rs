//! Bots at games from files.

use threehand_bots::Lab;
use threehand_bots::testing::{Trials, blindness, conformance, knowledge, specs};
use threehand_engine::games::Family;

use crate::checks;
use crate::random_files::any_game;

#[test]
fn all_bots_but_those_of_one_game_play_games_from_files() {
    let lab = Lab::standard();
    let bots = lab.bots::<Family>();
    let specs = specs(bots);
    assert_eq!(
        bots.names().collect::<Vec<_>>(),
        ["random", "greedy", "heuristic", "mc", "pimc", "ismcts"]
    );
    conformance(bots, &specs, &Trials::new(6));
    blindness(bots, &specs, &Trials::new(3));
    knowledge(bots, &Trials::new(20));
}

#[test]
fn what_is_known_of_random_files_holds() {
    let lab = Lab::standard();
    for number in 0..checks(400) {
        let game = any_game(7, number, 52);
        eprintln!("random game {number}: {}", game.text());
        knowledge(lab.bots::<Family>(), &Trials::of(game, 8).seed(number));
    }
}
