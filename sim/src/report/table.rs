//! Tables of the page. A table that is too wide scrolls in a box of its own.

use maud::{Markup, html};

use super::sheet::Row;
use super::unit::{Unit, glued};

/// A column.
#[derive(Clone, Debug)]
pub(super) struct Head {
    text: String,
    is_number: bool,
}

/// A column of words.
pub(super) fn words(text: impl Into<String>) -> Head {
    Head { text: text.into(), is_number: false }
}

/// A column of numbers.
pub(super) fn numbers(text: impl Into<String>) -> Head {
    Head { text: text.into(), is_number: true }
}

/// A column of figures: its head, its unit, and the columns of the run's table with the figure and the ends of its
/// interval.
pub(super) type Figures = (&'static str, Unit, &'static [&'static str]);

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) title: String,
    /// How to read it.
    pub(super) note: String,
    pub(super) heads: Vec<Head>,
    pub(super) rows: Vec<Vec<Markup>>,
    /// Whether it is closed at first.
    pub(super) folded: bool,
}

impl Table {
    /// A table of some rows of a run's table: words under the heads `leads`, then figures.
    pub(super) fn of<'r>(
        (title, note): (&str, &str),
        leads: &[&str],
        figures: &[Figures],
        rows: impl IntoIterator<Item = (Vec<String>, Row<'r>)>,
    ) -> Self {
        let heads = figures.iter().map(|(head, ..)| numbers(*head));
        let row = |(leads, row): (Vec<String>, Row<'r>)| {
            let leads = leads.into_iter().map(|words| html! { (words) });
            leads.chain(figures.iter().map(|(_, unit, of)| row.show(*unit, of))).collect()
        };
        Self {
            title: title.to_owned(),
            note: note.to_owned(),
            heads: leads.iter().map(|head| words(*head)).chain(heads).collect(),
            rows: rows.into_iter().map(row).collect(),
            folded: false,
        }
    }

    /// The table as a part of the page.
    pub(super) fn show(&self) -> Markup {
        html! {
            @if self.folded {
                details { summary { (self.title) } (self.bare()) }
            } @else {
                section.table { h3 { (self.title) } (self.bare()) }
            }
        }
    }

    fn bare(&self) -> Markup {
        let class = |column: usize| {
            self.heads.get(column).is_some_and(|head| head.is_number).then_some("number")
        };
        html! {
            @if !self.note.is_empty() { p.note { (glued(&self.note)) } }
            div.scroll role="region" aria-label=(self.title) tabindex="0" {
                table {
                    thead { tr {
                        @for (column, head) in self.heads.iter().enumerate() {
                            th scope="col" class=[class(column)] { (head.text) }
                        }
                    } }
                    tbody {
                        @for row in &self.rows {
                            tr { @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 { th class=[is_long(cell).then_some("long")] scope="row" { (cell) } }
                                @else { td class=[class(column)] { (cell) } }
                            } }
                        }
                    }
                }
            }
        }
    }
}

/// Whether a cell is so long that it would break into many lines.
fn is_long(cell: &Markup) -> bool {
    cell.0.chars().count() > 20
}
