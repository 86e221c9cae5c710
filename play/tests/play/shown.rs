//! Text is made safe to show.

use std::ffi::OsStr;

use threehand_play::shown::{lines, shell_quoted, shown};

/// Longer texts are shortened.
const MOST: usize = 600;

#[test]
fn what_a_terminal_obeys_or_a_reader_does_not_see_is_escaped() {
    const HIDDEN: &str = concat!(
        "\0\u{7}\t\r\n\u{1b}\u{7f}\u{85}\u{9b}\u{a0}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}",
        "\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}",
        "\u{2066}\u{2069}\u{3164}\u{e000}\u{fe0f}\u{feff}\u{fff9}\u{e0041}\u{e01ef}\u{10ffff}",
    );
    for hidden in HIDDEN.chars() {
        let escape = hidden.escape_default().to_string();
        assert_eq!(shown(format!("a{hidden}b")).to_string(), format!("a{escape}b"));
        let kept = if hidden == '\n' { "\n" } else { &escape };
        assert_eq!(lines(&hidden.to_string()), kept);
    }
    let read = r#"runs/ä/日本語 'quoted' "twice" C:\x é … ± − ♠♥ α ρ e\u{301}"#;
    let read = read.replace(r"\u{301}", "\u{301}");
    assert_eq!(shown(&read).to_string(), read);
}

#[test]
fn what_is_very_long_is_shown_by_its_ends() {
    let long = format!("{}{}", "a".repeat(50_000), "z".repeat(50_000));
    let short = shown(long).to_string();
    assert_eq!(short.chars().count(), MOST + 3);
    assert!(short.starts_with("aaa") && short.contains("a … z") && short.ends_with("zzz"));
    assert_eq!(shown("é".repeat(MOST)).to_string(), "é".repeat(MOST));
}

#[test]
fn a_shell_takes_a_quoted_word_for_the_word() {
    for (word, quoted) in [
        ("runs/a", "runs/a"),
        ("", "''"),
        ("a b", "'a b'"),
        ("it's", r"'it'\''s'"),
        ("$HOME", "'$HOME'"),
        ("a\u{1b}[2Jb", r"$'a\x1b[2Jb'"),
        ("\u{202e}it's \\", r"$'\xe2\x80\xaeit\'s \\'"),
    ] {
        assert_eq!(shell_quoted(OsStr::new(word)), quoted);
    }
}
