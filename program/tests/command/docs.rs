//! The pages of the project: they show what the command prints, their links lead somewhere, and they
//! keep to their length. And the sessions in `program/tests/sessions`, which are written like pages.
//!
//! In `README.md`, `docs/` and the sessions the commands of `console` blocks are run. A block marked `console slow` takes
//! over five seconds and is run only by `docs/run-slow`. With `GOLDEN=overwrite` the tests write what the commands print
//! into the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::common::console::run_page;
use crate::common::started::killed;
use crate::common::{
    copy, folder, in_repository, is_overwritten, succeed, text, unfinished, write,
};

/// What may follow `$ ` in a console block: the command itself, and what shows its files.
const PROGRAMS: [&str; 6] = ["threehand", "head", "ls", "cat", "sed", "sha256sum"];

#[test]
fn every_command_in_the_pages_prints_what_the_page_shows() {
    run_pages(&run_by_tests(), &["```console"], "100", with_games);
}

#[test]
#[ignore = "takes minutes; docs/run-slow runs it"]
fn every_slow_command_in_the_pages_prints_what_the_page_shows() {
    run_pages(&run_by_tests(), &["```console", "```console slow"], "100", with_games);
}

#[test]
fn every_session_is_as_its_file_shows() {
    let files = fs::read_dir(in_repository("program/tests/sessions")).expect("the folder is there");
    let sessions: Vec<_> = files.map(|file| file.expect("an entry can be read").path()).collect();
    run_pages(&sessions, &["```console"], "1000", |dir, text| {
        if text.contains(" unfinished\n") {
            unfinished(dir);
        }
        for name in ["older/shard-1", "older/shard-2"] {
            if text.contains(name) {
                copy(&in_repository("program/tests").join(name), dir.join(name));
            }
        }
        if text.contains(" killed") {
            let run = "tournament --game 9-2-5 --bots random,greedy --records every=9 --quiet";
            killed(&format!("{run} --blocks 1000000"), dir.join("killed"));
        }
    });
}

#[test]
fn every_block_of_code_names_its_language_and_every_command_is_known() {
    for page in pages() {
        let page_text = read(&page);
        for Block { line, info, text } in blocks(&page_text) {
            assert!(!info.is_empty(), "{page:?}:{line}: a block of code without a language");
            if !["console", "console slow"].contains(&info.as_str()) {
                assert!(!info.starts_with("console"), "{page:?}:{line}: no test runs `{info}`");
                continue;
            }
            let fence = page_text.lines().nth(line - 1);
            assert_eq!(fence, Some(&*format!("```{info}")), "{page:?}:{line}: spaces beside it");
            for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                let program = command.split(' ').next().unwrap_or_default();
                assert!(PROGRAMS.contains(&program), "{page:?}:{line}: {program} can't be run");
            }
        }
    }
}

#[test]
fn rust_code_in_the_page_on_extending_is_code_of_the_examples() {
    let code = [
        "examples/first-bot/src/main.rs",
        "examples/first-game/src/lib.rs",
        "examples/first-game/src/known.rs",
        "examples/first-game/tests/promises.rs",
    ]
    .map(|file| read(Path::new(file)))
    .concat();
    let mut blocks = blocks(&read(Path::new("docs/extending.md")));
    blocks.retain(|block| block.info == "rust");
    assert!(blocks.len() >= 8, "{} blocks", blocks.len());
    for block in blocks {
        assert!(code.contains(&block.text), "line {}: the examples differ", block.line);
    }
}

#[test]
fn every_relative_link_leads_to_a_file_and_every_anchor_to_a_heading() {
    for page in pages() {
        for (line, target) in links(&read(&page)) {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = resolve(&page, file);
            let leads = root().join(&file).exists()
                && (anchor.is_empty() || anchors(&read(&file)).contains(anchor));
            assert!(leads, "{}:{line}: {target} leads nowhere", page.display());
        }
    }
}

