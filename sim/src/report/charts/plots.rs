//! The plots: rows of dots, a curve, and histograms. They share their axes.

use super::drawing::{Drawing, lines, shortened, width};
use super::scale::Scale;
use crate::report::sheet::{Estimated, Figure};
use crate::report::unit::Unit;

/// Heights in pixels: the horizontal axis with its name, and a row, heading or gap of [`Dots`].
const AXIS: f64 = 46.0;
const ROW: f64 = 24.0;
const HEADING: f64 = 19.0;
const GAP: f64 = 10.0;
/// The part of the width that labels of rows take at most, and the letters of the longest.
const LABELS: f64 = 0.44;
const LETTERS: usize = 22;
/// The height of a curve above its axis, and where the curve begins below the name of its vertical axis.
const CURVE: f64 = 230.0;
const TOP: f64 = 36.0;
/// A curve of more points has a band in place of dots and whiskers.
const DOTS: usize = 40;
/// The height of the bars of a histogram, and of its label.
const BARS: f64 = 70.0;
const LABEL: f64 = 30.0;
/// A histogram of more bars has no intervals.
const WHISKERS: usize = 32;
/// The right end of a curve or histogram, as a part of the width.
const RIGHT: f64 = 0.98;

/// How a dot looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Mark {
    Full,
    Hollow,
}

/// A row of [`Dots`]: a figure with its interval.
#[derive(Clone, Debug)]
pub(in crate::report) struct Row {
    pub(in crate::report) label: String,
    pub(in crate::report) figure: Estimated,
    pub(in crate::report) mark: Mark,
    /// The nominal value of the figure, or its upper limit.
    pub(in crate::report) due: Option<f64>,
}

/// Rows below a heading, which may be empty.
#[derive(Clone, Debug)]
pub(in crate::report) struct Group {
    pub(in crate::report) heading: String,
    pub(in crate::report) rows: Vec<Row>,
}

/// Dots with whiskers, a row each. With a line at 0 it is a forest plot.
#[derive(Clone, Debug)]
pub(in crate::report) struct Dots {
    pub(in crate::report) unit: Unit,
    /// The name of the axis.
    pub(in crate::report) axis: String,
    /// A line through all rows, and its label.
    pub(in crate::report) reference: Option<(f64, &'static str)>,
    pub(in crate::report) groups: Vec<Group>,
}

/// A point of a [`Curve`] with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report) struct Point {
    pub(in crate::report) x: f64,
    pub(in crate::report) y: f64,
    pub(in crate::report) interval: Option<(f64, f64)>,
}

/// A labelled line across a [`Curve`].
#[derive(Clone, Debug)]
pub(in crate::report) struct Bound {
    pub(in crate::report) at: f64,
    pub(in crate::report) label: String,
}

/// A curve along blocks or hands.
#[derive(Clone, Debug)]
pub(in crate::report) struct Curve {
    pub(in crate::report) points: Vec<Point>,
    /// The names of both axes.
    pub(in crate::report) axes: [String; 2],
    /// The factor from a value to the number on the vertical axis.
    pub(in crate::report) scale: f64,
    pub(in crate::report) bounds: Vec<Bound>,
}

/// A bar of a [`Panel`]: its values, and their share of all.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Bar {
    pub(in crate::report) from: f64,
    pub(in crate::report) to: f64,
    pub(in crate::report) share: f64,
    pub(in crate::report) interval: Option<(f64, f64)>,
}

/// One histogram.
#[derive(Clone, Debug)]
pub(in crate::report) struct Panel {
    pub(in crate::report) label: String,
    pub(in crate::report) bars: Vec<Bar>,
}

/// Histograms below each other on one axis.
#[derive(Clone, Debug)]
pub(in crate::report) struct Histogram {
    /// The name of the axis.
    pub(in crate::report) axis: String,
    /// Whether all values are whole numbers.
    pub(in crate::report) whole: bool,
    /// A line across every panel, and its label.
    pub(in crate::report) reference: Option<(f64, &'static str)>,
    pub(in crate::report) panels: Vec<Panel>,
}

/// A horizontal axis between two parts of the width.
struct Horizontal {
    scale: Scale,
    from: f64,
    to: f64,
}

impl Horizontal {
    /// Where a value stands, as a part of the width.
    fn at(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * self.scale.place(value)
    }
}

impl Drawing {
    /// A horizontal axis: the line from `left` to `right`, the ticks multiplied by `factor`, and the name. A name that
    /// is too long from `left` on ends at the right margin.
    fn axis_below(
        &mut self,
        x: &Horizontal,
        (left, right, y): (f64, f64, f64),
        (name, factor): (&str, f64),
    ) {
        for tick in x.scale.ticks() {
            let label = x.scale.label(tick, factor);
            self.text((x.at(tick), 0, y + 18.0), ("middle", "tick"), &label);
        }
        self.line((left, y), (right, y), "base");
        let (at, anchor) = if left + width([name]) < 1.0 { (left, "start") } else { (1.0, "end") };
        self.text((at, 0, y + 38.0), (anchor, "axis"), name);
    }

