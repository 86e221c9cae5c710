//! The simulator behind the command `threehand`: seeds, schedule, the table where matches are
//! played, statistics over blocks, and the files of a run. The simulator knows no rule of any game.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod cli;
pub mod experiment;
pub mod files;
pub mod human;
pub mod io;
pub mod kinds;
pub mod play;
pub mod records;
pub mod report;
pub mod runs;
pub mod settings;
pub mod tables;
pub mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use threehand_bots::{Games, Lab};
use threehand_play::Catalog;

use crate::cli::read::{Refusal, read};
use crate::cli::{Cli, Command};
use crate::experiment::contract::Settings;
use crate::experiment::run::command_line;
use crate::experiment::start::start;
use crate::experiment::wait_lock::once_free;
use crate::play::named::learn_of_settings;
use crate::settings::config::ConfigFile;
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;
use crate::terminal::listener::{RunListener, RunOutput};
use crate::terminal::refusal::{end, refusal, refuse};
use crate::terminal::screen;

/// The command `threehand`, with the games and bots of this project.
///
/// It stands here and not in the program, so that it is compiled once: programs with a game or bot of
/// their own take over what they have in common with it, where the profile lets them.
pub fn threehand() -> ExitCode {
    run_catalog(&Catalog::standard(), std::env::args_os().collect(), Vec::new()).into()
}

/// The command `threehand` within a program that has other words of its own, such as Python: does what these words say
/// with these games and bots, the name of the command first, and gives the exit code. The launcher starts the command when
/// the words of the command follow it. The signals that end a process are the command's own from here on.
pub fn threehand_within(
    catalog: &Catalog<'_>,
    words: Vec<OsString>,
    launcher: Vec<OsString>,
) -> u8 {
    run_catalog(catalog, words, launcher)
}

/// Does what the command line says with the games and bots of a laboratory; gives the exit code.
///
/// A program of one's own with another game or bot is this one line:
///
/// ```no_run
/// # use std::process::ExitCode;
/// fn main() -> ExitCode {
///     threehand_sim::run(&threehand_bots::Lab::standard())
/// }
/// ```
pub fn run(lab: &Lab<impl Games>) -> ExitCode {
    run_catalog(&Catalog::of(lab), std::env::args_os().collect(), Vec::new()).into()
}

fn run_catalog(catalog: &Catalog<'_>, words: Vec<OsString>, launcher: Vec<OsString>) -> u8 {
    experiment::parent::remember();
    terminal::invocation::remember(&words, launcher);
    terminal::interrupt::outlive_file_limit();
    let (Cli { wide, all, command }, config) = match read(&words) {
        Ok(read) => read,
        Err(Refusal::Typed(error)) => return refuse(&catalog.names(), &error),
        Err(Refusal::Failed(failure)) => return end(Err(failure)),
    };
    screen::ask(wide, all);
    let done = match &command {
        Command::Resume(args) => runs::resume::run(catalog, args),
        Command::Merge(args) => runs::merge::run(catalog, args),
        Command::Rate(args) => runs::rate::run(catalog, args),
        Command::List(args) => cli::list::run(catalog, args),
        Command::Rules(args) => cli::rules::run(catalog, args),
        Command::Verify(args) => records::verify::run(catalog, args),
        Command::Report(args) => report::run(catalog, args),
        Command::Contrast(args) => report::contrast::run(catalog, args),
        Command::Bench(args) => cli::bench::run(catalog, args),
        Command::Replay(args) => records::replay::run(catalog, args),
        Command::Solve(args) => records::solve::run(catalog, args),
        Command::Play(args) => human::run(catalog, args),
        Command::Check(args) => cli::check::run(catalog, args),
        Command::NewGame(args) => cli::new_game::run(catalog, args),
        Command::CheckBot(args) => cli::check_bot::run(catalog, args),
        Command::Completions(args) => cli::shell::completions(args),
        Command::Man(args) => cli::shell::man(args),
        experiment => {
            let (settings, options) = experiment.experiment().expect("no other command is left");
            begin(catalog, settings, &options, config.as_ref())
        }
    };
    end(done)
}

