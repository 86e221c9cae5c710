//! The recorded hands that a command is about.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use threehand_engine::record::Record;
use threehand_play::{Catalog, DynGame};

use super::file::RecordsFile;
use crate::play::named::game_of;
use crate::settings::config::settings_in;
use crate::terminal::failure::Failure;
use crate::terminal::shown::shown;

/// Hands of a records file.
#[derive(Debug, Args)]
pub struct Selection {
    /// A records file (.jsonl or .jsonl.zst), or the folder of a run that has one
    pub file: PathBuf,
    /// Only this match
    #[arg(long = "match", value_name = "M")]
    pub match_number: Option<u64>,
    /// Only this line-up
    #[arg(long, value_name = "L")]
    pub lineup: Option<usize>,
    /// Only this hand
    #[arg(long, value_name = "H")]
    pub hand: Option<usize>,
}

impl Selection {
    /// Calls `visit` with each of these records and its place in the file.
    ///
    /// # Errors
    /// If a record can't be read, or there is no such hand.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(&Record, &str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut file = RecordsFile::open(&self.file)?;
        let mut found = false;
        let mut nearest = Nearest::default();
        while let Some(record) = file.next() {
            let record = record?;
            nearest.see(record.match_number, self.match_number);
            if self.holds(&record) {
                found = true;
                visit(&record, &file.place())?;
            }
        }
        if found { Ok(()) } else { Err(self.none(&file.path, &nearest).into()) }
    }

    /// The only hand, and its place in the file. `flag` is the flag that needs a single hand.
    ///
    /// # Errors
    /// As [`Selection::each`], or if there are two.
    pub(super) fn only(&self, flag: &'static str) -> Result<(Record, String), Failure> {
        let mut only = None;
        self.each(|record, place| {
            if only.is_some() {
                let flags = [
                    self.match_number.is_none().then_some("--match"),
                    self.lineup.is_none().then_some("--lineup"),
                    self.hand.is_none().then_some("--hand"),
                ];
                let flags: Vec<_> = flags.into_iter().flatten().collect();
                let missing = match flags.is_empty() {
                    true => "the file has this hand twice".to_owned(),
                    false => format!("choose one with {}", flags.join(", ")),
                };
                return Err(Failure::setting(flag, format!("it is for a single hand: {missing}")));
            }
            only = Some((record.clone(), place.to_owned()));
            Ok(())
        })?;
        Ok(only.expect("a hand was found"))
    }

    fn holds(&self, record: &Record) -> bool {
        self.match_number.is_none_or(|m| record.match_number == m)
            && self.lineup.is_none_or(|l| record.lineup == l)
            && self.hand.is_none_or(|h| record.hand == h)
    }

    fn none(&self, path: &Path, nearest: &Nearest) -> anyhow::Error {
        let asked = [
            self.match_number.map(|m| format!("match {m}")),
            self.lineup.map(|l| format!("line-up {l}")),
            self.hand.map(|h| format!("hand {h}")),
        ];
        let asked: Vec<_> = asked.into_iter().flatten().collect();
        let what = if asked.is_empty() { "record".to_owned() } else { asked.join(", ") };
        anyhow!("{}: no {what} in it{}", path.display(), nearest.text(path))
    }
}

/// Works in the game of a record. Faults of the record are placed in its file.
pub(super) fn in_game<T>(
    catalog: &Catalog<'_>,
    (record, place): (&Record, &str),
    work: impl FnOnce(&dyn DynGame) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let done = game_of(catalog, record).map_err(Failure::from).and_then(work);
    done.map_err(|failure| match failure {
        Failure::Failed(error) => Failure::Failed(error.context(place.to_owned())),
        failure => failure,
    })
}

/// The recorded matches nearest to a number.
#[derive(Default)]
struct Nearest {
    below: Option<u64>,
    above: Option<u64>,
    there: bool,
}

impl Nearest {
    fn see(&mut self, number: u64, asked: Option<u64>) {
        let Some(asked) = asked else { return };
        match number.cmp(&asked) {
            Ordering::Less => self.below = self.below.max(Some(number)),
            Ordering::Equal => self.there = true,
            Ordering::Greater => self.above = Some(self.above.map_or(number, |n| n.min(number))),
        }
    }

    /// The reason that a match is not in the file, and the nearest; empty if the match is there.
    fn text(&self, path: &Path) -> String {
        let nearest = match (self.below, self.above) {
            _ if self.there => return String::new(),
            (None, None) => return String::new(),
            (Some(below), Some(above)) => format!("the nearest are matches {below} and {above}"),
            (Some(one), None) | (None, Some(one)) => format!("the nearest is match {one}"),
        };
        let recorded =
            kept(path).map_or_else(String::new, |every| format!("{every} was recorded: "));
        format!("; {recorded}{nearest}")
    }
}

/// The matches that the run of this file recorded, such as `every=10`; `None` if unknown, or all.
fn kept(path: &Path) -> Option<String> {
    let config = settings_in(&path.with_file_name("config.toml"))?;
    let records = config.get("records")?.as_str()?;
    records.starts_with("every=").then(|| shown(records).to_string())
}
