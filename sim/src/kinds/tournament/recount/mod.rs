//! A tournament counted again from its files: each match is made again from its records, or from its rows, and goes the way of
//! a match that was played.

mod rows;

use threehand_engine::BySeat;
use threehand_engine::record::Record;
use threehand_play::{Decks, RecordedMatch};

use self::rows::Known;
use super::{Tournament, TournamentFold};
use crate::experiment::contract::{Fold as _, Play as _, Recount};
use crate::experiment::forfeits::{ForfeitedMatch, ForfeitsShown, Questions};
use crate::files::audit::audited_files::{AuditedFile, AuditedFiles};
use crate::files::audit::file_fault::FileFault;
use crate::settings::match_filter::MatchFilter;
use crate::terminal::number::plural;

/// A match: its number, the line-up's number, and which bot sits where.
type Place = (u64, (usize, BySeat<usize>));

/// The files of a tournament; some may be left out.
struct Files<'h> {
    matches: Option<&'h mut AuditedFile>,
    hands: Option<&'h mut AuditedFile>,
    records: Option<&'h mut AuditedFile>,
}

/// What rows and tables are said to be made from.
const BY_RECORDS: &str = "by the records";
const BY_ROWS: &str = "by the rows";

/// Counts a tournament again from its files, and compares each line with the one that is due.
pub(super) fn recount<'s>(
    tournament: &'s Tournament<'s>,
    held: &mut AuditedFiles,
) -> Result<Recount<'s>, FileFault> {
    let numbers = held.numbers(&tournament.blocks);
    let [matches, hands, records] = &mut held.files[..] else {
        unreachable!("a tournament has three files that grow")
    };
    if held.blocks == 0 {
        return Ok(Recount::of(tournament.fold(), BY_ROWS));
    }
    let mut files =
        Files { matches: matches.as_mut(), hands: hands.as_mut(), records: records.as_mut() };
    let mut known = Known { roles: true, points: true, orders: true, failures: true };
    let (mut fold, mut hands, mut matches) = (None, 0, 0);
    let has_limits = tournament.settings.common.limits().is_some();
    let mut forfeits = Vec::new();
    let is_kept = |which: MatchFilter, number| which.contains(number);
    let mut is_whole = true;
    for number in numbers {
        let [rows, records] = [tournament.settings.rows(), tournament.settings.records];
        if !is_kept(rows, number) && !is_kept(records, number) {
            is_whole = false;
            continue;
        }
        let mut decks = Decks::new(tournament.seeds(), number);
        let mut results = Vec::new();
        for place in tournament.schedule.iter().enumerate().map(|lineup| (number, lineup)) {
            let mut questions = None;
            let row = if is_kept(records, number) {
                let (played, recorded) = from_records(tournament, place, &mut decks, &mut files)?;
                (hands, matches) = (hands + recorded, matches + 1);
                let is_cut = recorded > played.row.hands;
                let played_to = 3 + played.decisions + u64::from(is_cut);
                questions = Some(Questions { played: played_to, is_cut });
                played.row
            } else {
                rows::read(tournament, place, &mut files, &mut known)?
            };
            if let Some(forfeit) = row.forfeit.clone().filter(|_| has_limits) {
                let number_in_block = place.1.0 as u64;
                forfeits.push(ForfeitedMatch {
                    block: number,
                    number: number_in_block,
                    forfeit,
                    questions,
                });
            }
            results.push(row);
        }
        // The fold is made only now: there is a block that is as large as its sums are.
        let fold: &mut TournamentFold<'_> =
            fold.get_or_insert_with(|| TournamentFold::new(tournament));
        fold.tally.add(&results, &tournament.weights(number));
    }
    let fold = fold.unwrap_or_else(|| TournamentFold::new(tournament));
    if !is_whole {
        return Ok(of_some(tournament, &fold, (hands, matches)));
    }
    if held.is_finished && fold.stop().is_some() {
        let why = "a bot failed, so a run with --strict is not finished";
        return Err(FileFault::of(&held.dir, why));
    }
    let by = if matches == fold.tally.matches() { BY_RECORDS } else { BY_ROWS };
    let blocks = fold.tally.blocks;
    let mut recount = Recount {
        replayed: (hands, matches),
        forfeits: ForfeitsShown::Matches(forfeits),
        ..Recount::of(Box::new(fold), by)
    };
    describe(tournament, &mut recount, blocks, known);
    Ok(recount)
}

