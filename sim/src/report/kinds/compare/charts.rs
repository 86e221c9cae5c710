//! The charts of a comparison.

use std::cell::Cell;

use super::Page;
use crate::kinds::compare::figures::Figure;
use crate::report::charts::drawing::Drawing;
use crate::report::charts::{Bar, Chart, Dots, Group, Histogram, Mark, Panel, Row as DotRow};
use crate::report::content::first_of;
use crate::report::sheet::{Row, Sheet};
use crate::report::unit::Unit;
use crate::stats::SIGNIFICANCE_LEVEL;

const VARIANTS: usize = 12;
/// As many histograms below each other.
const PANELS: usize = 8;
/// More values than these are put together, and the last of so small a share are left out.
const BARS: usize = 40;
const TAIL: f64 = 0.005;

impl Page<'_> {
    /// A dot for each column of the tables.
    fn dots(&self, name: &str) -> Vec<DotRow> {
        let row = |&(label, variant, bot): &(&str, &str, &str)| {
            let figure = self.value(name, variant, bot)?;
            Some(DotRow { label: label.to_owned(), figure, mark: Mark::Full, due: None })
        };
        self.columns().iter().take(VARIANTS).filter_map(row).collect()
    }

    pub(super) fn whose(&self) -> String {
        if self.variants.len() == 1 {
            "each bot in all three seats".to_owned()
        } else {
            format!("{} in all three seats", self.top())
        }
    }

    pub(super) fn roles(&self) -> Option<Chart> {
        let group = |measure: &Figure| Group {
            heading: measure.role.unwrap_or_default().to_owned(),
            rows: self.dots(&measure.name),
        };
        let roles = self.measures.iter().filter(|measure| measure.role.is_some());
        let groups: Vec<_> = roles.map(group).filter(|group| !group.rows.is_empty()).collect();
        let dots = Dots {
            unit: Unit::Signed,
            axis: "points a hand".to_owned(),
            reference: Some((0.0, "")),
            groups,
        };
        (!dots.groups.is_empty()).then(|| Chart {
            name: "points-by-role".to_owned(),
            title: "What each role scores".to_owned(),
            note: format!(
                "Points a hand with {}, with 95 % intervals.{}",
                self.whose(),
                first_of(VARIANTS, self.columns().len(), "columns of the tables")
            ),
            drawing: dots.draw(),
        })
    }

    /// The differences of a pair that matter most, those that count the same on one axis.
    pub(super) fn forest(&self, pair: [&str; 2]) -> Option<Chart> {
        let [a, b] = pair;
        let names = self.first_measures(&[pair]);
        let counted = |name: &str| self.measure(name).map_or("", |measure| measure.unit);
        let mut kinds: Vec<&str> = Vec::new();
        for kind in names.iter().map(|name| counted(name)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let group = |name: &str| {
            let rows = self.bots.iter().filter_map(|bot| {
                let row = self.difference(name, pair, bot)?;
                let figure = row.estimated(["difference", "lo", "hi"])?;
                let is_shown = row.value("p_adjusted").is_some_and(|p| p < SIGNIFICANCE_LEVEL);
                let mark = if is_shown { Mark::Full } else { Mark::Hollow };
                Some(DotRow { label: (*bot).to_owned(), figure, mark, due: None })
            });
            Group { heading: self.meaning(name).to_owned(), rows: rows.collect() }
        };
        let forest = |kind: &str| {
            let of_kind = names.iter().filter(|name| counted(name) == kind);
            let groups: Vec<_> =
                of_kind.map(|name| group(name)).filter(|group| !group.rows.is_empty()).collect();
            let (unit, axis) = match kind {
                "share" => (Unit::ShareDifference, "points of percent"),
                "points" | "hands" => (Unit::Signed, kind),
                "correlation" => (Unit::Signed, "units of a correlation"),
                _ => (Unit::Signed, "the number counted"),
            };
            let dots = Dots {
                unit,
                axis: format!("difference, in {axis}"),
                reference: Some((0.0, "no difference")),
                groups,
            };
            (!dots.groups.is_empty()).then(|| dots.draw())
        };
        let forests: Vec<_> = kinds.into_iter().filter_map(forest).collect();
        (!forests.is_empty()).then(|| Chart {
            name: format!("difference-{}-{}", file_name(a), file_name(b)),
            title: format!("{a} less {b}"),
            note: "With each bot in all seats, and with 95 % intervals. A full dot is significant after Holm's \
                   correction. What matters most comes first."
                .to_owned(),
            drawing: Drawing::stacked(&forests),
        })
    }

    /// How often who leads wins, after some hands.
    pub(super) fn leaders(&self) -> Option<Chart> {
        let group = |hands: u32| {
            let rows = self.dots(&format!("leader_wins_after_{hands}"));
            let heading =
                if hands == 1 { "after 1 hand".to_owned() } else { format!("after {hands} hands") };
            Group { heading, rows }
        };
        let groups: Vec<_> =
            [1, 2, 4, 8].map(group).into_iter().filter(|group| !group.rows.is_empty()).collect();
        let dots = Dots {
            unit: Unit::Share,
            axis: "matches won by who led then, in percent".to_owned(),
            reference: Some((1.0 / 3.0, "parity")),
            groups,
        };
        (!dots.groups.is_empty()).then(|| Chart {
            name: "leader".to_owned(),
            title: "When a match is decided".to_owned(),
            note: format!(
                "How often who leads alone after so many hands wins the match, with {}.{}",
                self.whose(),
                first_of(VARIANTS, self.columns().len(), "columns of the tables")
            ),
            drawing: dots.draw(),
        })
    }

    /// What was counted value by value, a chart each.
    pub(super) fn distributions(&self, sheet: &Sheet) -> Vec<Chart> {
        let chart = |quantity: &str| {
            let cut = Cell::new(false);
            let panel = |&(label, variant, bot): &(&str, &str, &str)| {
                let rows = sheet.rows().filter(|row| {
                    row.text("quantity") == quantity
                        && row.text("variant") == variant
                        && row.text("bot") == bot
                });
                let (bars, is_cut) = bars(rows);
                cut.set(cut.get() || is_cut);
                (!bars.is_empty()).then(|| Panel { label: label.to_owned(), bars })
            };
            let panels: Vec<_> = self.columns().iter().filter_map(panel).take(PANELS).collect();
            let meaning = self.meaning(quantity).to_owned();
            let histogram =
                Histogram { axis: meaning.clone(), whole: true, reference: None, panels };
            let left_out = if cut.get() {
                " The highest values, half a percent at most, are left out."
            } else {
                ""
            };
            histogram.panels.iter().any(|panel| panel.bars.len() > 1).then(|| Chart {
                name: format!("distribution-{}", file_name(quantity)),
                title: format!("How often: {meaning}"),
                note: format!(
                    "The share of each value, with {}. Thin lines are 95 % intervals.{left_out}{}",
                    self.whose(),
                    first_of(PANELS, self.columns().len(), "columns of the tables")
                ),
                drawing: histogram.draw(),
            })
        };
        sheet.distinct("quantity").into_iter().filter_map(chart).collect()
    }
}