#[test]
fn every_page_can_be_reached_from_the_readme() {
    let mut reached = BTreeSet::new();
    let mut due = vec![PathBuf::from("README.md")];
    while let Some(page) = due.pop() {
        if !reached.insert(page.clone()) {
            continue;
        }
        for (_, target) in links(&read(&page)) {
            let file = resolve(&page, target.split('#').next().unwrap_or_default());
            let file = if root().join(&file).is_dir() { file.join("README.md") } else { file };
            if file.extension().is_some_and(|end| end == "md") && root().join(&file).exists() {
                due.push(file);
            }
        }
    }
    let lost: Vec<_> = pages().into_iter().filter(|page| !reached.contains(page)).collect();
    assert!(lost.is_empty(), "no link leads to {lost:?}");
}

#[test]
fn pages_keep_to_their_length() {
    for page in pages() {
        let (text, name) = (read(&page), page.to_string_lossy());
        let study = name.starts_with("results/") && name.matches('/').count() == 2;
        let most = match &*name {
            "README.md" => 150,
            "CONTRIBUTING.md" => 80,
            _ if study && name.ends_with("/README.md") => 80,
            _ => usize::MAX,
        };
        assert!(text.lines().count() <= most, "{name} has over {most} lines");
        let widest = if name == "README.md" { 120 } else { 200 };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('|')) {
            assert!(line.chars().count() <= widest, "{name}:{}: over {widest} columns", number + 1);
        }
    }
}

