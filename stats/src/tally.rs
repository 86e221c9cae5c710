//! The sums of a tournament: a [`Block`] of results for each match number.

use serde::{Deserialize, Serialize};
use threehand_engine::{BySeat, Seat};
use threehand_play::MatchRow;

use crate::mergeable;
use crate::{
    ConfidenceSequence, Estimate, Failures, FinishingOrders, Kingmaking, Moments, RatioSums,
};

/// One block: the results of one match's cards under every line-up, in their order.
pub type Block = Vec<MatchRow>;

/// The sums over all blocks so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The line-ups of every block.
    lineups: Vec<BySeat<usize>>,
    /// The number of blocks.
    pub blocks: u64,
    /// The number of finished hands.
    pub hands: u64,
    /// The number of matches that the cap on hands ended.
    pub truncated: u64,
    /// The number of matches with a shared win.
    pub shared: u64,
    bots: Vec<BotSums>,
    /// By bot and other.
    pairs: Vec<Vec<PairSums>>,
    /// The finishing orders, as choices.
    #[serde(rename = "choices")]
    pub orders: FinishingOrders,
    /// How each bot at the table changes which of two others finishes ahead.
    #[serde(rename = "spillover")]
    pub kingmaking: Kingmaking,
}
mergeable!(Tally { blocks, hands, truncated, shared, bots, pairs, orders, kingmaking });

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct BotSums {
    /// Sixths of matches won, over all the seats of a block.
    won: Moments,
    /// Final scores, over all the seats of a block.
    score: Moments,
    /// Points and hands.
    points: RatioSums,
    /// The same by role.
    roles: Vec<RatioSums>,
    forfeits: u64,
    /// Those of a known kind of failure.
    #[serde(default, skip_serializing_if = "Failures::is_none")]
    failures: Failures,
}
mergeable!(BotSums { won, score, points, roles, forfeits, failures });

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct PairSums {
    /// The difference of the two win shares over a block, in units of 1 / (6 × seats × seats).
    difference: Moments,
    /// What the match adds to it under each line-up in which either sits.
    parts: Vec<Moments>,
    /// Halves: seats of the one ahead of seats of the other, over a block.
    ahead: Moments,
    /// Sixths won by the one, alone against two of the other, over a block.
    alone: Moments,
}
mergeable!(PairSums { difference, parts, ahead, alone });

/// The difference of two bots' win shares, and the effect of the blocks on its precision.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The first bot's share less the second's.
    pub estimate: Estimate,
    /// The two-sided p-value of no difference; `None` without an interval.
    pub p: Option<f64>,
    /// The standard error of as many independent matches.
    pub naive_se: Option<f64>,
    /// The mean correlation of two line-ups' parts of it: negative where sharing cards helps.
    pub rho: Option<f64>,
}

impl Difference {
    /// The variance of as many independent matches over that of the blocks.
    pub fn variance_ratio(&self) -> Option<f64> {
        Some((self.naive_se? / self.estimate.se?).powi(2))
    }
}

impl Tally {
    /// Sums of no blocks, for these line-ups of this many bots.
    pub fn new(lineups: Vec<BySeat<usize>>, bots: usize, roles: usize) -> Self {
        let sums = BotSums {
            points: RatioSums::of_mean(),
            roles: vec![RatioSums::of_mean(); roles],
            ..BotSums::default()
        };
        let pair = |bot, other| {
            let concerned = lineups.iter().filter(|lineup| concerns(lineup, bot, other)).count();
            PairSums { parts: vec![Moments::default(); concerned], ..PairSums::default() }
        };
        let pairs = |bot| (0..bots).map(|other| pair(bot, other)).collect();
        Self {
            pairs: (0..bots).map(pairs).collect(),
            orders: FinishingOrders::new(&lineups),
            kingmaking: Kingmaking::new(&lineups),
            bots: vec![sums; bots],
            lineups,
            blocks: 0,
            hands: 0,
            truncated: 0,
            shared: 0,
        }
    }

    /// Adds a block with its weights in the bootstrap of ratings.
    pub fn add(&mut self, block: &Block, weights: &[u32]) {
        self.blocks += 1;
        let orders = || block.iter().map(|result| (result.lineup, &result.ahead));
        self.orders.add(orders(), weights);
        self.kingmaking.add(orders());
        for result in block {
            self.hands += result.hands;
            self.truncated += u64::from(result.truncated);
            self.shared += u64::from(!result.won_sixths.0.contains(&6));
            if let Some(seat) = result.forfeited() {
                let sums = &mut self.bots[self.lineups[result.lineup][seat]];
                sums.forfeits += 1;
                sums.failures.add(result.failure());
            }
        }
        for bot in 0..self.bots.len() {
            self.add_bot(bot, block);
            for other in (0..self.bots.len()).filter(|&other| other != bot) {
                self.add_pair(bot, other, block);
            }
        }
    }

