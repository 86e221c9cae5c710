//! A tournament played block by block on all threads, its results taken in the blocks' order.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use threehand_bots::Knowledge;
use threehand_engine::{BySeat, Game};

use crate::cli::Which;
use crate::conveyor;
use crate::failure::Failure;
use crate::output::folder::{RunFolder, compress};
use crate::output::rows::{BlockLines, Rows};
use crate::output::summary::Summary;
use crate::players::Player;
use crate::progress::Progress;
use crate::seeds::Seeds;
use crate::stats::{Block, Live, MatchResult, RATING_REPLICATES, Tally, poisson_weights};
use crate::table::{MakeBot, Table, silence_bots};

/// All that decides a tournament's results, validated.
pub struct Tournament<'a, G: Game> {
    /// The rules.
    pub rules: G,
    /// What they are called.
    pub variant: &'a str,
    /// The bots.
    pub players: &'a [Player],
    /// Makes them.
    pub make: &'a MakeBot<'a, G>,
    /// The line-ups of every block.
    pub lineups: &'a [BySeat<usize>],
    /// Where randomness comes from.
    pub seeds: Seeds,
    /// The blocks to play, by number; those that the tally already counts are the first of them.
    pub blocks: Range<u64>,
    /// The cap on hands a match.
    pub max_hands: usize,
    /// Threads to play on.
    pub threads: usize,
    /// Matches that go to `hands.csv`.
    pub hands: Which,
    /// Matches that go to `records.jsonl`.
    pub records: Which,
    /// Whether those two are compressed.
    pub compress: bool,
    /// Whether the first failure of a bot stops the run.
    pub strict: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All blocks are played.
    Done,
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// A bot failed and the run was to be strict.
    StoppedByFailure,
}

/// Set by Ctrl-C, looked at between blocks.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end a run after the block that is due; a second one ends it at once.
pub fn heed_interrupts() -> Result<(), Failure> {
    let heed = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    Ok(ctrlc::set_handler(heed).context("Ctrl-C can't be listened for")?)
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Plays all blocks that the tally does not count yet, adding each to the tally and, if there is one, to the folder.
pub fn play<G: Knowledge>(
    run: &Tournament<'_, G>,
    mut folder: Option<&mut RunFolder>,
    tally: &mut Tally,
    progress: &Progress,
) -> Result<Ending, Failure> {
    silence_bots();
    let writes = folder.is_some();
    let all = run.blocks.end - run.blocks.start;
    let due = run.blocks.start + tally.blocks()..run.blocks.end;
    let rows = Rows::new(run.rules, run.variant, run.players);
    let table = Table::new(run.rules, run.seeds, run.max_hands, run.make);
    let mut live = progress.is_seen().then(|| Live::new(tally));
    let take = |_, (block, lines, weights): (Block, BlockLines, Vec<u32>)| {
        tally.add(&block, &weights);
        if let Some(folder) = &mut folder
            && let Err(error) = folder.add(&lines, tally)
        {
            return ControlFlow::Break(Err(error));
        }
        if let Some(live) = &mut live {
            live.add(tally, &block);
            progress.update(tally.blocks(), tally.hands(), || {
                let (rules, variant, players) = (&run.rules, run.variant, run.players);
                Summary { rules, variant, players, tally }.standings(live)
            });
        }
        if run.strict && block.iter().any(|result| result.forfeited().is_some()) {
            ControlFlow::Break(Ok(Ending::StoppedByFailure))
        } else if interrupted() && tally.blocks() < all {
            ControlFlow::Break(Ok(Ending::Interrupted))
        } else {
            ControlFlow::Continue(())
        }
    };
    let work = |number| {
        let (block, lines) = play_block(run, &table, &rows, number, writes);
        (block, lines, poisson_weights(run.seeds.bootstrap(number), RATING_REPLICATES))
    };
    let flow = conveyor::run(run.threads, due, work, take).context("threads can't be started")?;
    let ending = match flow {
        ControlFlow::Continue(()) => Ending::Done,
        ControlFlow::Break(stopped) => stopped?,
    };
    if let Some(folder) = folder.filter(|_| ending != Ending::Done) {
        folder.note_progress(tally)?;
    }
    Ok(ending)
}

/// Plays these blocks for no longer than that, though two at least, adding them to the tally; gives
/// the bytes that they would add to `matches.csv`, `hands.csv` and `records.jsonl`.
pub fn probe<G: Knowledge>(
    run: &Tournament<'_, G>,
    blocks: Range<u64>,
    limit: Duration,
    writes: bool,
    tally: &mut Tally,
) -> Result<[u64; 3], Failure> {
    silence_bots();
    let started = Instant::now();
    let rows = Rows::new(run.rules, run.variant, run.players);
    let table = Table::new(run.rules, run.seeds, run.max_hands, run.make);
    let mut bytes = [0; 3];
    let take = |_, (block, lines): (Block, BlockLines)| {
        tally.add(&block, &[]);
        for (sum, lines) in bytes.iter_mut().zip([lines.matches, lines.hands, lines.records]) {
            *sum += lines.len() as u64;
        }
        if tally.blocks() >= 2 && started.elapsed() >= limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let work = |number| play_block(run, &table, &rows, number, writes);
    let _ = conveyor::run(run.threads, blocks, work, take).context("threads can't be started")?;
    Ok(bytes)
}

/// One block: its results, and its lines if they are to be written.
fn play_block<G: Knowledge>(
    run: &Tournament<'_, G>,
    table: &Table<'_, G>,
    rows: &Rows<'_, G>,
    number: u64,
    writes: bool,
) -> (Block, BlockLines) {
    let (hands, records) = (run.hands.contains(number), run.records.contains(number));
    let mut lines = BlockLines::default();
    let mut decks = table.decks(number);
    let block = run.lineups.iter().copied().enumerate().map(|lineup| {
        let played = table.play(&mut decks, lineup, writes && records);
        if writes {
            rows.of_match(number, lineup, &played, &mut lines.matches);
            if hands {
                rows.of_hands(number, lineup, &played, &mut lines.hands);
            }
            if records {
                rows.of_records(number, lineup, &played, &mut lines.records);
            }
        }
        MatchResult::of(lineup.0, &played)
    });
    let block = block.collect();
    if run.compress {
        lines.hands = compress(&lines.hands);
        lines.records = compress(&lines.records);
    }
    (block, lines)
}
