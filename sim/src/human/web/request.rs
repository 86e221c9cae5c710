//! The little of HTTP that a page for one person needs.

use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The longest head of a request, in bytes.
const LONGEST: u64 = 1 << 14;
/// The most bytes that are read of a request that is too long.
const REST: u64 = 1 << 20;
/// The most time for a browser to send a request, or to read the answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What comes from a stream up to a moment.
struct Until<'s>(&'s TcpStream, Instant);

impl Read for Until<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.1.saturating_duration_since(Instant::now());
        // No time at all would mean for ever, and is refused.
        self.0.set_read_timeout(Some(left))?;
        self.0.read(bytes)
    }
}

/// The head of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// `GET` or `POST`.
    pub(super) method: String,
    /// The path, such as `/token/offer`.
    pub(super) path: String,
    /// The host that the browser believes to talk to.
    pub(super) host: String,
}

impl Request {
    /// Reads the head of a request.
    ///
    /// # Errors
    /// The answer to a request that is too long, or not understood.
    pub(super) fn read(stream: &TcpStream) -> Result<Self, Answer> {
        if stream.set_write_timeout(Some(PATIENCE)).is_err() {
            return Err(Answer::NotFound);
        }
        let mut head = BufReader::new(Until(stream, Instant::now() + PATIENCE).take(LONGEST));
        let request = Self::head(&mut head);
        let is_whole = head.buffer().len() as u64 + head.get_ref().limit() > 0;
        request.ok_or(if is_whole { Answer::NotFound } else { Answer::TooLong })
    }

    fn head(head: &mut impl BufRead) -> Option<Self> {
        let mut lines = head.lines();
        let first = lines.next()?.ok()?;
        let [method, path, "HTTP/1.1"] = first.split(' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let (method, path, mut host) = (method.to_owned(), path.to_owned(), String::new());
        for line in lines {
            let line = line.ok()?;
            if line.is_empty() {
                return Some(Self { method, path, host });
            }
            let (name, value) = line.split_once(':')?;
            if name.eq_ignore_ascii_case("host") {
                value.trim().clone_into(&mut host);
            }
        }
        None
    }
}

/// An answer.
#[derive(Debug)]
pub(super) enum Answer {
    /// The page.
    Page(String),
    /// Data for the page.
    Json(Value),
    /// There is no such page, or not for this client.
    NotFound,
    /// The head of the request is longer than that of any browser.
    TooLong,
}

impl Answer {
    /// Sends it; that nobody waits for it any more is no reason to fail.
    pub(super) fn send(&self, mut stream: &TcpStream) {
        let (ok, text) = ("200 OK", "text/plain");
        let (status, kind, body) = match self {
            Self::Page(page) => (ok, "text/html; charset=utf-8", page.clone()),
            Self::Json(json) => (ok, "application/json", json.to_string()),
            Self::NotFound => ("404 Not Found", text, "there is nothing here\n".to_owned()),
            Self::TooLong => {
                let status = "431 Request Header Fields Too Large";
                (status, text, "this request is too long\n".to_owned())
            }
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
             Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; \
             style-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'\r\n\r\n",
            body.len()
        );
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        // A stream that is closed before it was read to its end takes the answer with it.
        if matches!(self, Self::TooLong) {
            let _ = stream.shutdown(Shutdown::Write);
            let rest = Until(stream, Instant::now() + PATIENCE);
            let _ = io::copy(&mut rest.take(REST), &mut io::sink());
        }
    }
}
