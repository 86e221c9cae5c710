//! The only way to standard output and standard error: what is printed for a reader is made safe, and
//! what can't be printed is an error.
//!
//! `clippy.toml` keeps all other rooms from opening these streams.

#![expect(clippy::disallowed_methods, reason = "here is where they are opened")]

use std::io::Write;

use anyhow::Context as _;
use serde_json::Value;

use super::failure::Failure;
use super::screen::{fitted, width};
use super::shown;

/// What the stream is called in messages.
const OUT: &str = "standard output";

/// Prints lines for a reader, prose broken to fit the screen.
///
/// # Errors
/// If standard output can't be written.
pub fn print(text: &str) -> Result<(), Failure> {
    print_painted(text, str::to_owned)
}

/// Prints lines for a reader, which are painted once they are safe.
///
/// # Errors
/// If standard output can't be written.
pub fn print_painted(text: &str, paint: impl Fn(&str) -> String) -> Result<(), Failure> {
    let text = shown::lines(text);
    let text = match width() {
        Some(width) => fitted(&text, width),
        None => text,
    };
    write(&paint(&text))
}

/// Prints data on one line, as it is.
///
/// # Errors
/// If standard output can't be written.
pub fn print_json(data: &Value) -> Result<(), Failure> {
    write(&format!("{data}\n"))
}

fn write(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints bytes of our own as they are.
///
/// # Errors
/// If standard output can't be written.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    Ok(out.write_all(bytes).and_then(|()| out.flush()).context(OUT)?)
}

/// Prints the help or the version, with the colours that they have.
///
/// # Errors
/// If standard output can't be written.
pub fn print_help(help: &clap::Error) -> Result<(), Failure> {
    Ok(help.print().and_then(|()| std::io::stdout().flush()).context(OUT)?)
}

/// Writes a line to standard error; errors of writing are ignored.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", shown::one_line(text));
}
