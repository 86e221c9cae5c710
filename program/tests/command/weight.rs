//! The code keeps to its weight: docs/architecture.md says how many lines each folder may have.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::in_repository;

/// The most lines of a file.
const FILE: usize = 400;
/// A limit is lowered when the code has become lighter by so many lines.
const SLACK: usize = 400;

#[test]
fn each_folder_has_at_most_the_lines_that_the_map_gives_it() {
    let map = fs::read_to_string(in_repository("docs/architecture.md")).expect("the page is there");
    let limits = map.lines().filter_map(limit);
    let limits: Vec<(&str, usize)> = limits.collect();
    assert_eq!(limits.len(), 11, "{limits:?}");
    for (folder, most) in limits {
        let files = sources(&in_repository(folder));
        let lines: usize = files.iter().map(|file| code(file)).sum();
        assert!(lines <= most, "{folder}: {lines} lines of code, and {most} at most");
        assert!(lines + SLACK > most, "{folder}: {lines} lines of code: lower the limit of {most}");
    }
}

#[test]
fn no_file_is_too_long() {
    for file in sources(&in_repository("")) {
        let lines = fs::read_to_string(&file).expect("a source is text").lines().count();
        assert!(lines <= FILE, "{}: {lines} lines", file.display());
    }
}

/// The folder and the limit in a row of the map.
fn limit(row: &str) -> Option<(&str, usize)> {
    let (folder, rest) = row.strip_prefix("| [`")?.split_once('`')?;
    let last = rest.trim_end_matches([' ', '|']).rsplit('|').next()?;
    Some((folder, last.trim().replace(',', "").parse().ok()?))
}

/// Lines that are neither empty nor a comment.
fn code(file: &Path) -> usize {
    let text = fs::read_to_string(file).expect("a source is text");
    let lines = text.lines().map(str::trim_start);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// All sources in Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && name != "target" {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}