    fn add_bot(&mut self, bot: usize, block: &Block) {
        let sums = &mut self.bots[bot];
        let (mut won, mut score) = (0, 0);
        let mut roles = vec![(0, 0); sums.roles.len()];
        for (result, seat) in seats_of(&self.lineups, bot, block) {
            won += result.won_sixths[seat];
            score += i64::from(result.scores[seat]);
            for ((points, hands), by_seat) in roles.iter_mut().zip(&result.roles) {
                *points += by_seat[seat].0;
                *hands += by_seat[seat].1;
            }
        }
        sums.won.add(won);
        sums.score.add(score);
        sums.points.add(roles.iter().map(|r| r.0).sum(), roles.iter().map(|r| r.1).sum());
        sums.roles
            .iter_mut()
            .zip(roles)
            .for_each(|(sums, (points, hands))| sums.add(points, hands));
    }

    fn add_pair(&mut self, bot: usize, other: usize, block: &Block) {
        let (seats, other_seats) = (self.seats(bot) as i64, self.seats(other) as i64);
        let sums = &mut self.pairs[bot][other];
        let (mut difference, mut ahead, mut alone, mut meets) = (0, 0, 0, false);
        let lineups = block.iter().map(|result| (result, &self.lineups[result.lineup]));
        let concerned = lineups.filter(|(_, lineup)| concerns(lineup, bot, other));
        for ((result, lineup), part) in concerned.zip(&mut sums.parts) {
            let sits = |who| Seat::ALL.into_iter().filter(move |&seat| lineup[seat] == who);
            let won = |who| sits(who).map(|seat| result.won_sixths[seat]).sum::<i64>();
            let here = won(bot) * other_seats - won(other) * seats;
            difference += here;
            part.add(here);
            for seat in sits(bot) {
                ahead += sits(other).map(|rival| result.ahead[seat][rival]).sum::<i64>();
            }
            meets |= sits(bot).count() > 0 && sits(other).count() > 0;
            if sits(other).count() == 2 {
                alone += won(bot);
            }
        }
        sums.difference.add(difference);
        if meets {
            sums.ahead.add(ahead);
            sums.alone.add(alone);
        }
    }

    /// The number of bots.
    pub const fn bots(&self) -> usize {
        self.bots.len()
    }

    /// The number of matches.
    pub fn matches(&self) -> u64 {
        self.blocks.saturating_mul(self.lineups.len() as u64)
    }

    /// A confidence sequence of each bot's win share, which holds after every block that is added from now on: a run may be
    /// stopped by it. The intervals of a run that was resumed are wider, and hold as well.
    pub fn sequences(&self) -> Vec<ConfidenceSequence> {
        let sequence = |bot| ConfidenceSequence::new(0.0, self.most_won(bot));
        (0..self.bots()).map(sequence).collect()
    }

    /// Adds a block to these sequences.
    pub fn watch(&self, sequences: &mut [ConfidenceSequence], block: &Block) {
        let bots = sequences.iter_mut().enumerate();
        bots.for_each(|(bot, sequence)| sequence.add(self.won(bot, block)));
    }

    /// The number of matches that a bot forfeited.
    pub fn forfeits(&self, bot: usize) -> u64 {
        self.bots[bot].forfeits
    }

    /// The same by kind of failure.
    pub fn failures(&self, bot: usize) -> &Failures {
        &self.bots[bot].failures
    }

    /// The seats of a bot in a block.
    fn seats(&self, bot: usize) -> usize {
        self.lineups.iter().map(|lineup| seats_in(lineup, bot)).sum()
    }

    /// The line-ups in which a bot sits.
    fn lineups_of(&self, bot: usize) -> usize {
        self.lineups.iter().filter(|lineup| lineup.0.contains(&bot)).count()
    }

    /// The number of matches in which a bot sat.
    pub fn matches_of(&self, bot: usize) -> u64 {
        self.blocks.saturating_mul(self.lineups_of(bot) as u64)
    }

    /// The share of matches that a bot won, the mean over all its seats.
    pub fn win_share(&self, bot: usize) -> Estimate {
        self.bots[bot].won.share((6 * self.seats(bot)) as f64, self.most_won(bot))
    }

    /// The same in a single block.
    fn won(&self, bot: usize, block: &Block) -> f64 {
        let won = seats_of(&self.lineups, bot, block).map(|(result, seat)| result.won_sixths[seat]);
        won.sum::<i64>() as f64 / (6 * self.seats(bot)) as f64
    }

    /// The greatest possible win share of a bot: that of winning every match in which it sits.
    fn most_won(&self, bot: usize) -> f64 {
        self.lineups_of(bot) as f64 / self.seats(bot) as f64
    }

    /// The final score of a match, the mean over all the seats of a bot.
    pub fn mean_score(&self, bot: usize) -> f64 {
        self.bots[bot].score.mean(self.seats(bot) as f64)
    }

    /// Points a hand; `None` if the bot finished no hand.
    pub fn points_per_hand(&self, bot: usize) -> Option<Estimate> {
        self.bots[bot].points.estimate()
    }

