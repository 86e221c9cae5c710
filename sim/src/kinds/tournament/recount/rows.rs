//! A match made again from its rows, where no records were kept: every field has to follow from the settings and the rows
//! beside it.

use std::cmp::Reverse;

use threehand_engine::{BySeat, Seat};
use threehand_play::{Forfeit, HandRow, MatchRow, Seeds, StandingRow, ahead};

use super::super::Tournament;
use super::{Files, Place};
use crate::files::audit::audited_files::{AuditedFile, Line};
use crate::files::audit::file_fault::FileFault;

/// What the rows so far determine.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Points and hands by role.
    pub(super) roles: bool,
    /// Points.
    pub(super) points: bool,
    /// Finishing orders, also of seats with level game points and where tricks win.
    pub(super) orders: bool,
    /// How bots failed.
    pub(super) failures: bool,
}

/// Makes a match again from its rows.
pub(super) fn read(
    tournament: &Tournament<'_>,
    (number, lineup): Place,
    files: &mut Files<'_>,
    known: &mut Known,
) -> Result<MatchRow, FileFault> {
    let Files { matches, hands, .. } = files;
    let matches = matches.as_deref_mut().expect("there are rows of this block");
    let lines = three(matches, || format!("match {number}, line-up {}", lineup.0))?;
    let mut row = of_rows(matches, &lines)?;
    (row.lineup, row.roles) = (lineup.0, vec![BySeat([(0, 0); 3]); tournament.game.roles().len()]);
    let start = tournament.rows.start_of_match(number, lineup.0);
    let hold = |file: &AuditedFile, row: &mut MatchRow, ahead, by| {
        row.ahead = ahead;
        let top = Seat::ALL.into_iter().filter(|&seat| row.place(seat) == 1).count() as i64;
        row.won_sixths = BySeat::from_fn(|seat| if row.place(seat) == 1 { 6 / top } else { 0 });
        let mut due = Vec::new();
        tournament.rows.of_match(&start, lineup.1, row, &mut due);
        file.compare(&lines, &due, by)
    };
    let places = row.ahead;
    hold(matches, &mut row, places, "by the settings and the rows beside it")?;

    let wrong = |file: &AuditedFile, why: &str| Err(file.fault(lines[0].number, why));
    let (common, is_forfeit) = (&tournament.settings.common, row.forfeit.is_some());
    if row.hands > common.max_hands {
        return wrong(matches, &format!("hands are {}, over max_hands", row.hands));
    }
    if row.truncated && (row.hands < common.max_hands || is_forfeit) {
        return wrong(matches, "truncated is true, but max_hands did not end the match");
    }
    if row.hands == 0 && !is_forfeit {
        return wrong(matches, "hands are 0, but nobody forfeited the match");
    }
    let first = tournament.rules.first_standing(Seeds(common.seed).first_dealer(number));
    let has_game_points = first.game_points.is_some();
    let win = tournament.rules.win();
    // Who won by tricks, the running scores, which part seats with level game points, and the scores that decide the match.
    let winning = win.tricks.filter(|_| !row.truncated && !is_forfeit);
    let mut won = winning.is_none().then_some(BySeat([false; 3]));
    let (running, scores) = match hands {
        Some(hands) if tournament.settings.hands.contains(number) => {
            let (last, tricks) =
                of_hands(tournament, (number, lineup), (&start, &first), hands, &mut row)?;
            won = Some(tricks.map(|count| winning.is_some_and(|winning| count >= winning)));
            (Some(last.scores), last.match_scores())
        }
        _ => {
            known.roles &= tournament.game.roles().is_empty();
            known.points &= !has_game_points;
            if let Some(all) = row.roles.first_mut() {
                // As if a seat had one role alone: its points and hands are known in sum.
                let points = |seat| i64::from(row.scores[seat]) - i64::from(first.scores[seat]);
                *all = BySeat::from_fn(|seat| (points(seat), row.hands as i64));
            }
            match row.hands {
                0 => (Some(first.scores), first.match_scores()),
                _ => ((!has_game_points).then_some(row.scores), row.scores),
            }
        }
    };
    let standing = |seat| {
        let running = running.map(|running| win.gain(running[seat]));
        let won = won.is_some_and(|won| won[seat]);
        (row.forfeited() != Some(seat), won, win.gain(scores[seat]), running)
    };
    let mut due = ahead(&BySeat::from_fn(standing));
    for (a, b) in [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (Seat::ALL[a], Seat::ALL[b])) {
        if won.is_none() || running.is_none() && due[a][b] == 1 {
            (due[a][b], due[b][a]) = (places[a][b], places[b][a]);
            known.orders = false;
        }
    }
    known.failures &= !is_forfeit;
    row.scores = scores;
    hold(matches, &mut row, due, "by the scores")?;
    Ok(row)
}

