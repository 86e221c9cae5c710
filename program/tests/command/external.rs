//! Programs of other languages at the table: they play, are checked, and forfeit what they fail at; and of all that is
//! started for them nothing is left.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::started::{start, wait_until};
use crate::common::{
    GAMES, assert_same, command, fail, folder, in_repository, manifest, parsed, play, printed,
    read, refused, replace, shell, succeed, text, write, write_program,
};
use serde_json::{Value, json};
use threehand_bots::bot_rng;
use threehand_engine::{Deck, Seat, Stream, below};
use threehand_play::{Catalog, DynView};
use threehand_sim::play::external::Decide;

/// The examples: what runs each, and its file.
const EXAMPLES: [(&str, &str); 3] =
    [("python3", "low_cards.py"), ("node", "lucky.js"), ("sh", "first.sh")];

/// The command of an example; `None` if what runs it is not here, which is an error only where nothing may lack.
fn example((program, file): (&str, &str)) -> Option<String> {
    let probe = Command::new(program).args(["-c", ""]).stderr(Stdio::null()).status();
    if probe.is_err() {
        assert!(std::env::var_os("CI").is_none(), "{program} is missing");
        eprintln!("not tested: {program} is missing");
        return None;
    }
    let dir = in_repository("examples/external");
    Some(format!("{program} {}", dir.canonicalize().unwrap().join(file).display()))
}

