//! A match in the browser: a page served on the loopback address, for a person with the link.

mod request;

use std::fs::File;
use std::io::Read as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::Context as _;
use serde_json::json;

use self::request::{Answer, Request};
use super::GLANCE;
use super::human_match::HumanMatch;
use crate::experiment::interrupt::{heed_interrupts, interrupted};
use crate::report;
use crate::terminal::failure::Failure;
use crate::terminal::stream::print;

/// The script of the page.
const SCRIPT: &str = include_str!("play.js");
/// The style of the page, besides what it shares with reports.
const STYLE: &str = include_str!("play.css");

/// A request with the stream that waits for its answer.
type Waiting = (Request, TcpStream);

/// Serves the page until the person leaves.
///
/// # Errors
/// If no port can be had, a bot fails, or records can't be written.
pub(super) fn play(human_match: &mut HumanMatch<'_>) -> Result<(), Failure> {
    heed_interrupts()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port can be had")?;
    let address = listener.local_addr().context("no port can be had")?;
    let token = token().context("/dev/urandom")?;
    print(&format!(
        "http://{address}/{token}/\nOpen this link in a browser; Ctrl-C ends the match.\n"
    ))?;
    let (sender, requests) = channel();
    thread::spawn(move || listen(&listener, &sender));
    Server { human_match, address, token }.answer_all(&requests)
}

/// Reads requests, each in a thread, so that a client that sends nothing keeps no other waiting.
fn listen(listener: &TcpListener, sender: &Sender<Waiting>) {
    for stream in listener.incoming() {
        // Where no stream can be had, as when all files are open, there may be one a little later.
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

struct Server<'m, 'a> {
    human_match: &'m mut HumanMatch<'a>,
    address: SocketAddr,
    token: String,
}

impl Server<'_, '_> {
    fn answer_all(&mut self, requests: &Receiver<Waiting>) -> Result<(), Failure> {
        loop {
            if interrupted().is_some() {
                return Ok(());
            }
            let Ok((request, stream)) = requests.recv_timeout(GLANCE) else { continue };
            let asked = self.asked(&request).unwrap_or("?");
            let words: Vec<_> = asked.split('/').collect();
            if words == ["leave"] && request.method == "POST" {
                Answer::Json(json!({"left": true})).send(&stream);
                return Ok(());
            }
            match self.answer(&request.method, &words) {
                Ok(answer) => answer.send(&stream),
                Err(failure) => {
                    Answer::Json(json!({"failed": failure.message()})).send(&stream);
                    return Err(failure);
                }
            }
        }
    }

    /// The words of a request; `None` if it is not from the page.
    fn asked<'r>(&self, request: &'r Request) -> Option<&'r str> {
        let hosts = [self.address.to_string(), format!("localhost:{}", self.address.port())];
        let path = request.path.strip_prefix('/')?;
        let (token, asked) = path.split_once('/')?;
        (hosts.contains(&request.host) && token == self.token).then_some(asked)
    }

    fn answer(&mut self, method: &str, words: &[&str]) -> Result<Answer, Failure> {
        let number = |word: &str| word.parse::<usize>().unwrap_or(usize::MAX);
        let human_match = &mut *self.human_match;
        let now = human_match.number().to_string();
        match (method, words) {
            ("GET", [""]) => return Ok(Answer::Page(page())),
            ("POST", ["advice"]) => {
                let (adviser, told) = (human_match.adviser(), human_match.advice());
                return Ok(Answer::Json(json!({"adviser": adviser, "told": told})));
            }
            ("POST", ["mistakes"]) => {
                let (adviser, mistakes) = (human_match.adviser(), human_match.mistakes());
                return Ok(Answer::Json(json!({"adviser": adviser, "mistakes": mistakes})));
            }
            ("POST", ["choose", moment, choice]) if **moment == now => {
                human_match.choose(number(choice))?;
            }
            ("POST", ["deal", moment]) if **moment == now => human_match.deal()?,
            ("POST", ["back", moment]) if **moment == now => drop(human_match.take_back()),
            // A request for another moment, such as the second click on a card, changes nothing.
            ("GET", ["offer"]) | ("POST", ["choose", _, _] | ["deal" | "back", _]) => {}
            _ => return Ok(Answer::NotFound),
        }
        Ok(Answer::Json(json!(human_match.moment())))
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