/// The bars of a distribution, a value each, or some together where there are many; and whether values are left out.
fn bars<'r>(rows: impl Iterator<Item = Row<'r>>) -> (Vec<Bar>, bool) {
    let value = |row: Row<'r>| {
        let (value, share) = (row.value("value")?, row.value("share")?);
        Some((value, share, row.value("lo").zip(row.value("hi"))))
    };
    let mut values: Vec<_> = rows.filter_map(value).collect();
    let mut tail = 0.0;
    while let Some((_, share, _)) = values.last()
        && tail + share <= TAIL
    {
        tail += share;
        values.pop();
    }
    let (Some((first, ..)), Some((last, ..))) = (values.first(), values.last()) else {
        return (Vec::new(), false);
    };
    let (first, width) = (*first, ((last - first + 1.0) / BARS as f64).ceil().max(1.0));
    if width == 1.0 {
        let bar = |(value, share, interval)| Bar {
            from: value - 0.45,
            to: value + 0.45,
            share,
            interval,
        };
        return (values.into_iter().map(bar).collect(), tail > 0.0);
    }
    let mut bars: Vec<Bar> = Vec::new();
    for (value, share, _) in values {
        let from = first + ((value - first) / width).floor() * width - 0.5;
        match bars.last_mut() {
            Some(bar) if bar.from == from => bar.share += share,
            _ => bars.push(Bar { from, to: from + width, share, interval: None }),
        }
    }
    (bars, tail > 0.0)
}

/// A text as a part of a file's name.
fn file_name(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    text.chars().map(kept).take(60).collect()
}
