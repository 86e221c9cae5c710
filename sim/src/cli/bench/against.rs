//! Two programs that are timed in turn.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, anyhow, bail};

use super::figure::{Figure, figures};
use crate::terminal::invocation::this_program;
use crate::terminal::shown::shown;

/// The figures of this program, with the ratios to the times of another. Each round starts both anew, one after the other
/// in turn, so a machine that slows down for a while slows both.
///
/// # Errors
/// If either can't be started, fails, or prints no figures.
pub(super) fn against(
    other: &Path,
    game: Option<&str>,
    rounds: u16,
) -> anyhow::Result<Vec<Figure>> {
    let mut by_figure: Vec<Vec<(Figure, Option<f64>)>> = Vec::new();
    for round in 0..rounds {
        let this = || timed(this_program()?, game).context("this program");
        let that = || timed(Command::new(other), game).with_context(|| shown(other.display()));
        // The other goes first, so that one that is no such program is answered at once.
        let (now, then) = if round % 2 == 0 {
            let then = that()?;
            (this()?, then)
        } else {
            let now = this()?;
            (now, that()?)
        };
        by_figure.resize_with(now.len(), Vec::new);
        for (figure, rounds) in now.into_iter().zip(&mut by_figure) {
            let ratio = figure.ratio(&then);
            rounds.push((figure, ratio));
        }
    }
    Ok(by_figure.iter().filter_map(|rounds| Figure::of_rounds(rounds)).collect())
}

/// What one round of a program's `bench` finds.
fn timed(mut program: Command, game: Option<&str>) -> anyhow::Result<Vec<Figure>> {
    program.args(["bench", "--rounds", "1", "--json"]);
    program.args(game.iter().flat_map(|game| ["--game", game]));
    let output = program.stdin(Stdio::null()).output().context("can't be started")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        bail!("bench failed ({}): {}", output.status, shown(last));
    }
    figures(&output.stdout).map_err(|error| anyhow!("bench: {error}"))
}