/// What three rows of `matches.csv` say.
fn of_rows(file: &AuditedFile, lines: &[Line]) -> Result<MatchRow, FileFault> {
    let (mut row, mut places) = (MatchRow::default(), BySeat([0_u8; 3]));
    for (seat, line) in Seat::ALL.into_iter().zip(lines) {
        let wrong = |why: String| file.fault(line.number, why);
        let [score, _, hands, truncated, forfeit, place] = last_fields(line).map_err(wrong)?;
        places[seat] = number("place", place).map_err(wrong)?;
        row.scores[seat] = number("score", score).map_err(wrong)?;
        row.hands = number("hands", hands).map_err(wrong)?;
        row.truncated = truncated == "true";
        if forfeit == "true" {
            row.forfeit = Some(Forfeit { seat, kind: None, reason: String::new() });
        }
    }
    row.ahead = ahead(&BySeat::from_fn(|seat| Reverse(places[seat])));
    Ok(row)
}

/// Adds what the rows of a match's hands come to, which have to go on from one another; returns the last standing, and
/// the tricks of the last hand.
fn of_hands(
    tournament: &Tournament<'_>,
    (number, lineup): Place,
    (start, first): (&[u8], &StandingRow),
    file: &mut AuditedFile,
    row: &mut MatchRow,
) -> Result<(StandingRow, BySeat<u8>), FileFault> {
    let (mut standing, mut tricks) = (*first, BySeat([0; 3]));
    for hand in 0..row.hands {
        let lines = three(file, || format!("hand {hand} of match {number}, line-up {}", lineup.0))?;
        let played = of_hand(tournament, file, &lines, &standing)?;
        let mut due = Vec::new();
        tournament.rows.of_hand(start, lineup.1, hand as usize, &played, &mut due);
        file.compare(&lines, &due, "by matches.csv and the rows beside it")?;
        if hand == 0 && played.dealer != first.dealer {
            let why =
                format!("dealer is {}, but by the seed it is {}", played.dealer, first.dealer);
            return Err(file.fault(lines[0].number, why));
        }
        for (seat, line) in Seat::ALL.into_iter().zip(&lines) {
            let gained = i64::from(played.points[seat]);
            let (points, hands) = &mut row.roles[played.roles[seat]][seat];
            (*points, *hands) = (*points + gained, *hands + 1);
            // Every game promises that points come to scores, unless a game point starts them anew.
            let (due, found) =
                (i64::from(standing.scores[seat]) + gained, played.after.scores[seat]);
            if played.after.game_points == standing.game_points && i64::from(found) != due {
                let why = format!("score_after is {found}, but by the points it is {due}");
                return Err(file.fault(line.number, why));
            }
        }
        (standing, tricks) = (played.after, played.tricks);
    }
    Ok((standing, tricks))
}

/// What three rows of `hands.csv` say of a hand that began with this standing.
fn of_hand(
    tournament: &Tournament<'_>,
    file: &AuditedFile,
    lines: &[Line],
    before: &StandingRow,
) -> Result<HandRow, FileFault> {
    let mut row = HandRow {
        dealer: Seat::P0,
        roles: BySeat([0; 3]),
        contracts: BySeat([const { None }; 3]),
        tricks: BySeat([0; 3]),
        points: BySeat([0; 3]),
        kept: BySeat([None; 3]),
        after: *before,
        quantities: Vec::new(),
    };
    for (seat, line) in Seat::ALL.into_iter().zip(lines) {
        let wrong = |why: String| file.fault(line.number, why);
        let [dealer, role, contract, tricks, points, score, game_points] =
            last_fields(line).map_err(wrong)?;
        let dealer: usize = number("dealer", dealer).map_err(wrong)?;
        row.dealer = *Seat::ALL
            .get(dealer)
            .ok_or_else(|| wrong(format!("dealer is {dealer}, which is no seat")))?;
        let game = tournament.game;
        let known = game.roles().iter().position(|name| *name == role);
        let unknown = || wrong(format!("role is {role}, but {} has no such role", game.name()));
        row.roles[seat] = known.ok_or_else(unknown)?;
        row.contracts[seat] = (!contract.is_empty()).then(|| contract.to_owned());
        row.tricks[seat] = number("tricks", tricks).map_err(wrong)?;
        row.points[seat] = number("points", points).map_err(wrong)?;
        row.after.scores[seat] = number("score_after", score).map_err(wrong)?;
        if let Some(all) = &mut row.after.game_points {
            all[seat] = number("game_points_after", game_points).map_err(wrong)?;
        }
    }
    Ok(row)
}

/// The rows of the three seats.
fn three(file: &mut AuditedFile, what: impl Fn() -> String) -> Result<Vec<Line>, FileFault> {
    Seat::ALL.iter().map(|seat| file.due_line(|| format!("seat {seat} of {}", what()))).collect()
}

/// The last fields of a row, none of which holds a comma.
fn last_fields<const N: usize>(line: &Line) -> Result<[&str; N], String> {
    let text = std::str::from_utf8(&line.bytes).map_err(|error| error.to_string())?;
    let mut fields: Vec<_> = text.trim_end_matches('\n').rsplitn(N + 1, ',').take(N).collect();
    fields.reverse();
    fields.try_into().map_err(|_| "the row has too few fields".to_owned())
}

fn number<T: std::str::FromStr>(column: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{column} is {text}, which is no number that it can be"))
}
