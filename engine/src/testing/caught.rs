//! Each broken promise is caught, and a game that keeps them all passes.

use super::broken::*;
use super::{
    Oracle, Trials, actions, agreement, conformance, hands, options, playouts, playthroughs,
    positions, records, redealt_worlds, seen, text, worlds, worlds_say_no_more,
};
use crate::deck::Deal;
use crate::games::three_legged_kitty::{self as kitty, ThreeLeggedKitty};
use crate::random::below;
use crate::seat::Seat;
use crate::{Game, Hand as _, Legal as _};

fn some<const F: Fault>(hands: usize) -> Trials<Broken<F>> {
    Trials::new(hands)
}

#[test]
fn the_game_in_which_nothing_is_broken_passes_every_check() {
    conformance(&some::<NOTHING>(100));
    worlds_say_no_more(&some::<NOTHING>(40));
    assert!(redealt_worlds(&some::<NOTHING>(60), 150) > 10);
}

#[test]
#[should_panic(expected = "the index of `enough`, which has index")]
fn an_index_that_collides_is_caught() {
    actions::<Broken<TWO_ACTIONS_SHARE_AN_INDEX>>();
}

#[test]
#[should_panic(expected = "the text `play 2C` is not read as its action")]
fn a_text_that_is_read_as_another_action_is_caught() {
    actions::<Broken<AN_ACTION_IS_READ_AS_ANOTHER>>();
}

#[test]
#[should_panic(expected = "tie reads back")]
fn an_option_that_is_forgotten_is_caught() {
    options(&some::<AN_OPTION_IS_FORGOTTEN>(1));
}

#[test]
#[should_panic(expected = "is legal")]
fn a_legal_action_that_is_not_listed_is_caught() {
    hands(&some::<THE_LAST_LEGAL_ACTION_IS_NOT_LISTED>(20));
}

#[test]
#[should_panic(expected = "was refused but changed the hand")]
fn a_refusal_that_changes_the_hand_is_caught() {
    hands(&some::<A_REFUSED_ACTION_CHANGES_THE_HAND>(20));
}

#[test]
#[should_panic(expected = "played without check")]
fn a_play_that_is_another_without_check_is_caught() {
    hands(&some::<PLAYING_UNCHECKED_IS_NOT_PLAYING>(20));
}

#[test]
#[should_panic(expected = "the same actions lead to another hand")]
fn a_hand_that_is_no_function_of_its_deal_is_caught() {
    hands(&some::<THE_HAND_REMEMBERS_ANOTHER_HAND>(20));
}

#[test]
#[should_panic(expected = "any legal action is not the one that `below` says")]
fn a_choice_that_is_not_of_all_legal_actions_is_caught() {
    hands(&some::<ANY_LEGAL_IS_THE_FIRST>(20));
}

#[test]
#[should_panic(expected = "an outcome when nobody is to move")]
fn an_outcome_before_the_end_is_caught() {
    hands(&some::<THE_OUTCOME_IS_THERE_TOO_SOON>(20));
}

#[test]
#[should_panic(expected = "the hand's lines lead to another hand")]
fn a_line_that_is_lost_is_caught() {
    hands(&some::<THE_LAST_LINE_IS_LOST>(20));
}

#[test]
#[should_panic(expected = "which a record writes")]
fn a_record_without_its_last_line_is_caught() {
    records(&some::<THE_LAST_LINE_IS_LOST>(20));
}

#[test]
#[should_panic(expected = "a playout draws other numbers")]
fn a_playout_that_draws_one_number_more_is_caught() {
    playouts(&some::<THE_PLAYOUT_DRAWS_ONE_NUMBER_MORE>(20));
}

#[test]
#[should_panic(expected = "a playout comes to another outcome")]
fn a_playout_that_counts_otherwise_is_caught() {
    playouts(&some::<THE_PLAYOUT_GIVES_A_POINT_MORE>(20));
}

#[test]
#[should_panic(expected = "tells of what it can't see")]
fn a_view_that_tells_a_hidden_card_is_caught() {
    worlds(&some::<THE_VIEW_TELLS_A_HIDDEN_CARD>(20));
}

#[test]
#[should_panic(expected = "has a sampler that tells more")]
fn a_sampler_that_holds_the_true_hand_is_caught() {
    worlds_say_no_more(&some::<THE_SAMPLER_HOLDS_THE_TRUE_HAND>(20));
}

#[test]
#[should_panic(expected = "draws were the true hand")]
fn a_sampler_that_draws_the_true_hand_is_caught() {
    worlds(&some::<THE_SAMPLER_DRAWS_THE_TRUE_HAND>(20));
}

#[test]
#[should_panic(expected = "worlds are drawn unevenly")]
fn a_sampler_that_has_favourites_is_caught() {
    redealt_worlds(&some::<THE_SAMPLER_DRAWS_SOME_WORLDS_MORE_OFTEN>(60), 60);
}

#[test]
#[should_panic(expected = "are found")]
fn a_sampler_that_counts_too_few_worlds_is_caught() {
    redealt_worlds(&some::<THE_SAMPLER_FORGETS_HALF_OF_THE_WORLDS>(60), 60);
}

#[test]
#[should_panic(expected = "keeps more than it knows")]
fn an_owned_view_that_keeps_the_true_hand_is_caught() {
    seen(&some::<THE_OWNED_VIEW_KEEPS_THE_TRUE_HAND>(20));
}

