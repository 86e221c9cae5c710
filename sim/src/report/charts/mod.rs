//! Charts: what a chart is, in a page and in a file of its own. One kind of chart a file.

mod curve;
mod dots;
pub(super) mod drawing;
mod histogram;
mod scale;

pub(super) use self::curve::{Bound, Curve, Point};
pub(super) use self::dots::{Dots, Group, Mark, Row};
pub(super) use self::histogram::{Bar, Histogram, Panel};

use maud::{Markup, html};

use self::drawing::Drawing;
use super::unit::glued;

/// The colours of page and charts, in light and in dark.
pub(super) const COLOURS: &str = include_str!("colours.css");
/// What the parts of charts look like.
pub(super) const STYLE: &str = include_str!("charts.css");

/// A chart with what is said of it.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// The name of its file, without the ending.
    pub(super) name: String,
    /// What it shows.
    pub(super) title: String,
    /// How it is read.
    pub(super) note: String,
    pub(super) drawing: Drawing,
}

impl Chart {
    /// The chart as a part of the page.
    pub(super) fn inline(&self) -> Markup {
        html! {
            figure {
                figcaption {
                    h3 { (self.title) }
                    @if !self.note.is_empty() { p { (glued(&self.note)) } }
                }
                (self.drawing.inline(&self.title))
            }
        }
    }

    /// The chart as a file.
    pub(super) fn file(&self) -> String {
        self.drawing.file(&self.title, &format!("{COLOURS}{STYLE}"))
    }
}

/// Whether a text is the file of a chart that this program has made.
pub(super) fn is_chart(text: &str) -> bool {
    text.starts_with("<svg class=\"chart\"")
}
