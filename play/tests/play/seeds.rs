//! Streams of random numbers depend on their key alone, and are fair.

use rand::Rng as _;
use threehand_engine::Seat;
use threehand_play::Seeds;

#[test]
fn a_deck_depends_on_seed_match_and_hand_alone() {
    let seeds = Seeds(1);
    assert_eq!(seeds.deck(4, 2), seeds.deck(4, 2));
    assert_ne!(seeds.deck(4, 2), seeds.deck(4, 3));
    assert_ne!(seeds.deck(4, 2), seeds.deck(5, 2));
    assert_ne!(seeds.deck(4, 2), Seeds(2).deck(4, 2));
}

#[test]
fn each_bot_draws_from_its_own_stream() {
    let first = |lineup, seat| Seeds(1).bot(0, lineup, seat).next_u64();
    let mut all: Vec<_> =
        (0..6).flat_map(|lineup| Seat::ALL.map(|seat| first(lineup, seat))).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 18);
}

#[test]
fn every_seat_deals_first_equally_often() {
    let mut counts = [0_i32; 3];
    for m in 0..30_000 {
        counts[Seeds(1).first_dealer(m).number()] += 1;
    }
    // Standard deviation 82: five of them.
    assert!(counts.iter().all(|c| (c - 10_000).abs() < 410), "{counts:?}");
}
