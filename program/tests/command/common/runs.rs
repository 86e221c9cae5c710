//! Small runs of every kind, played once for all tests that only read them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, OnceLock};

use super::{command, copy, printed, shared_folder, text, write};

/// A finished run that no test changes.
#[derive(Clone, Copy)]
pub(crate) struct Kept {
    pub(crate) name: &'static str,
    /// The command without `--out`.
    pub(crate) command: &'static str,
    /// How the line with the answer begins.
    pub(crate) answer: &'static str,
}

const fn kept(name: &'static str, command: &'static str, answer: &'static str) -> Kept {
    Kept { name, command, answer }
}

/// Together they write every file and print every kind of summary.
pub(crate) const ALL: [Kept; 10] = [
    kept(
        "three",
        "tournament --game 9-2-5 --bots heuristic,greedy,random --blocks 40 --records all",
        "heuristic wins ",
    ),
    kept(
        "two",
        "tournament --game kitty --bots heuristic,greedy:epsilon=0.1 --blocks 30 --compress --records every=3 --hands \
         every=2",
        "heuristic wins ",
    ),
    kept(
        "bare",
        "tournament --game kings --bots greedy,random --blocks 2 --hands none",
        "greedy and random: ",
    ),
    kept(
        "flags",
        "tournament --game 9-2-5 --rules contracts=9-5-2,bleed_optional=true --format gauntlet --first 3 --strict \
         --bots heuristic,greedy:epsilon=0.25,random --blocks 9 --max-hands 3 --anchor random=1500 --records every=4 \
         --seed 18446744073709551615",
        "heuristic wins ",
    ),
    kept(
        "pair",
        "compare --game 9-2-5 --variants 9-2-5,9-5-2:bleed_cap=free --bots random,greedy,heuristic --blocks 40 \
         --block-values",
        "Under 9-2-5 rather than ",
    ),
    kept(
        "many",
        "compare --game 9-2-5 --variants 9-2-5,9-5-2,8-3-5,8-4-4 --bots random,greedy --blocks 30",
        "8-4-4 is ",
    ),
    kept(
        "single",
        "compare --game kings --variants three-kings --bots greedy,heuristic --blocks 30",
        "Largest seat advantage",
    ),
    kept(
        "test",
        "sprt --game kings --bots greedy:epsilon=0.1,greedy:epsilon=0.2 --blocks 150",
        "greedy:epsilon=0.1 is better than greedy:epsilon=0.2.",
    ),
    kept(
        "itself",
        "calibrate --game 9-2-5 --runs 20 --max-hands 1 --seed 2",
        "None of 4 promises is broken:",
    ),
    kept(
        "pool",
        "coverage --game 9-2-5 --max-hands 2 --bots random,greedy --pool 500 --runs 20 --blocks 2,5",
        "None of ",
    ),
];

/// The kept run of this name.
pub(crate) fn run(name: &str) -> &'static Kept {
    ALL.iter().find(|kept| kept.name == name).expect("a kept run")
}

impl Kept {
    /// The folder of the run, which tests leave as it is.
    pub(crate) fn dir(&self) -> PathBuf {
        static FOLDERS: LazyLock<Mutex<BTreeMap<&'static str, PathBuf>>> =
            LazyLock::new(Mutex::default);
        let mut folders = FOLDERS.lock().expect("no test fails in it");
        let fill = |all: &Path| {
            let dir = all.join("run");
            let flags = ["--quiet", "--wide", "--out"];
            let summary = printed(command(self.command).args(flags).arg(&dir));
            write(all.join("printed"), summary);
            let again = printed(command(self.command).args(["--json", "--out"]).arg(&dir));
            write(all.join("json"), again);
            let page = all.join("page.html");
            printed(command("report --quiet").arg(&dir).arg("--out").arg(page));
        };
        let made = folders.entry(self.name);
        made.or_insert_with(|| shared_folder(&format!("kept-{}", self.name), fill)).join("run")
    }

    /// What the run printed, as wide as it is.
    pub(crate) fn printed(&self) -> String {
        text(self.dir().with_file_name("printed"))
    }

    /// What the run prints with `--json`.
    pub(crate) fn json(&self) -> String {
        text(self.dir().with_file_name("json"))
    }

    /// The page of the run.
    pub(crate) fn page(&self) -> String {
        text(self.dir().with_file_name("page.html"))
    }

    /// The first word of the command.
    pub(crate) fn kind(&self) -> &'static str {
        self.command.split(' ').next().unwrap_or_default()
    }

    /// A copy that may be changed.
    pub(crate) fn copied(&self, to: impl AsRef<Path>) -> PathBuf {
        copy(&self.dir(), to)
    }
}

/// What one measurement of speeds printed with `--json`.
pub(crate) fn bench() -> String {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let fill = |dir: &Path| {
        let bench = printed(&mut command("bench --game 9-2-5 --rounds 1 -q --json"));
        write(dir.join("json"), bench);
    };
    text(FOLDER.get_or_init(|| shared_folder("kept-bench", fill)).join("json"))
}