    /// Lines across at these heights, labelled at the left.
    fn grid(&mut self, left: f64, ticks: impl Iterator<Item = f64>, labels: &[String]) {
        for (y, label) in ticks.zip(labels) {
            self.line((left, y), (RIGHT, y), "grid");
            self.text((left, -6, y + 4.0), ("end", "tick"), label);
        }
    }
}

impl Dots {
    /// The drawing.
    pub(in crate::report) fn draw(&self) -> Drawing {
        let rows = || self.groups.iter().flat_map(|group| &group.rows);
        let text = |row: &Row| self.unit.text(row.figure.mean.value);
        let right = 0.99 - width(rows().map(text));
        let left = width(rows().map(|row| &row.label)).min(LABELS);
        let ends = rows().flat_map(|Row { figure: Estimated { mean, lo, hi }, due, .. }| {
            let end = |end: &Option<_>| end.as_ref().map(|end: &Figure| end.value);
            [Some(mean.value), end(lo), end(hi), *due]
        });
        let reference = self.reference.map(|(value, _)| value);
        let scale = Scale::over(ends.chain([reference]).flatten(), 5);
        let x = Horizontal { scale, from: left + 0.02, to: right - 0.02 };
        let top =
            if self.reference.is_some_and(|(_, label)| !label.is_empty()) { 20.0 } else { 4.0 };
        let height = |group: &Group| {
            let gap = if group.heading.is_empty() { 0.0 } else { GAP };
            lines(&group.heading).len() as f64 * HEADING + group.rows.len() as f64 * ROW + gap
        };
        let bottom = top + self.groups.iter().map(height).sum::<f64>() + 4.0;
        let mut drawing = Drawing::new(bottom + AXIS);
        drawing.axis_below(&x, (left, right, bottom), (&self.axis, self.unit.scale()));
        if let Some((value, label)) = self.reference {
            let anchor = if x.scale.place(value) > 0.5 { "end" } else { "start" };
            drawing.text((x.at(value), 0, top - 7.0), (anchor, "referred"), label);
        }
        let mut y = top;
        for group in &self.groups {
            let end = y + height(group);
            for line in lines(&group.heading) {
                y += HEADING;
                drawing.text((0.0, 0, y - 5.0), ("start", "heading"), &line);
            }
            let bottom = y + group.rows.len() as f64 * ROW;
            for tick in x.scale.ticks() {
                drawing.line((x.at(tick), y), (x.at(tick), bottom), "grid");
            }
            if let Some(value) = reference {
                drawing.line((x.at(value), y), (x.at(value), bottom), "reference");
            }
            for row in &group.rows {
                let middle = y + ROW / 2.0;
                row.draw(&mut drawing, middle, &x);
                let label = shortened(&row.label, LETTERS);
                drawing.text((left, -4, middle + 4.5), ("end", "label"), &label);
                drawing.figure(middle + 4.5, &row.figure.mean, &text(row));
                y += ROW;
            }
            y = end;
        }
        drawing
    }
}

impl Row {
    /// A full dot.
    pub(in crate::report) fn of(label: &str, figure: Estimated) -> Self {
        Self { label: label.to_owned(), figure, mark: Mark::Full, due: None }
    }

