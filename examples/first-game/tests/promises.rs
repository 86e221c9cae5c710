//! The game keeps what a game promises, by the checks that this project's own games pass.

use first_game::EightFiveThree;
use threehand_bots::Lab;
use threehand_engine::testing::{self, Trials};
use threehand_engine::{Deck, Game, Hand, Seat, Stream, Worlds};

#[test]
fn it_keeps_the_contract_of_a_game() {
    testing::conformance(&Trials::<EightFiveThree>::new(400));
}

#[test]
fn playouts_agree_with_play() {
    testing::playouts(&Trials::<EightFiveThree>::new(5_000));
}

#[test]
fn its_worlds_say_no_more_than_the_view() {
    testing::worlds_say_no_more(&Trials::<EightFiveThree>::new(40));
}

#[test]
fn before_the_first_decision_every_deal_of_the_unseen_cards_is_a_world() {
    let rules = EightFiveThree::default();
    let standing = rules.first_standing(Seat::P0);
    let deck = Deck::shuffled(&mut Stream::new([1, 0, 0, 0]));
    let hand = rules.start(&standing, &rules.deal(&standing, &deck));
    let count = <EightFiveThree as Game>::Worlds::of(&hand.view(Seat::P1)).count();
    // 36! / (16! 16! 4!)
    let due = (33..=36).product::<u32>() / 24;
    let due = f64::from(due) * 601_080_390.0;
    assert!(count.is_some_and(|count| (count / due - 1.0).abs() < 1e-12), "{count:?} {due}");
}

#[test]
fn bots_that_search_play_it_by_its_rules_and_blind_to_what_they_cannot_see() {
    use threehand_bots::testing::{Trials, blindness, conformance, knowledge, specs};
    let lab = Lab::standard().game::<EightFiveThree>();
    let bots = lab.bots::<EightFiveThree>();
    let specs = specs(bots);
    assert_eq!(bots.names().collect::<Vec<_>>(), ["random", "mc", "pimc", "ismcts"]);
    conformance(bots, &specs, &Trials::new(8));
    blindness(bots, &specs, &Trials::new(4));
    knowledge(bots, &Trials::new(40));
}
