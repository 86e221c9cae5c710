//! What is typed wrong is answered in one line that names it, with the exit code 2.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::common::{
    change_manifest, command, fail, folder, in_repository, play, refused, replace, succeed, text,
    unfinish, write,
};

#[test]
fn each_slip_is_answered_in_one_line_that_names_it() {
    let list = text(in_repository("program/tests/refused.txt"));
    let mut lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut count = 0;
    while let Some((slip, answer)) = lines.next().zip(lines.next()) {
        let error = fail(2, slip);
        let answer = answer.strip_prefix("    ").expect("an answer is indented");
        assert!(error.starts_with("error: ") && error.contains(answer), "{slip}: {error}");
        count += 1;
    }
    assert!(count > 150, "{count}");
}

/// So many bots, with commas between them.
fn bots(count: usize) -> String {
    vec!["random"; count].join(",")
}

#[test]
fn too_many_line_ups_variants_or_bots_are_refused_before_they_are_made() {
    let dir = folder("many");
    let variants = vec!["9-2-5"; 33].join(",");
    let pairs = "tournament --game 9-2-5 --bots";
    for (command, expected) in [
        (
            format!("{pairs} {} --format triples", bots(1000)),
            "make 997,002,000 line-ups as triples",
        ),
        (
            format!("{pairs} {} --format triples --plan", bots(1000)),
            "has 15,000 at most: take 25 bots or fewer",
        ),
        (format!("{pairs} {} --plan", bots(1000)), "1000 bots make 2,997,000 line-ups as pairs"),
        (
            format!("{pairs} {} --format gauntlet", bots(1000)),
            "1000 bots make 5,994 line-ups as gauntlet, and a block has 2,500 at most",
        ),
        (
            format!("compare --game 9-2-5 --variants {variants} --bots random"),
            "--variants: 33 variants are too many",
        ),
        (
            format!("compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots {} --plan", bots(300)),
            "--bots: 2 variants and 300 bots make 600 sets of sums, and 256 are the most",
        ),
    ] {
        let error = refused(2, self::command(&command).arg("--out").arg(dir.join("a")));
        assert!(error.contains(expected), "{error}");
        assert!(!dir.join("a").exists());
    }
    // So they are where a file or a manifest gives them.
    let config = dir.join("many.toml");
    write(&config, format!("game = '9-2-5'\nformat = 'triples'\nbots = '{}'", bots(96)));
    let error = fail(1, &format!("tournament --config {}", config.display()));
    assert!(error.contains("many.toml:3: bots: 96 bots make 857,280 line-ups"), "{error}");
    assert!(error.contains(", or --format gauntlet, which pairs"), "{error}");
    let run = play(dir.join("b"), &format!("{pairs} random,greedy --blocks 2"));
    unfinish(&run);
    change_manifest(&run, |manifest| manifest["specs"] = vec!["random"; 96].into());
    let error = fail(1, &format!("resume {}", run.display()));
    let expected = "manifest.json: bots: 96 bots make 27,360 line-ups as pairs";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_last_of_all_blocks_can_be_played() {
    let dir = folder("last");
    let (out, most) = (dir.display(), u64::MAX);
    for (kind, bots) in [
        ("tournament", "--bots random,greedy"),
        ("compare", "--bots random,greedy --variants 9-2-5,9-5-2"),
    ] {
        let run = format!("{kind} --game 9-2-5 {bots} --blocks {most} --shard {most}/{most}");
        play(dir.join(kind), &format!("{run} --seed {most} --max-hands {}", u32::MAX));
        let error = fail(1, &format!("merge {out}/{kind} --out {out}/whole"));
        assert!(error.contains("and 18446744073709551606 more are missing"), "{error}");
    }
    let rows = text(dir.join("tournament/matches.csv"));
    assert_eq!(rows.matches(",18446744073709551614,").count(), 18);
    for command in [
        format!("tournament --bots random,greedy --blocks {most}"),
        format!("compare --bots random --variants 9-2-5,9-5-2 --blocks {most}"),
        format!("sprt --bots random,greedy --blocks {most}"),
        format!("calibrate --blocks {} --runs 20 --max-hands 1", most / 20),
    ] {
        let text = succeed(&format!("{command} --game 9-2-5 --plan"));
        assert!(text.contains("18,446,744,073,709,551,615 matches"), "{command}: {text}");
    }
}

#[test]
fn files_without_end_and_what_is_no_file_are_refused() {
    let endless = "/dev/zero:1: the line is longer than any";
    for (command, told) in [
        ("tournament --config /dev/zero", "/dev/zero: it is longer than any file of settings"),
        ("solve --game 9-2-5 --file /dev/zero", &format!("{endless} position can be")),
        ("verify /dev/zero", &format!("{endless} record")),
    ] {
        assert!(fail(1, command).contains(told), "{command}");
    }
    let mut child = command("solve --game 9-2-5 --file -")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    // The command ends before it has taken all of this.
    while input.write_all(&[b'A'; 1 << 16]).is_ok() {}
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("standard input:1: the line is longer than any position"), "{error}");

    let dir = folder("no_file");
    let place = dir.join("manifest.json");
    let resume = format!("resume {}", dir.display());
    let no_file = || {
        assert!(fail(1, &resume).contains("manifest.json: it is no plain file"));
        fs::remove_file(&place).expect("it is there");
    };
    std::os::unix::fs::symlink("/dev/zero", &place).expect("a link");
    no_file();
    let made = std::process::Command::new("mkfifo").arg(&place).status();
    assert!(made.expect("mkfifo runs").success());
    no_file();
    write(&place, vec![b' '; (1 << 24) + 1]);
    assert!(fail(1, &resume).contains("manifest.json: it is longer than any manifest can be"));
}

