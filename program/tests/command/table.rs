//! The table in the browser: what is in sight, how long a trick stays, keys and labels.

use std::thread::sleep;
use std::time::Duration;

use crate::common::folder;
use crate::common::webdriver::Browser;
use crate::play::Served;

const RIGHT: char = '\u{E014}';
const ENTER: char = '\u{E007}';

/// A table in a browser; `None` without a browser.
fn table(game: &str) -> Option<(Browser, Served)> {
    let dir = folder(&format!("table-{game}-{}", std::thread::current().name().unwrap_or("")));
    let browser = Browser::start(&dir.join("profile"))?;
    browser.look(390, "light", "");
    let served = Served::start(game, 2, dir.join("a.jsonl"));
    Some((browser, served))
}

/// Waits until an expression of the page is true.
fn wait_for(browser: &Browser, expression: &str) {
    for _ in 0..500 {
        if browser.text(expression) == "true" {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("never: {expression}; {}", browser.text("document.body.innerText"));
}

/// Goes on to the next choice, and takes the first one; `false` at the end of the hand.
fn choose(browser: &Browser) -> bool {
    let step = "const may = '.fan button, .bids button, .choices button';
        if (document.querySelector('.ended')) return 'over';
        if (!document.querySelector('.felt') || document.querySelector('.busy')) return 'waits';
        const choice = document.querySelector('.bids button') || document.querySelector(may);
        if (choice) return choice.click() || 'chosen';
        document.querySelector('.felt').click();
        return 'waits';";
    for _ in 0..1_000 {
        match browser.run(step).as_str() {
            Some("over") => return false,
            Some("chosen") => return true,
            _ => sleep(Duration::from_millis(20)),
        }
    }
    panic!("no choice comes: {}", browser.text("document.body.innerText"));
}

#[test]
fn the_hand_and_all_bids_are_in_sight_without_scrolling() {
    for (width, height) in [(390, 844), (1280, 800), (844, 390)] {
        let Some((browser, served)) = table("kitty") else { return };
        browser.resize(width, height);
        browser.visit(&served.link);
        wait_for(&browser, "document.querySelector('.bids') !== null");
        for _ in 0..10 {
            let seen = browser.run(
                "const boxes = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
                const hand = boxes('.fan .card'), page = document.documentElement;
                const isOut = (box) => 0 > box.left || 0 > box.top || box.right > innerWidth || box.bottom > innerHeight;
                const table = document.querySelector('.centre').getBoundingClientRect();
                const isHidden = (box) => innerHeight > 500 && (table.top > box.top + 1 || box.bottom > table.bottom + 1);
                const tops = hand.map((box) => box.top);
                return [hand.length > 0, hand.filter(isOut).length + boxes('.ask button').filter(isHidden).length,
                    60 > Math.max(...tops) - Math.min(...tops), page.scrollHeight > innerHeight, page.scrollWidth > innerWidth,
                    3 * document.querySelector('.felt').offsetHeight > innerHeight];",
            );
            let due = serde_json::json!([true, 0, true, false, false, true]);
            assert_eq!(
                seen,
                due,
                "{width} × {height}: {}",
                browser.text("document.body.innerText")
            );
            assert!(choose(&browser), "the hand goes on");
            wait_for(&browser, "document.querySelector('.busy') === null");
        }
    }
}

#[test]
fn each_row_of_bids_has_its_price_in_cards() {
    let Some((browser, served)) = table("kitty") else { return };
    browser.visit(&served.link);
    wait_for(&browser, "document.querySelector('.bids') !== null");
    let prices = "[...document.querySelectorAll('.price')]
        .map((one) => one.textContent.match(/^costs(\\d+) cards?$/)[1]).join()";
    let prices = browser.text(prices);
    let prices: Vec<u32> = prices.split(',').map(|price| price.parse().expect("a price")).collect();
    assert!(prices.is_sorted() && prices[0] == 1 && prices.len() > 3, "{prices:?}");
    browser.click(".bids button:nth-last-of-type(1)");
    let last = prices.last().expect("there are some");
    wait_for(
        &browser,
        &format!("document.querySelector('.now').textContent.includes('0 of {last} chosen')"),
    );
}

#[test]
fn cards_that_are_paid_or_put_out_lie_on_the_table_once() {
    let Some((browser, served)) = table("kitty") else { return };
    browser.visit(&served.link);
    let mut most = 0;
    for _ in 0..60 {
        wait_for(&browser, "document.querySelector('.fan, .choices, .ended') !== null");
        let seen = browser.run(
            "const isHere = (card) => !(card.closest('.fact') || card).textContent.startsWith('kitty ');
            const cards = [...document.querySelectorAll('.who .card, .heaps .card, .felt > .info .card')];
            const names = cards.filter(isHere).map((card) => card.getAttribute('aria-label'));
            const open = names.filter((name) => name !== 'a card face down');
            return [open.length, open.length - new Set(open).size];",
        );
        assert_eq!(seen[1], 0, "{}", browser.text("document.body.innerText"));
        most = most.max(seen[0].as_u64().expect("a number"));
        if !choose(&browser) {
            break;
        }
    }
    assert!(most >= 10, "{most}");
}

#[test]
fn a_trick_stays_until_a_click_or_for_the_chosen_time_and_says_who_took_it() {
    let Some((browser, served)) = table("9-2-5") else { return };
    browser.visit(&served.link);
    let stays = "document.querySelector('.trick.stays .won') !== null";
    let play_on = || {
        while browser.text(stays) != "true" {
            assert!(choose(&browser), "a trick is over before the hand");
            wait_for(
                &browser,
                &format!(
                    "!document.querySelector('.busy') && ({stays} || document.querySelector('.fan .may') !== null)"
                ),
            );
            browser.run("if (!document.querySelector('.trick.stays, .fan .may')) document.querySelector('.felt').click();");
        }
    };
    play_on();
    sleep(Duration::from_secs(3));
    assert_eq!(browser.text(stays), "true", "nobody has clicked");
    assert_eq!(browser.text("document.querySelectorAll('.trick.stays .lay').length"), "3");
    let caption = browser.text("document.querySelector('.caption').textContent");
    assert!(
        ["you take", "Lena takes", "Rio takes"].iter().any(|who| caption.starts_with(who)),
        "{caption}"
    );
    browser.click(".trick");
    wait_for(&browser, &format!("!({stays})"));
    browser.run(
        "const pace = document.querySelector('.pace');
        pace.value = '1';
        pace.dispatchEvent(new Event('change'));",
    );
    play_on();
    wait_for(&browser, &format!("!({stays})"));
}

#[test]
fn a_table_without_scripts_or_without_its_program_says_so() {
    let Some((browser, mut served)) = table("hearts") else { return };
    browser.allow_scripts(false);
    browser.visit(&served.link);
    let says = |words: &str| format!("document.body.innerText.includes('{words}')");
    wait_for(&browser, &says("The table needs JavaScript."));
    browser.allow_scripts(true);
    browser.visit(&served.link);
    wait_for(&browser, "document.querySelector('.fan') !== null");
    served.child.kill().expect("it runs");
    served.child.wait().expect("it ends");
    browser.click(".hint");
    wait_for(&browser, &says("the program has ended"));
}

#[test]
fn nothing_moves_where_that_is_not_wanted() {
    let Some((browser, served)) = table("three-kings") else { return };
    let moving = "document.getAnimations().length";
    for is_reduced in [false, true] {
        if is_reduced {
            browser.prefer_reduced_motion();
        }
        browser.visit(&served.link);
        let mut moved = 0;
        for _ in 0..6 {
            wait_for(&browser, "document.querySelector('.fan .card') !== null");
            assert!(choose(&browser));
            for _ in 0..20 {
                moved += browser.text(moving).parse::<u32>().expect("a number");
            }
        }
        assert_eq!(moved == 0, is_reduced, "{moved} animations");
    }
}

#[test]
fn a_hand_is_played_by_keys_alone() {
    let Some((browser, served)) = table("hearts") else { return };
    browser.visit(&served.link);
    wait_for(&browser, "document.querySelector('.fan') !== null");
    let mut chosen = 0;
    for round in 0.. {
        assert!(round < 3_000, "the hand does not end after {chosen} choices");
        if browser.text("document.querySelector('.ended') !== null") == "true" {
            break;
        }
        let is_mine = "document.querySelector('.stage:not(.busy) .fan .may') !== null";
        if browser.text(is_mine) == "true" {
            browser.press(RIGHT);
            let focused = browser.text("document.activeElement.getAttribute('aria-label')");
            assert!(focused.contains(" of "), "{focused}");
            chosen += 1;
        }
        browser.press(ENTER);
        sleep(Duration::from_millis(10));
    }
    assert!(chosen >= 17, "{chosen}");
    browser.press('s');
    assert_eq!(browser.text("document.querySelectorAll('.sheet tr').length"), "3");
}

#[test]
fn every_button_and_card_has_a_name_for_the_ear() {
    for game in ["kitty", "9-2-5", "oh-hell"] {
        let Some((browser, served)) = table(game) else { return };
        browser.visit(&served.link);
        wait_for(&browser, "document.querySelector('.fan button, .choices button') !== null");
        let said = browser.read_aloud();
        for (role, name) in &said {
            let needs_name = ["button", "image", "group", "combobox"].contains(&&**role);
            assert!(!needs_name || !name.is_empty(), "{game}: a {role} without a name in {said:?}");
            assert!(role != "button" || !name.contains(['♠', '♥', '♦', '♣']), "{game}: {name}");
        }
        let has = |due: &str| said.iter().any(|(_, name)| name.contains(due));
        assert!(
            has("your cards: ") && has("Lena, played by ") && has(" of spades"),
            "{game}: {said:?}"
        );
        assert_eq!(has(", costs "), game == "kitty", "{game}: only bids are paid for: {said:?}");
        let live = browser.text("document.querySelector('[aria-live]').textContent");
        assert!(live.contains("Your turn: "), "{game}: {live}");
    }
}
