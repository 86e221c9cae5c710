//! What a sequential test has seen, and how its blocks are written and read again.

use std::io::BufReader;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use threehand_stats::{
    ConfidenceSequence, Estimate, Failures, Mergeable, Moments, TestDecision, ValueRange,
};

use super::rule::{Quantity, Question, Rule};
use crate::io::bounded_read::{Lines, plain_file};
use crate::play::duel::DuelBlock;
use crate::settings::common::MOST_HANDS;
use crate::tables::fields;

/// The file with a row for each block.
pub(super) const BLOCKS: &str = "blocks.csv";

/// The longest row, in bytes: eight numbers take far less, and so do the rules that a variant is named by.
const LONGEST: u64 = 1 << 12;

/// The first line of that file.
pub(super) const BLOCKS_HEADER: &str =
    "match,a_won_sixths,b_won_sixths,hands,a_forfeits,b_forfeits,a_score,b_score,game,variant\n";

/// All that has been seen so far.
pub(crate) struct Evidence {
    question: Question,
    /// The number of the first block.
    first: u64,
    /// Whether the blocks are those of a shard, which decides nothing: the blocks before them count first.
    pub(super) is_shard: bool,
    pub(super) rule: Rule,
    pub(super) decision: Option<TestDecision>,
    /// Shares of the first bot less those of the second, and within which their mean lies at any time.
    pub(super) shares: Moments,
    pub(super) sequence: ConfidenceSequence,
    /// Final scores of the first bot less those of the second.
    pub(super) scores: Moments,
    pub(super) won: Moments,
    /// Blocks in which the first bot won more matches than the second, as many, and fewer.
    pub(super) tally: [u64; 3],
    pub(super) hands: u64,
    pub(super) forfeits: [u64; 2],
    pub(super) note: Rows,
}

/// What is noted of a test that goes on: its evidence is that of the rows of `blocks.csv`.
#[derive(Serialize, Deserialize)]
pub(super) struct Rows {
    pub(super) blocks: u64,
    /// How each bot failed, which rows do not tell.
    #[serde(default, skip_serializing_if = "are_none")]
    pub(super) failures: [Failures; 2],
}

fn are_none(failures: &[Failures; 2]) -> bool {
    failures.iter().all(Failures::is_none)
}

impl Evidence {
    /// Blocks so far.
    pub(super) const fn blocks(&self) -> u64 {
        self.note.blocks
    }

    /// The evidence of no blocks, of a test or of a shard of a test whose first block has this number.
    pub(super) fn new(question: Question, first: u64, is_shard: bool) -> Self {
        Self {
            question,
            first,
            is_shard,
            rule: Rule::new(question),
            shares: Moments::default(),
            scores: Moments::default(),
            sequence: ConfidenceSequence::new(-DuelBlock::MOST, DuelBlock::MOST),
            decision: None,
            won: Moments::default(),
            tally: [0; 3],
            hands: 0,
            forfeits: [0; 2],
            note: Rows { blocks: 0, failures: Default::default() },
        }
    }

    pub(super) fn add(&mut self, block: &DuelBlock) {
        self.decision = self.rule.add(self.question.on, block).filter(|_| !self.is_shard);
        self.shares.add(block.difference());
        self.scores.add(block.score_difference());
        self.sequence.add(block.difference() as f64 / DuelBlock::UNIT);
        self.won.add(block.won[0]);
        let [a, b] = block.won;
        self.tally[(b.cmp(&a) as i8 + 1) as usize] += 1;
        self.hands += block.hands;
        self.note.blocks += 1;
        for (sum, forfeits) in self.forfeits.iter_mut().zip(block.forfeits) {
            *sum += forfeits;
        }
        for (sum, failures) in self.note.failures.iter_mut().zip(&block.failures) {
            sum.merge(failures);
        }
    }

    /// The mean difference of shares. Its interval ends where such differences do.
    pub(super) fn share(&self) -> Estimate {
        let range = ValueRange::Between(-DuelBlock::MOST, DuelBlock::MOST);
        self.shares.estimate(DuelBlock::UNIT).cut(range)
    }

    /// The same with the interval that holds whenever one stops.
    pub(super) fn share_at_any_stop(&self) -> Estimate {
        let (lo, hi) = self.sequence.interval();
        Estimate { mean: self.share().mean, se: None, lo: Some(lo), hi: Some(hi) }
    }

    /// The mean difference of final scores.
    pub(super) fn score(&self) -> Estimate {
        self.scores.estimate(DuelBlock::SEATS)
    }

    /// The standard deviation of a block's difference in what is tested; `None` without a spread.
    pub(super) fn deviation(&self) -> Option<f64> {
        let tested = match self.question.on {
            Quantity::Share => self.share(),
            Quantity::Score => self.score(),
        };
        tested.se.map(|se| se * (self.blocks() as f64).sqrt())
    }

    /// Mean over standard deviation of what is tested; `None` before the second block.
    pub(super) fn t(&self) -> Option<f64> {
        match &self.rule {
            Rule::Sprt(sprt) => sprt.t(),
            Rule::E(_) => Some(self.share().mean / self.deviation()?),
        }
    }

    /// The number of the next block.
    fn next(&self) -> u64 {
        self.first + self.blocks()
    }

    /// Adds the blocks whose first rows stand in a folder's `blocks.csv`; there have to be so many.
    pub(super) fn read(&mut self, dir: &Path, noted: &Rows) -> anyhow::Result<()> {
        self.read_rows(dir, Some(noted.blocks), false, |_| ())?;
        if self.blocks() != noted.blocks {
            let (there, path) = (self.blocks(), dir.join(BLOCKS));
            return Err(anyhow!(
                "{}: {there} blocks, where progress.json has noted {}; start again with --force",
                path.display(),
                noted.blocks
            ));
        }
        self.note.failures = noted.failures;
        Ok(())
    }

