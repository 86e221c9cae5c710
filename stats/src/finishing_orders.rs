//! Finishing orders as choices: who is first of three, then who of the two that are left. They are a sufficient statistic of
//! the Plackett–Luce model.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use threehand_engine::{BySeat, Seat};
use threehand_play::Ahead;

use crate::{Mergeable as _, mergeable};

/// Replicates of the bootstrap of ratings.
pub const RATING_REPLICATES: usize = 200;

/// One of several bots, which finished ahead of the others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// The bots to choose from, by number; twice if one sits twice.
    pub of: Vec<usize>,
    /// The one that finished ahead of the others.
    pub chosen: usize,
}

/// How often each choice was made, in sixths: two seats that finish level count half for each order, three a sixth for each
/// of the six orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishingOrders {
    /// In the sample, by choice.
    plain: Vec<i64>,
    /// By choice, in each replicate of the bootstrap.
    replicates: Vec<Vec<i64>>,
    #[serde(skip)]
    kinds: Vec<Choice>,
    /// By line-up and finishing order: the numbers of its choices. There is no second one where the two that are left are the
    /// same bot.
    #[serde(skip)]
    columns: Vec<[Vec<usize>; 6]>,
}
mergeable!(FinishingOrders { plain, replicates });

const ORDERS: [[Seat; 3]; 6] = {
    let [a, b, c] = Seat::ALL;
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
};

impl FinishingOrders {
    /// Sums of no blocks, for these line-ups.
    pub fn new(lineups: &[BySeat<usize>]) -> Self {
        let (mut orders, mut numbers) = (Self::default(), BTreeMap::new());
        for lineup in lineups {
            let mut columns = ORDERS.map(|_| Vec::new());
            for from in [0, 1] {
                for (column, order) in columns.iter_mut().zip(ORDERS) {
                    let of: Vec<_> = order[from..].iter().map(|&seat| lineup[seat]).collect();
                    if from == 0 || of[0] != of[1] {
                        let chosen = of[0];
                        column.push(orders.number(&mut numbers, of, chosen));
                    }
                }
            }
            orders.columns.push(columns);
        }
        orders
    }

    /// The number of a choice among those so far, or of a new one.
    fn number(
        &mut self,
        numbers: &mut BTreeMap<Choice, usize>,
        mut of: Vec<usize>,
        chosen: usize,
    ) -> usize {
        of.sort_unstable();
        let choice = Choice { of, chosen };
        *numbers.entry(choice.clone()).or_insert_with(|| {
            self.kinds.push(choice);
            self.plain.push(0);
            self.replicates.push(vec![0; RATING_REPLICATES]);
            self.kinds.len() - 1
        })
    }