#[test]
#[should_panic(expected = "for [")]
fn a_line_that_is_not_recalled_is_caught() {
    seen(&some::<A_LINE_IS_NOT_RECALLED>(20));
}

#[test]
#[should_panic(expected = "where Bounds")]
fn points_beyond_the_bounds_are_caught() {
    seen(&some::<A_HAND_BRINGS_MORE_THAN_ITS_BOUNDS>(20));
}

#[test]
#[should_panic(
    expected = "three-legged-kitty, rules three-legged-kitty, seed 7, match 0, hand 2 after 3 actions, seat"
)]
fn a_failure_names_its_place() {
    let trials = some::<NOTHING>(20).under(Broken::default()).seed(7);
    trials.each(|trial| {
        trial.steps(3);
        assert!(trial.number() < 2, "it fails");
    });
}

#[test]
fn the_same_seed_comes_to_the_same_hands_and_another_to_others() {
    let ends = |seed| {
        let mut ends = vec![];
        some::<NOTHING>(20).seed(seed).each(|trial| {
            trial.finish();
            ends.push(text(&trial.hand));
        });
        ends
    };
    assert_eq!(ends(1), ends(1));
    assert_eq!(ends(1).len(), 20);
    assert_ne!(ends(1), ends(2));
}

/// Three-Legged Kitty again, which never says `enough` where the first would.
struct Second<const F: Fault>(Hand<F>, bool);

impl<const F: Fault> Oracle<Broken<F>> for Second<F> {
    type Act = Action<F>;
    type Match = kitty::Standing;

    fn act_of(action: Action<F>) -> Action<F> {
        action
    }

    fn match_of(standing: &kitty::Standing) -> kitty::Standing {
        *standing
    }

    fn start(rules: &Broken<F>, standing: &kitty::Standing, deal: &Deal) -> Self {
        Self(rules.start(standing, deal), rules.option("overpay") == "true")
    }

    fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }

    fn legal(&self) -> Vec<Action<F>> {
        let mut legal: Vec<_> = self.0.legal().iter().collect();
        if F != NOTHING && self.1 {
            legal.retain(|action| action.0 != kitty::Action::Enough);
        }
        legal
    }

    fn act(&mut self, act: Action<F>) {
        self.0.play_unchecked(act);
    }

    fn assert_same_table(&self, hand: &Hand<F>) {
        assert_eq!(&self.0, hand);
    }

    fn end(&self) -> Option<([i32; 3], kitty::Standing, bool)> {
        self.0.outcome().map(|end| (end.points.0, end.standing, end.over))
    }
}

#[test]
fn two_implementations_that_are_the_same_agree() {
    let mut ends = 0;
    agreement(&some::<NOTHING>(50), |_, slow: &Second<NOTHING>, action| {
        ends += usize::from(action.is_none());
        assert_eq!(slow.turn().is_none(), action.is_none());
    });
    assert_eq!(ends, 50);
}

#[test]
#[should_panic(expected = "but [")]
fn two_implementations_that_are_not_the_same_are_caught() {
    agreement(&some::<ANY_LEGAL_IS_THE_FIRST>(50), |_, _: &Second<ANY_LEGAL_IS_THE_FIRST>, _| {});
}

const POSITION: &str = "
# The last three cards.
position: start
dealer: 2
seat 0: KC 7H 7D TD 8D 5H AH 7S QH TS
seat 1: 3S 4C 6C QD 9D 9S 2H AD 5D KD
seat 2: JD QC 2S 3H AC 4S 2D TC 7C 4D
rest: TH 9H AS 9C JC KS 6H JS 3C JH 3D 5S 6S 6D 8S KH 8C 2C QS 8H 4H 5C
first: pass, pass
perft 1: 59
";

#[test]
fn a_position_counts_as_its_text_says() {
    let all = positions::<ThreeLeggedKitty>(POSITION);
    assert_eq!((all.len(), all[0].first.len(), all[0].hand.turn()), (1, 2, Some(Seat::P2)));
    all[0].assert_counts();
}

#[test]
#[should_panic(expected = "three-legged-kitty, start, depth 1")]
fn a_position_with_another_count_is_caught() {
    let wrong = POSITION.replace("perft 1: 59", "perft 1: 58");
    positions::<ThreeLeggedKitty>(&wrong)[0].assert_counts();
}

#[test]
#[should_panic(expected = "three-legged-kitty, line 1: points: ")]
fn a_playthrough_that_came_to_something_else_is_caught() {
    let lines = include_str!("../../tests/data/playthroughs/three_legged_kitty.jsonl");
    let first = lines.lines().next().expect("a line");
    let (before, after) = first.split_once("\"points\":[").expect("points");
    playthroughs::<ThreeLeggedKitty>(&format!("{before}\"points\":[1{after}"));
}

#[test]
fn trials_choose_rules_standings_and_actions_as_they_are_asked_to() {
    let rules: ThreeLeggedKitty = super::rules("tie=shared");
    let mut matches = 0;
    let trials = Trials::new(30)
        .under(rules)
        .hands_of_a_match(3)
        .standing(|rules, rng| rules.first_standing(Seat::cyclic(below(rng, 1))))
        .choose(|hand, _| hand.legal().nth(0));
    trials.each(|trial| {
        assert_eq!(trial.rules(), rules);
        assert!(trial.number() < 3 && trial.match_number() == matches / 3);
        matches += 1;
        while trial.hand.turn().is_some() {
            assert_eq!(trial.next_action(), trial.hand.legal().nth(0));
            trial.step();
        }
    });
    assert_eq!(matches, 30);
}
