//! The engine's 9-2-5 against a slow second implementation, decision by decision.

#[path = "oracle/bridge.rs"]
mod bridge;
mod common;
#[path = "oracle/nine_two_five.rs"]
mod oracle;

use common::{Hand, random_rules, shuffled, standing};
use threehand_engine::games::NineTwoFive;
use threehand_engine::games::nine_two_five::{Action, Standing};
use threehand_engine::{Action as _, CardSet, Game, Hand as _, Legal as _, Seat, Stream, below};

const HANDS: usize = 100_000;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let mut rng = Stream::new([1, 0, 0, 925]);
    let mut seen = Seen::default();
    let mut matches = 0;
    while seen.hands < HANDS {
        let rules = random_rules(&mut rng);
        let mut standing = start_of_match(&rules, &mut rng);
        matches += 1;
        for _ in 0..8 {
            let (next, over) = play_at_both_tables(&rules, &standing, &mut rng, &mut seen);
            seen.hands += 1;
            standing = next;
            if over {
                break;
            }
        }
    }
    assert!(matches > 10_000, "{matches}");
    assert!(seen.two_givers > 5_000, "{seen:?}");
    assert!(seen.two_receivers > 5_000, "{seen:?}");
    assert!(seen.kept > 5_000, "{seen:?}");
    assert!(seen.latched > 100 && seen.unlatched > 100, "{seen:?}");
    assert!(seen.ended > 5_000, "{seen:?}");
}

/// How often the rarer things happened, so that the test can't pass without them.
#[derive(Debug, Default)]
struct Seen {
    hands: usize,
    two_givers: usize,
    two_receivers: usize,
    kept: usize,
    latched: usize,
    unlatched: usize,
    ended: usize,
}

/// Mostly a new match; now and then one that stands close to its end, with a tie near at hand.
fn start_of_match(rules: &NineTwoFive, rng: &mut Stream) -> Standing {
    let dealer = Seat::from_number(below(rng, 3));
    if below(rng, 2) == 0 {
        return rules.first_standing(dealer);
    }
    let top = below(rng, 16) as i32;
    let gap = below(rng, 5) as i32 - 2;
    let mut scores = [top, top + gap, -2 * top - gap];
    scores.rotate_left(below(rng, 3));
    let latched = gap == 0 && rules.option("tie") == "latched" && below(rng, 2) == 0;
    let deltas = common::random_deltas(rng, 16);
    standing(dealer, scores, Some(deltas), latched)
}

fn play_at_both_tables(
    rules: &NineTwoFive,
    standing: &Standing,
    rng: &mut Stream,
    seen: &mut Seen,
) -> (Standing, bool) {
    let deal = shuffled(rng);
    let mut fast = rules.start(standing, &deal);
    let mut slow = bridge::slow_table(rules, standing, &deal);
    let last = slow.before.last.unwrap_or([0; 3]);
    seen.two_givers += usize::from(slow.givers.len() == 2);
    let receivers = last.iter().filter(|&&delta| delta < 0).count();
    seen.two_receivers += usize::from(receivers == 2);
    while fast.turn().is_some() {
        bridge::assert_same_position(&fast, &slow);
        if below(rng, 16) == 0 {
            assert_only_legal_actions_are_accepted(&fast, &slow, 3, rng);
        }
        let legal = fast.legal();
        let action = legal.nth(below(rng, legal.len()));
        seen.kept += usize::from(action == Action::Keep);
        fast.play_unchecked(action);
        slow.act(bridge::slow_act(action));
        if matches!(action, Action::Give(..) | Action::Keep) {
            assert_same_bleed(&fast, &slow);
        }
    }
    bridge::assert_same_position(&fast, &slow);
    assert_only_legal_actions_are_accepted(&fast, &slow, 1, rng);
    let outcome = fast.outcome().expect("the hand is over");
    let end = slow.end().expect("the hand is over");
    assert_eq!(fast.tricks().map(i32::from).0, slow.tricks);
    assert_eq!(outcome.points.0, end.points);
    assert_eq!(bridge::slow_match(&outcome.standing), end.next);
    assert_eq!(outcome.over, end.over);
    let tied = !end.over && end.next.scores.iter().any(|score| score.abs() >= 15);
    seen.latched += usize::from(end.next.latched);
    seen.unlatched += usize::from(tied && !end.next.latched);
    seen.ended += usize::from(end.over);
    (outcome.standing, outcome.over)
}

/// Every seat must be shown the exchanges that the slow table says it knows, and all the counts.
fn assert_same_bleed(fast: &Hand, slow: &oracle::Table) {
    for seat in Seat::ALL {
        for bled in fast.view(seat).bled() {
            let (giver, receiver) = (bled.giver.number(), bled.receiver.number());
            let between = |passes: &[oracle::Pass]| -> CardSet {
                passes
                    .iter()
                    .filter(|pass| (pass.giver, pass.receiver) == (giver, receiver))
                    .map(|pass| bridge::fast_card(pass.card))
                    .collect()
            };
            let given = between(&slow.given);
            assert_eq!(bled.count, given.len());
            assert_eq!(bled.settled, !slow.givers.contains(&giver));
            let known = slow.knows(seat.number(), giver, receiver);
            let cards = known.then(|| (given, between(&slow.returned)));
            assert_eq!(bled.cards, cards);
        }
    }
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
