//! `resume`: a run carried on where it was left, from what its folder says of it.

use std::io::Write as _;
use std::path::Path;

use anyhow::anyhow;
use clap::Parser;
use serde_json::json;
use threehand_bots::Registry;

use super::{compare, shell_quoted, sprt, tournament};
use crate::cli::{Cli, Command, ResumeArgs, Stage};
use crate::failure::{Failure, say};
use crate::output::folder;
use crate::output::manifest::Written;

/// Goes on with the run of a folder.
pub fn run(lab: &impl Registry, args: &ResumeArgs) -> Result<(), Failure> {
    let written = Written::read(&args.dir)?;
    if let Some((finished, hash)) = written.finished() {
        folder::tidy(&args.dir)?;
        if args.json {
            let done = json!({ "finished": finished, "results_hash": hash });
            writeln!(anstream::stdout(), "{done}")?;
        } else if !args.quiet {
            say(&format!(
                "{}: nothing is left to do: the run finished at {finished}, results_hash {hash}",
                args.dir.display()
            ));
        }
        return Ok(());
    }
    match command(&written, &written.words()?)? {
        Command::Tournament(mut run) => {
            run.out = Some(args.dir.clone());
            run.threads = args.threads;
            run.json = args.json;
            run.quiet = args.quiet;
            run.resumed = Some(written);
            tournament::run(lab, &run).map_err(|failure| of_manifest(failure, &args.dir))
        }
        Command::Compare(mut run) => {
            run.out = Some(args.dir.clone());
            carry_on(&mut run.stage, args);
            run.resumed = Some(written);
            compare::run(lab, &run).map_err(|failure| of_manifest(failure, &args.dir))
        }
        Command::Sprt(mut run) => {
            run.out = Some(args.dir.clone());
            carry_on(&mut run.stage, args);
            run.resumed = Some(written);
            sprt::run(lab, &run).map_err(|failure| of_manifest(failure, &args.dir))
        }
        _ => Err(Failure::Failed(no_run(&written))),
    }
}

/// What may be told anew of a study that is carried on.
fn carry_on(stage: &mut Stage, args: &ResumeArgs) {
    stage.threads = args.threads;
    stage.json = args.json;
    stage.quiet = args.quiet;
}

/// The command that the words of a manifest make.
pub(super) fn command(written: &Written, words: &[String]) -> Result<Command, Failure> {
    let cli = Cli::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        let told = text.lines().next().unwrap_or_default();
        anyhow!("{}: {}", written.place(), told.strip_prefix("error: ").unwrap_or(told))
    })?;
    Ok(cli.command)
}

/// What is said of a manifest whose command writes no run.
pub(super) fn no_run(written: &Written) -> anyhow::Error {
    anyhow!("{}: `{}` is no command that writes a run", written.place(), written.text("run"))
}

/// Settings that are wrong are here those of the manifest, and nothing that was typed.
fn of_manifest(failure: Failure, dir: &Path) -> Failure {
    match failure {
        Failure::Usage(error) => {
            Failure::Failed(anyhow!("{}: {error:#}", dir.join("manifest.json").display()))
        }
        other => other,
    }
}

/// The command that goes on with a folder.
pub(super) fn to_go_on(dir: &Path) -> String {
    format!("to go on: threehand resume {}", shell_quoted(&dir.display().to_string()))
}