    /// Adds the blocks of the next shard, up to the one that decides. The failures are
    /// counted by shard, so those of a shard that is not needed to its end are unknown.
    pub(super) fn join(&mut self, shard: &Path, noted: &Rows) -> anyhow::Result<()> {
        if self.decision.is_some() {
            return Ok(());
        }
        let before = self.blocks();
        self.read_rows(shard, Some(before + noted.blocks), true, |_| ())?;
        if self.blocks() - before == noted.blocks {
            for (sum, failures) in self.note.failures.iter_mut().zip(&noted.failures) {
                sum.merge(failures);
            }
        }
        Ok(())
    }

    /// Adds the blocks of a folder's rows, `most` at most, and shows the evidence after each; `beyond` says whether there may be more
    /// of them than decide.
    fn read_rows(
        &mut self,
        dir: &Path,
        most: Option<u64>,
        beyond: bool,
        mut after: impl FnMut(&Self),
    ) -> anyhow::Result<()> {
        let path = dir.join(BLOCKS);
        let said = || path.display().to_string();
        let file = BufReader::new(plain_file(&path).with_context(said)?);
        for (line, row) in (2..).zip(Lines::new(file, "row", LONGEST).skip(1)) {
            let row = row.with_context(said)?;
            if most == Some(self.blocks()) || beyond && self.decision.is_some() {
                break;
            }
            let block = match self.decision {
                None => read_row(self.next(), &row, MOST_HANDS),
                Some(_) => Err("the test had ended before".to_owned()),
            };
            let wrong = |why| anyhow!("{}:{line}: {why}; start again with --force", path.display());
            let block = block.map_err(wrong)?;
            self.add(&block);
            after(self);
        }
        Ok(())
    }
}

/// Where a test stood after a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The evidence, or with a test by betting the logarithms of the capitals on "better" and on "not better".
    pub(super) evidence: [Option<f64>; 2],
    /// The mean difference of shares, with the interval that holds whenever one stops.
    pub(super) difference: Estimate,
}

impl Evidence {
    /// Where the test stands.
    fn step(&self) -> Step {
        Step {
            evidence: match &self.rule {
                Rule::Sprt(sprt) => [sprt.llr(), None],
                Rule::E(e_test) => e_test.capitals().map(|capital| Some(libm::log(capital))),
            },
            difference: self.share_at_any_stop(),
        }
    }
}

/// Where a test stood after each of the first `blocks` blocks of a folder's `blocks.csv`.
///
/// # Errors
/// If the file can't be read, or holds a row that was not written so.
pub(super) fn steps(mut evidence: Evidence, dir: &Path, blocks: u64) -> anyhow::Result<Vec<Step>> {
    let mut steps = Vec::new();
    evidence.read_rows(dir, Some(blocks), false, |evidence| steps.push(evidence.step()))?;
    Ok(steps)
}

/// A block's row of `blocks.csv`, in a game and variant that [`of`] gives.
pub(super) fn row(number: u64, block: &DuelBlock, of: &str) -> String {
    let DuelBlock { won: [a, b], score, hands, forfeits: [a_forfeits, b_forfeits], .. } = block;
    let [a_score, b_score] = score;
    format!("{number},{a},{b},{hands},{a_forfeits},{b_forfeits},{a_score},{b_score}{of}\n")
}

/// The last fields of each row, with a comma before each.
pub(super) fn of(game: &str, variant: &str) -> String {
    let fields = String::from_utf8(fields(&[game, variant])).expect("names are text");
    format!(",{}", fields.trim_end_matches(','))
}

/// The block of a row of `blocks.csv`.
///
/// # Errors
/// Why it is no row of the block of this number.
pub(super) fn read_row(number: u64, line: &[u8], max_hands: u64) -> Result<DuelBlock, String> {
    /// No nine final scores sum to more.
    const MOST_SCORE: u64 = 1 << 36;
    let text = str::from_utf8(line).unwrap_or_default().trim_end_matches('\n');
    let (at, rest) = text.split_once(',').unwrap_or_default();
    let values: Vec<i64> = rest.split(',').take(7).map_while(|value| value.parse().ok()).collect();
    let &[a, b, hands, a_forfeits, b_forfeits, a_score, b_score] = values.as_slice() else {
        return Err("it is not the row that was written".to_owned());
    };
    if at.parse() != Ok(number) {
        return Err(format!("it is not the row of block {number}"));
    }
    let matches = DuelBlock::matches(1) as i64;
    if a < 0 || b < 0 || a.checked_add(b) != Some(6 * matches) {
        return Err(format!("the bots won {a} and {b} sixths of {matches} matches"));
    }
    let forfeits = a_forfeits.saturating_add(b_forfeits);
    if a_forfeits < 0 || b_forfeits < 0 || forfeits > matches {
        return Err(format!("{a_forfeits} and {b_forfeits} forfeits, of {matches} matches"));
    }
    if hands < matches - forfeits || hands > matches.saturating_mul(max_hands as i64) {
        return Err(format!("hands are {hands}, which {matches} matches can't have"));
    }
    if [a_score, b_score].iter().any(|score| score.unsigned_abs() > MOST_SCORE) {
        return Err("no final scores are so far from 0".to_owned());
    }
    Ok(DuelBlock {
        won: [a, b],
        score: [a_score, b_score],
        hands: hands as u64,
        forfeits: [a_forfeits as u64, b_forfeits as u64],
        failures: Default::default(),
    })
}