/// Runs threehand with these words, of which the last are not split; gives the exit code and both outputs.
pub(crate) fn run(words: &str, whole: &[&str]) -> (i32, String, String) {
    let output = command(words).args(whole).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// A program for the shell that plays the first legal action, and at the fifth decision of a match does something else.
pub(crate) fn script(dir: &Path, name: &str, at_start: &str, at_fifth: &str) -> String {
    let text = include_str!("script.sh").replace("AT_START", at_start).replace("NAME", name);
    let path = dir.join(format!("{name}.sh"));
    write_program(&path, &text.replace("AT_FIFTH", at_fifth))
}

/// A program that stops in its fourth match as long as a file is there; returns it and that file, and the one that
/// tells that it has stopped.
pub(crate) fn holding(dir: &Path) -> (String, PathBuf, PathBuf) {
    let [hold, reached] = ["hold", "reached"].map(|name| dir.join(name));
    write(&hold, "");
    let stop = format!(
        "m=$((m + 1)); if [ $m -eq 4 ]; then while [ -e {0} ]; do : > {1}; sleep 0.05; done; fi",
        hold.display(),
        reached.display()
    );
    (script(dir, "holds", "m=0", &stop), hold, reached)
}

/// Processes that have this text in their command.
fn processes(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let commands = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let commands = commands.map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
    commands.filter(|command| command.contains(text)).collect()
}

/// Asserts that no process with this text is left. What was killed goes as soon as the system comes to it.
fn assert_none_left(text: &str) {
    wait_until(&format!("the end of {text}"), || processes(text).is_empty());
}

#[test]
fn each_example_plays_a_tournament_of_each_game_and_passes_its_check() {
    for (game, example) in GAMES.into_iter().zip(EXAMPLES) {
        let Some(command) = self::example(example) else { continue };
        // The page on the examples checks the first one.
        if example != EXAMPLES[0] {
            let (code, out, error) = run("check-bot", &[&command]);
            assert_eq!(code, 0, "{command}: {out}{error}");
            assert_eq!(out.matches(": right").count(), 3, "{out}");
        }
        let dir = folder(game);
        let words = format!(
            "tournament --game {game} --bots cmd:it,random --format abb --blocks 2 --max-hands 3 --records all --out {} --external",
            dir.display()
        );
        let (code, _, error) = run(&words, &[&format!("it={command}")]);
        assert_eq!(code, 0, "{command}: {error}");
        assert!(error.contains("\nit: ") && error.contains(" decisions, "), "{error}");
        let manifest = manifest(&dir);
        assert_eq!(manifest["bots"], json!(["it", "random"]));
        assert_eq!(manifest["specs"], json!(["cmd:it", "random"]));
        assert_eq!(manifest["repeatable"], false);
        let program = &manifest["programs"]["it"];
        assert_eq!(program["version"], "1");
        let hashes: Vec<_> = program["sha256"].as_object().unwrap().values().collect();
        assert!(hashes.len() == 1 && hashes[0].as_str().unwrap().len() == 64, "{hashes:?}");
        let rows = text(dir.join("matches.csv"));
        assert!(rows.contains(",it,") && !rows.contains("cmd:"), "only labels stand in tables");
        succeed(&format!("verify {}", dir.display()));
        succeed(&format!("report {}", dir.display()));
    }
}

#[test]
fn a_program_that_takes_its_luck_from_the_seed_plays_the_same_at_any_number_of_threads() {
    let Some(command) = example(EXAMPLES[0]) else { return };
    let play = |threads: usize| {
        let dir = folder(&format!("external-threads-{threads}"));
        let words = format!(
            "tournament --game three-kings --bots cmd:low,greedy --blocks 2 --quiet --threads {threads} --out {} \
             --external",
            dir.display()
        );
        assert_eq!(run(&words, &[&format!("low={command}")]).0, 0);
        dir
    };
    let (one, two) = (play(1), play(2));
    assert_same(&two, &one, "two threads");
    assert_eq!(manifest(&one)["results_hash"], manifest(&two)["results_hash"]);
    let (code, _, error) = run(&format!("verify --again {}", one.display()), &[]);
    assert_eq!(code, 0, "{error}");
}

#[test]
fn what_cannot_be_started_is_refused_with_advice() {
    let file = folder("unstartable").join("bot.py");
    write(&file, "");
    let file = file.display();
    for (command, due) in [
        ("DEBUG=1 python3 bot.py", "there is no program `DEBUG=1`; did you mean `env DEBUG=1`?"),
        (&*format!("{file}"), &*format!("`{file}` is not executable: chmod +x it")),
        ("Cargo.toml", "there is no program `Cargo.toml`; did you mean `./Cargo.toml`?"),
    ] {
        let words = "tournament --game 9-2-5 --bots cmd:a,random --blocks 1 --external";
        let (code, _, error) = run(words, &[&format!("a={command}")]);
        assert!(code == 1 && error.contains(&format!("error: a: {due}")), "{error}");
        let (code, _, error) = run("check-bot", &[command]);
        assert!(code == 2 && error.contains(due), "{error}");
    }
}

#[test]
fn a_hostile_program_forfeits_its_matches_and_nothing_of_it_is_left() {
    let dir = folder("external-hostile");
    let hang = "while :; do sleep 31337; done";
    let cases = [
        ("hangs", "", hang, "timed_out"),
        ("dies", "", "exit 3", "died"),
        ("floods", "", "while :; do printf '%065536d' 0; done", "garbage"),
        ("garbage", "", "echo '♠ A, please'; continue", "garbage"),
        ("twice", "", "printf '{}\\n{}\\n'; continue", "garbage"),
        ("no-action", "", "echo '{\"action\":\"play ZZ\"}'; continue", "illegal"),
        ("long", "", "printf '{\"action\":\"play %0999d\"}\\n' 0; continue", "illegal"),
        ("cheats", "", "echo '{\"action\":\"trump S\"}'; continue", "illegal"),
        ("forks", "sleep 31338 & sleep 31338 &", "exit 0", "died"),
        ("gives-up", "", "echo '{\"error\":\"no idea\"}'; continue", "gave_up"),
    ];
    for (name, at_start, at_fifth, kind) in cases {
        let command = script(&dir, name, at_start, at_fifth);
        // What answers soon has time also on a busy machine.
        let ms = if name == "hangs" { 20 } else { 500 };
        let out = dir.join(format!("{name}-run"));
        let words = format!(
            "tournament --game 9-2-5 --bots cmd:{name}:ms={ms},random --format abb --blocks 1 --records all --threads 2 \
             --out {} --external",
            out.display()
        );
        let (code, told, error) = run(&words, &[&format!("{name}={command}")]);
        assert_eq!(code, 3, "{name}: {error}");
        let bot = format!("{name}:ms={ms}");
        let manifest = manifest(&out);
        assert_eq!(manifest["failures"], json!({ bot: { kind: 3 } }), "{name}: {error}");
        assert!(!manifest["finished"].is_null(), "{name}: the run goes on to its end");
        let failed = format!("\n\n{name}:ms={ms} failed and forfeited 3 matches (3 ");
        assert!(told.contains(&failed) && told.contains(") of the 3 it played.\n"), "{told}");
        assert_eq!(run(&format!("verify {}", out.display()), &[]).0, 0, "{name}");
        let (code, told, _) = run(&format!("check-bot --game 9-2-5 --ms {ms}"), &[&command]);
        assert_eq!(code, 3, "{name}: {told}");
        assert!(
            told.contains("9-2-5: wrong at ") && told.contains("it was asked\n{\"type\":"),
            "{told}"
        );
        assert_none_left(&command);
        assert_none_left("sleep 3133");
    }
}

#[test]
fn a_run_with_a_program_is_gone_on_with_after_a_kill_unless_its_file_has_changed() {
    let dir = folder("external-resume");
    let (program, hold, reached) = holding(&dir);
    let words = format!(
        "tournament --game 9-2-5 --bots cmd:it:kill=3600000,random --format abb --blocks 8 --max-hands 1 --threads 2 \
         --external it={program}"
    );
    let (whole, part) = (dir.join("whole"), dir.join("part"));
    let mut run = start(&words, &part);
    wait_until("the fourth match", || reached.exists());
    run.signal("KILL");
    run.end();
    fs::remove_file(hold).expect("it is there");
    // The input of the processes has ended, so they end too.
    assert_none_left(&program);
    play(&whole, &words);
    let text = read(Path::new(&program));
    write(&program, [&text[..], b"# another\n"].concat());
    let error = fail(1, &format!("resume {}", part.display()));
    let told = "has changed since the run began";
    assert!(error.contains("it:kill=3600000: ") && error.contains(told), "{error}");
    write(&program, text);
    succeed(&format!("resume --quiet {}", part.display()));
    assert_same(&part, &whole, "after a kill");
}

#[test]
fn what_a_program_reads_is_what_its_seat_knows_and_no_number_of_a_match() {
    let dir = folder("external-log");
    let log = dir.join("read.jsonl");
    let kept = format!("printf '%s\\n' \"$$ $line\" >> {}", log.display());
    let command = script(&dir, "keeps", "", "");
    let path = dir.join("keeps.sh");
    replace(&path, "    case $line in", &format!("    {kept}\n    case $line in"));
    let words = "tournament --game 9-2-5 --bots cmd:keeps,random --blocks 3 --threads 1 --external";
    assert_eq!(run(words, &[&format!("keeps={command}")]).0, 0);
    let (mut lines, mut by_process) = (Vec::new(), BTreeMap::<_, Vec<Value>>::new());
    for line in text(log).lines() {
        let (process, line) = line.split_once(' ').unwrap();
        lines.push(parsed(line));
        by_process.entry(process.to_owned()).or_default().push(parsed(line));
    }
    let of =
        |kind: &str| lines.iter().filter(|line| line["type"] == kind).cloned().collect::<Vec<_>>();
    let hello =
        json!({ "type": "hello", "protocol": 1, "game": "9-2-5", "rules": {}, "label": "keeps" });
    // Six line-ups have nine seats for it; the first process is only greeted.
    assert_eq!(of("hello"), vec![hello; 10], "a process for each seat of a line-up");
    assert_eq!(of("match"), vec![json!({ "type": "match" }); 27], "a match has no number");
    assert_eq!(of("bye").len(), 10);
    for lines in by_process.into_values() {
        let seats: BTreeSet<_> = lines.iter().map(|line| line["view"]["seat"].as_u64()).collect();
        let matches = lines.iter().filter(|line| line["type"] == "match").count();
        assert!(
            (seats.len(), matches) == (2, 3) || (seats.len(), matches) == (1, 0),
            "{seats:?} {matches}"
        );
    }
    let decisions = of("decide");
    assert_eq!(decisions.len() + 47, lines.len());
    for line in decisions {
        let keys: Vec<_> = line.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["type", "seed", "ms", "view"]);
        assert!(line["seed"].as_u64().unwrap() < 1 << 53);
        let view = line["view"].as_object().unwrap();
        let secrets = ["match", "lineup", "hand", "bots", "seed", "deal"];
        assert!(secrets.iter().all(|key| !view.contains_key(*key)), "{:?}", view.keys());
    }
}

