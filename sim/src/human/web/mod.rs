//! A match in the browser: a page on the loopback address, for the person with the link.

mod request;

use std::collections::VecDeque;
use std::fs::File;
use std::io::Read as _;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;

use anyhow::Context as _;
use serde_json::json;

use self::request::{Answer, Request};
use super::GLANCE;
use super::human_match::HumanMatch;
use super::reply::Input;
use crate::report;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt::{heed_interrupts, interrupted};
use crate::terminal::stream::print;

/// The script of the page, after the one that draws cards.
const SCRIPT: [&str; 3] =
    [include_str!("table.js"), include_str!("ask.js"), include_str!("play.js")];
/// The style of the page, besides that of cards.
const STYLE: &str = include_str!("play.css");
/// The figures of kings, queens and jacks.
const FIGURES: &str = include_str!("figures.html");

/// A request and its stream.
type Waiting = (Request, Arc<TcpStream>);

/// The most streams that are open at once.
const OPEN: usize = 32;

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

/// Reads requests, each in a thread, so that a silent client blocks no other. Where too many streams are open, the oldest
/// ends: the person's own page asks and is answered at once.
fn listen(listener: &TcpListener, sender: &Sender<Waiting>) {
    let mut open: VecDeque<Weak<TcpStream>> = VecDeque::new();
    for stream in listener.incoming() {
        // Where no stream can be had, as when all files are open, the next try may succeed.
        let Ok(stream) = stream else {
            thread::sleep(GLANCE);
            continue;
        };
        let stream = Arc::new(stream);
        open.retain(|stream| stream.strong_count() > 0);
        if open.len() == OPEN
            && let Some(oldest) = open.pop_front().and_then(|oldest| oldest.upgrade())
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        open.push_back(Arc::downgrade(&stream));
        let sender = sender.clone();
        // Without a thread the request stays unanswered.
        let _ = thread::Builder::new().spawn(move || match Request::read(&stream) {
            Ok(request) => drop(sender.send((request, stream))),
            Err(answer) => answer.send(&stream),
        });
    }
}

/// 128 random bits in hexadecimal digits.
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
            let path = self.path(&request).unwrap_or("?");
            let answer = self.answer(&request.method, &path.split('/').collect::<Vec<_>>());
            match answer {
                Ok(Some(answer)) => answer.send(&stream),
                Ok(None) => {
                    Answer::Json(json!({"left": true})).send(&stream);
                    return Ok(());
                }
                Err(failure) => {
                    Answer::Json(json!({"failed": failure.message()})).send(&stream);
                    return Err(failure);
                }
            }
        }
    }

    /// The path of a request after the token; `None` if it is not from the page.
    fn path<'r>(&self, request: &'r Request) -> Option<&'r str> {
        let hosts = [self.address.to_string(), format!("localhost:{}", self.address.port())];
        let (token, path) = request.path.strip_prefix('/')?.split_once('/')?;
        (hosts.contains(&request.host) && token == self.token).then_some(path)
    }

    /// The answer to a request; `None` if the person leaves.
    fn answer(&mut self, method: &str, path: &[&str]) -> Result<Option<Answer>, Failure> {
        let human_match = &mut *self.human_match;
        let now = human_match.moment().number.to_string();
        let input = match (method, path) {
            ("GET", [""]) => return Ok(Some(Answer::Page(page()))),
            ("GET", ["offer"]) => None,
            ("POST", ["leave"]) => return Ok(None),
            ("POST", ["hint"]) => Some(Input::Hint),
            ("POST", ["review"]) => Some(Input::Review),
            ("POST", ["choose", moment, choice]) => {
                let choice = choice.parse().unwrap_or(usize::MAX);
                Some(Input::Choose(choice)).filter(|_| **moment == now)
            }
            ("POST", ["deal", moment]) => Some(Input::Deal).filter(|_| **moment == now),
            ("POST", ["back", moment]) => Some(Input::TakeBack).filter(|_| **moment == now),
            _ => return Ok(Some(Answer::NotFound)),
        };
        // A request for another moment, such as the second click on a card, changes nothing.
        let note = input.map(|input| human_match.reply(input)).transpose()?.flatten();
        Ok(Some(Answer::Json(match note {
            Some(note) => json!({ "note": note }),
            None => json!(human_match.moment()),
        })))
    }
}

/// The page.
fn page() -> String {
    let style = report::card_style() + STYLE;
    let script =
        format!("(() => {{\n\"use strict\";\n{}{}}})();\n", report::CARDS, SCRIPT.concat());
    let icon = maud::html! { link rel="icon" href="data:,"; };
    let table = maud::html! {
        main.stage #table { p { "The cards are being dealt." } }
        (maud::PreEscaped(FIGURES))
    };
    report::document("threehand", &icon, &style, &table, &script).into_string()
}
