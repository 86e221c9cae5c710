//! Pages with commands and what these print.
//!
//! In a `console` block each line that starts with `$ ` is a command, which goes on behind `> ` where its line ends with
//! `\`. The lines under it are what it prints, below its exit code (`? 1`) where that is not 0. `[..]` stands for a part of
//! a line, and a line `...` for any lines.

use std::path::Path;
use std::process::Stdio;

use super::shell;

/// The page with what its commands print where that is not what it shows. Those of blocks with one of these fences
/// are run, one after another, in this folder.
pub(crate) fn run_page(page: &str, fences: &[&str], dir: &Path, columns: &str) -> String {
    let mut now = String::new();
    let mut lines = page.lines().peekable();
    let (mut open, mut run) = (false, false);
    while let Some(line) = lines.next() {
        now += &format!("{line}\n");
        if line.starts_with("```") {
            open = !open;
            run = open && fences.contains(&line);
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| run) else { continue };
        let mut command = command.to_owned();
        while let Some(line) =
            lines.next_if(|line| command.ends_with('\\') && line.starts_with("> "))
        {
            now += &format!("{line}\n");
            command += &format!("\n{}", &line[2..]);
        }
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            shown.push(line);
        }
        let printed = printed(&command, dir, columns);
        let printed: Vec<_> = printed.lines().collect();
        let (code, lines) = code_and_lines(&printed);
        let (code_shown, lines_shown) = code_and_lines(&shown);
        let same = code == code_shown && are_shown(lines, lines_shown);
        for line in if same { shown } else { printed } {
            now += &format!("{line}\n");
        }
    }
    now
}

/// What a command prints, below its exit code where that is not 0.
fn printed(command: &str, dir: &Path, columns: &str) -> String {
    let mut shell = shell(&format!("exec 2>&1\n{command}"));
    shell.env("LC_ALL", "C.UTF-8").env("CLICOLOR_FORCE", "").env("COLUMNS", columns);
    let output = shell.current_dir(dir).stdin(Stdio::null()).output().expect("a shell runs");
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) => text.into_owned(),
        Some(code) => format!("? {code}\n{text}"),
        None => format!("? {}\n{text}", output.status),
    }
}

/// The line of the exit code, if there is one, and the lines below.
fn code_and_lines<'a, 't>(lines: &'a [&'t str]) -> (Option<&'t str>, &'a [&'t str]) {
    match lines {
        [code, rest @ ..] if code.starts_with("? ") => (Some(*code), rest),
        _ => (None, lines),
    }
}

/// Whether lines are those that a page shows.
fn are_shown(lines: &[&str], shown: &[&str]) -> bool {
    match shown {
        [] => lines.is_empty(),
        ["...", rest @ ..] => (0..=lines.len()).any(|skipped| are_shown(&lines[skipped..], rest)),
        [first, rest @ ..] => lines
            .split_first()
            .is_some_and(|(line, lines)| is_shown(line, first) && are_shown(lines, rest)),
    }
}

/// Whether a line is the one that a page shows.
fn is_shown(line: &str, shown: &str) -> bool {
    let mut parts = shown.split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

#[test]
fn lines_are_compared_with_those_of_a_page() {
    for (shown, line) in [("[..]", ""), ("a[..]", "abc"), ("a[..]b[..]c", "abcbc"), ("[..]b", "ab")]
    {
        assert!(is_shown(line, shown), "{line} {shown}");
    }
    for (shown, line) in
        [("", "a"), ("a[..]a", "a"), ("a[..]b[..]c", "acb"), ("[..]b", "abc"), ("a", "ab")]
    {
        assert!(!is_shown(line, shown), "{line} {shown}");
    }
    assert!(
        are_shown(&["a", "b", "c"], &["a", "...", "c"]) && are_shown(&["a"], &["...", "a", "..."])
    );
    assert!(
        !are_shown(&["a", "b"], &["a"])
            && !are_shown(&["a"], &["a", "b"])
            && !are_shown(&["b"], &["...", "a"])
    );
}

#[test]
fn what_a_command_prints_takes_the_place_of_what_a_page_shows() {
    let page =
        "$ a\n```sh\n$ a\n```\n```console\n$ echo a; \\\n> (exit 3)\nb\n$ echo b >&2\n[..]\n```\n";
    let due = page.replace("3)\nb\n", "3)\n? 3\na\n");
    assert_eq!(run_page(page, &["```console"], Path::new("."), "100"), due);
    let page = "```console\n$ (exit 3)\n...\n```\n";
    assert!(
        run_page(page, &["```console"], Path::new("."), "100").contains("? 3"),
        "a code is no line"
    );
}
