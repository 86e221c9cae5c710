//! The melds against those of the slow second implementation, and what the page says of the last trick.

use crate::cards::subsets;
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Meld, Melds};
use threehand_engine::testing::rules;
use threehand_engine::{CardSet, Game as _};

use super::bridge::{slow_cards, slow_rules};
use super::slow_melds::{beats, meld};

const RULES: [&str; 4] =
    ["", "melds=all", "meld_order=set_over_seq", "melds=all meld_order=set_over_seq"];

#[test]
fn any_three_cards_are_the_same_meld_or_none() {
    let all = slow_rules(&rules("melds=all"));
    for three in subsets(CardSet::FULL, 3) {
        let found = Meld::of(three);
        assert_eq!(found.is_some(), meld(all, &slow_cards(three)).is_some(), "{three}");
        assert!(found.is_none_or(|meld| meld.cards() == three));
    }
    assert_eq!(["2C 2D", "2C 2D 2H 2S"].map(|cards| Meld::of(cards.parse().unwrap())), [None; 2]);
}

#[test]
fn levels_and_what_beats_what_are_the_same() {
    for (words, count) in RULES.into_iter().zip([44, 96, 44, 96]) {
        let game: ThreeKings = rules(words);
        let slow = slow_rules(&game);
        let melds: Vec<Meld> = (0..Meld::COUNT).filter_map(Meld::from_index).collect();
        let level = |of: Meld| meld(slow, &slow_cards(of.cards())).map(|(level, _)| level as u8);
        assert!(melds.iter().all(|&of| of.level(&game) == level(of)), "{words}");
        let listed: Vec<Meld> = Melds::of(CardSet::FULL, &game).iter().collect();
        assert_eq!(listed.len(), count, "{words}");
        assert!(listed.iter().all(|&of| level(of).is_some()), "{words}");
        for &new in &listed {
            for &old in &listed {
                let due = beats(slow, &slow_cards(new.cards()), &slow_cards(old.cards()));
                assert_eq!(new.beats(old, &game), due, "{words}: {new} on {old}");
            }
        }
    }
}

/// The worked cases have the same numbers.
#[test]
fn the_page_says_what_the_last_trick_scores() {
    for row in [
        "| led and won with | no prediction | he said last | he said ace |",
        "| a single ace | 5 | 10 | 15 |",
        "| another card, a meld | 2 | 7 | −8, next set −10 |",
        "| led, and lost | no prediction | he said last | he said ace |",
        "| a single ace | −5 | −10, next set −5 | −15, next set −10 |",
        "| another card, a meld | 0 | −5, next set −5 | −10, next set −10 |",
    ] {
        let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ThreeKings::PAGE.lines().any(|line| plain(line) == row), "{row}");
    }
}
