//! The bots of Three Kings: blind to what they can't see, legal, and each rung above the one below.

use threehand_bots::testing::{Trials, deal, win_share};
use threehand_bots::{Bot, Lab, Registry, bot_rng};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Exchanged, Legal, Prediction};
use threehand_engine::{
    Card, CardSet, Deck, Game, Hand as _, Legal as _, Seat, Stream, Worlds as _, below,
};

type Hand = <ThreeKings as Game>::Hand;

fn make(name: &str) -> Box<dyn Bot<ThreeKings>> {
    Lab::standard().bots().make(name).expect("a bot")
}

/// Plays hands of random rules to their ends, asking `each` at every decision for the action.
fn hands(count: usize, mut each: impl FnMut(&Hand, Seat, &mut Stream) -> Action) {
    Trials::<ThreeKings>::new(count).seed(9).hands_of_a_match(3).each(|trial| {
        while let Some(seat) = trial.hand.turn() {
            let action = each(&trial.hand, seat, &mut trial.rng);
            trial.play(action);
        }
    });
}

#[test]
fn every_bot_decides_the_same_whatever_the_cards_are_that_it_cannot_see() {
    for name in ["random", "greedy", "heuristic"] {
        let mut decided = 0;
        hands(450, |hand, seat, rng| {
            let decide = |hand: &Hand| {
                let mut bot = make(name);
                bot.decide(&hand.view(seat), &mut bot_rng([7; 32]))
            };
            let action = decide(hand);
            if below(rng, 4) == 0 {
                let worlds = <ThreeKings as Game>::Worlds::of(&hand.view(seat));
                for _ in 0..3 {
                    let world = worlds.draw(rng);
                    assert_eq!(decide(&world), action, "{name}: {:?}", hand.view(seat));
                    decided += 1;
                }
            }
            // Off the bot's own paths too.
            let legal = hand.legal();
            if below(rng, 3) == 0 { legal.nth(below(rng, legal.len())) } else { action }
        });
        assert!(decided > 3_000, "{decided}");
    }
}

#[test]
fn every_bot_plays_legally_under_all_rules() {
    for name in ["random", "greedy", "heuristic"] {
        hands(1_200, |hand, seat, rng| {
            let mut bot = make(name);
            let action = bot.decide(&hand.view(seat), &mut bot_rng([9; 32]));
            assert_eq!(hand.check(action), Ok(()));
            let legal = hand.legal();
            if below(rng, 5) == 0 { legal.nth(below(rng, legal.len())) } else { action }
        });
    }
}

fn share_won(one: &str, two: &str, blocks: u32) -> f64 {
    win_share(&Lab::standard().bots(), &ThreeKings::default(), one, two, blocks)
}

#[test]
fn each_rung_wins_more_than_its_share_against_two_of_the_one_below() {
    let greedy = share_won("greedy", "random", 100);
    assert!(greedy > 0.9, "{greedy}");
    let heuristic = share_won("heuristic", "greedy", 400);
    assert!(heuristic > 0.7, "{heuristic}");
}

fn cards(text: &str) -> CardSet {
    text.parse().expect("cards")
}

/// The first hand of a match in which seat 0 leads, with at least these cards.
fn first_hand(some: [&str; 3]) -> Hand {
    let rules = ThreeKings::default();
    let standing = rules.first_standing(Seat::P2);
    let named: Vec<CardSet> = some.iter().map(|text| cards(text)).collect();
    let all = named.iter().fold(CardSet::EMPTY, |all, &set| all | set);
    let mut others: Vec<Card> = Deck::shuffled(&mut Stream::new([5, 0, 11, 3])).cards().to_vec();
    others.retain(|card| !all.contains(*card));
    let mut deck = vec![];
    for set in named {
        deck.extend(set);
        let missing = 9 - set.len();
        deck.extend(others.drain(..missing));
    }
    deck.extend(others);
    let deal = rules.deal(&standing, &Deck::of(deck).expect("52 cards"));
    rules.start(&standing, &deal)
}

fn decide(name: &str, hand: &Hand) -> Action {
    let seat = hand.turn().expect("a hand that goes on");
    make(name).decide(&hand.view(seat), &mut bot_rng([1; 32]))
}

#[test]
fn greedy_leads_its_highest_meld_and_wins_as_cheaply_as_it_can() {
    let some =
        ["4C 4D 4H 2C 2D 2H AC AD 7S", "6C 6D 6H 8C 8D 8H KC KD AS", "3C 5D 9H TD JS QH KH 9D AH"];
    let mut hand = first_hand(some);
    let lead = decide("greedy", &hand);
    assert_eq!(lead.to_string(), "play 4C 4H 4D");
    hand.play(lead).unwrap();
    let answer = decide("greedy", &hand);
    assert_eq!(answer.to_string(), "play 6C 6H 6D", "the lowest that wins");
    hand.play(answer).unwrap();
    let thrown: Vec<_> = (0..3)
        .map(|_| {
            let action = decide("greedy", &hand);
            hand.play(action).unwrap();
            action.to_string()
        })
        .collect();
    assert_eq!(thrown, ["throw 5D", "throw 3C", "throw AH"], "its three lowest cards");
}

#[test]
fn heuristic_keeps_sure_cards_while_there_is_a_stock_and_leads_low_melds() {
    let hand = first_hand(["KC KD KH QC QD QH JC JD 9S", "", ""]);
    assert_eq!(decide("heuristic", &hand).to_string(), "play 9S");
    let hand = first_hand(["2C 2D 2H 3C 4D 5H 7S 9D TH", "", ""]);
    assert!(matches!(decide("heuristic", &hand), Action::Meld(_)));
}

#[test]
fn heuristic_predicts_the_last_trick_and_mostly_wins_it() {
    let (mut asked, mut said, mut hit) = (0, 0, 0);
    for key in 0..3_000 {
        let rules = ThreeKings::default();
        let mut rng = Stream::new([key, 0, 12, 3]);
        let standing = rules.first_standing(Seat::P0);
        let mut hand = deal(&rules, &standing, &mut rng);
        while hand.turn().is_some() {
            asked += u32::from(matches!(hand.legal(), Legal::Predict(_)));
            let action = decide("heuristic", &hand);
            hand.play(action).unwrap();
        }
        let last = hand.view(Seat::P0).history().last().unwrap().winner;
        for (seat, prediction) in hand.view(Seat::P0).predictions().iter() {
            said += 1;
            hit += u32::from(seat == last && prediction == Prediction::Last);
        }
        assert_ne!(hand.view(Seat::P0).exchanged(), Exchanged::NotYet);
    }
    assert!(asked > 5_000 && said > 50, "{asked} {said}");
    assert!(f64::from(hit) > 0.6 * f64::from(said), "{hit} of {said} came true");
}
