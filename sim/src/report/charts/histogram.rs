//! Histograms below each other, on one axis.

use super::drawing::{Anchor, Drawing, Text, width};
use super::scale::Scale;

/// The height of the bars, of the label above them, and of the axis, in pixels.
const BARS: f64 = 70.0;
const LABEL: f64 = 30.0;
const AXIS: f64 = 46.0;
/// As many bars have room for whiskers.
const WHISKERS: usize = 32;

/// A bar: the values that it is of, the share of all, and its interval.
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

/// Histograms below each other.
#[derive(Clone, Debug)]
pub(in crate::report) struct Histogram {
    /// What the axis is called.
    pub(in crate::report) axis: String,
    /// Whether all values are whole numbers.
    pub(in crate::report) whole: bool,
    /// A line across, and what it is.
    pub(in crate::report) reference: Option<(f64, &'static str)>,
    pub(in crate::report) panels: Vec<Panel>,
}

impl Histogram {
    /// The drawing.
    pub(in crate::report) fn draw(&self) -> Drawing {
        let bars = || self.panels.iter().flat_map(|panel| &panel.bars);
        let x = Scale::over(bars().flat_map(|bar| [bar.from, bar.to]), 6);
        let x = if self.whole { x.whole() } else { x };
        let most = bars().map(|bar| bar.interval.map_or(bar.share, |(_, hi)| hi));
        let reference = self.reference.map(|(share, _)| share);
        let y = Scale::over(most.chain([0.0]).chain(reference), 2);
        let ticks: Vec<f64> = y.ticks().into_iter().filter(|tick| *tick > 0.0).collect();
        let told: Vec<String> =
            ticks.iter().map(|tick| format!("{} %", y.label(*tick, 100.0))).collect();
        let left = width(told.iter().map(String::as_str));
        let at = |value: f64| left + (0.98 - left) * x.place(value);
        let height = LABEL + BARS;
        let bottom = height * self.panels.len() as f64;
        let mut drawing = Drawing::new(bottom + AXIS);
        for (number, panel) in self.panels.iter().enumerate() {
            let base = height * (number + 1) as f64;
            let up = |share: f64| base - (BARS - 4.0) * y.place(share);
            for (tick, told) in ticks.iter().zip(&told) {
                drawing.line((left, up(*tick)), (0.98, up(*tick)), "grid");
                let label = Text { dx: -4, ..Text::new(told, Anchor::End, "tick") };
                drawing.text(left, up(*tick) + 4.0, &label);
            }
            for bar in &panel.bars {
                drawing.bar((at(bar.from), at(bar.to)), (up(bar.share), base), "bar");
            }
            let narrow = panel.bars.len() <= WHISKERS;
            for (bar, (lo, hi)) in
                panel.bars.iter().filter(|_| narrow).filter_map(|bar| Some((bar, bar.interval?)))
            {
                let middle = at((bar.from + bar.to) / 2.0);
                drawing.line((middle, up(lo)), (middle, up(hi)), "error");
            }
            drawing.line((left, base), (0.98, base), "base");
            if let Some((share, told)) = self.reference {
                drawing.line((left, up(share)), (0.98, up(share)), "reference");
                drawing.text(0.98, up(share) - 6.0, &Text::new(told, Anchor::End, "referred"));
            }
            drawing.text(
                left,
                base - BARS - 4.0,
                &Text::new(&panel.label, Anchor::Start, "heading"),
            );
        }
        for tick in x.ticks() {
            drawing.text(
                at(tick),
                bottom + 18.0,
                &Text::new(&x.label(tick, 1.0), Anchor::Middle, "tick"),
            );
        }
        drawing.axis(left, bottom + 38.0, &self.axis);
        drawing
    }
}
