//! Experiments that another program lives in its own process come to what the command comes to.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use threehand_bots::Lab;
use threehand_sim::run_with_listener;
use threehand_sim::terminal::failure::Failure;
use threehand_sim::terminal::listener::{Progress, RunListener, TableRows};

use crate::common::{assert_same, folder, succeed};

/// Keeps what it hears, and stops after so many blocks.
struct Hearing {
    most: u64,
    stopped: AtomicBool,
    blocks: AtomicU64,
    said: Mutex<Vec<String>>,
    told: Mutex<Option<(Value, Vec<TableRows>)>>,
}

impl Hearing {
    fn new(most: u64) -> Arc<Self> {
        Arc::new(Self {
            most,
            stopped: AtomicBool::new(false),
            blocks: AtomicU64::new(0),
            said: Mutex::default(),
            told: Mutex::default(),
        })
    }

    fn told(&self) -> (Value, Vec<TableRows>) {
        self.told.lock().unwrap().take().expect("what came out was told")
    }
}

impl RunListener for Hearing {
    fn say(&self, text: &str) {
        self.said.lock().unwrap().push(text.to_owned());
    }

    fn progress(&self, progress: &Progress<'_>) {
        self.blocks.store(progress.blocks, Ordering::Relaxed);
        if progress.blocks >= self.most {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn result(&self, summary: Value, answer: String, tables: Vec<TableRows>) {
        assert!(!answer.is_empty() && !answer.contains('\x1b'), "{answer}");
        *self.told.lock().unwrap() = Some((summary, tables));
    }
}

fn lived(hearing: &Arc<Hearing>, words: &str) -> Result<(), Failure> {
    let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
    run_with_listener(&Lab::standard(), &words, &[], Arc::clone(hearing) as Arc<dyn RunListener>)
}

/// The text of a summary without the time that it took.
fn timeless(text: &str) -> String {
    let (before, rest) = text.split_once(r#""seconds":"#).unwrap_or((text, ""));
    let after = rest.split_once(',').map_or("", |(_, after)| after);
    format!("{before}{after}").trim_end().to_owned()
}

const TOURNAMENT: &str = "tournament --game 9-2-5 --bots greedy,random --blocks 30 --seed 8";

fn printed(words: &str) -> String {
    timeless(&succeed(&format!("{words} --json --quiet")))
}

#[test]
fn a_host_is_told_what_the_command_prints() {
    for words in [
        TOURNAMENT,
        "compare --game kitty --bots random,greedy --variants three-legged-kitty,kitty:overpay=true --blocks 12",
        "sprt --game three-kings --bots greedy,random --blocks 60",
    ] {
        let hearing = Hearing::new(u64::MAX);
        lived(&hearing, words).expect("it ends well");
        let (summary, tables) = hearing.told();
        assert_eq!(timeless(&summary.to_string()), printed(words), "{words}");
        for table in &tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{table:?}");
        }
        assert!(hearing.blocks.load(Ordering::Relaxed) > 0 && !tables.is_empty());
    }
}

#[test]
fn several_go_on_side_by_side() {
    let due = printed(TOURNAMENT);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let hearing = Hearing::new(u64::MAX);
                lived(&hearing, TOURNAMENT).expect("it ends well");
                assert_eq!(timeless(&hearing.told().0.to_string()), due);
            });
        }
    });
}

#[test]
fn what_a_host_stops_goes_on_from_its_folder() {
    let dir = folder("hosted-stops");
    let whole = dir.join("whole");
    let run = dir.join("run");
    let in_folder = |folder: &Path| format!("{TOURNAMENT} --out {}", folder.display());
    lived(&Hearing::new(u64::MAX), &in_folder(&whole)).expect("it ends well");

    let hearing = Hearing::new(7);
    let failure = lived(&hearing, &in_folder(&run)).expect_err("it was stopped");
    assert_eq!(failure.code(), 130);
    assert!(failure.message().contains("; to go on: the same call"), "{}", failure.message());
    assert!(hearing.told.lock().unwrap().is_none());

    let hearing = Hearing::new(u64::MAX);
    lived(&hearing, &in_folder(&run)).expect("it goes on");
    assert!(hearing.said.lock().unwrap()[0].contains("going on after"));
    assert_same(&run, &whole, "stopped and gone on with");
}

#[test]
fn what_is_no_experiment_or_needs_a_process_is_refused() {
    for (words, told) in [
        ("list", "the command is no experiment"),
        ("tournament --game 9-2-5 --bots greedy,random --blokcs 3", "--blokcs"),
        (
            "tournament --game 9-2-5 --bots greedy,random --move-seconds 3 --out x",
            "error: --move-seconds: a run with a limit starts anew as a process of its own",
        ),
        (
            "tournament --game 9-2-5 --bots greedy,random --wait-lock --out x",
            "error: --wait-lock: only the command threehand has a process of its own",
        ),
    ] {
        let failure = lived(&Hearing::new(u64::MAX), words).expect_err(words);
        assert_eq!(failure.code(), 2, "{words}");
        assert!(failure.message().contains(told), "{}", failure.message());
    }
}
