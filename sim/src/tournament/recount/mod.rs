//! A tournament counted again from its files: each match is made again from its records, or read from
//! its rows, and goes the way of a match that was played.

mod rows;

use threehand_engine::BySeat;
use threehand_engine::record::Record;
use threehand_play::{Decks, MatchRow, Seeds};

use self::rows::Known;
use super::rows::BlockLines;
use super::{Tournament, TournamentFold};
use crate::audit::fault::Fault;
use crate::audit::held::{Held, HeldFile};
use crate::experiment::contract::Recount;
use crate::experiment::contract::{Experiment as _, Fold as _};
use crate::folder::note::Checkpoint as _;
use crate::settings::which::Which;
use crate::stats::{RATING_REPLICATES, poisson_weights};
use crate::terminal::number::plural;

/// Where a match stands: its number, the line-up's number, and which bot sits where.
type Place = (u64, (usize, BySeat<usize>));

/// The files of a tournament; a place may be left empty.
struct Files<'h> {
    matches: &'h mut HeldFile,
    hands: Option<&'h mut HeldFile>,
    records: Option<&'h mut HeldFile>,
}

/// Counts a tournament again from its files, and holds each line against what is due.
pub(super) fn recount<'s>(
    tournament: &'s Tournament<'s>,
    held: &mut Held,
) -> Result<Recount<'s>, Fault> {
    let numbers = held.numbers(&tournament.blocks);
    let [matches, hands, records] = &mut held.files[..] else {
        unreachable!("a tournament has three files that grow")
    };
    let Some(matches) = matches else {
        return Ok(Recount::of(tournament.fold(), BY_ROWS));
    };
    let mut files = Files { matches, hands: hands.as_mut(), records: records.as_mut() };
    let (mut sums, mut known, mut replayed) = (None, Known::default(), (0, 0));
    let seeds = Seeds(tournament.settings.stage.seed);
    for number in numbers.clone() {
        let mut decks = Decks::new(seeds, number);
        let mut results = Vec::new();
        for lineup in tournament.schedule.iter().enumerate() {
            let result = match &mut files.records {
                Some(_) if tournament.settings.records.contains(number) => {
                    let result =
                        from_records(tournament, (number, lineup), &mut decks, &mut files)?;
                    replayed = (replayed.0 + result.1, replayed.1 + 1);
                    result.0
                }
                _ => rows::read(tournament, (number, lineup), &mut files, &mut known)?,
            };
            results.push(result);
        }
        let weights = poisson_weights(seeds.bootstrap(number), RATING_REPLICATES);
        // The sums are begun only now: there is a block that is as large as these sums are.
        let sums: &mut TournamentFold<'_> =
            sums.get_or_insert_with(|| TournamentFold::new(tournament));
        sums.tally.add(&results, &weights);
    }
    let sums = sums.unwrap_or_else(|| TournamentFold::new(tournament));
    if held.is_finished && sums.stop().is_some() {
        let told = "a bot failed, so a run with --strict is not finished";
        return Err(Fault::of(&held.dir, told));
    }
    let by = if replayed.1 == sums.tally.matches() { BY_RECORDS } else { BY_ROWS };
    let blocks = sums.blocks();
    let mut recount = Recount { replayed, ..Recount::of(Box::new(sums), by) };
    tell(tournament, &mut recount, blocks, &known);
    Ok(recount)
}

/// What rows and tables are said to be made from.
const BY_RECORDS: &str = "by the records";
const BY_ROWS: &str = "by the rows";

/// Makes a match again from its records, and holds its lines against what is due; gives the number of hands
/// besides.
fn from_records(
    tournament: &Tournament<'_>,
    (number, lineup): Place,
    decks: &mut Decks,
    files: &mut Files<'_>,
) -> Result<(MatchRow, u64), Fault> {
    let file = files.records.as_mut().expect("there are records of this block");
    let mut recorded = tournament.arena.recorded(number, lineup);
    loop {
        let hand = recorded.hands();
        let line =
            file.due_line(|| format!("hand {hand} of match {number}, line-up {}", lineup.0))?;
        let fault = |told: String| file.fault(line.number, told);
        let record = parse(&line.bytes).map_err(fault)?;
        let (due, is_over) = recorded.push(&record, decks).map_err(fault)?;
        let mut due = serde_json::to_vec(&due).map_err(|error| fault(error.to_string()))?;
        due.push(b'\n');
        file.compare(&[line], &due, "by the rules")?;
        if is_over {
            break;
        }
    }
    let row = recorded.row();
    let mut due = BlockLines::default();
    tournament.rows.add(number, lineup, &row, &mut due);
    files.matches.same(&due.matches, BY_RECORDS)?;
    if let Some(file) = &mut files.hands
        && tournament.settings.hands.contains(number)
    {
        file.same(&due.hands, BY_RECORDS)?;
    }
    Ok((row, recorded.hands() as u64))
}

fn parse(line: &[u8]) -> Result<Record, String> {
    serde_json::from_slice(line).map_err(|error| {
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        format!("column {}: {what}", error.column())
    })
}

/// Says what was checked, and what is not known.
fn tell(tournament: &Tournament<'_>, recount: &mut Recount<'_>, blocks: u64, known: &Known) {
    let settings = &tournament.settings;
    let (hands, matches) = recount.replayed;
    let seed = settings.stage.seed;
    if matches > 0 {
        recount.checked.push(format!(
            "{}: {} of {}, each as the rules have it and on the cards of seed {seed}",
            tournament.growing()[2].as_ref().map_or("records", |file| file.name.as_str()),
            plural(hands, "hand"),
            plural(matches, "match"),
        ));
    }
    let rows =
        if settings.hands == Which::None { "matches.csv" } else { "matches.csv and hands.csv" };
    if recount.by == BY_RECORDS {
        recount.checked.push(format!("{rows}: each row is what the records come to"));
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
    recount.unknown =
        [("roles", known.roles), ("failures", known.failures), ("points", known.points)]
            .into_iter()
            .filter_map(|(key, is_known)| (!is_known).then_some(key))
            .collect();
    let columns = match (known.roles, known.points) {
        (true, true) => None,
        (_, true) => Some("the columns by role of summary.csv, which follow"),
        (_, false) => Some("points_per_hand and the columns by role of summary.csv, which follow"),
    };
    if let Some(columns) = columns {
        recount.unchecked.push(format!("{columns} only from hands that were kept"));
    }
    if !known.orders {
        let told = "places of seats with level game points, which are taken as they are: the running score \
                    that parts them stands in hands.csv alone";
        recount.unchecked.push(told.to_owned());
    }
}
