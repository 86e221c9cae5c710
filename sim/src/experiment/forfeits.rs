//! `forfeits.json`: where a referee has ruled that a bot forfeits its match.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor};
use std::ops::Range;
use std::path::Path;

use anyhow::Context as _;
use threehand_bots::{BotFailure, FailureKind};
use threehand_engine::BySeat;
use threehand_play::referee::{Referee, Ruling};
use threehand_play::{Forfeit, MADE, PUT_AWAY};

use super::contract::{Experiment, Failed, Fold, Recount};
use super::run::Run;
use crate::files::audit::audited_files::{AGAIN, AuditedFile};
use crate::files::audit::file_fault::FileFault;
use crate::files::error::FolderError;
use crate::files::locked_folder::{FORFEITS, to_json};
use crate::files::run_folder::RunFolder;
use crate::io::bounded_read::read_file;
use crate::play::players::{PlayedBy, Player};
use crate::terminal::number::plural;
use threehand_stats::Failures;

/// The longest list that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The forfeits that the rows of a folder show.
#[derive(Default)]
pub(crate) enum ForfeitsShown {
    /// The folder keeps no rows that show them.
    #[default]
    None,
    /// The number of forfeited matches in each block that has any.
    InBlocks(BTreeMap<u64, u64>),
    /// Each forfeited match.
    Matches(Vec<ForfeitedMatch>),
}

/// A forfeited match.
pub(crate) struct ForfeitedMatch {
    pub(crate) block: u64,
    /// The number in the block.
    pub(crate) number: u64,
    pub(crate) forfeit: Forfeit,
    /// The questions to the bots; `None` if no records show them.
    pub(crate) questions: Option<Questions>,
}

/// The questions to the bots of a recorded match: three create the bots, then come the decisions, and three put the bots
/// away.
#[derive(Clone, Copy)]
pub(crate) struct Questions {
    /// The questions before the bots were put away.
    pub(crate) played: u64,
    /// Whether the last of these was not answered.
    pub(crate) is_cut: bool,
}

impl ForfeitedMatch {
    /// Whether a bot can have been asked, and not have answered, where a ruling in this match says so.
    fn fits(&self, Ruling { question, seat, .. }: &Ruling) -> bool {
        let Some(Questions { played, is_cut }) = self.questions else { return true };
        let number = seat.number() as u64;
        let is_last = is_cut && *seat == self.forfeit.seat && question + 1 == played;
        *question == number || *question == played + number || is_last
    }

    /// Whether its bot failed so, at a decision or elsewhere.
    fn is_for(&self, failure: &BotFailure) -> bool {
        self.forfeit.reason.starts_with(&failure.to_string())
    }

    /// Whether a ruling in this match is the reason for its forfeit.
    fn is_by(&self, ruling: &Ruling) -> bool {
        let Forfeit { seat, reason, .. } = &self.forfeit;
        let number = seat.number() as u64;
        let reason = reason.trim_end_matches(')');
        let due = self.questions.map(|Questions { played, .. }| match reason {
            made if made.ends_with(MADE) => number,
            put_away if put_away.ends_with(PUT_AWAY) => played + number,
            _ => played - 1,
        });
        let is_there = due.is_none_or(|due| due == ruling.question);
        is_there && ruling.seat == *seat && self.is_for(&ruling.failure)
    }
}

/// The rulings that a folder holds.
pub(crate) fn read_rulings(dir: &Path) -> anyhow::Result<Vec<Ruling>> {
    Ok(read(&dir.join(FORFEITS))?.map_or_else(Vec::new, |(rulings, _)| rulings))
}

/// The rulings of a list with its bytes; `None` if there is no list.
fn read(path: &Path) -> anyhow::Result<Option<(Vec<Ruling>, Vec<u8>)>> {
    let said = || path.display().to_string();
    match read_file(path, "list of forfeits", LONGEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => {
            let bytes = read.with_context(said)?;
            Ok(Some((serde_json::from_slice(&bytes).with_context(said)?, bytes)))
        }
    }
}