/// Runs the experiment of a command's words, without the name of the program, within the process of
/// another program. A game of one of these files goes by its name as well. The output goes to the listener, which may
/// stop it; signals stay the program's own.
///
/// # Errors
/// What is wrong with the words; what went wrong; that a bot failed, or that the listener stopped it.
pub fn run_with_listener(
    lab: &Lab<impl Games>,
    words: &[OsString],
    files: &[String],
    listener: Arc<dyn RunListener>,
) -> Result<(), Failure> {
    let output = RunOutput::Listener(listener, command_line(words));
    let name = [OsString::from("threehand")];
    let (Cli { command, .. }, config) = match read(&[&name, words].concat()) {
        Ok(read) => read,
        Err(Refusal::Typed(error)) => return Err(refusal(&lab.games(), &error)),
        Err(Refusal::Failed(failure)) => return Err(failure),
    };
    let Some((settings, options)) = command.experiment() else {
        return Err(Failure::usage(anyhow::anyhow!("the command is no experiment")));
    };
    let of_process =
        [("wait-lock", options.wait_lock), ("die-with-parent", options.die_with_parent)];
    if let Some((setting, _)) = of_process.into_iter().find(|(_, is_asked)| *is_asked) {
        let reason = "only the command threehand has a process of its own to do that with";
        return Err(Failure::setting(setting, reason));
    }
    let options = RunOptions { json: true, output, ..options };
    let catalog = Catalog::of(lab);
    files.iter().try_for_each(|text| catalog.of_file(text).map(drop)).map_err(Failure::usage)?;
    begin(&catalog, settings, &options, config.as_ref())
}

/// Runs an experiment from its start. A wrong setting is reported with the place of the file that gives it.
fn begin(
    catalog: &Catalog<'_>,
    settings: &dyn Settings,
    options: &RunOptions,
    config: Option<&ConfigFile>,
) -> Result<(), Failure> {
    let game = &settings.common().game;
    let learned = match config.filter(|config| config.gives("game")) {
        Some(config) => learn_of_settings(catalog, config.path(), game),
        None => Ok(()),
    };
    let done = learned.and_then(|()| once_free(options, || start(catalog, settings, options)));
    done.map_err(|failure| match &failure {
        Failure::Setting(fault) => match config.and_then(|config| config.place(fault)) {
            Some(placed) => Failure::Failed(anyhow::anyhow!(placed)),
            None => failure,
        },
        _ => failure,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// Whether a source names a room of this crate.
    fn uses(path: &Path, room: &str) -> bool {
        if path.is_dir() {
            let entries = fs::read_dir(path).expect("a folder can be read");
            return entries
                .map(|entry| entry.expect("an entry").path())
                .any(|path| uses(&path, room));
        }
        let is_product = path.extension() == Some("rs".as_ref()) && !path.ends_with("tests.rs");
        is_product && fs::read_to_string(path).expect("text").contains(&format!("crate::{room}::"))
    }

    #[test]
    fn a_room_uses_only_rooms_below_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = fs::read_to_string(root.join("../docs/architecture.md")).expect("the page");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| [`sim/src/"));
        let rooms: Vec<_> = rows.filter_map(|row| row.split('`').next()).collect();
        let folders = fs::read_dir(root.join("src"))
            .expect("the sources")
            .map(|entry| entry.expect("an entry"));
        assert_eq!(folders.filter(|entry| entry.path().is_dir()).count(), rooms.len(), "{rooms:?}");
        for (floor, room) in rooms.iter().enumerate() {
            let above =
                rooms[floor + 1..].iter().filter(|above| uses(&root.join("src").join(room), above));
            assert_eq!(above.collect::<Vec<_>>(), [&""; 0], "{room} is below these and uses them");
        }
    }
}
