//! The luck of a deal is even.

use threehand_engine::{BySeat, Deal, Deck, Seat, Stream};
use threehand_play::{PLACES, deal_luck};

#[test]
fn deal_luck_is_zero_on_average() {
    let mean = |sizes: [usize; 3]| {
        let mut rng = Stream::new([9, 2, 5, 6]);
        let mut sums = [0; PLACES];
        for _ in 0..10_000 {
            let deal = Deal::new(Deck::shuffled(&mut rng), BySeat(sizes));
            let luck = deal_luck(&deal, Seat::ALL[1]);
            sums.iter_mut().zip(luck).for_each(|(sum, luck)| *sum += luck);
        }
        sums.map(|sum| sum as f64 / 10_000.0)
    };
    // High cards of 16 of 52 vary by 5 to 6 points, of 10 by 5: 300 after multiplying, 3 in a mean of 10,000.
    for mean in [mean([16; 3]), mean([10, 9, 9])] {
        assert!(mean.iter().all(|place| place.abs() < 12.0), "{mean:?}");
    }
}
