//! Runs that write the rows of some matches alone, or none, or all of them compressed: their tables are those of the
//! whole run, and all that reads a folder reads these too.

use std::fs;
use std::path::Path;

use crate::common::{
    assert_same, change_manifest, fail, files, folder, manifest, play, read, replace, succeed,
    unfinish,
};
use crate::tampered::copied;

const RUN: &str = "tournament --game 9-2-5 --bots random,greedy,heuristic --blocks 9";

const TABLES: [&str; 5] =
    ["summary.csv", "crosstable.csv", "ratings.csv", "fit.csv", "who_pays.csv"];

/// Flags, the files of rows that they leave, and whether the rows show all that was played.
const KEPT: [(&str, &[&str], bool); 5] = [
    ("--matches none --hands none", &[], false),
    ("--matches every=2 --hands every=4", &["matches.csv", "hands.csv"], false),
    ("--matches none --hands none --records all", &["records.jsonl"], true),
    (
        "--matches every=3 --hands none --records every=3 --compress",
        &["matches.csv.zst", "records.jsonl.zst"],
        false,
    ),
    ("--compress", &["matches.csv.zst", "hands.csv.zst"], true),
];

#[test]
fn tables_of_fewer_rows_are_those_of_all_and_every_reader_of_folders_takes_them() {
    let dir = folder("kept");
    let full = play(dir.join("full"), RUN);
    for (number, (flags, rows, is_whole)) in KEPT.into_iter().enumerate() {
        let dir = dir.join(number.to_string());
        let run = format!("{RUN} {flags}");
        let out = play(dir.join("out"), &run);
        for table in TABLES {
            assert_eq!(read(&out.join(table)), read(&full.join(table)), "{flags}: {table}");
        }
        let held = files(&out);
        let all = ["matches.csv", "hands.csv", "records.jsonl"];
        let held = held.keys().filter(|name| all.iter().any(|one| name.starts_with(one)));
        let mut rows = rows.to_vec();
        rows.sort_unstable();
        assert_eq!(held.collect::<Vec<_>>(), rows, "{flags}");

        let audited = succeed(&format!("verify {}", out.display()));
        assert!(audited.contains("nothing is wrong"), "{audited}");
        let left = audited.contains("the tables are compared with the kept sums alone");
        assert_eq!(left, !is_whole, "{flags}: {audited}");
        succeed(&format!("verify {} --again --quiet", out.display()));
        succeed(&format!(
            "report {} --quiet --out {}",
            out.display(),
            dir.join("a.html").display()
        ));
        succeed(&format!("contrast {} --out {}", out.display(), dir.join("c.jsonl").display()));
        assert!(succeed(&format!("rate {}", out.display())).contains("heuristic"));
        succeed(&format!("resume {} --quiet", out.display()));

        let stopped = crate::common::copy(&out, dir.join("stopped"));
        unfinish(&stopped);
        succeed(&format!("resume {} --quiet", stopped.display()));
        assert_same(&stopped, &out, flags);

        let parts = [1, 2, 3].map(|part| {
            play(dir.join("parts").join(part.to_string()), &format!("{run} --shard {part}/3"))
        });
        succeed(&format!("verify {} --quiet", parts[1].display()));
        let merged = dir.join("merged");
        succeed(&format!(
            "merge {} --out {} --quiet",
            dir.join("parts").display(),
            merged.display()
        ));
        assert_same(&merged, &out, flags);
    }
}

#[test]
fn a_change_is_found_in_the_rows_that_are_kept_and_in_tables_without_rows() {
    let dir = folder("changed");
    let refuse = |out: &Path, why: &str, change: &dyn Fn(&Path)| {
        let forged = copied(out);
        change(&forged);
        let error = fail(1, &format!("verify {}", forged.display()));
        assert!(error.contains(why), "{error}");
    };
    let some = play(dir.join("some"), &format!("{RUN} --matches every=2 --hands none"));
    let place = "matches.csv:";
    refuse(&some, place, &|dir| replace(&dir.join("matches.csv"), ",4,0,2,", ",3,0,2,"));
    refuse(&some, "matches.csv: a run", &|dir| {
        let bare = play(dir.with_file_name("bare"), &format!("{RUN} --matches none --hands none"));
        for (name, bytes) in files(&bare) {
            fs::write(dir.join(name), bytes).expect("a file");
        }
        fs::copy(bare.join("manifest.json"), dir.join("manifest.json")).expect("a copy");
    });
    refuse(&some, "summary.csv:2: ", &|dir| replace(&dir.join("summary.csv"), ",9,", ",8,"));
}

#[test]
fn whoever_reads_sums_or_forfeits_sees_that_they_are_not_as_the_run_left_them() {
    let dir = folder("beside");
    let bare = format!("{RUN} --matches none --hands none");
    let out = play(dir.join("out"), &bare);
    let parts =
        [1, 2].map(|part| play(dir.join(part.to_string()), &format!("{bare} --shard {part}/2")));
    let [one, two] = parts.each_ref().map(|part| part.display());
    let refuse = |dir: &Path, file: &str, words: &str| {
        let error = fail(1, &words.replace("DIR", &dir.display().to_string()));
        let why = format!("{file}: by files_sha256 in manifest.json it is not as the run left it");
        assert!(error.contains(&why), "{words}: {error}");
    };
    let forged = copied(&out);
    let path = forged.join("sums.json.zst");
    let sums = String::from_utf8(zstd::decode_all(&read(&path)[..]).expect("sums")).expect("JSON");
    let hands = sums.find("\"hands\":").expect("hands") + 8;
    let digit = if sums.as_bytes()[hands] == b'1' { "2" } else { "1" };
    let changed = [&sums[..hands], digit, &sums[hands + 1..]].concat();
    let pack = |text: &str| zstd::encode_all(text.as_bytes(), 3).expect("in memory");
    fs::write(&path, pack(&changed)).expect("a file");
    for words in ["verify DIR", "resume DIR", "report DIR", "rate DIR", "contrast DIR"] {
        refuse(&forged, "sums.json.zst", words);
    }
    // An older version did not say.
    change_manifest(&forged, |manifest| {
        manifest.as_object_mut().expect("keys").remove("files_sha256");
    });
    let audited = succeed(&format!("verify {}", forged.display()));
    assert!(audited.contains("an older version wrote no files_sha256"), "{audited}");

    let forged = copied(&parts[0]);
    fs::write(forged.join("forfeits.json"), "[]\n").expect("a file");
    refuse(&forged, "forfeits.json", "verify DIR");
    refuse(&forged, "forfeits.json", &format!("merge DIR {two} --out {}/x", dir.display()));
    let merged = dir.join("merged");
    succeed(&format!("merge {one} {two} --out {} --quiet", merged.display()));
    assert_eq!(manifest(&merged)["files_sha256"], manifest(&out)["files_sha256"]);
}

#[test]
fn matches_take_a_number_of_blocks_by_an_older_name_and_need_a_folder_for_rows() {
    let dir = folder("older-name");
    let by = |name: &str| {
        play(dir.join(name), &format!("{} --{name} 3", RUN.replace(" --blocks 9", "")))
    };
    assert_same(&by("matches"), &by("blocks"), "by both names");
    let error = fail(2, &format!("{RUN} --matches none"));
    assert!(error.contains("--matches: there is no folder to write into"), "{error}");
    let error = fail(2, &format!("{RUN} --matches every=2 --out {}", dir.join("x").display()));
    assert!(error.contains("add --hands every=2"), "{error}");
}