#[test]
fn a_file_that_is_missing_or_wrong_is_refused_with_its_name() {
    let dir = folder("files");
    let path = dir.display();
    for (file, content, told) in [
        ("bad.jsonl", &b"{\"game\":"[..], "bad.jsonl:1: column 8"),
        ("empty.jsonl", b"", "no record"),
        ("bytes.jsonl", b"\xFF\xFE\n", "bytes.jsonl:1"),
        ("bad.jsonl.zst", b"not zstd", "bad.jsonl.zst"),
    ] {
        write(dir.join(file), content);
        assert!(fail(1, &format!("verify {path}/{file}")).contains(told), "{file}");
    }
    assert!(fail(1, &format!("verify {path}/none.jsonl")).contains("none.jsonl"));
    assert!(fail(1, &format!("replay {path}")).contains("--records all"));
    let run = "tournament --game 9-2-5 --bots random,greedy --blocks 1 --out";
    assert!(fail(1, &format!("{run} {path}/bad.jsonl/x")).contains("bad.jsonl"));
    let error = fail(1, &format!("{run} {path}/bad.jsonl"));
    assert!(error.ends_with("bad.jsonl: not a directory"), "{error}");
}

#[test]
fn a_bot_that_is_unknown_in_a_manifest_is_named_with_the_manifest() {
    let dir = folder("manifest");
    let bots = "tournament --game 9-2-5 --bots random,greedy --blocks 4";
    for part in 1..=2 {
        let shard = play(dir.join(part.to_string()), &format!("{bots} --shard {part}/2"));
        replace(&shard.join("manifest.json"), "\"greedy\"", "\"greddy\"");
    }
    let run = play(dir.join("run"), bots);
    replace(&run.join("manifest.json"), "\"greedy\"", "\"greddy\"");
    let told = "manifest.json: bots: no bot is called `greddy`; did you mean `greedy`?";
    for command in ["report", "contrast", "rate"] {
        let error = fail(1, &format!("{command} {}", run.display()));
        assert!(error.ends_with(told), "{command}: {error}");
    }
    let error = fail(1, &format!("merge {0}/1 {0}/2 --out {0}/m", dir.display()));
    assert!(error.contains(&format!("1/{told}")), "{error}");
}
