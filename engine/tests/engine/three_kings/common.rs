//! What the tests of Three Kings share: rules from words, deals from a few cards, and hands played
//! to a wanted last trick.

use serde_json::json;
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Legal, Standing};
use threehand_engine::{
    BySeat, Card, Deal, Deck, Game, Hand as _, Legal as _, Seat, Standing as _, Stream, View,
    below, testing,
};

pub(crate) use threehand_engine::testing::play_randomly;

pub(crate) type Hand = <ThreeKings as Game>::Hand;
pub(crate) type KingsView<'a> = View<'a, ThreeKings>;

pub(crate) const P0: Seat = Seat::P0;
pub(crate) const P2: Seat = Seat::P2;

pub(crate) fn rules(words: &str) -> ThreeKings {
    testing::rules(words)
}

pub(crate) fn random_rules(rng: &mut Stream) -> ThreeKings {
    testing::any_rules(rng)
}

/// How a match may stand before a hand that is not its first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    pub(crate) scores: [i32; 3],
    pub(crate) pending: [i32; 3],
    pub(crate) game_points: [i32; 3],
    pub(crate) winner: Seat,
}

pub(crate) const BEFORE: Before =
    Before { scores: [0; 3], pending: [0; 3], game_points: [0; 3], winner: P0 };

impl Before {
    pub(crate) fn standing(&self) -> Standing {
        let carry = json!({
            "pending": self.pending,
            "game_points": self.game_points,
            "last_trick_winner": self.winner,
        });
        let carry = carry.as_object().expect("an object");
        Standing::from_record(P0, BySeat(self.scores), carry).expect("a carry of Three Kings")
    }
}

/// A standing in the middle of some match, half of the time with all scores near the end of a set.
pub(crate) fn random_standing(rules: &ThreeKings, rng: &mut Stream) -> Standing {
    let mut three = |count: usize, step: i32, from: i32| {
        [(); 3].map(|()| from + step * below(rng, count) as i32)
    };
    let pending = three(4, -5, 0);
    let game_points = three(rules.game_points() as usize, 1, 0);
    let set = rules.set_points();
    let [far, near] = [three(30, 1, set - 30), three(10, 1, set - 10)];
    let scores = if below(rng, 2) == 0 { far } else { near };
    let winner = Seat::cyclic(below(rng, 3));
    Before { scores, pending, game_points, winner }.standing()
}

pub(crate) fn shuffled(rules: &ThreeKings, standing: &Standing, rng: &mut Stream) -> Deal {
    rules.deal(standing, &Deck::shuffled(rng))
}

/// A random action, with melds far more often than chance has them.
pub(crate) fn meld_often(hand: &Hand, rng: &mut Stream) -> Action {
    let legal = hand.legal();
    match legal {
        Legal::Play { melds, .. } | Legal::Answer { melds, .. }
            if !melds.is_empty() && below(rng, 2) == 0 =>
        {
            Action::Meld(melds.nth(below(rng, melds.len())))
        }
        _ => legal.nth(below(rng, legal.len())),
    }
}

/// A first standing, one in the middle of a match, or one at the start of a set that is dealt as the
/// first.
pub(crate) fn start_of_match(rules: &ThreeKings, rng: &mut Stream) -> Standing {
    match below(rng, 4) {
        0 | 1 => rules.first_standing(Seat::cyclic(below(rng, 3))),
        2 if rules.option("first_deal") == "set" && rules.game_points() > 1 => {
            start_of_set(rules, rng)
        }
        _ => random_standing(rules, rng),
    }
}

/// A standing at the start of some set but the first, where each is dealt as the first.
fn start_of_set(rules: &ThreeKings, rng: &mut Stream) -> Standing {
    let mut three = |count: usize, step: i32| [(); 3].map(|()| step * below(rng, count) as i32);
    let (mut game_points, scores) = (three(rules.game_points() as usize, 1), three(4, -5));
    game_points[0] = game_points[0].max(1);
    let carry = json!({ "pending": [0, 0, 0], "game_points": game_points });
    let dealer = Seat::cyclic(below(rng, 3));
    let carry = carry.as_object().expect("an object");
    Standing::from_record(dealer, BySeat(scores), carry).expect("a carry of Three Kings")
}

/// Melds far more often than chance has them, in every other hand.
pub(crate) fn melds_in_some_hands(hand: &Hand, rng: &mut Stream) -> Action {
    let dealt = hand.view(Seat::P0).dealt();
    if dealt.iter().map(Card::index).sum::<usize>() % 2 == 0 {
        meld_often(hand, rng)
    } else {
        testing::any_action(hand, rng)
    }
}
