//! Charts: the same in a page and in a file of its own.

pub(super) mod drawing;
mod plots;
mod scale;

pub(super) use self::plots::{Bar, Bound, Curve, Dots, Group, Histogram, Mark, Panel, Point, Row};

use maud::{Markup, html};

use self::drawing::Drawing;
use super::unit::glued;

/// The colours of page and charts, in light and in dark.
pub(super) const COLOURS: &str = include_str!("colours.css");
pub(super) const STYLE: &str = include_str!("charts.css");

/// A chart with its title and a note on how to read it.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// The name of its file, without the ending.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) note: String,
    pub(super) drawing: Drawing,
}

impl Chart {
    /// A chart of this name and title.
    pub(super) fn of((name, title): (&str, &str), note: String, drawing: Drawing) -> Self {
        Self { name: name.to_owned(), title: title.to_owned(), note, drawing }
    }

    /// The chart as a part of the page.
    pub(super) fn inline(&self) -> Markup {
        html! {
            figure {
                figcaption {
                    h3 { (self.title) }
                    p { (glued(&self.note)) }
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

/// Whether a text is a chart's file.
pub(super) fn is_chart(text: &str) -> bool {
    text.starts_with("<svg class=\"chart\"")
}
