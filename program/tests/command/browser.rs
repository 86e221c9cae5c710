//! The pages of runs, and of a match that a person plays, in a real browser where there is one.

use std::path::{Path, PathBuf};

use crate::common::webdriver::Browser;
use crate::common::{GAMES, folder, play, succeed};
use crate::play::Served;
use serde_json::Value;

const LEFT: char = '\u{E012}';
const RIGHT: char = '\u{E014}';
const HOME: char = '\u{E011}';
const END: char = '\u{E010}';

/// The page of a run that this command makes.
fn page(dir: &Path, name: &str, command: &str, report: &str) -> PathBuf {
    let run = dir.join(name);
    play(&run, command);
    succeed(&format!("report {} --quiet {report}", run.display()));
    run.join("report.html")
}

fn tournament(dir: &Path, game: &str) -> PathBuf {
    let command = format!("tournament --game {game} --bots heuristic,greedy,random --blocks 10");
    page(dir, &format!("tournament-{game}"), &command, "--annotate pimc:worlds=4")
}

fn started(name: &str) -> Option<(PathBuf, Browser)> {
    let dir = folder(name);
    let browser = Browser::start(&dir.join("profile"))?;
    Some((dir, browser))
}

/// Where the first hand of the page stands.
fn place(browser: &Browser) -> String {
    browser.text("document.querySelector('.hand .count').textContent")
}

#[test]
fn hands_are_stepped_through_by_key_click_and_touch() {
    let Some((dir, browser)) = started("browser-steps") else { return };
    let page = tournament(&dir, "9-2-5");
    browser.look(390, "light", "");
    browser.open(&page);
    let steps = browser
        .text("document.querySelectorAll('.hand')[0].querySelectorAll('[data-step]').length - 1");
    let at = |step: u32| format!("decision {step} of {steps}");
    assert_eq!(place(&browser), at(1));
    for (key, due) in [
        (RIGHT, at(2)),
        (RIGHT, at(3)),
        (LEFT, at(2)),
        (END, "the end".to_owned()),
        (RIGHT, "the end".to_owned()),
        (HOME, at(1)),
        (LEFT, at(1)),
    ] {
        browser.key(".hand .stage", key);
        assert_eq!(place(&browser), due);
    }
    browser.click(".hand [aria-label='the next decision']");
    assert_eq!(place(&browser), at(2));
    browser.click(".hand [aria-label='to the end']");
    assert!(
        browser.text("document.querySelector('.hand .status').textContent").contains("Points: ")
    );
    browser.click(".hand [data-step='12']");
    assert_eq!(place(&browser), at(13));
    browser.touch(".hand .felt", -120);
    assert_eq!(place(&browser), at(14));
    browser.touch(".hand .felt", 120);
    browser.touch(".hand .felt", 120);
    assert_eq!(place(&browser), at(12));
    browser.touch(".hand .felt", 8);
    assert_eq!(place(&browser), at(12), "a tap is no swipe");
    browser.touch(".hand [aria-label='a decision back']", 0);
    assert_eq!(place(&browser), at(11));
    let opinions = "document.querySelector('.hand').querySelectorAll('.opinion').length";
    assert_eq!(browser.text(opinions), "1", "what the other bot thinks stands beside a decision");

    // The list of the worst decisions leads to them.
    let led = "(() => {
        const link = document.querySelector('.worst a');
        link.click();
        const count = document.querySelector(link.getAttribute('href')).querySelector('.count');
        return count.textContent.startsWith('decision ' + (Number(link.dataset.step) + 1) + ' of ');
    })()";
    assert_eq!(browser.text(led), "true");

    // The trick before can be looked at, and one step leads on from there.
    browser.click(".hand [data-step='15']");
    browser.click(".hand .look");
    let caption = "document.querySelector('.hand .caption').textContent";
    assert!(browser.text(caption).starts_with("The trick before: "), "{}", browser.text(caption));
    browser.key(".hand .stage", RIGHT);
    assert_eq!(place(&browser), at(17));
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// Steps through all hands as each seat sees them, and gives what is shown that should not be: cards on the table that
/// the scene of the seat does not have, and in 9-2-5 any card of another hand.
const PEEK: &str = include_str!("peek.js");

