//! Text that did not come from the program itself, such as a path, a name or what a file says, made
//! safe to show.
//!
//! A terminal obeys control characters, and a reader is misled by characters that turn the direction
//! of a text or show nothing. All of these are written as escapes, such as `\u{1b}`.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// As many characters of a text are shown at most.
const MOST: usize = 600;

/// A text on one line of bearable length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(String);

/// A safe text on one line: unprintable characters and line breaks are escaped, and a very long text loses its
/// middle.
pub fn shown(what: impl fmt::Display) -> Shown {
    Shown(one_line(&shortened(&what.to_string(), MOST)))
}

/// A text that has lost its middle if it has more than so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most / 2).collect();
    let end: String = text.chars().skip(count - most / 2).collect();
    format!("{start} … {end}")
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<Shown> for String {
    fn from(shown: Shown) -> Self {
        shown.0
    }
}

/// A text with all escaped that is not printed, line breaks too.
pub fn one_line(text: &str) -> String {
    escaped(text, is_printed)
}

/// The same for a text of several lines, which stay lines.
pub fn lines(text: &str) -> String {
    escaped(text, |c| c == '\n' || is_printed(c))
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if stays(c) {
            safe.push(c);
        } else {
            safe.extend(c.escape_default());
        }
    }
    safe
}

/// Whether a character shows as itself and does nothing else.
fn is_printed(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    // What Unicode calls ignorable and yet takes for letters or marks.
    let shows_nothing = matches!(
        c,
        '\u{34F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}'
    );
    // The standard library knows what is printed. After a letter it escapes no mark that combines
    // with the letter.
    let after_letter = String::from_iter(['a', c]);
    !shows_nothing && after_letter.escape_debug().eq(after_letter.chars())
}

/// A word as a shell takes it: with quotes where it needs them, and in `$'…'` byte by byte where the
/// word could not be shown.
pub fn shell_quoted(word: &OsStr) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=:,./+".contains(c);
    match word.to_str().filter(|word| word.chars().all(is_printed)) {
        Some(word) if !word.is_empty() && word.chars().all(plain) => word.to_owned(),
        Some(word) => format!("'{}'", word.replace('\'', r"'\''")),
        None => {
            let byte = |&byte: &u8| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(byte)),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\x{byte:02x}"),
            };
            format!("$'{}'", word.as_encoded_bytes().iter().map(byte).collect::<String>())
        }
    }
}

/// A path as a shell takes it and no command takes for a flag.
pub fn shell_path(path: &Path) -> String {
    let is_like_flag = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    let path = if is_like_flag { &*Path::new(".").join(path) } else { path };
    shell_quoted(path.as_os_str())
}
