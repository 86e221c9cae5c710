//! Games that are read from a file, where `--game` stands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::{
    assert_same, command, fail, folder, in_repository, manifest, play, printed, records, refused,
    succeed, text, unfinish, write,
};

const FILE: &str = "\
# One card is turned up, hearts count double.
format = 1
name = \"turned-hearts\"
contract = [8, 6, 3]
[deal]
hand = 17
turn_up = true
[trump]
by = \"turn_up\"
[score]
over = 1
under = -1
cards = { H = 1 }
[match]
hands = 9
tie = \"shared\"
[variant.four-hands]
match.hands = 4
";

fn file(dir: &str) -> PathBuf {
    let file = folder(dir).join("mine.toml");
    write(&file, FILE);
    file
}

#[test]
fn a_run_of_a_game_from_a_file_needs_nothing_beside_its_folder() {
    let file = file("file");
    let run = format!(
        "tournament --game {} --bots random,greedy,mc:worlds=2 --blocks 3 --records all",
        file.display()
    );
    let dir = play(folder("run"), &run);
    fs::remove_file(&file).expect("the file is this test's own");
    assert_eq!(text(dir.join("game.toml")), FILE);
    assert_eq!(manifest(&dir)["game"], "turned-hearts");
    assert_eq!(manifest(&dir)["game_sha256"].as_str().map(str::len), Some(64));
    succeed(&format!("verify {} --quiet", dir.display()));
    let printed = succeed(&format!("replay {} --match 0 --lineup 0 --hand 0", dir.display()));
    assert!(printed.contains("turned up"), "{printed}");
    assert!(succeed(&format!("resume {}", dir.display())).contains("turned-hearts"));
    let config = dir.join("config.toml");
    let other = play(folder("other"), &format!("tournament --config {}", config.display()));
    assert_same(&other, &dir, "played again from the settings of the folder");
    let again = folder("again");
    for name in ["game.toml", "manifest.json", "config.toml"] {
        fs::copy(dir.join(name), again.join(name)).expect("a copy");
    }
    unfinish(&again);
    succeed(&format!("resume {} --quiet", again.display()));
    assert_same(&again, &dir, "played again from the file of the folder");
    write(again.join("game.toml"), FILE.replace("8, 6, 3", "8, 5, 4"));
    let why = fail(1, &format!("resume {}", again.display()));
    assert!(why.contains("it is not the file that the run was begun with"), "{why}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_may_have_a_name_that_is_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let run =
        format!("tournament --game {} --bots random,greedy --blocks 2", file("file").display());
    let odd = folder("odd").join(OsStr::from_bytes(b"\xff"));
    fs::rename(play(folder("plain"), &run), &odd).expect("a name");
    for words in ["verify --again", "resume", "report"] {
        printed(command(words).arg(&odd));
    }
    printed(command("tournament --quiet --config").arg(odd.join("config.toml")));
    unfinish(&odd);
    printed(command("resume --quiet").arg(&odd));
}

/// Where the lowest score wins, or so many tricks, the places are no order of the scores.
#[test]
fn verify_knows_what_wins_a_match() {
    let twelve = "sergeant-major --rules match.above=none,match.tricks=12";
    for (at, (game, kept)) in [
        ("hearts", "--hands all"),
        ("hearts", "--hands none"),
        ("hearts --rules match.above=20 --max-hands 3", "--hands every=2"),
        (twelve, "--hands all"),
        (twelve, "--hands none"),
    ]
    .into_iter()
    .enumerate()
    {
        let run = format!("tournament --game {game} --bots random,greedy --blocks 5 {kept}");
        let dir = play(folder(&format!("wins{at}")), &run);
        succeed(&format!("verify {} --quiet", dir.display()));
    }
}

#[test]
fn a_score_beyond_a_thousand_million_ends_the_match() {
    let file = folder("far").join("far.toml");
    let far =
        "format = 1\nname = \"far\"\ndeal.hand = 1\nscore.trick = 100000\nmatch.hands = 50000\n";
    write(&file, far);
    let run = format!(
        "tournament --game {} --bots random,random --blocks 1 --max-hands 100000 --hands none",
        file.display()
    );
    let dir = play(folder("far-run"), &run);
    succeed(&format!("verify {} --quiet", dir.display()));
    let rows = text(dir.join("matches.csv"));
    assert!(rows.contains(",1000100000,"), "{rows}");
}

#[test]
fn variants_and_options_of_a_file_are_compared() {
    let file = file("file");
    let file = file.display();
    let printed = succeed(&format!(
        "compare --game {file} --variants turned-hearts,four-hands,turned-hearts:tricks.lead=dealer \
         --bots random,greedy --blocks 5"
    ));
    assert!(printed.contains("four-hands"), "{printed}");
    let printed = succeed(&format!(
        "tournament --game {file} --rules contract=7-7-3 --bots random,greedy --blocks 2"
    ));
    assert!(printed.contains("turned-hearts"), "{printed}");
}

#[test]
fn a_file_that_is_no_game_is_refused_in_one_line() {
    let file = file("file");
    write(&file, FILE.replace("hand = 17", "hands = 17"));
    let why = fail(2, &format!("tournament --game {} --bots random,greedy", file.display()));
    let due = "line 6, column 1: `deal.hands` is no key of a game; did you mean `deal.hand`?";
    assert!(why.contains("mine.toml") && why.contains(due), "{why}");
    let why = fail(2, "tournament --game ./no-such.toml --bots random,greedy");
    assert!(why.contains("./no-such.toml: No such file"), "{why}");
}

#[test]
fn every_subcommand_takes_the_name_of_a_game_that_comes_along() {
    let game = "--game three-two-five";
    let run = |more: &str| {
        format!("tournament {game} --bots random,greedy --blocks 4 --records all {more}")
    };
    let dir = play(folder("whole"), &run(""));
    assert_eq!(text(dir.join("game.toml")), succeed("new-game three-two-five"));
    assert_eq!(manifest(&dir)["game"], "three-two-five");
    let halves =
        [1, 2].map(|k| play(folder(&format!("half-{k}")), &run(&format!("--shard {k}/2"))));
    let merged = folder("merged").join("all");
    let [one, two] = halves.each_ref().map(|half| half.display());
    succeed(&format!("merge {one} {two} --out {} --quiet", merged.display()));
    assert_same(&merged, &dir, "merged");
    unfinish(&merged);
    succeed(&format!("resume {} --quiet", merged.display()));
    assert_same(&merged, &dir, "resumed");
    let there = dir.display();
    for (words, due) in [
        (format!("verify {there} --again"), "nothing is wrong"),
        (format!("verify {there}/records.jsonl"), "each as the rules have it"),
        (format!("replay {there} --match 0 --lineup 0 --hand 0"), "calls"),
        (format!("rate {there}"), "greedy"),
        (format!("report {there}"), ""),
        (
            format!(
                "compare {game} --variants three-two-five,tricks-to-30 --bots greedy --blocks 4"
            ),
            "tricks-to-30",
        ),
        (format!("sprt {game} --bots greedy,random --blocks 40"), "greedy"),
        (
            format!("check-bot {game} {}", in_repository("examples/external/first.sh").display()),
            "three-two-five",
        ),
        (format!("list games {game}"), "trump.choices"),
        (format!("list variants {game}"), "with-no-trump"),
        (format!("list bots {game}"), "greedy"),
        (format!("list measures {game}"), "points"),
        ("rules three-two-five".to_owned(), "After the deal come these steps"),
        ("check three-two-five --blocks 4 --decisions 1".to_owned(), "three-two-five"),
    ] {
        let said = succeed(&words);
        assert!(said.contains(due), "{words}\n{said}");
    }
    // Beside no file of a game, the name is enough.
    let alone = folder("alone").join("records.jsonl");
    fs::copy(dir.join("records.jsonl"), &alone).expect("a copy");
    succeed(&format!("verify {}", alone.display()));
}

#[test]
fn a_sitting_keeps_the_file_of_its_game_beside_the_records() {
    let file = file("sitting-file");
    let out = folder("sitting").join("mine/game.jsonl");
    let sit = |out: &Path| {
        let words = format!("play --game {} --seed 1 --out {}", file.display(), out.display());
        let mut command = command(&words);
        command.stdin(Stdio::null());
        command
    };
    assert!(sit(&out).output().expect("it runs").status.success());
    let kept = out.with_file_name("game.toml");
    assert_eq!(text(&kept), FILE);
    write(&file, FILE.replace("over = 1", "over = 2"));
    for words in ["verify", "replay"] {
        let said = succeed(&format!("{words} {}", out.display()));
        assert!(said.contains("1 hand of 1 match") || said.contains("turned up"), "{said}");
    }
    // The records of another game need another folder.
    let said = refused(2, &mut sit(&out.with_file_name("next.jsonl")));
    assert!(said.contains("mine/game.toml is another game"), "{said}");
    assert!(!out.with_file_name("next.jsonl").exists());
    let mut hearts = command("play --game hearts --out");
    let said = refused(2, hearts.arg(out.with_file_name("hearts.jsonl")).stdin(Stdio::null()));
    assert!(said.contains("mine/game.toml is another game"), "{said}");
    // A name that says so is that of a compressed file.
    let packed = out.with_file_name("packed.jsonl.zst");
    write(&file, FILE);
    assert!(sit(&packed).output().expect("it runs").status.success());
    assert!(succeed(&format!("verify {}", packed.display())).contains("1 hand of 1 match"));
}

#[test]
fn a_file_beside_is_named_where_its_game_is_asked_for() {
    let dir = file("beside").with_file_name("");
    for words in ["play --game mine", "check mine", "rules mine"] {
        let said = refused(2, command(words).current_dir(&dir));
        assert!(
            said.contains("no game is called `mine`; the file beside is ./mine.toml"),
            "{said}"
        );
    }
}

#[test]
fn a_file_may_have_the_name_of_a_game_that_comes_along() {
    let dir = folder("mine");
    let file = dir.join("hearts.toml");
    write(&file, succeed("new-game hearts").replace("above = 100", "above = 30"));
    let run = |game: &str| {
        format!("tournament --game {game} --bots random,greedy --blocks 2 --records all")
    };
    let mine = play(dir.join("mine"), &run(&file.display().to_string()));
    let theirs = play(dir.join("theirs"), &run("hearts"));
    assert_eq!(text(mine.join("game.toml")), text(&file));
    assert!(
        records(mine.join("records.jsonl")).len() < records(theirs.join("records.jsonl")).len()
    );
    for run in [&mine, &theirs] {
        succeed(&format!("verify {} --again --quiet", run.display()));
        succeed(&format!("resume {} --quiet", run.display()));
    }
}

#[test]
fn a_word_that_is_no_game_finds_the_game_that_is_meant() {
    for (word, due) in [
        ("8-5-3", "it may be --game sergeant-major"),
        ("DO PAANCH", "it may be --game three-two-five"),
        (
            "9-5-2",
            "--game 9-2-5 --rules contracts=9-5-2 or --game sergeant-major --rules contract=9-5-2",
        ),
        ("omnibus", "it is a variant: --game hearts --rules score.cards.JD=-10"),
        ("heats", "did you mean `hearts`?"),
        ("whist", "it may be --game knaves"),
        ("chess", "the games are 9-2-5, three-legged-kitty, three-kings, sergeant-major, "),
    ] {
        let said = refused(2, command("rules").arg(word));
        assert!(said.contains(due) && !said.contains("--game:"), "{said}");
    }
    assert!(succeed("list games --game major").contains("game sergeant-major"));
    let titled = printed(command("rules").arg("Oh Hell"));
    assert!(titled.contains("Oh Hell\n") && titled.contains("--game oh-hell"), "{titled}");
}

#[test]
fn what_differs_by_the_same_in_every_block_is_told_without_a_test() {
    let file = folder("swapped").join("mine.toml");
    let game = "format = 1\nname = \"mine\"\ncontract = [3, 2, 1]\ndeal.hand = 6\n\
                score.over = 1\nscore.under = -1\nmatch.hands = 3\nmatch.tie = \"shared\"\n\
                [variant.swapped]\ncontract = [3, 1, 2]\n";
    write(&file, game);
    let compare = "--variants mine,swapped --bots random --blocks 20 --quiet";
    let said = succeed(&format!("compare --game {} {compare}", file.display()));
    let due = "left loses 1.00 in every block, right gains 1.00 in every block.";
    assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(due), "{said}");
    let row = said.lines().find(|line| line.trim_start().starts_with("points a hand, left"));
    assert!(row.is_some_and(|row| row.contains("the same in every block")), "{said}");
}
