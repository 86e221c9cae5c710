//! The engine's Three-Legged Kitty against a slow second implementation, decision by decision.

mod kitty;

use kitty::{
    Hand, assert_same_position, oracle, random_action, random_rules, rules, shuffled, slow_act,
    slow_match, slow_table, standing,
};
use threehand_engine::games::ThreeLeggedKitty;
use threehand_engine::games::three_legged_kitty::{Action, Legal, Standing};
use threehand_engine::{Action as _, Game, Hand as _, Seat, Stream, below, perft};

const HANDS: usize = 100_000;

#[test]
fn a_hundred_thousand_hands_go_the_same_way_at_both_tables() {
    let mut rng = Stream::new([1, 0, 0, 3]);
    let mut seen = Seen::default();
    while seen.hands < HANDS {
        let rules = random_rules(&mut rng);
        let mut standing = start_of_match(&rules, &mut rng);
        for _ in 0..8 {
            let (next, over) = play_at_both_tables(&rules, &standing, &mut rng, &mut seen);
            seen.hands += 1;
            standing = next;
            if over {
                break;
            }
        }
    }
    assert!(seen.passed_out > 2_000, "{seen:?}");
    assert!(seen.forced_passes > 200, "{seen:?}");
    assert!(seen.enoughs > 2_000, "{seen:?}");
    assert!(seen.no_stray > 2_000 && seen.takes > 10_000, "{seen:?}");
    assert!(seen.only_right_takes > 1_000, "{seen:?}");
    assert!(seen.nulls_made > 1_000 && seen.nulls_failed > 1_000, "{seen:?}");
    assert!(seen.made > 1_000 && seen.failed > 10_000, "{seen:?}");
    assert!(seen.tied > 100 && seen.shared > 50 && seen.ended > 1_000, "{seen:?}");
    assert!(seen.raised_himself > 1_000, "{seen:?}");
}

/// How often the rarer things happened, so that the test can't pass without them.
#[derive(Debug, Default)]
struct Seen {
    hands: usize,
    passed_out: usize,
    forced_passes: usize,
    enoughs: usize,
    no_stray: usize,
    takes: usize,
    only_right_takes: usize,
    nulls_made: usize,
    nulls_failed: usize,
    made: usize,
    failed: usize,
    tied: usize,
    shared: usize,
    ended: usize,
    raised_himself: usize,
}

/// Mostly a new match; now and then one that stands close to its end, with a tie near at hand.
fn start_of_match(rules: &ThreeLeggedKitty, rng: &mut Stream) -> Standing {
    let dealer = Seat::from_number(below(rng, 3));
    if below(rng, 2) == 0 {
        return rules.first_standing(dealer);
    }
    let top = 20 + below(rng, 10) as i32;
    let second = top - below(rng, 3) as i32;
    let mut scores = [top, second, below(rng, 30) as i32];
    scores.rotate_left(below(rng, 3));
    standing(dealer, scores)
}

fn play_at_both_tables(
    rules: &ThreeLeggedKitty,
    standing: &Standing,
    rng: &mut Stream,
    seen: &mut Seen,
) -> (Standing, bool) {
    let deal = shuffled(rng);
    let mut fast = rules.start(standing, &deal);
    let mut slow = slow_table(rules, standing, &deal);
    while let Some(turn) = fast.turn() {
        assert_same_position(&fast, &slow);
        if below(rng, 16) == 0 {
            assert_only_legal_actions_are_accepted(&fast, &slow, 3, rng);
        }
        let action = random_action(&fast, rng);
        note(&fast, turn, action, seen);
        fast.play_unchecked(action);
        slow.act(slow_act(action));
    }
    assert_same_position(&fast, &slow);
    assert_only_legal_actions_are_accepted(&fast, &slow, 1, rng);
    let outcome = fast.outcome().expect("the hand is over");
    let end = slow.end().expect("the hand is over");
    assert_eq!(outcome.points.0, end.points);
    assert_eq!(slow_match(&outcome.standing), end.next);
    assert_eq!(outcome.over, end.over);
    let top = end.next.scores.into_iter().max().unwrap_or(0);
    let tied = end.next.scores.into_iter().filter(|&score| score == top).count() > 1;
    seen.tied += usize::from(top >= 30 && tied && !end.over);
    seen.shared += usize::from(tied && end.over);
    seen.ended += usize::from(end.over);
    let null = slow.high().is_some_and(|(_, kind)| kind == 0);
    match (slow.made(), null) {
        (None, _) => seen.passed_out += 1,
        (Some(true), true) => seen.nulls_made += 1,
        (Some(false), true) => seen.nulls_failed += 1,
        (Some(true), false) => seen.made += 1,
        (Some(false), false) => seen.failed += 1,
    }
    if let Some(cat) = slow.cat {
        let taken = |seat| fast.view(seat).taken(seat).len();
        let cat = Seat::from_number(cat);
        seen.no_stray += usize::from(slow.stray.is_empty());
        seen.only_right_takes += usize::from(taken(cat.left()) == 0 && taken(cat.right()) > 0);
    }
    (outcome.standing, outcome.over)
}

