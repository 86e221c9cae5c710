//! Charts: the same in a page and in a file of its own.

mod drawing;
mod plots;
mod scale;

use maud::{Markup, html};

use self::drawing::Drawing;
use super::prose;
use crate::tables::page::{Chart, Plot};
use crate::terminal::shown::lines;

/// The colours of page and charts, in light and in dark.
pub(super) const COLOURS: &str = include_str!("colours.css");
pub(super) const STYLE: &str = include_str!("charts.css");

/// The chart as a part of the page.
pub(super) fn inline(chart: &Chart) -> Markup {
    let title = lines(&chart.title);
    html! {
        figure {
            h3 { (prose(&title)) }
            (drawing(chart).inline(&title))
            figcaption { (prose(&chart.note)) }
        }
    }
}

/// The chart as a file.
pub(super) fn file(chart: &Chart) -> String {
    drawing(chart).file(&lines(&chart.title), &format!("{COLOURS}{STYLE}"))
}

fn drawing(chart: &Chart) -> Drawing {
    let draw = |plot: &Plot| match plot {
        Plot::Dots(dots) => dots.draw(),
        Plot::Curve(curve) => curve.draw(),
        Plot::Histogram(histogram) => histogram.draw(),
    };
    Drawing::stacked(&chart.plots.iter().map(draw).collect::<Vec<_>>())
}

/// Whether a text is a chart's file.
pub(super) fn is_chart(text: &str) -> bool {
    text.starts_with("<svg class=\"chart\"")
}