#[test]
fn hands_that_a_seat_can_not_tell_apart_are_asked_about_in_the_same_words() {
    for game in Catalog::standard().games() {
        let (mut compared, rules) = (0, game.rules(&[]).unwrap());
        for number in 0..12 {
            let mut rng = bot_rng([number; 32]);
            let deck = Deck::shuffled(&mut Stream::new([u64::from(number), 0, 0, 0]));
            let mut hand = rules.first_hand(Seat::P0, &deck);
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                let world = view.worlds().draw(&mut rng);
                let text = |view: &dyn DynView| {
                    let decide = Decide::of(view, 100, &mut bot_rng([7; 32]));
                    serde_json::to_string(&decide).unwrap()
                };
                assert_eq!(text(&*world.view(seat)), text(&*view));
                compared += 1;
                let legal = view.legal();
                hand.play(legal[below(&mut rng, legal.len())]).unwrap();
            }
        }
        assert!(compared > 200, "{compared}");
    }
}

#[test]
fn a_program_that_leaves_its_group_is_ended_all_the_same() {
    if example(EXAMPLES[0]).is_none() {
        return;
    }
    let dir = folder("external-leaves");
    // What such a program starts can't be found again, so it hangs by itself.
    let hangs = script(&dir, "hangs", "", "exec sleep 41336");
    let moves = "import os; os.setpgid(0, os.getpgid(os.getppid())); os.execl('/bin/sh', 'sh', ";
    let command = format!("python3 -c \"{moves}'{hangs}')\"");
    let words = "tournament --game 9-2-5 --bots cmd:it:ms=20,random --format abb --blocks 1 --json --external";
    let (code, out, error) = run(words, &[&format!("it={command}")]);
    assert_eq!(code, 3, "{error}");
    assert_eq!(parsed(&out)["failures"], json!({ "it:ms=20": { "timed_out": 3 } }));
    let (code, out, _) = run("check-bot --game 9-2-5 --ms 20", &[&command]);
    assert!(code == 3 && out.contains("took longer than"), "{out}");
    assert_none_left("sleep 41336");
}

