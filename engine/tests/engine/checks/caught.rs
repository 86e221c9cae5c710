//! Each broken promise is caught, and the message says what it is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::playthroughs::playthroughs;
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::testing::{
    Trials, actions, agreement, hands, options, playouts, records, seen, worlds, worlds_say_no_more,
};

use super::broken::{Broken, Fault, break_it};
use super::passed::Second;

pub(super) fn some(hands: usize) -> Trials<Broken> {
    Trials::new(hands)
}

/// Asserts that a check fails, and says this.
fn assert_fails(check: impl FnOnce(), message: &str) {
    let panic = catch_unwind(AssertUnwindSafe(check)).expect_err(message);
    let said = panic.downcast_ref::<String>().map_or("", String::as_str);
    assert!(said.contains(message), "`{said}` instead of `{message}`");
}

#[test]
fn each_broken_promise_is_caught() {
    use Fault::*;
    let checks: [(Fault, fn(), &str); 18] = [
        (TwoActionsShareAnIndex, actions::<Broken>, "the index of `enough`, which has index"),
        (
            AnActionIsReadAsAnother,
            actions::<Broken>,
            "the text `play 2C` is not read as its action",
        ),
        (AnOptionIsForgotten, || options(&some(1)), "tie reads back"),
        (TheLastLegalActionIsNotListed, || hands(&some(20)), "is legal"),
        (ARefusedActionChangesTheHand, || hands(&some(20)), "was refused but changed the hand"),
        (PlayingUncheckedIsNotPlaying, || hands(&some(20)), "played without check"),
        (TheHandRemembersAnotherHand, || hands(&some(20)), "the same actions lead to another hand"),
        (
            AnyLegalIsTheFirst,
            || hands(&some(20)),
            "any legal action is not the one that `below` says",
        ),
        (TheOutcomeIsThereTooSoon, || hands(&some(20)), "an outcome when nobody is to move"),
        (TheLastLineIsLost, || _ = records(&some(20)), "which a record writes"),
        (ThePlayoutDrawsOneNumberMore, || playouts(&some(20)), "a playout draws other numbers"),
        (ThePlayoutGivesAPointMore, || playouts(&some(20)), "a playout comes to another outcome"),
        (TheViewTellsAHiddenCard, || worlds(&some(20)), "tells of what it can't see"),
        (
            TheSamplerHoldsTheTrueHand,
            || worlds_say_no_more(&some(20)),
            "has a sampler that tells more",
        ),
        (TheSamplerDrawsTheTrueHand, || worlds(&some(20)), "draws by what it can't see"),
        (TheOwnedViewKeepsTheTrueHand, || worlds(&some(20)), "keeps more than it knows"),
        (ALineIsNotRecalled, || seen(&some(20)), "for ["),
        (AHandBringsMoreThanItsBounds, || seen(&some(20)), "where Bounds"),
    ];
    for (fault, check, message) in checks {
        break_it(fault);
        assert_fails(check, message);
    }
}

#[test]
fn a_failure_names_its_place() {
    let fails = || {
        some(20).under(Broken::default()).seed(7).each(|trial| {
            trial.steps(3);
            assert!(trial.number() < 2, "it fails");
        });
    };
    let place = "three-legged-kitty, rules three-legged-kitty, seed 7, match 0, hand 2 after 3 actions, seat";
    assert_fails(fails, place);
}

#[test]
fn two_implementations_that_are_not_the_same_are_caught() {
    break_it(Fault::AnyLegalIsTheFirst);
    assert_fails(|| agreement(&some(50), |_, _: &Second, _| {}), "but [");
}

#[test]
fn a_playthrough_that_came_to_something_else_is_caught() {
    let lines = include_str!("../../data/playthroughs/three_legged_kitty.jsonl");
    let first = lines.lines().next().expect("a line");
    let (before, after) = first.split_once("\"points\":[").expect("points");
    let wrong = format!("{before}\"points\":[1{after}");
    assert_fails(
        || _ = playthroughs::<ThreeLeggedKitty>(&wrong),
        "three-legged-kitty, line 1: points: ",
    );
}
