//! The page of a calibration, on fresh cards or from a pool.

use crate::kinds::calibrate::Promise;
use crate::report::charts::{Bar, Chart, Dots, Group, Histogram, Mark, Panel, Row as DotRow};
use crate::report::content::{Content, Source, first_of, listed};
use crate::report::sheet::{Row, Sheet};
use crate::report::table::Table;
use crate::report::unit::Unit;
use crate::terminal::number::plural;

/// The bars of the histogram of p-values.
const BARS: usize = 20;
/// The most figures that are drawn.
const DRAWN: usize = 40;
/// The most rows of the table.
const ROWS: usize = 2_000;

/// What the page of a calibration shows.
pub(in crate::report) fn content(source: &Source<'_>) -> anyhow::Result<Content> {
    let folder = source.folder;
    let is_pooled = folder.written.run() == "coverage";
    let (name, found): (_, &[&str; 3]) = match is_pooled {
        false => ("calibration.csv", &["found", "lo", "hi"]),
        true => ("coverage.csv", &["missed_share", "lo", "hi"]),
    };
    let promises = folder.expect(name)?;
    let first = promises.rows().next().ok_or_else(|| folder.lacks(name))?;
    let kept = |row: &Row<'_>| match row.text("kept") {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        word => word.to_owned(),
    };
    let of_row = |row: Row<'_>| {
        let figure = is_pooled.then(|| row.text("figure").to_owned());
        [label(&row).to_owned()].into_iter().chain(figure).chain([kept(&row)]).collect()
    };
    let rows = promises.rows().filter(|row| !is_p(row)).take(ROWS);
    let table = Table::of(
        (
            "Promises",
            "Due: how often an interval may miss the truth, or a test err. Found: how often that occurred, of all \
             runs.",
        ),
        if is_pooled { &["promise", "figure", "kept"] } else { &["promise", "kept"] },
        &[
            ("blocks", Unit::Whole, &["blocks"]),
            ("due", Unit::Share, &["due"]),
            ("found", Unit::Share, found),
        ],
        rows.map(|row| (of_row(row), row)),
    );
    let bots = listed(&folder.texts("bots"));
    let (title, method) = match is_pooled {
        false => (
            format!("{bots} against itself at {}", first.text("variant")),
            "A bot played against itself under two names in many runs, each on cards of its own. The true difference \
             is 0, so everything that intervals and tests find is chance. The page shows how often they were wrong, \
             and how often they may be.",
        ),
        true => (
            format!("Do the intervals hold the truth? {bots} at {}", first.text("variant")),
            "A pool of blocks was played once, and the values of all its blocks are the truth. Each run drew blocks \
             from the pool, with repeats, and computed what the command would print. The page shows how often an \
             interval missed the truth.",
        ),
    };
    let runs = folder.sheet("runs.csv")?;
    let count = first.value("runs").map_or_else(String::new, |runs| plural(runs as u64, "run"));
    let charts = misses(&promises, found).into_iter();
    Ok(Content {
        title,
        facts: vec![count],
        tables: vec![Table { folded: is_pooled, ..table }],
        charts: charts.chain(runs.as_ref().and_then(p_values)).collect(),
        method: vec![method.to_owned()],
        terms: vec!["Block", "Coverage", "Interval", "SPRT", "Confidence sequence"],
    })
}

/// What the promise of a row is about.
fn label<'r>(row: &Row<'r>) -> &'r str {
    let word = row.text("promise");
    Promise::named(word).map_or(word, |promise| promise.label())
}

/// Whether the row has a p-value in place of a share.
fn is_p(row: &Row<'_>) -> bool {
    row.text("promise") == Promise::EvenPValues.word()
}

/// The figures that were missed most often after the most blocks.
fn misses(promises: &Sheet, found: &[&str; 3]) -> Option<Chart> {
    let most = promises.rows().filter_map(|row| row.value("blocks")).fold(0.0, f64::max);
    let mut rows = promises.falling(found[0]);
    rows.retain(|row| {
        row.value("blocks") == Some(most) && row.value(found[0]).is_some() && !is_p(row)
    });
    let all = rows.len();
    let mut groups: Vec<Group> = Vec::new();
    for row in rows.into_iter().take(DRAWN) {
        let Some(figure) = row.estimated(*found) else { continue };
        let (label, due) = (row.text("figure").to_owned(), row.value("due"));
        let (dot, heading) = (DotRow { label, figure, mark: Mark::Full, due }, self::label(&row));
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.rows.push(dot),
            None => groups.push(Group { heading: heading.to_owned(), rows: vec![dot] }),
        }
    }
    let axis = "of all runs, in percent".to_owned();
    (all > 0).then(|| Chart {
        name: "misses".to_owned(),
        title: format!(
            "How often intervals and tests are wrong after {}",
            plural(most as u64, "block")
        ),
        note: format!(
            "With 95 % intervals; the upright stroke is what is due.{}",
            first_of(DRAWN, all, "figures, those that are missed most often")
        ),
        drawing: Dots { unit: Unit::Share, axis, reference: None, groups }.draw(),
    })
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
