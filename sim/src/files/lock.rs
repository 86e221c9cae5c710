//! The lock of a run's folder, which keeps a second process out.
//!
//! The system locks the file. Where the file system has no such locks, as some network file systems have none, the file
//! is made by one process alone and names that process.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::process;

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use rustix::system::uname;

use super::dir::Dir;
use super::error::FolderError;
use crate::io::bounded_read::plain_file;

/// The file that is locked for as long as a run is being written.
const LOCK: &str = ".lock";

/// The content of a lock, by which a run knows its own; nothing yet in one that was just made. The name of its holder
/// follows, where the system does not lock.
const MARK: &str = "threehand\n";

/// The longest content, in bytes: the name of a machine has 255 at most.
const LONGEST: u64 = 1 << 10;

/// The process that a lock names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Holder {
    machine: String,
    process: u32,
    /// When the process started, as the system counts; `None` if that is not known.
    started: Option<u64>,
}

impl Holder {
    /// This process.
    fn own() -> Self {
        let machine = uname().nodename().to_string_lossy().into_owned();
        let process = process::id();
        Self { machine, process, started: life(process).and_then(|life| life.started) }
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.strip_suffix('\n')?.split(' ');
        let (process, machine) = (words.next()?.parse().ok()?, words.next()?.to_owned());
        Some(Self { machine, process, started: words.next().and_then(|word| word.parse().ok()) })
    }

    fn line(&self) -> String {
        let started = self.started.map_or_else(String::new, |started| format!(" {started}"));
        format!("{} {}{started}\n", self.process, self.machine)
    }

    /// Whether it keeps this process out: it is another, and not known to have ended.
    fn keeps_out(&self) -> bool {
        let own = Self::own();
        let pid = i32::try_from(self.process).ok().and_then(Pid::from_raw);
        let lives = || match life(self.process) {
            // Its number may be that of another by now.
            Some(life) => {
                !life.has_ended && self.started.is_none_or(|started| life.started == Some(started))
            }
            None => pid.is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH)),
        };
        self.machine != own.machine || self.process != own.process && lives()
    }
}

/// What the system says of a process.
struct Life {
    /// Whether only its number is left.
    has_ended: bool,
    started: Option<u64>,
}

/// What the system says of the process of this number; `None` if it says nothing.
fn life(process: u32) -> Option<Life> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold any signs.
    let mut words = stat.rsplit_once(") ")?.1.split(' ');
    let has_ended = matches!(words.next()?, "Z" | "X");
    Some(Life { has_ended, started: words.nth(18)?.parse().ok() })
}

/// A folder's lock, held. It ends with its process.
pub(super) struct Lock {
    file: File,
    /// Whether there was no such file before.
    made: bool,
    /// Whether a run that is gone left the lock, and perhaps other traces.
    pub(super) was_left: bool,
    /// Whether the file names this process, since the system does not lock it.
    pub(super) is_by_name: bool,
}

impl Lock {
    /// Locks a folder.
    pub(super) fn take(dir: &Dir) -> Result<Self, FolderError> {
        let mut was_left = false;
        loop {
            let (file, made) = match dir.file(LOCK)? {
                Some(file) => (file, false),
                None => match dir.create(LOCK) {
                    // Another process was quicker.
                    Err(error) if error.is_there_already() => continue,
                    created => (created?, true),
                },
            };
            let is_locked = match file.try_lock() {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => return Err(busy(dir.path(), None)),
                Err(TryLockError::Error(error)) if is_unknown(&error) => false,
                Err(TryLockError::Error(error)) => return Err(dir.fault(LOCK, error)),
            };
            let mut lock = Self { file, made, was_left, is_by_name: false };
            // Whoever held the lock may have removed the file before the lock was free.
            if !lock.is_in_place(dir) {
                continue;
            }
            let fault = |error| dir.fault(LOCK, error);
            let content = content(&lock.file).map_err(fault)?;
            let holder = match content.strip_prefix(MARK) {
                None if content.is_empty() => None,
                Some("") => None,
                rest => Some(
                    rest.and_then(Holder::read)
                        .ok_or_else(|| dir.strange(LOCK, "no lock of a run"))?,
                ),
            };
            if let Some(holder) = holder.filter(Holder::keeps_out) {
                return Err(busy(dir.path(), Some(&holder)));
            }
            lock.was_left |= !made && !content.is_empty();
            if is_locked {
                if content != MARK {
                    lock.write(MARK).map_err(fault)?;
                }
                return Ok(lock);
            }
            if made {
                lock.write(&format!("{MARK}{}", Holder::own().line())).map_err(fault)?;
                (lock.is_by_name, lock.made) = (true, !lock.was_left);
            } else {
                // One process alone can make the file anew.
                was_left = lock.was_left;
                dir.remove(LOCK)?;
            }
            if lock.is_in_place(dir) {
                return Ok(lock);
            }
        }
    }