/// The rulings of a list, which has to be as a run writes it.
fn read_as_written(path: &Path) -> Result<Vec<Ruling>, FileFault> {
    let fault = |error: anyhow::Error| FileFault::of(path, error.root_cause());
    let Some((rulings, bytes)) = read(path).map_err(fault)? else { return Ok(Vec::new()) };
    let mut file = AuditedFile::of(path, Box::new(Cursor::new(bytes)));
    file.same(&to_json(&rulings), "as a run writes it")?;
    file.end()?;
    Ok(rulings)
}

/// Writes rulings into a folder.
pub(super) fn write_rulings(folder: &RunFolder, rulings: &[Ruling]) -> Result<(), FolderError> {
    folder.write(FORFEITS, &to_json(&rulings))
}

/// The matches that a bot forfeited, with the kinds of failure: `3 matches (2 timed out, 1 died)`.
pub(crate) fn forfeits_text(matches: u64, failures: &Failures) -> String {
    let kinds = failures.counts().map(|(kind, count)| format!("{count} {}", kind.phrase()));
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    let count = plural(matches, "match");
    if kinds.is_empty() { count } else { format!("{count} ({kinds})") }
}

impl Run<'_> {
    /// Compares the rulings of a folder with its settings, and with the forfeits that its rows and sums show.
    pub(super) fn compare_rulings(
        &self,
        dir: &Path,
        fold: &dyn Fold,
        recount: &Recount<'_>,
    ) -> Result<(), FileFault> {
        let Experiment { settings, blocks, players, play, .. } = &self.experiment;
        let Some(limits) = settings.common().limits() else { return Ok(()) };
        let path = &dir.join(FORFEITS);
        let rulings = read_as_written(path)?;
        let (limits, lineups) = (limits.failures(), play.lineups());
        let counted = blocks.start..blocks.start.saturating_add(fold.blocks());
        let check = || {
            are_possible(&rulings, blocks, &limits, lineups.len())?;
            let rulings: Vec<_> =
                rulings.iter().filter(|ruling| counted.contains(&ruling.block)).collect();
            let outcome = fold.outcome();
            agree_with_rows(&rulings, &limits, recount)?;
            agree_with_counts(&rulings, (&lineups, players), &outcome.failed(), recount.by)?;
            match &self.referee {
                Some(referee) if recount.by == AGAIN => are_applied(&rulings, referee),
                _ => Ok(()),
            }
        };
        check().map_err(|why| FileFault::of(path, why))
    }
}

/// Whether each ruling is of a block and match of the run, of a seat that is asked, and for a limit of the run.
fn are_possible(
    rulings: &[Ruling],
    blocks: &Range<u64>,
    limits: &[Option<BotFailure>],
    matches: usize,
) -> Result<(), String> {
    for (place, Ruling { block, number, question, seat, failure }) in rulings.iter().enumerate() {
        let why = if !blocks.contains(block) {
            format!("block is {block}, which the run has not")
        } else if *number >= matches as u64 {
            format!("match is {number}, which a block of {matches} has not")
        } else if *question < 3 && *question != seat.number() as u64 {
            format!("question {question} is not asked of seat {seat}")
        } else if !limits.iter().flatten().any(|due| due == failure) {
            format!("`{failure}` is no reason by the run's limits")
        } else {
            continue;
        };
        return Err(format!("[{place}]: {why}"));
    }
    let place = |ruling: &Ruling| (ruling.block, ruling.number, ruling.question);
    match rulings.windows(2).position(|two| place(&two[0]) >= place(&two[1])) {
        Some(late) => Err(format!("[{}]: it is not in the order of play", late + 1)),
        None => Ok(()),
    }
}

