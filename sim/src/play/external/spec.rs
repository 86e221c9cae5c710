//! The spec of an external bot: `cmd:LABEL`, with its time limits.

use std::fmt;
use std::time::Duration;

/// The start of the spec of an external bot.
pub(crate) const START: &str = "cmd:";

/// The most milliseconds that a spec may say: an hour.
const MOST: u32 = 3_600_000;

/// The default time limit that the program sees, in milliseconds.
const MS: u32 = 1_000;

/// The default milliseconds for the answer to `hello`.
pub(crate) const HELLO: u32 = 10_000;

/// The time beyond its limits that a program may take in a match, since a busy machine may let it wait.
pub(super) const BANK: Duration = Duration::from_millis(2_000);

/// The spec of an external bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalSpec {
    /// The label of the program.
    pub label: String,
    /// The time limit for a decision that the program sees, in milliseconds.
    pub ms: u32,
    /// The time after which the program is killed, in milliseconds; `None` for [the default](default_kill).
    kill: Option<u32>,
    /// The milliseconds for the answer to `hello`.
    hello: u32,
}

impl ExternalSpec {
    /// Whether a text is meant as the spec of an external bot.
    pub fn is_meant(text: &str) -> bool {
        text == "cmd" || text.starts_with(START)
    }

    /// Reads a spec.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':').skip(1);
        let label = parts.next().filter(|label| !label.is_empty()).ok_or_else(|| {
            format!("`{text}` names no program: write cmd:LABEL, with --external LABEL=COMMAND")
        })?;
        let (mut ms, mut kill, mut hello) = (None, None, None);
        for part in parts {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` is not a parameter: write name=value"))?;
            let place = match name {
                "ms" => &mut ms,
                "kill" => &mut kill,
                "hello" => &mut hello,
                _ => return Err(format!("cmd has no parameter `{name}`, only ms, kill and hello")),
            };
            let number = value.parse().ok().filter(|number| (1..=MOST).contains(number));
            let number = number.ok_or_else(|| {
                format!("cmd: {name} can't be `{value}`: it is a whole number from 1 to {MOST}")
            })?;
            if place.replace(number).is_some() {
                return Err(format!("cmd: {name} is given twice"));
            }
        }
        let ms = ms.unwrap_or(MS);
        if kill.is_some_and(|kill| kill < ms) {
            return Err(format!("cmd: kill is less than ms, which is {ms}"));
        }
        let kill = kill.filter(|&kill| kill != default_kill(ms));
        Ok(Self { label: label.to_owned(), ms, kill, hello: hello.unwrap_or(HELLO) })
    }

    /// The time for the answer to `hello`.
    pub fn hello(&self) -> Duration {
        Duration::from_millis(self.hello.into())
    }

    /// The time after which the program is killed.
    pub fn limit(&self) -> Duration {
        Duration::from_millis(u64::from(self.kill.unwrap_or(default_kill(self.ms))))
    }
}

/// The time after which a program is killed that has `ms` milliseconds.
const fn default_kill(ms: u32) -> u32 {
    2 * ms + 100
}

impl fmt::Display for ExternalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{START}{}", self.label)?;
        if self.ms != MS {
            write!(f, ":ms={}", self.ms)?;
        }
        self.kill.map_or(Ok(()), |kill| write!(f, ":kill={kill}"))?;
        if self.hello != HELLO {
            write!(f, ":hello={}", self.hello)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_written_in_its_plainest_spelling() {
        for (typed, plain) in [
            ("cmd:a", "cmd:a"),
            ("cmd:a:ms=1000", "cmd:a"),
            ("cmd:a:kill=500:ms=100", "cmd:a:ms=100:kill=500"),
            ("cmd:a:kill=300:ms=100", "cmd:a:ms=100"),
            ("cmd:a:hello=10000", "cmd:a"),
            ("cmd:a:hello=60000:ms=100", "cmd:a:ms=100:hello=60000"),
        ] {
            let spec = ExternalSpec::read(typed).unwrap();
            assert_eq!(spec.to_string(), plain);
        }
        assert_eq!(ExternalSpec::read("cmd:a:ms=50").unwrap().limit(), Duration::from_millis(200));
        for text in ["cmd", "cmd:", "cmd:a:ms", "cmd:a:ms=0", "cmd:a:ms=9:kill=8", "cmd:a:x=1"] {
            assert!(ExternalSpec::read(text).is_err(), "{text}");
        }
    }
}
