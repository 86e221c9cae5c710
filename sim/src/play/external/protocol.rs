//! The messages of both sides, a line of JSON each.

use rand::Rng as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use threehand_bots::{BotFailure, BotRng};
use threehand_engine::Seen;
use threehand_play::DynView;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The letters that are quoted of a line.
const QUOTED: usize = 120;

/// A message to a program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Message<'a> {
    /// The first message. The program answers its name.
    Hello { protocol: u32, game: &'a str, rules: &'a Map<String, Value>, label: &'a str },
    /// A new match begins; no answer.
    Match,
    /// A decision. The program answers the action.
    Decide(&'a Decide),
    /// Nothing more comes; no answer.
    Bye,
}

/// A decision that a program is asked for: all that its seat knows, and nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct Decide {
    /// A number below 2^53 for the program's randomness.
    pub seed: u64,
    /// The milliseconds that the program has.
    pub ms: u32,
    /// What the seat has seen.
    pub view: Seen,
}

impl Decide {
    /// The decision of the seat to move. The seed comes from the bot's randomness, so that a program that takes all of
    /// its randomness from the seed plays the same again.
    pub fn of(view: &dyn DynView, ms: u32, rng: &mut BotRng) -> Self {
        Self { seed: rng.next_u64() >> 11, ms, view: view.seen() }
    }
}

impl Message<'_> {
    /// The line with its end.
    pub(crate) fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("plain values can be written as JSON");
        line.push(b'\n');
        line
    }
}

/// A program's answer to the first message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hello {
    /// The program's name.
    pub name: String,
    /// The program's version.
    #[serde(default)]
    pub version: String,
    /// The games that it plays; `None` for all.
    #[serde(default)]
    pub games: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Action {
    action: String,
}

/// Reads the answer to the first message.
pub(super) fn read_hello(line: &[u8]) -> Result<Hello, BotFailure> {
    read(line, "a hello such as {\"name\":\"mybot\",\"version\":\"1\"}")
}

/// Reads the text of an action.
pub(super) fn read_action(line: &[u8]) -> Result<String, BotFailure> {
    read(line, "{\"action\":\"…\"} or {\"error\":\"…\"}").map(|Action { action }| action)
}

/// Reads an answer, or the error in its place.
fn read<T: for<'de> Deserialize<'de>>(line: &[u8], due: &str) -> Result<T, BotFailure> {
    let garbage = || BotFailure::Garbage(format!("{}, where {due} was due", quoted(line)));
    let value: Value = serde_json::from_slice(line).map_err(|_| garbage())?;
    match value.get("error") {
        Some(Value::String(error)) => Err(BotFailure::GaveUp(error.clone())),
        Some(error) => Err(BotFailure::GaveUp(error.to_string())),
        None => serde_json::from_value(value).map_err(|_| garbage()),
    }
}

/// The start of a line, in backquotes.
pub(super) fn quoted(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches(['\n', '\r']);
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
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
        assert_eq!(quoted(&[b'x'; 500]).chars().count(), QUOTED + 3);
    }
}
