//! One scale for all checks that are repeated on random hands.

/// How often to repeat a check: `full` times if the environment has `THREEHAND_CHECKS=full`, as by
/// night, and else a fiftieth of it, but at least 10 times (or `full`, where that is less).
///
/// A check that needs more to meet what is rare says so with `max`, and what it expects to meet
/// scales with the count:
///
/// ```
/// use threehand_engine::testing::checks;
///
/// let hands = checks(100_000).max(5_000);
/// let due_with_a_meld = hands / 100;
/// # assert!(due_with_a_meld >= 50);
/// ```
pub fn checks(full: u64) -> u64 {
    if std::env::var_os("THREEHAND_CHECKS").is_some_and(|count| count == "full") {
        return full;
    }
    (full / 50).max(full.min(10))
}