#[test]
fn recipes_print_what_the_page_shows() {
    let (page, dir) = (read(Path::new("docs/recipes.md")), folder("recipes"));
    let (before, r) = page.split_once("## R").expect("a heading");
    let (r, packed) = r.split_once("## DuckDB").expect("a heading");
    let block = |part: &str, language: &str| {
        let found = blocks(part).into_iter().find(|block| block.info == language);
        found.expect("a block").text
    };
    for part in [before, packed] {
        let command =
            block(part, "sh").trim().replace("runs/", &format!("{}/runs/", dir.display()));
        succeed(&format!("{} -q", command.strip_prefix("threehand ").expect("a command")));
    }
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    // An interpreter, what shows that the recipe can run with it, and the part of the page.
    for (interpreter, probe, part, language) in [
        (&*python, &["-c", "import pandas"][..], before, "python"),
        ("Rscript", &["--version"], r, "r"),
        (&*python, &["-c", "import duckdb"], packed, "python duckdb"),
        (&*python, &["-c", "import polars"], packed, "python polars"),
    ] {
        let probed = Command::new(interpreter).args(probe).output();
        if !probed.is_ok_and(|probed| probed.status.success()) {
            eprintln!("skipped: {interpreter} {} does not run here", probe.join(" "));
            continue;
        }
        write(dir.join("recipe"), block(part, language));
        let output = Command::new(interpreter).arg("recipe").current_dir(&dir).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let due = block(part, "text");
        let due = match language {
            "python polars" => due.replace("[('9-2-5', 'VARCHAR')]", "String"),
            _ => due,
        };
        assert_eq!(String::from_utf8_lossy(&output.stdout), due, "{interpreter} {language}");
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    in_repository("")
}

/// The text of a page.
fn read(page: &Path) -> String {
    text(root().join(page))
}

/// Every Markdown page of the repository, by its path from the root.
fn pages() -> Vec<PathBuf> {
    let (mut pages, mut due) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(dir) = due.pop() {
        for entry in fs::read_dir(root().join(&dir)).expect("a folder can be read") {
            let name = entry.expect("an entry can be read").file_name();
            let path = dir.join(&name);
            let hidden = name.to_string_lossy().starts_with('.');
            if root().join(&path).is_dir() {
                if !hidden && name != "target" && name != "runs" {
                    due.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The pages whose commands the tests run.
fn run_by_tests() -> Vec<PathBuf> {
    let is_run = |page: &PathBuf| page == Path::new("README.md") || page.starts_with("docs");
    pages().into_iter().filter(is_run).collect()
}

/// Runs the commands in the blocks of pages with these fences, each page in a folder of its own, which `prepare` fills, and
/// compares what they print with the page.
fn run_pages(
    pages: &[PathBuf],
    fences: &[&str],
    columns: &str,
    prepare: impl Fn(&Path, &str) + Sync,
) {
    let (dir, next, wrong) = (folder("pages"), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let run_next = || {
        while let Some(page) = pages.get(next.fetch_add(1, Relaxed)) {
            let (dir, text) = (dir.join(page.file_stem().expect("a name")), read(page));
            fs::create_dir(&dir).expect("a folder can be made");
            prepare(&dir, &text);
            let now = run_page(&text, fences, &dir, columns);
            if is_overwritten() {
                write(root().join(page), now);
            } else if now != text {
                let same =
                    text.lines().zip(now.lines()).take_while(|(shown, now)| shown == now).count();
                let from =
                    |text: &str| text.lines().skip(same).take(9).collect::<Vec<_>>().join("\n");
                let page = format!("{}:{}", page.display(), same + 1);
                wrong.lock().unwrap().push(format!(
                    "{page}:\n{}\nis now:\n{}",
                    from(&text),
                    from(&now)
                ));
            }
        }
    };
    thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(run_next))));
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "GOLDEN=overwrite writes what is right:\n{}", wrong.join("\n\n"));
}

/// Copies the games of the examples for a page that uses them.
fn with_games(dir: &Path, page: &str) {
    const GAMES: &str = "examples/games";
    if page.contains(GAMES) {
        copy(&in_repository(GAMES), dir.join(GAMES));
    }
}

/// A fenced block of code: the line of its fence, from 1, what stands behind the fence, and the code.
struct Block {
    line: usize,
    info: String,
    text: String,
}

/// The blocks of code in a page.
fn blocks(text: &str) -> Vec<Block> {
    let (mut blocks, mut open) = (Vec::<Block>::new(), false);
    for (number, line) in text.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), blocks.last_mut().filter(|_| open)) {
            (Some(_), Some(_)) => open = false,
            (Some(info), None) => {
                open = true;
                let info = info.trim().to_owned();
                blocks.push(Block { line: number + 1, info, text: String::new() });
            }
            (None, Some(block)) => block.text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

/// The lines of a page outside its blocks of code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut open = false;
    text.lines().enumerate().filter_map(move |(number, line)| {
        let fence = line.trim_start().starts_with("```");
        open ^= fence;
        (!open && !fence).then_some((number + 1, line))
    })
}

/// The targets of the links in a page that lead into the repository, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        // What stands between backquotes is no link.
        let line = line.split('`').step_by(2).collect::<Vec<_>>().join("``");
        let targets = line.split("](").skip(1).filter_map(|part| part.split(')').next());
        let inside = targets.filter(|target| !target.contains("://"));
        links.extend(inside.map(|target| (number, target.to_owned())));
    }
    links
}

/// The path from the root of what a page means by a path of its own.
fn resolve(page: &Path, target: &str) -> PathBuf {
    if target.is_empty() {
        return page.to_owned();
    }
    let mut path = page.parent().expect("a page lies in a folder").to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{page:?}: {target} leads outside"),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen = BTreeMap::<String, usize>::new();
    let headings = prose(text).filter(|(_, line)| line.starts_with('#'));
    let mut anchors = BTreeSet::new();
    for heading in headings.filter_map(|(_, line)| line.trim_start_matches('#').strip_prefix(' ')) {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let slug = kept.flat_map(char::to_lowercase).collect::<String>().replace(' ', "-");
        let times = seen.entry(slug.clone()).or_default();
        anchors.insert(if *times == 0 { slug } else { format!("{slug}-{times}") });
        *times += 1;
    }
    anchors
}
