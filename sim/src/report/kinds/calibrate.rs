//! The page of a calibration.

use maud::html;

use crate::report::charts::{Bar, Chart, Dots, Group, Histogram, Mark, Panel, Row as DotRow};
use crate::report::content::{Content, Source};
use crate::report::sheet::{Row, Sheet};
use crate::report::table::{Table, numbers, words};
use crate::report::unit::Unit;
use crate::terminal::number::plural;

/// Into so many bars p-values are put.
const BARS: usize = 20;

/// The promises, as files and readers call them.
const PROMISES: [(&str, &str); 4] = [
    ("interval_misses", "95 % intervals that miss 0"),
    ("sprt_false_positives", "sprt says \"better\""),
    ("anytime_misses", "intervals for any stop that ever miss 0"),
    ("ks_p", "p-values are even: p of the test of Kolmogorov and Smirnov"),
];

fn told<'r>(row: &Row<'r>) -> &'r str {
    let name = row.text("promise");
    PROMISES.iter().find(|(word, _)| *word == name).map_or(name, |(_, told)| told)
}

/// What the page of a calibration shows.
pub(in crate::report) fn content(source: &Source<'_>) -> anyhow::Result<Content> {
    let folder = source.folder;
    let promises = folder.expect("calibration.csv")?;
    let first = promises.rows().next().ok_or_else(|| folder.lacks("calibration.csv"))?;
    let bot = first.text("bot");
    let row = |row: Row<'_>| {
        let unit = if row.text("promise") == "ks_p" { Unit::Chance } else { Unit::Share };
        let kept = match row.text("kept") {
            "true" => "yes",
            "false" => "no",
            _ => "–",
        };
        vec![
            html! { (told(&row)) },
            unit.maybe(row.figure("due").as_ref()),
            unit.estimate(row.estimated(["found", "lo", "hi"]).as_ref()),
            html! { (kept) },
        ]
    };
    let table = Table {
        title: "Promises".to_owned(),
        note: "What is due is how often something wrong may be said; of p-values, the least p."
            .to_owned(),
        heads: vec![words("promise"), numbers("due"), numbers("found"), words("kept")],
        rows: promises.rows().map(row).collect(),
        folded: false,
    };
    let runs = folder.sheet("runs.csv")?;
    let count = |column: &str, noun: &str| {
        first.value(column).map_or_else(String::new, |count| plural(count as u64, noun))
    };
    Ok(Content {
        title: format!("{bot} against itself at {}", folder.text("variant")),
        facts: vec![count("runs", "run"), format!("{} a run", count("blocks", "block"))],
        tables: vec![table],
        charts: misses(&promises).into_iter().chain(runs.as_ref().and_then(p_values)).collect(),
        method: vec![
            "A bot played against itself under two names, many times over, each time on cards of its own. The true \
             difference is 0, so everything that intervals and tests find is chance. The page shows how often they \
             were wrong, and how often they may be."
                .to_owned(),
        ],
        terms: vec!["Block", "Coverage", "Interval", "SPRT", "Confidence sequence"],
    })
}

fn misses(promises: &Sheet) -> Option<Chart> {
    let group = |row: Row<'_>| {
        let rows = vec![share(&row, "", "found").filter(|_| row.text("promise") != "ks_p")?];
        Some(Group { heading: told(&row).to_owned(), rows })
    };
    let note =
        "The dot is what was found, with its 95 % interval; the upright stroke is what is due.";
    let title = "How often something wrong was said".to_owned();
    shares(promises.rows().filter_map(group).collect(), title, note.to_owned())
}

/// The share of a row in this column, with its interval and what is due.
pub(super) fn share(row: &Row<'_>, label: &str, column: &str) -> Option<DotRow> {
    let figure = row.estimated([column, "lo", "hi"])?;
    Some(DotRow { label: label.to_owned(), figure, mark: Mark::Full, due: row.value("due") })
}

/// The chart of such shares.
pub(super) fn shares(groups: Vec<Group>, title: String, note: String) -> Option<Chart> {
    if groups.is_empty() {
        return None;
    }
    let axis = "of all runs, in percent".to_owned();
    let drawing = Dots { unit: Unit::Share, axis, reference: None, groups }.draw();
    Some(Chart { name: "misses".to_owned(), title, note, drawing })
}

/// The p-values of all runs, which would be even if all is right.
fn p_values(runs: &Sheet) -> Option<Chart> {
    let values: Vec<f64> = runs.rows().filter_map(|row| row.value("p")).collect();
    let mut counts = [0_usize; BARS];
    for p in &values {
        counts[((p * BARS as f64) as usize).min(BARS - 1)] += 1;
    }
    let wide = 1.0 / BARS as f64;
    let bar = |(number, count): (usize, &usize)| Bar {
        from: number as f64 * wide,
        to: (number + 1) as f64 * wide,
        share: *count as f64 / values.len().max(1) as f64,
        interval: None,
    };
    let panel = Panel { label: String::new(), bars: counts.iter().enumerate().map(bar).collect() };
    let histogram = Histogram {
        axis: "p-value of a run".to_owned(),
        whole: false,
        reference: Some((wide, "if even")),
        panels: vec![panel],
    };
    (values.len() > 1).then(|| Chart {
        name: "p-values".to_owned(),
        title: "P-values of the runs".to_owned(),
        note: "Where there is no difference, all p-values come up equally often.".to_owned(),
        drawing: histogram.draw(),
    })
}
