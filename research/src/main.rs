//! `research`: fits what bots weigh, and measures what they do.

fn main() -> std::process::ExitCode {
    threehand_research::research()
}
