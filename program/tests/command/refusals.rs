//! What is typed or set wrong is answered in one line that names it.

use crate::common::{
    change_manifest, command, fail, folder, in_repository, play, refused, succeed, text, unfinish,
    write,
};

/// Slips and a part of the answer to each, from a file in which the answer stands indented under its slip.
fn slips(file: &str) -> Vec<(String, String)> {
    let list = text(in_repository("program/tests").join(file));
    let lines: Vec<_> =
        list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let pair = |pair: &[&str]| {
        (
            pair[0].to_owned(),
            pair[1].strip_prefix("    ").expect("an answer is indented").to_owned(),
        )
    };
    lines.chunks(2).map(pair).collect()
}

#[test]
fn each_slip_is_answered_in_one_line_that_names_it() {
    let slips = slips("refused.txt");
    assert!(slips.len() > 150, "{}", slips.len());
    for (slip, answer) in slips {
        let error = fail(2, &slip);
        assert!(error.starts_with("error: ") && error.contains(&answer), "{slip}: {error}");
    }
}

#[test]
fn a_slip_in_a_file_of_settings_is_named_with_its_line() {
    let path = folder("settings").join("run.toml");
    for (slip, answer) in slips("settings.txt") {
        let good = "# what to play\ngame = \"9-2-5\"\nbots = [\"random\", \"greedy\"]\n";
        write(&path, format!("{good}{}\n", slip.replace("\\n", "\n")));
        let error = fail(1, &format!("tournament --config {} -q", path.display()));
        assert!(error.starts_with("error: ") && error.contains("run.toml:"), "{slip}: {error}");
        assert!(error.contains(&answer), "{slip}: {error}");
    }
}

/// So many bots, with commas between them.
fn bots(count: usize) -> String {
    vec!["random"; count].join(",")
}

#[test]
fn too_many_line_ups_variants_or_bots_are_refused_before_they_are_made() {
    let dir = folder("many");
    let variants = vec!["9-2-5"; 33].join(",");
    let bots_1000 = format!("tournament --game 9-2-5 --bots {}", bots(1000));
    for (command, expected) in [
        (format!("{bots_1000} --format triples"), "make 997,002,000 line-ups as triples"),
        (
            format!("{bots_1000} --format triples --plan"),
            "has 15,000 at most: take 25 bots or fewer",
        ),
        (format!("{bots_1000} --plan"), "1000 bots make 2,997,000 line-ups as pairs"),
        (
            format!("{bots_1000} --format gauntlet"),
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
    let run = play(dir.join("b"), "tournament --game 9-2-5 --bots random,greedy --blocks 2");
    unfinish(&run);
    change_manifest(&run, |manifest| manifest["specs"] = vec!["random"; 96].into());
    let error = fail(1, &format!("resume {}", run.display()));
    let expected = "manifest.json: bots: 96 bots make 27,360 line-ups as pairs";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_last_of_all_blocks_can_be_played() {
    let dir = folder("last");
    let (out, most) = (dir.display(), 1_000_000_000_000_u64);
    for (kind, bots) in [
        ("tournament", "--bots random,greedy"),
        ("compare", "--bots random,greedy --variants 9-2-5,9-5-2"),
    ] {
        let run = format!("{kind} --game 9-2-5 {bots} --blocks {most} --shard {most}/{most}");
        play(dir.join(kind), &format!("{run} --seed {} --max-hands {}", u64::MAX, u32::MAX));
        let error = fail(1, &format!("merge {out}/{kind} --out {out}/whole"));
        assert!(error.contains("and 999999999991 more are missing"), "{error}");
    }
    let rows = text(dir.join("tournament/matches.csv"));
    assert_eq!(rows.matches(",999999999999,").count(), 18);
    for (command, matches) in [
        (format!("tournament --bots random,greedy --blocks {most}"), 6),
        (format!("compare --bots random --variants 9-2-5,9-5-2 --blocks {most}"), 2),
        (format!("sprt --bots random,greedy --blocks {most}"), 6),
        (format!("calibrate --blocks {} --runs 20 --max-hands 1", most / 20), 6),
    ] {
        let text = succeed(&format!("{command} --game 9-2-5 --plan"));
        let matches = format!("{matches},000,000,000,000 matches");
        assert!(text.contains(&matches), "{command}: {text}");
    }
}
