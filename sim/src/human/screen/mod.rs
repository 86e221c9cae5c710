//! A match on the full screen of a terminal, by keys and mouse.

mod drawing;
mod picture;
mod terminal;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

pub(super) use self::terminal::play;
use super::moment::Moment;
use super::reply::Input;

/// The state of the screen.
struct Screen {
    moment: Moment,
    /// The number of steps that are shown.
    shown: usize,
    /// The choice that Enter takes; `None` until the person moves to one of several.
    at: Option<usize>,
    /// The note over the table until the next key.
    note: Option<String>,
    /// What was typed of `quit` since the note asks whether to leave.
    typed: String,
    /// The first line of the note that is shown, and the last such line.
    scroll: (u16, u16),
    /// The place of each choice.
    places: Vec<Rect>,
}

/// The note that asks for a confirmation to leave.
const LEAVE: &str = "Leave the table? y leaves, any other key stays.";
/// The answer to Enter where nothing is chosen.
const NOTHING: &str =
    "Nothing is chosen yet: move with arrow keys or Tab, then press Enter; or click.";
/// The lines that a page of a note moves.
const PAGE: u16 = 20;

impl Screen {
    fn new(moment: Moment) -> Self {
        let shown = moment.steps.len().min(1);
        let (note, typed, places) = (None, String::new(), Vec::new());
        Self { at: only(&moment), moment, shown, note, typed, scroll: (0, 0), places }
    }

    /// Shows another moment from its first step.
    fn show(&mut self, moment: Moment) {
        *self = Self::new(moment);
    }

    /// Shows one more step.
    fn step(&mut self) {
        self.shown = (self.shown + 1).min(self.moment.steps.len());
    }

    /// Whether all steps are shown.
    fn is_quiet(&self) -> bool {
        self.shown == self.moment.steps.len()
    }

    fn on_key(&mut self, key: KeyEvent) -> Option<Input> {
        let interrupt =
            key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        if interrupt {
            let is_sure = self.note.as_deref() == Some(LEAVE);
            self.ask_to_leave("");
            return is_sure.then_some(Input::Leave);
        }
        if self.note.is_some() && self.moves_note(key.code) {
            return None;
        }
        let note = self.close_note();
        if note.as_deref() == Some(LEAVE) {
            return self.on_leaving(key.code);
        }
        if !self.is_quiet() {
            self.shown = self.moment.steps.len();
            return None;
        }
        let count = self.moment.choices.len();
        match key.code {
            KeyCode::Right | KeyCode::Tab if count > 0 => {
                self.at = Some(self.at.map_or(0, |at| (at + 1) % count));
            }
            KeyCode::Left | KeyCode::BackTab if count > 0 => {
                self.at = Some((self.at.unwrap_or(0) + count - 1) % count);
            }
            KeyCode::Down if count > 0 => self.at = self.beside(1),
            KeyCode::Up if count > 0 => self.at = self.beside(-1),
            KeyCode::Enter | KeyCode::Char(' ') if note.is_some() => {}
            KeyCode::Enter | KeyCode::Char(' ') if count > 0 => {
                if self.at.is_none() {
                    self.note = Some(NOTHING.to_owned());
                }
                return self.at.map(Input::Choose);
            }
            KeyCode::Enter | KeyCode::Char(' ') => return Some(Input::Deal),
            KeyCode::Char('q') => self.ask_to_leave("q"),
            KeyCode::Char(key) => return Input::of_key(key.encode_utf8(&mut [0; 4])),
            _ => {}
        }
        None
    }

    /// Takes the note away; the next begins at its first line.
    const fn close_note(&mut self) -> Option<String> {
        self.scroll = (0, 0);
        self.note.take()
    }

    /// Moves the note that is shown; `false` if the key is none that does, or the note is short.
    const fn moves_note(&mut self, key: KeyCode) -> bool {
        let (line, last) = self.scroll;
        self.scroll.0 = match key {
            _ if last == 0 => return false,
            KeyCode::Down => line + 1,
            KeyCode::Up => line.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => line + PAGE,
            KeyCode::PageUp => line.saturating_sub(PAGE),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        };
        true
    }

    /// A key after the question whether to leave: `y`, or the rest of `quit`.
    fn on_leaving(&mut self, key: KeyCode) -> Option<Input> {
        let KeyCode::Char(letter) = key else { return None };
        let typed = format!("{}{letter}", self.typed);
        if letter == 'y' || typed == "quit" {
            return Some(Input::Leave);
        }
        if "quit".starts_with(&typed) {
            self.ask_to_leave(&typed);
        }
        None
    }

    fn ask_to_leave(&mut self, typed: &str) {
        (self.note, self.typed) = (Some(LEAVE.to_owned()), typed.to_owned());
    }

    fn on_click(&mut self, at: Position) -> Option<Input> {
        if self.close_note().is_some() || !self.is_quiet() {
            self.shown = self.moment.steps.len();
            return None;
        }
        let hit = self.places.iter().position(|place| place.contains(at));
        hit.map(Input::Choose).or_else(|| self.moment.choices.is_empty().then_some(Input::Deal))
    }

    /// The nearest choice in the row below, or above.
    fn beside(&self, down: i32) -> Option<usize> {
        let Some(here) = self.at.and_then(|at| self.places.get(at)) else { return Some(0) };
        let row = i32::from(here.y) + down;
        let there = self.places.iter().enumerate().filter(|(_, place)| i32::from(place.y) == row);
        let nearest = there.min_by_key(|(_, place)| place.x.abs_diff(here.x));
        nearest.map(|(number, _)| number).or(self.at)
    }
}

/// The only choice; `None` if there are several.
fn only(moment: &Moment) -> Option<usize> {
    (moment.choices.len() == 1).then_some(0)
}

#[cfg(test)]
mod tests;
