//! The shards of a run are merged into the whole, and what makes no whole is refused.

use crate::common::{assert_same, fail, folder, play, read, replace, succeed};
use crate::tampered::{copied, rehash};

const RUN: &str = "tournament --game three-kings --bots random,greedy --seed 5 --blocks 12";

#[test]
fn sums_of_other_blocks_than_a_shard_has_are_refused_under_a_hash_that_fits() {
    let dir = folder("sums");
    let shard = |n: u64| play(dir.join(n.to_string()), &format!("{RUN} --shard {n}/2"));
    let forged = copied(&[shard(1), shard(2)][1]);
    replace(
        &forged.join("tally.json"),
        "\n  \"blocks\": 6",
        "\n  \"blocks\": 18446744073709551615",
    );
    rehash(&forged);
    let error = fail(1, &format!("merge {0}/1 {0}/tampered --out {0}/x", dir.display()));
    let told = "tally.json: it counts 18,446,744,073,709,551,615 blocks, and the shard has 6";
    assert!(error.contains(told), "{error}");
}

#[test]
fn a_test_in_shards_stops_at_the_block_that_decides_whichever_shard_has_it() {
    let dir = folder("shards-test");
    let out = dir.display();
    for (name, flags, count) in [
        // Decided in the third of twenty, at the last block of the seventh, and not at all.
        ("better", "--bots greedy,greedy:epsilon=0.1 --blocks 400 --seed 3", 20),
        ("at-end", "--bots greedy,greedy:epsilon=0.1 --blocks 63 --seed 3", 9),
        ("undecided", "--bots greedy,greedy:epsilon=0.1 --blocks 40 --seed 3", 3),
        ("e", "--bots greedy,random --test e --blocks 60 --seed 3", 4),
    ] {
        let run = format!("sprt --game 9-2-5 {flags} --quiet");
        let json = succeed(&format!("{run} --json --out {out}/{name}"));
        let shard = |number: u64| {
            format!("{run} --shard {number}/{count} --out {out}/{name}-parts/{number}")
        };
        for number in (1..=count).rev() {
            let told = succeed(&shard(number));
            assert!(
                told.contains("A shard decides nothing: merge the shards of the test."),
                "{told}"
            );
        }
        assert_eq!(crate::common::json(&shard(2))["decision"], "undecided");
        succeed(&format!("verify {out}/{name}-parts/{count} --again"));
        succeed(&format!("report {out}/{name}-parts/{count}"));
        let merge = format!("merge {out}/{name}-parts --out {out}/{name}-merged --quiet --json");
        assert_eq!(succeed(&merge), json, "{name}");
        assert_same(&dir.join(format!("{name}-merged")), &dir.join(name), name);
        succeed(&format!("verify {out}/{name}-merged --again"));
        assert_eq!(succeed(&format!("resume {out}/{name}-merged --quiet --json")), json, "{name}");
    }
    let blocks =
        |name: &str| read(&dir.join(name).join("blocks.csv")).split(|b| *b == b'\n').count() - 2;
    assert_eq!(["better", "at-end", "undecided"].map(blocks), [49, 49, 40]);
}
