//! `completions` and `man`: what a shell and its manual need to know of the command line.

use anyhow::anyhow;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use threehand_engine::options::one_of;

use super::Cli;
use crate::terminal::failure::Failure;
use crate::terminal::stream::print_bytes;

pub(crate) const COMPLETIONS: &str = "\
Examples:
  threehand completions bash > ~/.local/share/bash-completion/completions/threehand
  threehand completions zsh > ~/.zfunc/_threehand
  threehand completions fish > ~/.config/fish/completions/threehand.fish";

pub(crate) const MAN: &str = "\
Examples:
  threehand man | man -l -
  threehand man tournament > threehand-tournament.1";

/// Completions as typed.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell that completes what is typed
    #[arg(value_enum)]
    pub shell: Shell,
}

/// A page of the manual as typed.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The subcommand; without one the page of the whole program
    pub command: Option<String>,
}

/// Prints the script that completes words in a shell.
///
/// # Errors
/// If standard output can't be written.
pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "threehand", &mut script);
    print_bytes(&script)
}

/// Prints a page of the manual, as `man` reads it.
///
/// # Errors
/// A subcommand that there is none of, or if standard output can't be written.
pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let (title, command) = match args.command.as_deref() {
        None => ("threehand".to_owned(), program),
        Some(name) => {
            let names: Vec<_> =
                program.get_subcommands().map(|one| one.get_name().to_owned()).collect();
            let command = program.find_subcommand(name).cloned().ok_or_else(|| {
                let near = one_of(name, names.iter().map(String::as_str));
                Failure::usage(anyhow!("no subcommand is called `{name}`{near}"))
            })?;
            (format!("threehand-{name}"), command)
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).title(title).render(&mut page)?;
    print_bytes(&page)
}
