//! A person at the table: in plain lines, and over the messages of the page.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use crate::common::started::wait_until;
use crate::common::{GAMES, command, folder, in_repository, read, records, succeed};
use serde_json::Value;

/// Plays with these lines typed; gives what was printed, and the records.
fn typed(more: &str, lines: impl AsRef<[u8]>, out: &Path) -> (String, Vec<Value>) {
    let adviser = if more.contains("--adviser") { "" } else { "--adviser heuristic" };
    let words = format!("play {adviser} {more}");
    let mut command = command(&words);
    command.arg("--out").arg(out).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the command can be run");
    let mut input = child.stdin.take().expect("it is piped");
    // What comes after the person has left is read by nobody.
    let _ = input.write_all(lines.as_ref());
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {error}");
    (String::from_utf8(output.stdout).expect("UTF-8"), records(out))
}

#[test]
fn a_match_of_each_game_is_played_to_its_end_and_its_records_are_right() {
    let dir = folder("play-match");
    for game in GAMES.into_iter().chain(["three-two-five"]) {
        let out = dir.join(format!("{game}.jsonl"));
        let lines = "1\n".repeat(4_000);
        let words = format!("--game {game} --bots greedy,heuristic --seed 5 --seat 1 --quick");
        let (said, records) = typed(&words, &lines, &out);
        assert!(
            said.contains("wins the match.") || said.contains("The match is shared."),
            "{said}"
        );
        assert!(said.contains("heuristic looks at your decisions"), "{said}");
        let bots = &records[0]["bots"];
        assert_eq!(*bots, serde_json::json!(["heuristic", "person", "greedy"]), "left is first");
        assert!(records.iter().any(|record| record["match"] == 0), "{game}");
        let told = succeed(&format!("verify {}", out.display()));
        assert!(told.contains("each as the rules have it"), "{told}");
        let again = dir.join(format!("{game}-again.jsonl"));
        typed(&words, &lines, &again);
        assert!(read(&out) == read(&again), "{game}: the same seed and answers, other records");
    }
}

#[test]
fn the_table_tells_what_the_rules_of_the_file_ask_for() {
    let dir = folder("play-hearts");
    let (said, _) = typed("--game hearts --seed 1", "1\n".repeat(40), &dir.join("hearts.jsonl"));
    for due in [
        "\n  pass to the left\n",
        "· no trick, 0 points ·",
        "\n  hearts not broken yet\n",
        "\n  hearts broken\n",
        "The cards go to the left in hand 1",
        "No heart may be led before a heart has been played",
    ] {
        assert!(said.contains(due), "{due}: {said}");
    }
    assert!(!said.contains("\n  trump ") && !said.contains("The highest trump"), "{said}");
    let (said, _) = typed("--game oh-hell --seed 1", "?\n", &dir.join("hell.jsonl"));
    assert!(said.contains("The last to bid may not name the number"), "{said}");
}

#[test]
fn a_card_that_may_not_be_played_is_refused_with_the_rule() {
    let dir = folder("play-refused");
    let suit = |suit: char| "23456789TJQKA".chars().map(move |rank| format!("{rank}{suit}\n"));
    let cards: String = "HSDC".chars().flat_map(suit).collect();
    let lines = "1\n".repeat(3) + &cards.repeat(9);
    let (said, _) = typed("--game hearts --seed 1", &lines, &dir.join("hearts.jsonl"));
    for due in [
        "\n  the lowest score wins\n",
        "> you hold ♣ and must follow with it\n",
        "> its suit may not be led before it is broken\n",
    ] {
        assert!(said.contains(due), "{due}: {said}");
    }
    let (said, _) = typed("--game 9-2-5 --seed 2", "1\n?\n", &dir.join("kitty.jsonl"));
    assert!(said.contains("\n  kitty to you: ♠J ♥Q ♦2 ♣4"), "{said}");
}

#[test]
fn a_hint_says_why_its_choice_stands_above_a_higher_estimate() {
    let out = folder("play-hint").join("a.jsonl");
    let words = "--game kitty --seed 1 --adviser pimc:worlds=8";
    let (said, _) = typed(words, "h\nq\n", &out);
    let explained = "A higher estimate changes its choice only if that is clearly better.";
    assert!(said.contains("points more likely to win") && said.contains(explained), "{said}");
}

