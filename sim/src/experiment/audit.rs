//! `verify DIR`: a run's folder compared with the experiment that its settings describe, from the seed to the
//! tables. The code that made the folder makes what is due.

use humantime::parse_rfc3339;
use serde_json::{Map, Value, json};

use super::contract::{Experiment, Fold, Recount};
use super::ending::by_bot;
use super::run::{Ending, Run, noted_sums};
use super::run_files::RunFiles;
use crate::files::audit::audited_files::{AGAIN, AuditedFiles};
use crate::files::audit::compare::{compare_file, compare_json, parse};
use crate::files::audit::difference::of_json;
use crate::files::audit::file_fault::FileFault;
use crate::files::hash::hash_of_folder;
use crate::files::locked_folder::{
    CONFIG, EXTERNAL_LOG, FORFEITS, MANIFEST, PROGRESS, REPORT, RESULTS, TALLY,
};
use crate::files::manifest::{FAILURES, FILES, PROGRAMS, SavedManifest, TIMES};
use crate::files::progress::ProgressNote;
use crate::files::run_folder::{kept_in, kept_sums};
use crate::io::bounded_read::{is_missing, is_there};
use crate::settings::run_options::{MOST_THREADS, RunOptions};
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::heed_interrupts;
use crate::terminal::number::{list, plural};
use crate::terminal::shown::shown;
use crate::terminal::stream::{print, print_json};

impl<'g> Run<'g> {
    /// Compares the folder of a run with what its settings come to; with `again`, by playing the run again. Prints
    /// what was checked.
    ///
    /// # Errors
    /// The first fault.
    pub fn audit(
        experiment: Experiment<'g>,
        options: &RunOptions,
        written: &SavedManifest,
        again: bool,
        mut checked: Vec<String>,
    ) -> Result<(), Failure> {
        let run = Self::new(experiment, options, Some(written), written.value(PROGRAMS).cloned())?;
        if again {
            run.experiment.expect_bots()?;
            run.external_bots().expect(written)?;
        }
        run.compare_manifest(written)?;
        let config = run.manifest.config.as_bytes();
        compare_file(&written.dir, (CONFIG, config), "by manifest.json")?;
        let mut held = run.open(written)?;
        let mut recount = if again {
            let (fold, played) = run.play_again(held)?;
            held = played;
            Recount::of(fold, AGAIN)
        } else {
            run.experiment.play.recount(&mut held)?
        };
        held.end()?;
        let mut tables = Vec::new();
        if held.is_finished {
            tables = run.compare_results(written, &recount)?;
        } else if let Some(note) = held.note.as_ref().filter(|_| held.blocks > 0) {
            let dir = &written.dir;
            if let Some(counted) = &recount.fold {
                let sums = (dir.join(PROGRESS), note.tally.get());
                compare_json(sums, &counted.to_json(false), &recount.unknown, recount.by)?;
            }
            let mut fold = run.experiment.play.fold();
            fold.restore(&noted_sums(dir, note))?;
            run.compare_rulings(dir, &*fold, &recount)?;
        }
        if run.options.quiet && !run.options.json {
            return Ok(());
        }
        recount.checked.append(&mut checked);
        run.report(written, &held, recount, &tables)
    }

    fn compare_manifest(&self, written: &SavedManifest) -> Result<(), FileFault> {
        let path = written.dir.join(MANIFEST);
        if let Some((key, found, due)) = written.unlike(&self.manifest, &[]) {
            let reason = of_json(&key, Some(&found), Some(&due), "by its settings", &|_| true);
            let reason = reason.unwrap_or_else(|| format!("`{key}` is no key of it"));
            return Err(FileFault::of(&path, reason));
        }
        if written.finished().is_none() && !written.is_unfinished() {
            let reason = "only one of finished and results_hash is there";
            return Err(FileFault::of(&path, reason));
        }
        let mut of_programs = [PROGRAMS, TIMES].into_iter();
        if self.external_bots().is_empty()
            && let Some(key) = of_programs.find(|key| written.value(key).is_some())
        {
            return Err(FileFault::of(&path, format!("{key} is there, but no program plays")));
        }
        let date = |date: &Value| parse_rfc3339(date.as_str()?).ok();
        let at = |key| written.value(key).unwrap_or(&Value::Null);
        let (started, finished, threads) = (at("started"), at("finished"), at("threads").as_u64());
        let is_due = [
            ("command", at("command").is_string(), "the words of a command"),
            ("started", date(started).is_some(), "a date and time as 2026-01-31T23:59:59Z"),
            (
                "finished",
                finished.is_null() || date(finished).is_some_and(|end| Some(end) >= date(started)),
                "a date and time that is not before started, or null",
            ),
            (
                "threads",
                threads.is_some_and(|threads| (1..=MOST_THREADS).contains(&threads)),
                "a number of threads",
            ),
        ];
        if let Some((key, _, due)) = is_due.iter().find(|(_, is_due, _)| !is_due) {
            let reason = format!("{key} is {}, and has to be {due}", at(key));
            return Err(FileFault::of(&path, reason));
        }
        Ok(())
    }

