//! The command line with the file that `--config` names, whose settings flags win over.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory as _, FromArgMatches as _};
use serde::de::DeserializeOwned;

use super::{Cli, Command};
use crate::settings::config::ConfigFile;
use crate::settings::fields::Fields;
use crate::settings::how::Asked;
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
    let names_file = words.iter().any(|word| word.to_string_lossy().starts_with("--config"));
    if names_file {
        // What has to be given may be given by the file.
        let mut cli = Cli::command();
        let names: Vec<_> = cli.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        for name in names {
            cli = cli.mut_subcommand(name, |sub| sub.mut_args(|arg| arg.required(false)));
        }
        let mut matches = cli.try_get_matches_from(words)?;
        if let Some((name, typed)) = matches.remove_subcommand()
            && let Ok(Some(path)) = typed.try_get_one::<PathBuf>("config")
        {
            let file = ConfigFile::read(path).map_err(|error| Refusal::Failed(error.into()))?;
            let [wide, all] = ["wide", "all"].map(|flag| typed.get_flag(flag));
            let (command, file) = with_file(&name, typed, file)?;
            return Ok((Cli { wide, all, command }, Some(file)));
        }
    }
    let matches = Cli::command().try_get_matches_from(words)?;
    if let Some(("tournament", typed)) = matches.subcommand() {
        needs_folder(typed, None)?;
    }
    Ok((Cli::from_arg_matches(&matches)?, None))
}

/// What only says what a folder is to hold, so that it is nothing without one.
const OF_FOLDER: [&str; 3] = ["hands", "records", "compress"];

/// Sees to it that nobody waits for hands or records that are written nowhere.
fn needs_folder(typed: &ArgMatches, file: Option<&ConfigFile>) -> Result<(), Refusal> {
    let is_typed = |id: &str| {
        let is_known = typed.try_contains_id(id).is_ok();
        is_known && typed.value_source(id) == Some(ValueSource::CommandLine)
    };
    let has_folder = is_typed("out") || file.is_some_and(|file| file.gives("out"));
    match OF_FOLDER.into_iter().find(|id| !has_folder && is_typed(id)) {
        Some(setting) => {
            let told = "there is no folder to write into: add --out DIR";
            Err(Refusal::Failed(Failure::setting(setting, told)))
        }
        None => Ok(()),
    }
}

fn with_file(
    name: &str,
    typed: ArgMatches,
    mut file: ConfigFile,
) -> Result<(Command, ConfigFile), Refusal> {
    let command = match name {
        "tournament" => {
            let asked = asked("tournament", typed.clone(), &mut file)?;
            needs_folder(&typed, Some(&file))?;
            Command::Tournament(Box::new(asked))
        }
        "compare" => Command::Compare(Box::new(asked("compare", typed, &mut file)?)),
        "sprt" => Command::Sprt(Box::new(asked("sprt", typed, &mut file)?)),
        "calibrate" => Command::Calibrate(Box::new(asked("calibrate", typed, &mut file)?)),
        "coverage" => Command::Coverage(Box::new(asked("coverage", typed, &mut file)?)),
        _ => unreachable!("only experiments have --config"),
    };
    Ok((command, file))
}

/// The settings of the file, with what was typed over them.
fn asked<S: Args + DeserializeOwned>(
    command: &'static str,
    mut typed: ArgMatches,
    file: &mut ConfigFile,
) -> Result<Asked<S>, Refusal> {
    let fields = Fields::of::<Asked<S>>(command);
    let is_typed = |id: &str| typed.value_source(id) == Some(ValueSource::CommandLine);
    let is_set = |name: &str| is_typed(fields.id(name));
    let given = file.settings(command, &fields, is_set, Fields::read);
    let mut asked: Asked<S> = given.map_err(|error| Refusal::Failed(error.into()))?;
    let lacks = |name: &&str| !is_typed(fields.id(name)) && !file.gives(name);
    let missing: Vec<_> = fields.required().filter(lacks).map(|name| format!("--{name}")).collect();
    if !missing.is_empty() {
        let told = format!("neither the file nor a flag gives {}", missing.join(", "));
        return Err(Refusal::Failed(Failure::usage(anyhow!(told))));
    }
    let defaults: Vec<_> = fields.ids().filter(|id| !is_typed(id)).map(str::to_owned).collect();
    for id in defaults {
        let _ = typed.try_clear_id(&id);
    }
    asked.update_from_arg_matches(&typed)?;
    Ok(asked)
}
