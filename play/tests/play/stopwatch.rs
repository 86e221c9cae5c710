//! A plan lets bots off decisions where all would take too long.

use std::sync::Arc;
use std::time::Duration;

use threehand_play::stopwatch::Stopwatch;

/// As many decisions of each of two bots; the second takes a hundred times as long. Returns the time spent, too.
fn count(decisions: u64, first: Duration, patience: [Duration; 2]) -> (Arc<Stopwatch>, Duration) {
    let (stopwatch, mut spent) = (Stopwatch::new(patience), Duration::ZERO);
    for _ in 0..decisions {
        for (bot, takes) in [first, 100 * first].into_iter().enumerate() {
            if !stopwatch.lets_off(bot) {
                stopwatch.took(bot, takes);
                spent += takes;
            }
        }
    }
    (stopwatch, spent)
}

#[test]
fn bots_are_let_off_only_where_all_decisions_take_too_long() {
    let patience = [Duration::from_secs(1); 2];
    assert_eq!(count(100, Duration::from_micros(10), patience).0.left_out(), None);
    let (slow, spent) = count(10_000, Duration::from_millis(1), patience);
    let (timed, seconds) = slow.left_out().unwrap();
    // One second all, and one more for each bot; a decision of each may reach beyond.
    assert!(spent <= Duration::from_millis(3_101), "{spent:?}");
    assert!(timed > 20, "{timed}");
    let whole = 10_000.0 * 0.101;
    assert!((seconds + spent.as_secs_f64() - whole).abs() < 1e-6, "{seconds}");
}

#[test]
fn a_bot_that_takes_for_ever_is_asked_once() {
    let (slow, _) = count(50, Duration::from_secs(10), [Duration::from_secs(1); 2]);
    assert_eq!(slow.left_out().unwrap().0, 2);
}
