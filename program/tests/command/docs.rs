//! The pages of the project: they show what the command prints, their links lead somewhere, and they
//! keep to their length.
//!
//! In `README.md` and `docs/`, each line of a `console` block that starts with `$ ` is a command, and
//! the lines under a command are what the command prints. `[..]` stands for a part of a line, and a
//! line `...` for any lines. A block marked `console slow` takes over five seconds and is run only by
//! `docs/run-slow`. With `TRYCMD=overwrite` the tests write what the commands print into the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::common::folder;

/// What may follow `$ ` in a console block: the command itself, and what shows its files.
const PROGRAMS: [&str; 5] = ["threehand", "head", "ls", "cat", "sha256sum"];

/// The fence of a block whose commands take long: trycmd does not run what it does not know.
const SLOW: &str = "```console slow";
/// The same where it is to be run: another name that trycmd knows.
const UNSLOWED: &str = "```trycmd";

#[test]
fn every_command_in_the_pages_prints_what_the_page_shows() {
    run_pages("docs-fast", false);
}

#[test]
#[ignore = "takes minutes; docs/run-slow runs it"]
fn every_slow_command_in_the_pages_prints_what_the_page_shows() {
    run_pages("docs-slow", true);
}

#[test]
fn a_page_comes_back_from_trycmd_as_it_was() {
    for page in pages().into_iter().filter(|page| is_run(page)) {
        let text = read(&page);
        assert!(text.ends_with('\n'), "{page:?} does not end with a line break");
        assert!(for_readers(&for_trycmd(&text, false)) == text, "{page:?}");
        assert!(for_readers(&for_trycmd(&text, true)) == text, "{page:?}");
    }
}

#[test]
fn every_block_of_code_names_its_language_and_every_command_is_known() {
    for page in pages() {
        for block in blocks(&read(&page)) {
            assert!(
                !block.info.is_empty(),
                "{page:?}:{}: a block of code without a language",
                block.line
            );
            if !["console", "console slow"].contains(&block.info.as_str()) {
                let run = ["console", "trycmd"].iter().any(|name| block.info.starts_with(name));
                assert!(!run, "{page:?}:{}: no test runs `{}`", block.line, block.info);
                continue;
            }
            for command in block.text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                let program = command.split(' ').next().unwrap_or_default();
                assert!(
                    PROGRAMS.contains(&program),
                    "{page:?}:{}: {program} can't be run",
                    block.line
                );
            }
        }
    }
}

#[test]
fn rust_code_in_the_page_on_extending_is_code_of_the_examples() {
    let mut code = String::new();
    for file in [
        "examples/first-bot/src/main.rs",
        "examples/first-game/src/lib.rs",
        "examples/first-game/src/known.rs",
        "examples/first-game/tests/promises.rs",
    ] {
        code += &read(Path::new(file));
    }
    let page = PathBuf::from("docs/extending.md");
    let blocks = blocks(&read(&page));
    let rust: Vec<_> = blocks.iter().filter(|block| block.info == "rust").collect();
    assert!(rust.len() >= 8, "{} blocks", rust.len());
    for block in rust {
        assert!(code.contains(&block.text), "{page:?}:{}: the examples differ", block.line);
    }
}