/// Whether the matches with a ruling are those that the rows show as forfeited for a limit.
fn agree_with_rows(
    rulings: &[&Ruling],
    limits: &[Option<BotFailure>],
    recount: &Recount<'_>,
) -> Result<(), String> {
    match &recount.forfeits {
        ForfeitsShown::None => Ok(()),
        ForfeitsShown::InBlocks(forfeited) => {
            for same in rulings.chunk_by(|a, b| a.block == b.block) {
                let (block, here) = (same[0].block, matches_of(same.iter().copied()));
                let there = forfeited.get(&block).copied().unwrap_or_default();
                if here > there {
                    let (here, there) = (plural(here, "match"), plural(there, "match"));
                    let by = recount.by;
                    return Err(format!(
                        "block {block}: bots forfeit {here} here, but {by} {there}"
                    ));
                }
            }
            Ok(())
        }
        ForfeitsShown::Matches(forfeited) => {
            let place = |one: &ForfeitedMatch| (one.block, one.number);
            let forfeited: BTreeMap<_, _> = forfeited.iter().map(|one| (place(one), one)).collect();
            let mut due: BTreeSet<_> = forfeited
                .iter()
                .filter(|(_, one)| limits.iter().flatten().any(|limit| one.is_for(limit)))
                .map(|(place, _)| *place)
                .collect();
            for ruling in rulings {
                let Ruling { block, number, question, seat, .. } = ruling;
                let fault = |why: String| Err(format!("block {block}, match {number}: {why}"));
                let Some(one) = forfeited.get(&(*block, *number)) else {
                    return fault("nobody forfeits this match of the other files".to_owned());
                };
                if !one.fits(ruling) {
                    let why = format!("seat {seat} left no question {question} unanswered");
                    return fault(format!("by the records {why}"));
                }
                if one.is_by(ruling) {
                    due.remove(&(*block, *number));
                }
            }
            due.first().map_or(Ok(()), |place| {
                let ForfeitedMatch { block, number, forfeit, .. } = forfeited[place];
                let Forfeit { seat, reason, .. } = forfeit;
                let it = format!("it is not there that seat {seat} {reason}");
                Err(format!("block {block}, match {number}: {it}"))
            })
        }
    }
}

/// Whether there is a ruling for each match that a bot forfeited for a limit, and for no more matches than bots forfeited.
fn agree_with_counts(
    rulings: &[&Ruling],
    (lineups, players): (&[BySeat<usize>], &[Player]),
    failed: &[Failed<'_>],
    by: &str,
) -> Result<(), String> {
    let here = matches_of(rulings.iter().copied());
    let there = failed.iter().fold(0, |all: u64, bot| all.saturating_add(bot.matches));
    if here > there {
        let (here, there) = (plural(here, "match"), plural(there, "match"));
        return Err(format!("bots forfeit {here} here, but {by} {there}"));
    }
    for (bot, (failed, player)) in failed.iter().zip(players).enumerate() {
        // A program has limits of its own.
        if matches!(player.who, PlayedBy::External(_)) {
            continue;
        }
        for kind in [FailureKind::TimedOut, FailureKind::TookMemory] {
            let count = failed.failures.counts().find(|(other, _)| *other == kind);
            let there = count.map_or(0, |(_, count)| count);
            let is_of = |ruling: &&Ruling| {
                let seated = lineups[ruling.number as usize][ruling.seat];
                seated == bot && ruling.failure.kind() == kind
            };
            let here = matches_of(rulings.iter().copied().filter(is_of));
            if there > here {
                let (name, words) = (failed.bot, kind.phrase());
                return Err(format!("{name}: {here} {words} here, but {by} {there} {words}"));
            }
        }
    }
    Ok(())
}

/// Whether each ruling was met when the run was played again.
fn are_applied(rulings: &[&Ruling], referee: &Referee) -> Result<(), String> {
    let applied = referee.applied();
    match rulings.iter().find(|ruling| !applied.contains(*ruling)) {
        Some(Ruling { block, number, question, seat, .. }) => Err(format!(
            "block {block}, match {number}: seat {seat} is not asked question {question} when it is played again"
        )),
        None => Ok(()),
    }
}

/// The number of matches in which there are rulings, which are in the order of play.
fn matches_of<'r>(rulings: impl Iterator<Item = &'r Ruling>) -> u64 {
    let mut places: Vec<_> = rulings.map(|ruling| (ruling.block, ruling.number)).collect();
    places.dedup();
    places.len() as u64
}