    fn draw(&self, drawing: &mut Drawing, y: f64, x: &Horizontal) {
        let (dot, whisker) = match self.mark {
            Mark::Full => ("dot", "whisker"),
            Mark::Hollow => ("dot hollow", "whisker faint"),
        };
        if let Some(due) = self.due {
            drawing.line((x.at(due), y - 9.0), (x.at(due), y + 9.0), "due");
        }
        if let Some((lo, hi)) = self.figure.interval() {
            drawing.line((x.at(lo.value), y), (x.at(hi.value), y), whisker);
        }
        drawing.dot(x.at(self.figure.mean.value), y, dot);
    }
}

impl Curve {
    /// The drawing.
    pub(in crate::report) fn draw(&self) -> Drawing {
        let intervals = self.points.iter().filter_map(|point| Some((point.x, point.interval?)));
        let ends = intervals.clone().flat_map(|(_, (lo, hi))| [lo, hi]);
        let values = self.points.iter().map(|point| point.y);
        let values = values.chain(ends).chain(self.bounds.iter().map(|bound| bound.at));
        let scale = Scale::over(values, 5).rounded();
        let labels: Vec<_> =
            scale.ticks().iter().map(|&tick| scale.label(tick, self.scale)).collect();
        let (left, bottom) = (width(&labels), TOP + CURVE);
        let blocks = Scale::over(self.points.iter().map(|point| point.x), 5).whole();
        let x = Horizontal { scale: blocks, from: left + 0.01, to: 0.96 };
        let up = |value: f64| bottom - CURVE * scale.place(value);
        let mut drawing = Drawing::new(bottom + AXIS);
        drawing.text((0.0, 0, 14.0), ("start", "axis"), &self.axes[1]);
        drawing.grid(left, scale.ticks().into_iter().map(up), &labels);
        drawing.axis_below(&x, (left, RIGHT, bottom), (&self.axes[0], 1.0));
        for Bound { at, .. } in &self.bounds {
            drawing.line((left, up(*at)), (RIGHT, up(*at)), "reference");
        }
        let has_dots = self.points.len() <= DOTS;
        if has_dots {
            for (at, (lo, hi)) in intervals {
                drawing.line((x.at(at), up(lo)), (x.at(at), up(hi)), "whisker");
            }
        } else if intervals.clone().next().is_some() {
            let upper = intervals.clone().map(|(at, (_, hi))| (x.at(at), up(hi)));
            let lower = intervals.rev().map(|(at, (lo, _))| (x.at(at), up(lo)));
            drawing.path(upper.chain(lower), "band");
        }
        let curve = self.points.iter().map(|point| (x.at(point.x), up(point.y)));
        drawing.path(curve.clone(), "series");
        curve.filter(|_| has_dots).for_each(|(x, y)| drawing.dot(x, y, "dot"));
        for Bound { at, label } in &self.bounds {
            let y = if up(*at) - TOP < 18.0 { up(*at) + 15.0 } else { up(*at) - 6.0 };
            drawing.text((left, 6, y), ("start", "referred"), label);
        }
        drawing
    }
}

impl Histogram {
    /// The drawing.
    pub(in crate::report) fn draw(&self) -> Drawing {
        let bars = || self.panels.iter().flat_map(|panel| &panel.bars);
        let values = Scale::over(bars().flat_map(|bar| [bar.from, bar.to]), 6);
        let values = if self.whole { values.whole() } else { values };
        let most = bars().map(|bar| bar.interval.map_or(bar.share, |(_, hi)| hi));
        let reference = self.reference.map(|(share, _)| share);
        let shares = Scale::over(most.chain([0.0]).chain(reference), 2);
        let ticks: Vec<f64> = shares.ticks().into_iter().filter(|tick| *tick > 0.0).collect();
        let labels: Vec<_> =
            ticks.iter().map(|&tick| format!("{} %", shares.label(tick, 100.0))).collect();
        let left = width(&labels);
        let x = Horizontal { scale: values, from: left, to: RIGHT };
        let bottom = (LABEL + BARS) * self.panels.len() as f64;
        let mut drawing = Drawing::new(bottom + AXIS);
        for (number, panel) in (1..).zip(&self.panels) {
            let base = (LABEL + BARS) * f64::from(number);
            let up = |share: f64| base - (BARS - 4.0) * shares.place(share);
            drawing.grid(left, ticks.iter().map(|&tick| up(tick)), &labels);
            for bar in &panel.bars {
                drawing.bar((x.at(bar.from), x.at(bar.to)), (up(bar.share), base));
            }
            let has_whiskers = panel.bars.len() <= WHISKERS;
            for bar in panel.bars.iter().filter(|_| has_whiskers) {
                let Some((lo, hi)) = bar.interval else { continue };
                let middle = x.at((bar.from + bar.to) / 2.0);
                drawing.line((middle, up(lo)), (middle, up(hi)), "error");
            }
            drawing.line((left, base), (RIGHT, base), "base");
            if let Some((share, label)) = self.reference {
                drawing.line((left, up(share)), (RIGHT, up(share)), "reference");
                drawing.text((RIGHT, 0, up(share) - 6.0), ("end", "referred"), label);
            }
            drawing.text((left, 0, base - BARS - 4.0), ("start", "heading"), &panel.label);
        }
        drawing.axis_below(&x, (left, RIGHT, bottom), (&self.axis, 1.0));
        drawing
    }
}
