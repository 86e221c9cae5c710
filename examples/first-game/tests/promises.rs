//! The game keeps what a game promises, by the checks that this project's own games pass.

use first_game::EightFiveThree;
use threehand_bots::Lab;
use threehand_engine::games::Family;
use threehand_engine::options::rules_of;
use threehand_engine::testing::{self, Trials};
use threehand_engine::{Deck, Game, Hand, Legal, Played, Seat, Standing, Stream, Worlds};

#[test]
fn it_keeps_the_contract_of_a_game() {
    testing::conformance(&Trials::<EightFiveThree>::new(testing::checks(400).max(60) as usize));
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

/// A file says the same game in twenty lines.
#[test]
fn it_plays_as_the_game_of_a_file() {
    let file = Family::read(include_str!("8-5-3.toml")).expect("a game");
    let mut before = None;
    Trials::<EightFiveThree>::new(testing::checks(100_000).max(1_000) as usize).each(|trial| {
        let lead = trial.rules().option("first_lead");
        let rules: Family = rules_of(&file, [("tricks.lead", lead.as_str())]).expect("a role");
        let first = rules.first_standing(trial.standing.dealer());
        let standing = before.filter(|_| trial.number() > 0).unwrap_or(first);
        let mut played = Played::<Family>::new(rules, standing, trial.deal);
        while trial.hand.turn().is_some() {
            assert_eq!(played.end.turn(), trial.hand.turn());
            let texts = |legal: Vec<String>| legal.join(", ");
            assert_eq!(
                texts(played.end.legal().iter().map(|action| action.to_string()).collect()),
                texts(trial.hand.legal().iter().map(|action| action.to_string()).collect()),
            );
            trial.step();
            let action = trial.actions.last().expect("the step").1.to_string();
            played.play(action.parse().expect("the same words")).expect("legal");
        }
        let (end, due) = (played.outcome.expect("over"), trial.hand.outcome().expect("over"));
        assert_eq!((end.points, end.over), (due.points, due.over));
        assert_eq!(end.standing.scores(), due.standing.scores());
        assert_eq!(end.standing.dealer(), due.standing.dealer());
        before = Some(end.standing);
    });
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
