//! What every game owes to whoever plays, searches or records it, and its agreement with a slow
//! second implementation.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::playthroughs::playthroughs;
use threehand_engine::games::{NineTwoFive, ThreeKings, ThreeLeggedKitty};
use threehand_engine::testing::{
    Oracle, Trial, Trials, agreement, checks, conformance, play_randomly, playouts, scenes, worlds,
    worlds_say_no_more,
};
use threehand_engine::{
    BySeat, Deal, Deck, Game, Hand as _, Seat, Stream, View, Worlds as _, below, perft,
};

use crate::met::{Met, repeats};
use crate::{cases, options};

/// What these tests need of a game.
pub(crate) trait Tested: Game<Hand: PartialEq, Worlds: Debug> {
    /// The slow second implementation.
    type Table: Oracle<Self> + Clone;

    /// What is so at the worked cases, see [`cases`].
    const CASES: &'static str;
    /// Recorded hands, and how many options are changed in each part of them.
    const PLAYTHROUGHS: (&'static str, &'static [usize]);
    /// Positions with the counts of their trees, see [`cases`].
    const POSITIONS: &'static str;
    /// The first words of all actions.
    const VERBS: &'static [&'static str];
    /// Kinds of decision, the end of a hand with them.
    const PHASES: usize;
    /// What both implementations have to meet in 100,000 hands, and half of how often.
    const DUE: &'static [(&'static str, u64)];

    /// Hands of random play.
    fn random_hands(hands: u64) -> Trials<Self>;

    /// Hands with more of what is rare in random play.
    fn trials(hands: u64) -> Trials<Self>;

    /// Counts what is met before an action, or at the end of a hand, when both implementations play it.
    fn note(
        met: &mut Met<&'static str>,
        trial: &Trial<'_, Self>,
        slow: &Self::Table,
        action: Option<Self::Action>,
    );

    /// Compares the other seats' cards with all that a view says of them.
    fn assert_fits(view: &View<'_, Self>, hand: &Self::Hand);
}

macro_rules! in_every_game {
    ($($(#[doc = $_:literal])* fn $name:ident<$game:ident>() $check:block)*) => {$(
        mod $name {
            use super::*;

            fn check<$game: Tested>() $check

            #[test]
            fn in_9_2_5() {
                check::<NineTwoFive>();
            }

            #[test]
            fn in_three_kings() {
                check::<ThreeKings>();
            }

            #[test]
            fn in_three_legged_kitty() {
                check::<ThreeLeggedKitty>();
            }
        }
    )*};
}

in_every_game! {
    fn the_contract_of_a_game_is_kept<G>() {
        conformance(&G::random_hands(repeats(400, 40)));
    }

    fn playouts_agree_with_play<G>() {
        playouts(&G::random_hands(checks(150_000)));
    }

    /// Under the published rules and with every option changed: the rules must go on leading from
    /// the same cards and actions to the same points.
    fn recorded_hands_replay<G>() {
        let (lines, changed) = G::PLAYTHROUGHS;
        let parts = playthroughs::<G>(lines);
        assert!(parts.iter().map(|(_, options)| options).eq(changed));
        assert_eq!(changed.last(), Some(&G::OPTIONS.len()), "the last part changes every option");
    }

    /// A bot may hold a sampler of worlds: the sampler must not hold what the bot can't see.
    fn worlds_say_no_more_than_the_view<G>() {
        worlds_say_no_more(&G::random_hands(40));
    }

    fn a_world_of_a_world_is_a_world<G>() {
        worlds(&G::trials(repeats(400, 30)));
    }

    fn a_seat_knows_the_others_cards_as_far_as_it_says<G>() {
        let hands = repeats(1_000, 250);
        let mut met = Met::new();
        G::trials(hands).each(|trial| {
            let most = [12, 70][below(&mut trial.rng, 2)];
            let steps = below(&mut trial.rng, most);
            trial.steps(steps);
            for seat in Seat::ALL {
                let view = trial.hand.view(seat);
                met.add(view.seen().phase);
                G::assert_fits(&view, &trial.hand);
                G::assert_fits(&view, &G::Worlds::of(&view).draw(&mut trial.rng));
            }
        });
        met.assert_kinds(G::PHASES, hands / 100);
    }

    fn every_action_is_taken_at_a_table_that_has_all_cards<G>() {
        let verbs = scenes(&G::trials(60));
        assert!(verbs.iter().eq(G::VERBS), "{verbs:?}");
    }

    fn a_view_of_another_seats_turn_does_not_tell_what_it_may_do<G>() {
        let hand = first_hand::<G>(0).expect("the deal has the right sizes");
        let turn = hand.turn().expect("the hand has begun");
        for other in [turn.left(), turn.right()] {
            let legal = AssertUnwindSafe(|| hand.view(other).legal());
            assert!(catch_unwind(legal).is_err());
        }
    }

    fn a_deal_of_other_sizes_is_refused<G>() {
        assert!(first_hand::<G>(1).is_none());
    }

    fn worked_cases_go_as_the_rules_say<G>() {
        cases::run::<G>(G::CASES);
        options::random_rules_have_every_value::<G>();
    }

    /// In positions of every kind of decision.
    fn both_implementations_count_what_the_data_file_says<G>() {
        let phases = cases::run::<G>(G::POSITIONS);
        assert!(phases.len() >= 4, "{phases:?}");
    }

    fn a_hundred_thousand_hands_go_the_same_way_at_both_tables<G>() {
        let hands = checks(100_000);
        let mut met = Met::new();
        agreement(&G::trials(hands), |trial, slow: &G::Table, action| {
            met.add_if(action.is_none(), "hands");
            G::note(&mut met, trial, slow, action);
        });
        assert_eq!(met.count(&"hands"), hands);
        met.assert_often(hands, 100_000, G::DUE);
    }

    fn a_finished_hand_counts_once_at_any_depth<G>() {
        let mut hand = first_hand::<G>(0).expect("the deal has the right sizes");
        play_randomly(&mut hand, &mut Stream::new([0; 4]), |_| true);
        assert_eq!([0, 1, 9].map(|depth| perft(&hand, depth)), [1; 3]);
    }
}

/// The first hand of a match in which seat 0 is dealt so many cards too many, if there is one.
fn first_hand<G: Game>(too_many: usize) -> Option<G::Hand> {
    let rules = G::default();
    let standing = rules.first_standing(Seat::P0);
    let BySeat([a, b, c]) = rules.hand_sizes(&standing);
    let deck = Deck::shuffled(&mut Stream::new([3, 1, 7, 925]));
    let deal = Deal::new(deck, BySeat([a + too_many, b, c]));
    catch_unwind(AssertUnwindSafe(|| rules.start(&standing, &deal))).ok()
}
