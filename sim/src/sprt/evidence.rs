//! What a sequential test has seen, and how its blocks are written and read again.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};

use crate::capped::Lines;
use crate::experiment::contract::Sums;
use crate::folder::note::Noted;
use crate::play::duel::{Duel, DuelBlock};
use crate::settings::stage::MOST_HANDS;
use crate::stats::{ConfidenceSequence, Decision, Hypotheses, Moments, Sprt};
use crate::terminal::number::signed;

/// The file with a row for each block.
pub(super) const BLOCKS: &str = "blocks.csv";

/// The longest row, in bytes: six numbers take far less.
const LONGEST: u64 = 1 << 10;

/// The first line of that file.
pub(super) const BLOCKS_HEADER: &str =
    "match,a_won_sixths,b_won_sixths,hands,a_forfeits,b_forfeits\n";

/// All that has been seen so far.
pub struct Evidence {
    pub(super) sprt: Sprt,
    pub(super) sequence: ConfidenceSequence,
    pub(super) decision: Option<Decision>,
    pub(super) won: Moments,
    pub(super) hands: u64,
    pub(super) forfeits: [u64; 2],
    note: Rows,
}

/// What is noted of a test that goes on: its evidence is that of the rows of `blocks.csv`.
#[derive(Serialize, Deserialize)]
pub struct Rows {
    pub(super) blocks: u64,
}

impl Noted for Rows {
    fn blocks(&self) -> u64 {
        self.blocks
    }

    fn is_like(&self, _: &Self) -> bool {
        true
    }
}

impl Sums for Evidence {
    type Note = Rows;

    fn blocks(&self) -> u64 {
        self.note.blocks
    }

    fn hands(&self) -> u64 {
        self.hands
    }

    fn note(&self) -> &Rows {
        &self.note
    }
}

impl Evidence {
    pub(super) fn new(hypotheses: Hypotheses) -> Self {
        Self {
            sprt: Sprt::new(hypotheses, DuelBlock::STEP),
            sequence: ConfidenceSequence::new(-DuelBlock::MOST, DuelBlock::MOST),
            decision: None,
            won: Moments::default(),
            hands: 0,
            forfeits: [0; 2],
            note: Rows { blocks: 0 },
        }
    }

    pub(super) fn add(&mut self, block: &DuelBlock) {
        self.decision = self.sprt.add(block.difference());
        self.sequence.add(block.difference() as f64 / DuelBlock::UNIT);
        self.won.add(block.won[0]);
        self.hands += block.hands;
        self.note.blocks += 1;
        for (sum, forfeits) in self.forfeits.iter_mut().zip(block.forfeits) {
            *sum += forfeits;
        }
    }

    /// The log-likelihood ratio, for a reader.
    pub(super) fn llr(&self) -> String {
        self.sprt.llr().map_or_else(|| "–".to_owned(), |llr| signed(llr, 2).trim().to_owned())
    }

    /// Adds the blocks whose rows stand in a folder's `blocks.csv`; there have to be so many.
    pub(super) fn read(&mut self, dir: &Path, blocks: u64) -> anyhow::Result<()> {
        let path = dir.join(BLOCKS);
        let said = || path.display().to_string();
        let file = BufReader::new(File::open(&path).with_context(said)?);
        for (number, line) in (0..).zip(Lines::new(file, "row", LONGEST).skip(1)) {
            let line = line.with_context(said)?;
            let block = read_row(number, &line).filter(|_| self.decision.is_none());
            let block = block.ok_or_else(|| {
                let line = number + 2;
                anyhow!(
                    "{}:{line}: it is not the row that was written; start again with --force",
                    path.display()
                )
            })?;
            self.add(&block);
        }
        if self.blocks() != blocks {
            let (there, path) = (self.blocks(), path.display());
            return Err(anyhow!(
                "{path}: {there} blocks, where progress.json has noted {blocks}; start again with \
                 --force"
            ));
        }
        Ok(())
    }
}

/// A block's row of `blocks.csv`.
pub(super) fn row(number: u64, block: &DuelBlock) -> String {
    let DuelBlock { won: [a, b], hands, forfeits: [a_forfeits, b_forfeits] } = block;
    format!("{number},{a},{b},{hands},{a_forfeits},{b_forfeits}\n")
}

/// The block that a row of `blocks.csv` tells of, if the row is that of this number.
pub(super) fn read_row(number: u64, line: &[u8]) -> Option<DuelBlock> {
    let values = str::from_utf8(line).ok()?.trim_end_matches('\n').split(',');
    let values: Vec<u64> = values.map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let &[at, a, b, hands, a_forfeits, b_forfeits] = values.as_slice() else { return None };
    let matches = Duel::matches(1);
    let fits = [a, b].iter().all(|sixths| *sixths <= 6 * matches)
        && [a_forfeits, b_forfeits].iter().all(|forfeits| *forfeits <= matches)
        && hands <= matches * MOST_HANDS;
    let block = DuelBlock { won: [a as i64, b as i64], hands, forfeits: [a_forfeits, b_forfeits] };
    (at == number && fits).then_some(block)
}
