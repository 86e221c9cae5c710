//! What the tests of Three-Legged Kitty share: rules from words, deals from a few cards, and play.

use serde_json::Map;
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Legal, Standing};
use threehand_engine::{
    BySeat, Deal, Deck, Game, Hand as _, Legal as _, Seat, Standing as _, Stream, below, testing,
};

pub(crate) use threehand_engine::testing::play;

pub(crate) type Hand = <ThreeLeggedKitty as Game>::Hand;

pub(crate) const P0: Seat = Seat::P0;

/// Any value for every option; half the time the published rules.
pub(crate) fn random_rules(rng: &mut Stream) -> ThreeLeggedKitty {
    if below(rng, 2) == 0 { testing::any_rules(rng) } else { ThreeLeggedKitty::default() }
}

/// The same for random play, which makes few of its bids: without points for a failure a match
/// takes long.
pub(crate) fn quick_rules(rng: &mut Stream) -> ThreeLeggedKitty {
    let mut rules = random_rules(rng);
    if rules.fail_points() == 0 {
        rules.set_option("target", "5").expect("a target");
    }
    rules
}

pub(crate) fn standing(dealer: Seat, scores: [i32; 3]) -> Standing {
    Standing::from_record(dealer, BySeat(scores), &Map::new()).expect("scores")
}

pub(crate) fn shuffled(rules: &ThreeLeggedKitty, rng: &mut Stream) -> Deal {
    rules.deal(&rules.first_standing(P0), &Deck::shuffled(rng))
}

/// Makes calls apart by blanks, such as `5S - 6C`, each bid paid with the lowest cards; `-` passes.
pub(crate) fn call(hand: &mut Hand, calls: &str) {
    for word in calls.split_whitespace() {
        if word == "-" {
            play(hand, "pass");
            continue;
        }
        play(hand, &format!("bid {word}"));
        pay_lowest(hand);
    }
}

/// Pays what is due with the lowest cards.
pub(crate) fn pay_lowest(hand: &mut Hand) {
    while let Legal::Pay { cards, .. } = hand.legal() {
        let action = match hand.legal().contains(Action::Enough) {
            true => Action::Enough,
            false => {
                let lowest = cards.iter().min_by_key(|card| card.rank().index());
                Action::Pay(lowest.expect("a card"))
            }
        };
        hand.play(action).expect("a legal payment");
    }
}

/// A random legal action: bids mostly small steps and passes often, so that all phases are met.
pub(crate) fn random_action(hand: &Hand, rng: &mut Stream) -> Action {
    let legal = hand.legal();
    match legal {
        Legal::Call { pass: true, .. } if below(rng, 5) < 2 => Action::Pass,
        Legal::Call { bids, .. } if !bids.is_empty() && below(rng, 4) > 0 => {
            Action::Bid(bids.nth(below(rng, bids.len().min(9))))
        }
        _ => legal.nth(below(rng, legal.len())),
    }
}

/// Plays random legal actions while `goes_on` says so and the hand is not over.
pub(crate) fn play_randomly(hand: &mut Hand, rng: &mut Stream, goes_on: impl Fn(&Hand) -> bool) {
    while hand.turn().is_some() && goes_on(hand) {
        let action = random_action(hand, rng);
        hand.play_unchecked(action);
    }
}

/// What is to be decided.
pub(crate) fn phase(hand: &Hand) -> &'static str {
    match hand.legal() {
        Legal::Call { .. } => "call",
        Legal::Pay { .. } => "pay",
        Legal::Stray(_) => "stray",
        Legal::Take(_) => "take",
        Legal::Play(_) => "play",
        Legal::Nothing => "over",
    }
}

/// Mostly a new match; now and then one that stands close to its end, with a tie near at hand.
pub(crate) fn start_of_match(rules: &ThreeLeggedKitty, rng: &mut Stream) -> Standing {
    let dealer = Seat::cyclic(below(rng, 3));
    if below(rng, 2) == 0 {
        return rules.first_standing(dealer);
    }
    let target = rules.target();
    let top = (target - 10 + below(rng, 10) as i32).max(0);
    let second = (top - below(rng, 3) as i32).max(0);
    let mut scores = [top, second, below(rng, target as usize) as i32];
    scores.rotate_left(below(rng, 3));
    standing(dealer, scores)
}
