//! The command `threehand` with a fourth game: try `cargo run --release -p first-game -- list`.

use std::process::ExitCode;

use first_game::EightFiveThree;
use threehand_bots::Lab;

fn main() -> ExitCode {
    threehand_sim::run(&Lab::standard().game::<EightFiveThree>())
}
