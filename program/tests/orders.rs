//! The study of orders of contracts: its page says what its tables say, and its tables what is played.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{folder, succeed};

fn study() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/nine-two-five")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn check(study: &Path) -> Output {
    let mut python = Command::new("python3");
    python.arg(study.join("page.py")).arg("--check").env("PYTHONDONTWRITEBYTECODE", "1");
    python.output().expect("python3 runs")
}

/// A copy of the study's files, beside what all studies share.
fn copied(name: &str) -> PathBuf {
    let dir = folder(name);
    let copy = dir.join("study");
    fs::create_dir(&copy).unwrap();
    fs::copy(study().join("../study.py"), dir.join("study.py")).unwrap();
    for entry in fs::read_dir(study()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
        }
    }
    copy
}

#[test]
fn the_page_says_what_the_tables_say() {
    let output = check(&study());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_figure_that_is_changed_on_the_page_or_in_a_table_is_found() {
    let copy = copied("orders_changed");
    assert!(check(&copy).status.success());
    let page = text(&copy.join("README.md"));
    fs::write(copy.join("README.md"), page.replacen("against 2.46", "against 2.45", 1)).unwrap();
    let told = String::from_utf8(check(&copy).stderr).unwrap();
    assert!(told.contains("against 2.46") && told.contains("against 2.45"), "{told}");

    fs::write(copy.join("README.md"), &page).unwrap();
    let orders = text(&copy.join("orders.csv"));
    let row = "heuristic,9-2-5,role_spread,10000,";
    fs::write(copy.join("orders.csv"), orders.replacen(row, &format!("{row}1"), 1)).unwrap();
    assert!(!check(&copy).status.success());
}

#[test]
fn the_first_blocks_of_a_rung_are_played_again_as_they_stand_in_the_study() {
    let dir = folder("orders_again");
    let out = dir.join("run");
    // The seed is that which `cksum` gives for the line `heuristic`, as in the script.
    succeed(&format!(
        "compare --game 9-2-5 --variants 9-2-5,9-5-2,8-3-5,9-3-4,8-4-4 --against 9-2-5 --bots heuristic \
         --seed 3018824208 --blocks 50 --block-values -q --out {}",
        out.display()
    ));
    let sample = text(&study().join("sample.csv"));
    let measures: Vec<&str> =
        sample.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    let played = text(&out.join("block_values.csv"));
    let mut lines = played.lines();
    let mut again = vec![lines.next().unwrap()];
    again.extend(lines.filter(|line| measures.contains(&line.split(',').nth(3).unwrap())));
    assert_eq!(again.len(), 1 + 50 * 5 * 4);
    assert!(
        again.iter().eq(sample.lines().collect::<Vec<_>>().iter()),
        "other figures than in sample.csv"
    );
}
