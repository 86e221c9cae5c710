//! The page of a sequential test.

use maud::{Markup, html};

use crate::kinds::sprt::{SprtSettings, Step, course};
use crate::report::charts::{Bound, Chart, Curve, Point};
use crate::report::content::{Content, Source};
use crate::report::table::{Table, numbers, words};
use crate::report::unit::Unit;
use crate::settings::fields::{Fields, word};
use crate::terminal::number::plural;

/// What the page of a sequential test shows.
pub(in crate::report) fn content(source: &Source<'_>) -> anyhow::Result<Content> {
    let folder = source.folder;
    let sheet = folder.expect("test.csv")?;
    let row = sheet.rows().next().ok_or_else(|| folder.lacks("test.csv"))?;
    let figures: [(&str, Unit, &[&str]); 10] = [
        ("blocks", Unit::Whole, &["blocks"]),
        ("evidence (log-likelihood ratio)", Unit::Signed, &["llr"]),
        ("bound for \"not better\"", Unit::Signed, &["lower"]),
        ("bound for \"better\"", Unit::Signed, &["upper"]),
        ("capital of 1 bet on \"better\"", Unit::Plain, &["capital_better"]),
        ("capital of 1 bet on \"not better\"", Unit::Plain, &["capital_not_better"]),
        ("win share of the first bot", Unit::Share, &["win_share"]),
        (
            "difference of win shares, at any stop",
            Unit::ShareDifference,
            &["difference", "anytime_lo", "anytime_hi"],
        ),
        (
            "difference of win shares, blocks settled",
            Unit::ShareDifference,
            &["difference", "lo", "hi"],
        ),
        ("t", Unit::Signed, &["t"]),
    ];
    let has_evidence = row.value("llr").is_some();
    let rows = figures.into_iter().filter_map(|(label, unit, columns)| {
        if !has_evidence && label.starts_with("bound ") {
            return None;
        }
        let shown: Markup = match columns {
            [mean, lo, hi] => unit.estimate(Some(&row.estimated([mean, lo, hi])?)),
            [one, ..] => unit.show(&row.figure(one)?),
            [] => return None,
        };
        Some(vec![html! { (label) }, shown])
    });
    let table = Table {
        title: "The test in figures".to_owned(),
        note: "Differences are in points of percent. Brackets hold the ends of 95 % intervals."
            .to_owned(),
        heads: vec![words("figure"), numbers("value")],
        rows: rows.collect(),
        folded: false,
    };
    // The settings of an earlier version may be others; then there are no curves. A shard is no course of a test.
    let shard = folder.text("shard");
    let fields = Fields::of::<SprtSettings>("sprt");
    let given = folder.written.settings(&fields).ok().filter(|_| shard.is_empty());
    let words = given.map(|flags| flags.iter().map(word).collect());
    let steps = words.and_then(|words| fields.read::<SprtSettings>(words).ok());
    let steps = steps.and_then(|settings| course(&settings, folder.path()).ok());
    let charts =
        steps.map_or_else(Vec::new, |(steps, bounds)| charts(&steps, bounds, row.text("test")));
    Ok(Content {
        title: format!("Is {} better than {}?", row.text("a"), row.text("b")),
        facts: vec![
            folder.text("variant"),
            row.value("blocks").map_or_else(String::new, |blocks| {
                let blocks = plural(blocks as u64, "block");
                if shard.is_empty() { blocks } else { format!("{blocks}, part {shard} of a test") }
            }),
        ],
        tables: vec![table],
        charts,
        method: vec![
            "The two bots played blocks until the answer was clear, and no more. A block is the cards of one match, \
             hand after hand, played once under every line-up of the two bots. A sequential test is made for looking \
             at the results after every block: it stops at the first block after which the evidence is beyond one of \
             its bounds, and it errs no more often than it was asked to."
                .to_owned(),
            "The interval for any stop holds the true difference whenever one stops. The ordinary interval is right \
             only if the number of blocks was settled beforehand; after a stop that depends on the results it lies \
             on average too far from 0."
                .to_owned(),
        ],
        terms: vec!["Block", "Line-up", "SPRT", "t", "Win share", "Confidence sequence", "Interval"],
    })
}

fn charts(steps: &[Step], bounds: [f64; 2], test: &str) -> Vec<Chart> {
    let numbered = || (1..).zip(steps);
    let curve = |of: usize, axis: &str, bounds: Vec<Bound>| {
        let point = |(block, step): (u32, &Step)| {
            Some(Point { x: f64::from(block), y: step.evidence[of]?, interval: None })
        };
        let axes = ["blocks".to_owned(), axis.to_owned()];
        Curve { points: numbered().filter_map(point).collect(), axes, scale: 1.0, bounds }
    };
    let bound = |at: f64, label: &str| Bound { at, label: label.to_owned() };
    let evidence = if test == "e" {
        ["better", "not better"]
            .map(|claim| {
                let of = usize::from(claim != "better");
                let axis = format!("logarithm of the capital bet on \"{claim}\"");
                let name = format!("capital-{}", claim.replace(' ', "-"));
                let title = format!("How the capital bet on \"{claim}\" grew");
                (name, title, curve(of, &axis, vec![bound(bounds[of], claim)]))
            })
            .to_vec()
    } else {
        let both = vec![bound(bounds[1], "better"), bound(bounds[0], "not better")];
        let title = "How the evidence grew".to_owned();
        vec![("evidence".to_owned(), title, curve(0, "evidence (log-likelihood ratio)", both))]
    };
    let evidence = evidence.into_iter().filter(|(.., curve)| curve.points.len() > 1);
    let evidence = evidence.map(|(name, title, curve)| Chart {
        name,
        title,
        note: "The test stops where the curve crosses a bound.".to_owned(),
        drawing: curve.draw(),
    });
    let points = numbered().map(|(block, step)| Point {
        x: f64::from(block),
        y: step.difference,
        interval: Some(step.anytime),
    });
    let curve = Curve {
        points: points.collect(),
        axes: ["blocks".to_owned(), "difference of win shares, in points of percent".to_owned()],
        scale: 100.0,
        bounds: vec![Bound { at: 0.0, label: "no difference".to_owned() }],
    };
    let difference = (curve.points.len() > 1).then(|| Chart {
        name: "difference".to_owned(),
        title: "How the difference became known".to_owned(),
        note: "The mean difference so far, with the 95 % interval that holds whenever one stops."
            .to_owned(),
        drawing: curve.draw(),
    });
    evidence.chain(difference).collect()
}
