//! What keeps its promises passes, and trials are as they are asked for.

use threehand_engine::games::three_legged_kitty::{self as kitty, ThreeLeggedKitty};
use threehand_engine::testing::{
    Oracle, Trials, agreement, conformance, rules, worlds_say_no_more,
};
use threehand_engine::{Deal, Game, Hand as _, Legal as _, Seat};

use super::broken::{Action, Broken, Fault, Hand, break_it, is};
use super::caught::some;
use crate::met::repeats;

#[test]
fn the_game_in_which_nothing_is_broken_passes_every_check() {
    break_it(Fault::Nothing);
    conformance(&some(repeats(100, 20) as usize));
    worlds_say_no_more(&some(40));
}

#[test]
fn the_same_seed_comes_to_the_same_hands_and_another_to_others() {
    let ends = |seed| {
        let mut ends = vec![];
        some(20).seed(seed).each(|trial| {
            trial.finish();
            ends.push(trial.hand.clone());
        });
        ends
    };
    assert_eq!(ends(1), ends(1));
    assert_eq!(ends(1).len(), 20);
    assert_ne!(ends(1), ends(2));
}

/// Three-Legged Kitty again, which never says `enough` where the first might, if that is broken.
pub(super) struct Second {
    hand: Hand,
    says_enough: bool,
}

impl Oracle<Broken> for Second {
    type Act = Action;
    type Match = kitty::Standing;

    fn act_of(action: Action) -> Action {
        action
    }

    fn match_of(standing: &kitty::Standing) -> kitty::Standing {
        *standing
    }

    fn start(rules: &Broken, standing: &kitty::Standing, deal: &Deal) -> Self {
        let says_enough = rules.option("overpay") == "false" || is(Fault::Nothing);
        Self { hand: rules.start(standing, deal), says_enough }
    }

    fn turn(&self) -> Option<Seat> {
        self.hand.turn()
    }

    fn legal(&self) -> Vec<Action> {
        let legal = self.hand.legal().iter();
        legal.filter(|action| self.says_enough || action.0 != kitty::Action::Enough).collect()
    }

    fn act(&mut self, act: Action) {
        self.hand.play_unchecked(act);
    }

    fn assert_same_table(&self, hand: &Hand) {
        assert_eq!(&self.hand, hand);
    }

    fn end(&self) -> Option<([i32; 3], kitty::Standing, bool)> {
        self.hand.outcome().map(|end| (end.points.0, end.standing, end.over))
    }
}

#[test]
fn two_implementations_that_are_the_same_agree() {
    break_it(Fault::Nothing);
    let mut ends = 0;
    agreement(&some(50), |_, slow: &Second, action| {
        ends += usize::from(action.is_none());
        assert_eq!(slow.turn().is_none(), action.is_none());
    });
    assert_eq!(ends, 50);
}

#[test]
fn trials_choose_rules_standings_and_actions_as_they_are_asked_to() {
    let rules: ThreeLeggedKitty = rules("tie=shared");
    let mut hands = 0;
    let trials = Trials::new(30)
        .under(rules)
        .hands_of_a_match(3)
        .standing(|rules, _| rules.first_standing(Seat::P0))
        .choose(|hand, _| hand.legal().nth(0));
    trials.each(|trial| {
        assert_eq!(trial.rules(), rules);
        assert!(trial.number() < 3 && trial.match_number() == hands / 3);
        hands += 1;
        while trial.hand.turn().is_some() {
            assert_eq!(trial.next_action(), trial.hand.legal().nth(0));
            trial.step();
        }
    });
    assert_eq!(hands, 30);
}
