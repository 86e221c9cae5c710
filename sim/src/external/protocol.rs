//! What the two sides write to each other, a line of JSON each.

use rand::Rng as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use threehand_bots::{BotFailure, BotRng};
use threehand_engine::Seen;
use threehand_play::DynView;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// As much of a line is shown of what was not understood.
const SHOWN: usize = 120;

/// What is written to a program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    /// The first line. The program answers who it is.
    Hello { protocol: u32, game: &'a str, rules: &'a Map<String, Value>, label: &'a str },
    /// A new match: what was seen before is to be forgotten. No answer is due.
    Match,
    /// A decision. The program answers what it chooses.
    Decide(&'a Decide),
    /// Nothing more comes.
    Bye,
}

/// A decision that a program is asked for: all that its seat knows, and nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct Decide {
    /// A number below 2^53, for all that the program leaves to luck.
    pub seed: u64,
    /// The milliseconds that the program has.
    pub ms: u32,
    /// What the seat has seen.
    pub view: Seen,
}

impl Decide {
    /// The decision of the seat to move. The seed comes from the bot's randomness, so that a program that takes all
    /// of its randomness from the seed plays the same again.
    pub fn of(view: &dyn DynView, ms: u32, rng: &mut BotRng) -> Self {
        Self { seed: rng.next_u64() >> 11, ms, view: view.seen() }
    }
}

impl<'a> Message<'a> {
    /// The first line, for a game, its rules, and the label that the program goes by.
    pub(super) const fn hello(
        game: &'a str,
        rules: &'a Map<String, Value>,
        label: &'a str,
    ) -> Self {
        Self::Hello { protocol: PROTOCOL, game, rules, label }
    }

    /// The line that is written.
    pub(super) fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("plain values can be written as JSON");
        line.push(b'\n');
        line
    }
}

/// Who a program says that it is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hello {
    /// The program's name.
    pub name: String,
    /// The program's version.
    #[serde(default)]
    pub version: String,
    /// The games that it plays; all, if it does not say.
    #[serde(default)]
    pub games: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Action {
    action: String,
}

/// Reads who a program says that it is.
pub(super) fn read_hello(line: &[u8]) -> Result<Hello, BotFailure> {
    read(line, "a hello such as {\"name\":\"mybot\",\"version\":\"1\"}")
}

/// Reads the text of the action that a program has chosen.
pub(super) fn read_action(line: &[u8]) -> Result<String, BotFailure> {
    read(line, "{\"action\":\"…\"} or {\"error\":\"…\"}").map(|Action { action }| action)
}

/// Reads an answer, or the error that was sent in its place.
fn read<T: for<'de> Deserialize<'de>>(line: &[u8], due: &str) -> Result<T, BotFailure> {
    let garbage = || BotFailure::Garbage(format!("{}, where {due} was due", quoted(line)));
    let value: Value = serde_json::from_slice(line).map_err(|_| garbage())?;
    if let Some(error) = value.get("error") {
        let told = error.as_str().map_or_else(|| error.to_string(), str::to_owned);
        return Err(BotFailure::GaveUp(told));
    }
    serde_json::from_value(value).map_err(|_| garbage())
}

/// The start of a line, in backquotes.
pub(super) fn quoted(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches(['\n', '\r']);
    let more = if text.chars().count() > SHOWN { "…" } else { "" };
    format!("`{}{more}`", text.chars().take(SHOWN).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_errors_and_garbage() {
        assert_eq!(read_action(br#"{"action":"play SA","depth":3}"#).unwrap(), "play SA");
        let gave_up = read_action(br#"{"error":"no idea"}"#).unwrap_err();
        assert_eq!(gave_up, BotFailure::GaveUp("no idea".to_owned()));
        for line in ["", "play SA", "{}", r#"{"action":3}"#, "[1]", "\u{1b}[2J", "null"] {
            let failure = read_action(line.as_bytes()).unwrap_err();
            assert!(matches!(failure, BotFailure::Garbage(_)), "{line}: {failure}");
        }
        let hello = read_hello(br#"{"name":"a","version":"2","games":["9-2-5"]}"#).unwrap();
        assert_eq!(hello.games.unwrap(), ["9-2-5"]);
        assert!(read_hello(br#"{"action":"play SA"}"#).is_err());
    }

    #[test]
    fn what_was_not_understood_is_quoted_by_its_start() {
        assert_eq!(quoted(b"abc\r\n"), "`abc`");
        assert_eq!(quoted(&[b'x'; 500]).chars().count(), SHOWN + 3);
    }
}