    /// Whether a lock exists in a folder.
    pub(super) fn is_in(dir: &Dir) -> Result<bool, FolderError> {
        dir.holds(LOCK)
    }

    fn write(&self, content: &str) -> io::Result<()> {
        let mut file = &self.file;
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(content.as_bytes())
    }

    /// Whether the file is still the folder's lock.
    pub(super) fn is_in_place(&self, dir: &Dir) -> bool {
        dir.leads_to(LOCK, &self.file)
    }

    /// Gives the folder up, as it was before the lock was taken.
    pub(super) fn leave(&self, dir: &Dir) {
        if self.made {
            let _ = self.remove(dir);
        }
    }

    /// Removes the lock, which is the last trace of a run.
    pub(super) fn remove(&self, dir: &Dir) -> Result<(), FolderError> {
        if self.is_in_place(dir) { dir.remove(LOCK) } else { Ok(()) }
    }

    /// Lets other processes take the lock, as the end of this process does where the system locks.
    pub(super) fn let_go(&self) {
        if self.is_by_name {
            let _ = self.write(MARK);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.let_go();
        unlock(&self.file);
    }
}

/// Unlocks a file at once. If it were only closed, a program that another thread is just starting would hold the lock for
/// a moment more.
fn unlock(file: &File) {
    let _ = file.unlock();
}

/// A folder that is kept still.
pub struct Still(File);

impl Drop for Still {
    fn drop(&mut self) {
        unlock(&self.0);
    }
}

/// Keeps runs out of a folder for as long as what it gives is there, without a trace; `None` if no run has
/// left a lock there. Where the system does not lock, nothing is kept out.
///
/// # Errors
/// If a live run holds the folder.
pub fn keep_still(path: &Path) -> Result<Option<Still>, FolderError> {
    let lock = path.join(LOCK);
    let file = match plain_file(&lock) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(FolderError::io(&lock))?,
    };
    match file.try_lock_shared() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(busy(path, None)),
        Err(TryLockError::Error(error)) if is_unknown(&error) => {}
        Err(TryLockError::Error(error)) => return Err(FolderError::io(&lock)(error)),
    }
    let content = content(&file).map_err(FolderError::io(&lock))?;
    let holder = content.strip_prefix(MARK).and_then(Holder::read);
    match holder.filter(Holder::keeps_out) {
        Some(holder) => Err(busy(path, Some(&holder))),
        None => Ok(Some(Still(file))),
    }
}

fn content(file: &File) -> io::Result<String> {
    let mut content = Vec::new();
    file.take(LONGEST).read_to_end(&mut content)?;
    Ok(String::from_utf8_lossy(&content).into_owned())
}

/// Whether a file system has no locks.
fn is_unknown(error: &io::Error) -> bool {
    let unknown = [Errno::NOSYS, Errno::NOLCK, Errno::NOTSUP, Errno::OPNOTSUPP];
    unknown.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

fn busy(dir: &Path, holder: Option<&Holder>) -> FolderError {
    let by = |Holder { machine, process, .. }: &Holder| format!("process {process} of {machine}");
    FolderError::Busy { dir: dir.to_owned(), by: holder.map(by) }
}