#[test]
fn the_points_so_far_have_those_of_the_hand_that_is_over() {
    let out = folder("play-points").join("hand.jsonl");
    let words = "--game sergeant-major --bots greedy,heuristic --seed 4";
    let (said, records) = typed(words, "1\ns\n".repeat(60), &out);
    let (_, after) = said.split_once("The hand is over").expect("it has seventeen choices");
    let now = after.lines().find_map(|line| line.strip_prefix("  now ")).expect("it was asked for");
    let now: Vec<i64> =
        now.split_whitespace().map(|word| word.replace('−', "-").parse().unwrap()).collect();
    assert_eq!(serde_json::json!(now), records[0]["points"], "{after}");
}

#[test]
fn a_person_plays_against_a_program() {
    let dir = folder("play-program");
    let first = in_repository("examples/external/first.sh");
    let first = first.display();
    for game in GAMES {
        let out = dir.join(format!("{game}.jsonl"));
        let more = format!("--seed 5 --quick --bots cmd:mine,cmd:mine --external mine={first}");
        // Taking back asks the program again.
        let lines = "1\nu\n".to_owned() + &"1\n".repeat(50) + "q\n";
        let (said, records) = typed(&format!("--game {game} {more}"), lines, &out);
        assert!(said.contains("mine#2") && said.contains("The hand is over"), "{said}");
        assert_eq!(records[0]["bots"], serde_json::json!(["person", "cmd:mine", "cmd:mine"]));
        assert!(records[0]["taken_back"] == 1 || game != "9-2-5", "{}", records[0]);
        assert!(
            succeed(&format!("verify {}", out.display())).contains("each as the rules have it")
        );
    }
}

/// A match that is served to a browser; it ends with this value.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) link: String,
    host: String,
    token: String,
    out: PathBuf,
}

impl Served {
    pub(crate) fn start(game: &str, seat: usize, out: PathBuf) -> Self {
        let words = format!("play --game {game} --seed 8 --seat {seat} --web --adviser heuristic");
        let mut command = command(&words);
        command.arg("--out").arg(&out).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the command can be run");
        let mut link = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut link).expect("a link is printed");
        let rest = link.trim().strip_prefix("http://").expect("a link");
        let (host, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
        let (host, token) = (host.to_owned(), token.to_owned());
        Self { child, link: link.trim().to_owned(), host, token, out }
    }

    /// The status and the body of an answer.
    fn raw(&self, request: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("a request is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer comes");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
    }

