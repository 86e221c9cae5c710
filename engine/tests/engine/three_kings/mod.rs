//! Three Kings.

mod bridge;
mod common;
mod invariants;
mod melds;
mod slow;
mod slow_melds;
mod slow_sets;
mod whole_worlds;
mod worlds;

use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::Action;
use threehand_engine::testing::{Trial, Trials, rules};
use threehand_engine::{Game, Hand as _, Seat, View};

use crate::every_game::Tested;
use crate::met::Met;

impl Tested for ThreeKings {
    type Table = slow::Table;

    const CASES: &'static str = include_str!("../../data/cases/three_kings.txt");
    const PLAYTHROUGHS: (&'static str, &'static [usize]) =
        (include_str!("../../data/playthroughs/three_kings.jsonl"), &[0, 11]);
    const POSITIONS: &'static str = include_str!("../../data/perft/three_kings.txt");
    const VERBS: &'static [&'static str] =
        &["decline", "exchange", "play", "predict", "throw", "upcard"];
    const PHASES: usize = 5;
    const DUE: &'static [(&'static str, u64)] = &[
        ("ended", 600),
        ("sets", 600),
        ("tied", 600),
        ("came true", 600),
        ("failed", 600),
        ("two predictions", 600),
        ("dealt as the first, but none", 600),
        ("thrown melds", 200),
    ];

    fn random_hands(hands: u64) -> Trials<Self> {
        Trials::new(hands as usize)
    }

    fn trials(hands: u64) -> Trials<Self> {
        Self::random_hands(hands)
            .standing(common::start_of_match)
            .choose(common::melds_in_some_hands)
    }

    fn note(
        met: &mut Met<&'static str>,
        trial: &Trial<'_, Self>,
        slow: &slow::Table,
        action: Option<Action>,
    ) {
        if action.is_some() {
            let three = slow.about_to_throw();
            let meld = three.and_then(|three| slow_melds::meld(slow.rules, &three));
            return met.add_if(meld.is_some(), "thrown melds");
        }
        let before = slow.before;
        let (_, next, over) = slow.end().expect("the hand is over");
        let scores = trial.hand.view(Seat::P0).scores();
        let top = scores.0.into_iter().max().expect("three scores");
        let at_top = scores.0.iter().filter(|&&score| score == top).count();
        met.add_if(next.game_points != before.game_points, "sets");
        met.add_if(top >= slow.rules.set_points && at_top > 1, "tied");
        for (_, hit) in &slow.came_true {
            met.add(if *hit { "came true" } else { "failed" });
        }
        met.add_if(slow.came_true.len() > 1, "two predictions");
        let as_first = before.last_winner.is_none() && before.game_points != [0; 3];
        met.add_if(as_first, "dealt as the first, but none");
        met.add_if(over, "ended");
    }

    fn assert_fits(view: &View<'_, Self>, hand: &Self::Hand) {
        for other in [view.seat().left(), view.seat().right()] {
            let cards = hand.view(other).cards();
            assert_eq!(cards.len(), view.hand_size(other));
            let may_hold = view.may_hold(other);
            assert!(may_hold.contains_all(cards), "{other} holds {cards}: {view:?}");
        }
    }
}

#[test]
fn a_throw_is_one_line_of_a_record_and_one_that_was_not_finished_is_none() {
    let texts = ["play 4C 4H 4D", "throw 9D", "throw 7S", "throw 2H", "throw JC"];
    let seats = [Seat::P0, Seat::P1, Seat::P1, Seat::P1, Seat::P2];
    let actions: Vec<(Seat, Action)> =
        seats.into_iter().zip(texts.map(|text| text.parse().expect("an action"))).collect();
    assert_eq!(ThreeKings::lines(&actions), ["0 play 4C 4H 4D", "1 play 9D 7S 2H"]);
    let read = |words| ThreeKings::default().read_line(words);
    assert_eq!(read("play 2H 9D 7S").expect("in any order").len(), 3);
    assert_eq!(read("play 4D 4H 4C"), Ok(vec![actions[0].1]));
    for wrong in ["throw 9D", "play 9D 7S", "play 9D 9D 7S", "play 9D 7S 2H 3C", "play"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_form_changes_nothing_for_a_perfect_memory() {
    let [closed, open] = ["form=closed", "form=open"].map(|words| {
        let mut all = vec![];
        Trials::<ThreeKings>::new(4).under(rules(words)).each(|trial| {
            trial.steps(30);
            let seen = Seat::ALL.map(|seat| trial.hand.view(seat).seen());
            all.extend(seen.map(|seen| (seen.history, seen.legal, seen.table)));
        });
        all
    });
    assert!(!closed.is_empty() && closed == open);
}
