//! `threehand`: the laboratory for three-player card games, from the command line.

fn main() -> std::process::ExitCode {
    threehand_sim::threehand()
}