/// The recount of a run that keeps neither rows nor records of some blocks: the kept sums say what these came to.
fn of_some<'s>(
    tournament: &Tournament<'_>,
    fold: &TournamentFold<'_>,
    replayed: (u64, u64),
) -> Recount<'s> {
    let (blocks, left) = (plural(fold.tally.blocks, "block"), tournament.settings.rows());
    let mut recount = Recount { replayed, ..Recount::without_rows() };
    if fold.tally.blocks > 0 {
        let files = "every line of matches.csv, hands.csv and records";
        recount.checked.push(format!("{files}, which are of {blocks}"));
    }
    let which = if fold.tally.blocks > 0 { "the other matches" } else { "the matches" };
    recount.unchecked = vec![format!(
        "{which}: of a run with --matches {left} the tables are compared with the kept sums alone"
    )];
    recount
}

/// Makes a match again from its records, and compares its lines with those that are due; returns the number of records
/// besides.
fn from_records(
    tournament: &Tournament<'_>,
    (number, lineup): Place,
    decks: &mut Decks,
    files: &mut Files<'_>,
) -> Result<(RecordedMatch, u64), FileFault> {
    let file = files.records.as_mut().expect("there are records of this block");
    let mut recorded = tournament.arena.recorded(number, lineup);
    let mut hands = 0;
    let played = loop {
        let line =
            file.due_line(|| format!("hand {hands} of match {number}, line-up {}", lineup.0))?;
        let fault = |why: String| file.fault(line.number, why);
        let record = parse(&line.bytes).map_err(fault)?;
        let (due, played) = recorded(&record, decks).map_err(fault)?;
        let mut due_line = Vec::new();
        due.write_line(&mut due_line);
        file.compare(&[line], &due_line, "by the rules")?;
        hands += 1;
        if let Some(played) = played {
            break played;
        }
    };
    let mut due = <[Vec<u8>; 3]>::default();
    tournament.rows.add(number, lineup, &played.row, &mut due);
    if let Some(file) = &mut files.matches
        && tournament.settings.rows().contains(number)
    {
        file.same(&due[0], BY_RECORDS)?;
    }
    if let Some(file) = &mut files.hands
        && tournament.settings.hands.contains(number)
    {
        file.same(&due[1], BY_RECORDS)?;
    }
    Ok((played, hands))
}

fn parse(line: &[u8]) -> Result<Record, String> {
    serde_json::from_slice(line).map_err(|error| {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        format!("column {}: {what}", error.column())
    })
}

/// Says what was checked, and what the files do not determine.
fn describe(tournament: &Tournament<'_>, recount: &mut Recount<'_>, blocks: u64, known: Known) {
    let settings = &tournament.settings;
    let (hands, matches) = recount.replayed;
    if matches > 0 {
        let file = tournament.growing()[2].as_ref().map_or("records", |file| &file.name).to_owned();
        recount.checked.push(format!(
            "{file}: {} of {}, each as the rules have it and on the cards of seed {}",
            plural(hands, "hand"),
            plural(matches, "match"),
            settings.common.seed,
        ));
    }
    let [rows, hands_rows] =
        [settings.rows(), settings.hands].map(|which| which != MatchFilter::None);
    let rows = match (rows, hands_rows) {
        (true, true) => "matches.csv and hands.csv",
        (true, false) => "matches.csv",
        (false, _) => "",
    };
    if recount.by == BY_RECORDS {
        if !rows.is_empty() {
            recount.checked.push(format!("{rows}: each row is what the records come to"));
        }
        return;
    }
    recount.checked.push(format!(
        "{rows}: every match of {} is there once, and rows, first dealers, scores and shares agree",
        plural(blocks, "block"),
    ));
    let which = if matches == 0 { "no records" } else { "not all records" };
    recount.unchecked.push(format!(
        "how the hands were played, since {which} were kept: a run with --records all keeps them"
    ));
    if !known.roles {
        let points = if known.points { "" } else { "points_per_hand and " };
        recount.unchecked.push(format!(
            "{points}the columns by role of summary.csv, which follow only from hands that were kept"
        ));
    }
    if !known.orders {
        let (places, because) = match tournament.rules.win().tricks {
            None => (
                "places of seats with level game points",
                "the running score that parts them stands",
            ),
            Some(_) => ("places", "the tricks that win a match stand"),
        };
        recount
            .unchecked
            .push(format!("{places}, which are taken as they are: {because} in hands.csv alone"));
    }
    let keys = [("roles", known.roles), ("failures", known.failures), ("points", known.points)];
    recount.unknown = keys.iter().filter(|(_, is_known)| !is_known).map(|(key, _)| *key).collect();
}
