//! Confidence sequences of the bots' win shares, for standings that may be watched.

use super::{Block, ConfidenceSequence, Tally};

/// A confidence sequence of each bot's win share: it holds after every block, so that a run may be stopped by it.
#[derive(Clone, Debug)]
pub struct WinShareSequences {
    sequences: Vec<ConfidenceSequence>,
}

impl WinShareSequences {
    /// No blocks yet. Those before a run was resumed are left out: the intervals are wider then, and hold as well.
    pub fn new(tally: &Tally) -> Self {
        let sequence = |bot| ConfidenceSequence::new(0.0, tally.most_won(bot));
        Self { sequences: (0..tally.bots()).map(sequence).collect() }
    }

    /// Adds a block.
    pub fn add(&mut self, tally: &Tally, block: &Block) {
        for (bot, sequence) in self.sequences.iter_mut().enumerate() {
            sequence.add(tally.won(bot, block));
        }
    }

    /// The win share of a bot in the tally, and its 95 % interval at this time.
    pub fn share(&self, tally: &Tally, bot: usize) -> (f64, (f64, f64)) {
        (tally.win_share(bot).mean, self.sequences[bot].interval())
    }

    /// Whether a bot's interval excludes a share.
    pub fn excludes(&self, bot: usize, share: f64) -> bool {
        self.sequences[bot].excludes(share)
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::{BySeat, Seat, Stream, below};
    use threehand_play::{MatchRow, ahead};

    use super::*;

    #[test]
    fn the_interval_holds_the_share_and_is_wider_than_that_of_fixed_length() {
        let lineups = vec![BySeat([0, 1, 2]), BySeat([2, 0, 1])];
        let mut tally = Tally::new(lineups, 3, 0);
        let mut sequences = WinShareSequences::new(&tally);
        let mut rng = Stream::new([9, 2, 5, 8]);
        let mut won = |lineup| {
            let winner = Seat::ALL[below(&mut rng, 3)];
            let won_sixths = BySeat::from_fn(|seat| if seat == winner { 6 } else { 0 });
            let ahead = ahead(&won_sixths);
            MatchRow { lineup, won_sixths, ahead, hands: 1, ..MatchRow::default() }
        };
        for _ in 0..60 {
            let block: Block = (0..2).map(&mut won).collect();
            tally.add(&block, &[]);
            sequences.add(&tally, &block);
            let shares: f64 = (0..3).map(|bot| tally.won(bot, &block)).sum();
            assert!((shares - 1.0).abs() < 1e-12, "{shares}");
        }
        for bot in 0..3 {
            let (mean, (lo, hi)) = sequences.share(&tally, bot);
            let fixed = tally.win_share(bot);
            assert_eq!(mean, fixed.mean);
            assert!(hi - lo > 2.0 * fixed.half_width().unwrap() && hi - lo < 1.0, "{lo} {hi}");
            assert!(!sequences.excludes(bot, 1.0 / 3.0) && sequences.excludes(bot, 0.99));
        }
    }
}
