//! The hands of a run's page: which hands these are, what is said of them, and that they come again the same.

use std::path::Path;

use crate::common::tables::{Row, table};

use crate::common::{GAMES, folder, play, succeed, text};
use serde_json::Value;

fn report(dir: &Path, more: &str) -> String {
    succeed(&format!("report {} --quiet {more}", dir.display()));
    text(dir.join("report.html"))
}

/// What stands in the page between these two texts, each time.
fn between<'p>(page: &'p str, from: &str, to: &str) -> Vec<&'p str> {
    let parts = page.split(from).skip(1);
    parts.map(|part| part.split(to).next().unwrap_or_default()).collect()
}

fn titles(page: &str) -> Vec<String> {
    let hands = between(page, "<article class=\"hand\"", "</article>");
    hands.iter().map(|hand| between(hand, "<h3>", "</h3>")[0].to_owned()).collect()
}

/// The data of each hand.
fn steps(page: &str) -> Vec<Value> {
    let data = between(page, "<script type=\"application/json\">", "</script>");
    data.iter().map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

/// Match, line-up and hand of each hand, as its note says.
fn places(page: &str) -> Vec<[u64; 3]> {
    let notes = between(page, "Match ", ".").into_iter();
    let notes = notes.filter_map(|note| {
        let numbers = note.split(", ").map(|word| word.split(' ').next_back()?.parse().ok());
        numbers.collect::<Option<Vec<u64>>>()?.try_into().ok()
    });
    notes.collect()
}

#[test]
fn a_tournaments_hands_are_those_that_its_tables_point_at_told_as_replay_tells_them() {
    let dir = folder("hands-tournament");
    for game in GAMES {
        let run = dir.join(game);
        let bots = "heuristic,greedy:epsilon=0.1,random";
        play(&run, &format!("tournament --game {game} --bots {bots} --blocks 10 --records all"));
        let page = report(&run, "");
        assert_eq!(titles(&page), ["The largest swing", "The closest finish"], "{game}");
        let places = places(&page);
        assert_eq!(places.len(), 2, "{game}");
        let rows = table(run.join("hands.csv"));
        let swing = |rows: &[Row]| {
            let points = rows.iter().map(|row| row["points"].parse::<i64>().unwrap());
            points.clone().max().unwrap() - points.min().unwrap()
        };
        // Of equals the first, which is the last that is not below any before.
        let mut largest = (-1, [0; 3]);
        for rows in rows.chunks(3) {
            let place = ["match", "lineup", "hand"].map(|key| rows[0][key].parse::<u64>().unwrap());
            if swing(rows) > largest.0 {
                largest = (swing(rows), place);
            }
        }
        assert_eq!(places[0], largest.1, "{game}");
        for ([number, lineup, hand], told) in places.iter().zip(
            between(&page, "<pre class=\"scroll\" tabindex=\"0\">", "</pre>")
                .iter()
                .rev()
                .take(2)
                .rev(),
        ) {
            let at = format!("--match {number} --lineup {lineup} --hand {hand}");
            let due = succeed(&format!("replay {} {at}", run.display()));
            let told = told.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            assert_eq!(told.trim_end(), due.trim_end(), "{game}");
        }
        assert_eq!(report(&run, ""), page, "{game}");
    }
}

#[test]
fn every_step_of_a_hand_has_a_table_for_all_and_for_each_seat() {
    let run = folder("hands-steps").join("run");
    play(&run, "tournament --game 9-2-5 --bots heuristic,greedy --blocks 5");
    for hand in steps(&report(&run, "")) {
        let decisions = hand["steps"].as_array().unwrap();
        for view in hand["views"].as_array().unwrap() {
            assert_eq!(view.as_array().unwrap().len(), decisions.len() + 1);
        }
        for step in decisions {
            let may = step["may"].as_array().unwrap();
            assert!(may.contains(&step["say"]), "{step}");
            let hidden = step["say"].as_str().unwrap().starts_with("lay away");
            assert_eq!(
                step.get("unseen").is_some_and(|unseen| unseen.as_array().unwrap().len() == 2),
                hidden,
                "{step}"
            );
        }
    }
}

#[test]
fn rules_are_shown_on_the_same_cards_and_other_runs_by_their_first_matches() {
    let dir = folder("hands-kinds");
    let compare = dir.join("compare");
    play(
        &compare,
        "compare --game kitty --variants three-legged-kitty,soft=three-legged-kitty:fail_points=0 --bots random,greedy,heuristic --blocks 30",
    );
    let page = report(&compare, "");
    let titles = titles(&page);
    assert_eq!(
        titles[..2],
        ["The same cards under three-legged-kitty", "The same cards under soft"]
    );
    let hands = steps(&page);
    let dealt = |hand: &Value| {
        let first = &hand["views"][0][0];
        [0, 1, 2].map(|seat| first[format!("hand{seat}")]["cards"].clone())
    };
    assert_eq!(dealt(&hands[0]), dealt(&hands[1]));
    assert_ne!(hands[0]["steps"], hands[1]["steps"]);
    assert!(page.contains("in the first 60 matches"), "all 30 blocks were looked at");

    // A tournament's hands are those of its tables, and a test's the same cards with two bots in each other's seat.
    let run = dir.join("bare");
    play(&run, "tournament --game kings --bots greedy,random --blocks 30 --hands none");
    let page = report(&run, "");
    assert_eq!(self::titles(&page), ["The closest finish"]);
    assert!(page.contains("with the closest finish of all matches. The winner is "));
    let run = dir.join("test");
    play(&run, "sprt --game kings --bots greedy,random");
    let page = report(&run, "");
    let due = ["greedy", "random"].map(|bot| format!("The same cards, decided by {bot}"));
    assert_eq!(self::titles(&page), due);
    let places: Vec<_> = places(&page).iter().map(|[number, _, hand]| (*number, *hand)).collect();
    assert_eq!(places[0], places[1]);
}

#[test]
fn another_bot_says_what_it_would_have_done_and_by_how_much_it_is_better() {
    let dir = folder("hands-opinions");
    let run = dir.join("run");
    play(&run, "tournament --game 9-2-5 --bots heuristic,greedy --blocks 3");
    let page = report(&run, "--annotate pimc:worlds=8");
    assert_eq!(report(&run, "--annotate pimc:worlds=8"), page, "the same bot says the same");
    let decisions: Vec<Value> =
        steps(&page).iter().flat_map(|hand| hand["steps"].as_array().unwrap().clone()).collect();
    for step in &decisions {
        let has_choice = step["may"].as_array().unwrap().len() > 1;
        assert_eq!(step["opinion"]["choice"].is_string(), has_choice, "{step}");
    }
    let opinions: Vec<Value> = decisions.iter().map(|step| step["opinion"].clone()).collect();
    let lost = opinions.iter().filter(|opinion| opinion["loss"][0].as_f64() > Some(0.0));
    assert!(lost.count() > 3, "some decisions lose something by the search");
    let most =
        opinions.iter().filter_map(|opinion| opinion["loss"][0].as_f64()).max_by(f64::total_cmp);
    let list = page
        .split("<ol class=\"worst\">")
        .nth(1)
        .expect("a list of the worst")
        .split("</ol>")
        .next()
        .unwrap();
    let said = format!("which costs {:.1} ±", 100.0 * most.unwrap());
    assert!(list.matches("<li>").count() == 5 && list.find("</li>") > list.find(&said), "{list}");
    let link = list.split("data-step=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(list.contains("href=\"#hand-") && link.parse::<usize>().unwrap() < decisions.len());
    for worths in opinions.iter().filter_map(|opinion| opinion["worths"].as_array()) {
        let losses: Vec<f64> = worths.iter().map(|worth| worth[2].as_f64().unwrap()).collect();
        assert!(losses.is_sorted() && losses.contains(&0.0), "{losses:?}");
    }
    let plain = report(&run, "--annotate greedy");
    let hands = steps(&plain);
    assert!(hands[0]["steps"][0]["opinion"]["worths"].is_null(), "greedy has no figures");
    assert!(!plain.contains("<ol class=\"worst\">"), "what has no figures can't be ranked");
}
