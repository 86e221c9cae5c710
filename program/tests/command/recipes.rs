//! The recipes of `docs/recipes.md` run, and print what the page shows.

use std::path::Path;
use std::process::Command;

use crate::common::{folder, in_repository, succeed, write};

/// What stands in the first block of this language.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let mut blocks = page.split("```").skip(1).step_by(2);
    let of = |block: &&str| block.split_once('\n').is_some_and(|(first, _)| first == language);
    blocks.find(of).expect("a block").split_once('\n').expect("a line").1
}

/// Runs a recipe with an interpreter, if it and what the recipe needs are there; says so if not.
fn runs(interpreter: &str, needs: &[&str], recipe: &str, dir: &Path, due: &str) {
    let probe = Command::new(interpreter).args(needs).output();
    if !probe.is_ok_and(|probe| probe.status.success()) {
        eprintln!("skipped: {interpreter} {} does not run here", needs.join(" "));
        return;
    }
    write(dir.join("recipe"), recipe);
    let output = Command::new(interpreter).arg("recipe").current_dir(dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), due, "{interpreter}");
}

#[test]
fn recipes_print_what_the_page_shows() {
    let path = in_repository("docs/recipes.md");
    let page = std::fs::read_to_string(path).unwrap();
    let dir = folder("recipes");
    let command = block(&page, "sh").trim().strip_prefix("threehand ").expect("a command");
    let command = command.replace("runs/a", &dir.join("runs/a").display().to_string());
    succeed(&format!("{command} -q"));
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    runs(&python, &["-c", "import pandas"], block(&page, "python"), &dir, block(&page, "text"));
    let r = &page[page.find("## R").expect("a heading")..];
    runs("Rscript", &["--version"], block(r, "r"), &dir, block(r, "text"));
}
