//! Who decides before the first lead: the policy, or the search where it is sure.

use threehand_bots::{Bot, Knowledge as _, bot_rng};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::testing::checks;
use threehand_engine::{Deck, Game as _, Hand as _, Legal as _, Seat, Stream, View};

use crate::bots;

/// Plays a hand and asks about every view in it, with a seed.
fn each_view(number: u64, bot: &str, mut ask: impl FnMut(&View<'_, ThreeLeggedKitty>, [u8; 32])) {
    let mut bot = make(bot);
    let rules = ThreeLeggedKitty::default();
    let standing = rules.first_standing(Seat::P0);
    let deck = Deck::shuffled(&mut Stream::new([1, number, 47, 3]));
    let mut hand = rules.start(&standing, &rules.deal(&standing, &deck));
    while let Some(seat) = hand.turn() {
        let view = hand.view(seat);
        let seed = [hand.legal().len() as u8; 32];
        ask(&view, seed);
        let action = bot.decide(&view, &mut bot_rng(seed));
        hand.play(action).expect("a legal action");
    }
}

fn make(text: &str) -> Box<dyn Bot<ThreeLeggedKitty>> {
    bots().make(text).expect("a bot")
}

#[test]
fn a_policy_decides_up_to_the_first_lead_but_where_the_search_is_sure() {
    let [mut early, mut unsure, mut policy, mut search, mut mc] = [
        "pimc:worlds=16",
        "pimc:worlds=7",
        "policy",
        "pimc:solver=none:early=search",
        "mc:worlds=16",
    ]
    .map(make);
    // Early decisions in which the two differ, and those of them in which the search prevails.
    let (mut differ, mut overruled) = (0, 0);
    for number in 0..checks(20) {
        each_view(number, "heuristic", |view, seed| {
            if ThreeLeggedKitty::is_late(view) {
                return;
            }
            let [by_policy, by_search, chosen, by_few, by_mc] =
                [&mut policy, &mut search, &mut early, &mut unsure, &mut mc]
                    .map(|bot| bot.decide(view, &mut bot_rng(seed)));
            differ += u32::from(by_policy != by_search);
            overruled += u32::from(by_policy != chosen);
            // `mc` checks the policy like the others.
            assert_eq!(by_mc, chosen);
            // Too few worlds make nobody sure.
            assert_eq!(by_few, by_policy);
        });
    }
    assert!(overruled > 0 && 3 * overruled < differ, "{overruled} of {differ}");
}

#[test]
fn what_others_did_chooses_no_worlds_where_a_policy_is_checked() {
    let [mut plain, mut inferring] =
        ["", ":candidates=4"].map(|more| make(&format!("pimc:worlds=16{more}")));
    let mut differ = 0;
    for number in 0..5 {
        each_view(number, "heuristic", |view, seed| {
            let [without, with] =
                [&mut plain, &mut inferring].map(|bot| bot.decide(view, &mut bot_rng(seed)));
            if ThreeLeggedKitty::is_late(view) {
                differ += u32::from(with != without);
            } else {
                assert_eq!(with, without);
            }
        });
    }
    assert!(differ > 0);
}

#[test]
fn a_policy_has_no_say_once_the_cards_are_played() {
    for bot in ["pimc:worlds=2", "mc:worlds=2"] {
        let [mut early, mut search] =
            ["policy", "search"].map(|who| make(&format!("{bot}:early={who}")));
        let mut late = 0;
        each_view(0, "greedy", |view, seed| {
            let [with, without] =
                [&mut early, &mut search].map(|bot| bot.decide(view, &mut bot_rng(seed)));
            if ThreeLeggedKitty::is_late(view) {
                assert_eq!(with, without);
                late += 1;
            }
        });
        assert_eq!(late, 30);
    }
}