#[test]
fn every_relative_link_leads_to_a_file_and_every_anchor_to_a_heading() {
    let mut dead = Vec::new();
    for page in pages() {
        for (line, target) in links(&read(&page)) {
            if !leads_somewhere(&page, &target) {
                dead.push(format!("{}:{line}: {target}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "links that lead nowhere:\n{}", dead.join("\n"));
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
            if file.extension().is_some_and(|extension| extension == "md")
                && root().join(&file).exists()
            {
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
        let text = read(&page);
        let name = page.to_string_lossy();
        let study = name.starts_with("results/")
            && name.ends_with("/README.md")
            && name != "results/README.md";
        let most = match &*name {
            "README.md" => 150,
            "CONTRIBUTING.md" => 80,
            _ if study => 80,
            _ => usize::MAX,
        };
        assert!(text.lines().count() <= most, "{name} has over {most} lines");
        let widest = if name == "README.md" { 120 } else { 200 };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('|')) {
            assert!(line.chars().count() <= widest, "{name}:{}: over {widest} columns", number + 1);
        }
    }
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the repository")
}

/// The text of a page.
fn read(page: &Path) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page:?}: {error}"))
}

/// Every Markdown page of the repository, by its path from the root.
fn pages() -> Vec<PathBuf> {
    let (mut pages, mut due) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(dir) = due.pop() {
        for entry in fs::read_dir(root().join(&dir)).expect("a folder can be read") {
            let name = entry.expect("an entry can be read").file_name();
            let path = dir.join(&name);
            if root().join(&path).is_dir() {
                let built = ["target", "runs"].iter().any(|built| name == *built);
                if !built && !name.to_string_lossy().starts_with('.') {
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

/// Runs the commands of `README.md` and `docs/*.md`, each page in an empty folder of its own.
fn run_pages(name: &str, slow: bool) {
    let dir = folder(name);
    let run: Vec<_> = pages().into_iter().filter(|page| is_run(page)).collect();
    let copy = |page: &Path| dir.join(page.file_name().expect("a page has a name"));
    for page in &run {
        fs::write(copy(page), for_trycmd(&read(page), slow)).expect("a copy can be written");
        fs::create_dir(copy(page).with_extension("in")).expect("a folder can be made");
    }
    let cases = trycmd::TestCases::new();
    cases.register_bin("threehand", Path::new(env!("CARGO_BIN_EXE_threehand")));
    for program in &PROGRAMS[1..] {
        cases.register_bin(*program, find(program));
    }
    cases.env("LC_ALL", "C.UTF-8").env("CLICOLOR_FORCE", "").case(dir.join("*.md")).run();
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for page in &run {
            let text = fs::read_to_string(copy(page)).expect("a copy can be read");
            fs::write(root().join(page), for_readers(&text)).expect("a page can be written");
        }
    }
}

/// A page as trycmd wants it: an empty line behind every output, and no word that keeps slow blocks
/// from being run, if they are to be.
fn for_trycmd(text: &str, slow: bool) -> String {
    let (mut copy, mut open, mut first) = (String::new(), false, false);
    for line in text.lines() {
        let ends = open && line.starts_with("```");
        if ends || (open && !first && line.starts_with("$ ")) {
            copy.push('\n');
        }
        first = !open && line.starts_with("```console");
        open = (open && !ends) || first;
        copy.push_str(if slow && line == SLOW { UNSLOWED } else { line });
        copy.push('\n');
    }
    copy
}

/// A page as it was before `for_trycmd`, with what trycmd has written into it.
fn for_readers(copy: &str) -> String {
    let (mut text, mut open) = (String::new(), false);
    for line in copy.lines() {
        let ends = open && line.starts_with("```");
        if (ends || (open && line.starts_with("$ "))) && text.ends_with("\n\n") {
            text.pop();
        }
        open = (open && !ends) || line.starts_with("```console") || line == UNSLOWED;
        text.push_str(if line == UNSLOWED { SLOW } else { line });
        text.push('\n');
    }
    text
}

/// Where a program lies.
fn find(program: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|dir| dir.join(program));
    places.find(|place| place.is_file()).unwrap_or_else(|| panic!("there is no {program} here"))
}

/// Whether the commands of a page are run.
fn is_run(page: &Path) -> bool {
    page == Path::new("README.md") || page.starts_with("docs")
}

/// A fenced block of code.
struct Block {
    /// The line of its fence, from 1.
    line: usize,
    /// What stands behind the fence.
    info: String,
    text: String,
}

/// The blocks of code in a page.
fn blocks(text: &str) -> Vec<Block> {
    let (mut blocks, mut open) = (Vec::<Block>::new(), false);
    for (number, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => {
                open = true;
                let info = info.trim().to_owned();
                blocks.push(Block { line: number + 1, info, text: String::new() });
            }
            None if open => {
                let block = blocks.last_mut().expect("a block is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
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

/// A line without what stands between backquotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("``")
}

/// The targets of the links in a page that lead into the repository, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        for part in without_code(line).split("](").skip(1) {
            let target = part.split(')').next().unwrap_or_default();
            if !target.contains("://") {
                links.push((number, target.to_owned()));
            }
        }
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
            Component::ParentDir => {
                assert!(path.pop(), "{page:?}: {target} leads out of the repository");
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// Whether the target of a link in this page is there.
fn leads_somewhere(page: &Path, target: &str) -> bool {
    let (file, anchor) =
        target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let file = resolve(page, file);
    let there = root().join(&file).exists();
    there && anchor.is_none_or(|anchor| anchors(&read(&file)).contains(anchor))
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen = BTreeMap::<String, usize>::new();
    let headings = prose(text).filter_map(|(_, line)| {
        line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))
    });
    let mut anchors = BTreeSet::new();
    for heading in headings {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let slug = kept.flat_map(char::to_lowercase).collect::<String>().replace(' ', "-");
        let times = seen.entry(slug.clone()).or_default();
        anchors.insert(if *times == 0 { slug } else { format!("{slug}-{times}") });
        *times += 1;
    }
    anchors
}
