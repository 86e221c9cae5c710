//! The stress test with the games and bots of this project.

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser as _;
use threehand_bots::Lab;
use threehand_fuzz::stress::{self, Counts, Settings};

fn main() -> ExitCode {
    let start = Instant::now();
    let settings = Settings::parse();
    match stress::run(&Lab::standard(), &settings) {
        Ok(Counts { rounds, hands, decisions, replayed }) => {
            let seconds = start.elapsed().as_secs();
            println!("no check failed: {rounds} rounds, {hands} hands, {decisions} decisions");
            println!("{replayed} hands replayed, seed {}, {seconds} s", settings.seed);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("error: {failure:#}");
            ExitCode::FAILURE
        }
    }
}
