//! `threehand`: the laboratory for three-player card games, from the command line.

fn main() -> std::process::ExitCode {
    threehand_sim::run(&threehand_bots::Lab::standard())
}
