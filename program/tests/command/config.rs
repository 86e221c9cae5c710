//! Settings from a file are those of the flags, and a run's own file repeats the run.

use std::path::Path;

use crate::common::{self, fail, folder, manifest, parsed, succeed};

/// Writes a file of settings and gives its path.
fn write(dir: &Path, text: &str) -> String {
    let path = dir.join("run.toml");
    common::write(&path, text);
    path.display().to_string()
}

#[test]
fn a_file_may_say_all_that_flags_say() {
    let dir = folder("all");
    let text = "game = \"9-2-5\"\nbots = \"random,greedy\"\nmatches = 3\nout = \"OUT\"\nquiet = true\n\
                json = true\nthreads = 1\nrules = { contracts = [8, 3, 5], bleed_cap = \"free\" }\n\
                compress = false\n";
    let out = dir.join("out");
    let path = write(&dir, &text.replace("OUT", &out.display().to_string()));
    let json = parsed(&succeed(&format!("tournament --config {path}")));
    assert_eq!(json["variant"], "9-2-5:contracts=8-3-5:bleed_cap=free");
    assert_eq!(json["blocks"], 3);
    assert!(out.join("hands.csv").exists());
    // The same flag typed, the short one too, is no second one.
    succeed(&format!("tournament --config {path} -q --json --force --bots greedy,heuristic"));
    assert_eq!(manifest(&out)["specs"], serde_json::json!(["greedy", "heuristic"]));
    // What only a folder can hold may stand in a file, and not be typed, where no folder is named.
    let text = "game = \"9-2-5\"\nbots = \"greedy,random\"\nblocks = 2\nhands = \"all\"\n";
    let path = write(&dir, text);
    succeed(&format!("tournament -q --config {path}"));
    fail(2, &format!("tournament -q --config {path} --records all"));
}

#[test]
fn a_slip_in_a_file_is_named_with_its_line() {
    let dir = folder("config-wrong");
    let good = "# what to play\ngame = \"9-2-5\"\nbots = [\"random\", \"greedy\"]\n";
    for (more, expected) in [
        ("blokcs = 5\n", ":4: tournament has no setting `blokcs`; did you mean `blocks`?"),
        ("max_hands = 5\n", ":4: tournament has no setting `max_hands`; did you mean `max-hands`?"),
        ("config = \"x\"\n", ":4: tournament has no setting `config`"),
        ("\nmatches = 0\n", ":5: invalid value '0' for 'matches"),
        ("seed = -1\n", ":4: invalid value '-1' for 'seed"),
        ("format = \"pair\"\n", ":4: invalid value 'pair'"),
        ("format = \"triples\"\n", ":3: bots: triples need at least 3 bots"),
        ("compress = 1\n", ":4: compress is true or false"),
        ("matches = 5\nmatches = 6\n", ":5: duplicate key"),
        ("matches = \n", ":4: "),
        ("[rules]\nkitty = \"never\"\n", ":4: rules: kitty can't be `never`"),
        ("rules = { bleedcap = 1 }\n", "did you mean `bleed_cap`?"),
        ("seed = nan\n", ":4: seed can't be NaN"),
        ("matches = -inf\n", ":4: matches can't be -inf"),
        ("matches = false\n", ":4: invalid value 'false' for 'matches"),
        ("matches = []\n", ":4: matches is empty"),
        ("matches = {}\n", ":4: matches is empty"),
        ("seed = 2026-01-02\n", ":4: seed can't be the date or time 2026-01-02"),
        ("rules = { bleed_cap = [inf] }\n", ":4: rules can't be inf"),
        ("rules = \"\"\n", ":4: rules is empty"),
        ("out = \"\"\n", ":4: out is empty"),
        ("rules = \"tie=recheck,\"\n", ":4: rules: `` is no key=value"),
        ("threads = -1\n", "-1 is not in 1..=1024"),
        ("[external]\nx = \"true\"\n", "expected a table such as { command = [\"python3\", "),
    ] {
        let path = write(&dir, &format!("{good}{more}"));
        let error = fail(1, &format!("tournament --config {path} -q"));
        assert!(error.starts_with("error: ") && error.contains("run.toml:"), "{more}: {error}");
        assert!(error.contains(expected), "{more}: {error}");
    }
    let path = write(&dir, &good.replace("greedy", "gredy"));
    let error = fail(1, &format!("tournament --config {path}"));
    assert!(
        error.contains(":3: bots: no bot is called `gredy`; did you mean `greedy`?"),
        "{error}"
    );
    // What is wrong in what was typed is not put on the file.
    let error = fail(2, &format!("tournament --config {path} --bots random,heurstic"));
    assert!(error.starts_with("error: --bots: no bot is called `heurstic`"), "{error}");
    assert!(fail(1, "tournament --config none.toml").contains("none.toml: "));
    assert!(fail(2, "tournament --config").contains("--config"));
    assert!(fail(2, "tournament --config=").contains("--config"));
    // No rules are what a file may say.
    let path = write(&dir, &format!("{good}rules = []\nmatches = 2\n"));
    succeed(&format!("tournament --config {path} -q"));
    // A list may hold what a command line would: words with commas between them.
    let commas = good.replace("[\"random\", \"greedy\"]", "[\"random,greedy\"]");
    let path = write(&dir, &format!("{commas}matches = 2\n"));
    succeed(&format!("tournament --config {path} -q"));
    // A value without end is named too.
    let path = write(&dir, "game = '9-2-5'\nbots = 'random,greedy'\nt0 = '-inf'\n");
    let error = fail(1, &format!("sprt --config {path}"));
    assert!(
        error.contains("run.toml:3: t0: ") && error.contains("from -1 to 1, not -inf"),
        "{error}"
    );
    // No list that has to be given is empty, or has an empty word.
    for lists in ["bots = \"\"\nvariants = \"9-2-5\"", "bots = \"random\"\nvariants = \",\""] {
        let path = write(&dir, &format!("game = \"9-2-5\"\n{lists}\nblocks = 2\n"));
        let error = fail(1, &format!("compare --config {path}"));
        assert!(error.contains("run.toml:"), "{error}");
    }
}
