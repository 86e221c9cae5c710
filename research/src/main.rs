//! The command `research`, with the games and bots of this project.

use std::process::ExitCode;

use clap::Parser as _;
use threehand_bots::Lab;
use threehand_research::{Cli, study};
use threehand_sim::terminal::refusal::end;

fn main() -> ExitCode {
    let Cli { command, threads } = Cli::parse();
    if let Some(threads) = threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global().expect("nothing has started threads yet");
    }
    end(study(&Lab::standard(), &command).map(|figures| print!("{figures}"))).into()
}
