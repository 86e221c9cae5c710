//! The built-in game 9-2-5 and the same from a file, side by side.

use threehand_engine::games::family::NINE_TWO_FIVE;
use threehand_engine::games::{Family, NineTwoFive};
use threehand_engine::options::{differing, rules_of};
use threehand_engine::testing::{Trials, any_rules, checks};
use threehand_engine::{
    Game as _, Hand as _, Legal as _, Played, Seat, Standing as _, Worlds as _, below,
};

use super::game;
use crate::met::Met;

/// The options of the file that make the same game as these rules of the built-in one.
fn options_of(rules: &NineTwoFive) -> Vec<(&'static str, String)> {
    let mut options = Vec::new();
    for (name, value) in differing(rules) {
        match name {
            "contracts" => options.push(("contract", value)),
            "bleed_cap" => options.push(("exchange.cap", value)),
            "bleed_order" => options.push(("exchange.order", value)),
            "bleed_optional" => options.push(("exchange.optional", value)),
            "bleed_view" => options.push(("exchange.view", value)),
            "trump_call" => options.push(("steps", "exchange-trump-kitty".to_owned())),
            "kitty" => options.push(("kitty.order", value)),
            "first_lead" => options.push(("tricks.lead", value)),
            "target" => {
                options.push(("match.below", format!("-{value}")));
                options.push(("match.above", value));
            }
            other => unreachable!("the format has no {other}"),
        }
    }
    options
}

/// All hands of the built-in game go the same way: 100,000 of them by night.
#[test]
fn it_plays_as_the_built_in_game() {
    let hands = checks(100_000).max(3_000);
    let file = game(NINE_TWO_FIVE);
    let trials = Trials::<NineTwoFive>::new(hands as usize).hands_of_a_match(12).rules(|rng| {
        let mut rules: NineTwoFive = any_rules(rng);
        // What the format lacks.
        rules.set_option("tie", "latched");
        rules.set_option("no_trump_bleed", "true");
        rules
    });
    let mut met = Met::new();
    let mut before = None;
    trials.each(|trial| {
        let options = options_of(&trial.rules());
        options.iter().for_each(|(name, _)| met.add(*name));
        let texts = options.iter().map(|(name, value)| (*name, value.as_str()));
        let rules: Family = rules_of(&file, texts).unwrap_or_else(|why| panic!("{why}"));
        let standing = match before.filter(|_| trial.number() > 0) {
            Some(standing) => standing,
            None => rules.first_standing(trial.standing.dealer()),
        };
        let mut played = Played::<Family>::new(rules, standing, trial.deal);
        let counts_at = below(&mut trial.rng, 1_500);
        loop {
            let hand = &played.end;
            assert_eq!(hand.turn(), trial.hand.turn());
            let legal = |texts: Vec<String>| texts.join(", ");
            assert_eq!(
                legal(hand.legal().iter().map(|action| action.to_string()).collect()),
                legal(trial.hand.legal().iter().map(|action| action.to_string()).collect()),
            );
            if trial.actions.len() == counts_at {
                for seat in Seat::ALL {
                    let count =
                        <Family as threehand_engine::Game>::Worlds::of(&hand.view(seat)).count();
                    let due =
                        <NineTwoFive as threehand_engine::Game>::Worlds::of(&trial.hand.view(seat));
                    let (count, due) = (count.expect("counted"), due.count().expect("counted"));
                    assert!(
                        (count / due - 1.0).abs() < 1e-9,
                        "worlds of seat {seat}: {count}, {due}"
                    );
                }
                met.add("worlds");
            }
            if !trial.step() {
                break;
            }
            let action = trial.actions.last().expect("the step").1.to_string();
            met.add_if(action == "keep", "keep");
            played
                .play(action.parse().expect("the same verbs"))
                .unwrap_or_else(|why| panic!("{why}"));
        }
        let (end, due) = (played.outcome.expect("over"), trial.hand.outcome().expect("over"));
        assert_eq!((end.points, end.over), (due.points, due.over));
        assert_eq!(end.standing.scores(), due.standing.scores());
        assert_eq!(end.standing.dealer(), due.standing.dealer());
        let mut carry = due.standing.carry();
        let deltas = carry.remove("deltas").expect("after a hand");
        assert_eq!(end.standing.carry().remove("over"), Some(deltas));
        assert_eq!(end.standing.carry().get("latched"), carry.get("latched"));
        for seat in Seat::ALL {
            assert_eq!(end.standing.placing(seat), (0, due.standing.scores()[seat]));
            assert_eq!(played.end.kept(seat), trial.hand.kept(seat));
        }
        before = Some(end.standing);
    });
    met.assert_kinds(12, hands / 2_000);
}
