//! The engine's Three Kings against a slow second implementation, decision by decision.

#[path = "oracle/three_kings_bridge.rs"]
mod bridge;
#[path = "common/three_kings.rs"]
mod common;
#[path = "oracle/three_kings.rs"]
mod oracle;

use common::{Hand, meld_often, random_rules, random_standing, shuffled};
use threehand_engine::games::ThreeKings;
use threehand_engine::games::three_kings::{Action, Standing};
use threehand_engine::{Action as _, Game, Hand as _, Seat, Stream, below};

const HANDS: usize = 100_000;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let mut rng = Stream::new([1, 0, 0, 3]);
    let mut seen = Seen::default();
    while seen.hands < HANDS {
        let rules =
            if below(&mut rng, 4) == 0 { ThreeKings::default() } else { random_rules(&mut rng) };
        let mut standing = match below(&mut rng, 2) {
            0 => rules.first_standing(Seat::from_number(below(&mut rng, 3))),
            _ => random_standing(&mut rng),
        };
        for _ in 0..8 {
            let (next, over) = play_at_both_tables(&rules, &standing, &mut rng, &mut seen);
            seen.hands += 1;
            seen.ended += usize::from(over);
            standing = next;
            if over {
                break;
            }
        }
    }
    for often in [seen.ended, seen.sets, seen.tied, seen.hits, seen.misses] {
        assert!(often > 300, "{seen:?}");
    }
    assert!(seen.thrown_melds > 100, "{seen:?}");
}

/// How often the rarer things happened, so that the test can't pass without them.
#[derive(Debug, Default)]
struct Seen {
    hands: usize,
    ended: usize,
    sets: usize,
    tied: usize,
    hits: usize,
    misses: usize,
    thrown_melds: usize,
}

fn play_at_both_tables(
    rules: &ThreeKings,
    standing: &Standing,
    rng: &mut Stream,
    seen: &mut Seen,
) -> (Standing, bool) {
    let deal = shuffled(rules, standing, rng);
    let mut fast = rules.start(standing, &deal);
    let mut slow = bridge::slow_table(rules, standing, &deal);
    let melds = below(rng, 2) == 0;
    while fast.turn().is_some() {
        bridge::assert_same_position(&fast, &slow);
        if below(rng, 16) == 0 {
            assert_only_legal_actions_are_accepted(&fast, &slow, 3, rng);
        }
        let legal = fast.legal();
        if let Some(three) = slow.about_to_throw() {
            seen.thrown_melds += usize::from(oracle::meld(slow.rules, &three).is_some());
        }
        let action = if melds { meld_often(&fast, rng) } else { nth_of(legal, rng) };
        fast.play_unchecked(action);
        slow.act(&bridge::slow_act(action));
    }
    bridge::assert_same_position(&fast, &slow);
    assert_only_legal_actions_are_accepted(&fast, &slow, 1, rng);
    let outcome = fast.outcome().expect("the hand is over");
    let end = slow.end().expect("the hand is over");
    assert_eq!(outcome.points.0, end.points);
    assert_eq!(bridge::slow_match(&outcome.standing), end.next, "{:?}", fast.view(Seat::P0));
    assert_eq!(outcome.over, end.over);
    let scores = fast.view(Seat::P0).scores();
    let top = scores.0.into_iter().max().unwrap();
    let at_top = scores.0.iter().filter(|&&score| score == top).count();
    seen.sets += usize::from(end.next.game_points != slow.before.game_points);
    seen.tied += usize::from(top >= 15 && at_top > 1);
    if let Some((_, hit)) = slow.prediction_came_true() {
        *(if hit { &mut seen.hits } else { &mut seen.misses }) += 1;
    }
    (outcome.standing, outcome.over)
}

fn nth_of(legal: <ThreeKings as Game>::Legal, rng: &mut Stream) -> Action {
    use threehand_engine::Legal as _;
    legal.nth(below(rng, legal.len()))
}

/// Plays random actions of all that there are, every so often all of them.
fn assert_only_legal_actions_are_accepted(
    fast: &Hand,
    slow: &oracle::Table,
    tries: usize,
    rng: &mut Stream,
) {
    let acts = slow.legal();
    let all = below(rng, 100) == 0;
    let tries = if all { Action::COUNT } else { tries };
    for i in 0..tries {
        let index = if all { i } else { below(rng, Action::COUNT) };
        let action = Action::from_index(index).expect("an action for each index");
        let mut tried = fast.clone();
        let accepted = tried.play(action);
        if acts.contains(&bridge::slow_act(action)) {
            assert!(accepted.is_ok(), "{action}: {accepted:?}");
            let mut unchecked = fast.clone();
            unchecked.play_unchecked(action);
            assert_eq!(tried, unchecked);
        } else {
            assert!(accepted.is_err(), "{action} is not in {acts:?}");
            assert_eq!(&tried, fast, "{action} was refused but changed the hand");
        }
    }
}
