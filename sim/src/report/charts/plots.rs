//! The plots: rows of dots, a curve, and histograms. They share their axes.

use threehand_stats::Estimate;

use super::drawing::{Drawing, lines, shortened, width};
use super::scale::Scale;
use crate::report::table::raw;
use crate::tables::page::{Curve, Dot, Dots, Group, Histogram};
use crate::terminal::shown::lines as safe;

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
/// The letters of a variant's name above [`Dots`].
const SIDE: usize = 11;
/// The right end of a curve or histogram, as a part of the width.
const RIGHT: f64 = 0.98;

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
    pub(super) fn draw(&self) -> Drawing {
        let rows = || self.groups.iter().flat_map(|group| &group.rows);
        let text = |row: &Dot| self.unit.value(row.figure.mean);
        let right = 0.99 - width(rows().map(text));
        let left = width(rows().map(|row| &row.label)).min(LABELS);
        let ends = rows()
            .flat_map(|Dot { figure, due, .. }| [Some(figure.mean), figure.lo, figure.hi, *due]);
        let reference = self.reference.map(|(value, _)| value);
        let has_axis = !self.axis.is_empty();
        let mirrored = ends.clone().flatten().filter(|_| !has_axis).map(|end| -end);
        let values = ends.chain([reference]).flatten().chain(mirrored);
        let scale = Scale::over(values, 5);
        let x = Horizontal { scale, from: left + 0.02, to: right - 0.02 };
        let reference_label = self.reference.filter(|(_, label)| !label.is_empty());
        let top = if reference_label.is_some() || self.sides.is_some() { 20.0 } else { 4.0 };
        let height = |group: &Group| {
            let gap = if group.heading.is_empty() { 0.0 } else { GAP };
            lines(&group.heading).len() as f64 * HEADING + group.rows.len() as f64 * ROW + gap
        };
        let bottom = top + self.groups.iter().map(height).sum::<f64>() + 4.0;
        let mut drawing = Drawing::new(if has_axis { bottom + AXIS } else { bottom - GAP });
        if has_axis {
            drawing.axis_below(&x, (left, right, bottom), (&self.axis, self.unit.scale()));
        }
        if let Some([left, right]) = &self.sides {
            let [left, right] = [left, right].map(|side| shortened(&safe(side), SIDE));
            let (left, right) = (format!("← more under {left}"), format!("more under {right} →"));
            drawing.text((0.0, 0, top - 7.0), ("start", "referred"), &left);
            drawing.text((1.0, 0, top - 7.0), ("end", "referred"), &right);
        } else if let Some((value, label)) = reference_label {
            let anchor = if x.scale.place(value) > 0.5 { "end" } else { "start" };
            drawing.text((x.at(value), 0, top - 7.0), (anchor, "referred"), label);
        }
        let mut y = top;
        for group in &self.groups {
            let end = y + height(group);
            for line in lines(&safe(&group.heading)) {
                y += HEADING;
                drawing.text((0.0, 0, y - 5.0), ("start", "heading"), &line);
            }
            let bottom = y + group.rows.len() as f64 * ROW;
            for tick in x.scale.ticks().into_iter().filter(|_| has_axis) {
                drawing.line((x.at(tick), y), (x.at(tick), bottom), "grid");
            }
            if let Some(value) = reference {
                drawing.line((x.at(value), y), (x.at(value), bottom), "reference");
            }
            for row in &group.rows {
                let middle = y + ROW / 2.0;
                draw_dot(row, &mut drawing, middle, &x);
                let label = shortened(&safe(&row.label), LETTERS);
                drawing.text((left, -4, middle + 4.5), ("end", "label"), &label);
                let raw = raw(self.unit, row.figure.mean);
                drawing.figure(middle + 4.5, &raw, &text(row));
                y += ROW;
            }
            y = end;
        }
        drawing
    }
}

