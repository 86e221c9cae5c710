//! A block of a comparison: who plays which matches on its cards, and what is counted of each.

use threehand_bots::FailureKind;
use threehand_engine::{BySeat, Seat};

use threehand_play::referee::Watch;
use threehand_play::{Arena, Keep, PLACES, Seeds};

use super::measures::{Measure, Trace, largest_swing};
use crate::stats::{BlockSums, QUANTILE_REPLICATES, poisson_weights};

/// What one variant showed of a block, played by one rung.
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

/// Plays block `number` at the table of each variant, where bots are numbered by rung: each rung
/// with itself at all seats, and each rung but the lowest alone against two of the rung below, in
/// each seat.
pub(crate) fn play_block(
    arenas: &[Box<dyn Arena + '_>],
    rungs: usize,
    (measures, quantities): (&[Measure], usize),
    (seeds, number, watch): (Seeds, u64, Option<&Watch<'_>>),
) -> StudyBlock {
    let cell = |rung, arena: &dyn Arena| {
        play_cell(arena, rung, (measures, quantities), (seeds, number, watch))
    };
    let of_rung = |rung| arenas.iter().map(|arena| cell(rung, &**arena)).collect();
    StudyBlock {
        number,
        cells: (0..rungs).map(of_rung).collect(),
        weights: poisson_weights(seeds.bootstrap(number), QUANTILE_REPLICATES),
    }
}

fn play_cell(
    arena: &dyn Arena,
    rung: usize,
    (measures, quantities): (&[Measure], usize),
    (seeds, number, watch): (Seeds, u64, Option<&Watch<'_>>),
) -> Cell {
    let mut decks = seeds.decks(number);
    let keep = Keep { hands: true, records: false };
    let played = arena.play(&mut decks, (0, BySeat([rung; 3])), keep, watch);
    let mut cell = Cell {
        parts: Vec::new(),
        luck: [0; PLACES],
        length: 0,
        swing: 0,
        quantities: Vec::new(),
        matches: 1,
        hands: played.hands,
        truncated: u64::from(played.truncated),
        failed: played.forfeit.iter().map(|forfeit| (rung, forfeit.kind)).collect(),
    };
    let skill = rung.checked_sub(1).map(|below| {
        let mut alone = |seat: Seat| {
            let seated = BySeat::from_fn(|s| if s == seat { rung } else { below });
            let played =
                arena.play(&mut decks, (1 + seat.number(), seated), Keep::default(), watch);
            cell.matches += 1;
            cell.hands += played.hands;
            cell.truncated += u64::from(played.truncated);
            let failed = played.forfeit.as_ref();
            cell.failed.extend(failed.map(|forfeit| (seated[forfeit.seat], forfeit.kind)));
            played.won_sixths[seat]
        };
        (Seat::ALL.into_iter().map(&mut alone).sum(), 18)
    });
    let trace = Trace { played: &played, first_dealer: seeds.first_dealer(number), skill };
    cell.parts = measures.iter().map(|measure| (measure.count)(&trace)).collect();
    cell.luck = played.luck;
    cell.length = trace.length();
    cell.swing = usize::try_from(largest_swing(&trace)).unwrap_or(0);
    cell.quantities = (0..quantities).map(|q| trace.quantity(q).collect()).collect();
    cell
}

impl StudyBlock {
    /// The rung of a bot that failed.
    pub(crate) fn failed(&self) -> Option<usize> {
        self.cells.iter().flatten().flat_map(|cell| &cell.failed).map(|(rung, _)| *rung).next()
    }
}
