//! Every bot plays by the rules and is a function of its seeds.

use rand::SeedableRng;
use threehand_bots::testing::{Trials, conformance};
use threehand_bots::{BotRng, Bots, Knowledge, Registry, Spec, Visitor};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::{Action, Hand, Seat};

use crate::{LAB, all_specs, is_slow};

const HANDS: usize = 2_000;

#[test]
fn every_bot_plays_thousands_of_hands_without_an_illegal_action() {
    LAB.each_game(PlayThousands);
}

#[derive(Clone)]
struct PlayThousands;

impl Visitor for PlayThousands {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let (slow, quick): (Vec<_>, Vec<_>) = all_specs(bots).into_iter().partition(is_slow);
        let trials = |hands| Trials::new(hands).seed(3).hands_of_a_match(40);
        conformance(bots, &quick, &trials(HANDS));
        conformance(bots, &slow, &trials(HANDS / 50));
    }
}

#[test]
fn an_absent_minded_bot_plays_legal_actions_too() {
    LAB.each_game(PlayAbsently);
}

#[derive(Clone)]
struct PlayAbsently;

impl Visitor for PlayAbsently {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<'_, G>) {
        let spec = bots.spec("heuristic:epsilon=0.3").expect("a spec");
        conformance(bots, &[spec], &Trials::new(200).seed(4));
    }
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
fn play_hands<G: Knowledge>(
    bots: &Bots<'_, G>,
    spec: &Spec,
    seed: u64,
    hands: usize,
) -> Vec<usize> {
    let mut actions = Vec::new();
    Trials::<G>::new(hands).seed(seed).each(|trial| {
        let mut rng = BotRng::from_rng(&mut trial.rng);
        let mut players = Seat::ALL.map(|_| bots.maker(spec)());
        while let Some(seat) = trial.hand.turn() {
            let action = players[seat.number()].decide(&trial.hand.view(seat), &mut rng);
            trial.play(action);
            actions.push(action.index());
        }
    });
    actions
}

#[test]
fn what_is_solved_counts_for_nothing_beside_a_whole_blend() {
    let bots = LAB.bots::<ThreeLeggedKitty>();
    let play = |text, seed| play_hands(&bots, &bots.spec(text).unwrap(), seed, 2);
    let blended = |seed| play("pimc:worlds=4:blend=1", seed);
    for seed in 0..6 {
        assert_eq!(blended(seed), play("pimc:worlds=4:solver=none", seed));
    }
    assert!((0..6).any(|seed| blended(seed) != play("pimc:worlds=4", seed)));
}