fn draw_dot(dot: &Dot, drawing: &mut Drawing, y: f64, x: &Horizontal) {
    let (class, whisker) =
        if dot.is_hollow { ("dot hollow", "whisker faint") } else { ("dot", "whisker") };
    if let Some(due) = dot.due {
        drawing.line((x.at(due), y - 9.0), (x.at(due), y + 9.0), "due");
    }
    if let Some((lo, hi)) = dot.figure.lo.zip(dot.figure.hi) {
        drawing.line((x.at(lo), y), (x.at(hi), y), whisker);
    }
    drawing.dot(x.at(dot.figure.mean), y, class);
}

impl Curve {
    /// The drawing.
    pub(super) fn draw(&self) -> Drawing {
        let points = self.points.iter().map(|(at, figure)| (*at as f64, figure));
        let interval = |(at, figure): (f64, &Estimate)| Some((at, figure.lo.zip(figure.hi)?));
        let intervals = points.clone().filter_map(interval);
        let ends = intervals.clone().flat_map(|(_, (lo, hi))| [lo, hi]);
        let values = points.clone().map(|(_, figure)| figure.mean);
        let values = values.chain(ends).chain(self.bounds.iter().map(|(at, _)| *at));
        let scale = Scale::over(values, 5).rounded();
        let labels: Vec<_> =
            scale.ticks().iter().map(|&tick| scale.label(tick, self.scale)).collect();
        let (left, bottom) = (width(&labels), TOP + CURVE);
        let blocks = Scale::over(points.clone().map(|(at, _)| at), 5).whole();
        let x = Horizontal { scale: blocks, from: left + 0.01, to: 0.96 };
        let up = |value: f64| bottom - CURVE * scale.place(value);
        let mut drawing = Drawing::new(bottom + AXIS);
        drawing.text((0.0, 0, 14.0), ("start", "axis"), &self.axes[1]);
        drawing.grid(left, scale.ticks().into_iter().map(up), &labels);
        drawing.axis_below(&x, (left, RIGHT, bottom), (&self.axes[0], 1.0));
        for (at, _) in &self.bounds {
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
        let curve = points.map(|(at, figure)| (x.at(at), up(figure.mean)));
        drawing.path(curve.clone(), "series");
        curve.filter(|_| has_dots).for_each(|(x, y)| drawing.dot(x, y, "dot"));
        for (at, label) in &self.bounds {
            let y = if up(*at) - TOP < 18.0 { up(*at) + 15.0 } else { up(*at) - 6.0 };
            drawing.text((left, 6, y), ("start", "referred"), label);
        }
        drawing
    }
}

impl Histogram {
    /// The drawing.
    pub(super) fn draw(&self) -> Drawing {
        let bars = || self.panels.iter().flat_map(|panel| &panel.bars);
        let values = Scale::over(bars().flat_map(|bar| [bar.from, bar.to]), 6);
        let values = if self.is_whole { values.whole() } else { values };
        let most = bars().map(|bar| bar.share.hi.unwrap_or(bar.share.mean));
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
                drawing.bar((x.at(bar.from), x.at(bar.to)), (up(bar.share.mean), base));
            }
            let has_whiskers = panel.bars.len() <= WHISKERS;
            for bar in panel.bars.iter().filter(|_| has_whiskers) {
                let Some((lo, hi)) = bar.share.lo.zip(bar.share.hi) else { continue };
                let middle = x.at((bar.from + bar.to) / 2.0);
                drawing.line((middle, up(lo)), (middle, up(hi)), "error");
            }
            drawing.line((left, base), (RIGHT, base), "base");
            if let Some((share, label)) = self.reference {
                drawing.line((left, up(share)), (RIGHT, up(share)), "reference");
                drawing.text((RIGHT, 0, up(share) - 6.0), ("end", "referred"), label);
            }
            drawing.text((left, 0, base - BARS - 4.0), ("start", "heading"), &safe(&panel.label));
        }
        drawing.axis_below(&x, (left, RIGHT, bottom), (&self.axis, 1.0));
        drawing
    }
}
