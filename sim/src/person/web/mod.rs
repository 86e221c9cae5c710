//! A match in the browser: a page that is served on the loopback address alone, to whoever has the link.

mod request;

use std::fs::File;
use std::io::Read as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::Context as _;
use serde_json::json;

use self::request::{Answer, Request};
use super::party::{AnyParty, Stuck};
use super::{GLANCE, Keep};
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::report;
use crate::terminal::failure::Failure;
use crate::terminal::stream::print;

/// What the page runs.
const SCRIPT: &str = include_str!("play.js");
/// How the page looks, beside what it shares with reports.
const STYLE: &str = include_str!("play.css");

/// A request with the stream that waits for its answer.
type Waiting = (Request, TcpStream);

/// Serves the page until the person leaves.
///
/// # Errors
/// If no port can be had, a bot fails, or the records can't be kept.
pub(super) fn serve(party: &mut dyn AnyParty, keep: Keep<'_>) -> Result<(), Failure> {
    heed_interrupts()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port can be had")?;
    let address = listener.local_addr().context("no port can be had")?;
    let token = token().context("/dev/urandom")?;
    print(&format!(
        "http://{address}/{token}/\nOpen this link in a browser; Ctrl-C ends the match.\n"
    ))?;
    let (sender, requests) = channel();
    thread::spawn(move || listen(&listener, &sender));
    let mut table = Table { party, keep, address, token };
    let played = table.answer_all(&requests);
    let Table { party, keep, .. } = table;
    super::end(party, keep, played)
}

/// Reads requests, each in a thread, so that nobody who sends nothing keeps others waiting.
fn listen(listener: &TcpListener, sender: &Sender<Waiting>) {
    for stream in listener.incoming() {
        // Where no stream can be had, as when all files are open, a moment later there may be one.
        let Ok(stream) = stream else {
            thread::sleep(GLANCE);
            continue;
        };
        let sender = sender.clone();
        // A thread that can't be had is a request that is not answered.
        let _ = thread::Builder::new().spawn(move || match Request::read(&stream) {
            Ok(request) => drop(sender.send((request, stream))),
            Err(answer) => answer.send(&stream),
        });
    }
}

/// 128 bits that nobody can guess, in hexadecimal digits.
fn token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

struct Table<'a> {
    party: &'a mut dyn AnyParty,
    keep: Keep<'a>,
    address: SocketAddr,
    token: String,
}

impl Table<'_> {
    fn answer_all(&mut self, requests: &Receiver<Waiting>) -> Result<(), Failure> {
        loop {
            if interrupted().is_some() {
                return Ok(());
            }
            let Ok((request, stream)) = requests.recv_timeout(GLANCE) else { continue };
            let before = self.party.moment();
            let asked = self.asked(&request);
            let answer = match asked.as_ref().map(|asked| asked.split('/').collect::<Vec<_>>()) {
                None => Ok(Answer::NotFound),
                Some(words) if words == ["leave"] && request.method == "POST" => {
                    Answer::Json(json!({"left": true}).to_string()).send(&stream);
                    return Ok(());
                }
                Some(words) => self.answer(&request.method, &words),
            };
            match answer {
                Ok(answer) => {
                    // What has ended is kept before anybody hears of it.
                    if self.party.moment() != before && self.party.is_over() {
                        (self.keep)(self.party)?;
                    }
                    answer.send(&stream);
                }
                Err(stuck) => {
                    Answer::Json(json!({"failed": stuck.to_string()}).to_string()).send(&stream);
                    return Err(Failure::BotFailed(stuck.to_string()));
                }
            }
        }
    }

    /// What is asked for, if it is asked by the page.
    fn asked(&self, request: &Request) -> Option<String> {
        let hosts = [self.address.to_string(), format!("localhost:{}", self.address.port())];
        let path = request.path.strip_prefix('/')?;
        let (token, asked) = path.split_once('/')?;
        (hosts.contains(&request.host) && token == self.token).then(|| asked.to_owned())
    }

    fn answer(&mut self, method: &str, words: &[&str]) -> Result<Answer, Stuck> {
        let number = |word: &str| word.parse::<usize>().unwrap_or(usize::MAX);
        let is_now = |party: &dyn AnyParty, word: &str| word == party.moment().to_string();
        let changed = match (method, words) {
            ("GET", [""]) => return Ok(Answer::Page(page())),
            ("GET", ["offer"]) => Ok(()),
            // What was chosen in another moment, such as by two clicks on one card, is nothing.
            ("POST", ["choose", moment, choice]) if is_now(self.party, moment) => {
                self.party.choose(number(choice))
            }
            ("POST", ["deal", moment]) if is_now(self.party, moment) => self.party.deal(),
            ("POST", ["back", moment]) if is_now(self.party, moment) => {
                self.party.take_back();
                Ok(())
            }
            ("POST", ["choose", _, _] | ["deal" | "back", _]) => Ok(()),
            ("POST", ["advice"]) => {
                let advice = json!({"adviser": self.party.adviser(), "told": self.party.advice()});
                return Ok(Answer::Json(advice.to_string()));
            }
            ("POST", ["mistakes"]) => {
                let mistakes = self.party.mistakes();
                let mistakes = json!({"adviser": self.party.adviser(), "mistakes": mistakes});
                return Ok(Answer::Json(mistakes.to_string()));
            }
            _ => return Ok(Answer::NotFound),
        };
        match changed {
            Err(stuck @ Stuck::BotFailed { .. }) => Err(stuck),
            Ok(()) | Err(Stuck::NoSuchChoice) => {
                Ok(Answer::Json(json!(self.party.offer()).to_string()))
            }
        }
    }
}

/// The page.
fn page() -> String {
    let style = format!("{}{STYLE}", report::table_style());
    let script = format!("(() => {{\n\"use strict\";\n{}{SCRIPT}}})();\n", report::CARDS);
    maud::html! {
        (maud::DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "threehand" }
                link rel="icon" href="data:,";
                style { (maud::PreEscaped(style)) }
            }
            body {
                main.stage.hand #table { p { "The cards are being dealt." } }
                script { (maud::PreEscaped(script)) }
            }
        }
    }
    .into_string()
}
