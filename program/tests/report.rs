//! The page of a run says what the run's command has printed, shows no figure that is not in its tables, and needs
//! nothing but itself.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use common::{fail, folder, older, read, shared_folder, succeed};

/// A run of each kind, with a name and the start of its answer.
const RUNS: [(&str, &str, &str); 9] = [
    (
        "three",
        "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 40",
        "heuristic wins ",
    ),
    (
        "two",
        "tournament --game kitty --bots heuristic,greedy:epsilon=0.1 --blocks 30 --compress",
        "heuristic wins ",
    ),
    (
        "bare",
        "tournament --game kings --bots greedy,random --blocks 2 --hands none",
        "greedy and random: ",
    ),
    (
        "pair",
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots random,greedy,heuristic --blocks 40",
        "Under 9-2-5 rather than 9-5-2",
    ),
    (
        "many",
        "compare --game 9-2-5 --variants 9-2-5,9-5-2,8-3-5,8-4-4 --bots random,greedy --blocks 30",
        "With greedy in all seats the roles are the least apart under 8-4-4",
    ),
    (
        "single",
        "compare --game kings --variants three-kings --bots greedy,heuristic --blocks 30",
        "With heuristic in all seats",
    ),
    (
        "test",
        "sprt --game kings --bots greedy:epsilon=0.1,greedy:epsilon=0.2",
        "greedy:epsilon=0.1 is better than greedy:epsilon=0.2.",
    ),
    ("itself", "calibrate --game 9-2-5 --runs 20", "Every promise is kept."),
    (
        "pool",
        "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20 --blocks 2,5",
        "Of ",
    ),
];

/// A run's folder with its page, and what its command has printed.
struct Reported {
    dir: PathBuf,
    page: String,
    printed: String,
    summary: String,
}

/// Each of the runs, made once for all tests, which leave them as they are.
fn reported() -> impl Iterator<Item = (&'static str, &'static str, &'static Reported)> {
    static ALL: LazyLock<Vec<Reported>> = LazyLock::new(|| {
        let all = shared_folder("report-runs", |all| {
            for (name, command, _) in RUNS {
                let dir = all.join(name);
                let out = format!("{command} --out {}", dir.display());
                let write = |kind: &str, text: String| {
                    fs::write(dir.with_extension(kind), text).expect("a file can be written");
                };
                write("printed", succeed(&format!("{out} --quiet --wide")));
                write("summary", succeed(&format!("{out} --json")));
                write("page", page_of(&dir));
            }
        });
        let of = |(name, ..): &(&str, &str, &str)| {
            let dir = all.join(name);
            let text = |kind| String::from_utf8(read(&dir.with_extension(kind))).expect("UTF-8");
            let [page, printed, summary] = ["page", "printed", "summary"].map(text);
            Reported { dir, page, printed, summary }
        };
        RUNS.iter().map(of).collect()
    });
    RUNS.iter().zip(&*ALL).map(|((name, _, answer), run)| (*name, *answer, run))
}

fn page_of(dir: &Path) -> String {
    succeed(&format!("report {} --quiet", dir.display()));
    String::from_utf8(read(&dir.join("report.html"))).expect("UTF-8")
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
    for (name, answer, Reported { page, printed, .. }) in reported() {
        let text = text_of(page);
        let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with(answer)).collect();
        assert_eq!(lines.len(), 1, "{name}: {printed}");
        assert!(text.contains(lines[0].trim()), "{name}: {}\n{text}", lines[0]);
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{name}: {what}"));
        assert!(at(lines[0].trim()) < at("How it was done"), "{name}");
        let order = ["id=\"answer\"", "id=\"tables\"", "id=\"charts\"", "id=\"method\""];
        let places: Vec<_> = order.iter().map(|id| page.find(id).expect(id)).collect();
        assert!(places.is_sorted(), "{name}: {places:?}");
    }
}

