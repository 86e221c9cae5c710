//! The figures of a tournament, and of a sequential test between two bots.

use threehand_engine::{BySeat, Stream};
use threehand_play::{Arena, DynGame, Keep, Seeds};
use threehand_stats::{
    Block, ConfidenceSequence, Estimate, RATING_REPLICATES, Rating, Ratings, Tally, Trio,
    poisson_weights,
};

use super::cells::claim;
use super::pool::{Command, Truth};
use super::promise::{Promise, Subject};
use super::sequential::Sequential;
use crate::play::duel::DuelBlock;
use crate::play::players::Player;

/// A tournament of these bots.
pub(super) struct Tournaments<'a> {
    pub(super) game: &'a dyn DynGame,
    pub(super) seeds: Seeds,
    pub(super) players: Vec<Player>,
    pub(super) arena: Box<dyn Arena + 'a>,
    pub(super) lineups: Vec<BySeat<usize>>,
}

/// The tally, the confidence sequences of win shares, and the sequential tests of two bots.
pub(super) struct Sums {
    tally: Tally,
    live: Vec<ConfidenceSequence>,
    sequential: Option<Sequential>,
}

impl Tournaments<'_> {
    fn duel(&self, block: &Block) -> DuelBlock {
        DuelBlock::of(block.iter().map(|row| (self.lineups[row.lineup], row)))
    }
}

impl Command for Tournaments<'_> {
    type Block = Block;
    type Sums = Sums;

    fn play(&self, number: u64) -> Block {
        let mut decks = self.seeds.decks(number);
        let lineups = self.lineups.iter().copied().enumerate();
        lineups.map(|lineup| self.arena.play(&mut decks, lineup, Keep::default(), None)).collect()
    }

    fn failed(&self, block: &Block) -> Option<&str> {
        let bot = block.iter().find_map(|row| Some(self.lineups[row.lineup][row.forfeited()?]))?;
        Some(&self.players[bot].label)
    }

    fn start(&self, pool: &[&Block]) -> Sums {
        let tally = Tally::new(self.lineups.clone(), self.players.len(), self.game.roles().len());
        let live = tally.sequences();
        let duels = || Sequential::of_pool(pool.iter().map(|block| self.duel(block)));
        Sums { tally, live, sequential: (self.players.len() == 2).then(duels) }
    }

    fn add(&self, sums: &mut Sums, _: u64, block: &Block, luck: Stream) {
        sums.tally.add(block, &poisson_weights(luck, RATING_REPLICATES));
        sums.tally.watch(&mut sums.live, block);
        if let Some(sequential) = &mut sums.sequential {
            sequential.add(&self.duel(block));
        }
    }

    fn shown(
        &self,
        Sums { tally, live, sequential }: &Sums,
        truth: &Truth,
    ) -> Vec<(Subject, Option<Estimate>)> {
        let mut all = Vec::new();
        for bot in 0..self.players.len() {
            all.push((Promise::WinShare.of([bot]), Some(tally.win_share(bot))));
            all.push((Promise::Points.of([bot]), tally.points_per_hand(bot)));
            for role in 0..self.game.roles().len() {
                all.push((Promise::RolePoints.of([bot, role]), tally.role(bot, role).1));
            }
            for other in (0..self.players.len()).filter(|&other| other != bot) {
                let difference = tally.difference(bot, other).estimate;
                all.extend([
                    (Promise::Ahead.of([bot, other]), tally.ahead(bot, other).map(|found| found.1)),
                    (Promise::Difference.of([bot, other]), Some(difference)),
                    (Promise::Alone.of([bot, other]), tally.alone(bot, other)),
                ]);
            }
        }
        for (Trio { third, bot, opponent }, split) in tally.kingmaking.splits() {
            all.extend([
                (Promise::Split.of([third, bot, opponent]), Some(split.share)),
                (Promise::Change.of([third, bot, opponent]), split.change),
                (Promise::Kingmaking.of([third, bot, opponent]), split.kingmaking),
            ]);
        }
        // Ratings are relative to the mean of the rated bots: they compare where all are rated.
        let ratings = Ratings::of(tally, None);
        if ratings.bots.iter().all(|rating| matches!(rating, Rating::Rated(_))) {
            for (bot, rating) in ratings.ranking() {
                all.push((Promise::Rating.of([bot]), Some(rating)));
                let next = ratings.next[bot];
                all.extend(
                    next.map(|(next, above)| (Promise::AboveNext.of([bot, next]), Some(above))),
                );
            }
        }
        for (bot, sequence) in live.iter().enumerate() {
            let share = truth.get(&Promise::WinShare.of([bot]));
            let misses = claim(share.is_some_and(|share| sequence.excludes(*share)));
            all.push((Promise::WinShareAtAnyStop.of([bot]), Some(misses)));
        }
        all.extend(sequential.iter().flat_map(Sequential::claims));
        all
    }

    fn name(&self, Subject { promise, of: [first, second, third, _] }: Subject) -> String {
        let label = |bot: usize| &*self.players[bot].label;
        let over = |bot, other| format!("{} over {}", label(bot), label(other));
        match promise {
            Promise::WinShare | Promise::Points | Promise::Rating | Promise::WinShareAtAnyStop => {
                label(first).to_owned()
            }
            Promise::RolePoints => format!("{} {}", label(first), self.game.roles()[second]),
            Promise::Ahead | Promise::Difference | Promise::Alone | Promise::AboveNext => {
                over(first, second)
            }
            Promise::Split | Promise::Change | Promise::Kingmaking => {
                format!("{} with {}", over(second, third), label(first))
            }
            _ => over(0, 1),
        }
    }
}
