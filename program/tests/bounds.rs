//! What is too much is refused before it takes memory or time, in one line that says what to do.

mod common;

use std::fs;

use common::{fail, folder, manifest, read, succeed};

/// So many bots, with commas between them.
fn bots(count: usize) -> String {
    vec!["random"; count].join(",")
}

#[test]
fn line_ups_are_counted_before_they_are_made() {
    let dir = folder("lineups");
    let out = dir.display();
    for (arguments, expected) in [
        ("--format triples", "1000 bots make 997,002,000 line-ups as triples"),
        ("--format triples --plan", "has 15,000 at most: take 25 bots or fewer"),
        ("--plan", "1000 bots make 2,997,000 line-ups as pairs"),
        (
            "--format gauntlet",
            "1000 bots make 5,994 line-ups as gauntlet, and a block has 2,500 at most",
        ),
    ] {
        let bots = bots(1000);
        let command = format!("tournament --game 9-2-5 {arguments} --bots {bots} --out {out}/a");
        let error = fail(2, &command);
        assert!(error.starts_with("error: --bots: ") && error.contains(expected), "{error}");
        assert!(!dir.join("a").exists());
    }
    // A file gives them as well, and so does a manifest.
    let config = dir.join("many.toml");
    fs::write(&config, format!("game = '9-2-5'\nformat = 'triples'\nbots = '{}'", bots(96)))
        .unwrap();
    let error = fail(1, &format!("tournament --config {}", config.display()));
    assert!(error.contains("many.toml:3: bots: 96 bots make 857,280 line-ups"), "{error}");
    assert!(error.contains(", or --format gauntlet, which pairs"), "{error}");
    succeed(&format!("tournament --game 9-2-5 --bots random,greedy --blocks 2 -q --out {out}/b"));
    let mut told = manifest(&dir.join("b"));
    told["finished"] = serde_json::Value::Null;
    told["specs"] = vec!["random"; 96].into();
    fs::write(dir.join("b/manifest.json"), told.to_string()).unwrap();
    let error = fail(1, &format!("resume {out}/b"));
    assert!(
        error.contains("manifest.json: bots: 96 bots make 27,360 line-ups as pairs"),
        "{error}"
    );
}

#[test]
fn a_comparison_of_too_many_variants_or_rungs_is_refused() {
    let many = vec!["9-2-5"; 33].join(",");
    for (arguments, expected) in [
        (format!("--variants {many} --bots random"), "--variants: 33 variants are too many"),
        (
            format!("--variants 9-2-5,9-5-2 --bots {} --plan", bots(300)),
            "--bots: 2 variants and 300 bots make 600 sets of sums, and 256 are the most",
        ),
    ] {
        let error = fail(2, &format!("compare --game 9-2-5 {arguments}"));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_last_blocks_that_there_are_can_be_played_and_told() {
    let dir = folder("greatest");
    let out = dir.display();
    let most = u64::MAX;
    for (kind, bots) in [
        ("tournament", "--bots random,greedy"),
        ("compare", "--bots random,greedy --variants 9-2-5,9-5-2"),
    ] {
        succeed(&format!(
            "{kind} --game 9-2-5 {bots} --blocks {most} --shard {most}/{most} --seed {most} \
             --max-hands {} --out {out}/{kind} -q",
            u32::MAX
        ));
        let error = fail(1, &format!("merge {out}/{kind} --out {out}/whole"));
        assert!(error.contains("and 18446744073709551606 more are missing"), "{error}");
    }
    let rows = String::from_utf8(read(&dir.join("tournament/matches.csv"))).unwrap();
    assert_eq!(rows.matches(",18446744073709551614,").count(), 18);
    for command in [
        format!("tournament --bots random,greedy --blocks {most}"),
        format!("compare --bots random --variants 9-2-5,9-5-2 --blocks {most}"),
        format!("sprt --bots random,greedy --blocks {most}"),
        format!("calibrate --blocks {} --runs 20", most / 20),
    ] {
        let text = succeed(&format!("{command} --game 9-2-5 --plan"));
        assert!(text.contains("18,446,744,073,709,551,615 matches"), "{command}: {text}");
        succeed(&format!("{command} --game 9-2-5 --plan --json"));
    }
}

#[test]
fn hypotheses_without_end_are_refused_wherever_they_are_given() {
    let dir = folder("hypotheses");
    for (setting, value, expected) in [
        ("t0", "-inf", "from -1 to 1, not -inf"),
        ("t0", "1e999", "from -1 to 1, not inf"),
        ("t1", "nan", "from -1 to 1, not NaN"),
        ("t1", "1e-9", "above t0, by 1e-6 at least, not 1e-9 over 0.0"),
        ("alpha", "1e-320", "from 1e-9 to below 0.5, not 1e-320"),
        ("beta", "inf", "from 1e-9 to below 0.5, not inf"),
    ] {
        let typed = format!("sprt --game 9-2-5 --bots random,greedy --{setting}={value}");
        let error = fail(2, &typed);
        assert!(error.starts_with(&format!("error: --{setting}: ")), "{error}");
        assert!(error.contains(expected), "{error}");
        let path = dir.join("test.toml");
        let text = format!("game = '9-2-5'\nbots = 'random,greedy'\n{setting} = '{value}'\n");
        fs::write(&path, text).unwrap();
        let error = fail(1, &format!("sprt --config {}", path.display()));
        assert!(error.contains(&format!("test.toml:3: {setting}: ")), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn files_without_end_and_what_is_no_file_are_refused() {
    use std::io::Write as _;
    use std::process::Stdio;

    let error = fail(1, "tournament --config /dev/zero");
    assert_eq!(error, "error: /dev/zero: it is longer than any file of settings can be");
    let endless = "error: /dev/zero:1: the line is longer than any position can be";
    assert_eq!(fail(1, "solve --game 9-2-5 --file /dev/zero"), endless);
    assert!(
        fail(1, "verify /dev/zero").contains("/dev/zero:1: the line is longer than any record")
    );
    let mut child = common::threehand()
        .args(["solve", "--game", "9-2-5", "--file", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // The command goes away before it has taken all of this.
    while input.write_all(&[b'A'; 1 << 16]).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("standard input:1: the line is longer than any position"), "{error}");

    let dir = folder("no_file");
    let place = dir.join("manifest.json");
    let resume = format!("resume {}", dir.display());
    std::os::unix::fs::symlink("/dev/zero", &place).unwrap();
    assert!(fail(1, &resume).contains("manifest.json: it is no plain file"));
    fs::remove_file(&place).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&place).status().unwrap();
    assert!(made.success());
    assert!(fail(1, &resume).contains("manifest.json: it is no plain file"));
    fs::remove_file(&place).unwrap();
    fs::write(&place, vec![b' '; (1 << 24) + 1]).unwrap();
    assert!(fail(1, &resume).contains("manifest.json: it is longer than any manifest can be"));
}
