//! The page of a run says what the run's command has printed, shows no figure that is not in its tables, and needs
//! nothing but itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::runs::{self, ALL};
use crate::common::{fail, folder, printed, replace, succeed, text, threehand};

/// The page that `report` writes into a folder.
fn page_of(dir: &Path) -> String {
    succeed(&format!("report {} --quiet", dir.display()));
    text(dir.join("report.html"))
}

/// The text of a page between its elements, a blank for each.
fn text_of(page: &str) -> String {
    let mut text = String::new();
    for part in page.split('<').skip(1) {
        let (_, words) = part.split_once('>').expect("an element ends");
        text += words;
    }
    let plain = text.replace('\u{a0}', " ").replace("&lt;", "<").replace("&gt;", ">");
    plain.replace("&quot;", "\"").replace("&amp;", "&")
}

/// The elements of a document, each with what its tag holds besides the name; all of them are closed, in order.
fn elements(document: &str) -> Vec<(String, String)> {
    const VOID: [&str; 3] = ["meta", "br", "!DOCTYPE"];
    let (mut open, mut elements) = (Vec::new(), Vec::new());
    for part in document.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("an element ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed last");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert_eq!(attributes.matches('"').count() % 2, 0, "{tag}");
        if !VOID.contains(&name) {
            open.push(name);
        }
        assert!(!text.contains('>') || ["style", "script"].contains(&name), "{text}");
        elements.push((name.to_owned(), attributes.to_owned()));
    }
    assert_eq!(open, Vec::<&str>::new(), "open at the end");
    elements
}

/// All cells of the tables of a folder, and all numbers of a summary.
fn cells(dir: &Path, summary: &str) -> BTreeSet<String> {
    let mut cells = BTreeSet::new();
    for entry in fs::read_dir(dir).expect("the folder is there") {
        let path = entry.expect("an entry can be read").path();
        if path.extension().is_some_and(|end| end == "csv") {
            let mut table = csv::Reader::from_path(&path).expect("a table can be read");
            for row in table.records() {
                cells.extend(row.expect("a row").iter().map(str::to_owned));
            }
        }
    }
    // Its numbers as they are written, since reading and writing them again need not give the same.
    let tokens = summary.split(|c| "{}[]:, \n".contains(c));
    cells.extend(tokens.map(str::to_owned));
    cells
}

/// The figures of a document: what stands for each in a table, and what is shown.
fn figures(document: &str) -> Vec<(String, String)> {
    let of = |mark: &str| {
        let parts = document.split(mark).skip(1).map(|part| {
            let (raw, rest) = part.split_once('"').expect("an attribute ends");
            let (_, text) = rest.split_once('>').expect("a tag ends");
            let (text, _) = text.split_once('<').expect("an element ends");
            (raw.to_owned(), text.replace('\u{a0}', " ").replace("&lt;", "<"))
        });
        parts.collect::<Vec<_>>()
    };
    of("<data value=\"").into_iter().chain(of(" data-value=\"")).collect()
}

/// Whether what is shown is this number, rounded: as it is or in percent.
fn is_rounded(raw: &str, shown: &str) -> bool {
    let value: f64 = raw.parse().expect("a figure is a number");
    if let Some(bound) = shown.strip_prefix("< ") {
        return value < bound.parse().expect("a bound");
    }
    let digits = shown.replace('−', "-").replace([',', '%', '+', ' '], "");
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let shown: f64 = digits.parse().expect("what is shown is a number");
    let near = 0.5001 * 0.1_f64.powi(decimals as i32);
    [1.0, 100.0].into_iter().any(|scale| (scale * value - shown).abs() <= near)
}

#[test]
fn the_page_says_what_the_command_has_printed() {
    for kept in &ALL {
        let (name, page, printed) = (kept.name, kept.page(), kept.printed());
        let text = text_of(&page);
        let is_answer = |line: &&str| line.starts_with(kept.answer);
        let lines: Vec<&str> = printed.lines().filter(is_answer).collect();
        assert_eq!(lines.len(), 1, "{name}: {printed}");
        assert!(text.contains(lines[0].trim()), "{name}: {}\n{text}", lines[0]);
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{name}: {what}"));
        assert!(at(lines[0].trim()) < at("How it was done"), "{name}");
        // The first chart stands beside the answer.
        let order = ["id=\"answer\"", "<figure", "id=\"tables\"", "id=\"method\""];
        let places: Vec<_> = order.iter().map(|id| page.find(id).expect(id)).collect();
        assert!(places.is_sorted(), "{name}: {places:?}");
        assert!(!text.split("(() => {").next().unwrap_or_default().contains('`'), "{name}");
        // Without JavaScript hands are read in words.
        let stages = page.matches("<div class=\"stage\" hidden>").count();
        assert_eq!(stages, page.matches("<details class=\"in-words\" open>").count(), "{name}");
    }
}

