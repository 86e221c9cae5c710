//! The table as a picture: the others above, the trick in the middle, the person below.

use threehand_engine::scene::Lay;
use threehand_engine::{Scene, Seat};

use crate::human::moment::{Moment, Step};
use crate::human::text;
use crate::terminal::screen::fitted;

/// The narrowest screen with room for it.
pub(super) const LEAST_WIDTH: usize = 72;

/// The columns and rows of the trick.
const TRICK: usize = 30;
const ROWS: usize = 7;

/// The table after some steps of the moment, on so many columns.
pub(super) fn picture(moment: &Moment, scene: &Scene, steps: &[Step], width: usize) -> String {
    let (me, half, side) = (moment.seat, width / 2, (width - TRICK) / 2);
    let other = |seat| {
        let text = text::seat(moment, scene, seat);
        let name = format!("─ {seat} {} ", text::name(moment, seat));
        let turn = if scene.turn == Some(seat) { '━' } else { '─' };
        let head = padded(&name, half - 2, turn);
        std::iter::once(head).chain(lines(&text, half - 2)).collect()
    };
    let mut rows = lines(&text::title(moment), width);
    rows.extend(beside(&[(other(me.left()), half), (other(me.right()), half)]));
    let mut log = lines(&text::short_steps(steps), side - 1);
    log.drain(..log.len().saturating_sub(ROWS));
    let about = lines(&text::about(moment, scene), side);
    rows.extend(beside(&[(log, side), (trick(scene, steps), TRICK), (about, side)]));
    rows.extend(lines(&format!("─ {me} you ─ {}", text::seat(moment, scene, me)), width));
    rows.extend(text::hand(moment, scene));
    rows.join("\n") + "\n"
}

/// The trick as it lies; after its end the trick before, until the next card.
fn trick(scene: &Scene, steps: &[Step]) -> Vec<String> {
    let taken = scene.last.as_ref().filter(|_| {
        scene.trick.is_empty() && steps.iter().rev().take(3).any(|step| step.taken.is_some())
    });
    let (plays, best) = match taken {
        Some(last) => (&last.plays, Some(last.winner)),
        None => (&scene.trick, scene.best),
    };
    let Some(me) = scene.seat else { return Vec::new() };
    let cards = |seat: Seat| -> Vec<String> {
        let Some(Lay { cards, .. }) = plays.iter().find(|lay| lay.seat == seat) else {
            return Vec::new();
        };
        let cards = format!("│ {} │", text::cards_text(cards));
        let wide = cards.chars().count();
        let mark = if best == Some(seat) { "★" } else { "" };
        let edge = |from: char, text: String, to: char| {
            padded(&format!("{from}{text}"), wide - 1, '─') + &to.to_string()
        };
        vec![edge('╭', format!("─{seat}{mark}"), '╮'), cards, edge('╰', String::new(), '╯')]
    };
    let half = TRICK / 2;
    let mut rows = beside(&[(cards(me.left()), half), (cards(me.right()), half)]);
    rows.resize(rows.len().max(3), String::new());
    let mine = cards(me);
    let wide = mine.first().map_or(0, |row| row.chars().count());
    rows.extend(mine.iter().map(|row| " ".repeat((TRICK - 3).saturating_sub(wide) / 2) + row));
    rows.resize(ROWS, String::new());
    rows
}

/// The lines of a text, broken at a width.
fn lines(text: &str, width: usize) -> Vec<String> {
    fitted(text, width).lines().map(str::to_owned).collect()
}

/// A text that is filled up to a width.
fn padded(text: &str, width: usize, with: char) -> String {
    let room = width.saturating_sub(text.chars().count());
    text.to_owned() + &with.to_string().repeat(room)
}

/// Columns of lines side by side, each with its width.
fn beside(columns: &[(Vec<String>, usize)]) -> Vec<String> {
    let rows = columns.iter().map(|(lines, _)| lines.len()).max().unwrap_or_default();
    let row = |row: usize| {
        let cell = |(lines, width): &(Vec<String>, usize)| {
            padded(lines.get(row).map_or("", |line| line), *width, ' ')
        };
        columns.iter().map(cell).collect::<String>()
    };
    (0..rows).map(row).collect()
}