#[test]
fn a_seats_table_has_no_card_that_the_seat_does_not_know() {
    let Some((dir, browser)) = started("browser-seats") else { return };
    browser.look(800, "light", "");
    for game in GAMES {
        browser.open(&tournament(&dir, game));
        let found = browser.run(PEEK);
        assert!(found[0].as_u64() > Some(1_000), "{game}: {found}");
        assert_eq!(found[1], Value::from(Vec::<Value>::new()), "{game}");
        assert_eq!(browser.console(), Vec::<String>::new(), "{game}");
    }
    browser.open(&dir.join("tournament-9-2-5/report.html"));
    let open = "(() => { const hand = document.querySelector('.hand');
        hand.querySelectorAll('.seats button')[1].click();
        hand.querySelector('[data-step=\"1\"]').click();
        return hand.querySelectorAll('.p1 .card:not(.back), .p2 .card:not(.back)').length; })()";
    assert_eq!(browser.text(open), "0", "in 9-2-5 no card of another hand is known");
}

#[test]
fn every_kind_of_page_fits_a_phone_in_both_themes_and_the_console_stays_empty() {
    let Some((dir, browser)) = started("browser-pages") else { return };
    let mut pages: Vec<PathBuf> = Vec::new();
    for (game, variants) in GAMES.into_iter().zip([
        "9-2-5,9-5-2,8-3-5",
        "three-legged-kitty,three-legged-kitty:fail_points=2",
        "three-kings,three-kings:melds=all",
    ]) {
        pages.push(tournament(&dir, game));
        let compare = format!(
            "compare --game {game} --variants {variants} --bots random,greedy,heuristic --blocks 5"
        );
        pages.push(page(&dir, &format!("compare-{game}"), &compare, ""));
        let bots = "greedy:epsilon=0.1,greedy:epsilon=0.4";
        let sprt = format!("sprt --game {game} --bots {bots} --blocks 30");
        pages.push(page(&dir, &format!("sprt-{game}"), &sprt, ""));
    }
    // A calibration has no hands to show.
    let calibrate = "calibrate --game three-legged-kitty --bots random --runs 20 --max-hands 1";
    pages.push(page(&dir, "calibrate", calibrate, ""));
    for page in &pages {
        let has_hands = !page.ends_with("calibrate/report.html");
        let mut papers = Vec::new();
        for scheme in ["light", "dark"] {
            browser.look(390, scheme, "");
            browser.open(page);
            let said = page.display();
            let wide = browser.run(
                "const wide = [document.documentElement.scrollWidth];
                for (const hand of document.querySelectorAll('.hand')) {
                    const steps = hand.querySelectorAll('[data-step]');
                    for (let at = 0; at < steps.length; at += 9) {
                        steps[at].click();
                        wide.push(document.documentElement.scrollWidth);
                    }
                }
                return Math.max(...wide);",
            );
            assert_eq!(wide, 390, "{said} is wider than a phone");
            let first_screen = browser.run(
                "scrollTo(0, 0);
                const ends = (part) => document.querySelector(part).getBoundingClientRect().bottom;
                const scrolled = [...document.querySelectorAll('#answer .scroll, #tables .scroll')];
                const is_wide = (table) => table.scrollWidth > table.clientWidth + 1;
                return [ends('.lead') < 420, ends('#answer svg') < 844, scrolled.filter(is_wide).length];",
            );
            assert_eq!(first_screen, serde_json::json!([true, true, 0]), "{said}");
            browser.resize(1280, 800);
            let end = browser
                .text("document.querySelector('#answer svg').getBoundingClientRect().bottom");
            assert!(
                end.parse::<f64>().expect("a number") < 800.0,
                "{said}: the chart ends at {end}"
            );
            browser.resize(390, 844);
            let small = browser.text(
                "[...document.querySelectorAll('.stage button')].filter((button) => {
                    const { width, height } = button.getBoundingClientRect();
                    return width && (width < 44 || height < 44);
                }).length",
            );
            assert_eq!(small, "0", "{said} has buttons that a finger misses");
            papers.push(browser.text("getComputedStyle(document.body).backgroundColor"));
            assert_eq!(browser.console(), Vec::<String>::new(), "{said}");
            let hands = browser.text("document.querySelectorAll('.hand').length");
            assert_eq!(hands != "0", has_hands, "{said}");
        }
        assert_ne!(papers[0], papers[1], "the themes differ");
        if !has_hands {
            continue;
        }
        browser.look(800, "light", "print");
        let printed = browser.run(
            "const hand = document.querySelector('.hand');
            const shown = (part) => hand.querySelector(part).getBoundingClientRect().height > 0;
            return [shown('.stage'), shown('pre')];",
        );
        assert_eq!(printed, serde_json::json!([false, true]), "a hand is printed in words");
        browser.look(800, "light", "");
        browser.allow_scripts(false);
        browser.open(page);
        let read = browser.run(
            "const shown = (part) => document.querySelector(part).getBoundingClientRect().height > 0;
            return [shown('.hand .stage'), shown('.hand pre'), shown('#answer svg')];",
        );
        assert_eq!(read, serde_json::json!([false, true, true]), "without scripts a page is read");
        browser.allow_scripts(true);
    }
}