#[test]
fn a_comparison_says_by_bot_when_a_match_is_decided() {
    let due =
        [("pair", ["9-2-5, heuristic", "9-2-5, random"]), ("single", ["heuristic", "greedy"])];
    for (name, rows) in due {
        let page = runs::run(name).page();
        let (_, chart) = page.split_once("<h3>When a match is decided</h3>").expect(name);
        let (chart, _) = chart.split_once("</figure>").expect("the chart ends");
        for row in rows {
            // After one, two, four and eight hands, in short matches fewer.
            assert!(chart.matches(&format!(">{row}<")).count() >= 3, "{name}: {row}: {chart}");
        }
    }
}

#[test]
fn every_figure_of_a_page_stands_in_a_table_or_in_the_summary() {
    for kept in &ALL {
        let (name, page) = (kept.name, kept.page());
        let cells = cells(&kept.dir(), &kept.json());
        let figures = figures(&page);
        assert!(figures.len() >= 8, "{name}: {}", figures.len());
        for (raw, shown) in figures {
            assert!(cells.contains(&raw), "{name}: {raw}, shown as {shown}");
            assert!(is_rounded(&raw, &shown), "{name}: {raw}, shown as {shown}");
        }
        // In tables no other number is shown.
        for cell in page.split("<td class=\"number\">").skip(1) {
            let (mut cell, _) = cell.split_once("</td>").expect("a cell ends");
            let mut rest = String::new();
            while let Some((before, data)) = cell.split_once("<data ") {
                rest += before;
                cell = data.split_once("</data>").expect("an element ends").1;
            }
            rest += cell;
            assert!(!rest.contains(|c: char| c.is_ascii_digit()), "{name}: {rest}");
        }
    }
}

#[test]
fn a_page_is_well_formed_and_needs_nothing_else() {
    for kept in &ALL {
        let (name, page) = (kept.name, kept.page());
        for outside in ["http", "src=", "@import", "url(", "<link", "<img", "://"] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        let elements = elements(&page);
        let count = |wanted: &str| elements.iter().filter(|(name, _)| name == wanted).count();
        assert_eq!((count("h1"), count("main"), count("title")), (1, 1, 1), "{name}");
        assert!(count("table") >= 1 && count("figure") >= 1, "{name}");
        let ids: BTreeSet<&str> =
            page.split(" id=\"").skip(1).filter_map(|part| part.split('"').next()).collect();
        for link in page.split("href=\"").skip(1) {
            let to = link.split('"').next().and_then(|to| to.strip_prefix('#'));
            assert!(to.is_some_and(|to| ids.contains(to)), "{name}: {link}");
        }
    }
}

#[test]
fn the_same_folder_gives_the_same_page_and_charts_wherever_it_stands() {
    for kept in &ALL {
        let (name, page, dir) = (kept.name, kept.page(), folder(kept.name));
        let (copy, charts) = (kept.copied(dir.join("copy")), dir.join("charts"));
        printed(threehand().arg("report").arg(&copy).arg("--quiet").arg("--charts").arg(&charts));
        assert!(text(copy.join("report.html")) == page, "{name}");
        // The page is no part of the results.
        succeed(&format!("verify {} --quiet", copy.display()));
        let files: Vec<_> =
            fs::read_dir(charts).expect("charts").map(|file| file.unwrap().path()).collect();
        assert_eq!(files.len(), page.matches("<figure").count(), "{name}");
        let cells = cells(&kept.dir(), &kept.json());
        for chart in files.iter().map(text) {
            assert!(chart.contains("prefers-color-scheme: dark") && elements(&chart).len() > 5);
            assert!(!chart.replace("http://www.w3.org/2000/svg", "").contains("http"), "{name}");
            for (raw, shown) in figures(&chart) {
                assert!(cells.contains(&raw) && is_rounded(&raw, &shown), "{name}: {raw}, {shown}");
            }
        }
    }
}

#[test]
fn what_a_folder_says_is_shown_and_never_obeyed() {
    let dir = runs::run("bare").copied(folder("run"));
    let hostile = "\"command\": \"<script>alert('1 & 2')</script>\u{202e}";
    replace(&dir.join("manifest.json"), "\"command\": \"", hostile);
    let page = page_of(&dir);
    assert!(!page.contains("<script>alert") && !page.contains('\u{202e}'), "{page}");
    assert!(page.contains(r"&lt;script&gt;alert('1 &amp; 2')&lt;/script&gt;\u{202e}"), "{page}");
    elements(&page);
}

#[test]
fn what_cannot_be_looked_at_is_not_said_to_be_missing() {
    let dir = folder("looped");
    for name in ["manifest.json", "records.jsonl"] {
        std::os::unix::fs::symlink(name, dir.join(name)).expect("a link");
    }
    for command in ["report", "replay", "verify"] {
        let why = fail(1, &format!("{command} {}", dir.display()));
        assert!(why.contains("levels of symbolic links"), "{why}");
    }
}
