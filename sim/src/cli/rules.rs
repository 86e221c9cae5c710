//! `rules`: the rules of a game as a person learns them.

use clap::Args;
use serde_json::json;
use threehand_play::{Catalog, DynGame};

use super::list::options_text;
use crate::play::named::{game_named, is_file};
use crate::terminal::failure::Failure;
use crate::terminal::screen::{fill, width};
use crate::terminal::stream::{print, print_json};

pub(crate) const EXAMPLES: &str = "\
Examples:
  threehand rules 9-2-5
  threehand rules kitty
  threehand rules hearts
  threehand rules ./mine.toml";

/// The widest that prose is set, in columns: longer lines are hard to read.
const WIDEST: usize = 100;

/// Which rules, as typed.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The game: see `threehand list games`
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Print the game and its page in Markdown as one JSON object on one line
    #[arg(long)]
    pub json: bool,
}

/// Prints the rules of a game.
///
/// # Errors
/// If there is no such game.
pub fn run(catalog: &Catalog<'_>, args: &RulesArgs) -> Result<(), Failure> {
    let game = game_named(catalog, &args.game).map_err(Failure::of_argument)?;
    if args.json {
        return print_json(&json!({ "game": game.name(), "page": game.page() }));
    }
    let (page, options) = (page(game), options_text(game));
    if page.is_empty() {
        return print(&options);
    }
    let name = if is_file(&args.game) { &*args.game } else { game.name() };
    let where_options =
        format!("The options stand below the rules, and alone: threehand list games --game {name}");
    print(&format!("{where_options}\n\n{page}\n{options}"))
}

/// The rules of a game as plain text that fits the reader's screen.
pub(super) fn page(game: &dyn DynGame) -> String {
    plain(game.page(), width().map_or(WIDEST, |width| width.min(WIDEST)))
}

/// Markdown as plain text: headings stand alone, paragraphs and items of lists are filled to the width, and
/// tables stay as they are.
fn plain(page: &str, width: usize) -> String {
    let mut text = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let bare = line.trim_start();
        if bare.is_empty() {
            text.push('\n');
        } else if let Some(heading) = bare.strip_prefix('#') {
            let heading = bare_words(heading.trim_start_matches('#').trim());
            text.push_str(&format!("{heading}\n{}\n", "-".repeat(heading.chars().count())));
        } else if bare.starts_with('|') {
            let mut rows = vec![bare];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            text.push_str(&table(&rows, width));
        } else {
            let mut words = bare_words(line);
            while let Some(more) = lines.next_if(|line| goes_on(line.trim_start())) {
                words.push(' ');
                words.push_str(&bare_words(more.trim()));
            }
            words.push('\n');
            fill(&mut text, &words, (line.len() - bare.len() + mark(bare), width));
        }
    }
    text
}

/// Whether a line goes on with the paragraph or the item before it.
fn goes_on(bare: &str) -> bool {
    !bare.is_empty() && !bare.starts_with(['#', '|']) && mark(bare) == 0
}

/// A table as it stands, or if that is too wide, each row as its first cell with the others beside it.
fn table(rows: &[&str], width: usize) -> String {
    let is_rule = |row: &&&str| row.chars().all(|c| "|-: ".contains(c));
    let rows: Vec<_> = rows.iter().filter(|row| !is_rule(row)).map(|row| bare_words(row)).collect();
    if rows.iter().all(|row| row.chars().count() + 2 <= width) {
        return rows.iter().map(|row| format!("  {row}\n")).collect();
    }
    let cells = |row: &String| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows: Vec<_> = rows.iter().map(cells).collect();
    let wide = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
    rows.iter().map(|row| format!("  {:<wide$}  {}\n", row[0], row[1..].join("; "))).collect()
}

/// The length of what an item of a list begins with; 0 if the line begins none.
fn mark(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = digits > 0 && line[digits..].starts_with(". ");
    if line.starts_with("- ") {
        2
    } else if is_number {
        digits + 2
    } else {
        0
    }
}

/// A line without the marks of Markdown.
fn bare_words(line: &str) -> String {
    line.replace(['`', '*', '\\'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_set_as_plain_text() {
        let page = "# The *deal*\n\nTen cards each, and\nthree apart.\n\n- `one`: a line that is\n  \
                    long enough\n- two\n\n10. Ten words go here now\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
        let due = "The deal\n--------\n\nTen cards each,\nand three apart.\n\n- one: a line\n  that is long\n  \
                   enough\n- two\n\n10. Ten words go\n    here now\n\n  | a | b |\n  | 1 | 2 |\n";
        assert_eq!(plain(page, 16), due);
        let due = "  one  two and three; four\n  5    6; 7\n";
        assert_eq!(plain("| one | two and three | four |\n|--|--|--|\n| 5 | 6 | 7 |\n", 20), due);
    }
}
