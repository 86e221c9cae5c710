//! Tables of the page, which scroll in a box of their own where they are too wide.

use maud::{Markup, html};

use super::unit::glued;

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

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) title: String,
    /// How it is read.
    pub(super) note: String,
    pub(super) heads: Vec<Head>,
    pub(super) rows: Vec<Vec<Markup>>,
    /// Whether it is shown only when it is asked for.
    pub(super) folded: bool,
}

impl Table {
    /// The table as a part of the page.
    pub(super) fn show(&self) -> Markup {
        let Self { title, note, .. } = self;
        html! {
            @if self.folded {
                details {
                    summary { (title) }
                    @if !note.is_empty() { p.note { (glued(note)) } }
                    (self.bare())
                }
            } @else {
                section.table {
                    h3 { (title) }
                    @if !note.is_empty() { p.note { (glued(note)) } }
                    (self.bare())
                }
            }
        }
    }

    fn bare(&self) -> Markup {
        let class = |column: usize| {
            self.heads.get(column).is_some_and(|head| head.is_number).then_some("number")
        };
        html! {
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

/// Whether a cell needs room, so that it is not broken into many lines.
fn is_long(cell: &Markup) -> bool {
    cell.0.chars().count() > 20
}
