//! Folders that an earlier program wrote are read, gone on with and put together: `blocks` is called
//! `matches` in them, and what a champion stands for is spelled with older names of parameters.
//!
//! `older/unfinished` was stopped after two of its three blocks, and `older/shard-1` and `shard-2`
//! are the two parts of a run of three blocks. The champion of the first is today's: a run of this version goes on
//! with no other.

use std::path::Path;

use crate::common::{fail, files, folder, manifest, older, play, read, replace, succeed};

/// The hash of the results of the whole of the unfinished run, with tables as this version makes them.
const UNFINISHED: &str = "97b16a5544605b8867425672311123ad0c3dc87cf3a4548585ae83a3c7520589";

/// The hash of the results of the whole of which the shards are parts.
const WHOLE: &str = "f2697de4f87c89abbcf162de03afa0632a652acc5c52d15a9df168fd19f18732";

#[test]
fn an_unfinished_older_run_is_carried_on_to_the_same_results() {
    let dir = older("unfinished", &folder("older-unfinished"));
    let config = read(&dir.join("config.toml"));
    succeed(&format!("resume {} -q", dir.display()));
    let done = manifest(&dir);
    assert_eq!(done["results_hash"], UNFINISHED);
    assert_eq!(done["blocks"], 3);
    // The settings that repeat the run stay as they are, and repeat it.
    assert_eq!(read(&dir.join("config.toml")), config);
    assert!(String::from_utf8(config).unwrap().contains("matches = 3"));
    assert!(!dir.join("progress.json").exists());
}

#[test]
fn an_unfinished_older_run_that_was_changed_is_not_carried_on() {
    let dir = older("unfinished", &folder("older-changed"));
    let resume = format!("resume {}", dir.display());
    replace(&dir.join("manifest.json"), "\"seed\": 5", "\"seed\": 6");
    assert!(fail(1, &resume).contains("not of the settings in manifest.json"));
    replace(&dir.join("manifest.json"), "\"seed\": 6", "\"seed\": 5");
    replace(&dir.join("manifest.json"), "worlds=64:of=8", "worlds=64:of=9");
    assert!(fail(1, &resume).contains("`stands_for` is"));
}

#[test]
fn older_shards_are_put_together() {
    let dir = folder("older-shards");
    let (one, two) = (older("shard-1", &dir), older("shard-2", &dir));
    for shard in [&one, &two] {
        succeed(&format!("verify -q --again {}", shard.display()));
    }
    let (out, shards) = (dir.join("whole"), [&two, &one].map(|shard| shard.display().to_string()));
    succeed(&format!("merge {} --out {} -q", shards.join(" "), out.display()));
    assert_eq!(manifest(&out)["results_hash"], WHOLE);
    let again = |from: &Path, to: &str| {
        play(dir.join(to), &format!("tournament --config {}/config.toml", from.display()))
    };
    assert_eq!(manifest(&again(&out, "again"))["results_hash"], WHOLE);
    // A shard's own settings, under the older name of a key, repeat the shard.
    let part = again(&one, "part");
    // Its sums hold more than they did, and of its settings one is called otherwise now.
    let results = |dir: &Path| {
        let mut results = files(dir);
        results
            .retain(|name, _| !["manifest.json", "config.toml", "tally.json"].contains(&&**name));
        results
    };
    let (part, was) = (results(&part), results(&one));
    assert!(part == was && part.len() >= 6, "{:?}", part.keys());
    // A finished run has nothing left to do.
    succeed(&format!("resume {} -q", one.display()));
}