/// Shows at once what the others did, and then clicks the first card or button that may be chosen; says what it did.
const STEP: &str = include_str!("step.js");

#[test]
fn a_whole_hand_of_each_game_is_played_by_clicks() {
    let dir = folder("play-browser");
    let Some(browser) = Browser::start(&dir.join("profile")) else { return };
    browser.look(390, "light", "");
    for game in GAMES {
        let out = dir.join(format!("{game}.jsonl"));
        let mut served = Served::start(game, 2, out.clone());
        browser.visit(&served.link);
        let mut clicks = 0;
        for round in 0.. {
            assert!(round < 3_000, "{game}: the hand does not end after {clicks} clicks");
            match browser.run(STEP).as_str() {
                Some("over") => break,
                Some("clicked") => clicks += 1,
                Some("waits") => std::thread::sleep(std::time::Duration::from_millis(10)),
                other => panic!("{game}: {other:?}"),
            }
        }
        assert!(clicks >= 10, "{game}: {clicks} clicks");
        let bids: f64 = browser.text("window.bids || 0").parse().expect("a height");
        let is_auction = game == "three-legged-kitty";
        assert!(bids < 600.0 && (bids > 0.0) == is_auction, "{game}: bids {bids} px high");
        let said = browser.text("document.querySelector('.ended').textContent");
        assert!(said.contains("The hand is over. The match goes on."), "{game}: {said}");
        browser.run("document.querySelector('.ended details').open = true;");
        let right = browser.text("document.querySelector('.deal').getBoundingClientRect().right");
        assert!(
            right.parse::<f64>().expect("a number") < 390.0,
            "{game}: all cards hide the button"
        );
        let reads = |element: &str, due: &str| {
            let text = format!("(document.querySelector('{element}') || {{}}).textContent");
            for _ in 0..500 {
                if browser.text(&text).contains(due) {
                    return;
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            panic!("{game}: {} and not {due}", browser.text(&text));
        };
        browser.click(".deal");
        reads(".where", "hand 1");
        browser.run("document.querySelector('.felt').click();");
        browser.click(".rules");
        browser.click(".points");
        let sheet = browser.text("document.querySelectorAll('.sheet tr').length");
        assert_eq!(sheet, "3", "{game}: a head, a hand and the scores");
        browser.run("document.querySelector('.leave').click();");
        reads("main", "You have left the table.");
        assert!(served.child.wait().expect("it ends").success());
        assert_eq!(browser.console(), Vec::<String>::new(), "{game}");
        let told = succeed(&format!("verify {}", out.display()));
        assert!(told.contains("2 hands of 1 match, each as the rules have it"), "{told}");
    }
}
