//! What the points of a hand come to.

use serde_json::json;
use threehand_engine::games::Family;
use threehand_engine::games::family::Action;
use threehand_engine::testing::{Trials, checks};
use threehand_engine::{
    Deck, Game as _, Hand as _, Legal as _, Played, Seat, Standing as _, Stream, Trump,
};

use super::{file, game};

fn sums(file: &str, hands: u64) -> Vec<i32> {
    let mut sums = Vec::new();
    Trials::<Family>::of(game(file), hands as usize).each(|trial| {
        sums.push(trial.finish().points.0.iter().sum());
    });
    sums.sort_unstable();
    sums.dedup();
    sums
}

#[test]
fn points_over_and_under_contracts_that_make_all_tricks_sum_to_nothing() {
    for name in ["three-two-five", "three-five-eight", "sergeant-major"] {
        let game = game(file(name));
        Trials::<Family>::of(game, checks(10_000) as usize).under(game).each(|trial| {
            assert_eq!(trial.finish().points.0.iter().sum::<i32>(), 0);
        });
    }
}

#[test]
fn hearts_are_26_points_a_hand_or_52_if_one_seat_takes_all() {
    assert_eq!(sums(file("hearts"), checks(100_000).max(4_000)), [26, 52]);
    // Of five cards each: one seat takes all of them now and then.
    let few = "format = 1\nname = \"few\"\ncards.ranks = \"TJQKA\"\ncards.suits = \"HSC\"\n\
               deal.hand = 5\nscore.cards = { H = 1, QS = 13 }\nscore.all = { others = 18 }\n\
               match.hands = 1\nmatch.tie = \"shared\"";
    assert_eq!(sums(few, 3_000), [18, 36]);
}

#[test]
fn where_the_fewest_tricks_are_called_each_trick_under_the_most_counts_as_one_over() {
    let game = game(file("three-five-eight"));
    let standing = game.first_standing(Seat::P0);
    let mut trial = Played::<Family>::new(
        game,
        standing,
        game.deal(&standing, &Deck::shuffled(&mut Stream::new([1; 4]))),
    );
    trial.play(Action::Fewest).expect("the dealer may call it");
    let view = trial.end.view(Seat::P1);
    assert_eq!((view.call(), view.trump()), (Some(Action::Fewest), Some(Trump::None)));
    let most = Seat::ALL.map(|seat| view.target(seat).map(|target| target.to_string()));
    assert_eq!(most, ["at most 3", "at most 5", "at most 8"].map(|most| Some(most.to_owned())));
    while trial.end.turn().is_some() {
        trial.play(trial.end.legal().nth(0)).expect("a legal action");
    }
    let outcome = trial.outcome.expect("the hand is over");
    let tricks = trial.end.tricks().0.map(i32::from);
    assert_eq!(outcome.points.0, [3 - tricks[0], 5 - tricks[1], 8 - tricks[2]]);
    assert_eq!(outcome.standing.over().map(|over| over.0.map(i32::from)), Some(outcome.points.0));
    assert_eq!(outcome.standing.carry()["called"], json!(["fewest", "", ""]));
    let carry = outcome.standing.carry();
    let again = game.read_standing(Seat::P1, outcome.points, &carry);
    assert_eq!(again.map(|again| again.carry()), Ok(carry.clone()));
    // What ends a match is carried to no hand after it, unless the match goes on for a tie.
    let mut carry = carry;
    carry["called"] = json!(["CDHSNTfewest", "CDHSNTfewest", "CDHSNTfewest"]);
    let read = |carry: &_| game.read_standing(Seat::P1, outcome.points, carry).map(|_| ());
    let error = read(&carry).expect_err("the match is over").to_string();
    assert!(error.contains("which ends a match"), "{error}");
    carry.insert("latched".to_owned(), json!(true));
    assert_eq!(read(&carry), Ok(()));
}
