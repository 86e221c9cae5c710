//! What fuzzing has found keeps to its promises: every file of the corpus goes through its target.

use std::fs;
use std::path::{Path, PathBuf};

use threehand_fuzz::{TARGETS, Target};

/// The files of a target's corpus.
fn corpus(target: &str) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let entries = fs::read_dir(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn read(file: &Path) -> Vec<u8> {
    fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Names the file where the target panics.
struct Named<'a>(&'a Path);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("with the bytes of {}", self.0.display());
        }
    }
}

fn goes_through(target: Target, file: &Path) {
    let _named = Named(file);
    target(&read(file));
}

#[test]
fn every_file_of_the_corpus_goes_through_its_target() {
    for (name, target) in TARGETS {
        let files = corpus(name);
        assert!(files.len() >= 5, "{name} has {} files", files.len());
        files.iter().for_each(|file| goes_through(target, file));
    }
}

#[test]
fn files_cut_short_and_with_a_byte_changed_go_through_too() {
    for (name, target) in TARGETS {
        for (number, file) in corpus(name).iter().enumerate().step_by(5) {
            let mut bytes = read(file);
            let _named = Named(file);
            if let Some(byte) = bytes.get_mut(7 * number % 100) {
                *byte ^= 1 << (number % 7);
                target(&bytes);
            }
            target(&bytes[..bytes.len() / 2]);
        }
    }
}

#[test]
fn the_corpus_stays_small() {
    let sizes = TARGETS.iter().flat_map(|(name, _)| corpus(name)).map(|file| read(&file).len());
    let sum: usize = sizes.sum();
    assert!(sum < 200_000, "{sum} bytes");
}
