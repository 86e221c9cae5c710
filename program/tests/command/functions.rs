//! Runs whose bots are functions of Python, read by the command, which has no Python.

use std::ffi::OsString;
use std::fs::remove_file;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use threehand_bots::{Bot, BotRng, Bots, Kind, Knowledge, Lab, Parameter, Range, Settings};
use threehand_engine::{Game, Legal as _, View};
use threehand_sim::run_with_listener;
use threehand_sim::terminal::listener::{Progress, RunListener, TableRows};

use crate::common::{
    assert_same, change_manifest, fail, folder, manifest, succeed, text, unfinish,
};

const fn any(name: &'static str) -> Parameter {
    Parameter::new(name, "", Range::Text(|text| Some(text.to_owned()), "any"), "a text")
}

const CALL: Parameter = any("call");

/// What the Python package calls a function, as far as a run's folder shows.
struct Functions;

impl Kind for Functions {
    const NAME: &'static str = "python";
    const ABOUT: &'static str = "a function";
    const PARAMETERS: &'static [Parameter] = &[CALL, any("sha256")];

    fn make<G: Knowledge>(&self, _: &Settings) -> Box<dyn Bot<G>> {
        Box::new(First)
    }

    fn stands_for<G: Knowledge>(&self, settings: &Settings, _: &Bots<G>) -> Option<String> {
        let is_noted = !any("sha256").of(settings).is_empty();
        let spec = format!("python:call={}:sha256={:064}", CALL.of(settings), 0);
        (!is_noted).then_some(spec)
    }
}

struct First;

impl<G: Game> Bot<G> for First {
    fn decide(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Action {
        view.legal().nth(0)
    }
}

struct Silent;

impl RunListener for Silent {
    fn say(&self, _: &str) {}
    fn progress(&self, _: &Progress<'_>) {}
    fn is_stopped(&self) -> bool {
        false
    }
    fn result(&self, _: Value, _: String, _: Vec<TableRows>) {}
}

fn play(words: &str, dir: &Path) {
    let words: Vec<_> = words.split(' ').chain(["--out"]).map(OsString::from).collect();
    let words = [words, vec![dir.into()]].concat();
    let lab = Lab::standard().bot(Functions);
    run_with_listener(&lab, &words, &[], Arc::new(Silent)).expect("it ends well");
}

#[test]
fn a_run_with_a_function_of_python_is_read_and_not_played() {
    let dir = folder("functions");
    for (name, run) in [
        ("triples", "tournament --records all --bots python:call=mine,greedy,python:call=mine"),
        ("pairs", "sprt --bots python:call=mine,greedy"),
        ("rungs", "compare --variants 9-2-5,9-5-2 --bots greedy,python:call=mine"),
    ] {
        let dir = dir.join(name);
        let command = format!("{run} --game 9-2-5 --blocks 6 --threads 1");
        let place = |part: &str| dir.join(part).display().to_string();
        play(&command, &dir.join("full"));
        for part in ["1", "2"] {
            play(&format!("{command} --shard {part}/2"), &dir.join(part));
        }
        let [full, one, two, merged] = ["full", "1", "2", "merged"].map(place);
        succeed(&format!("merge {one} {two} --out {merged} --quiet"));
        assert_same(&dir.join("merged"), &dir.join("full"), name);
        assert_eq!(
            manifest(&dir.join("full"))["stands_for"],
            manifest(&dir.join("merged"))["stands_for"]
        );
        succeed(&format!("verify {merged}"));
        succeed(&format!("resume {full}"));
        let error = fail(2, &format!("resume {full} --blocks 12"));
        assert!(error.contains("a run with a function of Python keeps its 6 blocks"), "{error}");
        succeed(&format!("report {full} --quiet"));
        let page = text(dir.join("full/report.html"));
        assert!(page.contains("python:call=mine"), "{name}");
        if run.starts_with("tournament") {
            assert!(page.contains("is a function of Python"));
            assert!(succeed(&format!("rate {merged}")).contains("python:call=mine"));
            let kitty = "replay --match 0 --hand 0 --lineup 0 --from 4";
            let error = fail(2, &format!("{kitty} {full}"));
            assert!(error.contains("of the record can't play on: name who does"), "{error}");
        }
        unfinish(&dir.join("merged"));
        for summary in ["summary.csv", "sprt.csv", "variants.csv"] {
            let _ = remove_file(dir.join("merged").join(summary));
        }
        for again in ["verify --again", "contrast", "resume"] {
            let folder = if again == "resume" { &merged } else { &full };
            let error = fail(1, &format!("{again} {folder}"));
            let kind = run.split(' ').next().unwrap_or_default();
            let due = format!(
                "python:call=mine is a function of Python, and the call of threehand.{kind} that began the run \
                 plays it, and goes on with it"
            );
            assert!(error.contains(&due) && !error.contains("another build"), "{error}");
        }
        change_manifest(&dir.join("full"), |manifest| {
            manifest["stands_for"] = ["greedy"; 3].into();
        });
        let error = fail(1, &format!("verify {full}"));
        assert!(error.contains("is a function of Python, which alone can call it"), "{error}");
    }
    let error = fail(2, "tournament --game 9-2-5 --bots python:call=mine,greedy");
    let due = "error: --bots: `python:call=mine` is a function of Python, which alone can call it";
    assert_eq!(error.trim_end(), due);
}
