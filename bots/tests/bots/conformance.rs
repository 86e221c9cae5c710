//! Every bot plays by the rules, is a function of its seeds, and sees nothing that its seat does not; what is known of
//! each game holds.

use rand::SeedableRng;
use threehand_bots::testing::{self, Trials, blindness, conformance};
use threehand_bots::{BotRng, Bots, Knowledge, Spec, Visitor};
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::{Action, Hand, Seat};

use crate::{LAB, bots, hands};

/// A bot of each kind but the champion, which is one of the others, and of each way to search;
/// those that search look at little, and are slow all the same.
fn quick_and_slow<G: Knowledge>(bots: &Bots<G>) -> [Vec<Spec>; 2] {
    let ways = [
        "pimc:worlds=2",
        "pimc:worlds=2:of=3",
        "pimc:worlds=2:blend=0.5",
        "ismcts:iterations=8",
        "ismcts:iterations=8:of=3",
        "heuristic:epsilon=0.3",
    ];
    let ways = ways.map(|text| bots.spec(text).expect("a spec"));
    let is_quick = |spec: &Spec| {
        let text = spec.to_string();
        !["worlds", "iterations"].iter().any(|word| text.contains(word))
    };
    let (quick, slow) = testing::specs(bots).into_iter().chain(ways).partition(is_quick);
    [quick, slow]
}

#[derive(Clone)]
enum Check {
    PlaysByRulesAndSeeds,
    PlaysOtherwiseByOtherSeeds,
    SeesNoMore,
    Knowledge,
}

impl Visitor for Check {
    type Output = ();

    fn visit<G: Knowledge>(self, bots: &Bots<G>) {
        let [quick, slow] = quick_and_slow(bots);
        let trials = |full, seed| Trials::new(hands(full)).seed(seed).hands_of_a_match(30);
        match self {
            Self::PlaysByRulesAndSeeds => {
                conformance(bots, &quick, &trials(2_000, 3));
                conformance(bots, &slow, &trials(40, 3));
            }
            Self::PlaysOtherwiseByOtherSeeds => {
                for spec in quick.iter().chain(&slow) {
                    let play = |seed| play_hands(bots, spec, seed, 2);
                    assert_ne!(play(5), play(6), "{spec} at {}", G::NAME);
                }
            }
            Self::SeesNoMore => {
                let asked = blindness(bots, &[quick, slow].concat(), &trials(1_500, 11));
                assert!(asked > 6 * hands(1_500), "only {asked} decisions of {}", G::NAME);
            }
            Self::Knowledge => {
                let known = testing::knowledge(bots, &trials(3_000, 21));
                let (retraced, solved) = (10 * hands(3_000), hands(3_000) / 3);
                assert!(known.retraced > retraced && known.solved > solved, "{known:?}");
            }
        }
    }
}

#[test]
fn every_bot_plays_thousands_of_hands_without_an_illegal_action() {
    LAB.each_game(Check::PlaysByRulesAndSeeds);
}

#[test]
fn other_seeds_give_other_actions() {
    LAB.each_game(Check::PlaysOtherwiseByOtherSeeds);
}

#[test]
fn a_bot_does_the_same_whatever_the_hidden_cards_are() {
    LAB.each_game(Check::SeesNoMore);
}

#[test]
fn what_is_known_of_each_game_holds() {
    LAB.each_game(Check::Knowledge);
}

#[test]
fn networks_are_told_the_same_of_hands_that_look_the_same() {
    testing::senses::<NineTwoFive>(&Trials::new(hands(2_000)).seed(33));
    testing::senses::<ThreeLeggedKitty>(&Trials::new(hands(2_000)).seed(33));
    testing::senses::<ThreeKings>(&Trials::new(hands(2_000)).seed(33));
}

/// Plays hands of one bot in all seats; the indices of its actions.
fn play_hands<G: Knowledge>(bots: &Bots<G>, spec: &Spec, seed: u64, hands: usize) -> Vec<usize> {
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
    let bots = bots::<ThreeLeggedKitty>();
    let play = |text, seed| play_hands(bots, &bots.spec(text).unwrap(), seed, 2);
    let blended = |seed| play("pimc:worlds=4:blend=1", seed);
    for seed in 0..6 {
        assert_eq!(blended(seed), play("pimc:worlds=4:solver=none", seed));
    }
    assert!((0..60).any(|seed| blended(seed) != play("pimc:worlds=4", seed)));
}
