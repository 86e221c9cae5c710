//! How the blocks of an experiment are played, and what can end the play before its time.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use signal_hook::consts::SIGINT;

use super::contract::{Block, Fold, Stop};
use super::forfeits::write_rulings;
use super::run::{Ending, Run};
use super::run_files::RunFiles;
use super::together::Groups;
use crate::files::audit::file_fault::FileFault;
use crate::files::error::FolderError;
use crate::files::locked_folder::FORFEITS;
use crate::play::external::{end_all, end_all_and_wait};
use crate::play::ordered_map::ordered_map;
use crate::settings::run_options::RunOptions;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::interrupted;
use crate::terminal::invocation;
use crate::terminal::listener::{Progress, RunListener};
use crate::terminal::number::plural;
use crate::terminal::progress_bar::ProgressBar;
use crate::terminal::stdout_redirect::StdoutRedirect;
use crate::terminal::stream::say;
use threehand_play::referee::{Referee, Sight};

/// How often it is looked whether a signal has come or a bot is lost.
const LOOK: Duration = Duration::from_millis(20);

impl Run<'_> {
    /// Plays the first `all` blocks, but for those that the sums count already.
    pub(super) fn play(
        &self,
        files: &mut RunFiles,
        fold: &mut dyn Fold,
        all: u64,
    ) -> anyhow::Result<Ending> {
        let (experiment, blocks) = (&self.experiment, &self.experiment.blocks);
        let (done, written) = (fold.blocks(), self.options.out.is_some());
        let unit = experiment.unit();
        let output = &self.options.output;
        let is_shown = !self.options.quiet && output.listener().is_none();
        let mut bar = ProgressBar::new((all, unit), (done, fold.hands()), is_shown);
        if experiment.settings.kind().may_decide {
            bar = bar.may_end_early(unit);
        }
        if bar.is_watched() {
            fold.watch();
        }
        let reached = Mutex::new((files, fold));
        let external_bots = self.external_bots();
        let mut take = |block: Block| {
            if let Err(error) = external_bots.expect_fit() {
                return ControlFlow::Break(Err(error));
            }
            let interrupted = || ControlFlow::Break(Ok(Ending::Interrupted(SIGINT as u8)));
            if output.listener().is_some_and(RunListener::is_given_up) {
                return interrupted();
            }
            let (files, fold) = &mut *reached.lock().expect(HELD);
            fold.add(&block);
            let stop = fold.stop();
            if let Some(Stop::Refused(failure)) = stop {
                return ControlFlow::Break(Ok(Ending::Refused(failure)));
            }
            let write = |files: &mut RunFiles| {
                self.write_fresh_rulings(files)?;
                if fold.blocks() >= experiment.probation {
                    files.begin(|place| self.begin(place))?;
                }
                files.add(&block.lines, &**fold)
            };
            if let Err(error) = write(files) {
                return ControlFlow::Break(Err(error));
            }
            let (blocks, hands) = (fold.blocks(), fold.hands());
            bar.update(blocks, hands, || fold.standing());
            if let Some(listener) = output.listener() {
                let standing = &|| fold.standing();
                listener.progress(&Progress { blocks, all, hands, standing });
            }
            match stop {
                Some(stop) => ControlFlow::Break(Ok(stop.into())),
                None if output.is_stopped() && blocks < all => interrupted(),
                None => ControlFlow::Continue(()),
            }
        };
        let due = blocks.start + done..blocks.start + all;
        let groups = Groups::of(&*experiment.play, due, self.referee.as_ref());
        let work = |group| groups.play(group, written);
        let take = |_, blocks: Vec<Block>| blocks.into_iter().try_for_each(&mut take);
        let redirect = output.listener().is_none().then(StdoutRedirect::start);
        let flow = std::thread::scope(|scope| {
            let (playing, played) = channel();
            if output.listener().is_none() {
                let look_out = || self.look_out(played, &reached, &bar);
                let started = std::thread::Builder::new().spawn_scoped(scope, look_out);
                started.context("a thread can't be started")?;
            }
            let flow = ordered_map(self.options.threads(), groups.numbers(), work, take);
            drop(playing);
            flow
        });
        drop(redirect);
        bar.clear();
        match flow? {
            ControlFlow::Continue(()) => Ok(Ending::Done),
            ControlFlow::Break(ended) => ended,
        }
    }

    /// Looks out for a signal, and for a bot that is lost, until all is played. Either ends
    /// the process here, whatever the threads are doing: they may never come back, and a block that is
    /// not finished is played again anyway.
    fn look_out(
        &self,
        played: Receiver<()>,
        reached: &Mutex<(&mut RunFiles, &mut dyn Fold)>,
        bar: &ProgressBar,
    ) {
        let mut looked = Instant::now();
        while let Err(RecvTimeoutError::Timeout) = played.recv_timeout(LOOK) {
            // While the whole process was stopped, no bot took its time.
            let since = looked.elapsed().min(2 * LOOK);
            looked = Instant::now();
            let sight = self.referee.as_ref().map(|referee| referee.look(since));
            let signal = interrupted();
            if signal.is_none() && sight != Some(Sight::Lost) {
                continue;
            }
            let Ok(mut reached) = reached.lock() else { return };
            let (files, fold) = &mut *reached;
            if fold.blocks() == self.all() {
                return;
            }
            bar.clear();
            StdoutRedirect::end_all();
            let failure = match signal {
                Some(signal) => self.interrupt(signal, files, &**fold),
                None => self.start_anew(files, &**fold),
            };
            say(&failure.message());
            files.let_go();
            end_all();
            std::process::exit(failure.code().into());
        }
    }

    /// Notes how far the experiment has got; gives what is said of that.
    fn interrupt(&self, signal: u8, files: &mut RunFiles, fold: &dyn Fold) -> Failure {
        let begun = matches!(files, RunFiles::Folder(_));
        let unit = self.experiment.unit();
        if !self.options.quiet {
            let noted = begun.then(|| format!("noting the finished {unit}s and "));
            let noted = noted.unwrap_or_default();
            let threads = plural(self.options.threads() as u64, "thread");
            say(&format!(
                "{noted}giving up the {unit}s that are being played ({threads}); Ctrl-C again stops \
                 at once"
            ));
        }
        match files.note(fold) {
            Ok(()) => self.stopped(Some(signal), begun, fold).unwrap_or_else(|e| e),
            Err(error) => self.resumable(error.into(), begun),
        }
    }

    /// Resumes the experiment in a new process in place of this one, which alone gets rid of a
    /// thread that waits for a bot, and of the memory that a bot holds. Gives why this can't be done; else it does not return.
    fn start_anew(&self, files: &mut RunFiles, fold: &dyn Fold) -> Failure {
        if let RunFiles::Audited(held) = files {
            let reason = "a bot passes a limit of the run where no forfeit is kept";
            return FileFault::of(&held.dir.join(FORFEITS), reason).into();
        }
        let noted = self.write_fresh_rulings(files).and_then(|()| files.note(fold));
        if let Err(error) = noted {
            return self.resumable(error.into(), true);
        }
        let RunOptions { out, export, trace, json, quiet, die_with_parent, .. } = &self.options;
        let out = out.as_deref().expect("a run with a limit has a folder");
        let mut words: Vec<OsString> = vec!["resume".into(), out.into(), "--anew".into()];
        words.extend(["--threads".into(), self.options.threads().to_string().into()]);
        words.extend(export.iter().flat_map(|to| ["--export".into(), to.into()]));
        words.extend(trace.iter().flat_map(|dir| ["--trace".into(), dir.into()]));
        words.extend(json.then(|| "--json".into()));
        words.extend(quiet.then(|| "--quiet".into()));
        words.extend(die_with_parent.then(|| "--die-with-parent".into()));
        let _guard = end_all_and_wait();
        let error = anyhow::Error::from(invocation::start_anew(&words));
        self.resumable(Failure::Failed(error.context("the run can't start anew")), true)
    }

    fn write_fresh_rulings(&self, files: &RunFiles) -> Result<(), FolderError> {
        let fresh = self.referee.as_ref().and_then(Referee::fresh_rulings);
        match (fresh, files) {
            (Some(rulings), RunFiles::Folder(folder)) => write_rulings(folder, &rulings),
            _ => Ok(()),
        }
    }
}

const HELD: &str = "no thread panics while it holds the sums";