    fn ask(&self, method: &str, path: &str) -> Value {
        let (host, token) = (&self.host, &self.token);
        let request = format!("{method} /{token}/{path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let (status, body) = self.raw(&request);
        assert_eq!(status, "HTTP/1.1 200 OK", "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn nobody_gets_in_without_the_token() {
    let served = Served::start("9-2-5", 0, folder("play-token").join("a.jsonl"));
    let (host, token) = (&served.host, &served.token);
    assert!(host.starts_with("127.0.0.1:"), "only this machine can reach {host}");
    assert_eq!(token.len(), 32);
    let wrong = token.replace(|c: char| c.is_ascii_digit(), "f");
    for request in [
        format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET /offer HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET /{wrong}/offer HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("POST /{wrong}/leave HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        // A page of another site that a name was made to lead here for.
        format!("GET /{token}/offer HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"),
        format!("GET /{token}/nothing HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET /{token}/choose/1/0 HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        "nonsense\r\n\r\n".to_owned(),
    ] {
        let mut stream = TcpStream::connect(host).expect("it listens");
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 404"), "{request}: {answer}");
    }
    let long = "x".repeat(20_000);
    for request in [
        format!("GET /{long} HTTP/1.1\r\n\r\n"),
        format!("GET /{token}/offer HTTP/1.1\r\nHost: {host}\r\nCookie: {long}\r\n\r\n"),
        format!("GET /{token}/offer HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "A: b\r\n".repeat(9_000)),
    ] {
        assert_eq!(served.raw(&request).0, "HTTP/1.1 431 Request Header Fields Too Large");
    }
    // Whoever says nothing keeps nobody waiting.
    let _silent = TcpStream::connect(host).expect("it listens");
    assert_eq!(served.ask("GET", "offer")["seat"], 0);
}

#[test]
fn many_slow_streams_keep_nobody_out() {
    let served = Served::start("kitty", 0, folder("play-slow").join("records.jsonl"));
    let connect = |_| {
        let mut stream = TcpStream::connect(&served.host).expect("it listens");
        let _ = stream.write_all(b"GET /");
        stream
    };
    let slow: Vec<_> = (0..500).map(connect).collect();
    assert_eq!(served.ask("GET", "offer")["seat"], 0);
    let status = format!("/proc/{}/status", served.child.id());
    let threads = || {
        let status = std::fs::read_to_string(&status).ok()?;
        status.lines().find_map(|line| line.strip_prefix("Threads:"))?.trim().parse::<u32>().ok()
    };
    // Those of the streams that were dropped are about to end.
    wait_until("few threads", || threads().is_none_or(|threads| threads < 100));
    let mut oldest = slow.into_iter().next().expect("there are some");
    let wait = std::time::Duration::from_secs(4);
    oldest.set_read_timeout(Some(wait)).expect("a time");
    assert!(!matches!(oldest.read(&mut [0]), Err(e) if e.kind() == std::io::ErrorKind::WouldBlock));
}

/// The cards that a text names: `KS` as in records, and `♠K` as in words.
fn cards(text: &str) -> BTreeSet<String> {
    let letters: Vec<char> = text.chars().collect();
    let pairs = letters.windows(2).filter_map(|pair| {
        let suit = |c: char| {
            "SHDC"
                .contains(c)
                .then_some(c)
                .or("♠♥♦♣".find(c).map(|at| ['S', 'H', 'D', 'C'][at / 3]))
        };
        let rank = |c: char| "23456789TJQKA".contains(c).then_some(c);
        let (record, word) = (
            rank(pair[0]).zip("SHDC".contains(pair[1]).then_some(pair[1])),
            suit(pair[0]).filter(|_| "♠♥♦♣".contains(pair[0])).zip(rank(pair[1])),
        );
        record.or(word.map(|(suit, rank)| (rank, suit))).map(|(rank, suit)| format!("{rank}{suit}"))
    });
    pairs.collect()
}

#[test]
fn no_message_holds_a_card_that_the_seat_does_not_know() {
    // Not the dealer, who alone sees the kitty.
    let game = "9-2-5";
    let served = Served::start(game, 1, folder("play-cards").join("a.jsonl"));
    let mut offer = served.ask("GET", "offer");
    assert_ne!(offer["scene"]["dealer"], 1);
    let mut offers = Vec::new();
    while offer["end"].is_null() {
        offers.push(offer.clone());
        let moment = offer["moment"].as_u64().expect("a number");
        let same = served.ask("POST", &format!("choose/{}/0", moment + 7));
        assert_eq!(same["moment"], offer["moment"], "a choice of another moment is none");
        if offers.len() == 1 {
            let hint = served.ask("POST", "hint");
            assert!(hint["note"].as_str().unwrap().starts_with("heuristic would "), "{hint}");
            offers.push(hint);
        }
        offer = served.ask("POST", &format!("choose/{moment}/0"));
    }
    let record = &records(&served.out)[0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let actions: Vec<String> =
        record["actions"].as_array().expect("a list").iter().map(text).collect();
    let own = cards(&text(&record["deal"]["hands"][1]));
    let mut done = 0;
    for offer in &offers {
        // Each card that was seen so far, by what others did in order.
        let steps = offer["steps"].as_array().map_or(0, Vec::len);
        done += steps;
        let seen = actions[..done].iter().filter(|line| !line.contains("discard"));
        let seen: BTreeSet<String> = seen.flat_map(|line| cards(line)).collect();
        let said = cards(&offer.to_string());
        let hidden: Vec<_> =
            said.iter().filter(|card| !own.contains(*card) && !seen.contains(*card)).collect();
        assert!(hidden.is_empty(), "{game}: {hidden:?} in {offer}");
    }
    assert!(done > 20, "{game}: {done} decisions were seen");
}

#[test]
fn games_that_persons_played_before_are_still_right() {
    for game in GAMES {
        let file = in_repository(&format!("program/tests/games/{game}.jsonl"));
        let file = file.display();
        let told = succeed(&format!("verify {file}"));
        assert!(told.contains("each as the rules have it"), "{told}");
        let told = succeed(&format!("replay {file} --hand 0"));
        assert!(told.contains("person"), "{told}");
    }
}
