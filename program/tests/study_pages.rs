//! The pages of studies that count their runs themselves: each figure is that of a table in their folder.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The studies whose `count.py` holds their pages with `--check`.
const STUDIES: [&str; 2] = ["three-legged-kitty", "three-kings"];

#[test]
fn every_figure_on_the_page_of_a_study_is_that_of_its_table() {
    for study in STUDIES {
        let Some(output) = check(&results().join(study)) else { return };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn a_figure_that_is_changed_in_a_table_or_on_a_page_is_named() {
    for study in STUDIES {
        let dir = common::folder(&format!("study_pages_{study}"));
        copy(&results(), &dir);
        let copied = dir.join(study);
        fs::create_dir(&copied).expect("a folder can be made");
        copy(&results().join(study), &copied);
        let Some(output) = check(&copied) else { return };
        assert!(output.status.success(), "the copy: {}", String::from_utf8_lossy(&output.stdout));
        for (file, starts, due) in [
            ("README.md", "| ", "the CSVs say otherwise"),
            ("README.md", "**", "is in no table"),
            ("figures.csv", "", "the CSVs say otherwise"),
        ] {
            let path = copied.join(file);
            let text = fs::read_to_string(&path).expect("the file is there");
            let (changed, from) = change(&text, starts);
            fs::write(&path, changed).expect("a copy can be written");
            let output = check(&copied).expect("python3 was there");
            let told = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{study}/{file}: {from}: {told}");
            assert!(told.contains(due), "{study}/{file}: {from}: {told}");
            fs::write(&path, text).expect("a copy can be written");
        }
    }
}

/// The text with another first digit in the first figure with a point of a line that starts so, and that line.
fn change(text: &str, starts: &str) -> (String, String) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_figure = |line: &str, point: usize| {
        let bytes = line.as_bytes();
        bytes[point - 1].is_ascii_digit() && bytes.get(point + 1).is_some_and(u8::is_ascii_digit)
    };
    for line in lines.iter_mut().skip(1).filter(|line| line.starts_with(starts)) {
        let points: Vec<usize> = line.match_indices('.').map(|(point, _)| point).collect();
        if let Some(point) = points.into_iter().find(|&point| point > 0 && is_figure(line, point)) {
            let digit = if line.as_bytes()[point - 1] == b'7' { "8" } else { "7" };
            let from = line.clone();
            line.replace_range(point - 1..point, digit);
            return (lines.join("\n") + "\n", from);
        }
    }
    panic!("no figure");
}

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../results")
}

/// Copies the files of a folder, without those in it that are folders.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("an entry can be read").path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap_or_default())).expect("a copy");
        }
    }
}

/// Runs `count.py --check` of a study; `None` where there is no Python 3.
fn check(folder: &Path) -> Option<Output> {
    let mut python = Command::new("python3");
    python.arg(folder.join("count.py")).arg("--check").output().ok()
}
