//! What the tests of 9-2-5 share: rules from words, deals from a few cards, and hands played to
//! wanted results.

use serde_json::{Map, json};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::Standing;
use threehand_engine::{
    BySeat, Deal, Deck, Game, Seat, Standing as _, Stream, View, below, testing,
};

pub(crate) use threehand_engine::testing::{play, play_randomly};

pub(crate) type Hand = <NineTwoFive as Game>::Hand;
pub(crate) type NineTwoFiveView<'a> = View<'a, NineTwoFive>;

pub(crate) const P0: Seat = Seat::P0;
pub(crate) const P1: Seat = Seat::P1;
pub(crate) const P2: Seat = Seat::P2;

pub(crate) fn rules(words: &str) -> NineTwoFive {
    testing::rules(words)
}

/// Any value for every option; half the time the published contracts.
pub(crate) fn random_rules(rng: &mut Stream) -> NineTwoFive {
    let mut rules: NineTwoFive = testing::any_rules(rng);
    if below(rng, 2) == 0 {
        let dealer = below(rng, 17);
        let left = below(rng, 17 - dealer);
        let contracts = format!("{dealer}-{left}-{}", 16 - dealer - left);
        rules.set_option("contracts", &contracts).expect("sum 16");
    }
    rules
}

pub(crate) fn standing(
    dealer: Seat,
    scores: [i32; 3],
    deltas: Option<[i32; 3]>,
    latched: bool,
) -> Standing {
    let mut carry = Map::new();
    if let Some(deltas) = deltas {
        carry.insert("deltas".to_owned(), json!(deltas));
    }
    if latched {
        carry.insert("latched".to_owned(), json!(true));
    }
    Standing::from_record(dealer, BySeat(scores), &carry).expect("a carry of 9-2-5")
}

/// The standing after a hand in which seats 0, 1, 2 were this far over their contracts.
pub(crate) fn after(dealer: Seat, deltas: [i32; 3]) -> Standing {
    standing(dealer, [0; 3], Some(deltas), false)
}

/// Deltas that sum to 0, none beyond `most`.
pub(crate) fn random_deltas(rng: &mut Stream, most: i32) -> [i32; 3] {
    loop {
        let mut any = || below(rng, 2 * most as usize + 1) as i32 - most;
        let (a, b) = (any(), any());
        if (a + b).abs() <= most {
            return [a, b, -a - b];
        }
    }
}

pub(crate) fn shuffled(rng: &mut Stream) -> Deal {
    Deal::new(Deck::shuffled(rng), BySeat([16; 3]))
}

/// Mostly a new match; now and then one that stands close to its end, with a tie near at hand.
pub(crate) fn start_of_match(rules: &NineTwoFive, rng: &mut Stream) -> Standing {
    let dealer = Seat::cyclic(below(rng, 3));
    if below(rng, 2) == 0 {
        return rules.first_standing(dealer);
    }
    let top = below(rng, rules.target() as usize + 1) as i32;
    let gap = below(rng, 5) as i32 - 2;
    let mut scores = [top, top + gap, -2 * top - gap];
    scores.rotate_left(below(rng, 3));
    let latched = gap == 0 && rules.option("tie") == "latched" && below(rng, 2) == 0;
    let deltas = random_deltas(rng, 16);
    standing(dealer, scores, Some(deltas), latched)
}
