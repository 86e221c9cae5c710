//! What a page shows of the results of a run: tables and charts as plain data.

use threehand_stats::Estimate;

use crate::terminal::grid::Grid;
use crate::terminal::unit::Unit;

/// The content of a page.
pub struct PageContent {
    /// The heading.
    pub title: String,
    /// The size of the run and the like, a few words each.
    pub facts: Vec<String>,
    /// A small table beside the answer.
    pub verdicts: Option<PageTable>,
    /// The tables.
    pub tables: Vec<PageTable>,
    /// The charts. The first stands beside the answer.
    pub charts: Vec<Chart>,
    /// How the run was played and counted, a paragraph each.
    pub method: Vec<String>,
    /// The terms that the page explains.
    pub terms: &'static [&'static str],
}

/// A table of a page.
pub struct PageTable {
    /// Its heading.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// Its columns and rows.
    pub grid: Grid,
    /// Whether it is closed at first.
    pub is_folded: bool,
}

impl PageTable {
    /// An open table of this title and note.
    pub fn new(title: impl Into<String>, note: impl Into<String>, grid: Grid) -> Self {
        Self { title: title.into(), note: note.into(), grid, is_folded: false }
    }

    /// A table that is closed at first if it is long; `None` without rows.
    pub fn folded(title: &str, note: &str, grid: Grid) -> Option<Self> {
        /// The most rows of an open table.
        const MOST: usize = 12;
        let rows = grid.rows().count();
        (rows > 0).then(|| Self { is_folded: rows > MOST, ..Self::new(title, note, grid) })
    }
}

/// A chart with its title and a note on how to read it.
pub struct Chart {
    /// The name of its file, without the ending.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// What is drawn, one below the other.
    pub plots: Vec<Plot>,
}

impl Chart {
    /// A chart of this name and title; `None` without anything to draw.
    pub fn of(
        name: impl Into<String>,
        title: impl Into<String>,
        note: impl Into<String>,
        mut plots: Vec<Plot>,
    ) -> Option<Self> {
        plots.retain(Plot::has_figures);
        let (name, title, note) = (name.into(), title.into(), note.into());
        (!plots.is_empty()).then_some(Self { name, title, note, plots })
    }
}

/// A drawing of figures.
pub enum Plot {
    /// Figures with their intervals, a row each.
    Dots(Dots),
    /// A curve along blocks or hands.
    Curve(Curve),
    /// Histograms below each other.
    Histogram(Histogram),
}

impl Plot {
    fn has_figures(&self) -> bool {
        match self {
            Self::Dots(dots) => dots.groups.iter().any(|group| !group.rows.is_empty()),
            Self::Curve(curve) => curve.points.len() > 1,
            Self::Histogram(histogram) => histogram.panels.iter().any(|panel| panel.bars.len() > 1),
        }
    }
}

/// Dots with whiskers, a row each. With a line at 0 it is a forest plot.
pub struct Dots {
    /// The unit of the figures.
    pub unit: Unit,
    /// The name of the axis. Without a name there is no axis, and 0 lies in the middle.
    pub axis: String,
    /// A line through all rows, and its label.
    pub reference: Option<(f64, &'static str)>,
    /// The variant under which there is more on the left of that line, and the one on the right.
    pub sides: Option<[String; 2]>,
    /// The rows.
    pub groups: Vec<Group>,
}

/// Rows below a heading, which may be empty.
pub struct Group {
    /// The heading.
    pub heading: String,
    /// The rows.
    pub rows: Vec<Dot>,
}

/// A row of [`Dots`].
pub struct Dot {
    /// What the figure is of.
    pub label: String,
    /// The figure.
    pub figure: Estimate,
    /// Whether the dot is only an outline.
    pub is_hollow: bool,
    /// The nominal value of the figure, or its upper limit.
    pub due: Option<f64>,
}

impl Dot {
    /// A full dot.
    pub fn new(label: impl Into<String>, figure: Estimate) -> Self {
        Self { label: label.into(), figure, is_hollow: false, due: None }
    }
}

/// A curve with an interval at each point.
pub struct Curve {
    /// The points, each at its number of blocks or hands.
    pub points: Vec<(u64, Estimate)>,
    /// The names of both axes.
    pub axes: [String; 2],
    /// The factor from a value to the number on the vertical axis.
    pub scale: f64,
    /// Lines across, with their labels.
    pub bounds: Vec<(f64, &'static str)>,
}

/// Histograms on one axis.
pub struct Histogram {
    /// The name of the axis.
    pub axis: String,
    /// Whether all values are whole numbers.
    pub is_whole: bool,
    /// A line across every panel, and its label.
    pub reference: Option<(f64, &'static str)>,
    /// The histograms, each with its label.
    pub panels: Vec<Panel>,
}

/// One histogram.
pub struct Panel {
    /// What it is of.
    pub label: String,
    /// The bars, from the left to the right.
    pub bars: Vec<Bar>,
}

/// A bar of a [`Panel`]: its values, and their share of all.
#[derive(Clone, Copy)]
pub struct Bar {
    /// The left end.
    pub from: f64,
    /// The right end.
    pub to: f64,
    /// The share.
    pub share: Estimate,
}

/// The number of blocks of a run, or the run that a shard is a part of.
pub fn blocks_of_run(blocks: u64, shard: Option<impl std::fmt::Display>) -> String {
    let blocks = crate::terminal::number::plural(blocks, "block");
    shard.map_or(blocks.clone(), |shard| format!("part {shard} of a run of {blocks}"))
}

/// The sentence on a chart that has room for `most` of `all`; empty if it shows all.
pub fn first_of(most: usize, all: usize, what: &str) -> String {
    if all > most { format!(" These are the first {most} of {all} {what}.") } else { String::new() }
}

/// Names in a row: `a`, `a and b`, `a, b and c`; of many the first four and the number of the others.
pub fn listed(names: &[&str]) -> String {
    const MOST: usize = 5;
    match names {
        many if many.len() > MOST => {
            format!("{} and {} more", many[..MOST - 1].join(", "), many.len() + 1 - MOST)
        }
        few => crate::terminal::number::list(few),
    }
}
