//! A match in the browser: a page on the loopback address, for the person with the link.

mod request;

use std::fs::File;
use std::io::Read as _;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
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

/// A request of the page: its method and its path after the token, with its stream.
struct Asked {
    method: String,
    path: String,
    stream: Arc<TcpStream>,
}

/// The most streams that are open at once.
const OPEN: usize = 64;

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
    let link =
        Link { hosts: [address.to_string(), format!("localhost:{}", address.port())], token };
    thread::spawn(move || listen(&listener, &Arc::new(link), &sender));
    answer_all(human_match, &requests)
}

/// The link, which the person alone has.
struct Link {
    hosts: [String; 2],
    token: String,
}

impl Link {
    /// The path of a request after the token; `None` if it is not from the page.
    fn path<'r>(&self, request: &'r Request) -> Option<&'r str> {
        let (token, path) = request.path.strip_prefix('/')?.split_once('/')?;
        (self.hosts.contains(&request.host) && token == self.token).then_some(path)
    }
}

/// Reads requests, each in a thread, so that a silent client blocks no other. Where too many streams are open, the oldest
/// ends of those that have not shown the token.
fn listen(listener: &TcpListener, link: &Arc<Link>, sender: &Sender<Asked>) {
    let mut open: Vec<(Weak<TcpStream>, Arc<AtomicBool>)> = Vec::new();
    for stream in listener.incoming() {
        // Where no stream can be had, as when all files are open, the next try may succeed.
        let Ok(stream) = stream else {
            thread::sleep(GLANCE);
            continue;
        };
        let (stream, is_person) = (Arc::new(stream), Arc::new(AtomicBool::new(false)));
        open.retain(|(stream, _)| stream.strong_count() > 0);
        if open.len() >= OPEN {
            let is_other = |(_, is_person): &(_, Arc<AtomicBool>)| !is_person.load(Relaxed);
            let oldest = open.iter().position(is_other).unwrap_or(0);
            if let Some(oldest) = open.remove(oldest).0.upgrade() {
                let _ = oldest.shutdown(Shutdown::Both);
            }
        }
        open.push((Arc::downgrade(&stream), Arc::clone(&is_person)));
        let (link, sender) = (Arc::clone(link), sender.clone());
        let read = move || match Request::read(&stream) {
            Ok(request) => match link.path(&request).map(str::to_owned) {
                Some(path) => {
                    is_person.store(true, Relaxed);
                    drop(sender.send(Asked { method: request.method, path, stream }));
                }
                None => Answer::NotFound.send(&stream),
            },
            Err(answer) => answer.send(&stream),
        };
        // Without a thread the request stays unanswered.
        let _ = thread::Builder::new().spawn(read);
    }
}

/// 128 random bits in hexadecimal digits.
fn token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn answer_all(human_match: &mut HumanMatch<'_>, requests: &Receiver<Asked>) -> Result<(), Failure> {
    loop {
        if interrupted().is_some() {
            return Ok(());
        }
        let Ok(Asked { method, path, stream }) = requests.recv_timeout(GLANCE) else { continue };
        match answer(human_match, &method, &path.split('/').collect::<Vec<_>>()) {
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

/// The answer to a request; `None` if the person leaves.
fn answer(
    human_match: &mut HumanMatch<'_>,
    method: &str,
    path: &[&str],
) -> Result<Option<Answer>, Failure> {
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

/// The page.
fn page() -> String {
    let style = report::card_style() + STYLE;
    let script =
        format!("(() => {{\n\"use strict\";\n{}{}}})();\n", report::CARDS, SCRIPT.concat());
    let icon = maud::html! { link rel="icon" href="data:,"; };
    let table = maud::html! {
        main.stage #table {
            p.gone { "The cards are being dealt." }
            noscript { p.gone { "The table needs JavaScript. Without --web you play in the terminal." } }
        }
        (maud::PreEscaped(FIGURES))
    };
    report::document("threehand", &icon, &style, &table, &script).into_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn where_too_many_streams_are_open_the_person_s_own_stays() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let link = Link { hosts: [(); 2].map(|()| "here".to_owned()), token: "abc".to_owned() };
        let (sender, requests) = channel();
        thread::spawn(move || listen(&listener, &Arc::new(link), &sender));
        let connect = |token: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            write!(stream, "GET /{token}/ HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
            stream
        };
        let mut person = connect("abc");
        let asked = requests.recv().unwrap();
        let others: Vec<_> = (0..3 * OPEN).map(|_| TcpStream::connect(address).unwrap()).collect();
        // Once this one was refused, all before it were let in.
        let mut last = String::new();
        connect("abd").read_to_string(&mut last).unwrap();
        assert!(last.starts_with("HTTP/1.1 404"), "{last}");
        Answer::Json(json!({})).send(&asked.stream);
        drop((asked, others));
        let mut answer = String::new();
        person.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(requests.try_recv().is_err(), "nobody else has shown the token");
    }
}
