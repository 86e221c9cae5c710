//! Every bot plays by the rules, is a function of its seeds, and is made by its spec.

mod common;

use common::{LAB, all_specs, any_rules, deal_hand, is_slow, rng_of};
use threehand_bots::{Bots, Knowledge, Registry, Spec, SpecError, Visitor};
use threehand_engine::games::NineTwoFive;
use threehand_engine::{Action, Hand, Seat, below};

const HANDS: u64 = 2_000;

#[test]
fn every_bot_plays_thousands_of_hands_without_an_illegal_action() {
    LAB.each_game(PlayThousands);
}

#[derive(Clone)]
struct PlayThousands;

impl Visitor for PlayThousands {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        for spec in all_specs(bots) {
            let hands = if is_slow(&spec) { HANDS / 50 } else { HANDS };
            play_hands(bots, &spec, 3, hands);
        }
    }
}

#[test]
fn an_absent_minded_bot_plays_legal_actions_too() {
    LAB.each_game(PlayHands { spec: "heuristic:epsilon=0.3", seed: 4, hands: 200 });
}

#[test]
fn the_same_seeds_give_the_same_actions_and_others_do_not() {
    LAB.each_game(PlayAgain);
}

#[derive(Clone)]
struct PlayAgain;

impl Visitor for PlayAgain {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        for spec in all_specs(bots) {
            let hands = if is_slow(&spec) { 2 } else { 20 };
            let play = |seed| play_hands(bots, &spec, seed, hands);
            assert_eq!(play(5), play(5), "{spec} at {}", G::NAME);
            assert_ne!(play(5), play(6), "{spec} at {}", G::NAME);
        }
    }
}

/// Plays hands of one bot in all seats; the indices of its actions.
#[derive(Clone)]
struct PlayHands {
    spec: &'static str,
    seed: u64,
    hands: u64,
}

impl Visitor for PlayHands {
    type Output = Vec<usize>;

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) -> Vec<usize> {
        play_hands(bots, &bots.spec(self.spec).expect("a spec"), self.seed, self.hands)
    }
}

fn play_hands<G: Knowledge>(bots: &Bots<'_, G>, spec: &Spec, seed: u64, hands: u64) -> Vec<usize> {
    let mut rng = rng_of(seed);
    let mut actions = Vec::new();
    let mut rules: G = any_rules(&mut rng);
    let mut standing = rules.first_standing(Seat::P0);
    for number in 0..hands {
        let mut hand = deal_hand(&rules, &standing, [3, 0], number);
        let mut players = Seat::ALL.map(|_| bots.maker(spec)());
        while let Some(seat) = hand.turn() {
            let action = players[seat.number()].decide(&hand.view(seat), &mut rng);
            let played = hand.play(action);
            played.unwrap_or_else(|e| panic!("{spec}: {e}; {:?}", hand.view(seat)));
            actions.push(action.index());
        }
        let outcome = hand.outcome().expect("nobody is to move");
        standing = outcome.standing;
        if outcome.over || below(&mut rng, 20) == 0 {
            rules = any_rules(&mut rng);
            standing = rules.first_standing(Seat::from_number(below(&mut rng, 3)));
        }
    }
    actions
}

fn spec(text: &str) -> Result<Spec, SpecError> {
    LAB.bots::<NineTwoFive>().spec(text)
}

#[test]
fn a_spec_is_its_own_text() {
    for text in ["random", "greedy", "heuristic", "greedy:epsilon=0.25", "heuristic:epsilon=1"] {
        assert_eq!(spec(text).unwrap().to_string(), text);
    }
    for text in ["heuristic:epsilon=0", "heuristic:epsilon=-0", "heuristic:epsilon=0.00"] {
        assert_eq!(spec(text).unwrap().to_string(), "heuristic");
    }
}

#[test]
fn an_unknown_bot_is_refused_with_the_one_most_like_it() {
    let error = spec("heuristics").unwrap_err();
    assert_eq!(error.to_string(), "no bot is called `heuristics`; did you mean `heuristic`?");
    let error = spec("").unwrap_err();
    assert_eq!(error.to_string(), "no bot is called ``");
}

#[test]
fn an_unknown_parameter_is_refused_with_the_one_most_like_it() {
    let error = spec("greedy:epsilom=0.1").unwrap_err();
    assert_eq!(error.to_string(), "greedy has no parameter `epsilom`; did you mean `epsilon`?");
    let error = spec("random:epsilon=0.1").unwrap_err();
    assert_eq!(error.to_string(), "random has no parameter `epsilon`");
}

#[test]
fn a_parameter_out_of_its_range_is_refused() {
    for value in ["", "1.5", "-0.1", "NaN", "inf", "often"] {
        let error = spec(&format!("heuristic:epsilon={value}")).unwrap_err();
        assert!(matches!(error, SpecError::BadValue { name: "epsilon", .. }), "{value}: {error}");
        assert!(error.to_string().ends_with("it is a number from 0 to 1"), "{error}");
    }
}

#[test]
fn a_search_that_looks_at_nothing_is_refused() {
    for text in
        ["mc:worlds=0", "pimc:worlds=0", "pimc:of=0", "ismcts:iterations=0", "champion:budget=0"]
    {
        let error = spec(text).unwrap_err();
        assert!(matches!(error, SpecError::BadValue { .. }), "{text}: {error}");
    }
}

#[test]
fn a_champion_stands_for_another_bot() {
    LAB.each_game(StandsFor);
}

#[derive(Clone)]
struct StandsFor;

impl Visitor for StandsFor {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let of = |text: &str| bots.stands_for(&bots.spec(text).unwrap());
        for budget in ["5ms", "50ms"] {
            let other = of(&format!("champion:budget={budget}"));
            assert!(!other.to_string().starts_with("champion"), "{}: {other}", G::NAME);
            assert_eq!(bots.stands_for(&other), other, "{}", G::NAME);
        }
        assert_ne!(of("champion"), of("champion:budget=50ms"), "{}", G::NAME);
    }
}

#[test]
fn what_is_solved_counts_for_nothing_beside_a_whole_blend() {
    let play = |spec, seed| LAB.with_game("three-legged-kitty", PlayHands { spec, seed, hands: 2 });
    let blended = |seed| play("pimc:worlds=4:blend=1", seed);
    for seed in 0..6 {
        assert_eq!(blended(seed), play("pimc:worlds=4:solver=none", seed));
    }
    assert!((0..6).any(|seed| blended(seed) != play("pimc:worlds=4", seed)));
}

#[test]
fn a_parameter_is_given_once() {
    let error = spec("greedy:epsilon=0.1:epsilon=0.1").unwrap_err();
    assert_eq!(error, SpecError::Twice { bot: "greedy", name: "epsilon" });
}

#[test]
fn what_is_no_parameter_is_refused() {
    for (text, part) in [("greedy:", ""), ("greedy:0.1", "0.1")] {
        let error = spec(text).unwrap_err();
        assert_eq!(error, SpecError::NotAParameter(part.to_owned()));
    }
}
