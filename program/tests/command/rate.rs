//! Ratings of several tournaments together.

use crate::common::{change_manifest, fail, folder, json, parsed, play, runs, succeed};
use serde_json::Value;

#[test]
fn one_tournament_is_rated_as_it_rates_itself() {
    let kept = runs::run("three");
    let told = parsed(&kept.json());
    let rated = json(&format!("rate {}", kept.dir().display()));
    for (there, here) in
        told["ratings"].as_array().unwrap().iter().zip(rated["ratings"].as_array().unwrap())
    {
        for (key, value) in there.as_object().unwrap() {
            assert_eq!(here[key], *value, "{key}");
        }
        assert_eq!((&here["runs"], &here["blocks"]), (&1.into(), &40.into()));
    }
}

#[test]
fn parts_of_a_run_are_rated_as_the_whole_and_other_bots_are_linked_by_those_in_common() {
    let dir = folder("parts");
    let out = |name: &str| dir.join(name).display().to_string();
    let run = "tournament --game 9-2-5 --hands none";
    play(dir.join("whole"), &format!("{run} --bots heuristic,greedy --blocks 60"));
    play(dir.join("one"), &format!("{run} --bots heuristic,greedy --blocks 30"));
    play(dir.join("two"), &format!("{run} --bots heuristic,greedy --first 30 --blocks 30"));
    let rate = |dirs: &str| json(&format!("rate {dirs}"));
    let (whole, parts) = (rate(&out("whole")), rate(&format!("{} {}", out("one"), out("two"))));
    for bot in 0..2 {
        let of = |rated: &Value, key: &str| rated["ratings"][bot][key].as_f64().unwrap();
        assert!((of(&whole, "rating") - of(&parts, "rating")).abs() < 1e-9);
        assert!((of(&whole, "se") / of(&parts, "se") - 1.0).abs() < 1e-9);
    }
    // A third has met `greedy` alone, on other cards.
    play(
        dir.join("three"),
        &format!("{run} --bots greedy:epsilon=0.5,greedy --blocks 30 --seed 2"),
    );
    let all = rate(&format!("{} {}", out("whole"), out("three")));
    let names: Vec<_> =
        all["ratings"].as_array().unwrap().iter().map(|r| r["bot"].clone()).collect();
    assert_eq!(names, ["heuristic", "greedy", "greedy:epsilon=0.5"]);
    assert!(all["ratings"].as_array().unwrap().iter().all(|r| r["standing"] == "rated"), "{all}");
    // Bots that are linked by one alone keep the difference to it that they have in their own run.
    let gap = whole["ratings"][0]["above_next"].as_f64().unwrap();
    assert!((all["ratings"][0]["above_next"].as_f64().unwrap() - gap).abs() < 1e-6);
    let text = succeed(&format!("rate {} {} --anchor greedy=1500", out("whole"), out("three")));
    assert!(text.contains("9-2-5 · 3 bots of 2 tournaments") && text.contains("+1500"), "{text}");

    assert!(!text.contains("no chain of results"), "{text}");
    play(dir.join("alone"), &format!("{run} --bots random,greedy:epsilon=0.9 --blocks 30"));
    let told = fail(1, &format!("rate {}", dir.display()));
    assert!(told.contains(&format!("{} is the folder of a run", out("alone"))), "{told}");
    let text = succeed(&format!("rate {} {}", out("whole"), out("alone")));
    assert!(text.contains("no chain of results in both directions leads to the other"), "{text}");
    let refused = |dirs: &str| fail(1, &format!("rate {dirs}"));
    assert!(
        refused(&format!("{} {}", out("whole"), out("one"))).contains("on the same cards (seed 1)")
    );
    play(
        dir.join("other"),
        &format!("{run} --bots greedy,random --rules contracts=9-5-2 --blocks 5"),
    );
    assert!(
        refused(&format!("{} {}", out("whole"), out("other"))).contains("of one game and variant")
    );
    let compare = "compare --game 9-2-5 --variants 9-2-5,9-5-2 --bots greedy --blocks 5";
    play(dir.join("c"), compare);
    assert!(refused(&out("c")).contains("it holds no finished tournament"));
    assert!(
        fail(2, &format!("rate {} --anchor gredy=0", out("one")))
            .contains("did you mean `greedy`?")
    );
    std::fs::copy(dir.join("one/sums.json.zst"), dir.join("two/sums.json.zst")).unwrap();
    assert!(refused(&out("two")).contains("its sums are not those of its tables"));
    change_manifest(&dir.join("one"), |manifest| manifest["finished"] = Value::Null);
    assert!(refused(&out("one")).contains("it holds no finished tournament"));
}
