//! What the tests of Three-Legged Kitty share: rules from words, deals from a few cards, and play.

use serde_json::Map;
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Bid, Legal, Standing};
use threehand_engine::{
    BySeat, Card, CardSet, Deal, Deck, Game, Hand as _, Legal as _, Seat, Standing as _, Stream,
    below, testing,
};

pub(crate) use threehand_engine::testing::{cards, play};

pub(crate) type Hand = <ThreeLeggedKitty as Game>::Hand;

pub(crate) const P0: Seat = Seat::P0;
pub(crate) const P1: Seat = Seat::P1;
pub(crate) const P2: Seat = Seat::P2;

pub(crate) fn rules(words: &str) -> ThreeLeggedKitty {
    testing::rules(words)
}

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

pub(crate) fn bid(text: &str) -> Bid {
    text.parse().expect("a bid")
}

pub(crate) fn shuffled(rules: &ThreeLeggedKitty, rng: &mut Stream) -> Deal {
    rules.deal(&rules.first_standing(P0), &Deck::shuffled(rng))
}

/// The deal in which the seats have these cards; hands that are short are filled up from the
/// lowest cards that nobody named.
pub(crate) fn deal(hands: [&str; 3]) -> Deal {
    let mut hands = hands.map(cards);
    let named = hands[0] | hands[1] | hands[2];
    assert_eq!(named.len(), hands.map(CardSet::len).iter().sum::<usize>(), "each card once");
    let mut by_rank: Vec<Card> = (CardSet::FULL - named).iter().collect();
    by_rank.sort_by_key(|card| card.rank().index());
    let mut rest = by_rank.into_iter();
    for hand in &mut hands {
        while hand.len() < 10 {
            hand.insert(rest.next().expect("cards enough"));
        }
    }
    Deal::of(BySeat(hands), rest)
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

/// A finished hand after these scores of which seat 0 is the Cat, with this bid and such a number of
/// tricks.
pub(crate) fn cat_hand(
    words: &str,
    scores: [i32; 3],
    bid: &str,
    is_due: impl Fn(u8) -> bool,
) -> Hand {
    let rules = rules(words);
    let mut rng = Stream::new([6, 0, 1, 3]);
    for _ in 0..100_000 {
        let mut hand = rules.start(&standing(P2, scores), &shuffled(&rules, &mut rng));
        call(&mut hand, &format!("{bid} - -"));
        play_randomly(&mut hand, &mut rng, |_| true);
        if is_due(hand.tricks()[P0]) {
            return hand;
        }
    }
    panic!("no hand has so many tricks");
}
