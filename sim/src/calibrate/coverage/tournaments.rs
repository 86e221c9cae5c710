//! The figures of a tournament, and of a sequential test where two bots meet.

use threehand_engine::{BySeat, Stream};
use threehand_play::{Arena, DynGame, Keep, MatchRow, Seeds};

use super::duels::Duels;
use super::pool::{Command, Shown, Truth};
use super::promise::{Figure, Promise};
use crate::play::players::Player;
use crate::play::schedule::Schedule;
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
    pub(super) schedule: Schedule,
}

/// What is summed: the tally, the intervals that may be watched, and the sequential tests of two bots.
pub(super) struct Sums {
    tally: Tally,
    live: Vec<ConfidenceSequence>,
    duels: Option<Duels>,
}

impl Tournaments<'_> {
    fn lineups(&self) -> Vec<BySeat<usize>> {
        self.schedule.iter().collect()
    }
}

impl Command for Tournaments<'_> {
    type Block = Block;
    type Sums = Sums;

    fn play(&self, number: u64) -> Block {
        let mut decks = self.seeds.decks(number);
        let lineups = self.schedule.iter().enumerate();
        lineups.map(|lineup| self.arena.play(&mut decks, lineup, Keep::default(), None)).collect()
    }

    fn failed(&self, block: &Block) -> Option<&str> {
        let lineups = self.lineups();
        let failed = |result: &MatchRow| Some(lineups[result.lineup][result.forfeited()?]);
        block.iter().find_map(failed).map(|bot| &*self.players[bot].label)
    }

    fn start<'p>(&self, pool: impl Iterator<Item = &'p Block>) -> Sums {
        let lineups = self.lineups();
        let tally = Tally::new(lineups.clone(), self.players.len(), self.game.roles().len());
        let live = tally.sequences();
        let duels = (self.players.len() == 2).then(|| Duels::new(&lineups, pool));
        Sums { tally, live, duels }
    }

    fn add(&self, sums: &mut Sums, _: u64, block: &Block, luck: Stream) {
        sums.tally.add(block, &poisson_weights(luck, RATING_REPLICATES));
        sums.tally.watch(&mut sums.live, block);
        if let Some(duels) = &mut sums.duels {
            duels.add(block);
        }
    }

    fn show(&self, sums: &Sums, truth: &Truth, each: &mut dyn FnMut(Figure, Shown)) {
        let Sums { tally, live, duels } = sums;
        let mut show = |figure, estimate: Option<Estimate>| {
            if let Some(estimate) = estimate {
                each(figure, Shown::Interval(estimate));
            }
        };
        let bots = 0..self.players.len();
        for bot in bots.clone() {
            show(Promise::WinShare.of([bot]), Some(tally.win_share(bot)));
            show(Promise::Points.of([bot]), tally.points_per_hand(bot));
            for role in 0..self.game.roles().len() {
                show(Promise::RolePoints.of([bot, role]), tally.role(bot, role).1);
            }
            for other in bots.clone().filter(|&other| other != bot) {
                show(Promise::Ahead.of([bot, other]), tally.ahead(bot, other).map(|found| found.1));
                let difference = tally.difference(bot, other).estimate;
                show(Promise::Difference.of([bot, other]), Some(difference));
                show(Promise::Alone.of([bot, other]), tally.alone(bot, other));
            }
        }
        for (Trio { third, bot, opponent }, split) in tally.kingmaking.splits() {
            let of = [third, bot, opponent];
            show(Promise::Split.of(of), Some(split.share));
            show(Promise::Change.of(of), split.change);
            show(Promise::Kingmaking.of(of), split.kingmaking);
        }
        // Ratings are told from the mean of those that have one: they compare where all have one.
        let ratings = Ratings::of(tally, None);
        if ratings.bots.iter().all(|rating| matches!(rating, Rating::Rated(_))) {
            for (bot, estimate) in ratings.ranking() {
                show(Promise::Rating.of([bot]), Some(estimate));
                if let Some((next, above)) = ratings.next[bot] {
                    show(Promise::AboveNext.of([bot, next]), Some(above));
                }
            }
        }
        for bot in bots {
            let figure = Promise::WinShareAtAnyStop.of([bot]);
            let share = truth.get(&Promise::WinShare.of([bot]));
            each(figure, Shown::Claim(share.is_some_and(|&share| live[bot].excludes(share))));
        }
        if let Some(duels) = duels {
            duels.show(each);
        }
    }

    fn name(&self, Figure { promise, of }: Figure) -> String {
        let label = |bot: usize| self.players[bot].label.as_str();
        let [a, b, c, _] = of;
        match promise {
            Promise::RolePoints => format!("{} {}", label(a), self.game.roles()[b]),
            Promise::Ahead | Promise::Difference | Promise::Alone | Promise::AboveNext => {
                format!("{} over {}", label(a), label(b))
            }
            Promise::Split | Promise::Change | Promise::Kingmaking => {
                format!("{} over {} with {}", label(b), label(c), label(a))
            }
            Promise::WinShare | Promise::Points | Promise::Rating | Promise::WinShareAtAnyStop => {
                label(a).to_owned()
            }
            _ => format!("{} over {}", label(0), label(1)),
        }
    }
}
