//! The figures of a tournament, and of a sequential test between two bots.

use threehand_engine::{BySeat, Stream};
use threehand_play::{Arena, DynGame, Keep, Seeds};

use super::cells::Shown;
use super::pool::{Command, Each, Truth};
use super::promise::Promise;
use super::sequential::Sequential;
use crate::play::duel::DuelBlock;
use crate::play::players::Player;
use crate::stats::{
    Block, ConfidenceSequence, Estimate, RATING_REPLICATES, Rating, Ratings, Tally, Trio,
    poisson_weights,
};

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

    fn start<'p>(&self, pool: impl Iterator<Item = &'p Block>) -> Sums {
        let tally = Tally::new(self.lineups.clone(), self.players.len(), self.game.roles().len());
        let live = tally.sequences();
        let duels = || Sequential::of_pool(pool.map(|block| self.duel(block)));
        Sums { tally, live, sequential: (self.players.len() == 2).then(duels) }
    }

    fn add(&self, sums: &mut Sums, _: u64, block: &Block, luck: Stream) {
        sums.tally.add(block, &poisson_weights(luck, RATING_REPLICATES));
        sums.tally.watch(&mut sums.live, block);
        if let Some(sequential) = &mut sums.sequential {
            sequential.add(&self.duel(block));
        }
    }

    fn show(&self, sums: &Sums, truth: &Truth, each: &mut Each<'_>) {
        let Sums { tally, live, sequential } = sums;
        let label = |bot: usize| self.players[bot].label.as_str();
        let mut show = |figure, name: &dyn Fn() -> String, estimate: Option<Estimate>| {
            if let Some(estimate) = estimate {
                each(figure, name, Shown::Interval(estimate));
            }
        };
        for bot in 0..self.players.len() {
            let name = || label(bot).to_owned();
            show(Promise::WinShare.of([bot]), &name, Some(tally.win_share(bot)));
            show(Promise::Points.of([bot]), &name, tally.points_per_hand(bot));
            for (role, named) in self.game.roles().iter().enumerate() {
                let name = || format!("{} {named}", label(bot));
                show(Promise::RolePoints.of([bot, role]), &name, tally.role(bot, role).1);
            }
            for other in (0..self.players.len()).filter(|&other| other != bot) {
                let (of, name) = ([bot, other], || over(label(bot), label(other)));
                show(Promise::Ahead.of(of), &name, tally.ahead(bot, other).map(|found| found.1));
                let difference = tally.difference(bot, other).estimate;
                show(Promise::Difference.of(of), &name, Some(difference));
                show(Promise::Alone.of(of), &name, tally.alone(bot, other));
            }
        }
        for (Trio { third, bot, opponent }, split) in tally.kingmaking.splits() {
            let of = [third, bot, opponent];
            let name = || format!("{} with {}", over(label(bot), label(opponent)), label(third));
            show(Promise::Split.of(of), &name, Some(split.share));
            show(Promise::Change.of(of), &name, split.change);
            show(Promise::Kingmaking.of(of), &name, split.kingmaking);
        }
        // Ratings are relative to the mean of the rated bots: they compare where all are rated.
        let ratings = Ratings::of(tally, None);
        if ratings.bots.iter().all(|rating| matches!(rating, Rating::Rated(_))) {
            for (bot, estimate) in ratings.ranking() {
                show(Promise::Rating.of([bot]), &|| label(bot).to_owned(), Some(estimate));
                if let Some((next, above)) = ratings.next[bot] {
                    let name = || over(label(bot), label(next));
                    show(Promise::AboveNext.of([bot, next]), &name, Some(above));
                }
            }
        }
        for (bot, sequence) in live.iter().enumerate() {
            let share = truth.value(Promise::WinShare.of([bot]));
            let misses = Shown::Claim(share.is_some_and(|share| sequence.excludes(share)));
            each(Promise::WinShareAtAnyStop.of([bot]), &|| label(bot).to_owned(), misses);
        }
        for (promise, claim) in sequential.iter().flat_map(Sequential::claims) {
            each(promise.of([]), &|| over(label(0), label(1)), Shown::Claim(claim));
        }
    }
}

/// The name of a figure of one bot over another.
fn over(bot: &str, other: &str) -> String {
    format!("{bot} over {other}")
}
