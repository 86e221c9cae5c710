//! The command line with the file that `--config` names, whose settings flags win over.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory as _, FromArgMatches as _};

use super::Cli;
use crate::settings::config::ConfigFile;
use crate::settings::fields::{Fields, lenient};
use crate::settings::match_filter::MatchesOrBlocks;
use crate::terminal::failure::Failure;

/// Why there is no command to do.
pub enum Refusal {
    /// What was typed is wrong, or asks for help.
    Typed(clap::Error),
    /// The file is wrong, or something is left out of both.
    Failed(Failure),
}

impl From<clap::Error> for Refusal {
    fn from(error: clap::Error) -> Self {
        Self::Typed(error)
    }
}

/// What words say, and the file of settings that they name, if they do.
///
/// # Errors
/// What is wrong with the words or in the file.
pub fn read(words: &[OsString]) -> Result<(Cli, Option<ConfigFile>), Refusal> {
    let (mut cli, file) = parse(words)?;
    if let super::Command::Coverage(asked) = &mut cli.command {
        asked.settings = asked.settings.clone().pooled();
    }
    Ok((cli, file))
}

fn parse(words: &[OsString]) -> Result<(Cli, Option<ConfigFile>), Refusal> {
    let names_file = words.iter().any(|word| word.to_string_lossy().starts_with("--config"));
    if names_file && let Some((words, file)) = with_file(words)? {
        let matches = lenient_cli().try_get_matches_from(words)?;
        return Ok((Cli::from_arg_matches(&matches)?, Some(file)));
    }
    let matches = Cli::command().try_get_matches_from(words)?;
    if let Some(("tournament", typed)) = matches.subcommand() {
        needs_folder(typed, None)?;
    }
    Ok((Cli::from_arg_matches(&matches)?, None))
}

/// The command line where what has to be given may be given by a file.
fn lenient_cli() -> Command {
    let mut cli = Cli::command();
    let names: Vec<_> = cli.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        cli = cli.mut_subcommand(name, lenient);
    }
    cli
}

/// The words with those that the file of settings stands for, where a file is named.
fn with_file(words: &[OsString]) -> Result<Option<(Vec<OsString>, ConfigFile)>, Refusal> {
    let failed = |error| Refusal::Failed(Failure::Failed(error));
    let mut cli = Cli::command();
    for sub in cli.get_subcommands_mut() {
        *sub = sub.clone().mut_args(|arg| arg.required(false));
    }
    let matches = cli.try_get_matches_from(words)?;
    let Some((name, typed)) = matches.subcommand() else { return Ok(None) };
    let Ok(Some(path)) = typed.try_get_one::<PathBuf>("config") else { return Ok(None) };
    let mut file = ConfigFile::read(path).map_err(failed)?;
    let cli = Cli::command();
    let fields = Fields::of_command(cli.find_subcommand(name).expect("it was typed").clone());
    let is_typed =
        |setting: &str| typed.value_source(fields.id(setting)) == Some(ValueSource::CommandLine);
    let of_file = file.words(name, &fields, is_typed).map_err(failed)?;
    let lacks = |name: &&str| !is_typed(name) && !file.gives(name);
    let missing: Vec<_> = fields.required().filter(lacks).map(|name| format!("--{name}")).collect();
    if !missing.is_empty() {
        let reason = format!("neither the file nor a flag gives {}", missing.join(", "));
        return Err(Refusal::Failed(Failure::usage(anyhow!(reason))));
    }
    if name == "tournament" {
        needs_folder(typed, Some(&file))?;
    }
    // Before the name of the subcommand stand only flags without values.
    let is_name = |word: &OsString| !word.to_string_lossy().starts_with('-');
    let end = 2 + words.iter().skip(1).position(is_name).expect("it was typed");
    let of_file = of_file.into_iter().map(OsString::from);
    let all = words[..end].iter().cloned().chain(of_file).chain(words[end..].iter().cloned());
    Ok(Some((all.collect(), file)))
}

/// What only says what a folder is to hold, so that it is nothing without one.
const OF_FOLDER: [&str; 4] = ["matches", "hands", "records", "compress"];

/// Refuses flags on hands and records where no folder is written.
fn needs_folder(typed: &ArgMatches, file: Option<&ConfigFile>) -> Result<(), Refusal> {
    let is_typed = |id: &str| {
        let is_known = typed.try_contains_id(id).is_ok();
        is_known && typed.value_source(id) == Some(ValueSource::CommandLine)
    };
    let has_folder = is_typed("out") || file.is_some_and(|file| file.gives("out"));
    // As an older name of `--blocks`, `--matches` needs no folder.
    let is_count = |id: &str| {
        let value = typed.try_get_one::<MatchesOrBlocks>(id);
        matches!(value, Ok(Some(MatchesOrBlocks::Blocks(_))))
    };
    let is_of_folder = |id: &&str| !has_folder && is_typed(id) && !is_count(id);
    match OF_FOLDER.into_iter().find(is_of_folder) {
        Some(setting) => {
            let reason = "there is no folder to write into: add --out DIR";
            Err(Refusal::Failed(Failure::setting(setting, reason)))
        }
        None => Ok(()),
    }
}
