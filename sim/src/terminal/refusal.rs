//! What is answered to words that are no command, and how a program ends that failed.

use anyhow::anyhow;
use clap::error::ErrorKind;

use super::failure::{Failure, heard};
use super::stream::{print_help, say};

/// Ends a program that has done what it was asked, or says what failed; gives the exit code.
pub fn end(done: Result<(), Failure>) -> u8 {
    let Err(failure) = heard(done) else { return 0 };
    say(&failure.message());
    failure.code()
}

/// Writes help and version as they are, and of what is wrong with words the one line that says so; gives the exit code.
pub fn refuse(games: &[&str], error: &clap::Error) -> u8 {
    let shown = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if shown {
        return match heard(print_help(error)) {
            Ok(()) => error.exit_code() as u8,
            failed => end(failed),
        };
    }
    end(Err(refusal(games, error)))
}

/// What is wrong with words, on one line. Where a game is missing, the line names the games.
pub fn refusal(games: &[&str], error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let (tips, lines): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with("tip: "));
    let mut message = lines.join(" ");
    let is_missing = error.kind() == ErrorKind::MissingRequiredArgument;
    if is_missing && ["--game", "<GAME>"].iter().any(|game| message.contains(game)) {
        message += &format!("; the games are {}", games.join(", "));
    }
    // The other tips are on how to pass what is no flag, which is seldom meant.
    for tip in tips.iter().filter(|tip| tip.contains("similar")) {
        message += &format!("; {}", tip.trim_start_matches("tip: "));
    }
    Failure::usage(anyhow!(message))
}