fn note(fast: &Hand, turn: Seat, action: Action, seen: &mut Seen) {
    seen.enoughs += usize::from(action == Action::Enough);
    seen.takes += usize::from(matches!(action, Action::Take(_)));
    let high = fast.view(turn).high_bid();
    if let (Legal::Call { bids, .. }, Some((bidder, _))) = (fast.legal(), high) {
        seen.forced_passes += usize::from(bids.is_empty());
        seen.raised_himself += usize::from(bidder == turn && action != Action::Pass);
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
        if acts.contains(&slow_act(action)) {
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

/// Each line of the data: rules, calls that lead to the position (`-` for a pass, `.` for none),
/// how many random actions follow, the depth and the count, apart by semicolons.
#[test]
fn both_tables_count_the_same_trees_as_the_data_file() {
    let data = include_str!("data/perft/three_legged_kitty.txt");
    let mut lines = 0;
    let mut wrong = Vec::new();
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split(';').map(str::trim).collect();
        let [words, calls, random, depth, count] = parts[..] else {
            panic!("five parts are needed: {line}");
        };
        let rules = rules(if words == "." { "" } else { words });
        let mut rng = Stream::new([2, 0, 0, 3]);
        let (start, deal) = (rules.first_standing(Seat::P2), shuffled(&mut rng));
        let mut fast = rules.start(&start, &deal);
        if calls != "." {
            kitty::call(&mut fast, calls);
        }
        for _ in 0..random.parse::<usize>().unwrap() {
            let action = random_action(&fast, &mut rng);
            fast.play(action).unwrap();
        }
        let mut slow = slow_table(&rules, &start, &deal);
        replay_at(&fast, &mut slow);
        assert_same_position(&fast, &slow);
        let depth = depth.parse().unwrap();
        let counted = perft(&fast, depth);
        assert_eq!(counted, slow.perft(depth), "{line}");
        if counted.to_string() != count {
            wrong.push(format!("{line} but {counted}"));
        }
        lines += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(lines >= 15, "{lines}");
}

/// Brings the slow table to where the fast one stands, by what the views tell.
fn replay_at(fast: &Hand, slow: &mut oracle::Table) {
    let view = fast.view(Seat::P0);
    for call in view.calls() {
        let Some(bid) = call.bid else {
            slow.act(oracle::Act::Pass);
            continue;
        };
        slow.act(slow_act(Action::Bid(bid)));
        call.paid.iter().for_each(|card| slow.act(slow_act(Action::Pay(card))));
        if slow.legal().contains(&oracle::Act::Enough) {
            slow.act(oracle::Act::Enough);
        }
    }
    view.stray().iter().for_each(|card| slow.act(slow_act(Action::Stray(card))));
    if let Some(cat) = view.cat() {
        view.taken(cat.left()).iter().for_each(|card| slow.act(slow_act(Action::Take(card))));
    }
    view.plays().for_each(|(_, card)| slow.act(slow_act(Action::Play(card))));
}
