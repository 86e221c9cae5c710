//! Tables of the page. A table that is too wide scrolls in a box of its own.

use maud::{Markup, html};
use serde_json::json;
use threehand_stats::Estimate;

use super::{glued, prose};
use crate::tables::page::PageTable;
use crate::terminal::grid::GridCell;
use crate::terminal::shown::lines;
use crate::terminal::unit::Unit;

/// The most columns of a table that fits a phone.
const NARROW: usize = 2;

/// The table as a part of the page.
pub(super) fn show(table: &PageTable) -> Markup {
    let PageTable { title, note, grid, is_folded } = table;
    let columns = grid.columns();
    let class = |column: usize| columns[column].is_right.then_some("number");
    // On a phone a row of so many columns is a block of lines.
    let wide = (columns.len() > NARROW).then_some("wide");
    let head = |column: usize| wide.map(|_| lines(&columns[column].head));
    let bare = html! {
        @if !note.is_empty() { p.note { (prose(note)) } }
        div.scroll role="region" aria-label=(lines(title)) tabindex="0" {
            table class=[wide] {
                thead { tr {
                    @for (number, column) in columns.iter().enumerate() {
                        th scope="col" class=[class(number)] { (lines(&column.head)) }
                    }
                } }
                tbody {
                    @for row in grid.rows() {
                        tr { @for (number, cell) in row.into_iter().enumerate() {
                            @if number == 0 { th class=[is_long(cell).then_some("long")] scope="row" { (show_cell(cell)) } }
                            @else {
                                td class=[class(number)] data-head=[head(number)] { (show_cell(cell)) }
                            }
                        } }
                    }
                }
            }
        }
    };
    html! {
        @if *is_folded { details { summary { (lines(title)) } (bare) } }
        @else { section.table { h3 { (lines(title)) } (bare) } }
    }
}

/// Whether a cell is so long that it would break into many lines.
fn is_long(cell: &GridCell) -> bool {
    matches!(cell, GridCell::Text(text) if text.chars().count() > 20)
}

fn show_cell(cell: &GridCell) -> Markup {
    match cell {
        GridCell::Text(text) => html! { (lines(text)) },
        GridCell::Figure(unit, figure) => show_figure(*unit, figure),
        GridCell::MeanAndWorst(unit, mean, worst) => html! {
            (show_number(*unit, *mean, unit.value(*mean)))
            " " span.interval { "(" (show_number(*unit, *worst, unit.bare(*worst))) ")" }
        },
        GridCell::Missing => html! { "–" },
    }
}

/// A number with its cell in the run's table.
fn show_number(unit: Unit, value: f64, text: String) -> Markup {
    html! { data value=(raw(unit, value)) { (glued(&text)) } }
}

/// A figure with its interval.
fn show_figure(unit: Unit, figure: &Estimate) -> Markup {
    let end = |value: f64| show_number(unit, value, unit.bare(value));
    html! {
        (show_number(unit, figure.mean, unit.value(figure.mean)))
        @match (figure.lo, figure.hi) {
            (Some(lo), Some(hi)) => { " " span.interval { "(" (end(lo)) " to " (end(hi)) ")" } }
            (Some(lo), None) => { " " span.interval { "(" (end(lo)) " or more)" } }
            (None, Some(hi)) => { " " span.interval { "(" (end(hi)) " or less)" } }
            (None, None) => {}
        }
    }
}

/// A value as it stands in a run's table.
pub(super) fn raw(unit: Unit, value: f64) -> String {
    if unit == Unit::Whole { json!(value as u64) } else { json!(value) }.to_string()
}