    /// Opens the files that grew by the blocks: of an unfinished run as far as its note reaches.
    fn open(&self, written: &SavedManifest) -> Result<AuditedFiles, Failure> {
        let (dir, growing, all) = (&written.dir, self.experiment.growing.clone(), self.all());
        if written.finished().is_some() {
            return Ok(AuditedFiles::open(dir, growing, all, true, None)?);
        }
        let path = dir.join(PROGRESS);
        let note: Option<ProgressNote> = (!is_missing(&path)).then(|| parse(&path)).transpose()?;
        let blocks = note.as_ref().map_or(0, |note| note.blocks);
        if blocks > all {
            let reason = format!("blocks are {blocks}, but the run has {all}");
            return Err(FileFault::of(&path, reason).into());
        }
        let held = AuditedFiles::open(dir, growing, blocks, false, note)?;
        if let Some(note) = &held.note {
            self.experiment.play.fold().restore(&noted_sums(dir, note))?;
        }
        Ok(held)
    }

    /// Compares sums, tables and hash of a finished run. Returns the names of its tables.
    fn compare_results(
        &self,
        written: &SavedManifest,
        recount: &Recount<'_>,
    ) -> Result<Vec<&'static str>, Failure> {
        let (dir, by) = (&written.dir, recount.by);
        let mut fold = self.experiment.play.fold();
        let kept = kept_sums(dir, self.experiment.is_shard())?;
        if let Some(counted) = &recount.fold {
            let due = counted.to_json(false);
            let path = dir.join(kept_in(self.experiment.is_shard()));
            compare_json((path, &kept.json), &due, &recount.unknown, by)?;
        }
        fold.restore(&self.experiment.kept_sums(dir, &kept))?;
        self.compare_rulings(dir, &*fold, recount)?;
        let outcome = fold.outcome();
        let none = || Value::Object(Map::new());
        let found = written.value(FAILURES).cloned().unwrap_or_else(none);
        let due = by_bot(&*outcome).unwrap_or_else(none);
        if let Some(reason) = of_json(FAILURES, Some(&found), Some(&due), by, &|_| true) {
            return Err(FileFault::of(&dir.join(MANIFEST), reason).into());
        }
        let mut tables = Vec::new();
        for (name, due) in self.tables(&*outcome, &*fold) {
            // The sums of a shard are what these tables were made from.
            if name != TALLY {
                compare_file(dir, (name, &due), by)?;
            }
            tables.push(name);
        }
        let growing = || self.experiment.growing.iter().flatten();
        let is_due = |name: &str| tables.contains(&name) || growing().any(|file| file.name == name);
        let more = RESULTS.into_iter().filter(|name| !is_due(name)).map(|name| dir.join(name));
        if let Some(path) = more.into_iter().find(|path| !is_missing(path)) {
            let reason = "a run with these settings writes no such file";
            return Err(FileFault::of(&path, reason).into());
        }
        self.compare_hash(written)?;
        written.expect_beside(&[])?;
        Ok(tables)
    }

    fn compare_hash(&self, written: &SavedManifest) -> Result<(), FileFault> {
        let found = hash_of_folder(&written.dir, &[]);
        let found = found.map_err(|error| FileFault::of(&written.dir, error))?;
        match written.finished() {
            Some((_, hash)) if hash != found => {
                let reason = format!(
                    "results_hash is {hash}, but that of the files is {found}: they are not those \
                     that the run wrote"
                );
                Err(FileFault::of(&written.dir.join(MANIFEST), reason))
            }
            _ => Ok(()),
        }
    }

    /// Plays the blocks that a folder holds again, and compares them with the folder.
    fn play_again(
        &self,
        held: AuditedFiles,
    ) -> Result<(Box<dyn Fold + '_>, AuditedFiles), Failure> {
        heed_interrupts()?;
        let mut fold = self.experiment.play.fold();
        let (all, mut files) = (held.blocks, RunFiles::Audited(held));
        let ended = self.play(&mut files, &mut *fold, all)?;
        let RunFiles::Audited(held) = files else { unreachable!("an audit begins no folder") };
        match ended {
            Ending::Refused(failure) => Err(failure),
            Ending::BotFailed | Ending::Interrupted(_) if held.is_finished => {
                let reason = "a bot fails, so a run with --strict is not finished";
                Err(FileFault::of(&held.dir, reason).into())
            }
            _ => Ok((fold, held)),
        }
    }

    /// Prints what was found right and what could not be checked, as one JSON object on one line or for a reader.
    fn report(
        &self,
        written: &SavedManifest,
        held: &AuditedFiles,
        recount: Recount<'_>,
        tables: &[&str],
    ) -> Result<(), Failure> {
        let blocks = recount.fold.as_ref().map_or(held.blocks, |fold| fold.blocks());
        let Recount { by, replayed: (hands, matches), mut checked, mut unchecked, .. } = recount;
        let (again, is_finished) = (by == AGAIN, held.is_finished);
        let mut right = |text: &str| checked.push(text.to_owned());
        if again {
            right("every line is what the bots play when the run is played again");
        }
        if !tables.is_empty() {
            let come = if tables.len() == 1 { "is" } else { "are" };
            right(&format!("{} {come} what these lines come to", list(tables)));
        }
        if is_finished {
            right("results_hash is that of the files");
        }
        let documents =
            "manifest.json says what its settings come to, and config.toml holds these settings";
        checked.insert(0, documents.to_owned());
        if is_there(&written.dir.join(FORFEITS))? {
            let limits =
                "whether bots passed a limit of time or memory where forfeits.json says so";
            unchecked.push(limits.to_owned());
        }
        if is_finished && written.value(FILES).is_none() {
            let beside = "whether sums.json.zst and forfeits.json are as the run left them: an older version wrote no \
                          files_sha256";
            unchecked.push(beside.to_owned());
        }
        for file in [REPORT, EXTERNAL_LOG] {
            if is_there(&written.dir.join(file))? {
                unchecked.push(format!("{file}, which is no part of the results"));
            }
        }
        if !again {
            let bots =
                "whether the bots play so: --again plays the run again, and compares every line";
            unchecked.push(bots.to_owned());
        }
        let run = written.run();
        if self.options.json {
            return print_json(&json!({
                "hands": hands,
                "matches": matches,
                "run": run,
                "finished": is_finished,
                "blocks": blocks,
                "again": again,
                "checked": checked,
                "unchecked": unchecked,
            }));
        }
        let unit = self.experiment.unit();
        let run = match run {
            "compare" => "comparison",
            "sprt" => "test",
            "calibrate" => "calibration",
            "coverage" => "measurement of coverage",
            run => run,
        };
        let reach = plural(blocks, unit);
        let verdict = match (is_finished, blocks) {
            (true, _) => format!("nothing is wrong with this {run} of {reach}"),
            (false, 0) => format!("an unfinished {run}, of which no {unit} is noted yet"),
            (false, _) => format!(
                "an unfinished {run}; nothing is wrong with the first {reach}, which progress.json has noted"
            ),
        };
        let lines = |word: &str, lines: &[String]| -> String {
            lines.iter().map(|line| format!("  {word}: {line}\n")).collect()
        };
        let (checked, unchecked) = (lines("right", &checked), lines("not checked", &unchecked));
        print(&format!("{}: {verdict}\n{checked}{unchecked}", shown(written.dir.display())))
    }
}
