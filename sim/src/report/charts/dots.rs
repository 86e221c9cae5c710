//! Dots with whiskers: a figure a row with its interval. With groups and a line at 0 it is a forest plot.

use super::drawing::{Anchor, Drawing, Text, lines, shortened, width};
use super::scale::Scale;
use crate::report::sheet::Estimated;
use crate::report::unit::Unit;

/// The height of a row, of a line of a heading, and of the axis, in pixels.
const ROW: f64 = 24.0;
const HEADING: f64 = 19.0;
const AXIS: f64 = 46.0;
/// The part of the width that labels take at most.
const LABELS: f64 = 0.44;
/// Longer labels are shortened.
const LETTERS: usize = 22;

/// What a dot looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Mark {
    Full,
    Hollow,
}

/// A row.
#[derive(Clone, Debug)]
pub(in crate::report) struct Row {
    pub(in crate::report) label: String,
    pub(in crate::report) figure: Estimated,
    pub(in crate::report) mark: Mark,
    /// What the figure should be, or should be no more than.
    pub(in crate::report) due: Option<f64>,
}

/// Rows below a heading.
#[derive(Clone, Debug)]
pub(in crate::report) struct Group {
    /// None where it is empty.
    pub(in crate::report) heading: String,
    pub(in crate::report) rows: Vec<Row>,
}

/// Dots with whiskers.
#[derive(Clone, Debug)]
pub(in crate::report) struct Dots {
    pub(in crate::report) unit: Unit,
    /// What the axis is called.
    pub(in crate::report) axis: String,
    /// A line across all rows, and what it is.
    pub(in crate::report) reference: Option<(f64, &'static str)>,
    pub(in crate::report) groups: Vec<Group>,
}

impl Dots {
    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    /// The drawing.
    pub(in crate::report) fn draw(&self) -> Drawing {
        let figures: Vec<String> =
            self.rows().map(|row| self.unit.told(row.figure.mean.value)).collect();
        let right = 1.0 - width(figures.iter().map(String::as_str)) - 0.01;
        let left = width(self.rows().map(|row| &*row.label)).min(LABELS);
        let ends = self.rows().flat_map(|row| {
            let Estimated { mean, lo, hi } = &row.figure;
            [
                Some(mean.value),
                lo.as_ref().map(|lo| lo.value),
                hi.as_ref().map(|hi| hi.value),
                row.due,
            ]
        });
        let reference = self.reference.map(|(value, _)| value);
        let scale = Scale::over(ends.chain([reference]).flatten(), 5);
        let at = |value: f64| left + 0.02 + (right - left - 0.04) * scale.place(value);
        let top = if self.reference.is_some_and(|(_, told)| !told.is_empty()) { 20.0 } else { 4.0 };
        let heading = |group: &Group| lines(&group.heading);
        let tall = |group: &Group| {
            let heading = heading(group).len() as f64 * HEADING;
            heading + group.rows.len() as f64 * ROW + if heading > 0.0 { 10.0 } else { 0.0 }
        };
        let bottom = top + self.groups.iter().map(tall).sum::<f64>() + 4.0;
        let mut drawing = Drawing::new(bottom + AXIS);
        for tick in scale.ticks() {
            let label = scale.label(tick, self.unit.scale());
            drawing.text(at(tick), bottom + 18.0, &Text::new(&label, Anchor::Middle, "tick"));
        }
        drawing.line((left, bottom), (right, bottom), "base");
        drawing.axis(left, bottom + 38.0, &self.axis);
        if let Some((value, told)) = self.reference {
            let anchor = if scale.place(value) > 0.5 { Anchor::End } else { Anchor::Start };
            drawing.text(at(value), top - 7.0, &Text::new(told, anchor, "referred"));
        }
        let mut y = top;
        let mut figures = figures.iter();
        for group in &self.groups {
            for line in heading(group) {
                y += HEADING;
                drawing.text(0.0, y - 5.0, &Text::new(&line, Anchor::Start, "heading"));
            }
            let end = y + group.rows.len() as f64 * ROW;
            for tick in scale.ticks() {
                drawing.line((at(tick), y), (at(tick), end), "grid");
            }
            if let Some(value) = reference {
                drawing.line((at(value), y), (at(value), end), "reference");
            }
            for row in &group.rows {
                let middle = y + ROW / 2.0;
                self.draw_row(&mut drawing, row, middle, &at);
                let label = shortened(&row.label, LETTERS);
                let label = Text { dx: -4, ..Text::new(&label, Anchor::End, "label") };
                drawing.text(left, middle + 4.5, &label);
                let figure = figures.next().map_or("", |figure| figure);
                let figure = Text::new(figure, Anchor::End, "value");
                drawing.text(
                    1.0,
                    middle + 4.5,
                    &Text { raw: Some(&row.figure.mean.raw), ..figure },
                );
                y += ROW;
            }
            y += if group.heading.is_empty() { 0.0 } else { 10.0 };
        }
        drawing
    }

    fn draw_row(&self, drawing: &mut Drawing, row: &Row, y: f64, at: &dyn Fn(f64) -> f64) {
        let (dot, whisker) = match row.mark {
            Mark::Full => ("dot", "whisker"),
            Mark::Hollow => ("dot hollow", "whisker faint"),
        };
        if let Some(due) = row.due {
            drawing.line((at(due), y - 9.0), (at(due), y + 9.0), "due");
        }
        if let Some((lo, hi)) = row.figure.interval() {
            drawing.line((at(lo.value), y), (at(hi.value), y), whisker);
        }
        drawing.dot(at(row.figure.mean.value), y, dot);
    }
}
