//! Bots at games from files.

use threehand_bots::Lab;
use threehand_bots::testing::{Trials, blindness, conformance, knowledge, specs};
use threehand_engine::games::Family;

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
