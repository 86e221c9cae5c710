//! Standings that may be watched while a run goes on.

use super::{Block, ConfidenceSequence, Tally};

/// Each bot's win share in an interval that holds after every block, so that looking on, or stopping
/// when one likes what one sees, makes it no less true.
#[derive(Clone, Debug)]
pub struct WinShareSequences {
    sequences: Vec<ConfidenceSequence>,
}

impl WinShareSequences {
    /// Nothing seen yet. Of a run that is carried on it sees only the blocks from now on: that is
    /// wider than need be, and as true.
    pub fn new(tally: &Tally) -> Self {
        let sequence = |bot| ConfidenceSequence::new(0.0, tally.most_won(bot));
        Self { sequences: (0..tally.bots()).map(sequence).collect() }
    }

    /// Sees a block.
    pub fn add(&mut self, tally: &Tally, block: &Block) {
        for (bot, sequence) in self.sequences.iter_mut().enumerate() {
            sequence.add(tally.won(bot, block));
        }
    }

    /// A bot's win share so far, and the ends of the interval that holds the true one (95 %, at any time).
    pub fn share(&self, tally: &Tally, bot: usize) -> (f64, (f64, f64)) {
        (tally.win_share(bot).mean, self.sequences[bot].interval())
    }

    /// Whether a bot's interval does not hold this share.
    pub fn excludes(&self, bot: usize, share: f64) -> bool {
        self.sequences[bot].excludes(share)
    }
}

#[cfg(test)]
mod tests {
    use threehand_engine::BySeat;
    use threehand_engine::games::NineTwoFive;

    use super::*;
    use crate::play::schedule::{Format, Schedule};
    use crate::play::seated::Seated;
    use crate::play::seeds::Seeds;
    use crate::play::table::Table;

    #[test]
    fn the_live_interval_holds_the_share_and_is_wider_than_the_plain_one() {
        let schedule = Schedule::new(Format::Triples, 3).unwrap();
        let mut tally = Tally::new(schedule.iter().collect(), 3, 3);
        let mut live = WinShareSequences::new(&tally);
        let make = |_| Seated::Bot(Box::new(threehand_bots::Random));
        let table = Table::new(NineTwoFive::default(), Seeds(1), 1000, &make);
        for number in 0..60 {
            let mut decks = table.decks(number);
            let lineups = schedule.iter().enumerate();
            let play = |lineup: (usize, BySeat<usize>)| {
                table.play(&mut decks, lineup, false).row(lineup.0, false)
            };
            let block: Block = lineups.map(play).collect();
            tally.add(&block, &[]);
            live.add(&tally, &block);
            let shares: f64 = (0..3).map(|bot| tally.won(bot, &block)).sum();
            assert!((shares - 1.0).abs() < 1e-12, "{shares}");
        }
        for bot in 0..3 {
            let (mean, (lo, hi)) = live.share(&tally, bot);
            let plain = tally.win_share(bot);
            assert_eq!(mean, plain.mean);
            assert!(hi - lo > 2.0 * plain.half_width().unwrap() && hi - lo < 1.0, "{lo} {hi}");
            assert!(lo < 1.0 / 3.0 && hi > 1.0 / 3.0, "{lo} {hi}");
        }
    }
}