    /// Adds a block: by line-up who finished ahead of whom, and the block's weights in the replicates.
    pub(super) fn add<'a>(
        &mut self,
        matches: impl Iterator<Item = (usize, &'a Ahead)>,
        weights: &[u32],
    ) {
        let mut block = vec![0; self.kinds.len()];
        for (lineup, ahead) in matches {
            let can_be =
                |[a, b, c]: [Seat; 3]| ahead[a][b] > 0 && ahead[b][c] > 0 && ahead[a][c] > 0;
            let columns = self.columns[lineup].iter().zip(ORDERS);
            let columns: Vec<_> = columns.filter(|(_, order)| can_be(*order)).collect();
            for &number in columns.iter().flat_map(|(numbers, _)| *numbers) {
                block[number] += 6 / columns.len() as i64;
            }
        }
        for (choice, count) in block.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            self.plain[choice] += count;
            for (sum, &weight) in self.replicates[choice].iter_mut().zip(weights) {
                *sum += count * i64::from(weight);
            }
        }
    }

    /// The sums of several tournaments, each with the numbers that its bots have among all.
    pub fn pooled(parts: &[(&Self, Vec<usize>)]) -> Self {
        let (mut pooled, mut numbers) = (Self::default(), BTreeMap::new());
        for (part, bots) in parts {
            let sums = part.plain.iter().zip(&part.replicates);
            for (Choice { of, chosen }, (plain, replicates)) in part.kinds.iter().zip(sums) {
                let of: Vec<_> = of.iter().map(|&bot| bots[bot]).collect();
                // There is no choice between bots that are the same.
                if of.iter().any(|bot| *bot != of[0]) {
                    let number = pooled.number(&mut numbers, of, bots[*chosen]);
                    pooled.plain[number] += plain;
                    pooled.replicates[number].merge(replicates);
                }
            }
        }
        pooled
    }

    /// The choices that are counted.
    pub fn kinds(&self) -> &[Choice] {
        &self.kinds
    }

    /// How often each was made in the sample.
    pub fn plain(&self) -> Vec<f64> {
        self.plain.iter().map(|&sixths| sixths as f64 / 6.0).collect()
    }

    /// How often each was made in a replicate.
    pub(super) fn replicate(&self, number: usize) -> Vec<f64> {
        self.replicates.iter().map(|sixths| sixths[number] as f64 / 6.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use threehand_play::ahead;

    use super::*;

    fn placed(places: [i32; 3]) -> Ahead {
        ahead(&BySeat(places.map(Reverse)))
    }

    fn place(orders: &FinishingOrders, of: &[usize], chosen: usize) -> usize {
        let choice = Choice { of: of.to_vec(), chosen };
        orders.kinds().iter().position(|kind| *kind == choice).unwrap()
    }

    fn count(orders: &FinishingOrders, of: &[usize], chosen: usize) -> f64 {
        orders.plain()[place(orders, of, chosen)]
    }

    #[test]
    fn an_order_is_two_choices_and_a_tie_is_half_of_each_order() {
        let mut orders = FinishingOrders::new(&[BySeat([0, 1, 2]), BySeat([2, 0, 1])]);
        // Three first choices and, for each two bots, two second ones.
        assert_eq!(orders.kinds().len(), 9);
        orders.add([(0, &placed([1, 3, 2])), (1, &placed([1, 1, 3]))].into_iter(), &[2, 0]);
        // 0 before 2 before 1; then 2 and 0 level before 1.
        for (of, chosen, times) in [
            (&[0, 1, 2][..], 0, 1.5),
            (&[0, 1, 2], 2, 0.5),
            (&[1, 2], 2, 1.5),
            (&[0, 1], 0, 0.5),
            (&[0, 2], 0, 0.0),
            (&[1, 2], 1, 0.0),
        ] {
            assert_eq!(count(&orders, of, chosen), times, "{of:?} {chosen}");
        }
        let doubled: Vec<f64> = orders.plain().iter().map(|count| 2.0 * count).collect();
        assert_eq!((orders.replicate(0), orders.replicate(1)), (doubled, vec![0.0; 9]));
        orders.add([(0, &placed([1, 1, 1]))].into_iter(), &[0, 0]);
        assert!((count(&orders, &[0, 1, 2], 1) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn sums_of_several_tournaments_are_pooled_by_bot() {
        let mut one = FinishingOrders::new(&[BySeat([0, 1, 1])]);
        one.add([(0, &placed([1, 2, 3]))].into_iter(), &[1, 2]);
        let mut two = FinishingOrders::new(&[BySeat([0, 1, 2])]);
        two.add([(0, &placed([3, 1, 2]))].into_iter(), &[3, 0]);
        // In the second, bots 0 and 2 are the first's bot 1 under two names.
        let pooled = FinishingOrders::pooled(&[(&one, vec![0, 1]), (&two, vec![1, 0, 1])]);
        assert_eq!(count(&pooled, &[0, 1, 1], 0), 2.0);
        assert_eq!(count(&pooled, &[0, 1, 1], 1), 0.0);
        assert!(pooled.kinds().iter().all(|kind| kind.of != [1, 1]));
        let place = place(&pooled, &[0, 1, 1], 0);
        assert_eq!((pooled.replicate(0)[place], pooled.replicate(1)[place]), (4.0, 2.0));
    }

    #[test]
    fn there_is_no_choice_between_two_of_the_same_bot() {
        let mut orders = FinishingOrders::new(&[BySeat([0, 1, 1])]);
        let kinds: Vec<_> = orders.kinds().iter().map(|kind| (&kind.of[..], kind.chosen)).collect();
        assert_eq!(kinds, [(&[0, 1, 1][..], 0), (&[0, 1, 1], 1), (&[0, 1], 0), (&[0, 1], 1)]);
        orders.add([(0, &placed([1, 2, 2])), (0, &placed([2, 3, 1]))].into_iter(), &[]);
        assert_eq!(orders.plain(), [1.0, 1.0, 1.0, 0.0]);
    }
}
