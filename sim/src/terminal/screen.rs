//! The reader's screen: how much of a run is wanted on it, how many columns it has, and prose broken to fit them.

use std::sync::atomic::{AtomicBool, Ordering};

/// The width where none is known: that of the help.
const USUAL: usize = 100;
/// No width is taken to be narrower.
const LEAST: usize = 40;

/// Whether all columns are wanted, and whether all rows.
static WANTED: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

/// From now on all columns are shown, if so asked, and all rows and tables.
pub fn ask(wide: bool, all: bool) {
    for (wanted, asked) in WANTED.iter().zip([wide, all]) {
        wanted.store(asked, Ordering::Relaxed);
    }
}

/// Whether all tables are wanted with all their rows.
pub fn wants_all() -> bool {
    WANTED[1].load(Ordering::Relaxed)
}

/// The columns of the reader's screen: `COLUMNS` where that is set, else those of the terminal, else 100; `None` where
/// nothing shall be fitted.
pub fn width() -> Option<usize> {
    if WANTED[0].load(Ordering::Relaxed) {
        return None;
    }
    let set = || std::env::var("COLUMNS").ok()?.parse().ok();
    Some(set().or_else(of_terminal).unwrap_or(USUAL).max(LEAST))
}

/// Whether a person sits at a terminal that can be drawn on, and types there.
pub fn is_interactive() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    let [typed, drawn] =
        [rustix::stdio::stdin(), rustix::stdio::stdout()].map(rustix::termios::isatty);
    typed && drawn && !is_dumb
}

fn of_terminal() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(rustix::stdio::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

/// A text whose lines are broken at blanks where they are longer than this, words never. A line that begins with a
/// blank goes on below its text: where the last wide gap in it ends. Lines of tables stay as they are.
pub fn fitted(text: &str, width: usize) -> String {
    // A number stays with its unit and its error.
    let glued = text.replace(" ± ", "\u{a0}±\u{a0}").replace(" %", "\u{a0}%");
    let mut fitted = String::with_capacity(text.len() + 16);
    for line in glued.split_inclusive('\n') {
        let is_short = line.trim_end().chars().count() <= width;
        match indent(line, width).filter(|_| !is_short) {
            Some(indent) => fill(&mut fitted, line, (indent, width)),
            None => fitted.push_str(line),
        }
    }
    fitted.replace('\u{a0}', " ")
}

/// The column below which a line can go on; `None` if it is one of a table.
fn indent(line: &str, width: usize) -> Option<usize> {
    if !line.starts_with(' ') {
        return Some(0);
    }
    let place = line.trim_end().rfind("  ").map_or(1, |gap| gap + 2);
    let indent = line[..place].chars().count();
    let is_prose = !line[place..].starts_with('|') && 3 * indent <= 2 * width;
    is_prose.then_some(indent)
}

/// Adds a line word by word, and breaks it where it is wider than `width`; what is broken off stands below the column
/// `indent`.
pub fn fill(fitted: &mut String, line: &str, (indent, width): (usize, usize)) {
    let start: usize = line.chars().take(indent).map(char::len_utf8).sum();
    fitted.push_str(&line[..start]);
    let mut column = indent;
    for word in line[start..].split_inclusive([' ', '\n']) {
        let length = word.trim_end().chars().count();
        if column > indent && column + length > width {
            fitted.truncate(fitted.trim_end().len());
            fitted.push('\n');
            fitted.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        fitted.push_str(word);
        column += word.chars().count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_between_words_and_tables_are_not() {
        let text =
            "one two three four\n  a  tables  line  stays\nanunbreakableword x\n\ngains 5 % ± 1.5";
        let broken = "one two\nthree four\n  a  tables  line  stays\nanunbreakableword\nx\n\ngains\n5 % ± 1.5";
        assert_eq!(fitted(text, 11), broken);
        assert_eq!(fitted(text, 80), text);
    }

    #[test]
    fn what_hangs_beside_a_word_goes_on_below_itself() {
        let text = "  time   about 3 min, from 40 decisions\n    one and two\n  | a | long row of a table |\n";
        let broken = "  time   about 3\n         min, from\n         40\n         decisions\n    one and two\n  \
                      | a | long row of a table |\n";
        assert_eq!(fitted(text, 18), broken);
    }
}
