//! The design of a comparison, variants by rungs, and the play of its blocks.

use std::ops::Range;

use threehand_bots::FailureKind;
use threehand_engine::{BySeat, Seat};
use threehand_play::referee::Watch;
use threehand_play::{Arena, DueMatch, DynGame, Keep, MatchRow, PLACES, Seeds};
use threehand_stats::{BlockSums, QUANTILE_REPLICATES, poisson_weights};

use super::figures::{Figure, Measure, figures};
use super::trace::Trace;
use super::variants::NamedVariant;
use crate::experiment::prepare::arena;
use crate::play::players::Player;
use crate::settings::common::CommonSettings;

/// Which variants are compared in which figures, and by whom they are played.
pub(crate) struct Design<'a> {
    pub game: &'a dyn DynGame,
    pub seeds: Seeds,
    /// What the variants go by.
    pub variants: Vec<String>,
    /// By variant; the players are the rungs.
    pub arenas: Vec<Box<dyn Arena + 'a>>,
    /// The bots, weakest first.
    pub rungs: Vec<Player>,
    /// The variant against which each other is compared; each with each if there is none.
    pub against: Option<usize>,
    pub figures: Vec<Figure>,
    /// By figure.
    pub margins: Vec<Option<f64>>,
}

/// What one variant showed of a block, played by one rung.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) parts: Vec<BlockSums>,
    pub(super) luck: [i64; PLACES],
    pub(super) length: usize,
    pub(super) swing: usize,
    pub(super) quantities: Vec<Vec<usize>>,
    pub(super) matches: u64,
    pub(super) hands: u64,
    pub(super) truncated: u64,
    /// The rungs of the bots that failed, and how.
    pub(super) failed: Vec<(usize, Option<FailureKind>)>,
}

/// What a block showed: by rung and variant, with its weights in the bootstrap.
pub(crate) struct StudyBlock {
    pub(super) number: u64,
    pub(super) cells: Vec<Vec<Cell>>,
    pub(super) weights: Vec<u32>,
}

impl<'a> Design<'a> {
    /// The comparison of each of these variants with each other.
    pub(crate) fn new(
        game: &'a dyn DynGame,
        variants: &[NamedVariant],
        rungs: Vec<Player>,
        common: &CommonSettings,
    ) -> Self {
        let arena = |variant: &NamedVariant| arena(game, &*variant.rules, &rungs, common);
        let figures = figures(game, common.max_hands);
        Self {
            game,
            seeds: Seeds(common.seed),
            variants: variants.iter().map(|variant| variant.name.clone()).collect(),
            arenas: variants.iter().map(arena).collect(),
            rungs,
            against: None,
            margins: vec![None; figures.len()],
            figures,
        }
    }

    /// The number of the figure of this name.
    pub(crate) fn figure(&self, name: &str) -> Option<usize> {
        self.figures.iter().position(|figure| figure.name == name)
    }

    /// Each two variants that are compared, which rise.
    pub(crate) fn compared(&self) -> Vec<[usize; 2]> {
        let variants = self.variants.len();
        let all = (0..variants).flat_map(|a| (a + 1..variants).map(move |b| [a, b]));
        all.filter(|pair| self.against.is_none_or(|one| pair.contains(&one))).collect()
    }

    /// The weights of a block in the bootstrap.
    pub(crate) fn weights(&self, number: u64) -> Vec<u32> {
        poisson_weights(self.seeds.bootstrap(number), QUANTILE_REPLICATES)
    }

    /// Plays a block at the table of each variant: each rung with itself at all seats, and each rung but the lowest
    /// alone against two of the rung below, in each seat.
    pub(crate) fn play(&self, number: u64, watch: Option<&Watch<'_>>) -> StudyBlock {
        let cell = |rung, arena: &dyn Arena| {
            let mut decks = self.seeds.decks(number);
            let play = |(lineup, keep)| arena.play(&mut decks, lineup, keep, watch);
            self.cell(rung, number, &mut matches(rung).map(play))
        };
        let of_rung = |rung| self.arenas.iter().map(|arena| cell(rung, &**arena)).collect();
        let cells = (0..self.rungs.len()).map(of_rung).collect();
        StudyBlock { number, cells, weights: self.weights(number) }
    }

