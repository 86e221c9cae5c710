//! A curve along blocks or hands, with a band or with whiskers, and bounds across.

use super::drawing::{Anchor, Drawing, Text, width};
use super::scale::Scale;

/// The height of the field, and of the axis, in pixels.
const FIELD: f64 = 230.0;
const AXIS: f64 = 46.0;
const TOP: f64 = 14.0;
/// More points have no room for dots and whiskers: their intervals are a band.
const DOTS: usize = 40;

/// A point with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report) struct Point {
    pub(in crate::report) x: f64,
    pub(in crate::report) y: f64,
    pub(in crate::report) interval: Option<(f64, f64)>,
}

/// A line across, with what it is.
#[derive(Clone, Debug)]
pub(in crate::report) struct Bound {
    pub(in crate::report) at: f64,
    pub(in crate::report) told: String,
}

/// A curve.
#[derive(Clone, Debug)]
pub(in crate::report) struct Curve {
    pub(in crate::report) points: Vec<Point>,
    /// What both axes are called.
    pub(in crate::report) axes: [String; 2],
    /// What a value is multiplied by for a reader.
    pub(in crate::report) scale: f64,
    pub(in crate::report) bounds: Vec<Bound>,
}

impl Curve {
    /// The drawing.
    pub(in crate::report) fn draw(&self) -> Drawing {
        let x = Scale::over(self.points.iter().map(|point| point.x), 5).whole();
        let ends = self.points.iter().flat_map(|point| {
            let (lo, hi) = point.interval.unwrap_or((point.y, point.y));
            [point.y, lo, hi]
        });
        let y = Scale::over(ends.chain(self.bounds.iter().map(|bound| bound.at)), 5).rounded();
        let told: Vec<String> = y.ticks().iter().map(|tick| y.label(*tick, self.scale)).collect();
        let left = width(told.iter().map(String::as_str));
        let (top, bottom) = (TOP + 22.0, TOP + 22.0 + FIELD);
        let across = |value: f64| left + 0.01 + (0.95 - left) * x.place(value);
        let up = |value: f64| bottom - FIELD * y.place(value);
        let mut drawing = Drawing::new(bottom + AXIS);
        drawing.text(0.0, TOP, &Text::new(&self.axes[1], Anchor::Start, "axis"));
        for (tick, told) in y.ticks().into_iter().zip(&told) {
            drawing.line((left, up(tick)), (0.98, up(tick)), "grid");
            let label = Text { dx: -6, ..Text::new(told, Anchor::End, "tick") };
            drawing.text(left, up(tick) + 4.0, &label);
        }
        for tick in x.ticks() {
            drawing.text(
                across(tick),
                bottom + 18.0,
                &Text::new(&x.label(tick, 1.0), Anchor::Middle, "tick"),
            );
        }
        drawing.line((left, bottom), (0.98, bottom), "base");
        drawing.axis(left, bottom + 38.0, &self.axes[0]);
        for bound in &self.bounds {
            drawing.line((left, up(bound.at)), (0.98, up(bound.at)), "reference");
        }
        self.draw_points(&mut drawing, &across, &up);
        for bound in &self.bounds {
            let y =
                if up(bound.at) - top < 18.0 { up(bound.at) + 15.0 } else { up(bound.at) - 6.0 };
            let told = Text { dx: 6, ..Text::new(&bound.told, Anchor::Start, "referred") };
            drawing.text(left, y, &told);
        }
        drawing
    }

    fn draw_points(
        &self,
        drawing: &mut Drawing,
        across: &dyn Fn(f64) -> f64,
        up: &dyn Fn(f64) -> f64,
    ) {
        let ends = self.points.iter().filter_map(|point| Some((point, point.interval?)));
        if self.points.len() > DOTS {
            let upper = ends.clone().map(|(point, (_, hi))| (across(point.x), up(hi)));
            let lower = ends.rev().map(|(point, (lo, _))| (across(point.x), up(lo)));
            let band: Vec<_> = upper.chain(lower).collect();
            if !band.is_empty() {
                drawing.path(&band, "band");
            }
        } else {
            for (point, (lo, hi)) in ends {
                let x = across(point.x);
                drawing.line((x, up(lo)), (x, up(hi)), "whisker");
            }
        }
        let line: Vec<_> = self.points.iter().map(|point| (across(point.x), up(point.y))).collect();
        drawing.path(&line, "series");
        if self.points.len() <= DOTS {
            for (x, y) in line {
                drawing.dot(x, y, "dot");
            }
        }
    }
}