    /// The hands of a bot in a role, and its points a hand there.
    pub fn role(&self, bot: usize, role: usize) -> (i64, Option<Estimate>) {
        let sums = &self.bots[bot].roles[role];
        (sums.denominator(), sums.estimate())
    }

    /// The win share of one bot less that of another.
    pub fn difference(&self, bot: usize, other: usize) -> Difference {
        let sums = &self.pairs[bot][other];
        let unit = (6 * self.seats(bot) * self.seats(other)) as f64;
        // Of independent matches the variances would add up.
        let variance: f64 =
            sums.parts.iter().filter_map(|part| part.se(unit)).map(|se| se * se).sum();
        let naive_se = (variance > 0.0).then(|| variance.sqrt());
        let plain = sums.difference.estimate(unit);
        let shares = [self.win_share(bot), self.win_share(other)];
        let spread = [plain.se, shares[0].se, shares[1].se].map(|se| se.unwrap_or(0.0).powi(2));
        let product = 2.0 * (spread[1] * spread[2]).sqrt();
        let both = if product > 0.0 { (spread[1] + spread[2] - spread[0]) / product } else { 0.0 };
        // Without a spread there is no interval, even if both shares have one.
        let between = |_| plain.between(&shares[0], &shares[1], both.clamp(-1.0, 1.0));
        let estimate = plain.se.map_or(plain, between);
        // The variance of a sum of L parts is that of independent ones times 1 + (L − 1) ρ.
        let rho = naive_se
            .zip(estimate.se)
            .map(|(naive, se)| ((se / naive).powi(2) - 1.0) / (sums.parts.len() as f64 - 1.0));
        Difference { estimate, p: estimate.p_by_interval(self.blocks), naive_se, rho }
    }

    /// The number of blocks in which two bots met, and how often a seat of the one finished ahead of a seat of the other,
    /// ties half; `None` if they never met.
    pub fn ahead(&self, bot: usize, other: usize) -> Option<(u64, Estimate)> {
        let meetings = |lineup| seats_in(lineup, bot) * seats_in(lineup, other);
        let meetings: usize = self.lineups.iter().map(meetings).sum();
        let sums = &self.pairs[bot][other].ahead;
        (sums.n() > 0).then(|| (sums.n(), sums.share((2 * meetings) as f64, 1.0)))
    }

    /// The share of matches that a bot won alone against two of another; `None` if it never sat so.
    pub fn alone(&self, bot: usize, other: usize) -> Option<Estimate> {
        let is_alone = |l: &&BySeat<usize>| [seats_in(l, bot), seats_in(l, other)] == [1, 2];
        let seats = self.lineups.iter().filter(is_alone).count();
        let sums = &self.pairs[bot][other].alone;
        (seats > 0 && sums.n() > 0).then(|| sums.share((6 * seats) as f64, 1.0))
    }

    /// The bots by falling win share.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.bots.len()).collect();
        order.sort_by(|&a, &b| self.win_share(b).mean.total_cmp(&self.win_share(a).mean));
        order
    }
}

/// The seats of a bot in a line-up.
fn seats_in(lineup: &BySeat<usize>, bot: usize) -> usize {
    lineup.0.iter().filter(|&&who| who == bot).count()
}

/// Whether either of two different bots sits in a line-up.
fn concerns(lineup: &BySeat<usize>, bot: usize, other: usize) -> bool {
    bot != other && (lineup.0.contains(&bot) || lineup.0.contains(&other))
}

/// The results of a block with the seats that a bot had in them.
fn seats_of<'a>(
    lineups: &'a [BySeat<usize>],
    bot: usize,
    block: &'a Block,
) -> impl Iterator<Item = (&'a MatchRow, Seat)> {
    block.iter().flat_map(move |result| {
        let lineup = lineups[result.lineup];
        Seat::ALL.into_iter().filter(move |&seat| lineup[seat] == bot).map(move |s| (result, s))
    })
}

#[cfg(test)]
mod tests {
    use threehand_engine::{Stream, below};
    use threehand_play::ahead;

    use super::*;

    #[test]
    fn the_interval_at_any_stop_holds_the_share_and_is_wider_than_that_of_fixed_length() {
        let mut tally = Tally::new(vec![BySeat([0, 1, 2]), BySeat([2, 0, 1])], 3, 0);
        let mut sequences = tally.sequences();
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
            tally.watch(&mut sequences, &block);
            let shares: f64 = (0..3).map(|bot| tally.won(bot, &block)).sum();
            assert!((shares - 1.0).abs() < 1e-12, "{shares}");
        }
        for (bot, sequence) in sequences.iter().enumerate() {
            let ((lo, hi), fixed) = (sequence.interval(), tally.win_share(bot));
            assert!(hi - lo > 2.0 * fixed.half_width().unwrap() && hi - lo < 1.0, "{lo} {hi}");
            assert!(!sequence.excludes(1.0 / 3.0) && sequence.excludes(0.99));
        }
    }
}