#[test]
fn every_figure_of_a_page_stands_in_a_table_or_in_the_summary() {
    for (name, _, Reported { dir, page, summary, .. }) in reported() {
        let cells = cells(dir, summary);
        let figures = figures(page);
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
    for (name, _, Reported { page, .. }) in reported() {
        for outside in ["http", "src=", "@import", "url(", "<link", "<img", "://"] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        let elements = elements(page);
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
fn the_same_folder_gives_the_same_bytes_wherever_it_stands() {
    let copies = folder("report-copies");
    for (name, _, Reported { dir, page, .. }) in reported() {
        assert!(page_of(dir) == *page, "{name}");
        let copy = copies.join(name);
        fs::create_dir(&copy).expect("a folder can be made");
        for entry in fs::read_dir(dir).expect("the folder is there") {
            let path = entry.expect("an entry can be read").path();
            fs::copy(&path, copy.join(path.file_name().unwrap_or_default())).expect("a copy");
        }
        assert!(page_of(&copy) == *page, "{name}");
        // The page is no part of the results.
        succeed(&format!("verify {} --quiet", copy.display()));
    }
}

#[test]
fn charts_are_files_of_their_own() {
    for (name, _, Reported { dir, page, summary, .. }) in reported() {
        let to = folder(&format!("report-charts-{name}"));
        let out = to.with_extension("html");
        let (to_said, out_said) = (to.display(), out.display());
        succeed(&format!("report {} --charts {to_said} --out {out_said} --quiet", dir.display()));
        assert!(read(&out) == page.as_bytes(), "{name}");
        let files: Vec<_> =
            fs::read_dir(&to).expect("charts").map(|file| file.unwrap().path()).collect();
        assert_eq!(files.len(), page.matches("<figure").count(), "{name}");
        let cells = cells(dir, summary);
        for file in files {
            let chart = String::from_utf8(read(&file)).expect("UTF-8");
            assert!(chart.contains("prefers-color-scheme: dark") && elements(&chart).len() > 5);
            assert!(!chart.replace("http://www.w3.org/2000/svg", "").contains("http"), "{name}");
            for (raw, shown) in figures(&chart) {
                assert!(cells.contains(&raw) && is_rounded(&raw, &shown), "{name}: {raw}, {shown}");
            }
        }
    }
}

#[test]
fn folders_of_earlier_versions_open() {
    let dir = folder("report-older");
    for shard in ["shard-1", "shard-2"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/older").join(shard);
        let to = dir.join(format!("{shard}.html"));
        succeed(&format!("report {} --out {} --quiet", from.display(), to.display()));
        let page = String::from_utf8(read(&to)).expect("UTF-8");
        elements(&page);
        let text = text_of(&page);
        assert!(text.contains("threehand 0.1.0") && !text.contains("left out"));
        let figures = figures(&page);
        let cells = cells(&from, "");
        // Besides these there are the intervals of the summary.
        assert!(figures.iter().filter(|(raw, _)| cells.contains(raw)).count() >= 8);
    }
}

#[test]
fn without_the_sums_the_words_are_left_out_and_the_page_says_so() {
    let dir = folder("report-no-sums").join("run");
    let run = "tournament --game 9-2-5 --bots heuristic,greedy --blocks 5 --quiet";
    succeed(&format!("{run} --out {}", dir.display()));
    assert!(!text_of(&page_of(&dir)).contains("left out"));
    fs::remove_file(dir.join("sums.json.zst")).expect("a finished run keeps its sums");
    let page = page_of(&dir);
    elements(&page);
    assert!(text_of(&page).contains("The answer in words is left out"), "{page}");
    let (figures, cells) = (figures(&page), cells(&dir, ""));
    assert!(figures.len() >= 8 && figures.iter().all(|(raw, _)| cells.contains(raw)));
}

#[test]
fn what_a_folder_says_is_shown_and_never_obeyed() {
    let dir = folder("report-hostile").join("run");
    let run = "tournament --game 9-2-5 --bots random,greedy --blocks 3 --quiet";
    succeed(&format!("{run} --out {}", dir.display()));
    let manifest = dir.join("manifest.json");
    let text = String::from_utf8(read(&manifest)).expect("UTF-8");
    let hostile =
        text.replace("\"command\": \"", "\"command\": \"<script>alert('1 & 2')</script>\u{202e}");
    assert_ne!(hostile, text);
    fs::write(manifest, hostile).expect("a file can be written");
    let page = page_of(&dir);
    assert!(!page.contains("<script>alert") && !page.contains('\u{202e}'), "{page}");
    assert!(page.contains(r"&lt;script&gt;alert('1 &amp; 2')&lt;/script&gt;\u{202e}"), "{page}");
    elements(&page);
}

#[test]
fn a_folder_without_a_finished_run_is_refused_in_one_line() {
    let dir = folder("report-refused");
    let path = dir.display();
    assert!(fail(1, &format!("report {path}/none")).contains("none"));
    assert!(fail(1, &format!("report {path}")).contains("no manifest.json in it"));
    let unfinished = older("unfinished", &dir);
    let error = fail(1, &format!("report {}", unfinished.display()));
    assert!(
        error.contains("is not finished") && error.contains("to go on: threehand resume"),
        "{error}"
    );
    assert!(!unfinished.join("report.html").exists());
    let run = dir.join("run");
    let tournament = "tournament --game 9-2-5 --bots random,greedy --blocks 3 --quiet --out";
    succeed(&format!("{tournament} {}", run.display()));
    let report = format!("report {}", run.display());
    // What no report has made is never replaced.
    let error = fail(1, &format!("{report} --out {}/summary.csv", run.display()));
    assert!(error.contains("which no report has made"), "{error}");
    assert!(fail(1, &format!("{report} --out {path}/none/page.html")).contains("page.html"));
    let summary = run.join("summary.csv");
    let text = String::from_utf8(read(&summary)).unwrap();
    fs::write(&summary, text.replace("random", "rondom")).unwrap();
    assert!(fail(1, &report).contains("not those that the run wrote"));
    fs::write(run.join("manifest.json"), "{}").unwrap();
    assert!(fail(1, &report).contains("manifest.json"));
}

#[test]
fn the_page_goes_with_the_run_that_is_replaced() {
    let dir = folder("report-replaced").join("run");
    let run = format!(
        "tournament --game 9-2-5 --bots random,greedy --blocks 3 --quiet --out {}",
        dir.display()
    );
    succeed(&run);
    page_of(&dir);
    // The same run again is no other, and leaves the page.
    succeed(&run);
    assert!(dir.join("report.html").exists());
    succeed(&format!("{run} --seed 2 --force"));
    assert!(!dir.join("report.html").exists());
}

#[test]
fn a_wrong_setting_in_a_manifest_is_told_of_the_manifest() {
    let dir = folder("report-manifest");
    let run = dir.join("run");
    let bots = "--game 9-2-5 --bots random,greedy --blocks 4 --quiet";
    succeed(&format!("tournament {bots} --out {}", run.display()));
    let manifest = run.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("\"greedy\"", "\"greddy\"")).unwrap();
    for command in ["report", "contrast", "rate"] {
        let error = fail(1, &format!("{command} {}", run.display()));
        let told = "manifest.json: bots: no bot is called `greddy`; did you mean `greedy`?";
        assert!(error.ends_with(told), "{command}: {error}");
    }
    for part in 1..=2 {
        let shard = dir.join(part.to_string());
        succeed(&format!("tournament {bots} --shard {part}/2 --out {}", shard.display()));
        let manifest = shard.join("manifest.json");
        let text = std::fs::read_to_string(&manifest).unwrap();
        std::fs::write(&manifest, text.replace("\"greedy\"", "\"greddy\"")).unwrap();
    }
    let error = fail(1, &format!("merge {0}/1 {0}/2 --out {0}/m", dir.display()));
    assert!(error.contains("1/manifest.json: bots: no bot is called `greddy`"), "{error}");
}
