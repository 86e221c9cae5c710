//! Runs whose bots play by networks in files.

use std::fs::{copy, remove_file, rename};
use std::path::PathBuf;

use crate::common::{
    assert_same, fail, folder, in_repository, play, read, succeed, text, unfinish, write,
};

#[test]
fn a_run_is_read_without_the_files_of_its_networks_and_played_again_only_with_them() {
    let dir = folder("moved");
    let (here, away) = (dir.join("kings.network"), dir.join("away.network"));
    let builtin = |game: &str| in_repository(&format!("bots/src/games/{game}/policy.network"));
    let bring = |from: PathBuf| assert!(copy(from, &here).is_ok());
    bring(builtin("three_kings"));
    let bots = format!("policy:network={}:epsilon=0.1,greedy", here.display());
    let command = format!("tournament --game kings --bots {bots} --blocks 4 --records all");
    let full = play(dir.join("full"), &command);
    let shards =
        ["1", "2"].map(|part| play(dir.join(part), &format!("{command} --shard {part}/2")));
    let stopped = play(dir.join("stopped"), &command);
    unfinish(&stopped);
    remove_file(stopped.join("summary.csv")).expect("it was there");
    let [full, one, two, stopped] =
        [&full, &shards[0], &shards[1], &stopped].map(|dir| dir.display().to_string());
    let (merged, page) = (dir.join("merged"), dir.join("page.html"));
    let reading = [
        format!("verify {full}"),
        format!("resume {full}"),
        format!("report {full} --quiet --out {}", page.display()),
        format!("rate {full}"),
        format!("merge {one} {two} --out {} --quiet --force", merged.display()),
    ];
    let again = ["verify --again", "contrast", "resume"];
    let again = again.map(|it| format!("{it} {}", if it == "resume" { &stopped } else { &full }));
    let due = ":sha256=";
    let expect = |why: &str| {
        reading.iter().for_each(|command| drop(succeed(command)));
        assert_same(&merged, &dir.join("full"), "merged");
        for command in &again {
            let error = fail(1, command);
            let named = format!("policy:network={}{due}", here.display());
            assert!(error.contains(&named) && error.contains(why), "{error}");
            assert!(!error.contains("another build"), "{error}");
        }
        assert!(text(&page).contains(why));
    };
    rename(&here, &away).expect("it is there");
    expect("No such file");
    bring(builtin("nine_two_five"));
    expect("its SHA-256 is ");
    bring(away);
    again.iter().for_each(|command| drop(succeed(command)));
    // Another network of the same name is another bot.
    let mut bytes = read(&here);
    *bytes.last_mut().expect("a network") ^= 1;
    write(&here, bytes);
    let other = play(dir.join("other"), &format!("{command} --seed 2"));
    let error = fail(1, &format!("rate {full} {}", other.display()));
    assert!(error.contains(" is another bot in "), "{error}");
    let error = fail(2, &format!("replay {full} --match 0 --hand 0 --lineup 0 --from 20"));
    assert!(error.contains("was another bot in this run, policy:network="), "{error}");
    succeed(&format!("replay {full} --match 0 --hand 0 --lineup 0 --from 20 --bots greedy"));
}