    /// Who sits where in each match of a block, in the order of play: the rungs by their numbers.
    pub(super) fn lineups(&self) -> Vec<BySeat<usize>> {
        let of_cell = |rung| matches(rung).map(|((_, seated), _)| seated);
        let of_rung = |rung| self.arenas.iter().flat_map(move |_| of_cell(rung));
        (0..self.rungs.len()).flat_map(of_rung).collect()
    }

    /// How many blocks are played together.
    pub(super) fn together(&self) -> u64 {
        let most = self.arenas.iter().map(|arena| arena.most_at_once()).max().unwrap_or(1);
        let matches: usize = (0..self.rungs.len()).map(|rung| matches(rung).count()).sum();
        most.div_ceil(matches) as u64
    }

    /// Plays blocks side by side, one variant after another.
    pub(super) fn play_side_by_side(&self, numbers: Range<u64>) -> Vec<StudyBlock> {
        let rungs = 0..self.rungs.len();
        let of_block = |number| {
            let decks = self.seeds.decks(number);
            let matches = rungs.clone().flat_map(matches);
            matches.map(move |(lineup, keep)| DueMatch { decks: decks.clone(), lineup, keep })
        };
        let due: Vec<_> = numbers.clone().flat_map(of_block).collect();
        let arenas = self.arenas.iter();
        let rows = arenas.map(|arena| arena.play_side_by_side(due.clone()).into_iter());
        let mut rows: Vec<_> = rows.collect();
        let block = |number| {
            let cells = rungs
                .clone()
                .map(|rung| rows.iter_mut().map(|rows| self.cell(rung, number, rows)).collect());
            StudyBlock { number, cells: cells.collect(), weights: self.weights(number) }
        };
        numbers.map(block).collect()
    }

    /// What the rows of a rung's matches in a block show, the next of these rows.
    fn cell(&self, rung: usize, number: u64, rows: &mut dyn Iterator<Item = MatchRow>) -> Cell {
        let seated = matches(rung).map(|((_, seated), _)| seated);
        let mut matches = seated.zip(rows);
        let (all_three, played) = matches.next().expect("a rung plays with itself");
        let alone: Vec<_> = matches.collect();
        let alone = (!alone.is_empty()).then_some(alone);
        let skill = alone.as_ref().map(|matches| {
            let won = Seat::ALL.into_iter().zip(matches);
            won.map(|(seat, (_, played))| played.won_sixths[seat]).sum()
        });
        let trace = Trace { played: &played, first_dealer: self.seeds.first_dealer(number), skill };
        let count = |measure: Measure| (measure.count)(&trace, measure.of);
        let mut cell = Cell {
            parts: self.figures.iter().filter_map(Figure::measure).map(count).collect(),
            luck: played.luck,
            length: trace.length(),
            swing: trace.swing() as usize,
            quantities: (0..self.game.quantities().len())
                .map(|number| trace.values(number).collect())
                .collect(),
            ..Cell::default()
        };
        let all = [&(all_three, played)];
        for (seated, played) in all.into_iter().chain(alone.iter().flatten()) {
            cell.matches += 1;
            cell.hands += played.hands;
            cell.truncated += u64::from(played.truncated);
            let failed = played.forfeit.as_ref();
            cell.failed.extend(failed.map(|forfeit| (seated[forfeit.seat], forfeit.kind)));
        }
        cell
    }
}

/// The matches of a rung in a block: with itself at all seats, and unless it is the lowest alone against two of the rung
/// below, in each seat.
fn matches(rung: usize) -> impl Iterator<Item = ((usize, BySeat<usize>), Keep)> {
    let alone = rung.checked_sub(1).into_iter().flat_map(move |below| {
        Seat::ALL.into_iter().map(move |seat| {
            let seated = BySeat::from_fn(|s| if s == seat { rung } else { below });
            ((1 + seat.number(), seated), Keep::default())
        })
    });
    let keep = Keep { hands: true, records: false };
    std::iter::once(((0, BySeat([rung; 3])), keep)).chain(alone)
}

impl StudyBlock {
    /// The rung of a bot that failed.
    pub(crate) fn failed(&self) -> Option<usize> {
        self.cells.iter().flatten().flat_map(|cell| &cell.failed).map(|(rung, _)| *rung).next()
    }
}