#[test]
fn a_machine_without_files_for_more_processes_stops_the_run_and_no_bot_forfeits() {
    let dir = folder("external-files");
    let program = script(&dir, "plays", "", "");
    let words = format!(
        "threehand tournament --game 9-2-5 --bots cmd:one,cmd:two --blocks 6 --max-hands 1 --quiet --threads 16 --out {}/run \
         --external one={program} --external two={program}",
        dir.display()
    );
    let error = refused(1, &mut shell(&format!("ulimit -n 60; {words}")));
    let lack = ": no more processes can be started: Too many open files (os error 24); --threads N takes fewer";
    assert!(error.contains(lack), "{error}");
    printed(&mut shell(&words));
    let manifest = manifest(&dir.join("run"));
    assert!(manifest["finished"].is_string() && manifest.get("failures").is_none(), "{manifest}");
    // The limit itself is raised where it may be.
    printed(&mut shell(&format!("ulimit -Sn 60; {words} --force")));
}

#[test]
fn a_program_is_named_in_a_file_of_settings_too() {
    let dir = folder("external-config");
    let command = script(&dir, "plays", "", "");
    let text = format!(
        "game = \"kitty\"\nblocks = 1\nmax-hands = 3\nbots = [\"cmd:plays\", \"random\"]\nquiet = true\n[external.plays]\ncommand = \
         [{command:?}]\n"
    );
    let path = dir.join("run.toml");
    write(&path, text);
    let json = crate::common::json(&format!("tournament --config {}", path.display()));
    assert!(json["times"]["plays"]["decisions"].as_u64().unwrap() > 20, "{json}");
    for words in [
        "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots cmd:plays",
        "sprt --game 9-2-5 --bots random,cmd:plays",
    ] {
        succeed(&format!("{words} --quiet --max-hands 1 --blocks 1 --external plays={command}"));
    }
}

#[test]
fn the_commands_of_the_page_on_the_examples_run_as_they_stand_there() {
    if EXAMPLES.into_iter().any(|it| example(it).is_none()) {
        return;
    }
    let page = text(in_repository("examples/external/README.md"));
    let commands: Vec<_> = page.lines().filter(|line| line.starts_with("threehand ")).collect();
    assert_eq!(commands.len(), 4);
    for command in commands {
        printed(shell(command).current_dir(in_repository("")));
    }
}

#[test]
fn of_an_interrupted_run_no_process_is_left() {
    let dir = folder("external-interrupted");
    let (program, _, reached) = holding(&dir);
    let words = "tournament --game 9-2-5 --bots cmd:waits:kill=3600000,random --blocks 500 --quiet --external";
    let mut run = start(&format!("{words} waits={program}"), &dir.join("run"));
    wait_until("the fourth match", || reached.exists());
    run.signal("TERM");
    assert_eq!(run.end().0, Some(143));
    assert_none_left(&program);
}

#[test]
fn shards_with_a_program_are_merged_unless_its_file_has_changed_between() {
    let dir = folder("external-shards");
    let program = script(&dir, "plays", "", "");
    let part = |name: &str, flags: &str| {
        let words =
            "tournament --game 9-2-5 --bots cmd:plays,random --format abb --blocks 2 --max-hands 2";
        play(dir.join(name), &format!("{words} {flags} --external plays={program}"))
    };
    let whole = part("whole", "");
    let (one, two) = (part("one", "--shard 1/2"), part("two", "--shard 2/2"));
    let merge = |two: &Path, to: &str| {
        format!("merge {} {} --quiet --out {}/{to}", one.display(), two.display(), dir.display())
    };
    succeed(&merge(&two, "merged"));
    assert_eq!(manifest(&dir.join("merged"))["results_hash"], manifest(&whole)["results_hash"]);
    let text = read(Path::new(&program));
    write(&program, [&text[..], b"# another\n"].concat());
    let two = part("two-again", "--shard 2/2");
    let error = fail(1, &merge(&two, "none"));
    assert!(error.contains("were played by different programs"), "{error}");
}
